// What open popups show and what a person does in them. Only pages of the extension get here.

import * as asking from "./asking.js";
import { changed, onChange } from "./changes.js";
import * as documents from "./documents.js";
import * as kept from "./kept.js";
import * as link from "./link.js";
import * as queue from "./queue.js";
import * as recording from "./recording.js";
import * as reports from "./reports.js";
import { request } from "./requests.js";
import * as secrets from "./secrets.js";
import * as sites from "./sites.js";

/** @import { Recorded, WorkflowRow } from "../generated/protocol" */
/** @import { FromPopup, PopupState } from "../messages" */
/** @typedef {{ error: string | null }} Outcome */
/** @template {FromPopup["type"]} T @typedef {Extract<FromPopup, { type: T }>} Of */

const PUSH_MS = 20;
/** A popup that closes gives another one this time to open, before a window takes over its question. */
const REOPEN_MS = 400;

/** @type {Map<chrome.runtime.Port, number>} the tab each one speaks of */
const ports = new Map();
/** @type {Map<number, WorkflowRow[]>} */
const items = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pushing;

onChange(() => (pushing ??= setTimeout(push, PUSH_MS)));

/** @param {chrome.runtime.Port} port */
export function connected(port) {
  port.onMessage.addListener((/** @type {FromPopup} */ message) => {
    if (message?.type !== "popup_state" || !Number.isInteger(message.tab)) return;
    ports.set(port, message.tab);
    changed();
    void refresh(message.tab);
  });
  port.onDisconnect.addListener(() => {
    ports.delete(port);
    setTimeout(() => void showQuestions(), REOPEN_MS);
  });
}

/** @param {FromPopup} message @returns {Promise<unknown>} */
export async function handle(message) {
  await recording.ready;
  if (!Object.hasOwn(HANDLERS, message?.type)) return { error: "unknown message" };
  return HANDLERS[message.type](/** @type {any} */ (message));
}

/** @type {Record<FromPopup["type"], (message: any) => Promise<unknown>>} */
const HANDLERS = {
  popup_state: ({ tab }) => state(tab),
  list: async ({ tab }) => (await refresh(tab), state(tab)),
  pair: async ({ code }) => ({ error: await link.pair(String(code)) }),
  record: async ({ tab, on }) => ({ error: await (on ? recording.start(tab) : recording.stop()) }),
  watch,
  start,
  stop: async ({ run }) => sent(link.send({ type: "stop_run", run })),
  consent,
  secret,
};

/** @param {Of<"watch">} message @returns {Promise<Outcome>} */
async function watch({ tab, on, everywhere }) {
  if (everywhere) {
    await sites.setEverywhere(on);
    return { error: null };
  }
  const origin = await originOf(tab);
  if (!origin) return { error: "This page cannot be watched." };
  await sites.setWatched(origin, on);
  return { error: null };
}

/** @param {Of<"start">} message @returns {Promise<Outcome>} */
async function start({ tab, workflow, values }) {
  const reply = await request({ type: "start_run", workflow, values, tab });
  if (reply?.type === "error") return { error: reply.text };
  if (reply?.type !== "run_update") return { error: "The daemon did not answer." };
  await reports.update(reply, tab);
  return { error: null };
}

/** @param {Of<"consent">} message @returns {Promise<Outcome>} */
async function consent({ run, step, approved, shown }) {
  const question = reports.ofRun(run)?.question;
  if (question?.kind !== "consent" || question.step !== step || question.shown !== shown) return NOT_OPEN;
  return sent(link.send({ type: "consent", run, step, approved: approved === true, shown }));
}

/** @param {Of<"secret">} message @returns {Promise<Outcome>} */
async function secret({ run, slot, value }) {
  const question = reports.ofRun(run)?.question;
  if (question?.kind !== "secret" || question.slot !== slot) return NOT_OPEN;
  secrets.hold(run, slot, String(value));
  return sent(link.send({ type: "secret_ready", run, slot }));
}

const NOT_OPEN = { error: "That question is no longer open." };

/** @param {boolean} done @returns {Outcome} */
function sent(done) {
  return { error: done ? null : "Likewise is not connected." };
}

/** Asks the daemon anew which workflows fit a page, if a popup shows it. @param {number} tab */
export async function refresh(tab) {
  const page = documents.top(tab)?.page;
  if (!page || !link.isUp() || ![...ports.values()].includes(tab)) return;
  const reply = await request({ type: "list_workflows", url: page.url });
  if (reply?.type !== "workflows") return;
  items.set(tab, reply.items);
  changed();
}

export function refreshAll() {
  for (const tab of new Set(ports.values())) void refresh(tab);
}

/** Questions that no open popup shows get a window. */
export function showQuestions() {
  return asking.arrange(() => new Set(ports.values()));
}

/** @param {number} tab @returns {Promise<PopupState>} */
async function state(tab) {
  const { state: linkState, note } = link.status();
  const origin = await originOf(tab);
  return {
    link: linkState,
    paused: recording.paused(),
    tab,
    site: origin && new URL(origin).host,
    url: documents.top(tab)?.page?.url ?? null,
    origin,
    watched: origin !== null && sites.watched(origin),
    everywhere: sites.everywhere(),
    recording: recording.tab(),
    queued: queue.size(),
    overflow: queue.overflow(),
    items: items.get(tab) ?? [],
    recorded: /** @type {Recorded | undefined} */ (kept.get("recorded")) ?? null,
    run: reports.ofTab(tab),
    error: note,
  };
}

/** @param {number} tab @returns {Promise<string | null>} */
async function originOf(tab) {
  const found = await chrome.tabs.get(tab).catch(() => null);
  return sites.originOf(found?.url) ?? documents.top(tab)?.site ?? null;
}

async function push() {
  pushing = undefined;
  for (const [port, tab] of ports) {
    const now = await state(tab);
    try {
      port.postMessage(now);
    } catch {
      ports.delete(port);
    }
  }
}
