// Secrets of a run, by slot, in memory only: a worker that dies forgets them.

/** @type {Map<string, Map<string, string>>} */
const held = new Map();

/** @param {string} run @param {string} slot @param {string} value */
export function hold(run, slot, value) {
  const slots = held.get(run) ?? new Map();
  held.set(run, slots.set(slot, value));
}

/** @param {string} run @param {string} slot @returns {string | null} */
export function get(run, slot) {
  return held.get(run)?.get(slot) ?? null;
}

/** @param {string} run */
export function drop(run) {
  held.delete(run);
}
