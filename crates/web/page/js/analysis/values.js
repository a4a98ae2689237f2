// What the moves of a position are worth, and the badges that say so on the board. Proven values come back at once;
// what is not proven is asked for again with a little time, and marked as an estimate.

import { api } from "../api.js";
import { app } from "../app.js";
import { choices } from "../moves/parts.js";
import { scoreWords, valueWords } from "../words.js";

/** @import { Answer, Info, Move, Value, View } from "../types.js" */
/** @import { Overlay } from "../board/grid.js" */

/** @type {Map<string, Answer>} answers that will not change */
const known = new Map();
/** @type {AbortController | null} */
let asking = null;

/** Forgets what was known, when a table has been solved. */
export function forget() {
  known.clear();
}

/** Larger is better for the player who moves. @param {Value | undefined} value */
export function worth(value) {
  if (!value || value.kind === "unknown") return -1;
  if (value.kind === "draw") return 0;
  const distance = value.plies ?? 5000;
  return value.kind === "win" ? 10000 - distance : -10000 + distance;
}

/**
 * The answer for the position on the board; `tell` hears a first one at once and a better one later.
 * @param {(answer: Answer) => void} tell
 */
export async function askValues(tell) {
  const { session, view } = app;
  asking?.abort();
  if (!view) return;
  const key = `${session.game} ${view.position}`;
  const kept = known.get(key);
  if (kept) {
    tell(kept);
    return;
  }
  const mine = (asking = new AbortController());
  try {
    let answer = await api.position(session.game, view.position, undefined, mine.signal);
    if (mine.signal.aborted) return;
    tell(answer);
    if (!answer.proven) {
      answer = await api.position(session.game, view.position, 2, mine.signal);
      if (mine.signal.aborted) return;
      tell(answer);
    }
    if (answer.proven && answer.moves.every((move) => move.value?.kind !== "unknown")) known.set(key, answer);
  } catch (error) {
    if (!mine.signal.aborted) throw error;
  }
}

/** Stops asking. */
export function stopAsking() {
  asking?.abort();
}

/**
 * The badges for what may be clicked next: each part shows the best move that goes through it.
 * @param {Answer} answer @param {View} view @param {string[]} parts @returns {Overlay["badges"]}
 */
export function badges(answer, view, parts) {
  /** @type {Overlay["badges"]} */
  const shown = new Map();
  if (answer.position !== view.position) return shown;
  const byText = new Map(answer.moves.map((move) => [move.move, move]));
  if (![...byText.values()].some((move) => move.value && move.value.kind !== "unknown")) return shown;
  const worths = answer.moves.map((move) => worth(move.value));
  // Where all are equally good, none is marked as the best.
  const best = worths.every((one) => one === worths[0]) && worths.length > 1 ? Infinity : Math.max(...worths);
  for (const [part, choice] of choices(view, parts)) {
    const moves = choice.moves.map((move) => byText.get(move.move)).filter((move) => move !== undefined);
    const top = moves.reduce((/** @type {Move | null} */ one, move) => (one && worth(one.value) >= worth(move.value) ? one : move), null);
    if (!top?.value) continue;
    shown.set(part, {
      value: top.value, best: worth(top.value) === best && top.value.kind !== "unknown", hollow: !answer.proven && top.value.kind === "unknown",
      words: valueWords(top.value),
    });
  }
  return shown;
}

/**
 * The move that a search believes in, as a hollow badge; proven values stay as they are.
 * @param {Overlay["badges"]} shown @param {Info | null} info @param {View} view @param {string[]} parts
 */
export function addBelief(shown, info, view, parts) {
  const move = info?.line?.[0];
  if (!info || move === undefined) return;
  for (const [part, choice] of choices(view, parts)) {
    const known = shown.get(part);
    if ((known && known.value.kind !== "unknown") || !choice.moves.some((one) => one.move === move)) continue;
    const score = info.score ?? null;
    const value = info.value ?? { kind: score === null ? "unknown" : score > 0 ? "win" : score < 0 ? "loss" : "draw", plies: null };
    const text = info.value || score === null ? undefined : scoreWords(score);
    shown.set(part, { value, best: true, hollow: true, text, words: text ? `about ${text}` : valueWords(value) });
  }
}
