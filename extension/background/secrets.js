// Secrets, in this worker's memory only: a worker that dies forgets them. Those of a run, by slot; and those that were typed on a
// site, by the person or by a run, so that the site's next documents do not tell them. No other site's document gets them, and none
// of them is ever stored or sent to the daemon.

const MAX_TYPED = 100;
const MAX_LENGTH = 10_000;

/** @type {Map<string, Map<string, string>>} */
const held = new Map();
/** @type {Map<string, string[]>} */
const typedOn = new Map();

/** @param {string} run @param {string} slot @param {string} value */
export function hold(run, slot, value) {
  const slots = held.get(run) ?? new Map();
  held.set(run, slots.set(slot, value));
}

/** @param {string} run @param {string} slot @returns {string | null} */
export function get(run, slot) {
  return held.get(run)?.get(slot) ?? null;
}

/** What was typed as a secret on the site since the last task or run ended. @param {string} site @returns {string[]} */
export const typed = (site) => typedOn.get(site) ?? [];

/** @param {string} site @param {unknown} values */
export function remember(site, values) {
  const sound = Array.isArray(values) ? values.filter((value) => typeof value === "string" && value.length <= MAX_LENGTH) : [];
  if (sound.length) typedOn.set(site, [...new Set([...typed(site), ...sound])].slice(-MAX_TYPED));
}

/** No task and no run goes on. */
export function forget() {
  typedOn.clear();
}

/** @param {string} run */
export function drop(run) {
  held.delete(run);
}
