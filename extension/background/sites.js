// Which sites are watched: Chrome's permission and the person's switch together. The page scripts are registered for those and
// for no others.

import { changed } from "./changes.js";
import * as settings from "./settings.js";

/** @import { Watch } from "./settings.js" */

const SCRIPTS_ID = "page";
const EVERYWHERE = "<all_urls>";
/** The all-sites build: its manifest has the hosts and the content scripts. */
const BUILT_FOR_ALL = (chrome.runtime.getManifest().host_permissions ?? []).includes(EVERYWHERE);

/** @type {Watch} */
let watch = { origins: [], except: [], everywhere: false };
/** What the person switched on while Chrome still asks for the permission. @type {Set<string>} */
const wanted = new Set();
let wantsEverywhere = false;
/** @type {() => void} */
let onLess = () => {};
/** @type {Promise<void>} One change after the other. */
let work = Promise.resolve();

export const ready = load();

/** @param {() => void} listener called when a site is no longer watched */
export function start(listener) {
  onLess = listener;
}

export const everywhere = () => BUILT_FOR_ALL || watch.everywhere;

/** @param {string} origin */
export function watched(origin) {
  if (!/^https?:\/\//.test(origin)) return false;
  return everywhere() ? !watch.except.includes(origin) : watch.origins.includes(origin);
}

/** @param {string | undefined} url @returns {string | null} an http(s) URL's origin */
export function originOf(url) {
  const parsed = url && URL.canParse(url) ? new URL(url) : null;
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : null;
}

/**
 * The person's switch. The popup asks Chrome for the permission, which needs the click; where that is still open, the answer
 * comes to `permissionAdded`.
 * @param {string} origin @param {boolean} on
 */
export function setWatched(origin, on) {
  return change(async () => {
    if (!on) return drop(origin);
    if (await granted(origin)) return add(origin);
    wanted.add(origin);
  });
}

/** @param {boolean} on */
export function setEverywhere(on) {
  return change(async () => {
    if (BUILT_FOR_ALL) return;
    wantsEverywhere = on;
    if (on && !(await chrome.permissions.contains({ origins: [EVERYWHERE] }))) return;
    await keep({ ...watch, everywhere: on, except: [] });
    if (!on) await chrome.permissions.remove({ origins: [EVERYWHERE] });
    else await injectOpen(() => true);
  });
}

/** Chrome granted something. */
export function permissionAdded() {
  return change(async () => {
    for (const origin of wanted) if (await granted(origin)) await add(origin);
    if (wantsEverywhere && !watch.everywhere && (await chrome.permissions.contains({ origins: [EVERYWHERE] }))) {
      await keep({ ...watch, everywhere: true, except: [] });
      await injectOpen(() => true);
    }
  });
}

/** Something was taken back, perhaps in Chrome's own settings. */
export function permissionRemoved() {
  return change(async () => keep(await stillGranted(watch)));
}

/** After an install or an update: content scripts in open tabs are orphans or not there at all. */
export function installed() {
  return change(() => injectOpen(watched));
}

async function load() {
  watch = await settings.watch();
  await change(async () => keep(await stillGranted(watch)));
}

/** @param {() => Promise<void>} task @returns {Promise<void>} */
function change(task) {
  work = work.catch(() => {}).then(task);
  return work.finally(changed);
}

/** @param {string} origin */
async function add(origin) {
  wanted.delete(origin);
  const except = watch.except.filter((one) => one !== origin);
  await keep({ ...watch, except, origins: [...new Set([...watch.origins, origin])] });
  await injectOpen((one) => one === origin);
}

/** @param {string} origin */
async function drop(origin) {
  wanted.delete(origin);
  const except = everywhere() ? [...new Set([...watch.except, origin])] : watch.except;
  await keep({ ...watch, except, origins: watch.origins.filter((one) => one !== origin) });
  if (!everywhere()) await chrome.permissions.remove({ origins: [pattern(origin)] }).catch(() => false);
}

/** @param {Watch} now */
async function keep(now) {
  const same = JSON.stringify(now) === JSON.stringify(watch);
  watch = now;
  if (!same) await settings.setWatch(now);
  await register();
  onLess();
}

/** @param {Watch} now @returns {Promise<Watch>} */
async function stillGranted(now) {
  const origins = [];
  for (const origin of now.origins) if (await granted(origin)) origins.push(origin);
  const all = now.everywhere && (await chrome.permissions.contains({ origins: [EVERYWHERE] }));
  return { ...now, origins, everywhere: all };
}

/** @param {string} origin */
function granted(origin) {
  return chrome.permissions.contains({ origins: [pattern(origin)] });
}

/** @param {string} origin */
function pattern(origin) {
  return `${origin}/*`;
}

/** Chrome runs the page scripts in every document of a watched site, from its start. */
async function register() {
  if (BUILT_FOR_ALL) return;
  const matches = watch.everywhere ? [EVERYWHERE] : watch.origins.map(pattern);
  const there = await chrome.scripting.getRegisteredContentScripts({ ids: [SCRIPTS_ID] });
  if (!matches.length) {
    if (there.length) await chrome.scripting.unregisterContentScripts({ ids: [SCRIPTS_ID] });
    return;
  }
  /** @type {chrome.scripting.RegisteredContentScript} */
  const script = {
    id: SCRIPTS_ID,
    js: await scripts(),
    matches,
    excludeMatches: watch.everywhere ? watch.except.map(pattern) : [],
    runAt: "document_start",
    allFrames: true,
    matchOriginAsFallback: true,
    world: "ISOLATED",
    persistAcrossSessions: true,
  };
  if (there.length) await chrome.scripting.updateContentScripts([script]);
  else await chrome.scripting.registerContentScripts([script]);
}

/** @param {(origin: string) => boolean} which */
async function injectOpen(which) {
  for (const tab of await chrome.tabs.query({})) {
    const origin = originOf(tab.url);
    if (tab.id !== undefined && origin && which(origin) && !tab.discarded) await inject(tab.id);
  }
}

/** Gives the page scripts to a tab that is open already; twice is harmless. @param {number} tab */
export async function inject(tab) {
  const target = { tabId: tab, allFrames: true };
  const files = await scripts();
  await chrome.scripting.executeScript({ target, files, injectImmediately: true }).catch((error) => {
    console.warn("likewise: a tab could not be given the page scripts:", error.message);
  });
}

/**
 * Fetched, not imported: a worker that imports JSON does not start a second time (Chromium 156).
 * @returns {Promise<string[]>}
 */
async function scripts() {
  const list = await fetch(chrome.runtime.getURL("page/scripts.json"));
  return [...(await list.json()), "content.js"];
}
