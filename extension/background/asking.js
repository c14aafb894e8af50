// A window of the extension for a question that no open popup shows: nothing drawn in a page may ask it.

import * as kept from "./kept.js";
import * as reports from "./reports.js";

/** @typedef {{ id: number, run: string, step: number }} Asking */

const SIZE = { width: 440, height: 560 };

/** One change after the other. @type {Promise<void>} */
let work = Promise.resolve();

/** @returns {Asking | null} */
const open = () => /** @type {Asking | undefined} */ (kept.get("window")) ?? null;

/**
 * Opens the window, or closes it where its question is answered.
 * @param {() => Set<number>} shown tabs whose questions a popup shows
 */
export function arrange(shown) {
  work = work.then(async () => {
    await closeAnswered();
    for (const tab of reports.asking()) if (!shown().has(tab)) await ask(tab);
    // While it opened the question may have been answered.
    await closeAnswered();
  });
  work = work.catch((error) => console.error("likewise: no window could be opened", error));
  return work;
}

/** @param {number} tab */
async function ask(tab) {
  const report = reports.ofTab(tab);
  const question = report?.question;
  if (!report || !question || question.kind === "choice") return;
  const there = open();
  // Once for a question: a person who closes it finds the question in the popup.
  if (there?.run === report.run && there.step === question.step) return;
  // One window at a time: the next question comes when this one is answered.
  if (there && (await chrome.windows.get(there.id).catch(() => null))) return;
  const url = chrome.runtime.getURL(`popup/popup.html?tab=${tab}`);
  const created = await chrome.windows.create({ url, type: "popup", focused: true, ...SIZE });
  if (created?.id !== undefined) await kept.write({ window: { id: created.id, run: report.run, step: question.step } });
}

async function closeAnswered() {
  const there = open();
  if (there && reports.ofRun(there.run)?.question?.step !== there.step) await close();
}

async function close() {
  const there = open();
  if (!there) return;
  await kept.write({ window: undefined });
  await chrome.windows.remove(there.id).catch(() => {});
}
