// Says things as a person would. Every number has its unit; a value is said for the players by name.

/** @import { Value, View, GameInfo, Answer } from "./types.js" */

/** "Guards", "The king": a player's name at the head of a sentence. @param {string} name */
export function capital(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Whether a player's name is a plural: "guards win", "white wins". @param {string} name */
function plural(name) {
  return name.endsWith("s");
}

/** "Guards win", "White wins". @param {string} player @param {string} verb in the plural */
export function does(player, verb) {
  if (plural(player)) return `${capital(player)} ${verb}`;
  return `${capital(player)} ${verb}${/(s|sh|ch)$/.test(verb) ? "es" : "s"}`;
}

/** @param {number} plies */
export function plies(plies) {
  return plies === 1 ? "1 ply" : `${plies} plies`;
}

/** W13, D, L12, or "?". @param {Value} value */
export function short(value) {
  const letter = { win: "W", loss: "L", draw: "D", unknown: "?" }[value.kind];
  return value.plies === null || value.kind === "draw" || value.kind === "unknown" ? letter : letter + value.plies;
}

/** A value for the one who moves: "wins in 13 plies". @param {Value} value */
export function valueWords(value) {
  if (value.kind === "draw") return "a draw";
  if (value.kind === "unknown") return "not known";
  const verb = value.kind === "win" ? "wins" : "loses";
  return value.plies === null ? verb : `${verb} in ${plies(value.plies)}`;
}

/** What a position is worth, by name: "Guards win in 33 plies." @param {Answer} answer @param {GameInfo} info */
export function verdict(answer, info) {
  const { value } = answer;
  if (value.kind === "unknown") {
    return answer.score === undefined ? "Who wins is not known yet." : `About ${scoreWords(answer.score)} for ${answer.turn}.`;
  }
  if (value.kind === "draw") return answer.proven ? "With best play, a draw." : "Looks like a draw.";
  const other = info.players.find((player) => player !== answer.turn) ?? "";
  const winner = value.kind === "win" ? answer.turn : other;
  if (value.plies === 0) return `${does(winner, "have").replace("haves", "has")} won.`;
  return `${does(winner, "win")}${value.plies === null ? "" : ` in ${plies(value.plies)}`}.`;
}

/** @param {number} score */
export function scoreWords(score) {
  return (score > 0 ? "+" : score < 0 ? "−" : "±") + Math.abs(score);
}

/** How a finished game ended. @param {string} result a player's name or "draw" */
export function resultWords(result) {
  return result === "draw" ? "A draw." : `${does(result, "win")}.`;
}

/** Whose turn it is. @param {View} view */
export function turnWords(view) {
  return `${capital(view.turn)} to move.`;
}

/** 1234567 as "1.23 M". @param {number} number */
export function big(number) {
  for (const [unit, size] of /** @type {[string, number][]} */ ([["T", 1e12], ["G", 1e9], ["M", 1e6], ["k", 1e3]])) {
    if (number >= size) return `${(number / size).toPrecision(3)} ${unit}`;
  }
  return String(Math.round(number));
}

/** Seconds as people say them. @param {number} seconds */
export function duration(seconds) {
  if (seconds < 1) return "less than a second";
  if (seconds < 90) return `${Math.round(seconds)} second${Math.round(seconds) === 1 ? "" : "s"}`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes`;
  if (seconds < 172800) return `${(seconds / 3600).toFixed(1)} hours`;
  return `${Math.round(seconds / 86400)} days`;
}

/** @param {number} bytes */
export function size(bytes) {
  for (const [unit, factor] of /** @type {[string, number][]} */ ([["TB", 1e12], ["GB", 1e9], ["MB", 1e6], ["kB", 1e3]])) {
    if (bytes >= factor) return `${(bytes / factor).toPrecision(3)} ${unit}`;
  }
  return `${bytes} bytes`;
}

/** A reason as a sentence: a capital first, a full stop last. @param {string} reason */
export function sentence(reason) {
  const text = reason.trim();
  return capital(text) + (/[.!?]$/.test(text) ? "" : ".");
}
