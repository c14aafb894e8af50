// Requests to the daemon that have an answer of their own.

import * as link from "./link.js";

/** @import { Error as Refusal, ListWorkflows, RunUpdate, StartRun, Workflows } from "../generated/protocol" */
/** @typedef {Workflows | RunUpdate | Refusal} Reply */

const ANSWER_MS = 10_000;

let last = 0;
/** @type {Map<number, (reply: Reply | null) => void>} */
const open = new Map();

/**
 * @param {Omit<ListWorkflows, "request"> | Omit<StartRun, "request">} message
 * @returns {Promise<Reply | null>} null if no answer came
 */
export function request(message) {
  const number = ++last;
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle(number, null), ANSWER_MS);
    open.set(number, (reply) => (clearTimeout(timer), resolve(reply)));
    if (!link.send(/** @type {ListWorkflows | StartRun} */ ({ ...message, request: number }))) settle(number, null);
  });
}

/** @param {Reply} reply @returns {boolean} whether it was awaited */
export function answered(reply) {
  return reply.request !== null && settle(reply.request, reply);
}

/** The connection is gone, and the answers with it. */
export function failAll() {
  for (const number of [...open.keys()]) settle(number, null);
}

/** @param {number} number @param {Reply | null} reply */
function settle(number, reply) {
  const resolve = open.get(number);
  open.delete(number);
  resolve?.(reply);
  return resolve !== undefined;
}
