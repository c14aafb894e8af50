// Who must hear that something a popup shows may have changed.

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener @returns {() => void} its stop */
export function onChange(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function changed() {
  for (const listener of listeners) listener();
}
