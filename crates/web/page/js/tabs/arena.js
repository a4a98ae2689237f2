// Arena: a match between two engines, its statistics growing while one looks.

import { ApiError } from "../api.js";
import { app } from "../app.js";
import { button, h } from "../dom.js";
import { bars, lines } from "../chart.js";
import { jobsOf, startJob, stopJob } from "../jobs.js";
import { capital, sentence } from "../words.js";

/** @import { Job } from "../types.js" */

const form = { players: /** @type {[string, string]} */ (["", ""]), games: 20, time: .1, seed: 1 };
let wrong = "";

/** Engines to choose from: the levels of the game, and a few that every game has. @returns {[string, string][]} */
function engines() {
  const levels = (app.info?.levels ?? []).map((level) => /** @type {[string, string]} */ ([level.player, level.name]));
  return [...levels, ...(/** @type {[string, string][]} */ ([["random", "Random mover"], ["alpha-beta", "Alpha-beta"], ["mcts", "Monte Carlo"]]))
    .filter(([spec]) => !levels.some(([other]) => other === spec))];
}

/** @param {string} spec */
function engineName(spec) {
  return engines().find(([other]) => other === spec)?.[1] ?? spec;
}

/** @param {HTMLElement} panel */
export function show(panel) {
  const { session } = app;
  const matches = jobsOf("match").filter((job) => job.game === session.game);
  const active = document.activeElement?.id;
  panel.replaceChildren(h("section", { "aria-label": "A match" }, h("h2", {}, "A match between two engines"), setup(panel)),
    ...matches.map(card));
  if (active) document.getElementById(active)?.focus();
}

/** @param {HTMLElement} panel */
function setup(panel) {
  const all = engines();
  form.players = /** @type {[string, string]} */ (form.players.map((spec, index) =>
    all.some(([other]) => other === spec) ? spec : all[index === 0 ? Math.max(0, all.length - 3) : 0]?.[0] ?? "random"));
  /** @param {number} index */
  const choose = (index) => h("select", {
    id: `engine-${index}`, "aria-label": index === 0 ? "First engine" : "Second engine",
    onchange: (/** @type {Event} */ event) => { form.players[index] = /** @type {HTMLSelectElement} */ (event.target).value; },
  }, ...all.map(([spec, name]) => h("option", { value: spec, selected: spec === form.players[index] }, name)));
  /** @param {"games" | "time" | "seed"} name @param {string} label @param {Record<string, any>} limits */
  const number = (name, label, limits) => [h("label", { for: `match-${name}` }, label), h("input", {
    id: `match-${name}`, type: "number", value: form[name], ...limits,
    onchange: (/** @type {Event} */ event) => { form[name] = Number(/** @type {HTMLInputElement} */ (event.target).value); },
  })];
  return h("form", { class: "card", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); start(panel); } },
    h("div", { class: "row" }, choose(0), h("span", {}, "against"), choose(1)),
    h("div", { class: "field-row" },
      ...number("games", "Games", { min: 2, max: 1000, step: 2 }),
      ...number("time", "Seconds a move", { min: .01, max: 10, step: .01 }),
      ...number("seed", "Seed", { min: 0, max: 1e9, step: 1 })),
    wrong && h("p", { class: "card error small", role: "alert" }, wrong),
    h("div", { class: "row end" }, h("button", { type: "submit", class: "primary", id: "start-match" }, "Start the match")));
}

/** @param {HTMLElement} panel */
async function start(panel) {
  wrong = "";
  try {
    await startJob({ kind: "match", game: app.session.game, ...form });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    wrong = sentence(error.message);
    show(panel);
  }
}

/** @param {Job} job */
function card(job) {
  const numbers = { ...(job.progress ?? {}), ...(job.result ?? {}) };
  const players = (job.request?.players ?? numbers.players ?? ["first engine", "second engine"]).map(engineName);
  const wins = numbers.wins ?? [0, 0];
  const draws = numbers.draws ?? 0;
  const played = numbers.played ?? wins[0] + wins[1] + draws;
  const games = numbers.games ?? job.request?.games ?? played;
  const live = job.state === "running" || job.state === "queued";
  return h("section", { "aria-label": "Match", "data-match-job": job.id },
    h("div", { class: "verdict-line" }, h("h2", {}, `${players[0]} against ${players[1]}`),
      h("span", { class: "tag" }, live ? `${played} of ${games} games` : job.state === "done" ? `${played} games` : job.state)),
    live && h("progress", { value: played, max: games, "aria-label": "Games played" }),
    job.state === "failed" && h("p", { class: "card error" }, sentence(job.error ?? "the match failed")),
    played > 0 && h("div", { class: "counters" }, ...counters(players, wins, draws, numbers)),
    played > 0 && bars([
      { name: players[0], value: wins[0], kind: "win" }, { name: "Draws", value: draws, kind: "draw" }, { name: players[1], value: wins[1], kind: "loss" },
    ], "Games won"),
    scoreCurve(numbers, players[0]), table(numbers),
    live && h("div", { class: "row" }, button("Stop", () => stopJob(job.id))));
}

/** @param {string[]} players @param {number[]} wins @param {number} draws @param {any} numbers */
function counters(players, wins, draws, numbers) {
  const played = wins[0] + wins[1] + draws;
  const score = numbers.score ?? (played ? (wins[0] + draws / 2) / played : 0);
  /** @type {[string, string][]} */
  const facts = [
    [`${capital(players[0])} scores`, `${(score * 100).toFixed(1)} %`],
    ["Won, drawn, lost", `${wins[0]} – ${draws} – ${wins[1]}`],
  ];
  if (typeof numbers.elo === "number") facts.push(["Elo", `${numbers.elo > 0 ? "+" : ""}${numbers.elo.toFixed(0)}${typeof numbers.elo_error === "number" ? ` ± ${numbers.elo_error.toFixed(0)}` : ""}`]);
  if (typeof numbers.los === "number") facts.push(["Likely stronger", `${(numbers.los * 100).toFixed(1)} %`]);
  return facts.map(([name, value]) => h("div", {}, h("b", {}, value), h("span", { class: "quiet small" }, name)));
}

/** The score after every game. @param {any} numbers @param {string} name */
function scoreCurve(numbers, name) {
  /** @type {any[]} */
  const records = numbers.records ?? [];
  if (records.length < 2) return null;
  let points = 0;
  const curve = records.map((record, index) => {
    points += record.winner === 0 ? 1 : record.winner === null ? .5 : 0;
    return { x: index + 1, y: points / (index + 1) };
  });
  return h("figure", {}, lines(curve, { low: 0, high: 1, label: `Score of ${name} after each game`, percent: true }),
    h("figcaption", { class: "quiet small" }, `Score of ${name} after each game.`));
}

/** Who began makes a difference in these games. @param {any} numbers */
function table(numbers) {
  /** @type {any[]} */
  const records = numbers.records ?? [];
  if (records.length === 0 || records[0].plies === undefined) return null;
  const firsts = records.filter((record) => record.winner !== null && record.winner === record.first).length;
  const length = records.reduce((sum, record) => sum + record.plies, 0) / records.length;
  return h("p", { class: "quiet small" }, `Whoever began won ${firsts} of ${records.length}; a game took ${length.toFixed(1)} plies on average.`);
}
