// The worker: every listener, registered while it starts, and what each of the daemon's messages leads to.

import { changed } from "./changes.js";
import * as delivery from "./delivery.js";
import * as documents from "./documents.js";
import * as frames from "./frames.js";
import * as input from "./input.js";
import * as kept from "./kept.js";
import * as link from "./link.js";
import * as pages from "./pages.js";
import * as popups from "./popups.js";
import * as queue from "./queue.js";
import * as recording from "./recording.js";
import * as reports from "./reports.js";
import * as requests from "./requests.js";
import * as routing from "./routing.js";
import * as runs from "./runs.js";
import * as secrets from "./secrets.js";
import * as sites from "./sites.js";
import * as tabs from "./tabs.js";

/** @import { RunUpdate, ToExtension } from "../generated/protocol" */

/** Chrome allows no less. */
const RECONNECT_MINUTES = 0.5;

/** @type {{ [T in ToExtension["type"]]?: (message: Extract<ToExtension, { type: T }>) => unknown }} */
const FROM_DAEMON = {
  ack: ({ events }) => delivery.acknowledge(events),
  alive: () => {},
  set_paused: ({ paused }) => recording.setPaused(paused),
  page_request: routing.handle,
  release_secret: ({ run, slot, value }) => secrets.hold(run, slot, value),
  workflows: requests.answered,
  recorded: async (message) => {
    await kept.write({ recorded: message });
    changed();
    popups.refreshAll();
  },
  run_update: runUpdate,
  error: (message) => {
    if (message.code === "too_fast") delivery.slowDown();
    if (requests.answered(message)) return;
    if (message.code === "bad_message") void delivery.refused();
    console.warn(`likewise: the daemon says ${message.code}: ${message.text}`);
    // It knows of no such question: it was restarted.
    if (message.code === "not_allowed") void reports.closeQuestions(message.text).then(popups.showQuestions);
  },
};

link.start({
  up: async ({ paused }) => {
    runs.watchForSilence();
    await recording.setPaused(paused);
    routing.replyAgain();
    await delivery.restart();
    popups.refreshAll();
  },
  down: () => {
    requests.failAll();
    runs.watchForSilence();
  },
  message: async (message) => {
    await recording.ready;
    const handler = /** @type {((message: ToExtension) => unknown) | undefined} */ (FROM_DAEMON[message.type]);
    await handler?.(message);
  },
});
queue.start(delivery.pump);
sites.start(() => {
  for (const doc of documents.keepOnly((one) => sites.watched(one.site))) frames.tell(doc, { type: "recording", on: false });
  recording.tellPages();
});
void recording.ready.then(runs.watchForSilence).then(recording.showBadge);

chrome.runtime.onMessage.addListener((message, sender, answer) => {
  if (sender.id !== chrome.runtime.id) return false;
  void link.wake();
  const handled = handle(message, sender);
  handled?.then(answer, (error) => {
    console.error("likewise: a message could not be handled", error);
    answer(null);
  });
  return handled !== null;
});
chrome.runtime.onConnect.addListener((port) => {
  const { sender } = port;
  if (port.name !== "popup" || sender?.id !== chrome.runtime.id || !fromOurPage(sender)) return port.disconnect();
  void link.wake();
  popups.connected(port);
});
chrome.runtime.onInstalled.addListener(() => void sites.installed());
chrome.runtime.onStartup.addListener(() => void link.wake());

chrome.alarms.onAlarm.addListener(() => void link.wake());
void chrome.alarms.create("reconnect", { periodInMinutes: RECONNECT_MINUTES });

chrome.tabs.onCreated.addListener(async (tab) => {
  await recording.ready;
  if (!runs.tabOpened(tab) && recording.capturing()) tabs.opened(tab);
});
chrome.tabs.onActivated.addListener(async ({ tabId }) => {
  void link.wake();
  await recording.ready;
  if (recording.capturing() && runs.owner(tabId) === null) tabs.activated(tabId);
  changed();
});
chrome.tabs.onRemoved.addListener(async (tabId) => {
  await recording.ready;
  if (recording.capturing() && runs.owner(tabId) === null) tabs.closed(tabId);
  documents.forgetTab(tabId);
  runs.tabClosed(tabId);
  reports.tabClosed(tabId);
});
chrome.tabs.onUpdated.addListener((_tab, { url, status }) => void ((url || status) && changed()));

chrome.permissions.onAdded.addListener(() => void sites.permissionAdded());
chrome.permissions.onRemoved.addListener(() => void sites.permissionRemoved());
if (input.AVAILABLE) chrome.debugger.onDetach.addListener(({ tabId }) => void (tabId !== undefined && input.detached(tabId)));

/** @param {any} message @param {chrome.runtime.MessageSender} sender */
function handle(message, sender) {
  if (fromOurPage(sender)) return popups.handle(message);
  return documents.isPage(sender) ? pages.handle(message, sender) : null;
}

/** @param {chrome.runtime.MessageSender} sender */
function fromOurPage(sender) {
  return sender.origin === self.origin && sender.url?.startsWith(chrome.runtime.getURL("")) === true;
}

/** @param {RunUpdate} update */
async function runUpdate(update) {
  runs.heard(update.report.run);
  const known = requests.answered(update);
  if (!known) await reports.update(update, null);
  await popups.showQuestions();
}
