// Keys that work everywhere but in fields.

import { app, go } from "./app.js";
import { TABS } from "./address.js";
import { byId } from "./dom.js";
import { openHelp } from "./dialogs.js";

/** @type {Record<string, () => void>} keys of the tab on show */
let ofTab = {};

/** @param {Record<string, () => void>} keys */
export function tabKeys(keys) {
  ofTab = keys;
}

export function mountKeyboard() {
  addEventListener("keydown", (event) => {
    const inField = event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
    if (inField || event.ctrlKey || event.altKey || event.metaKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "?") openHelp();
    else if (/^[1-5]$/.test(key)) go({ tab: TABS[Number(key) - 1] });
    else if (key === "b") byId("board-area").querySelector(/** @type {any} */ ('[tabindex="0"]'))?.focus();
    else if (key === "[" && app.session.at > 0) go({ at: app.session.at - 1 });
    else if (key === "]" && app.session.at < app.session.moves.length) go({ at: app.session.at + 1 });
    else if (key in ofTab) ofTab[key]();
    else return;
    event.preventDefault();
  });
}
