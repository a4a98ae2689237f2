// Opponents: when it is an engine's turn at the end of the game, the server is asked to think; its move is played here.

import { stream, url } from "./api.js";
import { app, changed, play, result } from "./app.js";
import { button, h } from "./dom.js";
import { big, capital, scoreWords, valueWords } from "./words.js";

/** @import { Info } from "./types.js" */

/** @type {{close: () => void} | null} */
let thinking = null;
let asked = "";
let since = 0;
let failure = "";
/** @type {Info | null} */
let info = null;
/** Milliseconds between the moves of two engines. */
let pace = 600;

export const opponents = {
  paused: false,
  panel,
  consider,
  stop,
  /** The player an engine moves for now, or null. */
  toMove,
  isThinking: () => thinking !== null,
};

function toMove() {
  const { session, view } = app;
  if (!view || !app.info || session.tab !== "play" || result() !== null) return null;
  if (session.at < session.moves.length) return null;
  const who = session.players[app.info.players.indexOf(view.turn)];
  return who === "person" ? null : who;
}

function alone() {
  return app.session.players.every((player) => player !== "person");
}

/** Stops thinking, and waits until somebody presses on. */
function stop() {
  drop();
  opponents.paused = true;
  changed();
}

function drop() {
  thinking?.close();
  thinking = null;
  asked = "";
}

/** Looks at the position: starts to think, goes on thinking, or stops. */
function consider() {
  const who = toMove();
  const key = who ? `${app.session.game} ${app.view?.position} ${who} ${app.session.moves.length}` : "";
  if (key !== asked) {
    drop();
    failure = "";
  }
  if (!who || opponents.paused || key === asked || failure) return;
  asked = key;
  since = performance.now();
  info = null;
  const { session } = app;
  const level = app.info?.levels?.find((candidate) => candidate.id === who);
  const address = url([session.game, "play"], {
    start: session.start, moves: session.moves.join(","), player: level?.player ?? who,
  });
  thinking = stream(address, {
    info(data) {
      info = data;
      show();
    },
    move(data) {
      const rest = (alone() ? pace : 250) - (performance.now() - since);
      thinking?.close();
      setTimeout(() => {
        if (asked !== key) return;
        drop();
        // With a person on the other side, move and answer are one step of the history: Back undoes both.
        play(data.move, { replace: !alone() });
      }, Math.max(0, rest));
    },
    failed(reason) {
      drop();
      failure = reason;
      opponents.paused = true;
      changed();
    },
  });
}

/** @type {HTMLElement | null} */
let line = null;

function show() {
  if (line) line.textContent = thinkingWords();
}

function thinkingWords() {
  const seconds = (performance.now() - since) / 1000;
  const words = [];
  if (seconds >= 1) words.push(`${seconds.toFixed(0)} s`);
  if (info?.depth) words.push(`depth ${info.depth}`);
  if (info?.nodes) words.push(`${big(info.nodes)} nodes`);
  if (info?.value) words.push(valueWords(info.value));
  else if (info?.score !== undefined) words.push(scoreWords(info.score));
  return words.join(", ") || "…";
}

setInterval(() => thinking && show(), 500);

/** What the panel shows of it. @returns {HTMLElement[]} */
function panel() {
  const who = toMove();
  const parts = [];
  if (who && opponents.paused) {
    parts.push(h("div", { class: "thinking" },
      h("div", { class: "grow" }, failure ? `${capital(app.view?.turn ?? "")} could not move: ${failure}` : `${capital(app.view?.turn ?? "")} wait.`),
      button("Go on", () => { opponents.paused = false; failure = ""; changed(); }, { class: "primary" })));
  } else if (who) {
    line = h("div", { class: "small quiet" }, thinkingWords());
    const name = app.info?.levels?.find((level) => level.id === who)?.name ?? who;
    parts.push(h("div", { class: "thinking", "data-thinking": true },
      h("div", { class: "grow" }, h("div", {}, `${capital(app.view?.turn ?? "")} (${name.toLowerCase()}) thinking`), line),
      button(alone() ? "Pause" : "Stop", stop)));
  }
  if (alone()) {
    parts.push(h("label", { class: "field-row" }, h("span", {}, "Speed"), h("input", {
      type: "range", min: 0, max: 4, step: 1, value: [2500, 1200, 600, 200, 0].indexOf(pace), "aria-label": "Speed of the game",
      oninput: (/** @type {Event} */ event) => { pace = [2500, 1200, 600, 200, 0][Number(/** @type {HTMLInputElement} */ (event.target).value)]; },
    })));
  }
  return parts;
}

