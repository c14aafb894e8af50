// The only socket: to the paired daemon on loopback. It connects, stays alive, and comes back by itself.

import { changed } from "./changes.js";
import { Closed, Declined, greet, Unverified } from "./greeting.js";
import { parseCode } from "./proof.js";
import * as settings from "./settings.js";
import { parse } from "./wire.js";

/** @import { FromExtension, ToExtension, Welcome } from "../generated/protocol" */
/** @import { PopupState } from "../messages" */
/** @import { Credentials } from "./greeting.js" */
/** @typedef {{ up: (welcome: Welcome) => void, down: () => void, message: (message: ToExtension) => void }} Handlers */

const ALIVE_MS = 20_000;
const SILENT_MS = 45_000;
/** First and longest wait before the next try: where nobody listens, and where somebody else does. */
const RETRY_MS = { offline: [250, 5_000], unverified: [2_000, 30_000] };
/** Something happened in the browser: try at once, if the last try is that long ago. */
const HURRY_MS = { offline: 1_000, unverified: 2_000 };

/** @type {Handlers} */
let handlers = { up() {}, down() {}, message() {} };
/** @type {WebSocket | null} Greeted, and open. */
let socket = null;
/** @type {PopupState["link"]} */
let state = "offline";
/** @type {string | null} */
let note = null;
/** @type {{ socket: WebSocket, done: Promise<Error | null> } | null} */
let trying = null;
let failures = 0;
let lastTry = -Infinity;
let lastHeard = 0;
let connection = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let retry;
/** @type {ReturnType<typeof setInterval> | undefined} */
let heart;

export const status = () => ({ state, note });
export const isUp = () => socket?.readyState === WebSocket.OPEN;
export const buffered = () => socket?.bufferedAmount ?? 0;
/** A number for the present connection: an answer belongs to the connection its request came on. */
export const current = () => (isUp() ? connection : 0);

/** @param {Handlers} given */
export function start(given) {
  handlers = given;
  void wake();
}

/** @param {FromExtension} message @returns {boolean} false if there is no connection */
export function send(message) {
  return sendText(JSON.stringify(message));
}

/** @param {string} text a message already written out */
export function sendText(text) {
  if (!socket || !isUp()) return false;
  socket.send(text);
  return true;
}

/** Something happened: connect, if it is time to. */
export async function wake() {
  const hurry = state === "unverified" ? HURRY_MS.unverified : HURRY_MS.offline;
  if (performance.now() - lastTry >= hurry) await connect();
}

/**
 * Pairs with the code a person typed.
 * @param {string} typed
 * @returns {Promise<string | null>} null if paired, else why not
 */
export async function pair(typed) {
  const code = parseCode(typed);
  if (!code) return "A pairing code looks like ABCDE-FGHIJ.";
  await halt();
  const failure = await attempt(code.port, { code: code.key });
  if (!failure) return null;
  const text =
    failure instanceof Unverified
      ? "That code does not fit. Ask for a new one with `likewise pair`."
      : failure.message;
  tell("unpaired", text);
  retryLater();
  return text;
}

async function connect() {
  if (trying || isUp()) return;
  clearTimeout(retry);
  lastTry = performance.now();
  const pairing = await settings.pairing();
  if (!pairing) return tell("unpaired", note);
  if (trying || isUp()) return;
  if (state !== "unverified") tell("connecting", note);
  const failure = await attempt(pairing.port, pairing);
  if (!failure) return;
  explain(failure);
  retryLater();
}

/** Ends what is being tried and what stands. */
async function halt() {
  clearTimeout(retry);
  hangUp();
  trying?.socket.close();
  await trying?.done;
}

/** @param {number} port @param {Credentials} credentials @returns {Promise<Error | null>} */
async function attempt(port, credentials) {
  const fresh = new WebSocket(`ws://127.0.0.1:${port}/extension`);
  const done = greet(fresh, credentials, port).then(
    ({ welcome, rest }) => adopt(fresh, welcome, rest),
    (/** @type {Error} */ error) => (fresh.close(), error),
  );
  trying = { socket: fresh, done };
  const failure = await done;
  trying = null;
  failures = failure ? failures + 1 : 0;
  return failure;
}

/** @param {Error} error */
function explain(error) {
  if (error instanceof Unverified) tell("unverified", "Something else answers on the daemon's port.");
  else if (error instanceof Declined) tell(error.reason === "update" ? "update" : "unpaired", error.message);
  else if (error instanceof Closed) tell("offline", null);
  else throw error;
}

/** @param {WebSocket} fresh @param {Welcome} welcome @param {unknown[]} rest @returns {Error | null} */
function adopt(fresh, welcome, rest) {
  if (fresh.readyState !== WebSocket.OPEN) return new Closed("The daemon is not there.");
  socket = fresh;
  connection += 1;
  lastHeard = performance.now();
  fresh.addEventListener("message", (event) => hear(fresh, event.data));
  fresh.addEventListener("close", () => fresh === socket && lose());
  heart = setInterval(beat, ALIVE_MS);
  tell("connected", null);
  handlers.up(welcome);
  for (const frame of rest) hear(fresh, frame);
  return null;
}

/** @param {WebSocket} from @param {unknown} frame */
function hear(from, frame) {
  if (from !== socket) return;
  lastHeard = performance.now();
  const message = parse(frame);
  if (message) return handlers.message(message);
  console.warn("likewise: a message of no known type was ignored");
  tell(state, "The daemon sent a message of no known type.");
}

function beat() {
  if (performance.now() - lastHeard > SILENT_MS) return lose();
  send({ type: "alive" });
}

function hangUp() {
  if (!socket) return;
  const old = socket;
  socket = null;
  clearInterval(heart);
  old.close();
  handlers.down();
}

function lose() {
  hangUp();
  tell("offline", null);
  retryLater();
}

function retryLater() {
  const [first, longest] = state === "unverified" ? RETRY_MS.unverified : RETRY_MS.offline;
  clearTimeout(retry);
  retry = setTimeout(() => void connect(), Math.min(longest, first * 2 ** Math.max(0, failures - 1)));
}

/** @param {PopupState["link"]} now @param {string | null} why */
function tell(now, why) {
  state = now;
  note = why;
  changed();
}
