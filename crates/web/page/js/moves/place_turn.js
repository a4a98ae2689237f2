// A stone and a quarter turn, `c4tl+`; a stone that ends the game is its cell alone, `c4`.

/** @import { Kind } from "./parts.js" */

const TEXT = /^([a-z]\d+)((?:tl|tr|bl|br)[+-])?$/;

/** @type {Kind} */
export const placeTurn = {
  places: true,
  sequences(text) {
    const found = TEXT.exec(text);
    if (!found) return null;
    return [found[2] ? [`cell:${found[1]}`, `turn:${found[2]}`] : [`cell:${found[1]}`]];
  },
  attempt: (parts) => (parts.length === 1 ? `${parts[0].replace("cell:", "")}tl+` : null),
  prompt: (parts) => (parts.length === 0 ? "Place a stone." : "Now turn a quadrant: pick an arrow."),
};
