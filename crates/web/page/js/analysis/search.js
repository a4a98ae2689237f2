// A search that runs while one looks: depth, speed, the line it believes in, proof numbers where it has them.

import { stream, url } from "../api.js";
import { app } from "../app.js";
import { button, h } from "../dom.js";
import { big, scoreWords, valueWords } from "../words.js";

/** @import { Info } from "../types.js" */

/** @type {[string, string][]} */
const ENGINES = [["alpha-beta", "Alpha-beta"], ["pn", "Proof numbers"], ["mcts", "Monte Carlo"]];
let engine = "alpha-beta";
let seconds = 10;
/** @type {{close: () => void} | null} */
let running = null;
/** @type {Info | null} */
let info = null;
let position = "";
let words = "";
/** @type {() => void} */
let tell = () => {};

export function stopSearch() {
  running?.close();
  running = null;
}

function start() {
  const { session, view } = app;
  if (!view) return;
  stopSearch();
  info = null;
  words = "";
  position = view.position;
  running = stream(url([session.game, "search"], { p: view.position, player: engine, time: seconds }), {
    info(data) {
      info = data;
      tell();
    },
    done(data) {
      info = { ...info, ...data };
      words = data.move ? `Done: ${data.move}.` : "Done.";
      stopSearch();
      tell();
    },
    failed(reason) {
      words = reason;
      running = null;
      tell();
    },
  });
  tell();
}

/** What the search believes of the position on the board, if it has looked at it. */
export function belief() {
  return info?.line?.[0] !== undefined && app.view?.position === position ? info : null;
}

/** The panel of the search. @param {() => void} redraw */
export function searchPanel(redraw) {
  tell = redraw;
  if (running && app.view?.position !== position) start();
  const stale = app.view?.position !== position;
  const choose = h("select", {
    "aria-label": "Algorithm",
    onchange: (/** @type {Event} */ event) => { engine = /** @type {HTMLSelectElement} */ (event.target).value; if (running) start(); },
  }, ...ENGINES.map(([id, name]) => h("option", { value: id, selected: id === engine }, name)));
  const time = h("select", {
    "aria-label": "Time",
    onchange: (/** @type {Event} */ event) => { seconds = Number(/** @type {HTMLSelectElement} */ (event.target).value); },
  }, ...[2, 10, 30].map((number) => h("option", { value: number, selected: number === seconds }, `${number} s`)));
  return h("section", { "aria-label": "Search" }, h("h2", {}, "Search"),
    h("div", { class: "row" }, choose, time, running ? button("Stop", () => { stopSearch(); redraw(); }) : button("Search", start, { disabled: app.view?.outcome !== null })),
    info && !stale ? facts(info) : null, words && !stale ? h("p", { class: "quiet small" }, words) : null);
}

/** @param {Info} now */
function facts(now) {
  const speed = now.nps ?? (now.nodes && now.time_ms ? (now.nodes / now.time_ms) * 1000 : null);
  /** @type {[string, string | null][]} */
  const rows = [
    ["Depth", now.depth ? String(now.depth) : null],
    ["Speed", speed ? `${big(speed)} nodes/s, ${big(now.nodes ?? 0)} nodes` : null],
    ["Value", now.value && now.value.kind !== "unknown" ? valueWords(now.value) : now.score !== undefined && now.score !== null ? `${scoreWords(now.score)} (estimate)` : null],
    ["Line", now.line?.length ? now.line.join(" ") : null],
    ["Proof", now.proof ? `${big(now.proof.p)} to prove, ${big(now.proof.d)} to disprove` : null],
  ];
  return h("dl", { class: "live" }, ...rows.flatMap(([name, value]) => (value === null ? [] : [h("dt", {}, name), h("dd", {}, value)])));
}
