// The accessible name of an element and where it comes from, after the rules of accname and HTML-AAM.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "name")) return;
  const N = L.native;
  const D = L.dom;

  const MAX_CONTENT = 1000; // characters read from content before folding and clipping
  const MAX_GENERIC = 80; // longest text that names an element whose role takes no name from content
  const MAX_LEVELS = 100;

  const FROM_CONTENT = new Set(
    (
      "button cell checkbox columnheader gridcell heading label link menuitem menuitemcheckbox menuitemradio option " +
      "radio rowheader switch tab tooltip treeitem caption term"
    ).split(" "),
  );
  const SHORT_NAMES = new Set("generic listitem paragraph definition strong emphasis code article status alert".split(" "));
  const TEXTUAL = new Set("textbox searchbox combobox spinbutton slider listbox".split(" "));
  /** @type {Record<string, string>} */
  const DEFAULT_VALUE = { submit: "Submit", reset: "Reset", image: "Submit" };

  /** The visible text inside, controls' own values left out. @param {Node} node @param {Node | null} [without]
   * @param {number} [limit] characters read, before folding */
  function contentOf(node, without = null, limit = MAX_CONTENT) {
    /** @type {string[]} */
    const parts = [];
    collect(node, parts, without, { left: limit }, 0);
    return D.fold(parts.join(""));
  }

  /** @param {Node} node @param {string[]} parts @param {Node | null} without @param {{left: number}} budget
   * @param {number} level */
  function collect(node, parts, without, budget, level) {
    if (level > MAX_LEVELS) return;
    for (let child = N.first(node); child && budget.left > 0; child = N.next(child)) {
      if (child === without || D.own.has(child)) continue;
      const type = N.type(child);
      if (type === 3) {
        const text = N.text(child);
        parts.push(text);
        budget.left -= text.length;
      } else if (type === 1) collectElement(child, parts, without, budget, level);
    }
    if (N.type(node) !== 1) return;
    const shadow = D.shadowOf(/** @type {Element} */ (node));
    if (shadow) collect(shadow, parts, without, budget, level + 1);
  }

  /** @param {Element} el @param {string[]} parts @param {Node | null} without @param {{left: number}} budget
   * @param {number} level */
  function collectElement(el, parts, without, budget, level) {
    const tag = N.tag(el);
    if (D.UNSEEN.has(tag) || N.attr(el, "aria-hidden") === "true") return;
    const label = N.attr(el, "aria-label");
    if (label?.trim()) return void parts.push(" ", label, " ");
    if (tag === "img") return void parts.push(" ", N.attr(el, "alt") ?? "", " ");
    if (tag === "svg") return void parts.push(" ", svgTitle(el), " ");
    if (tag === "input" || tag === "select" || tag === "textarea") return;
    if (!D.isShown(el)) return;
    const block = tag === "br" || !INLINE.has(tag);
    if (block) parts.push(" ");
    if (tag === "slot") collectSlot(el, parts, without, budget, level + 1);
    else collect(el, parts, without, budget, level + 1);
    if (block) parts.push(" ");
  }

  const INLINE = new Set(
    "a abbr b bdi cite code em font i kbd mark q s samp small span strong sub sup u var wbr".split(" "),
  );

  /** A slot's own content is only its fallback; what is slotted is read with the host's children.
   * @param {Element} slot @param {string[]} parts @param {Node | null} without @param {{left: number}} budget
   * @param {number} level */
  function collectSlot(slot, parts, without, budget, level) {
    if (/** @type {HTMLSlotElement} */ (slot).assignedNodes().length === 0) collect(slot, parts, without, budget, level);
  }

  /** @param {Element} svg */
  function svgTitle(svg) {
    for (const title of N.all(svg, "title")) return N.text(title);
    return "";
  }

  /** @param {Element} el */
  function labelledBy(el) {
    const ids = N.attr(el, "aria-labelledby");
    if (!ids?.trim()) return "";
    const root = N.root(el);
    const parts = [];
    for (const id of ids.trim().split(/\s+/).slice(0, 8)) {
      const target = N.type(root) === 1 ? null : N.byId(root, id);
      if (target) parts.push(N.attr(target, "aria-label")?.trim() || contentOf(target) || D.fold(N.text(target)));
    }
    return D.fold(parts.join(" "));
  }

  /** @param {Element} el */
  function fromLabels(el) {
    const texts = D.labelsOf(el).map((label) => contentOf(label, el) || D.fold(N.attr(label, "aria-label")));
    return D.fold(texts.filter(Boolean).join(" "));
  }

  /** @param {Element} el @param {string} selector */
  function fromChild(el, selector) {
    for (const child of N.all(el, selector)) if (D.parentOf(child) === el) return contentOf(child);
    return "";
  }

  /** @param {Element} el */
  function buttonValue(el) {
    const type = D.typeOf(el) ?? "";
    if (N.tag(el) !== "input" || !D.BUTTON_TYPES.has(type)) return "";
    return D.fold(N.attr(el, "value")) || (type === "image" ? "" : (DEFAULT_VALUE[type] ?? ""));
  }

  /** @param {Element} el */
  function altOf(el) {
    const tag = N.tag(el);
    const takesAlt = tag === "img" || tag === "area" || (tag === "input" && D.typeOf(el) === "image");
    return takesAlt ? D.fold(N.attr(el, "alt")) : "";
  }

  /** Content names what a role lets it name, and short content any other element but a field.
   * @param {Element} el @param {string} role */
  function fromContent(el, role) {
    const tag = N.tag(el);
    if (tag === "fieldset") return fromChild(el, "legend");
    if (tag === "table") return fromChild(el, "caption");
    if (tag === "svg") return D.fold(svgTitle(el));
    if (TEXTUAL.has(role) || D.isField(el) || tag === "iframe") return "";
    if (!FROM_CONTENT.has(role) && !SHORT_NAMES.has(role)) return "";
    const content = contentOf(el);
    return FROM_CONTENT.has(role) || content.length <= MAX_GENERIC ? content : "";
  }

  /** Not cut: it has to be scrubbed first. @param {Element} el @param {string} role @returns {[string, Wire.NameSource]} */
  function nameOf(el, role) {
    const aria = labelledBy(el) || D.fold(N.attr(el, "aria-label"));
    if (aria) return [aria, "aria"];
    for (const [text, source] of sources(el, role)) if (text) return [text, source];
    return ["", "none"];
  }

  /** @param {Element} el @param {string} role @returns {Generator<[string, Wire.NameSource]>} */
  function* sources(el, role) {
    yield [fromLabels(el), "label"];
    yield [buttonValue(el), "value"];
    yield [altOf(el), "alt"];
    yield [fromContent(el, role), "text"];
    yield [D.fold(N.attr(el, "title")), "title"];
    yield [D.fold(N.attr(el, "placeholder") ?? N.attr(el, "aria-placeholder")), "placeholder"];
    if (N.tag(el) === "input" && D.typeOf(el) === "image") yield ["Submit", "value"];
  }

  L.name = { of: nameOf, contentOf };
})();
