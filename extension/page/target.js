// The element of an act, checked once more right before acting: it is the one, and a person could act on it now.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "target")) return;
  const N = L.native;
  const D = L.dom;

  const ESSENTIALS = /** @type {const} */ (["role", "name", "tag", "type", "id", "field"]);
  const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/;

  /** @param {Wire.FailureCode} code @param {string} text @returns {Wire.Failed} */
  function failed(code, text) {
    return { kind: "failed", code, text: D.clip(L.scrub.text(text), 500) };
  }

  /** @param {Wire.Act} ask @param {string} documentId @returns {Element | Wire.Failed} */
  function resolve(ask, documentId) {
    if (window.origin !== ask.origin)
      return failed("origin", `The page is on ${window.origin}, the step belongs to ${ask.origin}.`);
    const el = ask.handle.document === documentId ? L.candidates.byHandle(ask.handle.number) : null;
    if (!el || !N.connected(el)) return failed("gone", "The element has gone.");
    const now = essentialsOf(el);
    for (const part of ESSENTIALS) {
      if (now[part] !== ask.essentials[part])
        return failed(
          "changed",
          `The element has changed: its ${part} is ${said(now[part])}, not ${said(ask.essentials[part])}.`,
        );
    }
    return el;
  }

  /** @param {string | null} value */
  function said(value) {
    return value === null ? "missing" : `“${value}”`;
  }

  /** @param {Element} el */
  function essentialsOf(el) {
    const field = D.isField(el) || N.tag(el) === "button" ? L.scrub.witness(N.attr(el, "name")) : null;
    return {
      role: L.role.of(el),
      name: L.describe.named(el),
      tag: N.tag(el),
      type: D.typeOf(el),
      id: L.place.idOf(el),
      field,
    };
  }

  /** Why a person could not act on it now, or null; this may pass. @param {Element} el @returns {Wire.Failed | null} */
  function obstacle(el) {
    if (!D.isPresent(el)) return failed("covered", "The element is not visible.");
    if (L.describe.disabledOf(el)) return failed("refused", "The element is disabled.");
    return null;
  }

  /** @param {Element} el */
  function readOnly(el) {
    return D.isText(el) && (Boolean(N.property(el, "readOnly")) || N.attr(el, "aria-readonly") === "true");
  }

  /** A secret goes only into a visible field of its kind, on a page that the wire cannot be read of.
   * @param {Element} el @param {Wire.Act} ask @returns {Wire.Failed | null} */
  function unsafe(el, ask) {
    const kind = L.privacy.sensitive(el);
    if (kind === null || kind !== ask.essentials.sensitive)
      return failed("refused", "The field is not of the kind that the secret was recorded in.");
    if (location.protocol !== "https:" && !LOOPBACK.test(location.hostname))
      return failed("refused", "The page is not encrypted.");
    const seen = N.visible(el, {
      checkOpacity: true,
      checkVisibilityCSS: true,
      opacityProperty: true,
      visibilityProperty: true,
    });
    const box = N.box(el);
    const inside = box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
    return seen && inside && box.width >= 8 && box.height >= 8 ? null : failed("refused", "The field cannot be seen.");
  }

  // --- where to act ---

  /** The point of the element that can be hit, and what lies there. @param {Element} el
   * @returns {{point: {x: number, y: number}, hit: Element} | null} */
  function reach(el) {
    const shown = D.isVisible(el) ? el : (D.labelsOf(el).find(D.isVisible) ?? el);
    for (const point of points(shown)) {
      const hit = D.at(point.x, point.y);
      if (hit && (belongs(hit, el) || belongs(hit, shown))) return { point, hit: D.holds(el, hit) ? hit : el };
    }
    return null;
  }

  /** The middle of the first line box, then of the whole, then points near the corners. @param {Element} el */
  function* points(el) {
    const boxes = [...N.boxes(el)].filter((box) => box.width > 0 && box.height > 0);
    for (const box of [boxes[0], N.box(el)]) {
      if (!box?.width) continue;
      for (const [fx, fy] of [
        [0.5, 0.5],
        [0.25, 0.5],
        [0.75, 0.5],
        [0.1, 0.2],
        [0.9, 0.8],
      ]) {
        const point = { x: box.x + box.width * (fx ?? 0), y: box.y + box.height * (fy ?? 0) };
        if (point.x >= 0 && point.y >= 0 && point.x < innerWidth && point.y < innerHeight) yield point;
      }
    }
  }

  /** A hit on the element, inside it, on its own label, or on our own drawing. @param {Element} hit @param {Element} el */
  function belongs(hit, el) {
    if (D.holds(el, hit)) return true;
    if (D.own.has(hit)) return true;
    const label = N.tag(hit) === "label" ? hit : D.above(hit, (up) => N.tag(up) === "label");
    return label !== null && N.control(label) === el;
  }

  /** Scrolls it into view if it is not wholly there. @param {Element} el */
  function bringIntoView(el) {
    const shown = D.isVisible(el) ? el : D.labelsOf(el).find(D.isVisible);
    if (shown) N.scrollTo(shown, { block: "center", inline: "nearest", behavior: "instant" });
  }

  L.target = { resolve, obstacle, readOnly, unsafe, reach, bringIntoView, failed };
})();
