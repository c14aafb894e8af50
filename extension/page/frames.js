// Which frame of its parent a document is: parent and child tell each other a random word, and pages do not see it.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "frames")) return;
  const N = L.native;
  const D = L.dom;

  const AGAIN_MS = [0, 250, 1000, 3000, 8000]; // a parent may get its scripts later than its child
  const WORD = /^[0-9a-f]{32}$/;
  const PER_SECOND = 20; // words of children that are passed on: a page can make up any number

  /** @type {Likewise["frames"]} */
  function handshake({ nonce, onChild }, signal) {
    let known = window === window.top;
    let budget = { since: performance.now(), left: PER_SECOND };
    /** Frames whose documents have spoken. @type {WeakSet<Element>} */
    const children = new WeakSet();

    /** @param {MessageEvent} event */
    const onMessage = (event) => {
      const word = wordOf(event);
      if (!word) return;
      event.stopImmediatePropagation();
      if (event.data.known === true) {
        if (event.source === window.parent && word === nonce) known = true;
        return;
      }
      const now = performance.now();
      if (now - budget.since > 1000) budget = { since: now, left: PER_SECOND };
      if (budget.left-- <= 0) return;
      const source = /** @type {Window} */ (event.source);
      const frame = frameOf(source);
      if (!frame) return;
      children.add(frame);
      onChild(word, stepTo(frame));
      source.postMessage({ likewise: word, known: true }, "*");
    };
    N.listen(window, "message", onMessage, { capture: true, signal });
    let announced = false;
    const announce = () => {
      if (announced || known) return;
      announced = true;
      for (const wait of AGAIN_MS) {
        setTimeout(() => known || signal.aborted || window.parent.postMessage({ likewise: nonce }, "*"), wait);
      }
    };
    return { announce, knows: (frame) => children.has(frame) };
  }

  /** @param {MessageEvent} event */
  function wordOf(event) {
    if (!event.isTrusted || typeof event.data !== "object" || event.data === null) return null;
    const word = event.data.likewise;
    return typeof word === "string" && WORD.test(word) ? word : null;
  }

  /** @param {Window} source @returns {Element | undefined} */
  function frameOf(source) {
    return frames().find((frame) => /** @type {HTMLIFrameElement} */ (frame).contentWindow === source);
  }

  function frames() {
    return D.find("iframe,frame");
  }

  /** @param {Element} frame @returns {Wire.FrameStep} */
  function stepTo(frame) {
    const src = N.attr(frame, "src");
    return {
      name: L.scrub.witness(N.attr(frame, "name")),
      id: L.place.idOf(frame),
      url: src ? resolved(frame, src) : null,
      title: L.scrub.clean(N.attr(frame, "title")) || null,
      ordinal: frames().indexOf(frame) + 1,
    };
  }

  /** @param {Element} frame @param {string} src */
  function resolved(frame, src) {
    try {
      return L.scrub.url(new URL(src, N.base(frame)).href);
    } catch {
      return null;
    }
  }

  L.frames = handshake;
})();
