// What outlives the browser, in storage.local: the pairing, the watch list, and how far arrival numbers have been given out.

/** @typedef {{ port: number, profile: string, key: string }} Pairing */
/** @typedef {{ origins: string[], except: string[], everywhere: boolean }} Watch `except`: switched off although everywhere. */

/** Content scripts may not read it: awaited before anything is stored. */
const closed = chrome.storage.local.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });

/** @param {string} key */
async function read(key) {
  await closed;
  return (await chrome.storage.local.get(key))[key];
}

/** @param {string} key @param {unknown} value */
async function write(key, value) {
  await closed;
  await chrome.storage.local.set({ [key]: value });
}

/** @returns {Promise<Pairing | null>} */
export async function pairing() {
  return /** @type {Pairing | undefined} */ (await read("pairing")) ?? null;
}

/** @param {Pairing} value */
export function setPairing(value) {
  return write("pairing", value);
}

/** @returns {Promise<Watch>} */
export async function watch() {
  return /** @type {Watch | undefined} */ (await read("watch")) ?? { origins: [], except: [], everywhere: false };
}

/** @param {Watch} value */
export function setWatch(value) {
  return write("watch", value);
}

/**
 * Takes the next `count` numbers, which this profile never gives out again.
 * @param {number} count
 * @returns {Promise<number>} the first of them
 */
export async function reserveNumbers(count) {
  const first = /** @type {number | undefined} */ (await read("numbers")) ?? 0;
  await write("numbers", first + count);
  return first;
}
