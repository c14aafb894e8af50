// One look over the page: all visible actionable elements and the traits by which they are told apart.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "survey")) return;
  const N = L.native;
  const D = L.dom;

  const MAX_ELEMENTS = 20_000;
  const INERT = new Set(
    (
      "generic label listitem cell gridcell img paragraph heading row rowheader columnheader group list table region article " +
      "figure strong emphasis code definition term status alert document"
    ).split(" "),
  );
  const ROWS = "tr,[role=row],li,[role=listitem]";

  /** A thing that is not actionable by any sign was acted on all the same: its like are counted too. The tag of such
   * a fingerprint, else null. @param {Wire.Element} fingerprint */
  function kinOf(fingerprint) {
    return INERT.has(fingerprint.role) ? fingerprint.tag : null;
  }

  /** @param {string | null} kin @returns {Element[]} */
  function collect(kin) {
    /** @type {Element[]} */
    const elements = [];
    D.walk(document, (el) => {
      if (elements.length >= MAX_ELEMENTS) return false;
      const meant = N.tag(el) === kin || D.isActionable(el);
      if (meant && D.isPresent(el)) elements.push(el);
      return !D.isShut(el);
    });
    for (const el of D.find("input[type=file],input[type=checkbox],input[type=radio]")) {
      if (D.isPresent(el) && !elements.includes(el)) elements.push(el);
    }
    return elements;
  }

  /** @param {Element} el @returns {Traits} */
  function traitsOf(el) {
    const role = L.role.of(el);
    const name = L.describe.named(el);
    const href = L.describe.hrefOf(el);
    return {
      id: L.place.idOf(el),
      test_id: L.describe.testIdOf(el),
      field: fieldKey(el),
      role,
      name,
      role_name: name ? `${role}|${name}` : null,
      href,
    };
  }

  /** @param {Element} el */
  function fieldKey(el) {
    const field = D.isField(el) || N.tag(el) === "button" ? L.scrub.witness(N.attr(el, "name")) : null;
    if (!field) return null;
    const type = D.typeOf(el);
    return type === "radio" || type === "checkbox" ? `${field}=${L.describe.fieldValueOf(el) ?? ""}` : field;
  }

  /** @param {string | null} kin @returns {Survey} */
  function take(kin) {
    const elements = collect(kin);
    /** @type {Map<Element, Traits>} */
    const traits = new Map();
    /** @param {Element} el */
    const of = (el) => {
      let found = traits.get(el);
      if (!found) traits.set(el, (found = traitsOf(el)));
      return found;
    };
    const sharing = counter(elements, of);
    const cells = cellReader(elements, of, (el) => (sharing("role_name", of(el).role_name) ?? 0) > 1);
    return { elements, of, ...cells, ...pathReader(elements), sharing };
  }

  /** @param {Element[]} elements @param {(el: Element) => Traits} of @returns {Survey["sharing"]} */
  function counter(elements, of) {
    /** @type {Map<string, Map<string, Set<unknown>>>} */
    const tables = new Map();
    /** @param {keyof Traits} trait */
    const table = (trait) => {
      const thing = trait === "role_name" ? outermost(of) : (/** @type {Element} */ el) => identity(el, of(el));
      return gather(elements, (el) => of(el)[trait], thing);
    };
    return (trait, value) => {
      if (value === null) return null;
      let found = tables.get(trait);
      if (!found) tables.set(trait, (found = table(trait)));
      return found.get(value)?.size ?? 0;
    };
  }

  /** Links to one place under one name are one thing. @param {Element} el @param {Traits} traits */
  function identity(el, traits) {
    return traits.href !== null && traits.name ? `${traits.name}|${traits.href}` : el;
  }

  /** What wraps an element and is called the same is one thing with it. Elements come in the order of the document.
   * @param {(el: Element) => Traits} of @returns {(el: Element) => unknown} */
  function outermost(of) {
    /** @type {Map<string | null, Element>} */
    const last = new Map();
    return (el) => {
      const traits = of(el);
      const outer = last.get(traits.role_name);
      if (outer && D.holds(outer, el)) return identity(outer, of(outer));
      last.set(traits.role_name, el);
      return identity(el, traits);
    };
  }

  /** Row key and column header together. @param {Element[]} elements @param {(el: Element) => Traits} of
   * @param {(el: Element) => boolean} hasTwin whether others are called the same: such are told apart by their rows
   * @returns {Pick<Survey, "cell" | "sameCell">} */
  function cellReader(elements, of, hasTwin) {
    /** @type {Map<Element, string | null>} */
    const seen = new Map();
    /** @param {Element} el */
    const cell = (el) => {
      let found = seen.get(el);
      if (found === undefined) seen.set(el, (found = cellOf(el, hasTwin)));
      return found;
    };
    /** @type {Map<string, Set<unknown>> | null} */
    let sharers = null;
    /** @param {string | null} wanted */
    const sameCell = (wanted) => {
      if (wanted === null) return null;
      sharers ??= gather(elements, cell, (el) => identity(el, of(el)));
      return Math.max(1, sharers.get(wanted)?.size ?? 0);
    };
    return { cell, sameCell };
  }

  /** @param {Element} el @param {(el: Element) => boolean} hasTwin */
  function cellOf(el, hasTwin) {
    if (!N.closest(el, ROWS) && N.type(N.root(el)) !== 11 && !hasTwin(el)) return null;
    const [row, column] = L.place.cellOf(el);
    return row === null ? null : `${row}|${column ?? ""}`;
  }

  /** @param {Element[]} elements @param {(el: Element) => string | null} key @param {(el: Element) => unknown} thing
   * @returns {Map<string, Set<unknown>>} */
  function gather(elements, key, thing) {
    /** @type {Map<string, Set<unknown>>} */
    const groups = new Map();
    for (const el of elements) {
      const value = key(el);
      if (value === null) continue;
      const group = groups.get(value);
      if (group) group.add(thing(el));
      else groups.set(value, new Set([thing(el)]));
    }
    return groups;
  }

  /** @param {Element[]} elements @returns {Pick<Survey, "path" | "samePath">} */
  function pathReader(elements) {
    const cache = { ordinals: new Map(), anchors: new Map() };
    /** @param {Element} el */
    const path = (el) => text(L.place.pathOf(el, cache));
    /** @type {Map<string, Set<unknown>> | null} */
    let sharers = null;
    /** @param {string} wanted */
    const samePath = (wanted) => {
      sharers ??= gather(elements, path, (el) => el);
      return Math.max(1, sharers.get(wanted)?.size ?? 0);
    };
    return { path, samePath };
  }

  /** A path as one text. @param {Wire.TagPath} path */
  function text({ anchor, steps }) {
    return `${anchor} ${steps.join(">")}`;
  }

  L.survey = { take, kinOf, pathText: text };
})();
