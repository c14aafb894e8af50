// Which fields are secret. Decided before anything leaves the page: once secret, always secret.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "privacy")) return;
  const N = L.native;
  const D = L.dom;
  const V = L.vocabulary;

  const OTP_BOXES = 4; // one-character boxes side by side that make a one-time code
  const OTP_LEVELS = 3; // ancestors that such boxes may be apart

  /** Autocomplete tokens, by the HTML standard. @type {Record<string, Wire.Sensitive>} */
  const BY_AUTOCOMPLETE = {
    "current-password": "password",
    "new-password": "password",
    "one-time-code": "code",
    "cc-number": "card",
    "cc-csc": "card",
    "cc-exp": "card",
    "cc-exp-month": "card",
    "cc-exp-year": "card",
  };
  /** @type {WeakMap<Element, Wire.Sensitive>} */
  const marked = new WeakMap();
  /** Fields by what they are called: a node made anew is the same field. @type {Map<string, Wire.Sensitive>} */
  const called = new Map();
  /** Ordinary by name, with what was looked at. @type {WeakMap<Element, string>} */
  const judged = new WeakMap();
  /** What a field held when it was last seen. @type {WeakMap<Element, string>} */
  const held = new WeakMap();

  /** @param {string | null} text */
  function words(text) {
    return (text ?? "")
      .replace(/([a-z\d])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .replace(/[_.[\]:*()]+|-+/g, " ")
      .trim();
  }

  /** @param {Element} el @returns {string[]} */
  function names(el) {
    const [label] = L.name.of(el, L.role.of(el));
    return [N.attr(el, "name"), N.attr(el, "id"), N.attr(el, "placeholder"), label].map(words).filter(Boolean);
  }

  /** @param {Element} el */
  function key(el) {
    const [label] = L.name.of(el, L.role.of(el));
    const parts = [N.attr(el, "name") ?? "", N.attr(el, "id") ?? "", label];
    return parts.some(Boolean) ? parts.join("|") : null;
  }

  /** Why the field is secret, or null. @param {Element} el @returns {Wire.Sensitive | null} */
  function sensitive(el) {
    const select = N.tag(el) === "select";
    if (!select && !D.isText(el)) return null;
    const before = marked.get(el);
    if (before) return before;
    const kind = byNature(el) ?? (select ? null : byName(el));
    if (kind) mark(el, kind);
    return kind;
  }

  /** @param {Element} el @param {Wire.Sensitive} kind */
  function mark(el, kind) {
    marked.set(el, kind);
    const name = key(el);
    if (name) called.set(name, kind);
  }

  /** @param {Element} el @returns {Wire.Sensitive | null} */
  function byNature(el) {
    if (D.typeOf(el) === "password") return "password";
    for (const token of (N.attr(el, "autocomplete") ?? "").toLowerCase().split(/\s+/)) {
      const kind = BY_AUTOCOMPLETE[token];
      if (kind) return kind;
    }
    if (N.tag(el) === "select") return null;
    const hidden = getComputedStyle(el).getPropertyValue("-webkit-text-security");
    return hidden && hidden !== "none" ? "password" : null;
  }

  /** @param {Element} el @returns {Wire.Sensitive | null} */
  function byName(el) {
    const seen = ["type", "name", "id", "autocomplete", "placeholder", "aria-label", "maxlength"]
      .map((name) => N.attr(el, name) ?? "")
      .join("|");
    if (judged.get(el) === seen) return null;
    const name = key(el);
    const kind = (name && called.get(name)) || byWords(el) || (isOtpBox(el) ? "code" : null) || byContent(el);
    if (!kind) judged.set(el, seen);
    return kind;
  }

  /** @param {Element} el @returns {Wire.Sensitive | null} */
  function byWords(el) {
    const tokens = (N.attr(el, "autocomplete") ?? "").toLowerCase().split(/\s+/);
    if (tokens.some((/** @type {string} */ token) => V.ordinary.test(token))) return null;
    const texts = names(el);
    if (texts.some((text) => V.password.test(text) && !V.notPassword.test(text))) return "password";
    if (texts.some((text) => V.card.test(text)) || isCardExpiry(el, texts)) return "card";
    if (texts.some((text) => V.code.test(text))) return "code";
    return texts.some((text) => V.key.test(text)) ? "key" : null;
  }

  /** @param {Element} el @param {string[]} texts */
  function isCardExpiry(el, texts) {
    if (!texts.some((text) => V.cardExpiry.test(text))) return false;
    const scope = N.property(el, "form") ?? N.root(el);
    const others = /** @type {Element[]} */ ([...N.all(scope, "input")]).filter((other) => other !== el);
    return others.some(
      (other) =>
        BY_AUTOCOMPLETE[N.attr(other, "autocomplete") ?? ""] === "card" || names(other).some((text) => V.card.test(text)),
    );
  }

  /** @param {Element} el */
  function isOneCharacter(el) {
    return N.tag(el) === "input" && N.attr(el, "maxlength") === "1" && D.isText(el);
  }

  /** The boxes of a one-time code that this one belongs to. @param {Element} el @returns {Element[]} */
  function otpBoxes(el) {
    if (!isOneCharacter(el)) return [];
    let scope = D.parentOf(el);
    for (let level = 0; scope && level < OTP_LEVELS; level++, scope = D.parentOf(scope)) {
      const boxes = /** @type {Element[]} */ ([...N.all(scope, "input")]).filter(isOneCharacter);
      if (boxes.length >= OTP_BOXES) return boxes;
    }
    return [];
  }

  /** @param {Element} el */
  function isOtpBox(el) {
    return otpBoxes(el).length > 0;
  }

  /** Whatever the field is called, it holds a key or a card number. @param {Element} el @returns {Wire.Sensitive | null} */
  function byContent(el) {
    const value = valueOf(el);
    return value.length >= 14 && L.scrub.isCertain(value) ? "key" : null;
  }

  /** What a text field holds. @param {Element} el @returns {string} */
  function valueOf(el) {
    if (N.tag(el) === "input" || N.tag(el) === "textarea") return String(N.property(el, "value") ?? "");
    return D.editable(el) ? N.innerText(el) : "";
  }

  /** Note what a sensitive field holds now; what it held before was a stage of it. @param {Element} el */
  function typed(el) {
    const boxes = otpBoxes(el);
    const value = boxes.length ? boxes.map(valueOf).join("") : valueOf(el);
    const before = held.get(el);
    if (before !== undefined && before !== value && value.startsWith(before)) L.scrub.taint(before, false);
    held.set(el, value);
    L.scrub.taint(value, true);
  }

  /** A value of an ordinary field can turn out to be a key after it was pasted. @param {Element} el */
  function rejudge(el) {
    if (!marked.has(el) && byContent(el)) mark(el, "key");
  }

  /** Mark fields that are, were or become passwords, before anything is typed in them. @param {AbortSignal} signal */
  function watch(signal) {
    const observer = new MutationObserver((records) => records.forEach(look));
    const options = { subtree: true, childList: true, attributeFilter: ["type"], attributeOldValue: true };
    observer.observe(document, options);
    for (const root of D.roots()) observer.observe(root, options);
    for (const el of D.find("input[type=password]")) sensitive(el);
    signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  }

  /** @param {MutationRecord} record */
  function look(record) {
    if (record.type === "attributes") {
      const el = /** @type {Element} */ (record.target);
      if (N.tag(el) !== "input") return;
      if (record.oldValue?.toLowerCase() === "password") mark(el, "password");
      else sensitive(el);
      return;
    }
    for (const node of record.addedNodes) {
      if (N.type(node) !== 1) continue;
      if (N.matches(node, "input[type=password]")) sensitive(/** @type {Element} */ (node));
      for (const el of N.all(node, "input[type=password]")) sensitive(el);
    }
  }

  L.privacy = { sensitive, typed, rejudge, valueOf, watch };
})();
