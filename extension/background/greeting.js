// The greeting on a fresh socket: the daemon proves first, and nothing but hello or pair_hello is sent before that proof holds.

import { keyBytes, nonce, prove, proves } from "./proof.js";
import * as settings from "./settings.js";
import { parse } from "./wire.js";

/** @import { Refused, ToExtension, Welcome } from "../generated/protocol" */
/** @typedef {{ profile: string, key: string } | { code: import("./proof.js").Bytes }} Credentials */

/** @type {import("../generated/protocol").VERSION} */
const VERSION = 1;
const GREETING_MS = 5_000;

/** The other side did not prove that it is the paired daemon. */
export class Unverified extends Error {}

/** The socket was closed or could not be opened. */
export class Closed extends Error {}

/** The daemon ended the greeting. */
export class Declined extends Error {
  /** @param {Refused} message */
  constructor(message) {
    super(message.text);
    this.reason = message.reason;
  }
}

/**
 * @param {WebSocket} socket
 * @param {Credentials} credentials
 * @param {number} port kept with a new pairing
 * @returns {Promise<{ welcome: Welcome, rest: unknown[] }>} `rest`: frames that came behind the welcome
 */
export async function greet(socket, credentials, port) {
  const inbox = new Inbox(socket);
  try {
    await inbox.opened;
    const key = "code" in credentials ? credentials.code : keyBytes(credentials.key);
    const daemonNonce = await checkedNonce(socket, inbox, credentials, key);
    socket.send(JSON.stringify({ type: "prove", proof: await prove(key, "extension", ...daemonNonce) }));
    return { welcome: await welcome(inbox, port), rest: inbox.frames };
  } finally {
    inbox.close();
  }
}

/**
 * @param {WebSocket} socket
 * @param {Inbox} inbox
 * @param {Credentials} credentials
 * @param {import("./proof.js").Bytes} key
 * @returns {Promise<[string, string]>} both nonces, once the daemon's proof holds
 */
async function checkedNonce(socket, inbox, credentials, key) {
  const mine = nonce();
  const hello =
    "code" in credentials
      ? { type: "pair_hello", version: VERSION, nonce: mine }
      : { type: "hello", version: VERSION, profile: credentials.profile, nonce: mine };
  socket.send(JSON.stringify(hello));
  const answer = await inbox.next();
  if (answer?.type === "refused") throw new Declined(answer);
  if (answer?.type !== "challenge") throw new Unverified("It did not prove anything.");
  if (!(await proves(key, "daemon", mine, answer.nonce, answer.proof))) throw new Unverified("Its proof is wrong.");
  return [mine, answer.nonce];
}

/** @param {Inbox} inbox @param {number} port @returns {Promise<Welcome>} */
async function welcome(inbox, port) {
  for (;;) {
    const message = await inbox.next();
    if (message?.type === "refused") throw new Declined(message);
    if (message?.type === "welcome") return message;
    if (message?.type !== "paired") throw new Unverified("It did not welcome us.");
    await settings.setPairing({ port, profile: message.profile, key: message.key });
  }
}

/** The frames of a socket, one at a time, until the greeting is over. */
class Inbox {
  /** @type {unknown[]} */
  frames = [];
  #over = new AbortController();
  /** @type {PromiseWithResolvers<void>} */
  #more = Promise.withResolvers();
  /** @type {Error | null} */
  #end = null;

  /** @param {WebSocket} socket */
  constructor(socket) {
    const { signal } = this.#over;
    /** @type {PromiseWithResolvers<void>} */
    const opening = Promise.withResolvers();
    this.opened = opening.promise;
    const stop = (/** @type {Error} */ error) => {
      this.#end ??= error;
      opening.reject(error);
      this.#more.resolve();
    };
    const timer = setTimeout(() => stop(new Unverified("It did not answer.")), GREETING_MS);
    signal.addEventListener("abort", () => clearTimeout(timer));
    socket.addEventListener("open", () => opening.resolve(), { signal });
    socket.addEventListener("close", () => stop(new Closed("The daemon is not there.")), { signal });
    socket.addEventListener("message", (event) => (this.frames.push(event.data), this.#more.resolve()), { signal });
  }

  /** @returns {Promise<ToExtension | null>} null for what is no known message */
  async next() {
    while (!this.frames.length) {
      if (this.#end) throw this.#end;
      this.#more = Promise.withResolvers();
      await this.#more.promise;
    }
    return parse(this.frames.shift());
  }

  close() {
    this.#over.abort();
  }
}
