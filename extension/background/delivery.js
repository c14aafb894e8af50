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
/** Up to this arrival number events go one by one, because the daemon refused something among them. */
let carefulUpTo = -1;
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
  while (link.isUp() && !slow) {
    if (link.buffered() > MAX_BUFFERED) return pumpIn(BUFFERED_MS);
    const careful = sentUpTo < carefulUpTo;
    if (careful && batches.length) return;
    if (!careful) sendSnapshots();
    const batch = nextBatch(careful ? 1 : MAX_EVENTS);
    if (!batch.length) return;
    link.sendText(`{"type":"events","events":[${batch.map((one) => one.json).join(",")}]}`);
    sentUpTo = batch[batch.length - 1].arrival;
    batches.push({ frame: ++frames, keys: new Set(batch.map((one) => one.key)) });
    again ??= setTimeout(sendAgain, UNANSWERED_MS);
  }
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
  again = batches.length ? setTimeout(sendAgain, UNANSWERED_MS) : undefined;
  await queue.acknowledge(identities);
  pump();
}

/** The daemon cannot take something that was sent: the event that it is must not keep the others back. */
export async function refused() {
  if (!batches.length) return;
  const [{ keys }] = batches;
  if (carefulUpTo >= 0 && batches.length === 1 && keys.size === 1) await queue.giveUp([...keys][0]);
  else carefulUpTo = sentUpTo;
  await restart();
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

function sendAgain() {
  again = undefined;
  void restart();
}

function sendSnapshots() {
  for (const snapshot of snapshots.unsent()) {
    snapshot.sent = ++frames;
    link.sendText(snapshot.json);
  }
}

/** @param {number} most @returns {import("./queue.js").Item[]} */
function nextBatch(most) {
  /** @type {import("./queue.js").Item[]} */
  const batch = [];
  let bytes = 0;
  for (const found of queue.after(sentUpTo)) {
    bytes += found.bytes + 1;
    if (batch.length === most || (batch.length && bytes > MAX_BATCH_BYTES)) break;
    batch.push(found);
  }
  return batch;
}
