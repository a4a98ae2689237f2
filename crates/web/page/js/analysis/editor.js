// Any position: pasted as text, or put together on the board piece by piece. The draft is only drawn here; the server
// says whether it can be.

import { api, ApiError } from "../api.js";
import { app, go } from "../app.js";
import { button, h } from "../dom.js";
import { pieceIcon } from "../board/piece.js";
import { pieceOf } from "../board/pieces_seen.js";
import { redraw, stage } from "../board/stage.js";
import { cellPlace } from "../moves/parts.js";
import { sentence } from "../words.js";

/** @import { Piece } from "../types.js" */

/** @type {Piece | null} the piece that a click puts down; null takes away */
let brush = null;
let text = "";
let wrong = "";
/** @type {string} the position whose text is in the field */
let of = "";

export function closeEditor() {
  stage.edit = null;
  stage.draft = null;
  wrong = "";
}

/** The letters that stand for the players at the end of a position. */
function turns() {
  const { view, positions } = app;
  const letters = [...positions, ...(view?.moves ?? []).map((move) => move.position)].map((position) => position.slice(-1));
  return [...new Set(letters)];
}

/** Every piece that was seen in this game. @returns {Piece[]} */
function palette() {
  const { view, info } = app;
  if (view?.scene.kind !== "board" || !info) return [];
  const seen = [...view.scene.cells, ...(stage.draft?.scene.kind === "board" ? stage.draft.scene.cells : []),
    ...info.players.map((player) => pieceOf(info, player)), ...extra];
  /** @type {Map<string, Piece>} */
  const found = new Map();
  for (const piece of seen) if (piece) found.set(piece.letter, piece);
  return [...found.values()];
}

/** @type {Piece[]} pieces of the start position, which may be gone from the board */
let extra = [];

function draftText() {
  const scene = stage.draft?.scene;
  if (scene?.kind !== "board") return text;
  const rows = [];
  for (let row = 0; row < scene.rows; row++) {
    rows.push(scene.cells.slice(row * scene.columns, (row + 1) * scene.columns).map((piece) => piece?.letter ?? ".").join(""));
  }
  return `${rows.join("/")} ${text.slice(-1)}`;
}

/** @param {() => void} tell */
async function begin(tell) {
  const { view, info, session } = app;
  if (!view || !info || view.scene.kind !== "board") return;
  const start = await api.scene(session.game, info.start);
  extra = start.scene.kind === "board" ? start.scene.cells.filter((piece) => piece !== null) : [];
  text = view.position;
  stage.draft = { ...view, scene: { ...view.scene, cells: [...view.scene.cells] }, moves: [], outcome: null, ending: null };
  brush = palette()[0] ?? null;
  stage.edit = (cell) => {
    const scene = stage.draft?.scene;
    if (scene?.kind !== "board") return;
    const [row, column] = cellPlace(cell, scene.rows);
    const index = row * scene.columns + column;
    scene.cells[index] = scene.cells[index]?.letter === brush?.letter ? null : brush;
    text = draftText();
    redraw();
    tell();
  };
  redraw();
  tell();
}

/** @param {() => void} tell */
async function accept(tell) {
  const { session, info } = app;
  try {
    const view = await api.scene(session.game, text.trim());
    closeEditor();
    await go({ start: view.position === info?.start ? null : view.position, moves: [], at: 0, resigned: null });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    wrong = sentence(error.message);
    tell();
  }
}

/** @param {() => void} tell */
export function editor(tell) {
  const { view } = app;
  if (!view) return null;
  const editing = stage.edit !== null;
  if (!editing && of !== view.position) {
    of = view.position;
    text = view.position;
    wrong = "";
  }
  const field = h("input", {
    type: "text", class: "mono", value: text, "aria-label": "Position", spellcheck: "false", autocomplete: "off",
    oninput: (/** @type {Event} */ event) => { text = /** @type {HTMLInputElement} */ (event.target).value; },
  });
  const form = h("form", { class: "field-row", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); accept(tell); } },
    h("span", {}, "Position"), field);
  return h("section", { "aria-label": "Position" }, form,
    wrong && h("p", { class: "card error small", role: "alert" }, wrong),
    editing && tools(tell),
    h("div", { class: "row" },
      button("Show it", () => accept(tell), { class: editing ? "primary" : "" }),
      view.scene.kind === "board" && (editing
        ? button("Leave as it was", () => { closeEditor(); of = ""; redraw(); tell(); })
        : button("Edit on the board", () => begin(tell)))));
}

/** @param {() => void} tell */
function tools(tell) {
  const letters = turns();
  /** @param {Piece | null} piece */
  const choice = (piece) => h("button", {
    type: "button", "aria-label": piece ? piece.name : "nothing", "aria-pressed": brush?.letter === piece?.letter ? "true" : "false",
    onclick: () => { brush = piece; tell(); },
  }, piece ? pieceIcon(piece) : "×");
  return h("div", { class: "card" }, h("p", { class: "small" }, "Pick a piece, then click cells to put it down or take it away."),
    h("div", { class: "letters" }, ...palette().map(choice), choice(null)),
    letters.length > 1 && h("div", { class: "row" }, h("span", { class: "quiet small" }, "To move"),
      h("div", { class: "pick" }, ...letters.map((letter) => button(turnName(letter), () => {
        text = `${text.trimEnd().slice(0, -1)}${letter}`;
        tell();
      }, { "aria-pressed": text.trimEnd().endsWith(letter) ? "true" : "false" })))));
}

/** The player a letter stands for. @param {string} letter */
function turnName(letter) {
  const { view, info } = app;
  if (!view || !info) return letter;
  return view.position.endsWith(letter) ? view.turn : info.players.find((player) => player !== view.turn) ?? letter;
}
