// The popup: it speaks of one tab, shows what the worker tells, and passes on what the person does.

import { byId, onDifference } from "./make.js";
import { drawQuestion, drawRun } from "./progress.js";
import { drawTasks } from "./tasks.js";

/** @import { FromPopup, PopupState } from "../messages" */

const RECONNECT_MS = 100;
const TRIES = 10;

const tab = await tabOfInterest();
/** @type {PopupState | null} */
let state = null;
/** Switches that the person has thrown and the worker has not set yet: what it pushes meanwhile is old. */
let switching = 0;
/** @type {string | null} What went wrong with the last thing the person did. */
let failure = null;

connect();
listen();

/** @returns {Promise<number>} the tab of ?tab=, else the active one; -1 if there is none */
async function tabOfInterest() {
  const asked = new URLSearchParams(location.search).get("tab");
  if (asked !== null) return /^\d+$/.test(asked) ? Number(asked) : -1;
  const [active] = await chrome.tabs.query({ active: true, currentWindow: true });
  return active?.id ?? -1;
}

/** The worker may be stopped at any time: the next connection starts it again. */
function connect() {
  const port = chrome.runtime.connect({ name: "popup" });
  port.onMessage.addListener((/** @type {PopupState} */ now) => draw((state = now)));
  port.onDisconnect.addListener(() => setTimeout(connect, RECONNECT_MS));
  port.postMessage({ type: "popup_state", tab });
}

/** @param {FromPopup} message @returns {Promise<boolean>} false if it could not be done; the popup then says why */
async function send(message) {
  const outcome = await tell(message, TRIES).catch((/** @type {Error} */ error) => ({ error: error.message }));
  failure = outcome?.error ?? null;
  if (state) draw(state);
  return failure === null;
}

/**
 * A worker that is just being stopped takes no message: nothing of it was done then.
 * @param {FromPopup} message @param {number} tries @returns {Promise<any>}
 */
function tell(message, tries) {
  return chrome.runtime.sendMessage(message).catch(async (/** @type {Error} */ error) => {
    if (tries === 1 || !/Receiving end does not exist/.test(error.message)) throw error;
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    return tell(message, tries - 1);
  });
}

function listen() {
  byId("pairing", HTMLFormElement).addEventListener("submit", async (event) => {
    event.preventDefault();
    const code = byId("code", HTMLInputElement);
    if (await send({ type: "pair", code: code.value })) code.value = "";
  });
  byId("watch", HTMLInputElement).addEventListener("change", (event) => watch(isChecked(event), false));
  byId("everywhere", HTMLInputElement).addEventListener("change", (event) => watch(isChecked(event), true));
  byId("record", HTMLButtonElement).addEventListener("click", () => send({ type: "record", tab, on: state?.recording === null }));
  byId("stop", HTMLButtonElement).addEventListener("click", () => state?.run && send({ type: "stop", run: state.run.run }));
}

/** @param {Event} event */
function isChecked(event) {
  return /** @type {HTMLInputElement} */ (event.target).checked;
}

/**
 * Chrome asks the person, and takes only the click itself as a reason to ask. The popup may be closed while it does: the worker
 * knows already what is wanted.
 * @param {boolean} on @param {boolean} everywhere
 */
async function watch(on, everywhere) {
  switching += 1;
  const told = send({ type: "watch", tab, on, everywhere });
  const origins = [everywhere ? "<all_urls>" : `${state?.origin}/*`];
  const granted = on ? await chrome.permissions.request({ origins }).catch(() => false) : true;
  await told;
  if (!granted) await send({ type: "watch", tab, on: false, everywhere });
  switching -= 1;
  await refresh();
}

async function refresh() {
  state = await tell({ type: "popup_state", tab }, TRIES).catch(() => state);
  if (state) draw(state);
}

/** @param {PopupState} now */
function draw(now) {
  byId("main", HTMLElement).hidden = false;
  drawLink(now);
  drawSite(now);
  tasks(now.items);
  run(now.run);
  question(now.run?.question ? { run: now.run.run, question: now.run.question } : null);
}

const tasks = onDifference((/** @type {PopupState["items"]} */ items) =>
  drawTasks(items, ({ id }, values) => {
    byId("status", HTMLElement).textContent = "";
    void send({ type: "start", tab, workflow: id, values });
  }),
);
const run = onDifference(drawRun);
const question = onDifference((/** @type {Parameters<typeof drawQuestion>[0]} */ open) =>
  drawQuestion(open, {
    consent: (of, { step, shown }, approved) => void send({ type: "consent", run: of, step, approved, shown }),
    secret: (of, { slot }, value) => void send({ type: "secret", run: of, slot: slot ?? "", value }),
  }),
);

/** @param {PopupState} now */
function drawLink(now) {
  const connected = now.link === "connected";
  byId("link", HTMLElement).textContent = connected ? "Connected" : "Not connected";
  byId("pairing", HTMLFormElement).hidden = connected;
  const problem = byId("problem", HTMLElement);
  problem.textContent = failure ?? now.error ?? "";
  problem.hidden = problem.textContent === "";
}

/** @param {PopupState} now */
function drawSite(now) {
  const switched = byId("watch", HTMLInputElement);
  if (!switching) switched.checked = now.watched;
  switched.disabled = now.origin === null;
  if (!switching) byId("everywhere", HTMLInputElement).checked = now.everywhere;
  byId("site-name", HTMLElement).textContent = now.site ?? "This page cannot be watched.";
  const record = byId("record", HTMLButtonElement);
  record.textContent = now.recording === null ? "Record" : "Stop recording";
  record.disabled = now.recording === null && (now.paused || !now.watched);
  byId("recording-note", HTMLElement).textContent = noteOf(now);
}

/** @param {PopupState} now */
function noteOf(now) {
  if (now.overflow) return `${now.overflow} things could not be kept: Likewise was away for too long.`;
  if (now.recording !== null && now.paused) return "Recording is paused.";
  if (now.recording !== null) return "What you do is being recorded.";
  if (now.paused) return now.link === "connected" ? "Recording is paused." : "Recording needs a connection first.";
  if (now.link !== "connected" && now.queued) return `${now.queued} events wait for Likewise.`;
  if (!now.recorded) return now.items.length ? "" : hintOf(now);
  const { workflow, reason } = now.recorded;
  return workflow ? `Learned: ${workflow.title}` : `Nothing learned: ${reason ?? "no steps"}`;
}

/** @param {PopupState} now what a newcomer does next */
function hintOf(now) {
  if (now.origin === null) return "Open the site you want to work on first.";
  if (!now.watched) return "Turn on “Watch this site” to record a task here.";
  return "Press Record, do your task once, then press Stop recording.";
}
