// Messages to content scripts: to one document and no other, with a bound on how long it may take.

/** @import { ToContent } from "../messages" */
/** @import { Doc } from "./documents.js" */

/** Nobody was there to get the message. */
export class NotThere extends Error {}

/** It was delivered, and the document went away before it answered. */
export class WentAway extends Error {}

/** No answer in time. */
export class TooLate extends Error {}

const NOT_DELIVERED = /Receiving end does not exist|No tab with id|No frame with id|No document with id|Could not establish/;

/**
 * @param {Doc} doc
 * @param {ToContent} message
 * @param {number} ms
 * @returns {Promise<any>}
 */
export function ask(doc, message, ms) {
  const { documentId } = doc;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new TooLate("No answer in time.")), ms)));
  const answer = chrome.tabs.sendMessage(doc.tab, message, { documentId }).catch((/** @type {Error} */ error) => {
    throw NOT_DELIVERED.test(error.message) ? new NotThere(error.message) : new WentAway(error.message);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/**
 * Tells a document something that needs no answer.
 * @param {Doc} doc @param {ToContent} message
 */
export function tell(doc, message) {
  chrome.tabs.sendMessage(doc.tab, message, { documentId: doc.documentId }).catch(() => {});
}
