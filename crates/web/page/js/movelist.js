// The moves of the game; a click goes there.

import { app, go } from "./app.js";
import { h } from "./dom.js";

/** What is known of a move.
 * @typedef {{kind: string, words: string}} Verdict */

/** @param {Map<number, Verdict>} [verdicts] by ply, from 1 */
export function moveList(verdicts) {
  const { session } = app;
  if (session.moves.length === 0) return h("p", { class: "quiet small" }, "No moves yet.");
  const list = h("ol", { class: verdicts && verdicts.size > 0 ? "moves reviewed" : "moves", "aria-label": "Moves" });
  session.moves.forEach((move, index) => {
    const verdict = verdicts?.get(index + 1);
    const here = session.at === index + 1;
    list.append(h("li", { class: verdict?.kind ?? "" }, h("button", {
      type: "button", class: index >= session.at ? "after" : null, "aria-current": here ? "step" : null,
      onclick: () => go({ at: index + 1 }),
    }, h("span", { class: "ply" }, `${index + 1}.`), h("span", { class: "mono" }, move),
    verdict && h("span", { class: "verdict-word" }, verdict.words))));
  });
  queueMicrotask(() => {
    // Only the list itself scrolls: the page stays where it is.
    const here = list.querySelector("[aria-current]")?.parentElement;
    if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
  });
  return list;
}
