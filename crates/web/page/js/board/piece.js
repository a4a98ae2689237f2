// Pieces as silhouettes. The outlines come from the server (one source for page and pictures); a piece without one is
// a disc, with its letter unless it is a stone.

import { s } from "../dom.js";
import { app } from "../app.js";

/** @import { Piece } from "../types.js" */

/**
 * A piece in a cell whose corner is at x, y.
 * @param {Piece} piece
 * @param {number} x
 * @param {number} y
 * @param {string} [extra] further classes
 */
export function drawPiece(piece, x, y, extra = "") {
  const outline = app.pieces[piece.name];
  const shape = outline
    ? [s("path", { d: outline })]
    : [s("circle", { cx: 50, cy: 50, r: 37 }), /stone/.test(piece.name) ? null : s("text", { x: 50, y: 52 }, piece.letter)];
  // The outer group places, the inner one is free for animation.
  const inner = s("g", { class: `piece ${piece.shade} ${extra}` }, s("rect", { width: 100, height: 100, fill: "none" }),
    s("g", { transform: outline ? "translate(13 13) scale(.74)" : null }, ...shape));
  return s("g", { transform: `translate(${x} ${y})` }, inner);
}

/** A piece alone, as an icon. @param {Piece} piece */
export function pieceIcon(piece) {
  return s("svg", { viewBox: "10 10 80 80", "aria-hidden": "true", focusable: "false" }, drawPiece(piece, 0, 0));
}
