// The line at the foot of the page: whose turn it is, what just happened, why a click was refused.

import { byId } from "./dom.js";

/** @param {string} words */
export function say(words) {
  const line = byId("status");
  line.classList.remove("refused");
  if (line.textContent !== words) line.textContent = words;
}

/** @param {string} words */
export function refused(words) {
  const line = byId("status");
  line.textContent = words;
  line.classList.add("refused");
}
