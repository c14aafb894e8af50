// The documents that content scripts run in: which tab, frame and origin each has, as the browser reports them, never as a
// message claims.

import * as kept from "./kept.js";

/** @import { FrameStep, Page } from "../generated/protocol" */
/**
 * @typedef {chrome.runtime.MessageSender & { tab: chrome.tabs.Tab & { id: number }, frameId: number, documentId: string }}
 *   PageSender
 */
/**
 * `documentId` is Chrome's. `site` is the origin that decides about watching: that of the URL where a sandbox hides the origin.
 * `page` is null until the document is parsed.
 * @typedef {{ document: string, tab: number, frameId: number, documentId: string, origin: string, site: string, nonce: string,
 *   page: Page | null }} Doc
 */
/** @typedef {{ tab: number, parent: string, step: FrameStep }} Child */

/** A frame whose parent has not said which one it is waits so long; then it goes by its origin. */
const PATH_MS = 500;
const MAX_DEPTH = 16;
const MAX_FORMER = 100;
/** Of one tab: a page can make up any number of frames. */
const MAX_CHILDREN = 300;

/** @type {Map<string, Doc>} */
const docs = new Map();
/** Those that were left not long ago. @type {Map<string, Doc>} */
const former = new Map();
/** @type {Map<string, Child>} by the child's nonce */
const children = new Map();
/** @type {Set<() => void>} */
const waiters = new Set();

export const ready = load();

async function load() {
  await kept.ready;
  for (const [id, doc] of kept.entries("d:")) docs.set(id, /** @type {Doc} */ (doc));
  for (const [nonce, child] of kept.entries("c:")) children.set(nonce, /** @type {Child} */ (child));
}

/** @param {chrome.runtime.MessageSender} sender @returns {sender is PageSender} */
export function isPage(sender) {
  return sender.tab?.id !== undefined && sender.frameId !== undefined && sender.documentId !== undefined;
}

/** @param {string} document */
export const find = (document) => docs.get(document) ?? null;
/** @param {number} tab */
export const inTab = (tab) => [...docs.values()].filter((doc) => doc.tab === tab);
/** @param {number} tab */
export const top = (tab) => inTab(tab).find((doc) => doc.frameId === 0) ?? null;
export const all = () => [...docs.values()];

/**
 * A content script began, came back from the cache, or was probed.
 * @param {PageSender} sender @param {string} document @param {string} nonce
 * @returns {Doc}
 */
export function hello(sender, document, nonce) {
  const before = docs.get(document);
  const page = [before, former.get(document)].find((one) => one?.documentId === sender.documentId)?.page ?? null;
  /** @type {Doc} */
  const doc = { document, ...place(sender), nonce, page };
  const begins = !before && sender.documentLifecycle !== "prerender";
  for (const old of begins ? inTab(doc.tab) : []) if (doc.frameId === 0 || doc.frameId === old.frameId) remove(old);
  store(doc);
  return doc;
}

/**
 * The document a message comes from. One that was left may still speak: it is not put back.
 * @param {PageSender} sender @param {string} document
 * @returns {Doc}
 */
export function from(sender, document) {
  const known = [docs.get(document), former.get(document)].find((doc) => doc?.documentId === sender.documentId);
  const doc = { document, nonce: "", page: null, ...known, ...place(sender) };
  if (docs.get(document) === known && known && known.frameId !== doc.frameId) store(doc);
  return doc;
}

/** @param {PageSender} sender @param {string} document @param {Page} page */
export function parsed(sender, document, page) {
  const doc = docs.get(document);
  if (doc?.documentId === sender.documentId) store({ ...doc, ...place(sender), page });
}

/** @param {PageSender} sender @param {string} nonce @param {FrameStep} step */
export function child(sender, nonce, step) {
  const parent = all().find((doc) => doc.documentId === sender.documentId);
  if (!parent) return;
  const found = { tab: parent.tab, parent: parent.document, step };
  children.set(nonce, found);
  const [oldest, ...others] = [...children].filter(([, one]) => one.tab === found.tab).map(([word]) => word);
  if (others.length >= MAX_CHILDREN) children.delete(oldest);
  void kept.write({ [`c:${nonce}`]: found, ...(others.length >= MAX_CHILDREN ? { [`c:${oldest}`]: undefined } : {}) });
  tell();
}

/** @param {Doc} doc @returns {FrameStep[] | null} null while a parent has not spoken */
export function pathNow(doc) {
  /** @type {FrameStep[]} */
  const path = [];
  /** @type {Doc | undefined} */
  let here = doc;
  while (here && here.frameId !== 0 && path.length < MAX_DEPTH) {
    const found = children.get(here.nonce);
    if (!found || found.tab !== here.tab) return null;
    path.unshift(found.step);
    here = docs.get(found.parent) ?? former.get(found.parent);
  }
  return here ? path : null;
}

/** @param {Doc} doc @returns {Promise<FrameStep[]>} */
export async function path(doc) {
  const found = await until(() => pathNow(doc), PATH_MS);
  return found ?? [{ name: null, id: null, url: doc.site, title: null, ordinal: 0 }];
}

/**
 * @template T
 * @param {() => T | null} look asked again whenever a document changes
 * @param {number} ms
 * @returns {Promise<T | null>} null when the time is out
 */
export function until(look, ms) {
  const now = look();
  if (now !== null) return Promise.resolve(now);
  return new Promise((resolve) => {
    const end = (/** @type {T | null} */ found) => {
      waiters.delete(again);
      clearTimeout(timer);
      resolve(found);
    };
    const again = () => {
      const found = look();
      if (found !== null) end(found);
    };
    const timer = setTimeout(() => end(null), ms);
    waiters.add(again);
  });
}

/** @param {number} tab */
export function forgetTab(tab) {
  inTab(tab).forEach(remove);
  const gone = [...children].filter(([, found]) => found.tab === tab).map(([nonce]) => nonce);
  for (const nonce of gone) children.delete(nonce);
  void kept.write(Object.fromEntries(gone.map((nonce) => [`c:${nonce}`, undefined])));
  tell();
}

/** @param {(doc: Doc) => boolean} stays @returns {Doc[]} those that went */
export function keepOnly(stays) {
  const gone = all().filter((doc) => !stays(doc));
  gone.forEach(remove);
  tell();
  return gone;
}

/** @param {PageSender} sender */
function place(sender) {
  const origin = sender.origin ?? "null";
  const url = sender.url && URL.canParse(sender.url) ? new URL(sender.url).origin : "null";
  const { tab, frameId, documentId } = sender;
  return { tab: tab.id, frameId, documentId, origin, site: origin === "null" ? url : origin };
}

/** @param {Doc} doc */
function store(doc) {
  // A page that was rendered ahead takes the tab when it is shown.
  for (const old of inTab(doc.tab)) if (doc.frameId === 0 && old.frameId === 0 && old.document !== doc.document) remove(old);
  docs.set(doc.document, doc);
  void kept.write({ [`d:${doc.document}`]: doc });
  tell();
}

/** @param {Doc} doc */
function remove(doc) {
  docs.delete(doc.document);
  former.set(doc.document, doc);
  if (former.size > MAX_FORMER) former.delete([...former.keys()][0]);
  void kept.write({ [`d:${doc.document}`]: undefined });
}

function tell() {
  for (const waiter of [...waiters]) waiter();
}
