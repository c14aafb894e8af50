// Watching the page while a run acts: revisions, quiet, and answers that wait for a change.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "observe")) return;
  const N = L.native;
  const D = L.dom;

  const BETWEEN_MS = 50; // at least between two answers to the same question
  const MAX_TEXT = 300_000; // characters of the page that are searched for a text
  const PART_MS = 2_000; // a script that the page has asked for is waited for as long as this
  const BUSY_MS = 20_000; // a navigation that has not come by then is not under way

  /** @param {string} documentId */
  function observer(documentId) {
    const control = new AbortController();
    const { signal } = control;
    let count = 0;
    let listsAt = performance.now();
    let busySince = -Infinity;
    /** @type {Set<() => void>} */
    const waiting = new Set();
    const seen = new WeakSet();

    /** The error status of a request of the page since the last act. @type {number | null} */
    let failed = null;
    let actedAt = Infinity;
    const requests = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) failed = errorOf(/** @type {any} */ (entry), actedAt) ?? failed;
    });
    requests.observe({ type: "resource" });

    /** Scripts that the page has asked for since the run began, and when. @type {Map<Node, number>} */
    const parts = new Map();
    for (const type of ["load", "error"])
      N.listen(document, type, (/** @type {Event} */ event) => {
        if (parts.delete(/** @type {Node} */ (event.target))) listsAt = performance.now();
      }, { capture: true, passive: true, signal }); // prettier-ignore

    const bump = () => {
      count++;
      for (const wake of waiting) wake();
    };
    const watcher = new MutationObserver((records) => {
      const theirs = records.filter((record) => !isOurs(record));
      if (theirs.length === 0) return;
      for (const { addedNodes } of theirs)
        for (const node of addedNodes) if (isPart(node)) parts.set(node, performance.now());
      if (theirs.some(isList)) listsAt = performance.now();
      if (theirs.some((record) => record.addedNodes.length > 0)) watchRoots();
      bump();
    });
    /** @param {Node} root */
    const watchRoot = (root) => {
      if (seen.has(root)) return;
      seen.add(root);
      watcher.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    };
    const watchRoots = () => {
      watchRoot(document);
      D.roots().forEach(watchRoot);
    };
    const onNavigate = (/** @type {any} */ event) => {
      if (!event.destination?.sameDocument && event.downloadRequest === null) busySince = performance.now();
    };
    const history = /** @type {any} */ (window).navigation;
    if (history) {
      N.listen(history, "navigate", onNavigate, { signal });
      for (const type of ["navigateerror", "navigatesuccess"])
        N.listen(history, type, () => (busySince = -Infinity), { signal });
    }
    for (const type of ["input", "change"]) N.listen(window, type, bump, { capture: true, passive: true, signal });
    watchRoots();

    const revision = () => `${documentId}:${count}`;
    /** Resolves when `done` says so, looked at after changes and at least every BETWEEN_MS, or at the end of the time.
     * @param {() => boolean} done @param {number} timeout */
    const until = async (done, timeout) => {
      const end = performance.now() + timeout;
      while (!done() && performance.now() < end && !signal.aborted) {
        await new Promise((wake) => {
          const timer = setTimeout(wake, Math.min(BETWEEN_MS, end - performance.now()));
          waiting.add(() => (clearTimeout(timer), setTimeout(wake, 0)));
        });
        waiting.clear();
      }
    };

    /** @param {Wire.Candidates} ask @param {number} timeout @returns {Promise<Wire.Found>} */
    const candidates = async (ask, timeout) => {
      watchRoots();
      await until(() => ask.since === null || revision() !== ask.since, timeout);
      const now = revision();
      const found = L.candidates.find(ask.fingerprint, ask.words).map(({ number, element }) => ({
        handle: { document: documentId, number },
        frame: [],
        element,
      }));
      return { kind: "found", tab: 0, page: L.page.describe(), candidates: found, revision: now };
    };
    /** @param {number | null} ms */
    const isQuiet = (ms) => {
      const now = performance.now();
      const loading = [...parts.values()].some((since) => now - since < PART_MS);
      return ms !== null && now - listsAt >= ms && !loading;
    };

    /** @param {Wire.Observe} ask @param {number} timeout @returns {Promise<Wire.Observed>} */
    const observe = async (ask, timeout) => {
      watchRoots();
      const changed = () => (ask.since === null ? ask.quiet_ms === null : revision() !== ask.since);
      await until(() => changed() || isQuiet(ask.quiet_ms), timeout);
      const el = ask.handle && ask.handle.document === documentId ? L.candidates.byHandle(ask.handle.number) : null;
      return {
        kind: "observed",
        tab: 0,
        page: L.page.describe(),
        seen: seenTexts(ask.texts),
        dialog: L.page.topDialog(),
        state: el && N.connected(el) ? L.describe.stateOf(el) : null,
        quiet: isQuiet(ask.quiet_ms),
        busy: performance.now() - busySince < BUSY_MS,
        opened: [],
        failed,
        revision: revision(),
      };
    };
    const stop = () => {
      control.abort();
      watcher.disconnect();
      requests.disconnect();
    };
    /** Something is done from now on: what was before is not its doing. */
    const acting = () => void ([actedAt, failed] = [performance.now(), null]);
    /** Something was done: quiet is counted from now. */
    const acted = () => void (listsAt = performance.now());
    return { candidates, observe, revision, acting, acted, stop };
  }

  /** @param {{initiatorType: string, name: string, startTime: number, responseStatus?: number}} request
   * @param {number} since */
  function errorOf({ initiatorType, name, startTime, responseStatus: status = 0 }, since) {
    const byScript = initiatorType === "fetch" || initiatorType === "xmlhttprequest";
    return byScript && startTime >= since && status >= 400 && name.startsWith(`${location.origin}/`) ? status : null;
  }

  /** Whether it is a script that is being fetched: a part of the page that is not there yet. @param {Node} node */
  function isPart(node) {
    if (N.type(node) !== 1) return false;
    const el = /** @type {Element} */ (node);
    return N.tag(el) === "script" && N.attr(el, "src") !== null;
  }

  /** @param {MutationRecord} record */
  function isOurs(record) {
    if (D.own.has(record.target)) return true;
    if (record.type !== "childList") return false;
    return [...record.addedNodes, ...record.removedNodes].every((node) => D.own.has(node));
  }

  /** @param {MutationRecord} record */
  function isList(record) {
    if (record.type !== "childList") return false;
    const { target } = record;
    return N.type(target) !== 1 || !/^(?:head|title)$/.test(N.tag(target));
  }

  /** Which of the texts the page shows now. @param {string[]} texts @returns {boolean[]} */
  function seenTexts(texts) {
    if (texts.length === 0) return [];
    const messages = new Set(L.page.messages());
    let all = /** @type {string | null} */ (null);
    return texts.map((text) => {
      if (messages.has(text)) return true;
      all ??= L.scrub.text(allText());
      return all.includes(D.fold(text));
    });
  }

  function allText() {
    const body = N.body(document);
    return body ? L.name.contentOf(body, null, MAX_TEXT) : "";
  }

  L.observe = observer;
})();
