// Play: who plays each side, and the buttons of a game in progress.

import { app, go, result } from "../app.js";
import { button, h } from "../dom.js";
import { pieceIcon } from "../board/piece.js";
import { pieceOf } from "../board/pieces_seen.js";
import { moveList } from "../movelist.js";
import { opponents } from "../opponents.js";
import { capital, does, resultWords, sentence } from "../words.js";

let starts = "as-set";

/** The name of who plays a side. @param {string} who */
export function playerName(who) {
  return app.info?.levels?.find((level) => level.id === who)?.name ?? (who === "person" ? "Person" : who);
}

/** A new game from the start; with sides at random when that was asked for. */
export function newGame() {
  const { session } = app;
  const swap = starts === "random" && Math.random() < .5;
  const players = /** @type {[string, string]} */ (swap ? [session.players[1], session.players[0]] : session.players);
  opponents.paused = false;
  go({ moves: [], at: 0, resigned: null, players });
}

export function swapSides() {
  const { players } = app.session;
  go({ players: [players[1], players[0]] });
}

/** The last position before this one where a person was to move. */
function undoPoint() {
  const { session, info } = app;
  const machine = session.players.some((player) => player !== "person") && session.players.some((player) => player === "person");
  if (!machine || !info) return session.at - 1;
  return Math.max(0, session.at - (session.players[info.players.indexOf(app.view?.turn ?? "")] === "person" ? 2 : 1));
}

export function undo() {
  if (app.session.at > 0) go({ at: undoPoint(), resigned: null });
}

export function redo() {
  const { session } = app;
  if (session.at < session.moves.length) go({ at: Math.min(session.moves.length, session.at + (session.at - undoPoint() || 1)) });
}

function resign() {
  const { info, view, session } = app;
  if (!info || !view) return;
  const people = info.players.filter((_, index) => session.players[index] === "person");
  go({ resigned: people.length === 1 ? people[0] : view.turn });
}

/** @param {number} index */
function chooser(index) {
  const { info, session, view } = app;
  if (!info) return null;
  const name = info.players[index];
  const piece = pieceOf(info, name);
  const choice = h("select", {
    "aria-label": `Who plays ${name}`, "data-player": name,
    onchange: (/** @type {Event} */ event) => {
      const players = /** @type {[string, string]} */ ([...session.players]);
      players[index] = /** @type {HTMLSelectElement} */ (event.target).value;
      opponents.paused = false;
      go({ players }, { replace: true });
    },
  }, h("option", { value: "person", selected: session.players[index] === "person" }, "Person"),
  ...(info.levels ?? []).map((level) =>
    h("option", { value: level.id, selected: session.players[index] === level.id, title: level.about }, level.name)));
  const level = info.levels?.find((candidate) => candidate.id === session.players[index]);
  return h("div", {}, h("label", { "data-turn": view?.turn === name && result() === null },
    piece ? pieceIcon(piece) : h("span", { class: "quiet" }, index === 0 ? "①" : "②"),
    h("span", { class: "name" }, capital(name)), choice),
  level && h("p", { class: "quiet small" }, sentence(level.about)));
}

/** Who begins, when one side is an opponent. */
function whoStarts() {
  const { session } = app;
  if (session.players.filter((player) => player === "person").length !== 1) return null;
  const personFirst = session.players[0] === "person";
  /** @param {string} text @param {boolean} on @param {() => void} press */
  const choice = (text, on, press) => button(text, press, { "aria-pressed": on ? "true" : "false" });
  /** @param {boolean} first */
  const set = (first) => {
    starts = "as-set";
    const machine = session.players.find((player) => player !== "person") ?? "person";
    go({ players: first ? ["person", machine] : [machine, "person"], moves: [], at: 0, resigned: null });
  };
  return h("div", { class: "row" }, h("span", { class: "quiet small" }, `You play`),
    h("div", { class: "pick", role: "group", "aria-label": "Which side you play" },
      choice(capital(app.info?.players[0] ?? ""), starts !== "random" && personFirst, () => set(true)),
      choice(capital(app.info?.players[1] ?? ""), starts !== "random" && !personFirst, () => set(false)),
      choice("Random", starts === "random", () => { starts = "random"; newGame(); })));
}

/** @param {HTMLElement} panel */
export function showPlay(panel) {
  const { session, info } = app;
  if (!info) return;
  const over = result() !== null;
  panel.replaceChildren(
    h("section", { "aria-label": "Players" }, h("h2", { class: "hidden" }, "Players"),
      h("div", { class: "players" }, chooser(0), chooser(1)), whoStarts(),
      h("div", { class: "row" },
        button("New", newGame, { class: over ? "primary" : "", "aria-keyshortcuts": "n" }),
        button("Undo", undo, { disabled: session.at === 0, "aria-keyshortcuts": "u" }),
        button("Redo", redo, { disabled: session.at >= session.moves.length, "aria-keyshortcuts": "r" }),
        button("Swap sides", swapSides, { "aria-keyshortcuts": "s" }),
        button("Resign", resign, { disabled: over || session.at < session.moves.length })),
      session.start && h("div", { class: "row" }, button("From the usual start", () => go({ start: null, moves: [], at: 0, resigned: null })))),
    ...(over ? [ending()] : []),
    ...opponents.panel(),
    ...(session.moves.length === 0 ? [invitation()] : []),
    h("section", { "aria-label": "Moves of the game" }, h("h2", {}, "Moves"), moveList()),
  );
}

/** Who won and why, with what one may do next. */
function ending() {
  const { view, session } = app;
  const resigned = session.resigned && !view?.outcome;
  return h("div", { class: "ending", "data-ending": true },
    h("p", { class: "verdict" }, resultWords(result() ?? "")),
    resigned ? h("p", {}, `${does(session.resigned ?? "", "resign")}.`) : view?.ending?.reason && h("p", {}, sentence(view.ending.reason)),
    h("div", { class: "row" }, button("Look back over the game", () => go({ tab: "analyse" }))));
}

function invitation() {
  const { info } = app;
  // The aim of the game is the first whole thought that its rules print in bold.
  const rules = (info?.rules_page ?? "").replace(/\s+/g, " ");
  const [, bold, rest] = /\*\*([A-Z]\S*(?: [^\s*]+){2,})\*\*([^.:]*)/.exec(rules) ?? [];
  const goal = bold && (bold.endsWith(".") ? bold : bold + rest);
  return h("div", { class: "invitation" },
    h("h2", {}, info?.title ?? ""),
    goal && h("p", {}, sentence(goal)),
    h("p", { class: "quiet small" }, "Play with a friend on this screen, or give one side to an opponent above. Rules explains the rest."));
}
