// Learn: the search laboratory. Pick an algorithm and its switches, walk the search step by step on its tree, compare
// what it cost; for heaps, the best play as a machine.

import { api, ApiError } from "../api.js";
import { app, go } from "../app.js";
import { bars } from "../chart.js";
import { button, h, still } from "../dom.js";
import { machinePanel } from "../lab/machine.js";
import { stateAt, stepsOf, stepWords } from "../lab/steps.js";
import { drawTree, layout } from "../lab/tree_view.js";
import { sentence } from "../words.js";

/** @import { TreeNode, Step } from "../lab/steps.js" */
/** @import { Layout } from "../lab/tree_view.js" */

/** The switches that are shown: those whose work can be seen in a small tree. @type {[string, string][]} */
const SWITCHES = [
  ["win-stop", "stop at the best possible value"],
  ["table", "remember positions in a transposition table"],
  ["symmetry", "symmetric positions share their place in the table"],
  ["ordering", "try moves in the order of the estimates they lead to"],
  ["killers", "try moves early that cut off at the same ply elsewhere"],
  ["deepening", "search to depth 1, 2, 3, … in turn"],
  ["pvs", "search all moves but the first with a window of width zero"],
  ["forced", "win in one, block in one, without search"],
];
/** A switch that works only beside another. @type {Record<string, string>} */
const NEEDS = { symmetry: "table", "table-move": "table", etc: "table" };

let algorithm = "alpha-beta";
const on = new Set(["win-stop"]);
let depth = "";
/** @type {HTMLElement | null} */
let place = null;
/** @type {AbortController | null} */
let asking = null;
let asked = "";
/** @type {{nodes: TreeNode[], steps: Step[], where: Layout, omitted: number} | null} */
let film = null;
let at = 0;
let wrong = "";
let running = 0;
/** @type {{key: string, runs: Map<string, number>}} node counts of what was tried */
let tried = { key: "", runs: new Map() };
/** @type {any[] | null} */
let ablation = null;

export const keys = {
  ArrowRight: () => step(1), ArrowLeft: () => step(-1), Home: () => jump(0), End: () => jump(film?.steps.length ?? 0),
};

/** @param {HTMLElement} panel */
export function show(panel) {
  place = panel;
  ask();
  draw();
}

export function hide() {
  place = null;
  asked = "";
  asking?.abort();
  clearInterval(running);
  running = 0;
}

/** Asks for the tree of what is chosen, unless it is there. */
async function ask() {
  const { session, view } = app;
  if (!view) return;
  const switches = algorithm === "minimax" ? "" : [...on].join(",");
  const problem = `${session.game} ${view.position} ${depth}`;
  const now = `${problem} ${algorithm} ${switches}`;
  if (now === asked) return;
  asked = now;
  if (tried.key !== problem) {
    tried = { key: problem, runs: new Map() };
    ablation = null;
  }
  asking?.abort();
  const mine = (asking = new AbortController());
  try {
    const tree = await search(session.game, { p: view.position, algorithm, switches: algorithm === "minimax" ? null : switches || "none" }, mine.signal);
    if (mine.signal.aborted) return;
    film = { nodes: tree.nodes, steps: stepsOf(tree.nodes), where: layout(tree.nodes), omitted: tree.omitted ?? 0 };
    at = film.steps.length;
    wrong = "";
    tried.runs.set(runName(), tree.visited ?? tree.nodes.length);
  } catch (error) {
    if (mine.signal.aborted) return;
    if (!(error instanceof ApiError)) throw error;
    film = null;
    wrong = sentence(error.message);
  }
  draw();
}

/** The tree to the chosen depth; else to the end of the game if it fits, else as deep as it does.
 * @param {string} game @param {Record<string, any>} query @param {AbortSignal} signal */
