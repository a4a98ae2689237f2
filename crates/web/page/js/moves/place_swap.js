// A stone and the exchange of two quadrants, `c4tlbr`: the two may be picked in either order.

/** @import { Kind } from "./parts.js" */

const TEXT = /^([a-z]\d+)(tl|tr|bl|br)(tl|tr|bl|br)$/;

/** @type {Kind} */
export const placeSwap = {
  places: true,
  sequences(text) {
    const found = TEXT.exec(text);
    if (!found) return null;
    const [, cell, one, other] = found;
    return [
      [`cell:${cell}`, `quadrant:${one}`, `quadrant:${other}`],
      [`cell:${cell}`, `quadrant:${other}`, `quadrant:${one}`],
    ];
  },
  attempt: (parts) => (parts.length === 1 ? `${parts[0].replace("cell:", "")}tltr` : null),
  prompt: (parts) =>
    ["Place a stone.", "Now pick two quadrants to exchange.", "And the quadrant to exchange it with."][parts.length] ?? "",
};
