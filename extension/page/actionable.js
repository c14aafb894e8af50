// What can be seen of the page and acted on. Completes L.dom.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L.dom, "raise")) return;
  const N = L.native;
  const D = L.dom;

  const MAX_DEPTH = 256; // levels that a walk upwards takes
  const ACTIONABLE_TAGS = new Set("button select textarea summary option".split(" "));
  const ACTIONABLE_ROLES = new Set(
    (
      "button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option combobox textbox searchbox " +
      "spinbutton slider treeitem"
    ).split(" "),
  );
  const TEXT_TYPES = new Set(
    "text search email url tel password number date datetime-local month week time color range".split(" "),
  );
  const BUTTON_TYPES = new Set("submit button reset image".split(" "));
  const SVG = "http://www.w3.org/2000/svg";
  const namespace = Object.getOwnPropertyDescriptor(Element.prototype, "namespaceURI")?.get ?? (() => null);

  /** @param {Element} el */
  function editable(el) {
    const value = N.attr(el, "contenteditable");
    return value !== null && value.toLowerCase() !== "false" && el instanceof HTMLElement && N.editable(el);
  }

  /** A control that holds text: an input of a text kind, a textarea, an editor. @param {Element} el */
  function isText(el) {
    const tag = N.tag(el);
    if (tag === "textarea") return true;
    return tag === "input" ? TEXT_TYPES.has(D.typeOf(el) ?? "") : editable(el);
  }

  /** @param {Element} el */
  function isField(el) {
    return isText(el) || N.tag(el) === "select" || N.tag(el) === "input";
  }

  const LABELABLE = new Set("input select textarea button output meter progress".split(" "));

  /** The labels of a control. The browser's own list looks through the whole page for each control.
   * @param {Element} el @returns {Element[]} */
  function labelsOf(el) {
    if (!LABELABLE.has(N.tag(el))) return [];
    const labels = [...(labelsFor(N.root(el)).get(N.attr(el, "id") ?? "") ?? [])];
    const around = N.closest(el, "label");
    if (around && !labels.includes(around) && N.control(around) === el) labels.push(around);
    return labels.filter((label) => N.control(label) === el);
  }

  /** @param {Node} root @returns {Map<string, Element[]>} labels by what they are for */
  function labelsFor(root) {
    return D.once(root, () => {
      /** @type {Map<string, Element[]>} */
      const index = new Map();
      for (const label of N.all(root, "label[for]")) {
        const id = N.attr(label, "for");
        if (id) index.set(id, [...(index.get(id) ?? []), label]);
      }
      return index;
    });
  }

  const SEEN = { visibilityProperty: true };

  /** Takes part in the layout and is not hidden; `display: contents` has no box of its own and is as its parent is.
   * @param {Element} el @returns {boolean} */
  function isShown(el) {
    if (N.visible(el, SEEN)) return true;
    if (getComputedStyle(el).display !== "contents") return false;
    const parent = D.parentOf(el);
    return !parent || isShown(parent);
  }

  /** Nothing inside can be visible either. @param {Element} el */
  function isShut(el) {
    return !N.visible(el) && getComputedStyle(el).display !== "contents";
  }

  /** Laid out with a size, and neither hidden nor inside something hidden. @param {Element} el */
  function isVisible(el) {
    if (!N.connected(el)) return false;
    if (N.tag(el) === "option" || N.tag(el) === "optgroup") return optionVisible(el);
    if (!isShown(el)) return false;
    const box = N.box(el);
    if (box.width > 0 && box.height > 0) return true;
    for (let child = N.firstElement(el); child; child = N.nextElement(child)) if (isVisible(child)) return true;
    return false;
  }

  /** Options of a list that is drawn open; those of a drop-down belong to their select. @param {Element} el */
  function optionVisible(el) {
    const box = N.box(el);
    return box.width > 0 && box.height > 0 && N.visible(el, SEEN);
  }

  /** Visible, or a control that pages hide behind something visible: a file input, a box or radio with a visible label.
   * @param {Element} el */
  function isPresent(el) {
    const type = N.tag(el) === "input" ? D.typeOf(el) : null;
    if (type === "hidden") return false;
    if (isVisible(el)) return true;
    if (type === "file") return N.connected(el);
    return (type === "checkbox" || type === "radio") && labelsOf(el).some(isVisible);
  }

  /** Actionable by its own nature, whatever its style. @param {Element} el */
  function isControl(el) {
    const tag = N.tag(el);
    if (tag === "a" || tag === "area") return N.has(el, "href") || isWidget(el);
    if (tag === "input") return D.typeOf(el) !== "hidden";
    return ACTIONABLE_TAGS.has(tag) || isWidget(el) || editable(el);
  }

  /** @param {Element} el */
  function isWidget(el) {
    const role = N.attr(el, "role");
    if (role !== null && ACTIONABLE_ROLES.has(role.trim().split(/\s+/, 1)[0]?.toLowerCase() ?? "")) return true;
    return N.has(el, "onclick") || N.has(el, "aria-haspopup");
  }

  /** @param {Element} el */
  function focusable(el) {
    const index = N.attr(el, "tabindex");
    return index !== null && Number(index) >= 0;
  }

  /** @param {Element} el */
  function pointed(el) {
    return getComputedStyle(el).cursor === "pointer";
  }

  /** The element where a pointing hand begins, outside of any control. @param {Element} el */
  function isPointed(el) {
    if (!pointed(el)) return false;
    const parent = D.parentOf(el);
    if (parent && pointed(parent)) return false;
    return N.tag(el) !== "label" && !D.above(el, isControl);
  }

  /** A person could act on it: a control, something focusable, or something with a pointing hand. @param {Element} el */
  function isActionable(el) {
    const tag = N.tag(el);
    if (tag === "html" || (tag === "body" && !editable(el))) return false;
    return isControl(el) || focusable(el) || isPointed(el);
  }

  /** The element that a person means by an inner one: a control around it, a label with a control, the outermost
   * element with the same pointing hand. @param {Element} inner @returns {Element} */
  function raise(inner) {
    /** @type {Element | null} */
    let hand = null;
    let el = /** @type {Element | null} */ (inner);
    for (let depth = 0; el && depth < MAX_DEPTH; depth++, el = D.parentOf(el)) {
      if (N.tag(el) === "body" && !editable(el)) break;
      if (isControl(el)) return el;
      if (N.tag(el) === "label" && N.control(el)) return el;
      if (pointed(el)) hand = el;
      else if (hand || focusable(el)) return hand ?? el;
    }
    return hand ?? outOfPicture(inner);
  }

  /** @param {Element} inner */
  function outOfPicture(inner) {
    let el = inner;
    while (namespace.call(el) === SVG && N.tag(el) !== "svg") el = D.parentOf(el) ?? inner;
    return el;
  }

  Object.assign(D, {
    BUTTON_TYPES,
    editable,
    isText,
    isField,
    labelsOf,
    isShown,
    isShut,
    isVisible,
    isPresent,
    isControl,
    isActionable,
    raise,
  });
})();