async function search(game, query, signal) {
  if (depth !== "") return api.tree(game, { ...query, depth }, signal);
  for (const plies of [null, 4, 3, 2]) {
    try {
      return await api.tree(game, { ...query, depth: plies }, signal);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return api.tree(game, { ...query, depth: 1 }, signal);
}

function runName() {
  return algorithm === "minimax" ? "minimax" : `alpha-beta${[...on].map((name) => ` + ${name}`).join("")}`;
}

/** @param {number} by */
function step(by) {
  jump(at + by);
}

/** @param {number} to */
function jump(to) {
  at = Math.max(0, Math.min(film?.steps.length ?? 0, to));
  drawFilm();
}

function run() {
  if (running) {
    clearInterval(running);
    running = 0;
  } else {
    if (film && at >= film.steps.length) at = 0;
    running = window.setInterval(() => {
      step(1);
      if (!film || at >= film.steps.length) run();
    }, 450);
  }
  drawFilm();
}

const filmPlace = h("div", { class: "lab" });

function drawFilm() {
  if (!film) {
    filmPlace.replaceChildren(wrong ? h("div", { class: "card error", role: "alert" }, h("p", {}, wrong), h("div", { class: "row" }, ...examples())) : h("p", { class: "quiet" }, "Searching …"));
    return;
  }
  const { nodes, steps, where } = film;
  const known = stateAt(nodes, steps, at);
  const old = filmPlace.querySelector(".tree-box");
  const scroll = old ? [old.scrollLeft, old.scrollTop] : null;
  const focused = document.activeElement instanceof HTMLElement && filmPlace.contains(document.activeElement) ? document.activeElement.dataset.name : null;
  const box = h("div", { class: "tree-box", tabindex: 0, role: "region", "aria-label": "The tree, drawn", "data-name": "box" }, drawTree(nodes, where, known));
  const slider = h("input", {
    type: "range", min: 0, max: steps.length, value: at, "aria-label": "Step", "data-name": "slider",
    oninput: (/** @type {Event} */ event) => jump(Number(/** @type {HTMLInputElement} */ (event.target).value)),
  });
  filmPlace.replaceChildren(
    h("div", { class: "steps" },
      button("«", () => jump(0), { "aria-label": "To the beginning", "data-name": "first" }),
      button("Back", () => step(-1), { disabled: at === 0, "data-name": "back" }),
      button("Next", () => step(1), { disabled: at >= steps.length, class: "primary", "data-name": "next" }),
      button(running ? "Pause" : "Run", run, { "data-name": "run" }),
      button("»", () => jump(steps.length), { "aria-label": "To the end", "data-name": "last" }),
      slider, h("span", { class: "quiet small" }, `${at} / ${steps.length}`)),
    h("p", { "aria-live": "polite" }, stepWords(nodes, steps[at - 1])),
    box,
    h("div", { class: "counters" },
      counter(known.visited, "visited"), counter(known.pruned, "cut"), counter(known.hits, "table hits"),
      film.omitted > 0 && counter(film.omitted, "not drawn")));
  if (scroll) [box.scrollLeft, box.scrollTop] = scroll;
  const { x, y } = where.places[known.here] ?? { x: 0, y: 0 };
  box.scrollTo({ left: x - box.clientWidth / 2, top: Math.max(0, y - box.clientHeight * .6), behavior: still() || !scroll ? "auto" : "smooth" });
  if (focused) {
    const again = filmPlace.querySelector(`[data-name="${focused}"]:not(:disabled)`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}

/** @param {number} number @param {string} name */
function counter(number, name) {
  return h("div", {}, h("b", {}, number.toLocaleString("en")), h("span", { class: "quiet small" }, name));
}

function examples() {
  return [["Matches with 7", "matches:pile=7"], ["Nim 1+2+2", "nim:heaps=1+2+2"], ["Musketeers 3 × 3", "three-musketeers:rows=3,columns=3"]]
    .map(([name, game]) => button(name, () => go({ game, start: null, moves: [], at: 0, resigned: null })));
}

function draw() {
  if (!place) return;
  const algorithms = h("div", { class: "pick", role: "group", "aria-label": "Algorithm" },
    ...[["minimax", "Minimax"], ["alpha-beta", "Alpha-beta"]].map(([id, name]) =>
      button(name, () => { algorithm = id; ask(); draw(); }, { "aria-pressed": algorithm === id ? "true" : "false" })));
  const boxes = SWITCHES.map(([name, help]) => h("label", { title: help }, h("input", {
    type: "checkbox", checked: on.has(name), disabled: algorithm === "minimax", name,
    onchange: (/** @type {Event} */ event) => toggle(name, /** @type {HTMLInputElement} */ (event.target).checked),
  }), name));
  const plies = h("select", {
    "aria-label": "Depth",
    onchange: (/** @type {Event} */ event) => { depth = /** @type {HTMLSelectElement} */ (event.target).value; ask(); },
  }, h("option", { value: "", selected: depth === "" }, "as deep as fits"), ...[1, 2, 3, 4, 5, 6, 8].map((number) =>
    h("option", { value: number, selected: depth === String(number) }, `${number} ${number === 1 ? "ply" : "plies"}`)));
  const active = document.activeElement instanceof HTMLInputElement ? document.activeElement.name : null;
  place.replaceChildren(
    h("section", { "aria-label": "Search" }, h("h2", {}, "How a search works"),
      h("div", { class: "row" }, algorithms, plies, h("span", { class: "quiet small" }, "Small examples:"), ...examples()),
      h("div", { class: "switches", role: "group", "aria-label": "Switches" }, ...boxes),
      filmPlace),
    ...[compared(), machinePanel(draw), ablationPanel()].filter((part) => part !== null));
  drawFilm();
  if (active) {
    const again = place.querySelector(`input[name="${active}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}

/** @param {string} name @param {boolean} wanted */
function toggle(name, wanted) {
  if (wanted) on.add(name).add(NEEDS[name] ?? name);
  else {
    on.delete(name);
    for (const [other, needed] of Object.entries(NEEDS)) if (needed === name) on.delete(other);
  }
  ask();
  draw();
}

function compared() {
  if (tried.runs.size === 0) return null;
  return h("section", { "aria-label": "Compared" }, h("h2", {}, "Nodes visited, of what was tried"),
    bars([...tried.runs].map(([name, value]) => ({ name, value, kind: name === runName() ? "" : "old" })), "Nodes visited"));
}

function ablationPanel() {
  const { session, view } = app;
  const compare = async () => {
    ablation = [];
    draw();
    try {
      const answer = await api.ablation(session.game, { p: view?.position, depth });
      ablation = answer.rows ?? answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      ablation = null;
      wrong = sentence(error.message);
    }
    draw();
  };
  return h("section", { "aria-label": "Switch by switch" }, h("h2", {}, "Switch by switch"),
    ablation === null ? h("div", { class: "row" }, button("Compare every switch on this position", compare))
      : ablation.length === 0 ? h("p", { class: "quiet" }, "Measuring …") : table(ablation));
}

/** What a row of the comparison is about. @param {any} row */
function rowName(row) {
  /** @type {Record<string, string>} */
  const groups = { plain: "plain alpha-beta", alone: "only", cumulative: "and also", "all-but-one": "all but", unsound: "with (unsound)" };
  return [groups[row.group] ?? row.group, row.switch].filter(Boolean).join(" ");
}

/** @param {any[]} rows */
function table(rows) {
  return h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "Switches"), h("th", { class: "number" }, "Nodes"), h("th", { class: "number" }, "Seconds"))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, h("td", {}, rowName(row)), h("td", { class: "number" }, Number(row.nodes).toLocaleString("en")),
      h("td", { class: "number" }, row.seconds === undefined || row.seconds === null ? "" : Number(row.seconds).toFixed(3))))));
}
