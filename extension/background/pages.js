// What content scripts tell. A page's script can neither be one nor name a tab, a URL or an origin: those come from `sender`.

import * as documents from "./documents.js";
import * as link from "./link.js";
import * as popups from "./popups.js";
import * as queue from "./queue.js";
import * as recording from "./recording.js";
import * as runs from "./runs.js";
import * as secrets from "./secrets.js";
import * as sites from "./sites.js";
import * as snapshots from "./snapshots.js";
import * as tabs from "./tabs.js";

/** @import { FrameStep, What } from "../generated/protocol" */
/** @import { ContentState, ToWorker } from "../messages" */
/** @import { Doc, PageSender } from "./documents.js" */
/** @template {ToWorker["type"]} T @typedef {Extract<ToWorker, { type: T }>} Of */

const DOCUMENT = /^[a-z0-9_-]{6,40}$/;
const HASH = /^[0-9a-f]{64}$/;
const MAX_TEXT = 2_000;
/** A document may not speak of tabs and tasks. @type {Set<What["kind"]>} */
const KINDS = new Set([
  "opened", "ready", "moved", "left", "pointer", "key", "input", "change", "submit", "focus", "shown", "noted", "gap",
]);

/** @type {Map<string, Promise<unknown>>} Events of a document, one batch after the other. */
const work = new Map();

/** @param {ToWorker} message @param {PageSender} sender @returns {Promise<unknown>} */
export async function handle(message, sender) {
  await recording.ready;
  if (!Object.hasOwn(HANDLERS, message?.type)) return null;
  if ("document" in message && !DOCUMENT.test(message.document)) return null;
  return HANDLERS[message.type](/** @type {any} */ (message), sender);
}

/** @type {Record<ToWorker["type"], (message: any, sender: PageSender) => unknown>} */
const HANDLERS = {
  hello,
  child_frame: childFrame,
  page_events: events,
  page_snapshot: snapshot,
  document_ready: parsed,
  stop_clicked: stop,
  secrets: confided,
};

/** @param {Of<"hello">} message @param {PageSender} sender @returns {ContentState} */
function hello({ document, nonce }, sender) {
  const doc = documents.hello(sender, document, String(nonce));
  const run = runs.owner(doc.tab);
  const wanted = recording.capturing() && sites.watched(doc.site);
  if (wanted && !run) tabs.watched(doc.tab);
  return { recording: wanted, run, secrets: run || wanted ? secrets.typed(doc.site) : [] };
}

/** @param {Of<"secrets">} message @param {PageSender} sender */
function confided({ document, values }, sender) {
  const doc = documents.from(sender, document);
  if (wanted(doc)) secrets.remember(doc.site, values);
}

/** @param {Of<"child_frame">} message @param {PageSender} sender */
function childFrame({ nonce, step }, sender) {
  const { name, id, url, title, ordinal } = step ?? {};
  const sound = [name, id, url, title].every((text) => text === null || (typeof text === "string" && text.length <= MAX_TEXT));
  if (!sound || !Number.isSafeInteger(ordinal) || typeof nonce !== "string") return;
  documents.child(sender, nonce, /** @type {FrameStep} */ ({ name, id, url, title, ordinal }));
}

/** @param {Of<"page_events">} message @param {PageSender} sender @returns {Promise<{ kept: number[] }>} */
async function events({ document, events: given }, sender) {
  // A page that nobody has looked at yet.
  if (sender.documentLifecycle === "prerender") return { kept: [] };
  const doc = documents.from(sender, document);
  const before = work.get(document);
  const result = Promise.resolve(before).then(() => keep(doc, given));
  const settled = result.catch(() => {});
  work.set(document, settled);
  void settled.then(() => work.get(document) === settled && work.delete(document));
  return { kept: await result };
}

/** @param {Doc} doc @param {Of<"page_events">["events"]} given @returns {Promise<number[]>} */
async function keep(doc, given) {
  const frame = doc.frameId === 0 ? [] : await documents.path(doc);
  if (!wanted(doc)) return given.map((event) => event.n);
  const sound = given.filter(isSound);
  const unsound = given.filter((event) => !sound.includes(event));
  if (unsound.length) console.warn("likewise: events of no known kind were left out");
  const { document, tab } = doc;
  const kept = await queue.add(sound.map(({ n, ms, what }) => ({ document, n, ms, tab, frame, what })));
  return [...kept, ...unsound.map((event) => event.n)];
}

/** @param {Of<"page_events">["events"][number]} event */
function isSound({ n, ms, what }) {
  return Number.isSafeInteger(n) && n >= 0 && Number.isFinite(ms) && KINDS.has(what?.kind);
}

/** @param {Of<"page_snapshot">} message @param {PageSender} sender */
async function snapshot({ hash, snapshot: taken }, sender) {
  const doc = documents.all().find((one) => one.documentId === sender.documentId);
  if (doc && wanted(doc) && HASH.test(hash)) await snapshots.add(hash, taken);
}

/** @param {Of<"document_ready">} message @param {PageSender} sender */
function parsed({ document, page }, sender) {
  documents.parsed(sender, document, page);
  if (sender.frameId === 0) void popups.refresh(sender.tab.id);
}

/** @param {Of<"stop_clicked">} message @param {PageSender} sender */
function stop({ run }, sender) {
  if (runs.owner(sender.tab.id) === run) link.send({ type: "stop_run", run });
}

/** @param {Doc} doc */
function wanted(doc) {
  return recording.capturing() && sites.watched(doc.site) && runs.owner(doc.tab) === null;
}
