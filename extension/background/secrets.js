// Secrets, in memory only: those of a run, by slot, which a worker that dies forgets; and those that were typed in the task
// being recorded, so that the next documents do not tell them. Neither kind is ever sent to the daemon.

import * as kept from "./kept.js";

const MAX_TYPED = 100;
const MAX_LENGTH = 10_000;

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

/** @param {string} run @returns {string[]} */
export const all = (run) => [...(held.get(run)?.values() ?? [])];

/** What was typed as a secret in the task that is being recorded. @returns {string[]} */
export const typed = () => /** @type {string[] | undefined} */ (kept.get("secrets")) ?? [];

/** @param {unknown} values */
export function remember(values) {
  const sound = Array.isArray(values) ? values.filter((value) => typeof value === "string" && value.length <= MAX_LENGTH) : [];
  if (sound.length) void kept.write({ secrets: [...new Set([...typed(), ...sound])].slice(-MAX_TYPED) });
}

/** @param {string} run */
export function drop(run) {
  held.delete(run);
}
