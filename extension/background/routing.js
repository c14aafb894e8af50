// A page request -> the tab and documents it is for -> exactly one reply, in time.

import * as acting from "./acting.js";
import { Failure, tabThere } from "./arrival.js";
import { Deadline, sleep } from "./deadline.js";
import { NotThere, TooLate, WentAway } from "./frames.js";
import * as kept from "./kept.js";
import * as link from "./link.js";
import { navigate } from "./navigation.js";
import * as reading from "./reading.js";
import * as runs from "./runs.js";

/** @import { Answer, Failed, PageAsk, PageRequest } from "../generated/protocol" */
/** @typedef {import("./reading.js").Where & { dispatched: boolean }} Where */

/** Below MAX_FRAME, with room for the envelope. */
const MAX_ANSWER = 900_000;

/** Acts that are remembered, so that none is ever done twice. */
const REMEMBERED = 100;

const NOBODY_KNOWS = new Failure("unknown_outcome", "It was begun before, and nobody can say how it ended.");

/** Requests under way. @type {Set<number>} */
const open = new Set();
/** @type {Map<number, Answer>} */
const acted = new Map();
/** Replies that found no connection. @type {Map<number, Answer>} */
const unsent = new Map();

/** The daemon asks again, under the same number, what it may ask twice. @param {PageRequest} request */
export async function handle(request) {
  const { id, run, ask } = request;
  runs.heard(run);
  if (open.has(id)) return;
  open.add(id);
  const once = ask.kind === "act" || ask.kind === "navigate";
  const answer = (once && before(id)) || fitting(await inTime(request));
  open.delete(id);
  if (once) acted.set(id, answer);
  reply(id, answer);
}

/** A connection is up: what could not be told is told. */
export function replyAgain() {
  for (const [id, answer] of unsent) reply(id, answer);
}

/** @param {number} id @param {Answer} answer */
function reply(id, answer) {
  if (link.send({ type: "page_reply", id, answer })) unsent.delete(id);
  else unsent.set(id, answer);
}

/** What is known of an act or navigation that was begun already, perhaps by a worker that died. @param {number} id */
function before(id) {
  const begun = /** @type {number[] | undefined} */ (kept.get("acts")) ?? [];
  if (begun.includes(id)) return acted.get(id) ?? NOBODY_KNOWS.answer();
  void kept.write({ acts: [...begun, id].slice(-REMEMBERED) });
  return null;
}

/** @param {PageRequest} request @returns {Promise<Answer>} */
async function inTime(request) {
  const where = { run: request.run, tab: -1, deadline: new Deadline(request.timeout_ms), dispatched: false };
  const late = sleep(request.timeout_ms).then(() => lateAnswer(where));
  return Promise.race([route(where, request).catch((error) => failed(where, error)), late]);
}

/** @param {Where} where @param {PageRequest} request @returns {Promise<Answer>} */
async function route(where, { run, tab, ask }) {
  const asked = tab ?? runs.tabOf(run);
  if (ask.kind === "navigate") return navigate(run, asked, ask, where.deadline);
  if (asked === null) throw new Failure("no_tab", "The run has no tab.");
  where.tab = asked;
  await tabThere(asked);
  // At its end a run tidies up; that is no reason to take the tab again.
  const tidies = ask.kind === "unmute" || (ask.kind === "outline" && ask.text === "");
  if (!tidies && !runs.claim(run, asked)) throw new Failure("busy", "Another run has this tab.");
  return Object.hasOwn(ROUTES, ask.kind) ? ROUTES[ask.kind](where, /** @type {any} */ (ask)) : unknown(ask);
}

/** @type {Record<string, (where: Where, ask: any) => Promise<Answer>>} */
const ROUTES = {
  candidates: reading.candidates,
  observe: reading.observe,
  snapshot: reading.snapshot,
  act: acting.act,
  outline: acting.outline,
  ask: acting.askPerson,
  mute: async ({ run, tab }) => {
    await runs.mute(run, tab);
    return { kind: "did" };
  },
  unmute: async ({ run }) => {
    await runs.release(run);
    return { kind: "did" };
  },
};

/** @param {PageAsk} ask @returns {never} */
function unknown(ask) {
  throw new Failure("refused", `There is no page request “${ask.kind}”.`);
}

/** @param {Where} where @param {unknown} error @returns {Failed} */
function failed(where, error) {
  if (error instanceof Failure) return error.answer();
  if (error instanceof TooLate) return lateAnswer(where);
  if (error instanceof NotThere || error instanceof WentAway) return new Failure("gone", "The page has left.").answer();
  console.error("likewise: a page request failed", error);
  const text = error instanceof Error ? error.message : String(error);
  return new Failure(where.dispatched ? "unknown_outcome" : "refused", text).answer();
}

/** @param {Where} where @returns {Failed} */
function lateAnswer(where) {
  return where.dispatched
    ? new Failure("unknown_outcome", "The page did not say whether it was done.").answer()
    : new Failure("timeout", "The page did not answer in time.").answer();
}

/** @param {Answer} answer @returns {Answer} with as many candidates as a frame can carry */
function fitting(answer) {
  if (answer.kind !== "found") return answer;
  let { candidates } = answer;
  const tooLarge = () => candidates.length > 1 && JSON.stringify(candidates).length > MAX_ANSWER;
  while (tooLarge()) candidates = candidates.slice(0, candidates.length / 2);
  return { ...answer, candidates };
}
