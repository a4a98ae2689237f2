// The board on the page: draws the current position, keeps the clicks made so far, and turns clicks, drags and keys
// into moves. What may be clicked is decided by the server's list of legal moves; why something may not, by the server.

import { api, ApiError } from "../api.js";
import { app, panelChanged, play, result } from "../app.js";
import { h, s } from "../dom.js";
import { choices, kindOfView } from "../moves/parts.js";
import { sentence } from "../words.js";
import { refused, say } from "../status.js";
import { animate, takeAway } from "./animate.js";
import { lastCells } from "./change.js";
import { drawGrid } from "./grid.js";
import { drawHeaps } from "./heaps.js";
import { learnPieces, ownerOf, pieceOf } from "./pieces_seen.js";
import { listen } from "./input.js";

/** @import { View } from "../types.js" */
/** @import { Overlay } from "./grid.js" */

/** @type {HTMLElement} */
let host;
/** @type {SVGSVGElement | null} */
let root = null;
/** @type {View | null} the position that is drawn */
let drawn = null;
/** @type {string[]} the clicks made so far */
let parts = [];
/** @type {string | null} the part with the keyboard's cursor */
let cursor = null;
let drawing = 0;

/** What others want drawn and allowed.
 * @type {{badges: Overlay["badges"] | null, blocked: () => string | null, hover: (move: string | null) => void,
 *   edit: ((cell: string) => void) | null, draft: View | null}} */
export const stage = { badges: null, blocked: () => null, hover: () => {}, edit: null, draft: null };

/** @param {HTMLElement} element */
export function mountStage(element) {
  host = element;
  listen(host, { pick, cancel, moveCursor, hover, canDrag });
}

/** The clicks made so far; none when there is nothing on the board. */
export function picked() {
  return parts;
}

/** What to do next, in words. */
export function prompt() {
  return app.view && app.view.moves.length > 0 ? kindOfView(app.view).prompt(parts, app.view) : "";
}

/** Draws the position, with the animation of the move that led to it. */
export async function showPosition() {
  const { view, info, arrival } = app;
  if (!view || !info) return;
  const mine = ++drawing;
  const fresh = drawn !== view;
  if (fresh) parts = [];
  const strange = view.scene.kind === "board" && !info.players.every((player) => pieceOf(info, player));
  learnPieces(info, app.session.game, view).then(() => {
    if (strange) panelChanged();
    if (mine === drawing && parts.length > 0) redraw();
  }, () => {});
  if (fresh && arrival.kind === "move" && drawn === arrival.before) {
    if (root && view.scene.kind === "heaps") await takeAway(root, arrival.move);
    if (mine !== drawing) return;
    drawn = view;
    redraw();
    if (root) animate(root, arrival.move, arrival.before, view);
    return;
  }
  drawn = view;
  redraw();
}

/** Draws again what is there. */
export function redraw() {
  const { session, info } = app;
  const view = stage.draft ?? drawn;
  if (!view || !info) return;
  const focused = root?.contains(document.activeElement) ?? false;
  const open = stage.draft === null && stage.blocked() === null && result() === null;
  const next = open ? choices(view, parts) : new Map();
  // While a target is looked for, other pieces may still be picked instead.
  const overlay = /** @type {Overlay} */ ({
    parts, choices: next, last: stage.draft ? [] : lastCells(session.moves[session.at - 1], view), ending: view.ending?.cells ?? [],
    badges: (open && stage.badges) || new Map(), ghost: kindOfView(view).places ? pieceOf(info, view.turn) : null,
    label: `${info.title}: ${view.position}`,
  });
  const picture = view.scene.kind === "board" ? drawGrid(view.scene, overlay) : drawHeaps(view.scene, overlay);
  if (open && parts.length > 0) offerOthers(picture, choices(view, []));
  if (root) root.replaceWith(picture);
  else host.replaceChildren(picture);
  root = picture;
  if (host.parentElement) host.parentElement.dataset.position = view.position;
  setCursor(focused);
  if (view.moves.length === 1 && view.moves[0].move === "pass" && open) offerPass();
  else host.querySelector(".pass")?.remove();
}

