// The best play as a Moore machine: a state for every position the strategist may meet, its move as the output; the
// state of the game on the board is lit.

import { api, ApiError } from "../api.js";
import { app } from "../app.js";
import { h, s } from "../dom.js";

/** @typedef {{name: string, output: string | null, position: string | null, end: string | null}} State */
/** @typedef {{from: number, to: number, input: string}} Arc */

/** @type {{key: string, states: State[], arcs: Arc[]} | null} */
let machine = null;
let missing = "";
let asked = "";

/** @param {() => void} tell */
export function machinePanel(tell) {
  const { session, positions, view } = app;
  if (!view || view.scene.kind !== "heaps") return null;
  const key = `${session.game} ${positions[0]}`;
  if (asked !== key) {
    asked = key;
    machine = null;
    missing = "";
    api.machine(session.game, positions[0]).then((answer) => {
      machine = { key, states: answer.states, arcs: answer.transitions };
      tell();
    }, (/** @type {Error} */ error) => {
      if (!(error instanceof ApiError)) throw error;
      missing = error.message;
      tell();
    });
  }
  return h("section", { "aria-label": "Machine" }, h("h2", {}, "The best play as a machine"),
    h("p", { class: "quiet small" }, "A state is what the first player meets, its output what to take; arrows are the other player's answers. The state on the board is lit: play, and watch it move."),
    missing ? h("p", { class: "quiet small" }, missing)
      : machine ? h("div", { class: "tree-box", tabindex: 0, role: "region", "aria-label": "The machine, drawn" }, draw(machine.states, machine.arcs)) : h("p", { class: "quiet" }, "Building …"));
}

/** @param {State[]} states @param {Arc[]} arcs */
function draw(states, arcs) {
  const layer = layers(states, arcs);
  /** @type {number[][]} */
  const columns = [];
  layer.forEach((depth, state) => (columns[depth] ??= []).push(state));
  const tallest = Math.max(...columns.map((column) => column.length));
  const [across, down] = [116, 66];
  const place = states.map((_, state) => {
    const column = columns[layer[state]];
    return { x: 46 + layer[state] * across, y: 40 + (column.indexOf(state) + (tallest - column.length) / 2) * down };
  });
  const [width, height] = [columns.length * across + 20, tallest * down + 20];
  const root = s("svg", { class: "tree machine", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `A machine of ${states.length} states` });
  const labels = s("g");
  for (const arc of arcs) {
    const [from, to] = [place[arc.from], place[arc.to]];
    const far = Math.abs(to.x - from.x) > across * 1.5;
    const bend = far ? -38 : 0;
    const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2 + bend];
    const angle = Math.atan2(to.y - y, to.x - x);
    const [tipX, tipY] = [to.x - 21 * Math.cos(angle), to.y - 21 * Math.sin(angle)];
    root.append(s("path", { class: "arc", d: `M${from.x} ${from.y}Q${x} ${y} ${tipX} ${tipY}` }),
      s("path", { d: "M0 0L-9-4V4Z", fill: "var(--strong-line)", transform: `translate(${tipX} ${tipY}) rotate(${(angle * 180) / Math.PI})` }));
    labels.append(s("text", { class: "move", x: from.x + (x - from.x) * .9, y: from.y + (y - from.y) * .9 - 8 }, arc.input));
  }
  const here = current(states);
  states.forEach((state, number) => {
    const lit = number === here;
    root.append(s("g", { transform: `translate(${place[number].x} ${place[number].y})` },
      s("circle", { class: lit ? "state lit" : "state", r: 20 }), state.end ? s("circle", { r: 16, class: "arc" }) : null,
      s("text", { class: lit ? "lit-text" : "", y: state.output === null ? 0 : -5 }, state.name.split(" ")[0]),
      state.output !== null ? s("text", { y: 9, class: lit ? "lit-text" : "move" }, `→${state.output}`) : null));
  });
  root.append(labels);
  return root;
}

/** How many answers each state is away from the start, which is the first. @param {State[]} states @param {Arc[]} arcs */
function layers(states, arcs) {
  const layer = states.map(() => -1);
  layer[0] = 0;
  // The longest way, so that arrows lead to the right: states cannot be met twice.
  for (let round = 0; round < states.length; round++) {
    let moved = false;
    for (const { from, to } of arcs) {
      if (layer[from] >= 0 && layer[to] < layer[from] + 1 && from !== to) {
        layer[to] = layer[from] + 1;
        moved = true;
      }
    }
    if (!moved) break;
  }
  return layer.map((depth) => Math.max(0, depth));
}

/** The state of the position on the board, or of the last one the strategist met. @param {State[]} states */
function current(states) {
  const { positions, session } = app;
  for (let ply = session.at; ply >= 0; ply--) {
    const text = positions[ply];
    if (text === undefined || text.slice(-1) !== positions[0]?.slice(-1)) continue;
    const found = states.findIndex((state) => state.position === text);
    if (found >= 0) return found;
  }
  return -1;
}
