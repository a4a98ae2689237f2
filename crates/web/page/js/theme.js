// Light, dark, or as the system has it; the choice is remembered.

import { byId, s } from "./dom.js";

const KEY = "athos-theme";
const ORDER = ["system", "light", "dark"];
const dark = matchMedia("(prefers-color-scheme: dark)");

/** @type {Record<string, string>} */
const ICONS = {
  system: "M10 1a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 2v14a7 7 0 0 1 0-14Z",
  light: "M10 6a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM9 0h2v4H9Zm0 16h2v4H9ZM0 9h4v2H0Zm16 0h4v2h-4ZM2.2 3.6l1.4-1.4 2.9 2.9-1.4 1.4Zm11.3 11.3 1.4-1.4 2.9 2.9-1.4 1.4ZM2.2 16.4l2.9-2.9 1.4 1.4-2.9 2.9ZM13.5 5.1l2.9-2.9 1.4 1.4-2.9 2.9Z",
  dark: "M8 1a9 9 0 1 0 11 11A7.5 7.5 0 0 1 8 1Z",
};

function chosen() {
  try {
    const kept = localStorage.getItem(KEY) ?? "system";
    return ORDER.includes(kept) ? kept : "system";
  } catch {
    return "system";
  }
}

/** @param {string} theme */
function show(theme) {
  const now = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
  document.documentElement.setAttribute("data-theme", now);
  const press = byId("theme");
  press.replaceChildren(s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: ICONS[theme] })));
  press.setAttribute("aria-label", `Theme: ${theme === "system" ? "as the system" : theme}`);
  press.setAttribute("title", `Theme: ${theme === "system" ? "as the system" : theme}`);
}

export function mountTheme() {
  let theme = chosen();
  show(theme);
  dark.addEventListener("change", () => show(theme));
  byId("theme").addEventListener("click", () => {
    theme = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length];
    try {
      localStorage.setItem(KEY, theme);
    } catch { /* a browser that keeps nothing still shows the theme */ }
    show(theme);
  });
}
