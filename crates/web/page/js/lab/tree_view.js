// Draws a recorded tree as far as the film has run: squares where the first player moves, circles where the second
// does, windows beside the current node, scissors where branches were cut, dotted lines to earlier visits.

import { s } from "../dom.js";
import { app } from "../app.js";
import { childrenOf } from "./steps.js";

/** @import { TreeNode, Known } from "./steps.js" */

const DOWN = 84;

/** Where everything stands: leaves side by side, parents over the middle of what is below them. @param {TreeNode[]} nodes */
export function layout(nodes) {
  const children = childrenOf(nodes);
  const boards = nodes[0]?.position.includes("/") ?? false;
  const across = boards ? 70 : 52;
  /** @type {{x: number, y: number}[]} */
  const places = nodes.map(() => ({ x: 0, y: 0 }));
  /** @type {Map<number, {x: number, y: number}[]>} */
  const stubs = new Map();
  let next = 40;
  let deepest = 0;
  /** @param {number} node @param {number} depth @returns {number} */
  const place = (node, depth) => {
    deepest = Math.max(deepest, depth);
    const xs = children[node].map((child) => place(child, depth + 1));
    const cut = nodes[node].pruned.slice(0, 3).map(() => {
      const x = next;
      next += across * .7;
      deepest = Math.max(deepest, depth + 1);
      return { x, y: (depth + 1) * DOWN + 44 };
    });
    if (cut.length > 0) stubs.set(node, cut);
    const all = [...xs, ...cut.map((stub) => stub.x)];
    let x;
    if (all.length === 0) {
      x = next;
      next += across;
    } else x = (all[0] + all[all.length - 1]) / 2;
    places[node] = { x, y: depth * DOWN + 44 };
    return x;
  };
  if (nodes.length > 0) place(0, 0);
  return { places, stubs, width: next + 90, height: deepest * DOWN + 110, boards };
}

/** @typedef {ReturnType<typeof layout>} Layout */

/** @param {TreeNode[]} nodes @param {Layout} where @param {Known} known */
export function drawTree(nodes, where, known) {
  const { places, stubs, width, height, boards } = where;
  const root = s("svg", { class: "tree", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "The tree of the search" });
  const [edges, cuts, dots] = [s("g"), s("g"), s("g")];
  root.append(edges, cuts);
  nodes.forEach((node, index) => {
    const { x, y } = places[index];
    const seen = known.entered.has(index);
    if (node.parent !== null && seen) {
      const up = places[node.parent];
      edges.append(s("path", { class: "edge", d: `M${up.x} ${up.y + 16}L${x} ${y - 16}` }),
        s("text", { class: "move", x: (up.x + x) / 2 + (x < up.x ? -9 : 9), y: (up.y + y) / 2 }, node.move ?? ""));
    }
    if (known.cut.has(index)) cut(cuts, node, places[index], stubs.get(index) ?? []);
    if (node.kind === "known" && node.hit !== null && node.hit !== undefined && seen) {
      const first = places[node.hit];
      const bend = Math.max(first.y, y) + 34;
      dots.append(s("path", { class: "hit", d: `M${x} ${y + 16}C${x} ${bend} ${first.x} ${bend} ${first.x} ${first.y + 16}` }));
    }
    if (seen) root.append(drawNode(node, index, places[index], known, boards));
  });
  root.append(dots);
  return root;
}

/** @param {SVGGElement} group @param {TreeNode} node @param {{x: number, y: number}} from @param {{x: number, y: number}[]} ends */
function cut(group, node, from, ends) {
  for (const [index, end] of ends.entries()) {
    const [x, y] = [(from.x + end.x) / 2, (from.y + end.y) / 2];
    const more = index === ends.length - 1 && node.pruned.length > ends.length ? ` +${node.pruned.length - ends.length}` : "";
    group.append(s("path", { class: "edge cut", d: `M${from.x} ${from.y + 16}L${end.x} ${end.y - 16}` }),
      s("text", { class: "scissors", x, y }, "✂"),
      s("text", { class: "move", x: end.x, y: end.y - 8 }, node.pruned[index].move + more, s("title", {}, node.pruned[index].reason)));
  }
  const last = ends[ends.length - 1];
  if (last) group.append(s("text", { class: "cut-word", x: (ends[0].x + last.x) / 2, y: last.y + 7 }, node.pruned[0].reason));
}

/** @param {TreeNode} node @param {number} index @param {{x: number, y: number}} place @param {Known} known @param {boolean} boards */
function drawNode(node, index, { x, y }, known, boards) {
  const done = known.left.has(index);
  const here = known.here === index;
  const classes = ["node"];
  if (done) classes.push("done", ...(node.value !== null && node.value > 0 ? ["won"] : node.value !== null && node.value < 0 ? ["lost"] : []));
  if (here) classes.push("here", "pulse");
  const size = boards ? 21 : 15;
  const group = s("g", { class: classes.join(" "), transform: `translate(${x} ${y})`, "data-node": index },
    node.max ? s("rect", { x: -size, y: -size, width: size * 2, height: size * 2, rx: 3 }) : s("circle", { r: size + 1 }),
    s("title", {}, node.position));
  group.append(boards ? tiny(node.position) : s("text", {}, node.position.split(" ")[0]));
  if (done) group.append(s("text", { class: "value", x: -size - 3, y: -size + 3 }, node.text ?? sign(node.value)));
  const [alpha, beta] = [known.alpha.get(index) ?? null, known.beta.get(index) ?? null];
  if (here && (alpha !== null || beta !== null || node.alpha !== undefined)) {
    group.append(s("text", { class: "window", x: size + 6, y: -7 }, `α ${alpha ?? "−∞"}`), s("text", { class: "window", x: size + 6, y: 8 }, `β ${beta ?? "∞"}`));
  }
  return group;
}

/** @param {number | null} value */
function sign(value) {
  return value === null ? "" : value > 0 ? `+${value}` : String(value).replace("-", "−");
}

/** A board of a few pixels: dark and light squares as on the board itself. @param {string} position */
function tiny(position) {
  const rows = position.split(" ")[0].split("/");
  const unit = 28 / Math.max(rows.length, rows[0].length);
  const shades = new Map(app.view?.scene.kind === "board" ? app.view.scene.cells.flatMap((piece) => (piece ? [[piece.letter, piece.shade]] : [])) : []);
  const group = s("g", { transform: `translate(${(-unit * rows[0].length) / 2} ${(-unit * rows.length) / 2})` });
  rows.forEach((row, down) => [...row].forEach((letter, right) => {
    if (letter === ".") return;
    const dark = (shades.get(letter) ?? (/[MKB]/.test(letter) ? "dark" : "light")) === "dark";
    group.append(s("rect", {
      x: right * unit + .4, y: down * unit + .4, width: unit - .8, height: unit - .8,
      fill: dark ? "var(--ink)" : "var(--field-line)",
    }));
  }));
  return group;
}
