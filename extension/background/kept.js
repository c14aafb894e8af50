// What outlives a worker but not the browser: a mirror of storage.session. Writes go out in order, one every few ms; all
// changes of one `write`, and all made in the same task, are stored together or not at all.

const WRITE_MS = 3;

/** @type {Map<string, unknown>} */
const values = new Map();
/** @type {Map<string, unknown>} What the next write changes; undefined removes. */
let pending = new Map();
/** @type {Promise<void> | null} */
let next = null;
/** @type {Promise<void>} */
let last = Promise.resolve();

/** Nothing may be read or written before it. */
export const ready = load();

async function load() {
  for (const [key, value] of Object.entries(await chrome.storage.session.get(null))) values.set(key, value);
}

/** @param {string} key */
export function get(key) {
  return values.get(key);
}

/** @param {string} prefix @returns {[string, unknown][]} the rest of each key, and its value */
export function entries(prefix) {
  const found = [...values].filter(([key]) => key.startsWith(prefix));
  return found.map(([key, value]) => [key.slice(prefix.length), value]);
}

/**
 * Sets each key, or removes it where the value is undefined.
 * @param {Record<string, unknown>} changes
 * @returns {Promise<void>} when they are stored; rejects if they could not be
 */
export function write(changes) {
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) values.delete(key);
    else values.set(key, value);
    pending.set(key, value);
  }
  if (!next) {
    next = last.then(pause).then(store);
    last = next.catch(() => {});
  }
  return next;
}

/** @returns {Promise<void>} when everything written so far is stored */
export function written() {
  return next ?? last;
}

function pause() {
  return /** @type {Promise<void>} */ (new Promise((resolve) => setTimeout(resolve, WRITE_MS)));
}

async function store() {
  const changes = pending;
  pending = new Map();
  next = null;
  const set = Object.fromEntries([...changes].filter(([, value]) => value !== undefined));
  const removed = [...changes].filter(([, value]) => value === undefined).map(([key]) => key);
  if (Object.keys(set).length) await chrome.storage.session.set(set);
  if (removed.length) await chrome.storage.session.remove(removed);
}
