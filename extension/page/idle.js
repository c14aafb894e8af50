// Work on an event that can wait until the page is idle: counts, rivals, snapshot. Done at once when the page is left.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "idle")) return;
  const N = L.native;

  const WAIT_MS = 200; // at most, for an idle page
  const LEAVING_MS = 30; // for all of it while the page is being left
  const MAX_WAITING = 20;

  /** @param {{emit: (what: Wire.What) => void, keep: (hash: string, snapshot: Wire.Snapshot) => void}} out
   * @param {AbortSignal} signal */
  function queue({ emit, keep }, signal) {
    /** @type {{of: number, el: Element | null, pictured: boolean}[]} */
    let waiting = [];
    let asked = 0;

    /** @param {boolean} leaving */
    const run = (leaving) => {
      cancelIdleCallback(asked);
      asked = 0;
      const jobs = waiting;
      waiting = [];
      const end = leaving ? performance.now() + LEAVING_MS : Infinity;
      const surveys = surveyor();
      const snapshot = !leaving && jobs.some((job) => job.pictured) ? picture(keep) : null;
      for (const job of jobs) {
        const counted = job.el && performance.now() < end ? note(job.el, surveys) : null;
        emit({ kind: "noted", of: job.of, ...(counted ?? GONE), snapshot: job.pictured ? snapshot : null });
      }
    };
    signal.addEventListener("abort", () => cancelIdleCallback(asked), { once: true });
    return {
      /** @param {number} of @param {Element | null} el @param {boolean} pictured */
      add(of, el, pictured) {
        if (waiting.length >= MAX_WAITING) return;
        waiting.push({ of, el, pictured });
        asked ||= requestIdleCallback(() => run(false), { timeout: WAIT_MS });
      },
      flush: () => run(false),
      leave: () => run(true),
    };
  }

  const GONE = { unique: null, rivals: null, state: null };

  /** One look over the page serves all jobs of a batch. */
  function surveyor() {
    /** @type {Map<string | null, Survey>} */
    const taken = new Map();
    /** @param {string | null} kin */
    return (kin) => {
      let survey = taken.get(kin);
      if (!survey) taken.set(kin, (survey = L.survey.take(kin)));
      return survey;
    };
  }

  /** @param {Element} el @param {(kin: string | null) => Survey} surveys */
  function note(el, surveys) {
    if (!N.connected(el)) return null;
    const state = L.describe.stateOf(el);
    if (!L.dom.isPresent(el)) return { unique: null, rivals: null, state };
    const survey = surveys(L.dom.isActionable(el) ? null : N.tag(el));
    return { unique: L.count.unique(el, survey), rivals: L.count.rivals(el, survey), state };
  }

  /** @param {(hash: string, snapshot: Wire.Snapshot) => void} keep */
  function picture(keep) {
    const { hash, snapshot } = L.snapshot.take();
    keep(hash, snapshot);
    return hash;
  }

  L.idle = { queue };
})();
