// Record and Stop, pause, and the badge that tells of them.

import { changed } from "./changes.js";
import * as documents from "./documents.js";
import * as frames from "./frames.js";
import * as kept from "./kept.js";
import * as own from "./own.js";
import * as secrets from "./secrets.js";
import * as queue from "./queue.js";
import * as sites from "./sites.js";
import * as tabs from "./tabs.js";

const FLUSH_MS = 1_000;
const RED = "#c62828";
const GREY = "#616161";
const PAUSED_GAP = "Recording was paused here.";

export const ready = Promise.all([kept.ready, documents.ready, sites.ready, queue.ready]);

/** @type {Promise<unknown>} */
let work = Promise.resolve();

/** @returns {number | null} the tab that Record was pressed in */
export const tab = () => /** @type {number | undefined} */ (kept.get("recording")) ?? null;
/** Until a daemon has said otherwise in this browser session, yes. */
export const paused = () => kept.get("paused") !== false;
export const capturing = () => tab() !== null && !paused();

/** @param {number} inTab @returns {Promise<string | null>} why not, or null */
export function start(inTab) {
  return one(async () => {
    if (paused()) return "Recording is paused. Switch it on again in the tray or with `likewise resume`.";
    if (tab() !== null) return "A task is being recorded already.";
    if (!sites.watched(documents.top(inTab)?.site ?? "")) return "Turn on “Watch this site” first.";
    await queue.clearOverflow();
    await own.say(inTab, { kind: "task", what: "started" });
    await Promise.all([kept.write({ recording: inTab }), tabs.begin(inTab)]);
    tellPages();
    return null;
  });
}

/** @returns {Promise<string | null>} */
export function stop() {
  return one(async () => {
    const inTab = tab();
    if (inTab === null) return null;
    await flush();
    // In one task, so that nothing comes between the end and its event.
    const said = own.say(inTab, { kind: "task", what: "stopped" });
    const stored = kept.write({ recording: undefined, wasPaused: undefined });
    secrets.forget();
    tellPages();
    await Promise.all([said, stored]);
    return null;
  });
}

/** @param {boolean} on the daemon's word */
export function setPaused(on) {
  return one(async () => {
    if (kept.get("paused") === on) return showBadge();
    const inTab = tab();
    const stored = kept.write({ paused: on, ...(on && inTab !== null ? { wasPaused: true } : {}) });
    tellPages();
    if (!on && inTab !== null && kept.get("wasPaused")) {
      await own.say(inTab, { kind: "gap", text: PAUSED_GAP });
      await kept.write({ wasPaused: undefined });
    }
    await stored;
  });
}

/** Tells every content script whether to send events now. */
export function tellPages() {
  for (const doc of documents.all()) frames.tell(doc, { type: "recording", on: capturing() && sites.watched(doc.site) });
  showBadge();
  changed();
}

export function showBadge() {
  const known = kept.get("paused") !== undefined;
  const text = paused() && (known || tab() !== null) ? "II" : tab() !== null ? "REC" : "";
  void chrome.action.setBadgeText({ text });
  void chrome.action.setBadgeBackgroundColor({ color: text === "REC" ? RED : GREY });
}

/** Pages hand over what they still hold. */
async function flush() {
  const docs = documents.all().filter((doc) => sites.watched(doc.site));
  await Promise.allSettled(docs.map((doc) => frames.ask(doc, { type: "flush" }, FLUSH_MS)));
}

/** @template T @param {() => Promise<T>} task @returns {Promise<T>} one after the other */
function one(task) {
  const before = work;
  const result = ready.then(() => before).then(task);
  work = result.catch(() => {});
  return result;
}
