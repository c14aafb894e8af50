// What newly appears: messages, dialogs, another main heading. Looked for after changes, a few times a second at most.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "shown")) return;

  const LOOK_AFTER_MS = 100;
  const LOOK_AGAIN_MS = 250; // at least between two looks
  const PER_SECOND = 20; // texts

  /** @param {(what: Wire.What) => void} emit @param {AbortSignal} signal */
  function watch(emit, signal) {
    let known = look();
    let timer = 0;
    let lastLook = 0;
    let budget = { since: performance.now(), left: PER_SECOND };

    /** @param {"message" | "dialog" | "heading"} what @param {string} text */
    const tell = (what, text) => {
      const now = performance.now();
      if (now - budget.since > 1000) budget = { since: now, left: PER_SECOND };
      if (budget.left-- > 0) emit({ kind: "shown", what, text });
    };
    const check = () => {
      timer = 0;
      lastLook = performance.now();
      const now = look();
      for (const text of now.messages) if (!known.messages.has(text)) tell("message", text);
      for (const [dialog, name] of now.dialogs) if (!known.dialogs.has(dialog)) tell("dialog", name);
      if (now.heading && now.heading !== known.heading) tell("heading", now.heading);
      known = now;
    };
    const changed = () => {
      if (timer || signal.aborted) return;
      timer = setTimeout(check, Math.max(LOOK_AFTER_MS, lastLook + LOOK_AGAIN_MS - performance.now()));
    };
    const observer = new MutationObserver(changed);
    const options = {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ["class", "hidden", "style", "open", "role", "aria-hidden"],
    };
    observer.observe(document, options);
    for (const root of L.dom.roots()) observer.observe(root, options);
    signal.addEventListener("abort", () => (observer.disconnect(), clearTimeout(timer)), { once: true });
    return { flush: () => void (timer && (clearTimeout(timer), check())) };
  }

  function look() {
    return {
      messages: new Set(L.page.messages()),
      dialogs: new Map(L.page.dialogs().map((dialog) => [dialog, L.place.dialogName(dialog)])),
      heading: L.page.heading(),
    };
  }

  L.shown = { watch };
})();
