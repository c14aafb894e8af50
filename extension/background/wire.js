// Text from the daemon -> a message of a known type, or null. Strict at the top level, as core/protocol.py is; the parts inside
// come from a daemon that has proved itself.

/** @import { ToExtension } from "../generated/protocol" */
/** @typedef {(value: unknown) => boolean} Check */

/** @type {import("../generated/protocol").MAX_FRAME} */
const MAX_FRAME = 1048576;

/** @type {Check} */
const text = (value) => typeof value === "string";
/** @type {Check} */
const flag = (value) => typeof value === "boolean";
/** @type {Check} */
const whole = (value) => Number.isSafeInteger(value);
/** @type {Check} */
const list = (value) => Array.isArray(value);
/** @type {Check} */
const nonce = (value) => text(value) && /^[0-9a-f]{64}$/.test(/** @type {string} */ (value));
/** @type {Check} */
const id = (value) => text(value) && /^[a-z]_[a-z0-9]{6,32}$/.test(/** @type {string} */ (value));
/** @type {Check} */
const object = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {string} key @returns {(check: Check) => Check} */
const having = (key) => (check) => (value) => object(value) && check(/** @type {any} */ (value)[key]);
/** @param {Check} check @returns {Check} */
const orNull = (check) => (value) => value === null || check(value);
/** @type {Check} */
const pairs = (value) =>
  Array.isArray(value) && value.every((pair) => list(pair) && pair.length === 2 && text(pair[0]) && whole(pair[1]));

/** @type {Record<string, Record<string, Check>>} */
const FIELDS = {
  challenge: { nonce, proof: nonce },
  paired: { profile: id, key: nonce },
  welcome: { paused: flag },
  refused: { reason: text, text },
  ack: { events: pairs },
  alive: {},
  set_paused: { paused: flag },
  page_request: { id: whole, run: id, tab: orNull(whole), timeout_ms: whole, ask: having("kind")(text) },
  release_secret: { run: id, slot: text, value: text },
  workflows: { request: whole, items: list },
  recorded: { demonstration: id, workflow: orNull(object), reason: orNull(text) },
  run_update: { request: orNull(whole), tab: orNull(whole), report: having("steps")(list) },
  error: { request: orNull(whole), code: text, text },
};

/**
 * @param {unknown} frame
 * @returns {ToExtension | null}
 */
export function parse(frame) {
  if (typeof frame !== "string" || frame.length > MAX_FRAME) return null;
  const message = json(frame);
  if (!object(message) || !Object.hasOwn(FIELDS, String(message.type))) return null;
  const fields = /** @type {Record<string, Check>} */ (FIELDS[message.type]);
  const names = Object.keys(message).filter((name) => name !== "type");
  const sound =
    names.length === Object.keys(fields).length &&
    names.every((name) => Object.hasOwn(fields, name) && fields[name](message[name]));
  return sound ? message : null;
}

/** @param {string} frame @returns {any} */
function json(frame) {
  try {
    return JSON.parse(frame);
  } catch {
    return null;
  }
}
