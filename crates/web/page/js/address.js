// The address is the whole state: `#/play?game=SPEC&start=POSITION&moves=a.b.c&at=2&players=person.3`. What has its
// default is left out, so a first visit has an empty hash and a link stays short.

/** @import { Session } from "./types.js" */

export const TABS = ["play", "analyse", "learn", "arena", "solve"];

/**
 * What a hash says; anything it does not say has its default.
 * @param {string} hash
 * @returns {Session}
 */
export function read(hash) {
  const [path, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  const values = new URLSearchParams(query);
  const tab = path.replace(/^\//, "");
  const moves = (values.get("moves") ?? "").split(".").filter((move) => move !== "");
  const at = values.has("at") ? Number(values.get("at")) : moves.length;
  const players = (values.get("players") ?? "").split(".");
  return {
    tab: TABS.includes(tab) ? tab : "play",
    game: values.get("game") ?? "three-musketeers",
    start: values.get("start"),
    moves,
    at: Number.isInteger(at) && at >= 0 && at <= moves.length ? at : moves.length,
    players: [players[0] || "person", players[1] || "person"],
    resigned: values.get("resigned"),
  };
}

/**
 * The hash of a session. Blanks become `_`-free `+`, slashes stay: positions remain readable in the address bar.
 * @param {Session} session
 */
export function write(session) {
  /** @type {string[]} */
  const parts = [`game=${tidy(session.game)}`];
  if (session.start) parts.push(`start=${tidy(session.start)}`);
  if (session.moves.length > 0) parts.push(`moves=${tidy(session.moves.join("."))}`);
  if (session.at < session.moves.length) parts.push(`at=${session.at}`);
  if (session.players.some((player) => player !== "person")) parts.push(`players=${session.players.map(tidy).join(".")}`);
  if (session.resigned) parts.push(`resigned=${tidy(session.resigned)}`);
  return `#/${session.tab}?${parts.join("&")}`;
}

/** @param {string} text */
function tidy(text) {
  return encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%2C", ",")
    .replaceAll("%3D", "=");
}