/** Cells that may be picked in place of the one picked. @param {SVGSVGElement} picture @param {Map<string, any>} first */
function offerOthers(picture, first) {
  for (const part of first.keys()) picture.querySelector(`[data-part="${part}"]`)?.classList.add("can");
}

/** A forced pass is a button: there is nothing on the board to click. */
function offerPass() {
  if (host.querySelector(".pass")) return;
  host.append(h("button", { type: "button", class: "pass primary", onclick: () => play("pass") }, "Pass"));
}

/** Takes the drawing away, when there is nothing to draw. */
export function clearStage() {
  root = null;
  drawn = null;
  parts = [];
}

/** @param {boolean} focus whether the keyboard was on the board */
function setCursor(focus) {
  if (!root) return;
  const all = [...root.querySelectorAll("[data-part][tabindex]")];
  const handles = all.filter((element) => element.classList.contains("handle"));
  const usable = /** @type {SVGElement[]} */ (all);
  let here = usable.find((element) => element.getAttribute("data-part") === cursor);
  if (handles.length > 0 && !here?.classList.contains("handle") && parts.length > 0) {
    here = /** @type {SVGElement} */ (handles[0]);
  }
  here ??= usable.find((element) => element.classList.contains("can")) ?? usable[0];
  if (!here) return;
  here.setAttribute("tabindex", "0");
  if (focus) {
    cursor = here.getAttribute("data-part");
    here.focus({ preventScroll: true });
  }
}

/** @param {string} part */
export function pick(part) {
  const { view } = app;
  if (!view) return;
  cursor = part;
  if (stage.edit && part.startsWith("cell:")) {
    stage.edit(part.slice(5));
    return;
  }
  const over = result() !== null ? "The game is over: press New, or step back with Undo." : stage.blocked();
  if (over) {
    refused(over);
    return;
  }
  const choice = choices(view, parts).get(part);
  if (choice?.complete && choice.moves.length === 1) {
    const { move } = choice.complete;
    // The cursor returns from a handle to the stone that was placed.
    cursor = part.startsWith("cell:") ? part : parts[0] ?? part;
    parts = [];
    play(move);
  } else if (choice) {
    parts = [...parts, part];
    advance();
  } else if (parts.includes(part)) {
    parts = parts.slice(0, parts.indexOf(part));
    advance();
  } else if (choices(view, []).has(part)) {
    parts = [part];
    advance();
  } else {
    explain(part, view);
  }
}

/** The clicks have changed: draw them, and say what comes next. */
function advance() {
  redraw();
  say(prompt());
  changedParts();
}

/** @type {() => void} */
let changedParts = () => {};
/** Hears when the clicks so far change. @param {() => void} listener */
export function onParts(listener) {
  changedParts = listener;
}

/** Lets go of what was picked. @returns {boolean} whether there was anything */
export function cancel() {
  if (parts.length === 0) return false;
  cursor = parts[0];
  parts = [];
  advance();
  return true;
}

/** Why a click does nothing, in the server's words where it has a rule to name. @param {string} part @param {View} view */
async function explain(part, view) {
  const { info, session } = app;
  const kind = kindOfView(view);
  const text = kind.attempt([...parts, part], view);
  if (text) {
    try {
      await api.replay(session.game, view.position, [text]);
      refused(prompt());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused(sentence(error.reason ?? error.message));
    }
    return;
  }
  const piece = pieceAt(part);
  if (!piece || !info) refused(prompt());
  else if (ownerOf(info, piece) !== view.turn) refused(`It is the ${possessive(view.turn)} turn.`);
  else refused(`The ${piece.name} on ${part.slice(5)} has nowhere to go.`);
}

