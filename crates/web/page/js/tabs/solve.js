// Solve: what is known of the game, and a way to know it all.

import { app, go } from "../app.js";
import { button, h } from "../dom.js";
import { jobsOf, startJob } from "../jobs.js";
import { resultLine, running, solveOffer } from "../solving.js";
import { capital, duration, size } from "../words.js";

/** @param {HTMLElement} panel */
export function show(panel) {
  const { info, session } = app;
  if (!info) return;
  const knowledge = info.knowledge;
  const offer = solveOffer();
  const past = jobsOf("solve").filter((job) => job.state !== "running" && job.state !== "queued");
  panel.replaceChildren(
    h("section", { "aria-label": "What is known" }, h("h2", {}, info.title),
      h("p", {}, known()),
      knowledge?.hint && h("p", { class: "quiet small" }, knowledge.hint),
      offer,
      knowledge?.table && h("div", { class: "row" },
        button("Play against it", playPerfect, { class: "primary" }),
        button("See every value", () => go({ tab: "analyse" }))),
      !offer && !knowledge?.table && knowledge && !knowledge.solvable && h("p", { class: "quiet small" }, cost())),
    ...(past.length > 0 ? [h("section", { "aria-label": "Earlier work" }, h("h2", {}, "Earlier work"),
      h("ul", { class: "alternatives" }, ...past.map((job) => h("li", {}, h("strong", {}, `${title(job.game)}: `), capital(resultLine(job))))))] : []),
    ...others(session.game),
  );
}

function known() {
  const { info } = app;
  const knowledge = info?.knowledge;
  if (!knowledge) return "What is known of this game is not told by the server.";
  if (knowledge.table) return "Solved: the value of every position is in a table on this machine.";
  if (knowledge.proof) return "Proven from the start: who wins is known along the lines of the proof.";
  if (running()) return "Being solved.";
  return knowledge.solvable ? "Not solved on this machine yet." : "Too large to be solved here; values are found by search where it reaches the end.";
}

function cost() {
  const knowledge = app.info?.knowledge;
  const parts = [knowledge?.seconds ? `about ${duration(knowledge.seconds)}` : null, knowledge?.bytes ? size(knowledge.bytes) : null].filter(Boolean);
  return parts.length > 0 ? `It would need ${parts.join(" and ")}.` : "";
}

/** The strongest opponent takes the second side. */
function playPerfect() {
  const best = app.info?.levels?.at(-1)?.id ?? "perfect";
  go({ tab: "play", players: ["person", best], moves: [], at: 0, resigned: null });
}

/** @param {string} game */
function title(game) {
  const [id, rules] = game.split(/:(.*)/s);
  return (app.games.find((one) => one.id === id)?.title ?? id) + (rules ? ` (${rules})` : "");
}

/** Smaller games of the same kind, which are solved while one looks. @param {string} game */
function others(game) {
  const id = game.split(":")[0];
  const small = { "three-musketeers": ["three-musketeers:rows=4,columns=4", "three-musketeers:rows=3,columns=4"] }[id];
  if (!small) return [];
  return [h("section", { "aria-label": "Smaller boards" }, h("h2", {}, "Smaller boards"),
    h("div", { class: "row" }, ...small.filter((spec) => spec !== game).map((spec) =>
      button(spec.split(":")[1].replace(/rows=(\d),columns=(\d)/, "$1 × $2"), async () => {
        await go({ game: spec, start: null, moves: [], at: 0, resigned: null });
        if (app.info?.knowledge?.solvable && !app.info.knowledge.table) startJob({ kind: "solve", game: spec, weak: false });
      }))))];
}
