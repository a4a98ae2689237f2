// Where things stand in the drawing of a board: cells of 100 units, a gap between blocks, room for coordinates and, on
// boards of quadrants, for the handles around them.

/** @import { BoardScene } from "../types.js" */

export const CELL = 100;
const GAP = 26;

/** @typedef {ReturnType<typeof geometry>} Geometry */

/** @param {BoardScene} scene */
export function geometry(scene) {
  const [blockRows, blockColumns] = scene.blocks ?? [scene.rows, scene.columns];
  const around = scene.blocks ? 78 : 8;
  const left = around + 38;
  const top = around;
  const gap = scene.blocks ? GAP : 0;
  /** @param {number} column */
  const x = (column) => left + column * CELL + Math.floor(column / blockColumns) * gap;
  /** @param {number} row */
  const y = (row) => top + row * CELL + Math.floor(row / blockRows) * gap;
  const right = x(scene.columns - 1) + CELL;
  const bottom = y(scene.rows - 1) + CELL;
  return {
    x, y, left, top, right, bottom, around, blockRows, blockColumns,
    width: right + around, height: bottom + around + 38,
    /** The block that a cell is in. @param {number} row @param {number} column */
    quadrantOf: (row, column) => (row < blockRows ? "t" : "b") + (column < blockColumns ? "l" : "r"),
    /** The frame of a block. @param {string} quadrant */
    frame: (quadrant) => ({
      x: x(quadrant[1] === "l" ? 0 : blockColumns), y: y(quadrant[0] === "t" ? 0 : blockRows),
      width: blockColumns * CELL, height: blockRows * CELL,
    }),
  };
}
