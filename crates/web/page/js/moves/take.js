// Taking from a heap: `3` from the only pile, `b3` from heap b. Whoever clicks an object takes it and all behind it.

/** @import { Kind } from "./parts.js" */

const TEXT = /^([a-z]?)(\d+)$/;

/** @type {Kind} */
export const take = {
  places: false,
  sequences(text) {
    const found = TEXT.exec(text);
    return found ? [[`take:${found[1] || "a"}${found[2]}`]] : null;
  },
  attempt(parts, view) {
    if (parts.length !== 1 || view.scene.kind !== "heaps") return null;
    return parts[0].replace(view.scene.heaps.length > 1 ? "take:" : "take:a", "");
  },
  prompt: (_, view) =>
    view.scene.kind === "heaps" && view.scene.heaps.length > 1
      ? "Take any number from one heap: click an object to take it and all behind it."
      : `Take ${takes(view.moves.map((move) => move.move))}: click a match to take it and all behind it.`,
};

/** The numbers in words: "1, 2 or 3 matches". @param {string[]} numbers */
function takes(numbers) {
  const sorted = numbers.map(Number).sort((a, b) => a - b);
  if (sorted.length === 1) return sorted[0] === 1 ? "the one match you may" : `${sorted[0]} matches`;
  if (sorted.length > 6) return `${sorted[0]} to ${sorted[sorted.length - 1]} matches`;
  return `${sorted.slice(0, -1).join(", ")} or ${sorted[sorted.length - 1]} matches`;
}
