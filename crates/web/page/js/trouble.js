// When things go wrong: a link that cannot be shown, a server that is gone, a mistake in the page itself. Each says
// what happened and what to do next, and goes away by itself when it can.

import { api, OfflineError, onConnection } from "./api.js";
import { app, go, load } from "./app.js";
import { button, byId, h } from "./dom.js";
import { sentence } from "./words.js";

/** What stands in place of the board when the address cannot be shown. */
export function brokenLink() {
  const { trouble } = app;
  if (!trouble) return null;
  return h("div", { class: "trouble", role: "alert" },
    h("h2", {}, "This link cannot be shown"),
    h("pre", {}, sentence(trouble.words)),
    h("p", {}, "The rest of the address may still be right: mend it there, or begin a new game."),
    button("New game", () => go(trouble.back), { class: "primary" }));
}

let wait = 1000;
let timer = 0;

async function retry() {
  try {
    await api.status();
    wait = 1000;
  } catch (error) {
    if (!(error instanceof OfflineError)) return;
    wait = Math.min(wait * 1.6, 10000);
    timer = window.setTimeout(retry, wait);
  }
}

/** @param {Node[]} content */
function banner(...content) {
  byId("banner").replaceChildren(...content);
}

export function mountTrouble() {
  onConnection((online) => {
    clearTimeout(timer);
    if (online) {
      banner();
      load(app.session).catch(() => {});
      return;
    }
    banner(h("span", {}, "The server does not answer. Start it again with ", h("code", {}, "athos serve"), "; this page goes on by itself."),
      button("Try now", () => { clearTimeout(timer); retry(); }));
    timer = window.setTimeout(retry, wait);
  });
  addEventListener("error", (event) => mistake(event.error ?? event.message));
  addEventListener("unhandledrejection", (event) => mistake(event.reason));
}

/** @param {unknown} reason */
function mistake(reason) {
  if (reason instanceof OfflineError || (reason instanceof DOMException && reason.name === "AbortError")) return;
  const words = reason instanceof Error ? reason.message : String(reason);
  banner(h("span", {}, `Something went wrong in the page: ${sentence(words)} Your game is safe in the address.`),
    button("Reload", () => location.reload()), button("Dismiss", () => banner()));
}
