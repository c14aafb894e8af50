// Doing one action on one element of one document, at most once, and what the person is shown or asked on the page.

import { Failure } from "./arrival.js";
import * as documents from "./documents.js";
import * as frames from "./frames.js";
import * as input from "./input.js";
import { pageTime, put } from "./reading.js";
import * as runs from "./runs.js";
import * as secrets from "./secrets.js";

/** @import { Act, Acted, Answer, AskPerson, Did, Handle, Outline, Picked } from "../generated/protocol" */
/** @import { ToContent } from "../messages" */
/** @import { Doc } from "./documents.js" */
/** @import { Where } from "./reading.js" */

/** @param {Where & { dispatched: boolean }} where `dispatched` is set when the page may have been changed @param {Act} ask */
export async function act(where, ask) {
  const doc = handled(where, ask.handle);
  if (doc.origin !== ask.origin) {
    throw new Failure("origin", `The step belongs to ${ask.origin}, this document to ${doc.origin}.`);
  }
  const secret = ask.slot === null ? null : secrets.get(where.run, ask.slot);
  if (ask.slot !== null && secret === null) throw new Failure("no_secret", `No secret is held for “${ask.slot}”.`);
  if (secret !== null) secrets.remember(doc.site, [secret]);
  where.dispatched = true;
  // Where in the window a frame lies is not known.
  const byHand = doc.frameId === 0 && (await input.ready(doc.tab));
  const answer = byHand ? await trusted(where, doc, ask, secret) : await send(where, doc, ask, secret, "whole");
  return answer.kind === "acted" ? { ...answer, opened: runs.openedBy(where.run) } : answer;
}

/** @param {Where} where @param {Outline} ask @returns {Promise<Did>} */
export async function outline(where, ask) {
  const groups = byDocument(where, ask.handles);
  await Promise.all(groups.map(([doc, handles]) => put(where, doc, { ...ask, handles })));
  return { kind: "did" };
}

/** @param {Where} where @param {AskPerson} ask @returns {Promise<Picked>} */
export async function askPerson(where, ask) {
  const groups = byDocument(where, ask.handles);
  return Promise.any(groups.map(([doc, handles]) => put(where, doc, { ...ask, handles }))).catch((error) => {
    throw error instanceof AggregateError ? error.errors[0] : error;
  });
}

/**
 * @param {Where} where @param {Doc} doc @param {Act} ask @param {string | null} secret
 * @returns {Promise<Answer>}
 */
async function trusted(where, doc, ask, secret) {
  const prepared = await send(where, doc, ask, secret, "prepare");
  if (prepared.kind !== "prepared") return prepared;
  if (documents.find(doc.document)?.origin !== ask.origin) throw new Failure("gone", "The page has left.");
  await input.dispatch(doc.tab, prepared);
  return send(where, doc, ask, secret, "finish");
}

/**
 * @param {Where} where @param {Doc} doc @param {Act} ask @param {string | null} secret
 * @param {"whole" | "prepare" | "finish"} phase
 * @returns {Promise<any>}
 */
async function send(where, doc, ask, secret, phase) {
  const timeout_ms = pageTime(where);
  /** @type {ToContent} */
  const message = { type: "ask", run: where.run, timeout_ms, ask, secret, phase };
  try {
    return await frames.ask(doc, message, where.deadline.left());
  } catch (error) {
    if (error instanceof frames.WentAway || (error instanceof frames.NotThere && phase === "finish")) return left();
    if (error instanceof frames.NotThere) throw new Failure("gone", "The page has left.");
    throw error;
  }
}

/** @returns {Acted} */
function left() {
  return { kind: "acted", did: true, left: true, state: null, opened: [] };
}

/** @param {Where} where @param {Handle} handle @returns {Doc} */
function handled(where, handle) {
  const doc = documents.find(handle.document);
  if (!doc) throw new Failure("gone", "The page has left.");
  const ours = doc.tab === where.tab || runs.tabsOf(where.run).includes(doc.tab);
  if (!ours) throw new Failure("refused", "The element is in another tab.");
  return doc;
}

/** @param {Where} where @param {Handle[]} handles @returns {[Doc, Handle[]][]} the top document where there are no handles */
function byDocument(where, handles) {
  const top = documents.top(where.tab);
  if (!top) throw new Failure("gone", "The page has left.");
  /** @type {Map<Doc, Handle[]>} */
  const groups = new Map(handles.length ? [] : [[top, []]]);
  for (const handle of handles) {
    const doc = handled(where, handle);
    groups.set(doc, [...(groups.get(doc) ?? []), handle]);
  }
  return [...groups];
}
