// Moves from a cell to a cell, `e5e4`, and the forced `pass`.

/** @import { Kind } from "./parts.js" */
/** @import { View } from "../types.js" */

const TEXT = /^([a-z]\d+)([a-z]\d+)$/;

/** The pieces that may move, by name: "a guard or a king". @param {View} view */
function movable(view) {
  const { scene } = view;
  if (scene.kind !== "board") return "a piece";
  const names = view.moves.map(({ move }) => {
    const [column, rank] = [move.charCodeAt(0) - 97, Number(/\d+/.exec(move)?.[0])];
    return scene.cells[(scene.rows - rank) * scene.columns + column]?.name ?? "piece";
  });
  return [...new Set(names)].map((name) => `a ${name}`).join(" or ");
}

/** @type {Kind} */
export const fromTo = {
  places: false,
  sequences(text) {
    if (text === "pass") return [["pass"]];
    const found = TEXT.exec(text);
    return found ? [[`cell:${found[1]}`, `cell:${found[2]}`]] : null;
  },
  attempt: (parts) => (parts.length === 2 ? parts.map((part) => part.replace("cell:", "")).join("") : null),
  prompt(parts, view) {
    if (view.moves.length === 1 && view.moves[0].move === "pass") return "There is no move: pass.";
    return parts.length === 0 ? `Pick ${movable(view)}.` : "Now pick where it goes.";
  },
};
