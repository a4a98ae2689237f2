// Dialogs: the rules of a game with their options, and the help.

import { api, ApiError } from "./api.js";
import { app, go } from "./app.js";
import { button, h } from "./dom.js";
import { markdown } from "./markdown.js";
import { sentence } from "./words.js";

/** @import { RuleOption } from "./types.js" */

/**
 * Opens a dialog that goes away when it is closed.
 * @param {string} title
 * @param {Node[]} content
 */
function open(title, content) {
  const close = () => dialog.close();
  const dialog = h("dialog", { "aria-label": title, onclose: () => dialog.remove() },
    h("div", {}, h("header", {}, h("h2", {}, title), button("Close", close)), ...content));
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** The options that the game's name gives. @param {string} game */
function given(game) {
  const text = game.split(/:(.*)/s)[1] ?? "";
  return new Map(text.split(",").filter(Boolean).map((pair) => /** @type {[string, string]} */ (pair.split(/=(.*)/s).slice(0, 2))));
}

/** The rules in force, short: "default", or what differs. @param {string} game */
export function rulesWords(game) {
  const options = [...given(game)];
  return options.length === 0 ? "default" : options.map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`).join(", ");
}

/** @param {RuleOption} option @param {string} value */
function input(option, value) {
  const common = { id: `option-${option.name}`, name: option.name, "aria-describedby": `hint-${option.name}` };
  if (option.choices) {
    return h("select", common, ...option.choices.map((choice) => h("option", { value: choice, selected: choice === value }, choice.replaceAll("_", " "))));
  }
  if (option.range) return h("input", { ...common, type: "number", min: option.range[0], max: option.range[1], value });
  return h("input", { ...common, type: "text", value, autocomplete: "off", spellcheck: "false" });
}

export function openRules() {
  const { info, session } = app;
  if (!info) return;
  const now = given(session.game);
  const wrong = h("p", { class: "card error", role: "alert", hidden: true });
  const fields = info.options.flatMap((option) => [
    h("label", { for: `option-${option.name}` }, option.name.replaceAll("_", " ")),
    input(option, now.get(option.name) ?? option.default),
    h("p", { class: "hint", id: `hint-${option.name}` }, sentence(option.choices ? option.help : `${option.help} (${option.values})`)),
  ]);
  const form = h("form", { class: "card", onsubmit: (/** @type {SubmitEvent} */ event) => { event.preventDefault(); apply(); } },
    h("h3", {}, "Options"), h("div", { class: "fields" }, ...fields), wrong,
    h("div", { class: "row end" },
      button("Default rules", () => choose(info.id)),
      h("button", { type: "submit", class: "primary" }, "New game with these rules")));
  const dialog = open(info.title, [form, info.rules_page ? markdown(info.rules_page.replace(/^#[^\n]*\n/, "")) : h("p", {}, "")]);
  function apply() {
    const changed = info?.options.flatMap((option) => {
      const field = /** @type {HTMLInputElement} */ (form.elements.namedItem(option.name));
      return field.value.trim() === option.default ? [] : [`${option.name}=${field.value.trim()}`];
    }) ?? [];
    choose(changed.length > 0 ? `${info?.id}:${changed.join(",")}` : info?.id ?? "");
  }
  /** @param {string} game */
  async function choose(game) {
    try {
      await api.game(game);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      wrong.textContent = sentence(error.message);
      wrong.hidden = false;
      return;
    }
    dialog.close();
    go({ game, start: null, moves: [], at: 0, resigned: null });
  }
}

/** @type {[string, string][]} */
const KEYS = [
  ["← ↑ → ↓", "move the cursor on the board; round the board, from arrow to arrow"],
  ["Enter or Space", "pick a piece, drop it, take, turn"],
  ["Esc", "let go; stop thinking; close"],
  ["U / R", "undo, redo"],
  ["N", "new game"],
  ["S", "swap sides"],
  ["[ / ]", "step back, step forward through the game"],
  ["V", "values on the board, in Analyse"],
  ["1 … 5", "Play, Analyse, Learn, Arena, Solve"],
  ["B", "to the board"],
  ["?", "this page"],
];

export function openHelp() {
  open("Help", [
    h("div", { class: "prose" },
      h("p", {}, "Click a piece and then where it goes, or drag it. In Pentago place a stone, then pick one of the arrows; in Pentago-Swap pick two quadrants. In Matches and Nim click a match to take it and all behind it."),
      h("p", {}, "The address holds the game, its rules and its moves: a link is the whole state, and Back takes a move back."),
      h("table", {}, h("tbody", {}, ...KEYS.map(([key, words]) => h("tr", {}, h("td", {}, h("kbd", {}, key)), h("td", {}, words))))),
      h("p", { class: "quiet" }, "W13 is a win in 13 plies for the player to move, D a draw, L12 a loss in 12. A ply is one move of one player. Hollow badges are estimates, solid ones proven.")),
  ]);
}
