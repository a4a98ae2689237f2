// Puts the page together: header, board, panel, status line; every change of state draws them again.

import { app, go, load, onChange, onPanelChange, result } from "./app.js";
import { read, TABS, write } from "./address.js";
import { byId, h } from "./dom.js";
import { clearStage, mountStage, prompt, showPosition, stage } from "./board/stage.js";
import { moveWords } from "./board/change.js";
import { mountKeyboard, tabKeys } from "./keyboard.js";
import { mountTheme } from "./theme.js";
import { brokenLink, mountTrouble } from "./trouble.js";
import { openHelp, openRules, rulesWords } from "./dialogs.js";
import { opponents } from "./opponents.js";
import { refused, say } from "./status.js";
import { newGame, redo, showPlay, swapSides, undo } from "./tabs/play.js";
import { capital, does, resultWords, sentence, turnWords } from "./words.js";

/** Tabs that are not needed for the first sight are fetched when they are first seen.
 * @type {Record<string, () => Promise<{show: (panel: HTMLElement) => void, hide?: () => void, keys?: Record<string, () => void>}>>} */
const LATER = {
  analyse: () => import("./tabs/analyse.js"),
  learn: () => import("./tabs/learn.js"),
  arena: () => import("./tabs/arena.js"),
  solve: () => import("./tabs/solve.js"),
};

const PLAY_KEYS = { n: newGame, u: undo, r: redo, s: swapSides };
/** @type {{name: string, hide?: () => void}} */
let onShow = { name: "" };

function header() {
  const { session, info } = app;
  const select = /** @type {HTMLSelectElement} */ (byId("game"));
  if (select.options.length !== app.games.length) {
    select.replaceChildren(...app.games.map((game) => h("option", { value: game.id }, game.title)));
  }
  select.value = session.game.split(":")[0];
  const rules = rulesWords(session.game);
  byId("rules").textContent = `Rules: ${rules}`;
  byId("rules").setAttribute("title", rules);
  byId("tabs").replaceChildren(...TABS.map((tab) => h("a", {
    href: write({ ...session, tab }), "aria-current": tab === session.tab ? "page" : null,
  }, capital(tab))));
  document.title = info ? `${info.title} – Athos` : "Athos";
  byId("title").textContent = info ? `${info.title}: ${session.tab}` : "Athos";
}

let told = "";

/** The line below: what happened, how it stands, what to do. What was told once is not told again. */
function narrate() {
  const { view, info, arrival, session } = app;
  if (!view || !info) return;
  const now = [session.game, session.moves, session.at, view.position, result(), opponents.toMove()].join(" ");
  if (now === told) return;
  told = now;
  const words = [];
  if (arrival.kind === "move") words.push(moveWords(arrival.move, arrival.before, view, info));
  const ended = result();
  if (ended !== null) {
    if (session.resigned && !view.outcome) words.push(`${does(session.resigned, "resign")}.`);
    words.push(resultWords(ended));
    if (view.ending?.reason) words.push(sentence(view.ending.reason));
  } else {
    words.push(turnWords(view));
    if (opponents.toMove() === null) words.push(prompt());
  }
  say(words.join(" "));
}

async function panel() {
  const { session } = app;
  const place = byId("panel");
  if (session.tab !== onShow.name) {
    onShow.hide?.();
    onShow = { name: session.tab };
    stage.badges = null;
    stage.edit = null;
    stage.draft = null;
    stage.hover = () => {};
    place.scrollTop = 0;
    byId("main").toggleAttribute("data-wide", session.tab === "learn" || session.tab === "arena");
  }
  if (session.tab === "play") {
    tabKeys(PLAY_KEYS);
    showPlay(place);
    return;
  }
  const tab = await LATER[session.tab]();
  if (app.session.tab !== session.tab) return;
  onShow.hide = tab.hide;
  tabKeys(tab.keys ?? {});
  tab.show(place);
}

function draw() {
  header();
  const broken = brokenLink();
  if (broken) {
    clearStage();
    byId("board-area").replaceChildren(broken);
    byId("panel").replaceChildren();
    say("This link cannot be shown.");
    told = "";
    return;
  }
  byId("board-area").querySelector(".trouble")?.remove();
  narrate();
  showPosition();
  panel();
  opponents.consider();
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied: it holds the game, its rules and its moves.");
  } catch {
    refused("The browser does not let the page copy: copy the address instead.");
  }
}

mountTheme();
mountTrouble();
mountKeyboard();
mountStage(byId("board-area"));
stage.blocked = () => {
  if (app.session.tab !== "play") return null;
  return opponents.toMove() === null ? null : "It is the opponent's turn.";
};
onChange(draw);
onPanelChange(() => app.view && !app.trouble && panel());
byId("rules").addEventListener("click", openRules);
byId("help").addEventListener("click", openHelp);
byId("copy-link").addEventListener("click", copyLink);
byId("game").addEventListener("change", (event) => {
  const game = /** @type {HTMLSelectElement} */ (event.target).value;
  go({ game, start: null, moves: [], at: 0, resigned: null, players: ["person", "person"] });
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && opponents.isThinking()) opponents.stop();
});
load(read(location.hash));
