// What the person does, as low-level events: trusted events only, taken in the capture phase before the page reacts.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "record")) return;
  const N = L.native;
  const D = L.dom;

  const PER_SECOND = 200; // events of one document
  const FRAMES = new Set(["iframe", "frame", "object", "embed"]);
  const FRAME_MS = 500; // a frame has told its parent of itself by then
  const MODIFIERS = /** @type {const} */ (["Alt", "Control", "Meta", "Shift"]);
  const PASSIVELY = { capture: true, passive: true };

  class Recorder {
    /** @param {RecordOptions} options */
    constructor({ emit, keep, cause, sees }) {
      this.control = new AbortController();
      const { signal } = this.control;
      this.signal = signal;
      this.emit = budgeted(emit);
      this.idle = L.idle.queue({ emit: (what) => void this.emit(what), keep }, signal);
      this.fields = L.fields.sessions((what, el) => this.note(what, el, false, el !== null), signal);
      this.moves = L.moves((what) => void this.emit(what), signal);
      this.shown = { flush: () => {} };
      const out = this.out();
      this.clicks = L.clicks(out);
      this.typing = L.typing(out);
      /** Events that were seen at a window already. @type {WeakSet<Event>} */
      this.seen = new WeakSet();
      this.sees = sees ?? (() => true);
      /** Frames that cannot be looked into, of which it was said. @type {WeakSet<Element>} */
      this.blind = new WeakSet();
      this.rootListeners = this.typing.rootListeners().map(([type, listen]) => this.once(type, listen));
      this.listeners = [...this.clicks.listeners(), ...this.typing.listeners(), ...this.ownListeners()];
      this.arm();
      rearm(() => this.arm(), signal);
      L.privacy.watch(signal);
      this.emit(opened(cause));
      this.whenParsed(() => this.ready());
    }

    /** @returns {Out} */
    out() {
      return {
        last: { at: -Infinity, click: null, key: null },
        fields: this.fields,
        arm: (el) => this.armRoots(el),
        look: () => this.shown.flush(),
        tell: (what) => (this.fields.flush(), this.note(what, null, false, false)),
        act: (what, el) => (this.fields.flush(), this.note(what, el, true)),
      };
    }

    /** Tells an event and leaves the rest of the work on it for later.
     * @param {Wire.What} what @param {Element | null} el @param {boolean} pictured @param {boolean} [later] */
    note(what, el, pictured, later = true) {
      this.moves.flush();
      const n = this.emit(what);
      if (n !== null && later) this.idle.add(n, el, pictured);
    }

    /** @returns {Listener[]} */
    ownListeners() {
      return [
        ["blur", (event) => event.target === window && this.entered()],
        ["pointermove", () => this.entered()],
        ["pagehide", () => this.hide()],
        ["pageshow", (event) => event.persisted && this.restored()],
      ];
    }

    arm() {
      const { signal } = this;
      for (const [type, listener] of [...this.listeners, ...this.rootListeners])
        N.listen(window, type, listener, { ...PASSIVELY, signal });
    }

    /** An event that crosses a root is heard at the window and at the root. @param {string} type
     * @param {(event: any) => void} listener @returns {Listener} */
    once(type, listener) {
      return [
        type,
        (event) => {
          if (this.seen.has(event)) return;
          this.seen.add(event);
          listener(event);
        },
      ];
    }

    /** @param {Element} el */
    armRoots(el) {
      const { signal } = this;
      for (let root = N.root(el); N.type(root) === 11 && root.host; root = N.root(root.host)) {
        for (const [type, listener] of this.rootListeners) N.listen(root, type, listener, { ...PASSIVELY, signal });
      }
    }

    /** @param {() => void} then */
    whenParsed(then) {
      if (N.readyState(document) !== "loading") return then();
      N.listen(document, "DOMContentLoaded", then, { once: true, signal: this.signal });
    }

    ready() {
      this.emit({ kind: "ready", page: L.page.describe() });
      this.shown = L.shown.watch((what) => (this.fields.flush(), this.note(what, null, false, false)), this.signal);
    }

    /** The focus may have gone to a frame that tells nothing. From one frame to another it goes without an event here. */
    entered() {
      const frame = N.active(document);
      if (!frame || !FRAMES.has(N.tag(frame)) || this.blind.has(frame) || this.sees(frame)) return;
      setTimeout(() => {
        if (this.signal.aborted || this.sees(frame) || this.blind.has(frame)) return;
        this.blind.add(frame);
        this.emit({ kind: "gap", text: "Something was done in a frame that cannot be looked into." });
      }, FRAME_MS);
    }

    restored() {
      this.emit(opened("restored"));
      this.emit({ kind: "ready", page: L.page.describe() });
    }

    hide() {
      this.clicks.leave();
      this.fields.leave();
      this.moves.flush();
      this.idle.leave();
      this.emit({ kind: "left" });
    }

    /** Does all that waits now. */
    flush() {
      this.fields.settle();
      this.fields.flush();
      this.moves.flush();
      this.shown.flush();
      this.idle.flush();
    }

    stop() {
      this.flush();
      this.control.abort();
    }
  }

  /** `document.open()` takes all listeners away; adding one twice is harmless. @param {() => void} arm
   * @param {AbortSignal} signal */
  function rearm(arm, signal) {
    const observer = new MutationObserver(() => signal.aborted || arm());
    observer.observe(document, { childList: true });
    signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  }

  /** @param {Wire.Opened["cause"] | null} cause @returns {Wire.Opened} */
  function opened(cause) {
    const [top, referred] = [window === window.top, Boolean(N.referrer(document))];
    return { kind: "opened", url: L.scrub.url(location.href), top, cause: cause ?? navigationType(), referred };
  }

  /** @returns {Wire.Opened["cause"]} */
  function navigationType() {
    const [entry] = performance.getEntriesByType("navigation");
    const type = /** @type {PerformanceNavigationTiming | undefined} */ (entry)?.type;
    return type === "reload" || type === "back_forward" ? type : "navigate";
  }

  /** A page that floods is cut off, and the gap is told. @param {(what: Wire.What) => number} emit */
  function budgeted(emit) {
    let since = performance.now();
    let told = 0;
    /** @param {Wire.What} what @returns {number | null} */
    return (what) => {
      const now = performance.now();
      if (now - since > 1000) [since, told] = [now, 0];
      told++;
      if (told < PER_SECOND) return emit(L.scrub.deep(what));
      if (told === PER_SECOND) emit({ kind: "gap", text: "More events in a second than can be kept." });
      return null;
    };
  }

  L.meant = (event) => {
    if (!event.isTrusted) return null;
    const target = D.targetOf(event);
    return target && !D.own.has(target) ? target : null;
  };

  L.modifiers = (event) => {
    const held = [event.altKey, event.ctrlKey, event.metaKey, event.shiftKey];
    return MODIFIERS.filter((_, i) => held[i]);
  };

  L.record = (options) => new Recorder(options);
})();