/** @param {string} name */
function possessive(name) {
  return name.endsWith("s") ? `${name}'` : `${name}'s`;
}

/** @param {string} part */
function pieceAt(part) {
  const place = root?.querySelector(`[data-part="${part}"]`);
  if (!place || drawn?.scene.kind !== "board") return null;
  return drawn.scene.cells[Number(place.getAttribute("data-row")) * drawn.scene.columns + Number(place.getAttribute("data-column"))];
}

/** Whether a drag may begin here, and with which picture. @param {string} part */
function canDrag(part) {
  const { view } = app;
  if (!view || view.scene.kind !== "board" || view.scene.blocks || stage.edit || stage.blocked() || result()) return null;
  if (!choices(view, []).has(part)) return null;
  return /** @type {SVGGElement | null} */ (root?.querySelector(`[data-cell="${part.slice(5)}"]`) ?? null);
}

/** @param {string} part @param {number} down @param {number} right @returns {void} */
function moveCursor(part, down, right) {
  const here = root?.querySelector(`[data-part="${part}"]`);
  if (!root || !here) return;
  if (here.classList.contains("handle")) {
    const all = /** @type {SVGElement[]} */ ([...root.querySelectorAll(".handle")]);
    const index = all.findIndex((element) => element === here);
    focusPart(all[(index + (down + right) + all.length) % all.length]);
    return;
  }
  const [row, column] = [Number(here.getAttribute("data-row")) + down, Number(here.getAttribute("data-column")) + right];
  const rowOf = [...root.querySelectorAll(`[data-row="${row}"]`)];
  const there = rowOf.find((element) => element.getAttribute("data-column") === String(column)) ?? (down !== 0 ? rowOf.at(-1) : null);
  focusPart(/** @type {SVGElement | null} */ (there));
}

/** @param {SVGElement | null | undefined} element */
function focusPart(element) {
  if (!element || !root) return;
  for (const other of root.querySelectorAll('.cell[tabindex="0"], .take[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  element.setAttribute("tabindex", "0");
  element.focus();
  cursor = element.getAttribute("data-part");
}

/** Shows what a click here would do. @param {string | null} part */
function hover(part) {
  if (!root) return;
  for (const match of root.querySelectorAll(".to-take")) match.classList.remove("to-take");
  for (const quadrant of root.querySelectorAll(".quadrant")) quadrant.classList.remove("lean-clockwise", "lean-counter");
  const choice = part && app.view && stage.blocked() === null ? choices(app.view, parts).get(part) : null;
  stage.hover(choice?.complete?.move ?? null);
  if (!part || !choice) return;
  if (part.startsWith("take:")) {
    const [heap, number] = [part[5], Number(part.slice(6))];
    for (const match of root.querySelectorAll(`[data-match^="take:${heap}"]`)) {
      if (Number(match.getAttribute("data-match")?.slice(6)) <= number) match.classList.add("to-take");
    }
  }
  if (part.startsWith("turn:")) {
    root.querySelector(`[data-quadrant="${part.slice(5, 7)}"]`)?.classList.add(part[7] === "+" ? "lean-clockwise" : "lean-counter");
  }
}

/** A small picture of a position, without anything to click. @param {View} view */
export function miniature(view) {
  const overlay = /** @type {Overlay} */ ({
    parts: [], choices: new Map(), last: [], ending: [], badges: new Map(), ghost: null, label: view.position,
  });
  const picture = view.scene.kind === "board" ? drawGrid(view.scene, overlay) : drawHeaps(view.scene, overlay);
  picture.removeAttribute("role");
  picture.setAttribute("role", "img");
  for (const hit of picture.querySelectorAll("[data-part], [role=rowgroup]")) hit.remove();
  return s("svg", { viewBox: picture.getAttribute("viewBox"), class: "board", role: "img", "aria-label": view.position },
    ...picture.childNodes);
}
