// How the last run of each tab stands.

import { changed } from "./changes.js";
import * as kept from "./kept.js";
import * as runs from "./runs.js";

/** @import { RunReport, RunUpdate } from "../generated/protocol" */

const MAX_REPORTS = 30;

/** @returns {Record<string, RunReport>} by tab */
const table = () => /** @type {Record<string, RunReport> | undefined} */ (kept.get("reports")) ?? {};

/** @param {number} tab @returns {RunReport | null} */
export const ofTab = (tab) => table()[tab] ?? null;

/** @param {string} run @returns {RunReport | null} */
export const ofRun = (run) => Object.values(table()).find((report) => report.run === run) ?? null;

/** @returns {number[]} tabs whose run asks something */
export const asking = () => Object.keys(table()).map(Number).filter((tab) => ofTab(tab)?.question);

/** @param {RunReport} report */
export const hasEnded = (report) => report.status !== "running" && report.question === null;

/**
 * @param {RunUpdate} update
 * @param {number | null} startedIn the tab it was started in, if that is known
 */
export async function update({ report, tab }, startedIn) {
  const before = Object.entries(table()).find(([, one]) => one.run === report.run)?.[0];
  const where = tab ?? runs.tabOf(report.run) ?? startedIn ?? (before === undefined ? null : Number(before));
  if (where !== null) {
    const { [before ?? ""]: _, ...others } = table();
    const recent = Object.entries(others).slice(1 - MAX_REPORTS);
    void kept.write({ reports: { ...Object.fromEntries(recent), [where]: report } });
  }
  changed();
  if (hasEnded(report)) await runs.release(report.run);
}

/** Nobody waits for the answers any more. @param {string} reason */
export async function closeQuestions(reason) {
  /** @param {RunReport} report @returns {RunReport} */
  const closed = (report) => (report.question ? { ...report, status: "stopped", question: null, reason } : report);
  await kept.write({ reports: Object.fromEntries(Object.entries(table()).map(([tab, report]) => [tab, closed(report)])) });
  changed();
}

/** @param {number} tab */
export function tabClosed(tab) {
  const { [tab]: _, ...others } = table();
  void kept.write({ reports: others });
}
