// Speaks to the server. An answer that is an error becomes an ApiError with the server's own words; a server that does
// not answer at all becomes an OfflineError, and `onConnection` listeners hear of both states.

/** @import { View, Answer, GameInfo, Job } from "./types.js" */

const ROOT = "api/v1";

/** The server answered, and refused. */
export class ApiError extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.error ?? `the server answered with status ${status}`);
    this.status = status;
    /** @type {string | undefined} the rule's own reason, without the place in the input */
    this.reason = body?.reason;
  }
}

/** The server did not answer. */
export class OfflineError extends Error {}

/** @type {((online: boolean) => void)[]} */
const listeners = [];
let online = true;

/** @param {(online: boolean) => void} listener */
export function onConnection(listener) {
  listeners.push(listener);
}

/** @param {boolean} now */
function connection(now) {
  if (now === online) return;
  online = now;
  for (const listener of listeners) listener(now);
}

/** @param {Record<string, string | number | null | undefined>} query */
function queryText(query) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  if (given.length === 0) return "";
  return "?" + given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
}

/**
 * The address of an API call.
 * @param {string[]} path
 * @param {Record<string, string | number | null | undefined>} [query]
 */
export function url(path, query = {}) {
  return [ROOT, ...path.map(encodeURIComponent)].join("/") + queryText(query);
}

/**
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
async function call(address, options = {}) {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    connection(false);
    throw new OfflineError("The server does not answer.");
  }
  connection(true);
  const body = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, body);
  return body;
}

/** @param {string} address @param {any} body */
function post(address, body) {
  return call(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

/** @type {Map<string, Promise<any>>} */
const remembered = new Map();

/**
 * Answers that cannot change are asked for once.
 * @param {string} address
 */
function once(address) {
  let answer = remembered.get(address);
  if (!answer) {
    if (remembered.size > 2000) remembered.clear();
    answer = call(address);
    remembered.set(address, answer);
    answer.catch(() => remembered.delete(address));
  }
  return answer;
}

export const api = {
  /** @returns {Promise<{games: GameInfo[], pieces?: Record<string, string>}>} */
  games: () => once(url(["games"])),
  /** @param {string} game @returns {Promise<GameInfo>} */
  game: (game) => call(url([game])),
  /** @param {string} game @param {string | null} position @returns {Promise<View>} */
  scene: (game, position) => once(url([game, "scene"], { p: position })),
  /** @param {string} game @param {string} position @param {number} [time] @param {AbortSignal} [signal] @returns {Promise<Answer>} */
  position: (game, position, time, signal) => call(url([game, "position"], { p: position, time }), { signal }),
  /** @param {string} game @param {string | null} position @param {string[]} moves @returns {Promise<{positions: string[]}>} */
  replay: (game, position, moves) => post(url([game, "game"]), { position, moves }),
  /** @param {string} game @param {Record<string, any>} query @param {AbortSignal} [signal] @returns {Promise<any>} */
  tree: (game, query, signal) => call(url([game, "tree"], query), { signal }),
  /** @param {string} game @param {string} position @returns {Promise<any>} */
  machine: (game, position) => once(url([game, "machine"], { p: position })),
  /** @param {string} game @param {Record<string, any>} query @param {AbortSignal} [signal] @returns {Promise<any>} */
  ablation: (game, query, signal) => call(url([game, "ablation"], query), { signal }),
  /** @param {any} request @returns {Promise<{job: string}>} */
  startJob: (request) => post(url(["jobs"]), request),
  /** @returns {Promise<Job[]>} */
  jobs: async () => {
    const answer = await call(url(["jobs"]));
    return Array.isArray(answer) ? answer : answer.jobs;
  },
  /** @param {string} id @returns {Promise<Job>} */
  job: (id) => call(url(["jobs", id])),
  /** @param {string} id */
  stopJob: (id) => call(url(["jobs", id]), { method: "DELETE" }),
  /** @returns {Promise<any>} */
  status: () => call(url(["status"])),
};

/**
 * Listens to a stream of events until `close` is called, the server ends it, or it fails. The browser's own habit of
 * reconnecting would start the work again, so a broken stream is closed and reported.
 * @param {string} address
 * @param {Record<string, (data: any) => void>} handlers by event name; `failed` hears why a stream broke
 * @returns {{close: () => void}}
 */
export function stream(address, handlers) {
  const source = new EventSource(address);
  let over = false;
  const close = () => {
    over = true;
    source.close();
  };
  for (const [name, handle] of Object.entries(handlers)) {
    if (name === "failed") continue;
    source.addEventListener(name, (event) => {
      if (over) return;
      connection(true);
      handle(JSON.parse(/** @type {MessageEvent} */ (event).data));
    });
  }
  source.onerror = async (event) => {
    if (over) return;
    const words = event instanceof MessageEvent && event.data ? JSON.parse(event.data).error : null;
    close();
    const reason = words ?? (await whyRefused(address));
    handlers.failed?.(reason);
  };
  return { close };
}

/** A refused stream tells nothing but that it failed; the same address, asked plainly, says why. @param {string} address */
async function whyRefused(address) {
  const asking = new AbortController();
  try {
    const response = await fetch(address, { signal: asking.signal });
    if (response.ok) return "The stream broke off.";
    const body = await response.json().catch(() => null);
    return new ApiError(response.status, body).message;
  } catch {
    connection(false);
    return "The server does not answer.";
  } finally {
    asking.abort();
  }
}
