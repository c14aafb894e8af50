// What a document says of itself: title, main heading, messages, open dialogs.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "page")) return;
  const N = L.native;
  const D = L.dom;

  const MAX_MESSAGES = 20;
  const MAX_LOOKED_AT = 400; // elements that may be messages
  const DIALOGS = "dialog,[role=dialog],[role=alertdialog],[aria-modal=true]";

  /** Classes that frameworks give their messages, each a whole token, perhaps with a prefix or a kind. */
  const MESSAGE_CLASS = new RegExp(
    "^(?:[a-z]{1,4}-)?(?:messages?|messagelist|message-box|success|error|errors|errornote|errorlist|alert|flash|flashes|toast|" +
      "notice|notification|snackbar|invalid-feedback|form-error|field-error|error-message|success-message)" +
      "(?:--?(?:box|error|success|danger|warning|info|notice))?$",
    "i",
  );
  const LIVE = "[role=alert],[role=status],[role=log],[aria-live=polite],[aria-live=assertive],output";
  const BY_CLASS = [
    "message",
    "success",
    "error",
    "alert",
    "flash",
    "toast",
    "notice",
    "notification",
    "snackbar",
    "invalid-feedback",
  ]
    .map((word) => `[class*="${word}" i]`)
    .join(",");
  const MESSAGES = `${LIVE},${BY_CLASS}`;

  /** @param {Element} el */
  function isMessage(el) {
    if (N.matches(el, LIVE)) return true;
    const tag = N.tag(el);
    if (tag === "body" || tag === "html" || tag === "form" || tag === "tr" || D.isField(el)) return false;
    return (N.attr(el, "class") ?? "").split(/\s+/).some((/** @type {string} */ token) => MESSAGE_CLASS.test(token));
  }

  /** @param {Element} el */
  function isList(el) {
    return N.tag(el) === "ul" || N.tag(el) === "ol";
  }

  /** Innermost visible messages; a list gives one for each entry. @returns {string[]} */
  function messages() {
    const found = D.find(MESSAGES)
      .slice(0, MAX_LOOKED_AT)
      .filter((el) => isMessage(el) && D.isVisible(el));
    const inner = found.filter((el) => !found.some((other) => other !== el && !isList(el) && holdsAllOf(el, other)));
    const outer = inner.filter((el) => !inner.some((other) => other !== el && isList(other) && N.contains(other, el)));
    /** @type {Set<string>} */
    const texts = new Set();
    for (const el of outer) {
      for (const part of partsOf(el)) {
        const text = L.scrub.clean(L.name.contentOf(part));
        if (text) texts.add(text);
        if (texts.size === MAX_MESSAGES) return [...texts];
      }
    }
    return [...texts];
  }

  /** @param {Element} outer @param {Element} inner */
  function holdsAllOf(outer, inner) {
    return N.contains(outer, inner) && D.fold(N.text(inner)) !== "";
  }

  /** @param {Element} el @returns {Element[]} */
  function partsOf(el) {
    if (!isList(el)) return [el];
    const entries = /** @type {Element[]} */ ([...N.all(el, "li")]);
    return entries.length ? entries.filter(D.isVisible) : [el];
  }

  /** The first visible h1, else the first visible heading. */
  function heading() {
    for (const selector of ["h1,[role=heading][aria-level='1']", L.place.HEADINGS]) {
      for (const el of D.find(selector)) {
        const text = D.isVisible(el) ? L.scrub.clean(L.name.contentOf(el)) : "";
        if (text) return text;
      }
    }
    return null;
  }

  /** Open dialogs in the order of the document. @returns {Element[]} */
  function dialogs() {
    return D.find(DIALOGS).filter((el) => (N.tag(el) !== "dialog" || N.has(el, "open")) && D.isVisible(el));
  }

  /** Name of the open dialog on top: a modal one, else the last. */
  function topDialog() {
    const open = dialogs();
    const modal = open.filter((el) => N.matches(el, ":modal") || N.attr(el, "aria-modal") === "true");
    const top = (modal.length ? modal : open).at(-1);
    return top ? L.place.dialogName(top) : null;
  }

  function status() {
    const [entry] = performance.getEntriesByType("navigation");
    const code = /** @type {{responseStatus?: number} | undefined} */ (entry)?.responseStatus;
    return code ? code : null;
  }

  /** @returns {Wire.Page} */
  function describe() {
    const root = N.rootElement(document);
    return {
      url: L.scrub.url(location.href),
      title: L.scrub.clean(N.title(document)),
      heading: heading(),
      language: (root && D.clip(N.attr(root, "lang") ?? "", 40)) || null,
      status: status(),
      messages: messages(),
    };
  }

  L.page = { describe, messages, heading, dialogs, topDialog };
})();
