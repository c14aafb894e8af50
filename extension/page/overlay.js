// What we draw in the page while a run acts: outlines and one small panel. Nothing here asks for consent.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "overlay")) return;
  const N = L.native;
  const D = L.dom;

  const FOLLOW_MS = 100; // how often boxes follow their elements
  const GAP_PX = 3; // between an element and its outline

  const STYLE = `
    :host { all: initial; }
    .box { position: fixed; box-sizing: border-box; border: 3px solid #1a6bff; border-radius: 5px;
      box-shadow: 0 0 0 2px #ffffffcc; pointer-events: none; }
    .asking .box { pointer-events: auto; cursor: pointer; border-style: dashed; background: #1a6bff1f; }
    .panel { position: fixed; right: 16px; bottom: 16px; max-width: min(360px, calc(100vw - 32px)); display: flex; gap: 12px;
      align-items: center; padding: 10px 12px; border-radius: 8px; background: #12203a; color: #fff; pointer-events: auto;
      font: 14px/1.4 system-ui, sans-serif; box-shadow: 0 4px 16px #0006; }
    .panel.away { bottom: auto; top: 16px; }
    .text { overflow-wrap: anywhere; }
    button { flex: none; font: inherit; color: #12203a; background: #fff; border: 0; border-radius: 5px; padding: 4px 12px;
      cursor: pointer; }
    button:focus-visible { outline: 3px solid #8db6ff; }`;
  /** Said to the browser with importance, so that no rule of the page hides or moves it. */
  const HOST_STYLE = {
    position: "fixed",
    inset: "0",
    width: "auto",
    height: "auto",
    margin: "0",
    padding: "0",
    border: "0",
    display: "block",
    background: "transparent",
    "pointer-events": "none",
    "z-index": "2147483647",
    opacity: "1",
    visibility: "visible",
    overflow: "visible",
    transform: "none",
    filter: "none",
    "clip-path": "none",
    "max-width": "none",
    "max-height": "none",
  };

  /** @type {{host: HTMLElement, layer: HTMLElement, panel: HTMLElement, text: HTMLElement} | null} */
  let drawn = null;
  /** @type {{el: Element, box: HTMLElement}[]} */
  let boxes = [];
  let timer = 0;
  let onStop = () => {};

  /** @param {string} tag @param {string} name */
  function make(tag, name) {
    const el = document.createElement(tag);
    el.className = name;
    return el;
  }

  function draw() {
    if (drawn && N.connected(drawn.host)) return drawn;
    const host = document.createElement("div");
    D.own.add(host);
    for (const [name, value] of Object.entries(HOST_STYLE)) host.style.setProperty(name, value, "important");
    const root = N.attachShadow(host, { mode: "closed" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const layer = make("div", "layer");
    const panel = make("div", "panel");
    const text = make("span", "text");
    panel.setAttribute("role", "status");
    panel.append(text, stopButton());
    layer.append(panel);
    N.append(root, layer);
    N.append(N.rootElement(document), host);
    toTop(host);
    drawn = { host, layer, panel, text };
    return drawn;
  }

  function stopButton() {
    const button = make("button", "stop");
    N.setText(button, "Stop");
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      if (event.isTrusted) onStop();
    });
    return button;
  }

  /** Above dialogs and everything else, where the browser has popovers. @param {HTMLElement} host */
  function toTop(host) {
    if (typeof host.showPopover !== "function") return;
    host.popover = "manual";
    host.showPopover();
  }

  /** @param {Element[]} elements */
  function outline(elements) {
    const { layer } = draw();
    for (const { box } of boxes) N.remove(box);
    boxes = elements.map((el) => ({ el, box: make("div", "box") }));
    for (const { box } of [...boxes].sort((a, b) => area(b.el) - area(a.el))) layer.append(box);
    follow();
    clearInterval(timer);
    if (boxes.length) timer = setInterval(follow, FOLLOW_MS);
  }

  /** @param {Element} el */
  function area(el) {
    const { width, height } = N.box(el);
    return width * height;
  }

  function follow() {
    for (const { el, box } of boxes) {
      const label = D.isVisible(el) ? null : D.labelsOf(el).find(D.isVisible);
      const place = N.box(label ?? el);
      box.hidden = !N.connected(el) || !place.width || !place.height;
      const to = {
        left: place.x - GAP_PX,
        top: place.y - GAP_PX,
        width: place.width + 2 * GAP_PX,
        height: place.height + 2 * GAP_PX,
      };
      for (const [side, px] of Object.entries(to)) box.style.setProperty(side, `${px}px`);
    }
  }

  /** Outlines the elements and says `text` in the panel; an empty text takes everything away.
   * @param {Element[]} elements @param {string} text */
  function show(elements, text) {
    if (!text) return hide();
    N.setText(draw().text, text);
    outline(elements);
  }

  function hide() {
    clearInterval(timer);
    boxes = [];
    if (drawn) N.remove(drawn.host);
    drawn = null;
  }

  /** Lets the person pick one of the elements; null when the time is out. The click does not reach the page.
   * @param {Element[]} elements @param {string} text @param {number} timeout @returns {Promise<Element | null>} */
  async function ask(elements, text, timeout) {
    show(elements, text);
    if (elements[0]) N.scrollTo(elements[0], { block: "center", inline: "nearest", behavior: "instant" });
    follow();
    const { layer } = draw();
    layer.classList.add("asking");
    try {
      return await new Promise((done) => {
        setTimeout(() => done(null), timeout);
        for (const { el, box } of boxes) swallow(box, () => done(el));
      });
    } finally {
      layer.classList.remove("asking");
      hide();
    }
  }

  /** @param {HTMLElement} box @param {() => void} picked */
  function swallow(box, picked) {
    for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
      box.addEventListener(type, (event) => {
        event.preventDefault();
        event.stopPropagation();
        if (type === "click" && event.isTrusted) picked();
      });
    }
  }

  /** Trusted input goes to a place of the viewport: the panel must not be there. @param {Point} point */
  function avoid({ x, y }) {
    if (!drawn) return;
    const place = N.box(drawn.panel);
    const under = x >= place.left && x <= place.right && y >= place.top && y <= place.bottom;
    if (under) drawn.panel.classList.toggle("away");
  }

  L.overlay = {
    show,
    hide,
    ask,
    avoid,
    /** @param {() => void} listener called when the person presses Stop */
    setStop: (listener) => void (onStop = listener),
  };
})();
