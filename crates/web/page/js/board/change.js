// What a move changed, read off the two scenes: for the words, for the marks and for the animation. The only geometry
// here is that of the notation: quadrants turn and change places.

import { cellName, cellPlace, QUADRANTS } from "../moves/parts.js";
import { capital } from "../words.js";

/** @import { BoardScene, GameInfo, Piece, View } from "../types.js" */

const PLACE = /^([a-z]\d+)(?:(tl|tr|bl|br)([+-])|(tl|tr|bl|br)(tl|tr|bl|br))?$/;
const STEP = /^([a-z]\d+)([a-z]\d+)$/;

/** @typedef {{from: string | null, to: string, captured: Piece | null, converted: string[]}} Step */

/**
 * A step from cell to cell: what stood where it ended, and which other cells changed.
 * @param {string} move @param {BoardScene} before @param {BoardScene} after @returns {Step | null}
 */
export function step(move, before, after) {
  const found = STEP.exec(move);
  if (!found) return null;
  const [, from, to] = found;
  const [row, column] = cellPlace(to, before.rows);
  const converted = before.cells.flatMap((piece, index) => {
    const name = cellName(Math.floor(index / before.columns), index % before.columns, before.rows);
    return name !== from && name !== to && piece?.name !== after.cells[index]?.name ? [name] : [];
  });
  return { from, to, captured: before.cells[row * before.columns + column], converted };
}

/** A placement with what follows it. @param {string} move */
export function placement(move) {
  const found = PLACE.exec(move);
  if (!found || STEP.test(move)) return null;
  const [, cell, turned, way, one, other] = found;
  return { cell, turned: turned ?? null, way: way ?? null, swapped: one ? [one, other] : null };
}

/**
 * The cells a move leads through, as they are afterwards: a stone travels with its quadrant.
 * @param {string | undefined} move @param {View} view
 * @returns {string[]}
 */
export function lastCells(move, view) {
  if (!move || view.scene.kind !== "board") return [];
  const moved = STEP.exec(move);
  if (moved) return [moved[1], moved[2]];
  const placed = placement(move);
  if (!placed || !view.scene.blocks) return [];
  const { rows, blocks } = view.scene;
  const [blockRows, blockColumns] = blocks;
  let [row, column] = cellPlace(placed.cell, rows);
  const quadrant = (row < blockRows ? "t" : "b") + (column < blockColumns ? "l" : "r");
  if (placed.turned === quadrant) {
    const [r, c] = [row % blockRows, column % blockColumns];
    const [turnedRow, turnedColumn] = placed.way === "+" ? [c, blockRows - 1 - r] : [blockColumns - 1 - c, r];
    row += turnedRow - r;
    column += turnedColumn - c;
  }
  if (placed.swapped?.includes(quadrant)) {
    const goal = placed.swapped[0] === quadrant ? placed.swapped[1] : placed.swapped[0];
    row = (row % blockRows) + (goal[0] === "b" ? blockRows : 0);
    column = (column % blockColumns) + (goal[1] === "r" ? blockColumns : 0);
  }
  return [cellName(row, column, rows)];
}

/**
 * A move in words: "Guards: b3 to b4."
 * @param {string} move @param {View} before @param {View} after @param {GameInfo} info
 */
export function moveWords(move, before, after, info) {
  const who = capital(before.turn);
  if (move === "pass") return `${who} pass.`;
  if (before.scene.kind === "heaps" || after.scene.kind === "heaps") {
    const [, heap, number] = /^([a-z]?)(\d+)$/.exec(move) ?? [];
    return `${who} took ${number}${heap ? ` from heap ${heap}` : ""}.`;
  }
  const moved = step(move, before.scene, after.scene);
  if (moved) {
    const [row, column] = cellPlace(moved.to, after.scene.rows);
    const piece = after.scene.cells[row * after.scene.columns + column]?.name ?? "";
    // Musketeers are all musketeers, but the king's player has guards too.
    const what = before.turn.startsWith(piece) ? "" : `${piece} `;
    const taken = moved.captured ? ` takes the ${moved.captured.name} on ${moved.to}` : ` to ${moved.to}`;
    const become = moved.converted.length === 0 ? "" : ` ${list(moved.converted)} ${moved.converted.length > 1 ? "are" : "is"} converted.`;
    return `${who}: ${what}${moved.from}${taken}.${become}`;
  }
  const placed = placement(move);
  if (!placed) return `${who}: ${move}.`;
  if (placed.turned) return `${who}: ${placed.cell}, ${QUADRANTS[placed.turned]} turned ${placed.way === "+" ? "clockwise" : "counter-clockwise"}.`;
  if (placed.swapped) return `${who}: ${placed.cell}, ${placed.swapped.map((quadrant) => QUADRANTS[quadrant]).join(" and ")} exchanged.`;
  return `${who}: ${placed.cell}.`;
}

/** @param {string[]} names */
function list(names) {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names[0];
}
