// Work that goes on in the server whether or not somebody looks: solutions and matches. The page finds running work
// again after it was left, follows it, and forgets nothing when it is closed.

import { api, OfflineError, stream, url } from "./api.js";
import { panelChanged } from "./app.js";

/** @import { Job } from "./types.js" */

/** @type {Map<string, Job>} */
const jobs = new Map();
/** @type {Map<string, {close: () => void}>} */
const followed = new Map();
/** @type {((job: Job) => void)[]} */
const enders = [];
let looked = false;

/** Hears of work that has ended. @param {(job: Job) => void} listener */
export function onEnd(listener) {
  enders.push(listener);
}

/** All work of a kind, newest first. @param {string} kind @returns {Job[]} */
export function jobsOf(kind) {
  look();
  return [...jobs.values()].filter((job) => job.kind === kind).reverse();
}

/** Asks once what is running already. */
async function look() {
  if (looked) return;
  looked = true;
  try {
    for (const job of await api.jobs()) {
      jobs.set(job.id, job);
      if (job.state === "running" || job.state === "queued") follow(job.id);
    }
    if (jobs.size > 0) panelChanged();
  } catch (error) {
    looked = false;
    if (!(error instanceof OfflineError)) throw error;
  }
}

/** @param {any} request */
export async function startJob(request) {
  const { job } = await api.startJob(request);
  jobs.set(job, await api.job(job));
  follow(job);
  panelChanged();
}

/** @param {string} id */
export async function stopJob(id) {
  await api.stopJob(id);
  jobs.set(id, await api.job(id));
  panelChanged();
}

/** @param {string} id */
function follow(id) {
  if (followed.has(id)) return;
  const settle = async () => {
    followed.get(id)?.close();
    followed.delete(id);
    const job = await api.job(id);
    jobs.set(id, job);
    for (const listener of enders) listener(job);
    panelChanged();
  };
  let last = 0;
  followed.set(id, stream(url(["jobs", id, "events"]), {
    progress(/** @type {any} */ data) {
      const old = jobs.get(id);
      jobs.set(id, data.state ? data : { ...(old ?? data), progress: data });
      // Progress may come faster than anybody can read.
      if (performance.now() - last < 400) return;
      last = performance.now();
      panelChanged();
    },
    done: settle,
    failed: () => settle().catch(() => {}),
  }));
}
