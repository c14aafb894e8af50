// Waiting for a tab's page: parsed and answering, or the reason why it never will be.

import * as documents from "./documents.js";
import * as sites from "./sites.js";

/** @import { Failed } from "../generated/protocol" */
/** @import { Deadline } from "./deadline.js" */
/** @import { Doc } from "./documents.js" */

const LOOK_MS = 250;
/** A page that is complete but silent is given the page scripts after so many looks. */
const SILENT_LOOKS = 3;

/** Why a page request was not done. */
export class Failure extends Error {
  /** @param {Failed["code"]} code @param {string} text */
  constructor(code, text) {
    super(text);
    this.code = code;
  }

  /** @returns {Failed} */
  answer() {
    return { kind: "failed", code: this.code, text: this.message };
  }
}

/**
 * The tab's top document, parsed.
 * @param {number} tab
 * @param {Deadline} deadline
 * @param {(doc: Doc) => boolean} fits
 * @param {() => Promise<Failure | null>} alsoFails looked at now and then
 * @returns {Promise<Doc>} throws a Failure
 */
export async function arrive(tab, deadline, fits = () => true, alsoFails = async () => null) {
  for (let silent = 0; ; ) {
    const doc = await documents.until(() => fitting(tab, fits), Math.min(LOOK_MS, deadline.left()));
    if (doc) return doc;
    if (deadline.passed()) throw new Failure("timeout", "The page did not load in time.");
    silent = (await isSilent(tab)) ? silent + 1 : 0;
    if (silent === SILENT_LOOKS) await sites.inject(tab);
    const failure = await alsoFails();
    if (failure) throw failure;
  }
}

/** @param {number} tab @returns {Promise<chrome.tabs.Tab>} throws a Failure if it is closed */
export function tabThere(tab) {
  return chrome.tabs.get(tab).catch(() => {
    throw new Failure("no_tab", "The tab is closed.");
  });
}

/** @param {number} tab @param {(doc: Doc) => boolean} fits */
function fitting(tab, fits) {
  const doc = documents.top(tab);
  return doc?.page && fits(doc) ? doc : null;
}

/**
 * True if the tab has a page of a watched site that has not said anything.
 * @param {number} tab
 * @returns {Promise<boolean>} throws a Failure if the tab shows no page that may be seen
 */
async function isSilent(tab) {
  const { status, pendingUrl, url } = await tabThere(tab);
  if (status !== "complete" || pendingUrl) return false;
  const where = sites.originOf(url);
  const found = await reach(tab);
  if (found.ok && sites.watched(where ?? "")) return !documents.top(tab)?.page;
  if (!found.ok && /error page/.test(found.error)) throw new Failure("network", `${url ?? "The page"} could not be loaded.`);
  throw new Failure("origin", `The page is on ${where ?? "a site"}${where ? "," : ""} which is not watched.`);
}

/** @param {number} tab @returns {Promise<{ ok: true } | { ok: false, error: string }>} */
async function reach(tab) {
  try {
    await chrome.scripting.executeScript({ target: { tabId: tab }, func: () => true });
    return { ok: true };
  } catch (error) {
    return { ok: false, error: /** @type {Error} */ (error).message };
  }
}
