// Which frames of a page may be the recorded one, and the revision of several documents together.

import { pathNow } from "./documents.js";

/** @import { Found, FrameStep, Observed } from "../generated/protocol" */
/** @import { Doc } from "./documents.js" */

/** How much it says that a frame's attribute is as recorded: more is better. */
const SAME_ID = 4;
const SAME_NAME = 4;
const SAME_URL = 2;
const SAME_ORDINAL = 1;

/**
 * @param {Doc[]} docs of one tab
 * @param {FrameStep[]} recorded
 * @returns {Doc[]} the frames at its depth that agree with it best; several where they agree equally
 */
export function fitting(docs, recorded) {
  const scored = docs
    .filter((doc) => doc.frameId !== 0)
    .map((doc) => ({ doc, path: pathNow(doc) }))
    .filter(({ path }) => path === null || path.length === recorded.length)
    .map(({ doc, path }) => ({ doc, score: score(path ?? [], recorded) }));
  const best = Math.max(...scored.map((one) => one.score));
  const fit = scored.filter((one) => one.score === best).map(({ doc }) => doc);
  return fit.sort((a, b) => (a.document < b.document ? -1 : 1));
}

/** @param {{ doc: Doc, answer: Found | Observed | null }[]} found */
export function revision(found) {
  return found.map(({ doc, answer }) => `${doc.document}=${answer?.revision ?? ""}`).join("|");
}

/** @param {string} revision @returns {Map<string, string>} by document */
export function parts(revision) {
  const pairs = revision.split("|").filter((part) => part.includes("="));
  return new Map(pairs.map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]));
}

/** @param {FrameStep[]} path @param {FrameStep[]} recorded */
function score(path, recorded) {
  return path.reduce((sum, step, index) => sum + agreement(step, recorded[index]), 0);
}

/** @param {FrameStep} now @param {FrameStep} then @returns {number} */
function agreement(now, then) {
  const same = (/** @type {string | null} */ a, /** @type {string | null} */ b) => a !== null && a === b;
  return (
    (same(now.id, then.id) ? SAME_ID : 0) +
    (same(now.name, then.name) ? SAME_NAME : 0) +
    (same(withoutQuery(now.url), withoutQuery(then.url)) ? SAME_URL : 0) +
    (now.ordinal === then.ordinal ? SAME_ORDINAL : 0)
  );
}

/** @param {string | null} url */
function withoutQuery(url) {
  return url?.split(/[?#]/)[0] ?? null;
}
