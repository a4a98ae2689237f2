// A board of cells as SVG. What stands where comes from the scene, what may be clicked from the choices: this module
// draws, and knows no rules.

import { s } from "../dom.js";
import { CELL, geometry } from "./geometry.js";
import { drawPiece } from "./piece.js";
import { badge } from "./badge.js";
import { handles } from "./handles.js";
import { cellName, cellPlace } from "../moves/parts.js";

/** @import { BoardScene, Piece, Value } from "../types.js" */
/** @import { Choice } from "../moves/parts.js" */
/** @import { Geometry } from "./geometry.js" */

/** What is drawn beside the position itself.
 * @typedef {object} Overlay
 * @property {string[]} parts the clicks made so far
 * @property {Map<string, Choice>} choices what may be clicked next
 * @property {string[]} last cells of the last move, the one reached at the end
 * @property {string[]} ending cells that decided the game
 * @property {Map<string, {value: Value, best: boolean, hollow: boolean, words: string, text?: string}>} badges by part
 * @property {Piece | null} ghost the stone that a placement would put
 * @property {string} label the board's accessible name
 */

/** @param {BoardScene} scene @param {Overlay} overlay */
export function drawGrid(scene, overlay) {
  const geo = geometry(scene);
  const root = s("svg", {
    class: "board", viewBox: `0 0 ${geo.width} ${geo.height}`, role: "grid", "aria-label": overlay.label,
    "aria-rowcount": scene.rows, "aria-colcount": scene.columns,
  });
  const ghostCell = overlay.ghost && overlay.parts[0]?.startsWith("cell:") ? overlay.parts[0].slice(5) : null;
  root.append(
    s("g", { "aria-hidden": "true" },
      scene.blocks ? plates(scene, geo, overlay, ghostCell) : plainField(scene, geo, overlay),
      coordinates(scene, geo), above(scene, geo, overlay)),
    hits(scene, geo, overlay),
  );
  const extra = handles(geo, overlay);
  if (extra) root.append(extra);
  root.append(s("g", { class: "top-layer", "aria-hidden": "true" }));
  return root;
}

/** @param {BoardScene} scene @param {Geometry} geo @param {string} name */
function corner(scene, geo, name) {
  const [row, column] = cellPlace(name, scene.rows);
  return { x: geo.x(column), y: geo.y(row) };
}

/** One field for all cells, with lines, a goal row and the marks that lie below the pieces.
 * @param {BoardScene} scene @param {Geometry} geo @param {Overlay} overlay */
function plainField(scene, geo, overlay) {
  const { left, top, right, bottom } = geo;
  const group = s("g", {}, s("rect", { class: "field", x: left, y: top, width: right - left, height: bottom - top, rx: 6 }));
  if (scene.goal_row !== null) {
    group.append(s("rect", { class: "field-goal", x: left, y: geo.y(scene.goal_row), width: right - left, height: CELL }));
  }
  const reached = overlay.ending.some((name) => cellPlace(name, scene.rows)[0] === scene.goal_row);
  if (scene.goal_row !== null && reached) {
    group.append(s("rect", { class: "goal-glow", x: left, y: geo.y(scene.goal_row), width: right - left, height: CELL }));
  }
  for (let row = 1; row < scene.rows; row++) group.append(s("path", { class: "field-line", d: `M${left} ${geo.y(row)}H${right}` }));
  for (let column = 1; column < scene.columns; column++) {
    group.append(s("path", { class: "field-line", d: `M${geo.x(column)} ${top}V${bottom}` }));
  }
  overlay.last.forEach((name, index) => {
    group.append(square(scene, geo, name, index === overlay.last.length - 1 ? "mark-last" : "mark-from"));
  });
  for (const name of overlay.ending) group.append(square(scene, geo, name, "mark-ending"));
  const selected = overlay.parts[0]?.startsWith("cell:") ? overlay.parts[0].slice(5) : null;
  if (selected) {
    const { x, y } = corner(scene, geo, selected);
    group.append(s("rect", { class: "mark-selected", x: x + 5, y: y + 5, width: CELL - 10, height: CELL - 10, rx: 8 }));
  }
  group.append(s("rect", { class: "field-edge", x: left, y: top, width: right - left, height: bottom - top, rx: 6 }));
  scene.cells.forEach((piece, index) => {
    if (!piece) return;
    const [row, column] = [Math.floor(index / scene.columns), index % scene.columns];
    const drawn = drawPiece(piece, geo.x(column), geo.y(row));
    drawn.setAttribute("data-cell", cellName(row, column, scene.rows));
    group.append(drawn);
  });
  return group;
}

/** @param {BoardScene} scene @param {Geometry} geo @param {string} name @param {string} kind */
function square(scene, geo, name, kind) {
  const { x, y } = corner(scene, geo, name);
  return s("rect", { class: kind, x, y, width: CELL, height: CELL });
}

