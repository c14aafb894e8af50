// Captured natives. A form or a document lets the page's own names ("action", "body", "id") shadow its properties, so
// everything here is taken from the prototypes once, before the page can have an element of any name.
(() => {
  if (Object.prototype.hasOwnProperty.call(globalThis, "__likewise")) return;
  const shell = { shadowRootOf: () => null };
  Object.defineProperty(globalThis, "__likewise", { value: shell });
  const L = globalThis.__likewise;

  /** @param {object} prototype @param {string} name @returns {(of: any) => any} */
  function getter(prototype, name) {
    const get = /** @type {() => any} */ (Object.getOwnPropertyDescriptor(prototype, name)?.get);
    return (of) => get.call(of);
  }

  /** @param {object} prototype @param {string} name @returns {(of: any, ...rest: any[]) => any} */
  function method(prototype, name) {
    const call = Object.getOwnPropertyDescriptor(prototype, name)?.value;
    return (of, ...rest) => call.call(of, ...rest);
  }

  /** @param {object} prototype @param {string} name @returns {(of: any, value: any) => void} */
  function setter(prototype, name) {
    const set = /** @type {(value: any) => void} */ (Object.getOwnPropertyDescriptor(prototype, name)?.set);
    return (of, value) => set.call(of, value);
  }

  /** A call that lets the page's own handlers run: what was known of the page is forgotten.
   * @param {(of: any, ...rest: any[]) => any} call @returns {(of: any, ...rest: any[]) => any} */
  function disturbing(call) {
    return (of, ...rest) => {
      const result = call(of, ...rest);
      L.dom.forget();
      return result;
    };
  }

  const node = Node.prototype;
  const element = Element.prototype;
  const page = Document.prototype;
  const shadow = ShadowRoot.prototype;

  /** @type {Record<string, object>} */
  const fields = {
    input: HTMLInputElement.prototype,
    textarea: HTMLTextAreaElement.prototype,
    select: HTMLSelectElement.prototype,
    button: HTMLButtonElement.prototype,
    output: HTMLOutputElement.prototype,
    meter: HTMLMeterElement.prototype,
    progress: HTMLProgressElement.prototype,
  };
  const tag = getter(element, "localName");

  /** A property of a form field by the getter of its own prototype; undefined where there is none.
   * @param {Element} field @param {string} name */
  function property(field, name) {
    const prototype = fields[tag(field)];
    const get = prototype && Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return get?.call(field);
  }

  /** @param {Element} field @param {string} name @param {unknown} value */
  function setProperty(field, name, value) {
    const set = Object.getOwnPropertyDescriptor(fields[tag(field)] ?? {}, name)?.set;
    set?.call(field, value);
  }

  const queryOne = method(element, "querySelector");
  const byId = method(page, "getElementById");
  const shadowById = method(DocumentFragment.prototype, "getElementById");
  const query = method(element, "querySelectorAll");
  const pageQuery = method(page, "querySelectorAll");
  const shadowQuery = method(DocumentFragment.prototype, "querySelectorAll");
  const type = getter(node, "nodeType");
  const pageAt = method(page, "elementFromPoint");
  const shadowAt = method(shadow, "elementFromPoint");
  const pageActive = getter(page, "activeElement");
  const shadowActive = getter(shadow, "activeElement");

  L.native = {
    type,
    tag,
    parent: getter(node, "parentNode"),
    first: getter(node, "firstChild"),
    next: getter(node, "nextSibling"),
    firstElement: (of) => (type(of) === 1 ? firstElementOf(of) : firstOfFragment(of)),
    nextElement: getter(element, "nextElementSibling"),
    previousElement: getter(element, "previousElementSibling"),
    text: getter(node, "textContent"),
    connected: getter(node, "isConnected"),
    document: getter(node, "ownerDocument"),
    root: method(node, "getRootNode"),
    contains: method(node, "contains"),
    compare: method(node, "compareDocumentPosition"),
    attr: method(element, "getAttribute"),
    has: method(element, "hasAttribute"),
    matches: method(element, "matches"),
    closest: method(element, "closest"),
    all: (of, selector) => (type(of) === 1 ? query : type(of) === 9 ? pageQuery : shadowQuery)(of, selector),
    one: queryOne,
    byId: (of, id) => (type(of) === 9 ? byId : shadowById)(of, id),
    box: method(element, "getBoundingClientRect"),
    boxes: method(element, "getClientRects"),
    visible: method(element, "checkVisibility"),
    scrollTo: method(element, "scrollIntoView"),
    slot: getter(element, "assignedSlot"),
    openShadow: getter(element, "shadowRoot"),
    attachShadow: method(element, "attachShadow"),
    append: method(node, "appendChild"),
    remove: method(element, "remove"),
    at: (of, x, y) => (type(of) === 9 ? pageAt : shadowAt)(of, x, y),
    active: (of) => (type(of) === 9 ? pageActive : shadowActive)(of),
    body: getter(page, "body"),
    rootElement: getter(page, "documentElement"),
    title: getter(page, "title"),
    readyState: getter(page, "readyState"),
    referrer: getter(page, "referrer"),
    base: getter(node, "baseURI"),
    command: disturbing(method(page, "execCommand")),
    formElements: getter(HTMLFormElement.prototype, "elements"),
    formMethod: getter(HTMLFormElement.prototype, "method"),
    requestSubmit: disturbing(method(HTMLFormElement.prototype, "requestSubmit")),
    control: getter(HTMLLabelElement.prototype, "control"),
    innerText: getter(HTMLElement.prototype, "innerText"),
    editable: getter(HTMLElement.prototype, "isContentEditable"),
    focus: disturbing(method(HTMLElement.prototype, "focus")),
    blur: disturbing(method(HTMLElement.prototype, "blur")),
    click: disturbing(method(HTMLElement.prototype, "click")),
    setText: setter(node, "textContent"),
    listen: method(EventTarget.prototype, "addEventListener"),
    dispatch: disturbing(method(EventTarget.prototype, "dispatchEvent")),
    property,
    setProperty,
  };

  const firstElementOf = getter(element, "firstElementChild");
  const firstOfFragment = (/** @type {Document | DocumentFragment} */ of) => {
    let child = L.native.first(of);
    while (child && type(child) !== 1) child = L.native.next(child);
    return child;
  };
})();
