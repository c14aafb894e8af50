// How the last run of each tab stands, and a window of the extension for a question that no open popup shows.

import { changed } from "./changes.js";
import * as input from "./input.js";
import * as kept from "./kept.js";
import * as runs from "./runs.js";

/** @import { RunReport, RunUpdate } from "../generated/protocol" */
/** @typedef {{ id: number, run: string, step: number }} AskingWindow */

const MAX_REPORTS = 30;
const WINDOW = { width: 440, height: 560 };

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
  if (hasEnded(report)) await finish(report.run);
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

/**
 * Opens a window for a tab's question that only a page of the extension may ask.
 * @param {number} tab
 */
export async function showQuestion(tab) {
  const report = ofTab(tab);
  const question = report?.question;
  if (!report || !question || question.kind === "choice") return;
  const open = /** @type {AskingWindow | undefined} */ (kept.get("window"));
  if (open?.run === report.run && open.step === question.step) return;
  await closeWindow();
  const url = chrome.runtime.getURL(`popup/popup.html?tab=${tab}`);
  const created = await chrome.windows.create({ url, type: "popup", focused: true, ...WINDOW });
  if (created?.id === undefined) return;
  await kept.write({ window: { id: created.id, run: report.run, step: question.step } });
}

/** Closes the window if its question is no longer open. */
export async function tidyWindow() {
  const open = /** @type {AskingWindow | undefined} */ (kept.get("window"));
  const question = open && ofRun(open.run)?.question;
  if (open && question?.step !== open.step) await closeWindow();
}

async function closeWindow() {
  const open = /** @type {AskingWindow | undefined} */ (kept.get("window"));
  if (!open) return;
  await kept.write({ window: undefined });
  await chrome.windows.remove(open.id).catch(() => {});
}

/** @param {string} run */
async function finish(run) {
  const tabs = runs.tabsOf(run);
  await runs.release(run);
  for (const tab of tabs) await input.detach(tab);
}
