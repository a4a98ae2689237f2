// Solving, wherever it is offered: one click, honest progress, and the values appear when it is done.

import { app, refresh } from "./app.js";
import { forget } from "./analysis/values.js";
import { button, h } from "./dom.js";
import { jobsOf, onEnd, startJob, stopJob } from "./jobs.js";
import { say } from "./status.js";
import { big, duration, sentence, size } from "./words.js";

/** @import { Job } from "./types.js" */

onEnd((job) => {
  if (job.kind !== "solve") return;
  forget();
  if (job.game === app.session.game) refresh();
  if (job.state === "done") say("Solved: every value is known now.");
});

/** The solution of this game that is running, if one is. */
export function running() {
  return jobsOf("solve").find((job) => job.game === app.session.game && (job.state === "running" || job.state === "queued")) ?? null;
}

/** An offer to solve the game, or the progress of its solution; null when there is nothing to solve. */
export function solveOffer() {
  const knowledge = app.info?.knowledge;
  const job = running();
  if (job) return progressCard(job);
  if (!knowledge?.solvable || knowledge.table) return null;
  const cost = [knowledge.seconds ? `About ${duration(knowledge.seconds)}` : null, knowledge.bytes ? `${size(knowledge.bytes)} on disk` : null].filter(Boolean);
  return h("div", { class: "card", "data-solve": true },
    h("p", {}, h("strong", {}, "Not solved yet: solve it now?"), cost.length > 0 ? ` ${cost.join(", ")}.` : ""),
    h("div", { class: "row" }, button("Solve", () => startJob({ kind: "solve", game: app.session.game, weak: false }), { class: "primary" })));
}

/** @param {Job} job */
export function progressCard(job) {
  const progress = job.progress ?? {};
  const { done, total, rate, left, what, unit } = progress;
  const share = total ? done / total : null;
  const words = [
    share !== null ? `${Math.floor(share * 100)} %` : job.state === "queued" ? "waiting for its turn" : "begun",
    rate ? `${big(rate)} ${unit ?? "positions"}/s` : null,
    left !== null && left !== undefined ? `${duration(left)} left` : null,
  ].filter(Boolean);
  return h("div", { class: "card", "data-progress": job.id },
    h("p", {}, h("strong", {}, job.state === "queued" ? "Waiting" : "Solving"), what ? `: ${what}` : ""),
    share === null ? h("progress", { "aria-label": "Progress" }) : h("progress", { value: done, max: total, "aria-label": "Progress" }),
    h("p", { class: "quiet small" }, `${words.join(", ")}. You may leave: it goes on, and this page finds it again.`),
    h("div", { class: "row" }, button("Stop", () => stopJob(job.id))));
}

/** What came of a solution. @param {Job} job */
export function resultLine(job) {
  if (job.state === "failed") return sentence(job.error ?? "it failed");
  if (job.state === "stopped") return "Stopped: solving again goes on where it was.";
  const { positions, seconds, bytes, winner, value } = job.result ?? {};
  const facts = [positions ? `${big(positions)} positions` : null, seconds ? duration(seconds) : null, bytes ? size(bytes) : null].filter(Boolean).join(", ");
  const who = winner ? ` ${winner} win${winner.endsWith("s") ? "" : "s"}${value?.plies ? ` in ${value.plies} plies` : ""}.` : "";
  return `Solved${facts ? `: ${facts}` : ""}.${who}`;
}
