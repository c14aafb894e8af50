// Snapshots on their way to the daemon. They are not acknowledged: one is let go when the daemon has answered something that
// was sent after it, and they are the first to go where there is no room.

import * as kept from "./kept.js";
import * as queue from "./queue.js";

/** @import { Snapshot } from "../generated/protocol" */
/** `sent`: its place among the frames sent. @typedef {{ hash: string, json: string, bytes: number, sent: number | null }} Held */

const MAX_BYTES = 1_500_000;
/** Above this the queue needs the room. */
const QUEUE_BYTES = 6_000_000;

/** @type {Map<string, Held>} oldest first */
const held = new Map();

export const ready = load();

async function load() {
  await kept.ready;
  for (const [hash, json] of kept.entries("s:")) hold(hash, /** @type {string} */ (json));
}

/** @param {string} hash @param {Snapshot} snapshot */
export async function add(hash, snapshot) {
  await ready;
  if (held.has(hash) || queue.byteCount() > QUEUE_BYTES) return;
  const json = JSON.stringify({ type: "snapshot_taken", hash, snapshot });
  hold(hash, json);
  await kept.write({ [`s:${hash}`]: json, ...dropped(oversize()) });
}

/** All are to be sent anew. */
export function forgetSent() {
  for (const one of held.values()) one.sent = null;
}

/** @returns {Held[]} */
export function unsent() {
  return [...held.values()].filter((one) => one.sent === null);
}

/** @param {number} frame The daemon has answered the frame with that number. */
export function answered(frame) {
  const gone = [...held.values()].filter((one) => one.sent !== null && one.sent < frame);
  if (gone.length) void kept.write(dropped(gone));
}

/** @param {string} hash @param {string} json */
function hold(hash, json) {
  held.set(hash, { hash, json, bytes: new TextEncoder().encode(json).length, sent: null });
}

/** @returns {Held[]} the oldest ones, beyond what there is room for */
function oversize() {
  const room = queue.byteCount() > QUEUE_BYTES ? 0 : MAX_BYTES;
  let total = 0;
  return [...held.values()].reverse().filter((one) => (total += one.bytes) > room);
}

/** @param {Held[]} gone */
function dropped(gone) {
  for (const one of gone) held.delete(one.hash);
  return Object.fromEntries(gone.map((one) => [`s:${one.hash}`, undefined]));
}
