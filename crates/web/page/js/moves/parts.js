// A move as the clicks that make it. Each kind of move text is cut into parts (`cell:c4`, `turn:tl+`, `quadrant:tl`,
// `take:b3`, `pass`); the list of legal moves, cut this way, is all the page knows about what may be clicked next.

import { fromTo } from "./from_to.js";
import { placeTurn } from "./place_turn.js";
import { placeSwap } from "./place_swap.js";
import { take } from "./take.js";

/** @import { Move, View } from "../types.js" */

/** One kind of move text.
 * @typedef {object} Kind
 * @property {(text: string) => string[][] | null} sequences the clicks that make this move, in every order that does;
 *   null when the text is of another kind
 * @property {(parts: string[], view: View) => string | null} attempt the text that these clicks seem to mean, legal or not
 * @property {boolean} places whether the first click puts a new piece down
 * @property {(parts: string[], view: View) => string} prompt what to do next, in words
 */

/** @type {{board: Kind[], heaps: Kind[]}} `b3` is a cell of a board, and a move from a heap */
const KINDS = { board: [placeTurn, placeSwap, fromTo], heaps: [take] };

/** A way on from the clicks so far.
 * @typedef {{part: string, moves: Move[], complete: Move | null}} Choice */

/** @param {string} text @param {View} view @returns {Kind} */
export function kindOf(text, view) {
  const kinds = KINDS[view.scene.kind];
  return kinds.find((kind) => kind.sequences(text)) ?? kinds[kinds.length - 1];
}

/** The kind of the moves of a position: a stone that ends the game is written like no other, so it does not decide.
 * @param {View} view @returns {Kind} */
export function kindOfView(view) {
  const longest = view.moves.reduce((long, { move }) => (move.length > long.length ? move : long), "");
  return kindOf(longest, view);
}

/**
 * What may be clicked after these parts.
 * @param {View} view
 * @param {string[]} parts
 * @returns {Map<string, Choice>}
 */
export function choices(view, parts) {
  /** @type {Map<string, Choice>} */
  const found = new Map();
  for (const move of view.moves) {
    for (const sequence of kindOf(move.move, view).sequences(move.move) ?? []) {
      if (sequence.length <= parts.length || parts.some((part, index) => sequence[index] !== part)) continue;
      const part = sequence[parts.length];
      const choice = found.get(part) ?? { part, moves: [], complete: null };
      choice.moves.push(move);
      if (sequence.length === parts.length + 1) choice.complete = move;
      found.set(part, choice);
    }
  }
  return found;
}

/** The name of a cell. @param {number} row from the top @param {number} column @param {number} rows */
export function cellName(row, column, rows) {
  return String.fromCharCode(97 + column) + (rows - row);
}

/** Row from the top and column of a named cell. @param {string} name @param {number} rows @returns {[number, number]} */
export function cellPlace(name, rows) {
  return [rows - Number(name.slice(1)), name.charCodeAt(0) - 97];
}

/** @type {Record<string, string>} */
export const QUADRANTS = { tl: "top left", tr: "top right", bl: "bottom left", br: "bottom right" };
