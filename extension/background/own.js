// The worker's own document: Task and Tab events, and gaps that no page saw.

import * as kept from "./kept.js";
import * as queue from "./queue.js";

/** @import { What } from "../generated/protocol" */
/** @typedef {{ document: string, n: number, began: number, ms: number }} Own */

/**
 * @param {number} tab
 * @param {What} what
 * @returns {Promise<unknown>} when it is kept
 */
export async function say(tab, what) {
  await queue.ready;
  const own = /** @type {Own | undefined} */ (kept.get("own")) ?? begin();
  // The wall clock may be set back; the offset may not.
  const ms = Math.max(own.ms, performance.timeOrigin + performance.now() - own.began);
  const event = { document: own.document, n: own.n, ms, tab, frame: [], what };
  // Before the event, so that a worker that dies between the two never gives the number again.
  void kept.write({ own: { ...own, n: own.n + 1, ms } });
  return queue.add([event]);
}

/** @returns {Own} */
function begin() {
  const random = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
  return { document: `worker_${random}`, n: 0, began: performance.timeOrigin + performance.now(), ms: 0 };
}
