// What a move is worth, small: W13, D, L12. A win is round, a draw square, a loss pointed, so that colour is never
// alone; estimates are hollow, the best is outlined.

import { s } from "../dom.js";
import { short } from "../words.js";

/** @import { Value } from "../types.js" */

/** @type {Record<string, (w: number, h: number) => string>} */
const OUTLINES = {
  win: (w, h) => `M${-w + h} ${-h}H${w - h}A${h} ${h} 0 0 1 ${w - h} ${h}H${-w + h}A${h} ${h} 0 0 1 ${-w + h} ${-h}Z`,
  draw: (w, h) => `M${-w} ${-h}H${w}V${h}H${-w}Z`,
  loss: (w, h) => `M${-w} 0L${-w + 13} ${-h}H${w - 13}L${w} 0L${w - 13} ${h}H${-w + 13}Z`,
  unknown: (w, h) => `M${-w + 6} ${-h}H${w - 6}Q${w} ${-h} ${w} ${-h + 6}V${h - 6}Q${w} ${h} ${w - 6} ${h}H${-w + 6}Q${-w} ${h} ${-w} ${h - 6}V${-h + 6}Q${-w} ${-h} ${-w + 6} ${-h}Z`,
};

/**
 * @param {{value: Value, best: boolean, hollow: boolean, text?: string}} shown
 * @param {number} x
 * @param {number} y
 * @param {number} [scale]
 */
export function badge(shown, x, y, scale = 1) {
  const text = shown.text ?? short(shown.value);
  const width = Math.max(23, 12 + text.length * 8);
  const outline = OUTLINES[shown.value.kind] ?? OUTLINES.unknown;
  return s("g", { class: `badge ${shown.value.kind}${shown.hollow ? " hollow" : ""}`, transform: `translate(${x} ${y}) scale(${scale})` },
    shown.best && s("path", { class: "best", d: outline(width + 6, 23) }),
    s("path", { d: outline(width, 17) }),
    s("text", { y: 1 }, text));
}
