// The page as one tree, through open and closed shadow roots.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "dom")) return;
  const N = L.native;

  const MAX_TEXT = 200; // characters of any text that is kept
  const MAX_DEPTH = 256; // levels that a walk upwards takes

  /** Only these can be shadow hosts, beside custom elements. */
  const HOSTS = new Set(
    "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "),
  );
  const UNSEEN = new Set("script style noscript template link meta head title base param source track".split(" "));
  const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD]/g;

  /** Elements that we draw ourselves: nothing here sees them. @type {WeakSet<Node>} */
  const own = new WeakSet();

  /** White space folded, invisible characters dropped, trimmed. @param {string | null | undefined} text */
  function fold(text) {
    return text ? text.replace(INVISIBLE, "").replace(/\s+/g, " ").trim() : "";
  }

  /** @param {string} text @param {number} [limit] */
  function clip(text, limit = MAX_TEXT) {
    if (text.length <= limit) return text;
    const cut = text.slice(0, limit);
    return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
  }

  /** @param {Element} el @returns {ShadowRoot | null} */
  function shadowOf(el) {
    if (own.has(el)) return null;
    const tag = N.tag(el);
    if (!HOSTS.has(tag) && !tag.includes("-")) return null;
    return N.openShadow(el) ?? L.shadowRootOf(el);
  }

  /** The parent in the composed tree: a slotted node's is its slot's host tree, a shadow root's its host.
   * @param {Node} node @returns {Element | null} */
  function parentOf(node) {
    const parent = N.parent(node);
    if (!parent) return null;
    const type = N.type(parent);
    if (type === 1) return /** @type {Element} */ (parent);
    return type === 11 ? (/** @type {ShadowRoot} */ (parent).host ?? null) : null;
  }

  /** @param {Node} el @param {(ancestor: Element) => boolean} test @returns {Element | null} */
  function above(el, test) {
    let up = parentOf(el);
    for (let depth = 0; up && depth < MAX_DEPTH; depth++, up = parentOf(up)) if (test(up)) return up;
    return null;
  }

  /** @param {Node} outer @param {Node | null} inner */
  function holds(outer, inner) {
    let up = inner;
    for (let depth = 0; up && depth < MAX_DEPTH; depth++, up = parentOf(up)) if (up === outer) return true;
    return false;
  }

  /** Every element below `root` in document order, a host's shadow tree before its children. `enter` false skips a
   * subtree. @param {Node} root @param {(el: Element) => boolean | void} enter */
  function walk(root, enter) {
    const stack = [N.firstElement(root)];
    while (stack.length) {
      const el = stack.pop();
      if (!el) continue;
      stack.push(N.nextElement(el));
      if (UNSEEN.has(N.tag(el)) || own.has(el) || enter(el) === false) continue;
      stack.push(N.firstElement(el));
      const shadow = shadowOf(el);
      if (shadow) stack.push(N.firstElement(shadow));
    }
  }

  /** Matches of a selector in the document and its shadow roots. @param {string} selector @returns {Element[]} */
  function find(selector) {
    const found = [...N.all(document, selector)];
    for (const root of roots()) found.push(...N.all(root, selector));
    return found.filter((el) => !own.has(el));
  }

  /** What was computed in this run of ours. No script of the page runs in between, so nothing of it is stale; it is
   * forgotten when the run ends. @type {Map<unknown, any>} */
  const run = new Map();

  /** @template T @param {unknown} key @param {() => T} compute @returns {T} */
  function once(key, compute) {
    if (run.has(key)) return run.get(key);
    if (run.size === 0) queueMicrotask(() => run.clear());
    const value = compute();
    run.set(key, value);
    return value;
  }

  const ROOTS = Symbol("roots");

  /** All shadow roots of the page. @returns {ShadowRoot[]} */
  function roots() {
    return once(ROOTS, () => {
      /** @type {ShadowRoot[]} */
      const found = [];
      collectRoots(document, found);
      return found;
    });
  }

  const HOST_SELECTOR = [...HOSTS].join(",");

  /** @param {Document | ShadowRoot} root @param {ShadowRoot[]} found */
  function collectRoots(root, found) {
    const customs = N.all(root, ":not(:defined)").length > 0 || customElementsIn(root);
    for (const el of N.all(root, customs ? "*" : HOST_SELECTOR)) {
      const shadow = shadowOf(el);
      if (!shadow) continue;
      found.push(shadow);
      collectRoots(shadow, found);
    }
  }

  /** @param {Document | ShadowRoot} root */
  function customElementsIn(root) {
    for (const el of N.all(root, "*")) if (N.tag(el).includes("-")) return true;
    return false;
  }

  /** The innermost target of an event, closed roots opened. @param {Event} event @returns {Element | null} */
  function targetOf(event) {
    const path = event.composedPath();
    let target = path[0] === window ? null : /** @type {Node | null} */ (path[0] ?? null);
    while (target && N.type(target) !== 1) target = N.type(target) === 9 ? N.rootElement(target) : parentOf(target);
    return target && inward(/** @type {Element} */ (target), event);
  }

  /** @param {Element} el @param {Event} event */
  function inward(el, event) {
    for (let depth = 0; depth < 20; depth++) {
      const shadow = shadowOf(el);
      if (!shadow) break;
      const inner =
        event instanceof MouseEvent && (event.clientX || event.clientY)
          ? N.at(shadow, event.clientX, event.clientY)
          : N.active(shadow);
      if (!inner || inner === el || !N.contains(shadow, inner)) break;
      el = inner;
    }
    return el;
  }

  /** The focused element, through shadow roots. */
  function focused() {
    let el = N.active(document);
    for (let depth = 0; el && depth < 20; depth++) {
      const shadow = shadowOf(el);
      const inner = shadow && N.active(shadow);
      if (!inner) break;
      el = inner;
    }
    return el;
  }

  /** The topmost element at a place of the viewport that is not ours. @param {number} x @param {number} y */
  function at(x, y) {
    let el = N.at(document, x, y);
    for (let depth = 0; el && depth < 20; depth++) {
      const shadow = shadowOf(el);
      const inner = shadow && N.at(shadow, x, y);
      if (!inner || inner === el || !N.contains(shadow, inner)) break;
      el = inner;
    }
    return el;
  }

  /** @param {Element} el */
  function typeOf(el) {
    const tag = N.tag(el);
    return tag === "input" || tag === "button" ? String(N.property(el, "type") ?? "").toLowerCase() : null;
  }

  L.dom = /** @type {Likewise["dom"]} */ ({
    MAX_TEXT,
    UNSEEN,
    own,
    fold,
    clip,
    shadowOf,
    parentOf,
    above,
    holds,
    walk,
    find,
    once,
    forget: () => run.clear(),
    roots,
    targetOf,
    focused,
    at,
    typeOf,
  });
})();
