// From the queue to the daemon: in order, in batches, everything unacknowledged again after a reconnect, never more than the
// socket can take.

import * as link from "./link.js";
import * as queue from "./queue.js";
import * as snapshots from "./snapshots.js";

/** @type {import("../generated/protocol").MAX_EVENTS} */
const MAX_EVENTS = 200;
/** Below MAX_FRAME, with room for the envelope. */
const MAX_BATCH_BYTES = 950_000;
/** The browser has no back-pressure: above this, wait. */
const MAX_BUFFERED = 1 << 20;
const BUFFERED_MS = 50;
/** What was sent and is not acknowledged for so long goes out again. */
const UNANSWERED_MS = 15_000;
const TOO_FAST_MS = 1_000;

/** Arrival number of the last event sent on this connection. */
let sentUpTo = -1;
/** Frames sent on this connection. */
let frames = 0;
/** @type {{ frame: number, keys: Set<string> }[]} */
let batches = [];
let slow = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let later;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let again;

/** A connection is up: everything that waits goes out. */
export async function restart() {
  await Promise.all([queue.ready, snapshots.ready]);
  slow = false;
  sentUpTo = -1;
  frames = 0;
  batches = [];
  snapshots.forgetSent();
  pump();
}

/** Sends what waits, as far as the socket takes it. */
export function pump() {
  if (!link.isUp() || slow) return;
  if (link.buffered() > MAX_BUFFERED) return pumpIn(BUFFERED_MS);
  for (const snapshot of snapshots.unsent()) {
    snapshot.sent = ++frames;
    link.sendText(snapshot.json);
  }
  const batch = nextBatch();
  if (!batch.length) return;
  link.sendText(`{"type":"events","events":[${batch.map((one) => one.json).join(",")}]}`);
  sentUpTo = batch[batch.length - 1].arrival;
  batches.push({ frame: ++frames, keys: new Set(batch.map((one) => one.key)) });
  again ??= setTimeout(() => ((again = undefined), void restart()), UNANSWERED_MS);
  pump();
}

/** @param {[string, number][]} identities */
export async function acknowledge(identities) {
  const keys = identities.map(([document, n]) => `${document}:${n}`);
  for (const batch of batches) {
    if (!keys.some((key) => batch.keys.delete(key))) continue;
    for (const key of keys) batch.keys.delete(key);
    snapshots.answered(batch.frame);
  }
  batches = batches.filter((batch) => batch.keys.size);
  clearTimeout(again);
  again = batches.length ? setTimeout(() => ((again = undefined), void restart()), UNANSWERED_MS) : undefined;
  await queue.acknowledge(identities);
}

/** The daemon asks for less at once: what it did not take goes out again. */
export function slowDown() {
  slow = true;
  clearTimeout(later);
  later = setTimeout(() => void restart(), TOO_FAST_MS);
}

/** @param {number} ms */
function pumpIn(ms) {
  clearTimeout(later);
  later = setTimeout(pump, ms);
}

/** @returns {import("./queue.js").Item[]} */
function nextBatch() {
  /** @type {import("./queue.js").Item[]} */
  const batch = [];
  let bytes = 0;
  for (const found of queue.after(sentUpTo)) {
    bytes += found.bytes + 1;
    if (batch.length === MAX_EVENTS || (batch.length && bytes > MAX_BATCH_BYTES)) break;
    batch.push(found);
  }
  return batch;
}
