// Looking at a tab's page: the question goes to the top document or to the frames that may hold the answer, and again to the
// next document when the page navigates meanwhile. Nothing here changes the page.

import { arrive, Failure, tabThere } from "./arrival.js";
import * as documents from "./documents.js";
import * as frames from "./frames.js";
import * as frameMatch from "./frame-match.js";
import * as runs from "./runs.js";

/** @import { Candidates, Found, FrameStep, Observe, Observed, PageAsk, Taken } from "../generated/protocol" */
/** @import { Deadline } from "./deadline.js" */
/** @import { Doc } from "./documents.js" */
/** @typedef {{ run: string, tab: number, deadline: Deadline }} Where */

/** The page answers a little before the request's time is out. */
const MARGIN_MS = 100;
const MAX_CANDIDATES = 50;
/** Revision of "no frame fits yet". */
const NO_FRAMES = "-";

/** @type {Observe} */
const GLANCE = { kind: "observe", handle: null, texts: [], dialog: null, since: null, quiet_ms: null };

/** @param {Where} where @param {Candidates} ask @returns {Promise<Found>} */
export function candidates(where, ask) {
  return again(where, async (top) => {
    if (!ask.frame.length) {
      const found = await put(where, top, ask);
      return { ...found, tab: where.tab, candidates: await withPath(top, found) };
    }
    return inFrames(where, top, ask);
  });
}

/** @param {Where} where @param {Observe} ask @returns {Promise<Observed>} */
export function observe(where, ask) {
  return again(where, async (top) => {
    const own = ask.handle ? documents.find(ask.handle.document) : null;
    const frame = own && own.tab === where.tab && own.frameId !== 0 ? own : null;
    const seen = frame ? await observeBoth(where, top, frame, ask) : await put(where, top, ask);
    const others = ask.texts.length ? documents.inTab(where.tab).filter((doc) => doc.frameId && doc !== frame) : [];
    const inside = await Promise.all(others.map((doc) => glance(where, doc, { ...ask, handle: null })));
    const { pendingUrl } = await tabThere(where.tab);
    const all = inside.reduce((sum, one) => (one ? merged(sum, one) : sum), seen);
    return { ...all, tab: where.tab, busy: seen.busy || Boolean(pendingUrl), opened: runs.openedBy(where.run) };
  });
}

/**
 * A step in a frame shows in the frame and around it. The revision is that of both.
 * @param {Where} where @param {Doc} top @param {Doc} frame @param {Observe} ask
 * @returns {Promise<Observed>}
 */
async function observeBoth(where, top, frame, ask) {
  const since = frameMatch.parts(ask.since ?? "");
  const topAsk = { ...ask, handle: null, since: since.get(top.document) ?? (since.size ? null : ask.since) };
  const frameAsk = { ...ask, since: since.get(frame.document) ?? null };
  /** @type {Promise<Observed>} */
  const outside = put(where, top, topAsk);
  /** @type {Promise<Observed | null>} Null where the frame goes away. */
  const within = put(where, frame, frameAsk).catch(() => null);
  const first = await Promise.race([outside, within]);
  outside.catch(() => {});
  const around = first?.quiet === false ? await put(where, top, { ...topAsk, since: null, quiet_ms: null }) : await outside;
  const inside = first?.quiet === false ? await glance(where, frame, frameAsk) : await within;
  if (!inside) return around;
  const revision = frameMatch.revision([{ doc: top, answer: around }, { doc: frame, answer: inside }]);
  return { ...merged(around, inside), quiet: around.quiet && inside.quiet, busy: around.busy || inside.busy, revision };
}

/** @param {Where} where @returns {Promise<Taken>} */
export function snapshot(where) {
  return again(where, (top) => put(where, top, { kind: "snapshot" }));
}

/**
 * @template T
 * @param {Where} where
 * @param {(top: Doc) => Promise<T>} look
 * @returns {Promise<T>}
 */
async function again(where, look) {
  /** @type {Doc | null} */
  let gone = null;
  for (;;) {
    const top = await arrive(where.tab, where.deadline, (doc) => doc !== gone);
    try {
      return await look(top);
    } catch (error) {
      if (!(error instanceof frames.NotThere || error instanceof frames.WentAway)) throw error;
      gone = top;
    }
  }
}

/** @param {Where} where @returns {number} ms that the page may take */
export function pageTime({ deadline }) {
  return Math.max(1, Math.round(deadline.left() - MARGIN_MS));
}

/**
 * @param {Where} where @param {Doc} doc @param {PageAsk} ask
 * @returns {Promise<any>} the page's answer; throws what it failed with
 */
export async function put(where, doc, ask) {
  const timeout_ms = pageTime(where);
  const message = /** @type {const} */ ({ type: "ask", run: where.run, timeout_ms, ask, secret: null, phase: "whole" });
  const answer = await frames.ask(doc, message, where.deadline.left());
  if (answer?.kind === "failed") throw new Failure(answer.code, answer.text);
  if (!answer?.kind) throw new frames.WentAway("The page scripts gave no answer.");
  return answer;
}

/** @param {Where} where @param {Doc} doc @param {Observe} ask @returns {Promise<Observed | null>} what is so now, in a frame */
function glance(where, doc, ask) {
  return put(where, doc, { ...ask, since: null, quiet_ms: null }).catch(() => null);
}

/** @param {Observed} around @param {Observed} inside @returns {Observed} */
function merged(around, inside) {
  return {
    ...around,
    seen: around.seen.map((seen, index) => seen || inside.seen[index] === true),
    dialog: around.dialog ?? inside.dialog,
    state: around.state ?? inside.state,
    failed: around.failed ?? inside.failed,
  };
}

/** @param {Where} where @param {Doc} top @param {Candidates} ask @returns {Promise<Found>} */
async function inFrames(where, top, ask) {
  const fitting = () => frameMatch.fitting(documents.inTab(where.tab), ask.frame);
  if (ask.since !== null) await changedSince(where, ask, fitting);
  const docs = fitting();
  const answers = await Promise.all(docs.map((doc) => put(where, doc, { ...ask, since: null }).catch(() => null)));
  const found = docs.map((doc, index) => ({ doc, answer: /** @type {Found | null} */ (answers[index]) }));
  const lists = await Promise.all(found.map(({ doc, answer }) => (answer ? withPath(doc, answer) : [])));
  const { page } = await put(where, top, GLANCE);
  const revision = frameMatch.revision(found) || NO_FRAMES;
  return { kind: "found", tab: where.tab, page, candidates: lists.flat().slice(0, MAX_CANDIDATES), revision };
}

/**
 * Waits until one of the frames has another revision, or another frame fits.
 * @param {Where} where @param {Candidates} ask @param {() => Doc[]} fitting
 */
async function changedSince(where, ask, fitting) {
  const parts = frameMatch.parts(ask.since ?? "");
  const others = () => fitting().map((doc) => doc.document).join() !== [...parts.keys()].join();
  const another = documents.until(() => others() || null, pageTime(where));
  const waits = fitting().map((doc) => put(where, doc, { ...ask, since: parts.get(doc.document) ?? null }).catch(() => another));
  await Promise.race([another, ...waits]);
}

/** @param {Doc} doc @param {Found} found */
async function withPath(doc, found) {
  /** @type {FrameStep[]} */
  const frame = await documents.path(doc);
  return found.candidates.map((candidate) => ({ ...candidate, frame }));
}
