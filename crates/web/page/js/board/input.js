// Clicks, drags and keys on the board, told apart and handed on.

import { s } from "../dom.js";

/** @typedef {object} Hands
 * @property {(part: string) => void} pick
 * @property {() => boolean} cancel
 * @property {(part: string, down: number, right: number) => void} moveCursor
 * @property {(part: string | null) => void} hover
 * @property {(part: string) => SVGGElement | null} canDrag
 */

/** How far a pointer moves before it drags, in CSS pixels. */
const SLACK = 7;

/** @param {EventTarget | null} target */
function partOf(target) {
  return target instanceof Element ? (target.closest("[data-part]")?.getAttribute("data-part") ?? null) : null;
}

/** @param {HTMLElement} host @param {Hands} hands */
export function listen(host, hands) {
  host.addEventListener("click", (event) => {
    const part = partOf(event.target);
    if (part) hands.pick(part);
  });
  host.addEventListener("pointerover", (event) => hands.hover(partOf(event.target)));
  host.addEventListener("pointerleave", () => hands.hover(null));
  host.addEventListener("focusin", (event) => hands.hover(partOf(event.target)));
  host.addEventListener("focusout", () => hands.hover(null));
  host.addEventListener("keydown", (event) => keys(event, hands));
  drags(host, hands);
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {KeyboardEvent} event @param {Hands} hands */
function keys(event, hands) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const part = partOf(event.target);
  if (event.key === "Escape") {
    if (hands.cancel()) event.stopPropagation();
    return;
  }
  if (!part) return;
  if (event.key in ARROWS) hands.moveCursor(part, ...ARROWS[event.key]);
  else if (event.key === "Enter" || event.key === " ") hands.pick(part);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** @param {HTMLElement} host @param {Hands} hands */
function drags(host, hands) {
  host.addEventListener("pointerdown", (down) => {
    const part = partOf(down.target);
    const piece = down.button === 0 && part ? hands.canDrag(part) : null;
    if (!piece || !part) return;
    /** @type {SVGGElement | null} */
    let dragged = null;
    const move = (/** @type {PointerEvent} */ event) => {
      if (!dragged && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SLACK) return;
      const live = host.querySelector("svg");
      if (!live) return;
      if (!dragged) {
        hands.pick(part);
        dragged = s("g", { class: "dragged" }, piece.firstElementChild?.cloneNode(true) ?? null);
      }
      if (!dragged.isConnected) {
        host.querySelector(".top-layer")?.append(dragged);
        host.querySelector(`[data-cell="${part.slice(5)}"] .piece`)?.classList.add("lifted");
      }
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(live.getScreenCTM()?.inverse());
      dragged.setAttribute("transform", `translate(${point.x - 50} ${point.y - 50})`);
    };
    const stop = (/** @type {PointerEvent} */ event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
      if (!dragged) return;
      dragged.remove();
      host.querySelector(`[data-cell="${part.slice(5)}"] .piece`)?.classList.remove("lifted");
      const there = event.type === "pointerup" ? partOf(document.elementFromPoint(event.clientX, event.clientY)) : null;
      if (there && there !== part) hands.pick(there);
      else if (there !== part) hands.cancel();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  });
}
