// Moves from a cell to a cell, `e5e4`, and the forced `pass`.

/** @import { Kind } from "./parts.js" */

const TEXT = /^([a-z]\d+)([a-z]\d+)$/;

/** @type {Kind} */
export const fromTo = {
  sequences(text) {
    if (text === "pass") return [["pass"]];
    const found = TEXT.exec(text);
    return found ? [[`cell:${found[1]}`, `cell:${found[2]}`]] : null;
  },
  attempt: (parts) => (parts.length === 2 ? parts.map((part) => part.replace("cell:", "")).join("") : null),
  prompt(parts, view) {
    if (view.moves.length === 1 && view.moves[0].move === "pass") return "There is no move: pass.";
    return parts.length === 0 ? "Pick a piece." : "Now pick where it goes.";
  },
};
