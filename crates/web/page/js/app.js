// The state of the page. The address decides it; this module turns the address into positions by asking the server,
// and tells everybody when something has changed.

import { api, ApiError } from "./api.js";
import { read, write } from "./address.js";

/** @import { Session, GameInfo, View } from "./types.js" */

/** How the view came to be, for those who animate it.
 * @typedef {{kind: "jump"} | {kind: "move", move: string, before: View}} Arrival */

export const app = {
  session: read(location.hash),
  /** @type {GameInfo[]} */ games: [],
  /** @type {Record<string, string>} */ pieces: {},
  /** @type {GameInfo | null} the game with its rules */ info: null,
  /** @type {View | null} the position on the board */ view: null,
  /** @type {string[]} every position of the line, the start included */ positions: [],
  /** @type {Arrival} */ arrival: { kind: "jump" },
  /** @type {{words: string, back: Partial<Session>} | null} why the address cannot be shown */ trouble: null,
};

/** @type {(() => void)[]} */
const listeners = [];

/** @param {() => void} listener */
export function onChange(listener) {
  listeners.push(listener);
}

/** Tells everybody. */
export function changed() {
  for (const listener of listeners) listener();
}

/** @type {(() => void)[]} */
const panelListeners = [];

/** Hears of what only the panel shows. @param {() => void} listener */
export function onPanelChange(listener) {
  panelListeners.push(listener);
}

/** Only the panel has something new: the board, and who is at it, are left alone. */
export function panelChanged() {
  for (const listener of panelListeners) listener();
}

let turn = 0;
let loadedGame = "";
/** @type {{game: string, start: string | null, moves: string[], positions: string[]} | null} the line last replayed */
let line = null;

/**
 * Goes elsewhere: changes part of the session, writes it into the address and shows it.
 * @param {Partial<Session>} change
 * @param {{replace?: boolean}} [how] `replace` leaves no entry in the history
 */
export async function go(change, how = {}) {
  const session = { ...app.session, ...change };
  if (change.moves && change.at === undefined) session.at = change.moves.length;
  if (how.replace) history.replaceState(null, "", write(session));
  else if (write(session) !== location.hash) history.pushState(null, "", write(session));
  await load(session);
}

/**
 * Plays a legal move of the position on the board.
 * @param {string} move
 * @param {{replace?: boolean}} [how]
 */
export async function play(move, how = {}) {
  const { session, view } = app;
  const next = view?.moves.find((candidate) => candidate.move === move);
  if (!next) return;
  const moves = session.moves.slice(0, session.at);
  const same = session.moves[session.at] === move;
  const kept = same ? session.moves : [...moves, move];
  line = {
    game: session.game, start: session.start, moves: [...moves, move],
    positions: [...app.positions.slice(0, session.at + 1), next.position],
  };
  await go({ moves: kept, at: session.at + 1, resigned: null }, how);
}

/** The positions of a line: from what is known, else from the server. @param {Session} session */
async function positionsOf(session) {
  const known = line && line.game === session.game && line.start === session.start ? line : null;
  if (known && session.moves.every((move, ply) => known.moves[ply] === move)) {
    return known.positions.slice(0, session.moves.length + 1);
  }
  const answer = await api.replay(session.game, session.start, session.moves);
  line = { game: session.game, start: session.start, moves: session.moves, positions: answer.positions };
  return answer.positions;
}

/** Shows what the address says. @param {Session} session */
export async function load(session) {
  const mine = ++turn;
  const before = app.view;
  const old = app.session;
  app.session = session;
  try {
    if (app.games.length === 0) {
      const { games, pieces } = await api.games();
      app.games = games;
      app.pieces = pieces ?? {};
    }
    const info = loadedGame === session.game && app.info ? app.info : await api.game(session.game);
    if (mine !== turn) return;
    const positions = await positionsOf(session);
    const view = await api.scene(session.game, positions[session.at]);
    if (mine !== turn) return;
    const stepped = before && loadedGame === session.game && old.start === session.start && session.at === old.at + 1 &&
      session.moves.slice(0, old.at).join(".") === old.moves.slice(0, old.at).join(".");
    app.arrival = stepped ? { kind: "move", move: session.moves[old.at], before } : { kind: "jump" };
    loadedGame = session.game;
    app.info = info;
    app.positions = positions;
    app.view = view;
    app.trouble = null;
  } catch (error) {
    if (mine !== turn) return;
    if (!(error instanceof ApiError)) throw error;
    app.trouble = { words: error.message, back: wayBack(session) };
  }
  changed();
}

/** Asks again what is known about the game, after it was solved. */
export async function refresh() {
  app.info = await api.game(app.session.game);
  changed();
}

/** What of a broken address can still be shown. @param {Session} session @returns {Partial<Session>} */
function wayBack(session) {
  const id = session.game.split(":")[0];
  const known = app.games.some((game) => game.id === id);
  return { game: known ? id : "three-musketeers", start: null, moves: [], at: 0, resigned: null };
}

/** The winner's name, "draw", or null while the game goes on; resigning ends a game too. */
export function result() {
  const { session, view, info } = app;
  if (!view || !info) return null;
  if (view.outcome) return view.outcome.winner ?? "draw";
  if (session.resigned && session.at === session.moves.length) {
    return info.players.find((player) => player !== session.resigned) ?? null;
  }
  return null;
}

addEventListener("popstate", () => load(read(location.hash)));
