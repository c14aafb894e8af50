// Tabs that open, close and come to the front during a task: of watched sites, or opened by one.

import * as documents from "./documents.js";
import * as kept from "./kept.js";
import * as own from "./own.js";

/**
 * `told`: tabs that the task knows. `fresh`: tabs that opened and have shown no watched site yet.
 * @typedef {{ told: number[], fresh: number[] }} Known
 */

/** @returns {Known} */
const known = () => /** @type {Known | undefined} */ (kept.get("tabs")) ?? { told: [], fresh: [] };

/** A task begins in this tab. @param {number} tab */
export function begin(tab) {
  return kept.write({ tabs: { told: [...new Set([tab, ...documents.all().map((doc) => doc.tab)])], fresh: [] } });
}

/** @param {chrome.tabs.Tab} tab */
export function opened(tab) {
  if (tab.id === undefined) return;
  const { told, fresh } = known();
  if (tab.openerTabId !== undefined && told.includes(tab.openerTabId)) return tell(tab.id, tab.openerTabId);
  void kept.write({ tabs: { told, fresh: [...fresh, tab.id] } });
}

/** A watched site began in the tab. @param {number} tab */
export function watched(tab) {
  if (!known().told.includes(tab)) tell(tab, null);
}

/** @param {number} tab */
export function activated(tab) {
  if (known().told.includes(tab)) void own.say(tab, { kind: "tab", what: "activated", opener: null });
}

/** @param {number} tab */
export function closed(tab) {
  const { told, fresh } = known();
  if (told.includes(tab)) void own.say(tab, { kind: "tab", what: "closed", opener: null });
  const others = (/** @type {number[]} */ list) => list.filter((one) => one !== tab);
  void kept.write({ tabs: { told: others(told), fresh: others(fresh) } });
}

/** @param {number} tab @param {number | null} opener */
function tell(tab, opener) {
  const { told, fresh } = known();
  void kept.write({ tabs: { told: [...told, tab], fresh: fresh.filter((one) => one !== tab) } });
  if (opener !== null || fresh.includes(tab)) void own.say(tab, { kind: "tab", what: "opened", opener });
}
