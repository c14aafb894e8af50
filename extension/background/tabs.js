// Tabs that open, close and come to the front during a task. A tab is told of when it first shows a watched site: until then it
// is nobody's business, and one that the person opened for something else is no effect of the task.

import * as documents from "./documents.js";
import * as kept from "./kept.js";
import * as own from "./own.js";

/**
 * `told`: tabs that the task knows. `fresh`: the others that opened during it, with their openers.
 * @typedef {{ told: number[], fresh: Record<string, number | null> }} Known
 */

/** @returns {Known} */
const known = () => /** @type {Known | undefined} */ (kept.get("tabs")) ?? { told: [], fresh: {} };

/** A task begins in this tab. @param {number} tab */
export function begin(tab) {
  return kept.write({ tabs: { told: [...new Set([tab, ...documents.all().map((doc) => doc.tab)])], fresh: {} } });
}

/** @param {chrome.tabs.Tab} tab */
export function opened(tab) {
  if (tab.id === undefined) return;
  const { told, fresh } = known();
  void kept.write({ tabs: { told, fresh: { ...fresh, [tab.id]: tab.openerTabId ?? null } } });
}

/** A watched site began in the tab. @param {number} tab */
export function watched(tab) {
  const { told, fresh } = known();
  if (told.includes(tab)) return;
  const { [tab]: opener, ...others } = fresh;
  void kept.write({ tabs: { told: [...told, tab], fresh: others } });
  if (opener !== undefined) void own.say(tab, { kind: "tab", what: "opened", opener });
}

/** @param {number} tab */
export function activated(tab) {
  if (known().told.includes(tab)) void own.say(tab, { kind: "tab", what: "activated", opener: null });
}

/** @param {number} tab */
export function closed(tab) {
  const { told, fresh } = known();
  if (told.includes(tab)) void own.say(tab, { kind: "tab", what: "closed", opener: null });
  const { [tab]: _, ...others } = fresh;
  void kept.write({ tabs: { told: told.filter((one) => one !== tab), fresh: others } });
}
