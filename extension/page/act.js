// Acting on the page, once: the element is checked, an obstacle may pass until the time is out, what is already so stays so.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "act")) return;
  const N = L.native;
  const D = L.dom;
  const I = L.input;
  const T = L.target;
  const C = L.choose;

  const POLL_MS = 50;
  const SETTLE_MS = 30; // a page's own handlers have had their turn
  /** Set through the DOM in any build: real keys make nothing of them. */
  const NATIVE_TYPES = new Set("date datetime-local month week time color range".split(" "));
  const BY_POINTER = new Set(["click", "double_click", "check", "uncheck", "choose"]);

  /** @typedef {{el: Element, ask: Wire.Act, secret: string | null}} Job */

  /** @param {number} ms */
  function sleep(ms) {
    return new Promise((done) => setTimeout(done, ms));
  }

  /** @param {Wire.Act} ask @param {{documentId: string, secret: string | null, phase: Wire.Phase, timeout: number}} how
   * @returns {Promise<Wire.Prepared>} */
  async function act(ask, { documentId, secret, phase, timeout }) {
    const el = T.resolve(ask, documentId);
    if ("kind" in el) return phase === "finish" ? acted(true, null) : el;
    const job = { el, ask, secret };
    if (phase === "finish") return finish(job);
    const refused = refusal(job);
    if (refused) return refused;
    if (holds(job)) return acted(false, el);
    const ready = await whenReady(job, documentId, performance.now() + timeout);
    if ("kind" in ready) return ready;
    if (phase === "prepare" && isTrusted(job)) return prepared(job, ready.point);
    return perform(job, ready);
  }

  /** @param {boolean} did @param {Element | null} el @returns {Wire.Acted} */
  function acted(did, el) {
    return { kind: "acted", did, left: false, state: el && N.connected(el) ? L.describe.stateOf(el) : null, opened: [] };
  }

  /** What no waiting mends. @param {Job} job @returns {Wire.Failed | null} */
  function refusal({ el, ask, secret }) {
    if (ask.slot !== null) {
      if (secret === null) return T.failed("no_secret", "The secret is not here.");
      if (ask.action !== "fill") return T.failed("refused", "A secret can only be filled in.");
    } else if (L.privacy.sensitive(el) && ask.action === "fill" && (ask.values[0] ?? "")) {
      return T.failed("refused", "A secret field takes only a secret.");
    }
    const can = /** @type {Record<string, boolean>} */ ({
      fill: D.isText(el),
      clear: D.isText(el),
      select: N.tag(el) === "select",
      upload: C.fileInput(el) !== null,
      navigate: false,
      back: false,
    });
    return can[ask.action] === false ? T.failed("refused", `“${ask.action}” is not for this element.`) : null;
  }

  /** Waits until the element can be acted on; checks again what it is.
   * @param {Job} job @param {string} documentId @param {number} end */
  async function whenReady(job, documentId, end) {
    for (;;) {
      const checked = T.resolve(job.ask, documentId);
      if ("kind" in checked) return checked;
      const found = ready(job);
      if (!("kind" in found) || performance.now() + POLL_MS > end) return found;
      await sleep(POLL_MS);
    }
  }

  /** @param {Job} job @returns {{point: {x: number, y: number}, hit: Element} | Wire.Failed} */
  function ready({ el, ask }) {
    const obstacle = T.obstacle(el);
    if (obstacle) return obstacle;
    if ((ask.action === "fill" || ask.action === "clear") && T.readOnly(el))
      return T.failed("refused", "The field is read-only.");
    let reached = T.reach(el);
    if (!reached || !fullyInside(el)) {
      T.bringIntoView(el);
      reached = T.reach(el);
    }
    if (ask.slot !== null) {
      const unsafe = T.unsafe(el, ask);
      if (unsafe) return unsafe;
    }
    if (reached) return reached;
    const free = ask.action === "upload" || ask.action === "select" || ask.action === "press";
    return free ? { point: { x: 0, y: 0 }, hit: el } : T.failed("covered", "Something else covers the element.");
  }

  /** @param {Element} el */
  function fullyInside(el) {
    const box = N.box(el);
    return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  }

  // --- what is wanted ---

  /** @param {Job} job */
  function wantedText({ ask, secret }) {
    return ask.slot !== null ? (secret ?? "") : ask.action === "clear" ? "" : (ask.values[0] ?? "");
  }

  /** The wanted state already holds. @param {Job} job */
  function holds(job) {
    const { el, ask } = job;
    switch (ask.action) {
      case "fill":
      case "clear":
        return hasText(el, wantedText(job));
      case "check":
      case "choose":
        return L.describe.stateOf(el).checked === true;
      case "uncheck":
        return L.describe.stateOf(el).checked === false;
      case "select": {
        const picked = C.choices(el, ask.values);
        return Array.isArray(picked) && C.isChosen(el, picked);
      }
    }
    return false;
  }

  /** Pages write card numbers and codes in groups ("4111 1111", "09/31"). @param {string} text */
  function ungrouped(text) {
    return text.replace(/[\s/.-]+/g, "");
  }

  /** @param {Element} el @param {string} text */
  function hasText(el, text) {
    const value = L.privacy.valueOf(el);
    if (/^(?:card|code)$/.test(L.privacy.sensitive(el) ?? "")) return ungrouped(value) === ungrouped(text);
    const plain = (/** @type {string} */ raw) => raw.replace(/\r\n?/g, "\n");
    if (D.editable(el)) return D.fold(value) === D.fold(text);
    const trimmed = /^(?:email|url)$/.test(D.typeOf(el) ?? "");
    return trimmed ? value.trim() === text.trim() : plain(value) === plain(text);
  }

  // --- by script ---

  /** @param {Job} job @param {{point: {x: number, y: number}, hit: Element}} where @returns {Promise<Wire.Answer>} */
  async function perform(job, { point, hit }) {
    const { el, ask } = job;
    switch (ask.action) {
      case "click":
        I.click(el, hit, point);
        return settled(el);
      case "double_click":
        I.doubleClick(el, hit, point);
        return settled(el);
      case "check":
      case "uncheck":
      case "choose":
        return toggle(job, hit, point);
      case "fill":
      case "clear":
        return fill(job);
      case "select":
        return chosen(el, await C.select(el, ask.values));
      case "press":
        L.keys.press(el, ask.values[0] ?? "");
        return settled(el);
      case "upload":
        C.upload(el, ask.files);
        return settled(el);
      default:
        return T.failed("refused", `“${ask.action}” is not done in a page.`);
    }
  }

  /** @param {Element} el @returns {Promise<Wire.Acted>} */
  async function settled(el) {
    await sleep(0);
    return acted(true, el);
  }

  /** @param {Element} el @param {Wire.Failed | null} failure @returns {Wire.Answer} */
  function chosen(el, failure) {
    return failure ?? acted(true, el);
  }

  /** @param {Job} job @param {Element} hit @param {{x: number, y: number}} point @returns {Promise<Wire.Answer>} */
  async function toggle(job, hit, point) {
    I.click(job.el, D.holds(job.el, hit) ? hit : job.el, point);
    await sleep(0);
    if (N.connected(job.el) && !holds(job)) await sleep(SETTLE_MS);
    if (!N.connected(job.el) || holds(job)) return acted(true, job.el);
    return T.failed("refused", `“${L.describe.named(job.el)}” did not take the wanted state.`);
  }

  /** @param {Job} job @returns {Promise<Wire.Answer>} */
  async function fill(job) {
    const { el } = job;
    const text = wantedText(job);
    if (job.ask.slot !== null) L.scrub.taint(text, true);
    if (el instanceof HTMLElement) N.focus(el, { preventScroll: true });
    if (D.editable(el)) I.edit(el, text);
    else {
      I.setValue(el, text);
      I.tellChange(el);
    }
    await sleep(SETTLE_MS);
    if (N.connected(el) && !hasText(el, text) && !D.editable(el)) {
      I.type(el, text);
      I.tellChange(el);
      await sleep(SETTLE_MS);
    }
    return verified(job);
  }

  /** @param {Job} job @returns {Wire.Answer} */
  function verified(job) {
    const { el } = job;
    if (!N.connected(el) || hasText(el, wantedText(job))) return acted(true, el);
    if (L.privacy.sensitive(el)) return T.failed("refused", "The field did not take the secret.");
    return T.failed(
      "refused",
      `The field holds “${D.clip(L.privacy.valueOf(el), 80)}” instead of “${D.clip(wantedText(job), 80)}”.`,
    );
  }

  // --- by trusted input: prepared here, sent by the worker, finished here ---

  /** @param {Job} job */
  function isTrusted({ el, ask }) {
    if (BY_POINTER.has(ask.action)) return true;
    if (ask.action === "press") return true;
    return (ask.action === "fill" || ask.action === "clear") && !NATIVE_TYPES.has(D.typeOf(el) ?? "");
  }

  /** The focus is set and the old text selected, so that typing replaces it.
   * @param {Job} job @param {{x: number, y: number}} point @returns {Wire.Prepared} */
  function prepared(job, point) {
    const { el, ask } = job;
    L.overlay.avoid(point);
    if (BY_POINTER.has(ask.action)) {
      return {
        kind: "prepared",
        input: ask.action === "double_click" ? "double_click" : "click",
        ...point,
        text: null,
        key: null,
      };
    }
    if (el instanceof HTMLElement) N.focus(el, { preventScroll: true });
    if (ask.action === "press") return { kind: "prepared", input: "key", ...point, text: null, key: ask.values[0] ?? "" };
    I.selectAll(el);
    const text = wantedText(job);
    if (ask.slot !== null) L.scrub.taint(text, true);
    if (!text) return { kind: "prepared", input: "key", ...point, text: null, key: "Delete" };
    return { kind: "prepared", input: "type", ...point, text, key: null };
  }

  /** @param {Job} job @returns {Promise<Wire.Answer>} */
  async function finish(job) {
    await sleep(SETTLE_MS);
    if (job.ask.action === "fill" || job.ask.action === "clear") {
      if (!N.connected(job.el) || !hasText(job.el, wantedText(job)))
        return N.connected(job.el) ? fill(job) : acted(true, null);
      I.tellChange(job.el);
    }
    const wantsState = /^(?:check|uncheck|choose)$/.test(job.ask.action);
    if (wantsState && N.connected(job.el) && !holds(job)) {
      return T.failed("refused", `“${L.describe.named(job.el)}” did not take the wanted state.`);
    }
    return acted(true, job.el);
  }

  L.act = act;
})();
