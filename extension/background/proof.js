// Mutual proof of the pairing key, as core/protocol.py says, and the code that a person types.

export const DEFAULT_PORT = 8797;
const CODE = /^(?:(\d{1,5})-)?([A-Z0-9]{5})-?([A-Z0-9]{5})$/;

/** @typedef {"daemon" | "extension"} Role */
/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

/** @returns {string} 32 random bytes in hex */
export function nonce() {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * @param {Bytes} key
 * @param {Role} role the prover
 * @param {string} extensionNonce
 * @param {string} daemonNonce
 * @returns {Promise<string>} hex
 */
export async function prove(key, role, extensionNonce, daemonNonce) {
  const signed = await crypto.subtle.sign("HMAC", await hmac(key), text(role, extensionNonce, daemonNonce));
  return hex(new Uint8Array(signed));
}

/**
 * @param {Bytes} key
 * @param {Role} role
 * @param {string} extensionNonce
 * @param {string} daemonNonce
 * @param {string} proof hex
 * @returns {Promise<boolean>} compared in constant time, by WebCrypto
 */
export async function proves(key, role, extensionNonce, daemonNonce, proof) {
  return crypto.subtle.verify("HMAC", await hmac(key), bytes(proof), text(role, extensionNonce, daemonNonce));
}

/** @param {string} key hex @returns {Bytes} */
export function keyBytes(key) {
  return bytes(key);
}

/**
 * "ABCDE-FGHIJ", or with the port before it "8798-ABCDE-FGHIJ".
 * @param {string} typed
 * @returns {{ port: number, key: Bytes } | null}
 */
export function parseCode(typed) {
  const found = CODE.exec(typed.trim().toUpperCase());
  if (!found) return null;
  const port = found[1] ? Number(found[1]) : DEFAULT_PORT;
  if (port < 1 || port > 65535) return null;
  return { port, key: new TextEncoder().encode(`${found[2]}${found[3]}`) };
}

/** @param {Bytes} key */
function hmac(key) {
  return crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

/** @param {Role} role @param {string} extensionNonce @param {string} daemonNonce */
function text(role, extensionNonce, daemonNonce) {
  return new TextEncoder().encode(`likewise|${role}|${extensionNonce}|${daemonNonce}`);
}

/** @param {Uint8Array} value */
function hex(value) {
  return [...value].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} value @returns {Bytes} */
function bytes(value) {
  return new Uint8Array((value.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}
