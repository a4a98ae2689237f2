// The little Markdown that pages of rules use: headings, paragraphs, lists, tables, code, bold, emphasis.

import { h } from "./dom.js";

/** @param {string} text @returns {(Node | string)[]} */
function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*]+\*)/).map((piece) => {
    if (piece.startsWith("**")) return h("strong", {}, piece.slice(2, -2));
    if (piece.startsWith("`")) return h("code", {}, piece.slice(1, -1));
    if (piece.startsWith("*") && piece.length > 2) return h("em", {}, piece.slice(1, -1));
    return piece;
  });
}

/** @param {string} line */
const cells = (line) => line.split("|").slice(1, -1).map((cell) => cell.trim());

/** @param {string} text @returns {HTMLElement} */
export function markdown(text) {
  const page = h("div", { class: "prose" });
  for (const block of text.replace(/\r/g, "").split(/\n{2,}/)) {
    const lines = block.split("\n").filter((line) => line.trim() !== "");
    if (lines.length === 0) continue;
    const first = lines[0];
    if (first.startsWith("```")) page.append(h("pre", {}, lines.slice(1, -1).join("\n")));
    else if (first.startsWith("#")) page.append(h("h3", {}, ...inline(first.replace(/^#+\s*/, ""))));
    else if (/^\|/.test(first)) page.append(table(lines));
    else if (/^(-|\d+\.)\s/.test(first)) page.append(list(lines));
    else page.append(h("p", {}, ...inline(lines.join(" "))));
  }
  return page;
}

/** @param {string[]} lines */
function list(lines) {
  /** @type {string[]} */
  const items = [];
  for (const line of lines) {
    if (/^(-|\d+\.)\s/.test(line)) items.push(line.replace(/^(-|\d+\.)\s+/, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return h(/^\d/.test(lines[0]) ? "ol" : "ul", {}, ...items.map((item) => h("li", {}, ...inline(item))));
}

/** @param {string[]} lines */
function table(lines) {
  const [head, , ...body] = lines;
  return h("div", { class: "scroll" }, h("table", {},
    h("thead", {}, h("tr", {}, ...cells(head).map((cell) => h("th", {}, ...inline(cell))))),
    h("tbody", {}, ...body.map((line) => h("tr", {}, ...cells(line).map((cell) => h("td", {}, ...inline(cell))))))));
}
