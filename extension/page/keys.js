// One key pressed by script, with what a browser makes of it.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "keys")) return;
  const N = L.native;
  const D = L.dom;
  const I = L.input;

  const TABBABLE = "input,textarea,select,button,a[href],summary,[tabindex],[contenteditable]";
  /** Fields that keep a form from being submitted by Enter when there are two of them and no submit button. */
  const BLOCKING = new Set("text search url tel email password date month week time datetime-local number".split(" "));
  const MODIFIERS = new Set(["Alt", "Control", "Meta", "Shift"]);

  /** "Control+k" -> the key and its modifiers; "+" alone is a key.
   * @param {string} combination @returns {[string, string[]]} */
  function parse(combination) {
    const parts = combination.split("+");
    const modifiers = [];
    while (parts.length > 1 && MODIFIERS.has(parts[0] ?? "")) modifiers.push(/** @type {string} */ (parts.shift()));
    return [parts.join("+"), modifiers];
  }

  /** @param {Element} el @param {string} combination */
  function press(el, combination) {
    const [key, modifiers] = parse(combination);
    if (el instanceof HTMLElement && N.tag(el) !== "body") N.focus(el, { preventScroll: true });
    const plain = modifiers.every((one) => one === "Shift");
    I.press(el, key, modifiers, () => {
      if (plain) defaultAction(el, key, modifiers.includes("Shift"));
    });
  }

  /** @param {Element} el @param {string} key @param {boolean} shift */
  function defaultAction(el, key, shift) {
    if (key === "Enter") return enter(el);
    if (key === "Tab") return tab(el, shift);
    if (key === " " && !D.isText(el)) return clickControl(el);
    if (key === "Escape") return closeDialog();
    if (!D.isText(el)) return;
    if (key === "Backspace") N.command(document, "delete");
    else if (key === "Delete") N.command(document, "forwardDelete");
    else if (key.length === 1) N.command(document, "insertText", false, key);
  }

  /** @param {Element} el */
  function enter(el) {
    const tag = N.tag(el);
    if (tag === "textarea") N.command(document, "insertText", false, "\n");
    else if (D.editable(el)) N.command(document, "insertParagraph");
    else if (tag === "input" && !/^(?:button|submit|reset|image|file|color)$/.test(D.typeOf(el) ?? "")) submitFrom(el);
    else clickControl(el);
  }

  /** Implicit submission, once: a click on the default button; without one only if no second text field is there.
   * @param {Element} el */
  function submitFrom(el) {
    const form = N.property(el, "form");
    if (!form) return;
    const [button] = L.describe.submitsOf(form);
    if (button) {
      if (!L.describe.disabledOf(button)) N.click(button);
      return;
    }
    const fields = /** @type {Element[]} */ ([...N.formElements(form)]);
    const blocking = fields.filter((field) => N.tag(field) === "input" && BLOCKING.has(D.typeOf(field) ?? ""));
    if (blocking.length <= 1) N.requestSubmit(form);
  }

  /** @param {Element} el */
  function clickControl(el) {
    const tag = N.tag(el);
    const native = tag === "button" || tag === "summary" || tag === "input" || (tag === "a" && N.has(el, "href"));
    if (native && !L.describe.disabledOf(el)) N.click(el);
  }

  /** @param {Element} el @param {boolean} back */
  function tab(el, back) {
    const stops = D.find(TABBABLE).filter(
      (stop) => stop instanceof HTMLElement && stop.tabIndex >= 0 && D.isVisible(stop) && !L.describe.disabledOf(stop),
    );
    const next = stops[stops.indexOf(el) + (back ? -1 : 1)];
    if (next) N.focus(next);
    else N.blur(el);
  }

  function closeDialog() {
    const [open] = L.page
      .dialogs()
      .filter((dialog) => N.matches(dialog, ":modal"))
      .reverse();
    if (!(open instanceof HTMLDialogElement)) return;
    if (N.dispatch(open, new Event("cancel", { cancelable: true }))) open.close();
  }

  L.keys = { press };
})();
