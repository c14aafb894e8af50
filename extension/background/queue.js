// Events wait here, in storage.session, until the daemon has acknowledged them. (document, n) is an event's identity; the
// arrival number orders the events of the profile and is stored in the same write as the event.

import { changed } from "./changes.js";
import * as kept from "./kept.js";
import * as settings from "./settings.js";

/** @import { FrameStep, What } from "../generated/protocol" */
/** @typedef {{ document: string, n: number, ms: number, tab: number, frame: FrameStep[], what: What }} Arriving */
/** @typedef {{ arrival: number, key: string, json: string, bytes: number, stored: boolean }} Item */

/** Of the 10 MB that storage.session has: above this, idle notes are left out; */
const FULL_BYTES = 6_500_000;
/** above this, everything that a page says; the rest is for Task, Tab and Gap events. */
const OVERFLOW_BYTES = 8_000_000;
/** No frame could carry it. */
const MAX_EVENT_BYTES = 900_000;
/** Acknowledged identities that are remembered, should a page that never heard back send them again. */
const REMEMBERED = 1_000;
/** Arrival numbers taken at once for a browser session. */
const NUMBERS = 1_000_000;

const GAP = "More was done than could be kept while Likewise was not connected; the rest is missing.";

const REFUSED = "Something was done that could not be told in the protocol's words.";

/** @type {Map<number, Item>} */
const items = new Map();
/** @type {Map<string, Item>} */
const waiting = new Map();
/** @type {string[]} */
let done = [];
let bytes = 0;
let next = 0;
let reserved = 0;
/** Events left out since the task began, and whether a Gap event has told of it. */
let lost = 0;
let told = false;
/** @type {() => void} */
let onMore = () => {};

export const ready = load();

export const size = () => items.size;
export const byteCount = () => bytes;
export const overflow = () => lost;

/** @param {() => void} listener called when more can be sent */
export function start(listener) {
  onMore = listener;
}

async function load() {
  await kept.ready;
  done = /** @type {string[] | undefined} */ (kept.get("done")) ?? [];
  lost = /** @type {number | undefined} */ (kept.get("lost")) ?? 0;
  told = Boolean(kept.get("told"));
  const stored = kept.entries("q:").map(([arrival, json]) => ({ arrival: Number(arrival), json: String(json) }));
  for (const { arrival, json } of stored.sort(byArrival)) {
    const found = item(arrival, json, JSON.parse(json), true);
    if (!done.includes(found.key)) hold(found);
  }
  reserved = /** @type {number | undefined} */ (kept.get("reserved")) ?? 0;
  next = /** @type {number | undefined} */ (kept.get("next")) ?? 0;
  if (!reserved) await reserve();
}

async function reserve() {
  const first = await settings.reserveNumbers(NUMBERS);
  if (!reserved) next = first;
  reserved = first + NUMBERS;
  await kept.write({ next, reserved });
}

/**
 * @param {Arriving[]} events
 * @returns {Promise<number[]>} the n of those that need not be sent again: kept, already here, or counted as lost
 */
export async function add(events) {
  await ready;
  const refused = new Set();
  /** @type {Item[]} */
  const added = [];
  for (const event of events) {
    if (known(event)) continue;
    const found = admit(event) ?? refuse(event);
    if (found) added.push(found);
    else refused.add(event.n);
  }
  const changes = Object.fromEntries(added.map((found) => [`q:${found.arrival}`, found.json]));
  if (next > reserved - NUMBERS / 2) void reserve();
  try {
    await kept.write({ ...changes, next, lost, told });
  } catch (error) {
    console.warn("likewise: events could not be stored", error);
    added.forEach(release);
  }
  for (const found of added) found.stored = true;
  changed();
  onMore();
  return events.filter((event) => known(event) || refused.has(event.n)).map((event) => event.n);
}

/** @param {{ arrival: number }} a @param {{ arrival: number }} b */
const byArrival = (a, b) => a.arrival - b.arrival;

/** @param {{ document: string, n: number }} event */
const keyOf = (event) => `${event.document}:${event.n}`;

/** @param {Arriving} event */
function known(event) {
  return waiting.has(keyOf(event)) || done.includes(keyOf(event));
}

/** @param {Arriving} event @returns {Item | null} null if there is no room */
function admit(event) {
  const found = item(next, JSON.stringify({ ...event, arrival: next }), event, false);
  if (!roomFor(found, event.what)) return null;
  next += 1;
  hold(found);
  return found;
}

/** @param {Item} found @param {What} what */
function roomFor(found, what) {
  if (found.bytes > MAX_EVENT_BYTES) return false;
  if (what.kind === "task" || what.kind === "tab" || what.kind === "gap") return true;
  return bytes + found.bytes < (what.kind === "noted" ? FULL_BYTES : OVERFLOW_BYTES);
}

/** @param {Arriving} event @returns {Item | null} the Gap event in its place, the first time */
function refuse(event) {
  if (event.what.kind === "noted") return null;
  lost += 1;
  if (told) return null;
  told = true;
  return admit({ ...event, what: { kind: "gap", text: GAP } });
}

/** Forgets what was left out: a new task begins. */
export function clearOverflow() {
  lost = 0;
  told = false;
  return kept.write({ lost, told });
}

/** @param {[string, number][]} identities of events that the daemon has committed */
export async function acknowledge(identities) {
  await ready;
  const keys = identities.map(([document, n]) => keyOf({ document, n }));
  const found = keys.map((key) => waiting.get(key)).filter((one) => one !== undefined);
  found.forEach(release);
  done = [...done, ...keys].slice(-REMEMBERED);
  if (bytes < FULL_BYTES / 2) told = false;
  await kept.write({ ...Object.fromEntries(found.map((one) => [`q:${one.arrival}`, undefined])), done, told });
  changed();
}

/** The daemon does not take an event: a Gap stands in its place. @param {string} key */
export async function giveUp(key) {
  const found = waiting.get(key);
  if (!found) return;
  release(found);
  lost += 1;
  const event = JSON.parse(found.json);
  const json = JSON.stringify({ ...event, frame: [], what: { kind: "gap", text: REFUSED } });
  const isGap = event.what.kind === "gap";
  if (!isGap) hold(item(found.arrival, json, event, true));
  await kept.write({ [`q:${found.arrival}`]: isGap ? undefined : json, lost });
  changed();
}

/**
 * @param {number} arrival
 * @returns {Item[]} what was stored after that arrival, in order
 */
export function after(arrival) {
  return [...items.values()].filter((found) => found.stored && found.arrival > arrival).sort(byArrival);
}

/**
 * @param {number} arrival
 * @param {string} json
 * @param {{ document: string, n: number }} event
 * @param {boolean} stored
 * @returns {Item}
 */
function item(arrival, json, event, stored) {
  return { arrival, key: keyOf(event), json, bytes: new TextEncoder().encode(json).length, stored };
}

/** @param {Item} found */
function hold(found) {
  items.set(found.arrival, found);
  waiting.set(found.key, found);
  bytes += found.bytes;
}

/** @param {Item} found */
function release(found) {
  if (!items.delete(found.arrival)) return;
  waiting.delete(found.key);
  bytes -= found.bytes;
}
