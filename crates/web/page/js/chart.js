// Small charts as SVG: a curve, and bars.

import { s } from "./dom.js";
import { big } from "./words.js";

/**
 * @param {{x: number, y: number}[]} points
 * @param {{low: number, high: number, label: string, percent?: boolean}} options
 */
export function lines(points, options) {
  const [width, height, left, bottom] = [420, 120, 38, 16];
  const last = points[points.length - 1]?.x ?? 1;
  const first = points[0]?.x ?? 0;
  const x = (/** @type {number} */ value) => left + ((value - first) / Math.max(1, last - first)) * (width - left - 8);
  const y = (/** @type {number} */ value) => 8 + (1 - (value - options.low) / (options.high - options.low)) * (height - bottom - 12);
  const marks = [options.low, (options.low + options.high) / 2, options.high];
  return s("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": options.label },
    ...marks.flatMap((mark) => [
      s("path", { class: "axis", d: `M${left} ${y(mark)}H${width}` }),
      s("text", { x: 0, y: y(mark) + 4 }, options.percent ? `${mark * 100} %` : big(mark)),
    ]),
    s("path", { class: "curve", d: points.map((point, index) => `${index ? "L" : "M"}${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`).join("") }),
    s("text", { x: left, y: height - 2 }, first), s("text", { x: width - 24, y: height - 2 }, last));
}

/**
 * Bars beside their names, the longest as wide as the chart.
 * @param {{name: string, value: number, kind?: string}[]} rows
 * @param {string} label
 */
export function bars(rows, label) {
  const [width, left, tall] = [420, 150, 24];
  const most = Math.max(1, ...rows.map((row) => row.value));
  return s("svg", { class: "chart", viewBox: `0 0 ${width} ${rows.length * tall + 4}`, role: "img", "aria-label": `${label}: ${rows.map((row) => `${row.name} ${row.value}`).join(", ")}` },
    ...rows.flatMap((row, index) => {
      const wide = (row.value / most) * (width - left - 62);
      const name = row.name.length > 23 ? `${row.name.slice(0, 22)}…` : row.name;
      return [
        s("text", { x: 0, y: index * tall + 16 }, name, s("title", {}, row.name)),
        s("rect", { class: `bar ${row.kind ?? ""}`, x: left, y: index * tall + 4, width: Math.max(1, wide), height: tall - 8, rx: 2 }),
        s("text", { x: left + wide + 6, y: index * tall + 16 }, row.value.toLocaleString("en")),
      ];
    }));
}
