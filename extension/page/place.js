// Where an element stands: its path, landmark, heading, dialog, row and column, neighbours.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "place")) return;
  const N = L.native;
  const D = L.dom;

  const MAX_STEPS = 40; // levels of a path
  const MAX_ANCESTORS = 6;
  const MAX_NEIGHBOURS = 6;
  const MAX_SIBLINGS = 40; // siblings looked at on one level
  const SHORT = 80; // characters of a neighbour, row key or column header
  const BLOCK_LEVELS = 6; // ancestors that may be such a block
  const MAX_TWINS = 8; // elements of a block that are looked at
  const PAGE = 10; // the numbers of a list's pages begin after whole tens
  const CONTROLS = "button,input,select,textarea,[role=button],[role=checkbox],[role=switch]";
  const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading]";

  /** Names made by a machine: other ones at the next load or build. Counters of rows are not meant.
   * @param {string} token */
  function isMade(token) {
    if (/^:r[\da-z]+:$|^(?:mui|radix|headlessui|react-select|react-aria|ember|ext-gen|yui|uid|gwt-uid)[-_:\d]/i.test(token))
      return true;
    return token.split(/[-_]+/).some(isNoise);
  }

  /** @param {string} part */
  function isNoise(part) {
    if (part.length < 5) return false;
    if (/^\d+$/.test(part)) return part.length >= 9;
    const turns = part.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
    if (/^[0-9a-f]{6,}$/i.test(part) && turns >= 2) return true;
    return turns >= 3 || (turns >= 2 && /[A-Z]/.test(part) && /[a-z]/.test(part));
  }

  /** @param {Element} el */
  function idOf(el) {
    return L.scrub.witness(N.attr(el, "id"));
  }

  /** Name of an ancestor as the anchor of a path, or null. @param {Element} el */
  function anchorOf(el) {
    const tag = N.tag(el);
    const id = idOf(el);
    if (id && !isMade(id)) return tag === "form" ? `form#${id}` : `#${id}`;
    if (L.role.isDialog(el)) return "dialog";
    if (tag === "form") return "form";
    return tag === "body" ? "body" : L.role.landmarkOf(el);
  }

  /** @param {Element} el */
  function ordinalByTag(el) {
    const tag = N.tag(el);
    let ordinal = 1;
    for (let one = N.previousElement(el); one; one = N.previousElement(one)) if (N.tag(one) === tag) ordinal++;
    return ordinal;
  }

  /** Counts all children of a parent at once: for looks over the whole page. @param {Element} el @param {PathCache} cache */
  function cachedOrdinal(el, { ordinals }) {
    const known = ordinals.get(el);
    if (known !== undefined) return known;
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (let one = N.firstElement(N.parent(el)); one; one = N.nextElement(one)) {
      const ordinal = (counts.get(N.tag(one)) ?? 0) + 1;
      counts.set(N.tag(one), ordinal);
      ordinals.set(one, ordinal);
    }
    return ordinals.get(el) ?? 1;
  }

  /** @param {Element} el @param {PathCache} cache */
  function cachedAnchor(el, { anchors }) {
    let anchor = anchors.get(el);
    if (anchor === undefined) anchors.set(el, (anchor = anchorOf(el)));
    return anchor;
  }

  /** @param {Element} el @param {PathCache} [cache] of one look over the page @returns {Wire.TagPath} */
  function pathOf(el, cache) {
    /** @type {string[]} */
    const steps = [];
    let at = /** @type {Element} */ (el);
    for (let depth = 0; depth < MAX_STEPS; depth++) {
      steps.unshift(`${N.tag(at)}:${cache ? cachedOrdinal(at, cache) : ordinalByTag(at)}`);
      const parent = D.parentOf(at);
      if (!parent) break;
      if (N.type(N.parent(at)) === 11) steps.unshift("#shadow");
      const anchor = cache ? cachedAnchor(parent, cache) : anchorOf(parent);
      if (anchor) return { anchor, steps };
      at = parent;
    }
    return { anchor: "body", steps };
  }

  /** @param {Element} el */
  function ancestorsOf(el) {
    /** @type {string[]} */
    const ids = [];
    D.above(el, (up) => {
      const id = idOf(up);
      if (id) ids.push(id);
      return ids.length === MAX_ANCESTORS;
    });
    return ids;
  }

  /** @param {Element} el */
  function landmarkElement(el) {
    return D.above(el, (up) => L.role.landmarkOf(up) !== null);
  }

  /** @param {Element} el */
  function isHeading(el) {
    return N.matches(el, HEADINGS);
  }

  /** The nearest heading before the element: a sibling of it or of an ancestor, or first inside such a sibling.
   * @param {Element} el */
  function headingOf(el) {
    let at = /** @type {Element | null} */ (el);
    for (let depth = 0; at && depth < MAX_STEPS; depth++, at = D.parentOf(at)) {
      let sibling = N.previousElement(at);
      for (let i = 0; sibling && i < MAX_SIBLINGS; i++, sibling = N.previousElement(sibling)) {
        const heading = headingIn(sibling);
        if (heading) return L.scrub.clean(L.name.contentOf(heading), SHORT) || null;
      }
    }
    return null;
  }

  /** @param {Element} el @returns {Element | null} */
  function headingIn(el) {
    let at = /** @type {Element | null} */ (el);
    for (let depth = 0; at && depth < 3; depth++, at = N.firstElement(at)) if (isHeading(at)) return at;
    return null;
  }

  /** @param {Element} el */
  function fieldsetOf(el) {
    const set = D.above(
      el,
      (up) => N.tag(up) === "fieldset" || N.attr(up, "role") === "radiogroup" || N.attr(up, "role") === "group",
    );
    return set ? L.scrub.clean(L.name.of(set, L.role.of(set))[0], SHORT) || null : null;
  }

  /** @param {Element} dialog */
  function dialogName(dialog) {
    const aria = N.has(dialog, "aria-label") || N.has(dialog, "aria-labelledby");
    const name = aria ? L.name.of(dialog, "dialog")[0] : "";
    if (name) return L.scrub.clean(name, SHORT);
    for (const heading of N.all(dialog, HEADINGS)) {
      const text = L.scrub.clean(L.name.contentOf(heading), SHORT);
      if (text) return text;
    }
    return "dialog";
  }

  /** @param {Element} el */
  function dialogOf(el) {
    const dialog = D.above(el, L.role.isDialog);
    return dialog && dialogName(dialog);
  }

  // --- rows and columns ---

  /** @param {Element} el */
  function isRow(el) {
    const role = L.role.of(el);
    return role === "row" || role === "listitem";
  }

  /** @param {Element} el */
  function isCell(el) {
    return /^(?:cell|gridcell|rowheader|columnheader)$/.test(L.role.of(el));
  }

  /** What names the row: header cell, else first link, else first text. Null for the element that is itself what names
   * it: its own name would be counted as a second witness. @param {Element} row @param {Element} el */
  function rowKey(row, el) {
    const list = L.role.of(row) !== "row";
    const heads = list ? `${HEADINGS},b,strong` : "th,[role=rowheader]";
    const cells = list ? "span,div,p,label" : "td,[role=cell],[role=gridcell]";
    let number = null;
    for (const selector of [heads, "a[href]", cells]) {
      for (const part of N.all(row, selector)) {
        const own = D.holds(part, el) || D.holds(el, part);
        if (own && (selector === "a[href]" || N.tag(el) !== "a")) continue;
        const text = L.scrub.clean(L.name.contentOf(part, el), SHORT);
        if (own) return null;
        if (!text || (selector === cells && isOfControls(part))) continue;
        if (!countsRows(row, part, text)) return text;
        number ??= text;
      }
    }
    return number;
  }

  /** Whether all that a cell says are its controls: that is the same in every row. @param {Element} cell */
  function isOfControls(cell) {
    const length = (/** @type {Element} */ el) => D.fold(N.text(el)).length;
    let inner = 0;
    for (const control of N.all(cell, CONTROLS)) inner += length(control);
    return length(cell) <= inner && N.one(cell, CONTROLS) !== null;
  }

  /** Whether the text is the row's number: another row has it when one is taken out.
   * @param {Element} row @param {Element} part @param {string} text */
  function countsRows(row, part, text) {
    const number = counted(text);
    if (number === null) return false;
    const ordinal = ordinalByTag(row);
    if (number !== ordinal - 1 && (number - ordinal) % PAGE !== 0) return false;
    const at = ordinalByTag(part) - 1;
    return [N.previousElement(row), N.nextElement(row)].every((other) => {
      const cell = other && [...N.all(other, N.tag(part))][at];
      const theirs = cell ? counted(L.name.contentOf(cell)) : null;
      return theirs === null || Math.abs(theirs - number) === 1;
    });
  }

  /** @param {string} text */
  function counted(text) {
    return /^#?\d{1,6}[.):]?$/.test(text) ? Number(text.replace(/\D/g, "")) : null;
  }

  /** One of several like blocks, each with such an element in it: a card, a tile, an entry made of plain elements.
   * @param {Element} el @returns {Element | null} */
  function blockOf(el) {
    const name = L.describe.named(el);
    let at = D.parentOf(el);
    for (let level = 0; at && level < BLOCK_LEVELS && N.tag(at) !== "body"; level++, at = D.parentOf(at)) {
      for (const side of [N.previousElement(at), N.nextElement(at)]) if (side && isLike(side, at, el, name)) return at;
    }
    return null;
  }

  /** @param {Element} side @param {Element} at @param {Element} el @param {string} name */
  function isLike(side, at, el, name) {
    if (N.tag(side) !== N.tag(at) || N.attr(side, "class") !== N.attr(at, "class")) return false;
    const twins = /** @type {Element[]} */ ([...N.all(side, N.tag(el))].slice(0, MAX_TWINS));
    return twins.some((twin) => D.typeOf(twin) === D.typeOf(el) && L.describe.named(twin) === name);
  }

  /** @param {Element} el @returns {[string | null, string | null]} row key and column header */
  function cellOf(el) {
    let cell = isCell(el) ? el : null;
    const row = D.above(el, (up) => {
      if (!cell && isCell(up)) cell = up;
      return isRow(up);
    });
    if (!row) {
      const block = blockOf(el);
      return [block && rowKey(block, el), null];
    }
    return [rowKey(row, el), cell ? columnOf(cell, row) : null];
  }

  /** @param {Element} cell @param {Element} row */
  function columnOf(cell, row) {
    const table = D.above(row, (up) => /^(?:table|grid|treegrid)$/.test(L.role.of(up)));
    if (!table) return null;
    const column = columnIndex(cell);
    for (const head of headRows(table)) {
      if (head === row) continue;
      const header = cellAt(head, column);
      const text =
        header && /header/.test(L.role.of(header)) ? L.scrub.clean(L.name.of(header, "columnheader")[0], SHORT) : "";
      if (text) return text;
    }
    return null;
  }

  /** Rows that may hold column headers, the one nearest to the body first. @param {Element} table @returns {Element[]} */
  function headRows(table) {
    for (let part = N.firstElement(table); part; part = N.nextElement(part)) {
      if (N.tag(part) === "thead") return [...N.all(part, "tr")].reverse();
    }
    const first = N.one(table, "tr,[role=row]");
    return first ? [first] : [];
  }

  /** @param {Element} cell */
  function columnIndex(cell) {
    const given = Number(N.attr(cell, "aria-colindex"));
    if (given > 0) return given - 1;
    let index = 0;
    for (let el = N.previousElement(cell); el; el = N.previousElement(el)) index += spanOf(el);
    return index;
  }

  /** @param {Element} cell */
  function spanOf(cell) {
    return Math.max(1, Math.min(1000, Number(N.attr(cell, "colspan")) || 1));
  }

  /** @param {Element} row @param {number} column */
  function cellAt(row, column) {
    let index = 0;
    for (let el = N.firstElement(row); el; el = N.nextElement(el)) {
      index = Math.max(index, Number(N.attr(el, "aria-colindex")) - 1 || 0);
      if (column < index + spanOf(el)) return column >= index ? el : null;
      index += spanOf(el);
    }
    return null;
  }

  // --- boxes and neighbours ---

  /** @param {number} value */
  function round(value) {
    return Math.round(value * 10) / 10;
  }

  /** @param {Element} el @param {Element | null} landmark @returns {Wire.Place} */
  function placeOf(el, landmark) {
    const box = N.box(el);
    const origin = landmark ? N.box(landmark) : { x: -scrollX, y: -scrollY };
    return { x: round(box.x - origin.x), y: round(box.y - origin.y), width: round(box.width), height: round(box.height) };
  }

  /** Texts beside the element and beside what wraps it. @param {Element} el */
  function neighboursOf(el) {
    /** @type {string[]} */
    const texts = [];
    let at = /** @type {Element | null} */ (el);
    for (let depth = 0; at && depth < 3 && texts.length < MAX_NEIGHBOURS; depth++, at = D.parentOf(at)) {
      if (N.tag(at) === "body") break;
      for (const side of [N.previousElement(at), N.nextElement(at)]) {
        const text = side && !D.own.has(side) ? L.scrub.clean(L.name.contentOf(side), SHORT) : "";
        if (text && !texts.includes(text)) texts.push(text);
      }
    }
    return texts.slice(0, MAX_NEIGHBOURS);
  }

  L.place = {
    HEADINGS,
    isMade,
    idOf,
    pathOf,
    ancestorsOf,
    landmarkElement,
    headingOf,
    fieldsetOf,
    dialogName,
    dialogOf,
    cellOf,
    placeOf,
    neighboursOf,
  };
})();
