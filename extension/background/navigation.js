// Going to a URL, back, or to a new tab, by the tabs API.

import { arrive, Failure, tabThere } from "./arrival.js";
import { sleep } from "./deadline.js";
import * as documents from "./documents.js";
import * as runs from "./runs.js";
import * as sites from "./sites.js";

/** @import { Arrived, Navigate } from "../generated/protocol" */
/** @import { Deadline } from "./deadline.js" */
/** @import { Doc } from "./documents.js" */

/** A navigation that has shown no sign of life for so long led to no page (a download, an empty answer). */
const NOWHERE_MS = 1_500;
/** An empty page is there within this time. */
const LEAVE_MS = 1_000;
const POLL_MS = 10;

/**
 * @param {string} run
 * @param {number | null} tab
 * @param {Navigate} ask
 * @param {Deadline} deadline
 * @returns {Promise<Arrived>}
 */
export async function navigate(run, tab, ask, deadline) {
  if (ask.how === "back") return goBack(run, tab, deadline);
  const origin = sites.originOf(ask.url);
  if (!origin) throw new Failure("refused", "Only http and https addresses are gone to.");
  if (!sites.watched(origin)) throw new Failure("refused", `${origin} is not watched: turn on “Watch this site” there.`);
  const there = ask.how === "new" ? null : (tab ?? (await lastTabOf(origin, run)));
  return there === null ? openTab(run, tab, ask.url, deadline) : goTo(run, there, ask.url, deadline);
}

/** @param {string} run @param {number} tab @param {string} url @param {Deadline} deadline */
async function goTo(run, tab, url, deadline) {
  const { url: before } = await tabThere(tab);
  take(run, tab);
  const old = documents.top(tab);
  const began = performance.now();
  // The same address with a fragment would move nowhere. It is never reloaded: that would send a form once more.
  if (before === url && url.includes("#")) await leave(tab);
  await chrome.tabs.update(tab, { url }).catch((error) => underWay(tab, error));
  return arrived(await arrive(tab, deadline, (doc) => hasMoved(doc, old), stuck(tab, old, began)));
}

/** To an empty page, for a moment. @param {number} tab */
async function leave(tab) {
  await chrome.tabs.update(tab, { url: "about:blank" });
  const end = performance.now() + LEAVE_MS;
  while ((await tabThere(tab)).url !== "about:blank" && performance.now() < end) await sleep(POLL_MS);
}

/**
 * Chrome refuses to begin the navigation that it is doing already, and goes on with it.
 * @param {number} tab @param {Error} error
 */
async function underWay(tab, error) {
  if ((await tabThere(tab)).status !== "loading") throw new Failure("network", error.message);
}

/** @param {string} run @param {number | null} from @param {string} url @param {Deadline} deadline */
async function openTab(run, from, url, deadline) {
  const opener = from === null ? null : await tabThere(from);
  const place = opener ? { windowId: opener.windowId, index: opener.index + 1, openerTabId: opener.id } : {};
  const tab = await chrome.tabs.create({ url, active: true, ...place });
  const id = /** @type {number} */ (tab.id);
  take(run, id);
  return arrived(await arrive(id, deadline));
}

/** @param {string} run @param {number | null} tab @param {Deadline} deadline */
async function goBack(run, tab, deadline) {
  if (tab === null) throw new Failure("no_tab", "No tab to go back in.");
  await tabThere(tab);
  take(run, tab);
  const old = documents.top(tab);
  const began = performance.now();
  await historyBack(tab);
  return arrived(await arrive(tab, deadline, (doc) => hasMoved(doc, old), stuck(tab, old, began)));
}

/**
 * The page's own history.back(): tabs.goBack passes over pages in which nothing was done by hand.
 * @param {number} tab
 */
async function historyBack(tab) {
  const go = () => history.length > 1 && (history.back(), true);
  const [there] = await chrome.scripting.executeScript({ target: { tabId: tab }, func: go }).catch(() => [{ result: null }]);
  if (there.result === false) throw new Failure("refused", "There is no page to go back to.");
  if (there.result === null) await chrome.tabs.goBack(tab).catch(() => {});
}

/** Another document, or the same one at another URL. @param {Doc} doc @param {Doc | null} old */
function hasMoved(doc, old) {
  return doc.documentId !== old?.documentId || (old.page !== null && doc.page?.url !== old.page.url);
}

/** @param {Doc} doc @returns {Arrived} */
function arrived(doc) {
  if (!doc.page) throw new Failure("timeout", "The page did not load in time.");
  return { kind: "arrived", tab: doc.tab, page: doc.page };
}

/** @param {string} run @param {number} tab */
function take(run, tab) {
  if (!runs.claim(run, tab)) throw new Failure("busy", "Another run has this tab.");
}

/**
 * @param {number} tab @param {Doc | null} old @param {number} began
 * @returns {() => Promise<Failure | null>}
 */
function stuck(tab, old, began) {
  return async () => {
    if (performance.now() - began < NOWHERE_MS || documents.top(tab) !== old) return null;
    const { status, pendingUrl } = await tabThere(tab);
    if (status !== "complete" || pendingUrl) return null;
    return new Failure("network", "The address did not lead to a page.");
  };
}

/** @param {string} origin @param {string} run @returns {Promise<number | null>} the tab of the origin that was active last */
async function lastTabOf(origin, run) {
  const all = await chrome.tabs.query({});
  const free = all.filter((tab) => sites.originOf(tab.url) === origin && tab.id !== undefined);
  const mine = free.filter((tab) => [null, run].includes(runs.owner(/** @type {number} */ (tab.id))));
  mine.sort((a, b) => Number(b.active) - Number(a.active) || (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0));
  return mine[0]?.id ?? null;
}
