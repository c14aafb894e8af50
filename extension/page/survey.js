// One look over the page: all visible actionable elements and the traits by which they are told apart.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "survey")) return;
  const N = L.native;
  const D = L.dom;

  const MAX_ELEMENTS = 20_000;
  const ROWS = "tr,[role=row],li,[role=listitem]";

  /** A thing that is not actionable by any sign was acted on all the same: its like are counted too. The tag of such
   * a fingerprint, else null. @param {Wire.Element} fingerprint */
  function kinOf(fingerprint) {
    const inert = /^(?:generic|label|listitem|cell|img|paragraph|heading|row|group|list|table|rowheader|columnheader|region|article|figure|strong|emphasis|code|definition|term|gridcell)$/;
    return inert.test(fingerprint.role) ? fingerprint.tag : null;
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
    const cells = cellReader();
    const path = pathReader();
    return { elements, of, cell: cells, path, sharing: counter(elements, of) };
  }

  /** @param {Element[]} elements @param {(el: Element) => Traits} of @returns {Survey["sharing"]} */
  function counter(elements, of) {
    /** @type {Map<string, Map<string, Set<unknown>>>} */
    const tables = new Map();
    /** @param {keyof Traits} trait */
    const table = (trait) => {
      let found = tables.get(trait);
      if (found) return found;
      tables.set(trait, (found = new Map()));
      for (const el of elements) {
        const own = of(el);
        const value = own[trait];
        if (value === null) continue;
        const sharers = found.get(value) ?? new Set();
        found.set(value, sharers.add(identity(el, own)));
      }
      return found;
    };
    return (trait, value) => (value === null ? null : (table(trait).get(value)?.size ?? 0));
  }

  /** Links to one place under one name are one thing. @param {Element} el @param {Traits} traits */
  function identity(el, traits) {
    return traits.href !== null && traits.name ? `${traits.name}|${traits.href}` : el;
  }

  /** Row key and column header together. @returns {Survey["cell"]} */
  function cellReader() {
    /** @type {Map<Element, string | null>} */
    const seen = new Map();
    return (el) => {
      let cell = seen.get(el);
      if (cell === undefined) {
        const [row, column] = N.closest(el, ROWS) || N.type(N.root(el)) === 11 ? L.place.cellOf(el) : [null, null];
        cell = row === null ? null : `${row}|${column ?? ""}`;
        seen.set(el, cell);
      }
      return cell;
    };
  }

  /** @returns {Survey["path"]} */
  function pathReader() {
    /** @type {Map<Element, string>} */
    const seen = new Map();
    return (el) => {
      let path = seen.get(el);
      if (path === undefined) {
        const { anchor, steps } = L.place.pathOf(el);
        seen.set(el, (path = [anchor, ...steps].join(">")));
      }
      return path;
    };
  }

  L.survey = { take, isKin: kinOf };
})();
