// Which run has which tabs: one run a tab. A run's tabs are mute: nothing that happens there is recorded.

import { changed } from "./changes.js";
import * as documents from "./documents.js";
import * as frames from "./frames.js";
import * as input from "./input.js";
import * as kept from "./kept.js";
import * as secrets from "./secrets.js";

/** @import { Mute, Unmute } from "../generated/protocol" */
/** `opened`: tabs that its tabs have opened since it began. @typedef {{ tabs: number[], opened: number[] }} Run */

const TELL_MS = 1_000;
/** A run that is not heard of for so long after the connection changed is over. */
const SILENT_MS = 20_000;

/** When each run was last heard of. @type {Map<string, number>} */
const heardAt = new Map();

/** @returns {Record<string, Run>} */
const table = () => /** @type {Record<string, Run> | undefined} */ (kept.get("runs")) ?? {};

/** @param {number} tab @returns {string | null} */
export function owner(tab) {
  return Object.entries(table()).find(([, run]) => run.tabs.includes(tab))?.[0] ?? null;
}

/** @param {string} run @returns {number | null} the tab it began in */
export const tabOf = (run) => table()[run]?.tabs[0] ?? null;
/** @param {string} run */
export const tabsOf = (run) => table()[run]?.tabs ?? [];
/** @param {string} run */
export const openedBy = (run) => table()[run]?.opened ?? [];
export const all = () => Object.keys(table());

/** @param {string} run */
export function heard(run) {
  heardAt.set(run, performance.now());
}

/** The connection came or went: runs of a daemon that is gone are released, those of one that came back go on. */
export function watchForSilence() {
  const since = performance.now();
  setTimeout(() => {
    for (const run of all()) if ((heardAt.get(run) ?? -1) < since) void release(run);
  }, SILENT_MS);
}

/** @param {string} run @param {number} tab @returns {boolean} false if another run has the tab */
export function claim(run, tab) {
  const has = owner(tab);
  if (has !== null) return has === run;
  const { tabs, opened } = table()[run] ?? { tabs: [], opened: [] };
  void keep({ ...table(), [run]: { tabs: [...tabs, tab], opened } });
  return true;
}

/** A tab opened. @param {chrome.tabs.Tab} tab @returns {boolean} true if a run opened it */
export function tabOpened(tab) {
  const run = tab.openerTabId === undefined ? null : owner(tab.openerTabId);
  if (run === null || tab.id === undefined) return false;
  const { tabs, opened } = table()[run];
  void keep({ ...table(), [run]: { tabs: [...tabs, tab.id], opened: [...opened, tab.id] } });
  return true;
}

/** @param {number} tab */
export function tabClosed(tab) {
  const run = owner(tab);
  if (run === null) return;
  const { tabs, opened } = table()[run];
  void keep({ ...table(), [run]: { tabs: tabs.filter((one) => one !== tab), opened } });
}

/** @param {string} run @param {number} tab */
export async function mute(run, tab) {
  await tell(run, documents.inTab(tab), { kind: "mute" });
}

/** The run is over: its tabs are as before, its secrets are gone. @param {string} run */
export async function release(run) {
  secrets.drop(run);
  heardAt.delete(run);
  const tabs = tabsOf(run);
  const { [run]: gone, ...others } = table();
  if (kept.get("recording") === undefined && Object.keys(others).length === 0) secrets.forget();
  if (!gone) return;
  await keep(others);
  const docs = tabs.flatMap((tab) => documents.inTab(tab));
  await tell(run, docs, { kind: "unmute" });
  for (const tab of tabs) await input.detach(tab);
}

/** @param {Record<string, Run>} runs */
function keep(runs) {
  changed();
  return kept.write({ runs });
}

/** @param {string} run @param {import("./documents.js").Doc[]} docs @param {Mute | Unmute} ask */
async function tell(run, docs, ask) {
  /** @type {import("../messages").ToContent} */
  const message = { type: "ask", run, timeout_ms: TELL_MS, ask, secret: null, phase: "whole" };
  await Promise.allSettled(docs.map((doc) => frames.ask(doc, message, TELL_MS)));
}
