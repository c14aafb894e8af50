// Which frames of a page may be the recorded one, and the revision of several documents together.

import { pathNow } from "./documents.js";

/** @import { Found, FrameStep, Observed } from "../generated/protocol" */
/** @import { Doc } from "./documents.js" */

/**
 * @param {Doc[]} docs of one tab
 * @param {FrameStep[]} recorded
 * @returns {Doc[]} the frames that agree with it in every step; if there is none, all at its depth
 */
export function fitting(docs, recorded) {
  const inside = docs.filter((doc) => doc.frameId !== 0);
  const paths = inside.map((doc) => ({ doc, path: pathNow(doc) }));
  const deep = paths.filter(({ path }) => path === null || path.length === recorded.length);
  const agreeing = deep.filter(({ path }) => path?.every((step, index) => agrees(step, recorded[index])));
  return (agreeing.length ? agreeing : deep).map(({ doc }) => doc).sort((a, b) => (a.document < b.document ? -1 : 1));
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

/** @param {FrameStep} now @param {FrameStep} then */
function agrees(now, then) {
  if (now.id && then.id) return now.id === then.id;
  if (now.name && then.name) return now.name === then.name;
  return withoutQuery(now.url) === withoutQuery(then.url) || now.ordinal === then.ordinal;
}

/** @param {string | null} url */
function withoutQuery(url) {
  return url?.split(/[?#]/)[0] ?? null;
}
