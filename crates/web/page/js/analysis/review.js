// Looks back over the game: the value before and after every move, a verdict for each, a curve over all of them.

import { stream, url } from "../api.js";
import { app, go } from "../app.js";
import { button, h, s } from "../dom.js";
import { short, valueWords } from "../words.js";

/** @import { Value } from "../types.js" */

/** @typedef {{ply: number, move: string, value_before: Value, value_after: Value, verdict: string, rank: number | null,
 *   of: number, best: string | null}} Ply */

/** @type {Map<number, Ply>} */
let plies = new Map();
let key = "";
let done = false;
let failure = "";
/** @type {{close: () => void} | null} */
let running = null;

/** Starts a review of the line on the board, unless it is there. @param {() => void} tell */
export function review(tell) {
  const { session } = app;
  const now = `${session.game} ${session.start} ${session.moves.join(",")}`;
  if (now === key) return;
  const longer = now.startsWith(`${key},`) && done;
  if (!longer) plies = new Map();
  stopReview();
  key = now;
  done = session.moves.length === 0;
  failure = "";
  if (done) return;
  running = stream(url([session.game, "review"], { start: session.start, moves: session.moves.join(",") }), {
    ply(/** @type {Ply} */ ply) {
      plies.set(ply.ply, ply);
      tell();
    },
    done() {
      done = true;
      running?.close();
      running = null;
      tell();
    },
    failed(reason) {
      failure = reason;
      running = null;
      tell();
    },
  });
}

export function stopReview() {
  running?.close();
  running = null;
  if (!done) key = "";
}

/** @type {Record<string, string>} */
const WORDS = { best: "best", keeps: "keeps it", "gives-away": "gives it away", forced: "only move", unknown: "not known" };

/** The verdicts for the list of moves. */
export function verdicts() {
  return new Map([...plies].map(([number, ply]) => {
    const rank = ply.rank && ply.verdict !== "forced" && ply.verdict !== "unknown" ? ` (${ply.rank}/${ply.of})` : "";
    const better = ply.verdict === "gives-away" && ply.best ? `, ${ply.best} was best` : "";
    return [number, { kind: ply.verdict, words: (WORDS[ply.verdict] ?? ply.verdict) + rank + better }];
  }));
}

/** A button to the move that lost the game. */
export function losingMove() {
  const away = [...plies.values()].filter((ply) => ply.verdict === "gives-away").sort((a, b) => a.ply - b.ply);
  if (away.length === 0) return null;
  const losing = away[away.length - 1];
  return button(`To the losing move: ${losing.ply}. ${losing.move}`, () => go({ at: losing.ply - 1 }));
}

/** The value at a ply as a height from -1 to 1, for the player who moves at ply 0. @param {Value} value @param {boolean} same */
function height(value, same) {
  if (value.kind === "unknown") return null;
  if (value.kind === "draw") return 0;
  const size = .35 + .65 / (1 + (value.plies ?? 40) / 12);
  return (value.kind === "win" ? 1 : -1) * size * (same ? 1 : -1);
}

/** The curve of the value over the game: up is good for the player who moved first. */
export function curve() {
  const { session, info, positions } = app;
  if (!info || session.moves.length === 0) return null;
  if (failure) return h("p", { class: "card error" }, failure);
  const [width, tall, left] = [380, 108, 34];
  const step = (width - left - 12) / Math.max(1, session.moves.length);
  const turnAt = (/** @type {number} */ ply) => positions[ply]?.slice(-1) === positions[0]?.slice(-1);
  const chart = s("svg", { class: "chart", viewBox: `0 0 ${width} ${tall}`, role: "group", "aria-label": "Value over the game" },
    s("path", { class: "zero", d: `M${left} ${tall / 2}H${width}` }),
    s("text", { x: 0, y: 16 }, "win"), s("text", { x: 0, y: tall / 2 + 4 }, "draw"), s("text", { x: 0, y: tall - 8 }, "loss"));
  const here = left + session.at * step;
  chart.append(s("path", { class: "here", d: `M${here} 4V${tall - 4}` }));
  /** @type {string[]} */
  let path = [];
  /** @type {SVGElement[]} */
  const dots = [];
  for (let ply = 0; ply <= session.moves.length; ply++) {
    const value = ply < session.moves.length ? plies.get(ply + 1)?.value_before : flip(plies.get(ply)?.value_after);
    const up = value ? height(value, turnAt(ply)) : null;
    if (!value || up === null) continue;
    const [x, y] = [left + ply * step, tall / 2 - up * (tall / 2 - 10)];
    path.push(`${path.length === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`);
    const good = value.kind === "draw" ? "draw" : up > 0 ? "win" : "loss";
    const shape = good === "win" ? s("circle", { cx: x, cy: y, r: 4.5 })
      : good === "draw" ? s("rect", { x: x - 4, y: y - 4, width: 8, height: 8 })
        : s("path", { d: `M${x - 6} ${y}l6-5 6 5-6 5Z` });
    shape.classList.add("point", good);
    shape.addEventListener("click", () => go({ at: ply }));
    shape.append(s("title", {}, `After ${ply} plies: ${valueWords(value)} (${short(value)})`));
    dots.push(shape);
  }
  chart.append(s("path", { class: "curve", d: path.join("") }), ...dots);
  const first = firstMover();
  return h("figure", {}, chart, h("figcaption", { class: "quiet small" },
    done ? `Up is good for ${first}.` : `Up is good for ${first}. Looking at move ${plies.size + 1} of ${session.moves.length} …`));
}

/** `value_after` is for the player who moved. @param {Value | undefined} value @returns {Value | undefined} */
function flip(value) {
  if (!value) return undefined;
  const kind = value.kind === "win" ? "loss" : value.kind === "loss" ? "win" : value.kind;
  return { kind, plies: value.plies };
}

/** The player who moved first in this game, by name. */
function firstMover() {
  const { info, view, positions, session } = app;
  if (!info || !view) return "";
  const same = positions[session.at]?.slice(-1) === positions[0]?.slice(-1);
  return same ? view.turn : info.players.find((player) => player !== view.turn) ?? "";
}
