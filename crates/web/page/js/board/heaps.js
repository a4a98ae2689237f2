// Heaps as rows of matches. Clicking a match takes it and everything behind it, so each match stands for one number.

import { s } from "../dom.js";
import { badge } from "./badge.js";

/** @import { HeapsScene } from "../types.js" */
/** @import { Overlay } from "./grid.js" */

const SLOT = 62;
const TALL = 240;
const PER_LINE = 15;
/** Matches of a heap that are drawn; the ones before them are only counted. */
const DRAWN = 60;

/** How many lines a heap needs, at least one, all of about the same length. @param {number} size */
function lines(size) {
  return Math.max(1, Math.ceil(Math.min(size, DRAWN) / PER_LINE));
}

/** @param {HeapsScene} scene @param {Overlay} overlay */
export function drawHeaps(scene, overlay) {
  const named = scene.heaps.length > 1;
  const perLine = scene.heaps.map((size) => Math.max(1, Math.ceil(Math.min(size, DRAWN) / lines(size))));
  const widest = Math.max(6, ...perLine);
  const span = (/** @type {number} */ count) => count * SLOT + Math.floor((count - 1) / 5) * 14;
  // Few matches stand in the middle, with their number beside them.
  const left = (named ? 70 : 90) + (span(widest) - span(Math.max(1, ...perLine))) / 2;
  const width = span(widest) + (named ? 70 : 90) + 90;
  const rows = scene.heaps.reduce((sum, size) => sum + lines(size), 0);
  const tall = rows > 3 ? Math.max(110, (TALL * 3.2) / rows) : TALL;
  const pitch = tall + 62;
  const height = Math.max(rows * pitch + 30, width * .5);
  const root = s("svg", { class: "board heaps", viewBox: `0 0 ${width} ${height}`, role: "grid", "aria-label": overlay.label });
  const pictures = s("g", { "aria-hidden": "true" });
  const hits = s("g", { role: "rowgroup" });
  root.append(pictures, hits);
  let top = 40 + (height - 30 - rows * pitch) / 2;
  scene.heaps.forEach((size, heap) => {
    const letter = String.fromCharCode(97 + heap);
    const hidden = Math.max(0, size - DRAWN);
    const words = named ? `heap ${letter}` : "the pile";
    const row = s("g", { role: "row" });
    if (named) pictures.append(s("text", { class: "heap-name", x: 34, y: top + tall / 2 }, letter));
    for (let index = hidden; index < size; index++) {
      const shown = index - hidden;
      const column = shown % perLine[heap];
      const x = left + column * SLOT + Math.floor(column / 5) * 14;
      const y = top + Math.floor(shown / perLine[heap]) * pitch;
      const number = size - index;
      const part = `take:${letter}${number}`;
      pictures.append(match(x, y, tall, part));
      const value = overlay.badges.get(part);
      if (value) pictures.append(badge(value, x + SLOT / 2, y + tall + 24, .84));
      row.append(hit(x, y, tall, part, overlay, `take ${number} from ${words}`, value?.words, heap, shown));
    }
    const end = Math.min(size, DRAWN) % perLine[heap] || (size > 0 ? perLine[heap] : 0);
    const x = left + end * SLOT + Math.floor(Math.max(0, end - 1) / 5) * 14 + 46;
    const y = top + (lines(size) - 1) * pitch + tall / 2;
    pictures.append(s("text", { class: "heap-name", x, y }, size));
    if (hidden > 0) pictures.append(s("text", { x: left + 160, y: top - 22 }, `and ${hidden} more before these`));
    if (size === 0) row.append(s("g", { role: "gridcell", "aria-label": `${words} is empty` }));
    hits.append(row);
    top += lines(size) * pitch;
  });
  return root;
}

/** @param {number} x @param {number} y @param {number} tall @param {string} part */
function match(x, y, tall, part) {
  const tilt = ((x * 7 + y * 13) % 5) - 2;
  return s("g", { transform: `translate(${x + SLOT / 2} ${y}) rotate(${tilt * .6})` },
    s("g", { class: "match", "data-match": part },
      s("rect", { x: -7, y: 14, width: 14, height: tall - 14, rx: 3 }),
      s("ellipse", { cx: 0, cy: 18, rx: 13, ry: 20 })));
}

/**
 * @param {number} x @param {number} y @param {number} tall @param {string} part @param {Overlay} overlay
 * @param {string} words @param {string | undefined} value @param {number} heap @param {number} column
 */
function hit(x, y, tall, part, overlay, words, value, heap, column) {
  const can = overlay.choices.has(part);
  return s("g", {
    class: can ? "take can" : "take", role: "gridcell", tabindex: -1, "data-part": part,
    "aria-label": [words, can ? null : "not allowed", value].filter(Boolean).join(", "), "data-row": heap, "data-column": column,
  }, s("rect", { x, y: y - 10, width: SLOT, height: tall + 20, rx: 8 }));
}
