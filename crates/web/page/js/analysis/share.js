// Takes things away: position, record and picture.

import { url } from "../api.js";
import { app, result } from "../app.js";
import { button, h } from "../dom.js";
import { refused, say } from "../status.js";

/** @param {string} text @param {string} what */
async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} is copied.`);
  } catch {
    refused(`The browser does not let the page copy. Here it is: ${text}`);
  }
}

/** The game as one line of JSON, as docs/NOTATION.md describes it. */
function record() {
  const { session, positions, view } = app;
  const [game, rules = ""] = session.game.split(/:(.*)/s);
  const whole = session.at === session.moves.length;
  const ended = whole ? result() : null;
  return JSON.stringify({
    athos: 1, game, rules, players: ["", ""], position: positions[0], moves: session.moves.slice(0, session.at),
    outcome: ended === null ? null : ended === "draw" ? { draw: true } : { winner: ended },
    reason: ended !== null && !view?.outcome ? "resigned" : "",
  });
}

export function share() {
  const { view, session } = app;
  if (!view) return null;
  return h("div", { class: "row" },
    button("Copy position", () => copy(view.position, "The position")),
    button("Copy record", () => copy(record(), "The record")),
    button("Picture", download, { title: "Download the board as SVG" }));
  function download() {
    const link = h("a", { href: url([session.game, "picture.svg"], { p: view?.position }), download: `${session.game.split(":")[0]}.svg` });
    document.body.append(link);
    link.click();
    link.remove();
  }
}
