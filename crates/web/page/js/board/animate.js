// Shows how a position came about. The drawing is already the new one, so a click is never kept waiting: pieces slide
// in from where they were, captured ones fade, converted ones are ringed for a beat, quadrants turn or change places.

import { s, still } from "../dom.js";
import { geometry } from "./geometry.js";
import { placement, step } from "./change.js";
import { drawPiece } from "./piece.js";
import { cellPlace } from "../moves/parts.js";

/** @import { BoardScene, View } from "../types.js" */

const TURN = { duration: 200, easing: "ease-out" };
const SLIDE = { duration: 180, easing: "ease-out" };
const BEAT = { duration: 900, easing: "ease-in" };

/**
 * @param {SVGSVGElement} root the drawing of the new position
 * @param {string} move
 * @param {View} before
 * @param {View} after
 */
export function animate(root, move, before, after) {
  if (still() || before.scene.kind !== "board" || after.scene.kind !== "board") return;
  const moved = step(move, before.scene, after.scene);
  if (moved) slide(root, moved, before.scene);
  const placed = placement(move);
  if (placed?.turned) {
    const degrees = placed.way === "+" ? -90 : 90;
    quadrant(root, placed.turned)?.animate([{ transform: `rotate(${degrees}deg)` }, { transform: "rotate(0)" }], TURN);
  }
  if (placed?.swapped) exchange(root, placed.swapped, after.scene);
}

/** @param {SVGSVGElement} root @param {string} name @returns {SVGGElement | null} */
function quadrant(root, name) {
  return root.querySelector(`[data-quadrant="${name}"]`);
}

/** @param {SVGSVGElement} root @param {import("./change.js").Step} moved @param {BoardScene} before */
function slide(root, moved, before) {
  const geo = geometry(before);
  const top = root.querySelector(".top-layer");
  const piece = root.querySelector(`[data-cell="${moved.to}"] .piece`);
  const [toRow, toColumn] = cellPlace(moved.to, before.rows);
  const [x, y] = [geo.x(toColumn), geo.y(toRow)];
  if (moved.from && piece) {
    const [row, column] = cellPlace(moved.from, before.rows);
    piece.animate([{ transform: `translate(${geo.x(column) - x}px, ${geo.y(row) - y}px)` }, { transform: "none" }], SLIDE);
  }
  if (!top) return;
  if (moved.captured) fade(top, drawPiece(moved.captured, x, y), [{ opacity: .9 }, { opacity: 0, transform: "scale(1.5)" }]);
  for (const name of moved.converted) {
    const [row, column] = cellPlace(name, before.rows);
    const old = before.cells[row * before.columns + column];
    if (old) fade(top, drawPiece(old, geo.x(column), geo.y(row)), [{ opacity: 1 }, { opacity: 0 }]);
    const ring = s("g", {}, s("circle", { class: "mark-convert piece-ring", cx: geo.x(column) + 50, cy: geo.y(row) + 50, r: 44 }));
    fade(top, ring, [{ opacity: 1 }, { opacity: 0 }]);
  }
}

/** @param {Element} layer @param {Element} element @param {Keyframe[]} frames */
function fade(layer, element, frames) {
  layer.append(element);
  const inner = element.firstElementChild ?? element;
  inner.animate(frames, { ...BEAT, fill: "forwards" }).onfinish = () => element.remove();
}

/** @param {SVGSVGElement} root @param {string[]} names @param {BoardScene} scene */
function exchange(root, names, scene) {
  const geo = geometry(scene);
  const frames = names.map((name) => geo.frame(name));
  names.forEach((name, index) => {
    const [mine, other] = [frames[index], frames[1 - index]];
    const from = `translate(${other.x - mine.x}px, ${other.y - mine.y}px) scale(.92)`;
    quadrant(root, name)?.animate([{ transform: from }, { transform: "none" }], { duration: 320, easing: "ease-in-out" });
  });
}

/**
 * Matches leave before the pile is drawn anew.
 * @param {SVGSVGElement} root the drawing of the old position
 * @param {string} move
 */
export async function takeAway(root, move) {
  const [, heap, number] = /^([a-z]?)(\d+)$/.exec(move) ?? [];
  if (still() || !number) return;
  const leaving = [...root.querySelectorAll(`[data-match^="take:${heap || "a"}"]`)]
    .filter((match) => Number(match.getAttribute("data-match")?.slice(6)) <= Number(number));
  const ends = leaving.map((match) => match.animate(
    [{ opacity: 1, transform: "translateY(-10px)" }, { opacity: 0, transform: "translateY(-90px)" }],
    { duration: 220, easing: "ease-in", fill: "forwards" }).finished);
  await Promise.all(ends).catch(() => {});
}
