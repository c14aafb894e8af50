// The time that a page request has.

export class Deadline {
  /** @param {number} ms */
  constructor(ms) {
    this.end = performance.now() + ms;
  }

  /** ms that are left, at least 0 */
  left() {
    return Math.max(0, this.end - performance.now());
  }

  passed() {
    return performance.now() >= this.end;
  }
}

/** @param {number} ms @returns {Promise<void>} */
export function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
