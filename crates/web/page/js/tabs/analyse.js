// Analyse: what every move is worth, how the game went, a search to look on, any position to look at.

import { app, play } from "../app.js";
import { api } from "../api.js";
import { button, byId, h } from "../dom.js";
import { miniature, onParts, picked, redraw, stage } from "../board/stage.js";
import { moveList } from "../movelist.js";
import { addBelief, askValues, badges, stopAsking } from "../analysis/values.js";
import { curve, losingMove, review, stopReview, verdicts } from "../analysis/review.js";
import { belief, searchPanel, stopSearch } from "../analysis/search.js";
import { closeEditor, editor } from "../analysis/editor.js";
import { share } from "../analysis/share.js";
import { solveOffer } from "../solving.js";
import { short, valueWords, verdict } from "../words.js";
import { redo, undo } from "./play.js";

/** @import { Answer, Move, View } from "../types.js" */

/** @type {Answer | null} */
let answer = null;
let values = true;
/** @type {HTMLElement | null} */
let place = null;
let asked = "";

export const keys = {
  v: () => { values = !values; update(); },
  u: undo,
  r: redo,
};

/** @param {HTMLElement} panel */
export function show(panel) {
  place = panel;
  const { session, view } = app;
  const now = `${session.game} ${view?.position} ${app.info?.knowledge?.table}`;
  stage.hover = preview;
  byId("board-area").append(previewPlace);
  onParts(update);
  if (now !== asked) {
    asked = now;
    if (answer?.position !== view?.position) answer = null;
    askValues((found) => {
      answer = found;
      update();
    });
  }
  review(update);
  update();
}

export function hide() {
  place = null;
  previewPlace.remove();
  previewPlace.replaceChildren();
  asked = "";
  badgesShown = "";
  answer = null;
  stopAsking();
  stopReview();
  stopSearch();
  closeEditor();
}

function update() {
  if (!place || !app.view) return;
  showBadges(app.view);
  const kept = place.scrollTop;
  const active = document.activeElement instanceof HTMLElement && place.contains(document.activeElement)
    ? document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent : null;
  place.replaceChildren(...parts());
  place.scrollTop = kept;
  if (active) {
    const again = [...place.querySelectorAll("button, select, input")].find((one) => (one.getAttribute("aria-label") ?? one.textContent) === active);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}

let badgesShown = "";

/** Draws the board again only where its badges have changed: somebody may be dragging a piece. @param {View} view */
function showBadges(view) {
  const shown = values && answer ? badges(answer, view, picked()) : new Map();
  if (values && !answer?.proven) addBelief(shown, belief(), view, picked());
  const now = JSON.stringify([view.position, picked(), [...shown]]);
  stage.badges = shown;
  if (now === badgesShown) return;
  badgesShown = now;
  redraw();
}

function parts() {
  const { info, session } = app;
  if (!info) return [];
  return [
    h("section", { "aria-label": "Value" },
      h("div", { class: "verdict-line" },
        h("p", { class: "verdict", "data-verdict": answer?.value.kind ?? "" }, answer ? verdict(answer, info) : "Looking …"),
        answer && h("span", { class: answer.proven ? "tag proven" : "tag" }, answer.proven ? `proven, ${answer.method}` : "not proven")),
      answer && !answer.proven && (solveOffer() ?? (answer.hint ? h("p", { class: "quiet small" }, answer.hint) : null)),
      h("div", { class: "row" },
        h("label", { class: "row" }, h("input", {
          type: "checkbox", checked: values, id: "values",
          onchange: (/** @type {Event} */ event) => { values = /** @type {HTMLInputElement} */ (event.target).checked; update(); },
        }), "Values on the board"),
        button("Undo", undo, { disabled: session.at === 0 }),
        button("Redo", redo, { disabled: session.at >= session.moves.length }))),
    answer && answer.moves.some((move) => move.value && move.value.kind !== "unknown") && alternatives(answer),
    session.moves.length > 0 && h("section", { "aria-label": "The game" }, h("h2", {}, "The game"), curve(), moveList(verdicts()), losingMove()),
    searchPanel(update),
    editor(update),
    h("section", { "aria-label": "Take away" }, share()),
  ].filter((part) => part !== null && part !== false);
}

/** @type {HTMLElement} */
const previewPlace = h("div", { class: "preview" });

/** Shows where a move leads. @param {string | null} move */
async function preview(move) {
  const found = move ? app.view?.moves.find((candidate) => candidate.move === move) : null;
  if (!found) {
    previewPlace.replaceChildren();
    return;
  }
  const view = await api.scene(app.session.game, found.position);
  previewPlace.replaceChildren(h("p", { class: "quiet small" }, `After ${move}`), miniature(view));
}

/** @param {Answer} known */
function alternatives(known) {
  const list = h("ol", { class: "alternatives", "aria-label": "Moves, best first" });
  for (const move of known.moves) {
    list.append(h("li", {}, h("button", {
      type: "button", onclick: () => play(move.move), onpointerenter: () => preview(move.move), onfocus: () => preview(move.move),
      onpointerleave: () => preview(null), onblur: () => preview(null),
    }, chip(move), h("span", { class: "mono" }, move.move), h("span", { class: "quiet small" }, move.value ? valueWords(move.value) : ""))));
  }
  return h("section", { "aria-label": "Moves" }, h("h2", {}, `Moves (${known.moves.length})`), list);
}

/** @param {Move} move */
function chip(move) {
  const value = move.value ?? { kind: "unknown", plies: null };
  return h("span", { class: `chip ${value.kind}` }, short(value));
}