/** Quadrants as plates with dimples, each a group that can be turned or moved with its stones.
 * @param {BoardScene} scene @param {Geometry} geo @param {Overlay} overlay @param {string | null} ghostCell */
function plates(scene, geo, overlay, ghostCell) {
  const group = s("g");
  for (const quadrant of ["tl", "tr", "bl", "br"]) {
    const frame = geo.frame(quadrant);
    const chosen = overlay.parts.includes(`quadrant:${quadrant}`);
    const plate = s("g", { class: chosen ? "quadrant chosen" : "quadrant", "data-quadrant": quadrant },
      s("rect", { class: "plate", ...frame, rx: 16 }));
    scene.cells.forEach((piece, index) => {
      const [row, column] = [Math.floor(index / scene.columns), index % scene.columns];
      if (geo.quadrantOf(row, column) !== quadrant) return;
      const [x, y] = [geo.x(column), geo.y(row)];
      const name = cellName(row, column, scene.rows);
      plate.append(s("circle", { class: "dimple", cx: x + 50, cy: y + 50, r: 40 }));
      const stone = piece ?? (name === ghostCell ? overlay.ghost : null);
      if (!stone) return;
      const drawn = drawPiece(stone, x, y, piece ? "" : "ghost");
      drawn.setAttribute("data-cell", name);
      plate.append(drawn);
    });
    group.append(plate);
  }
  return group;
}

/** @param {BoardScene} scene @param {Geometry} geo */
function coordinates(scene, geo) {
  const group = s("g");
  const off = scene.blocks ? geo.around : 0;
  for (let row = 0; row < scene.rows; row++) {
    group.append(s("text", { x: geo.left - off - 24, y: geo.y(row) + 50 }, scene.rows - row));
  }
  for (let column = 0; column < scene.columns; column++) {
    group.append(s("text", { x: geo.x(column) + 50, y: geo.bottom + off + 26 }, String.fromCharCode(97 + column)));
  }
  return group;
}

/** Marks that lie above the pieces: targets, badges, the deciding line.
 * @param {BoardScene} scene @param {Geometry} geo @param {Overlay} overlay */
function above(scene, geo, overlay) {
  const group = s("g");
  const selected = overlay.parts.length > 0;
  if (scene.blocks) {
    for (const name of overlay.last.slice(-1)) {
      const { x, y } = corner(scene, geo, name);
      group.append(s("circle", { class: "last-dot", cx: x + 50, cy: y + 50, r: 10 }));
    }
    if (overlay.ending.length > 1) {
      const points = overlay.ending.map((name) => corner(scene, geo, name)).map(({ x, y }) => `${x + 50} ${y + 50}`);
      group.append(s("path", { class: "ending-line", d: `M${points[0]}L${points[points.length - 1]}` }));
    }
  }
  for (const { part } of overlay.choices.values()) {
    if (!part.startsWith("cell:") || !selected) continue;
    const name = part.slice(5);
    const [row, column] = cellPlace(name, scene.rows);
    const { x, y } = corner(scene, geo, name);
    const taken = scene.cells[row * scene.columns + column];
    group.append(taken
      ? s("circle", { class: "mark-capture", cx: x + 50, cy: y + 50, r: 44 })
      : s("circle", { class: "mark-target", cx: x + 50, cy: y + 50, r: 13 }));
  }
  for (const [part, shown] of overlay.badges) {
    if (!part.startsWith("cell:")) continue;
    const { x, y } = corner(scene, geo, part.slice(5));
    group.append(badge(shown, x + 50, y + (selected || scene.blocks ? 50 : 82)));
  }
  return group;
}

/** The cells as things to click, focus and read aloud.
 * @param {BoardScene} scene @param {Geometry} geo @param {Overlay} overlay */
function hits(scene, geo, overlay) {
  const group = s("g", { role: "rowgroup" });
  for (let row = 0; row < scene.rows; row++) {
    const line = s("g", { role: "row" });
    for (let column = 0; column < scene.columns; column++) {
      const name = cellName(row, column, scene.rows);
      const piece = scene.cells[row * scene.columns + column];
      const part = `cell:${name}`;
      const can = overlay.choices.has(part);
      const words = [name, piece ? piece.name : "empty"];
      if (overlay.parts.includes(part)) words.push("picked");
      else if (can && overlay.parts.length > 0) words.push("a target");
      const shown = overlay.badges.get(part);
      if (shown) words.push(shown.words);
      line.append(s("g", {
        class: can ? "cell can" : "cell", role: "gridcell", tabindex: -1, "data-part": part, "aria-label": words.join(", "),
        "data-row": row, "data-column": column,
      }, s("rect", { x: geo.x(column), y: geo.y(row), width: CELL, height: CELL })));
    }
    group.append(line);
  }
  return group;
}
