// Input made by script: the sequences of events that a mouse and a keyboard would make, and values set as browsers set them.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "input")) return;
  const N = L.native;
  const D = L.dom;

  const POINTER = {
    bubbles: true,
    cancelable: true,
    composed: true,
    view: window,
    pointerId: 1,
    pointerType: "mouse",
    isPrimary: true,
  };
  const MOUSE = { bubbles: true, cancelable: true, composed: true, view: window };
  const CODES = /** @type {Record<string, number>} */ ({
    Enter: 13,
    Tab: 9,
    Escape: 27,
    Backspace: 8,
    Delete: 46,
    " ": 32,
    ArrowLeft: 37,
    ArrowUp: 38,
    ArrowRight: 39,
    ArrowDown: 40,
    Home: 36,
    End: 35,
    PageUp: 33,
    PageDown: 34,
  });

  /** @typedef {{x: number, y: number}} Point */

  /** @param {Element} el @param {string} type @param {object} init */
  function pointer(el, type, init) {
    return N.dispatch(el, new PointerEvent(type, { ...POINTER, ...init }));
  }

  /** @param {Element} el @param {string} type @param {object} init */
  function mouse(el, type, init) {
    return N.dispatch(el, new MouseEvent(type, { ...MOUSE, ...init }));
  }

  /** @param {Element} el @param {Point} point */
  function hover(el, { x, y }) {
    const at = { clientX: x, clientY: y };
    const chain = [];
    for (let up = /** @type {Element | null} */ (el); up; up = D.parentOf(up)) chain.unshift(up);
    pointer(el, "pointerover", at);
    for (const up of chain) pointer(up, "pointerenter", { ...at, bubbles: false });
    mouse(el, "mouseover", at);
    for (const up of chain) mouse(up, "mouseenter", { ...at, bubbles: false });
    pointer(el, "pointermove", at);
    mouse(el, "mousemove", at);
  }

  /** @param {Element} el */
  function focusableAround(el) {
    const selector = "input,textarea,select,button,a[href],summary,[tabindex],[contenteditable]";
    for (let up = /** @type {Element | null} */ (el); up; up = D.parentOf(up)) {
      if (up instanceof HTMLElement && N.matches(up, selector) && !N.matches(up, ":disabled")) return up;
    }
    return null;
  }

  /** One click, whole: the pointer comes, presses, the focus moves, it lets go, the click follows. `detail` counts.
   * @param {Element} el the element to click @param {Element} hit what lies at the point @param {Point} point
   * @param {number} [detail] */
  function click(el, hit, point, detail = 1) {
    const at = { clientX: point.x, clientY: point.y, detail };
    if (detail === 1) hover(hit, point);
    pointer(hit, "pointerdown", { ...at, detail: 0, buttons: 1, pressure: 0.5 });
    if (mouse(hit, "mousedown", { ...at, buttons: 1 })) moveFocus(hit);
    pointer(hit, "pointerup", { ...at, detail: 0 });
    mouse(hit, "mouseup", at);
    const target = N.connected(hit) && D.holds(el, hit) ? hit : el;
    if (!N.connected(target)) return;
    // `click()` has no place and no count; a dispatched event has both and the same default action.
    mouse(target, "click", at);
  }

  /** @param {Element} hit */
  function moveFocus(hit) {
    const next = focusableAround(hit);
    if (next) N.focus(next, { preventScroll: true });
    else if (D.focused() instanceof HTMLElement) N.blur(D.focused());
  }

  /** @param {Element} el @param {Element} hit @param {Point} point */
  function doubleClick(el, hit, point) {
    click(el, hit, point, 1);
    click(el, hit, point, 2);
    if (N.connected(el)) mouse(N.connected(hit) ? hit : el, "dblclick", { clientX: point.x, clientY: point.y, detail: 2 });
  }

  // --- keys ---

  /** @param {string} key @param {string[]} modifiers */
  function keyInit(key, modifiers) {
    const code = CODES[key] ?? key.toUpperCase().charCodeAt(0);
    const name =
      key === " " ? "Space" : /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key;
    return {
      key,
      code: name,
      keyCode: code,
      which: code,
      bubbles: true,
      cancelable: true,
      composed: true,
      view: window,
      altKey: modifiers.includes("Alt"),
      ctrlKey: modifiers.includes("Control"),
      metaKey: modifiers.includes("Meta"),
      shiftKey: modifiers.includes("Shift"),
    };
  }

  /** Presses and lets go; `act` is the browser's default action, left out if the page cancels the key.
   * @param {Element} el @param {string} key @param {string[]} modifiers @param {() => void} act */
  function press(el, key, modifiers, act) {
    const init = keyInit(key, modifiers);
    let go = N.dispatch(el, new KeyboardEvent("keydown", init));
    const writes = (key.length === 1 || key === "Enter") && !init.ctrlKey && !init.metaKey && !init.altKey;
    if (go && writes)
      go = N.dispatch(el, new KeyboardEvent("keypress", { ...init, charCode: key === "Enter" ? 13 : key.charCodeAt(0) }));
    if (go) act();
    const now = N.connected(el) ? el : (D.focused() ?? N.rootElement(document));
    if (now) N.dispatch(now, new KeyboardEvent("keyup", init));
  }

  // --- values ---

  /** @param {Element} el @param {string} inputType @param {string | null} data */
  function tellInput(el, inputType, data) {
    N.dispatch(el, new InputEvent("input", { bubbles: true, composed: true, inputType, data }));
  }

  /** @param {Element} el */
  function tellChange(el) {
    N.dispatch(el, new Event("change", { bubbles: true }));
  }

  /** @param {Element} el @param {string} value */
  function setValue(el, value) {
    N.setProperty(el, "value", value);
    tellInput(el, value ? "insertText" : "deleteContentBackward", value || null);
  }

  /** Key by key, for fields that write their value themselves. @param {Element} el @param {string} value */
  function type(el, value) {
    N.setProperty(el, "value", "");
    tellInput(el, "deleteContentBackward", null);
    for (const character of value) {
      press(el, character, [], () => {
        const before = new InputEvent("beforeinput", {
          bubbles: true,
          cancelable: true,
          composed: true,
          inputType: "insertText",
          data: character,
        });
        if (!N.dispatch(el, before)) return;
        N.setProperty(el, "value", String(N.property(el, "value")) + character);
        tellInput(el, "insertText", character);
      });
    }
  }

  /** @param {Element} el */
  function selectAll(el) {
    if (D.editable(el)) {
      const selection = getSelection();
      selection?.selectAllChildren(el);
    } else if (el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement) el.select();
  }

  /** Replaces what an editor holds, as typing would. @param {Element} el @param {string} value */
  function edit(el, value) {
    selectAll(el);
    N.command(document, "delete");
    value.split("\n").forEach((line, i) => {
      if (i > 0) N.command(document, "insertParagraph");
      if (line) N.command(document, "insertText", false, line);
    });
  }

  L.input = { click, doubleClick, press, setValue, type, edit, selectAll, tellInput, tellChange };
})();
