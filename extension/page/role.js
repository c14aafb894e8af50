// The role of an element: its first valid ARIA role, else the one that HTML gives its tag.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "role")) return;
  const N = L.native;
  const D = L.dom;

  const ARIA = new Set(
    (
      "alert alertdialog application article banner button caption cell checkbox code columnheader combobox " +
      "complementary contentinfo definition deletion dialog directory document emphasis feed figure form grid " +
      "gridcell group heading img insertion link list listbox listitem log main marquee math meter menu menubar " +
      "menuitem menuitemcheckbox menuitemradio navigation note option paragraph progressbar radio radiogroup region " +
      "row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong switch tab table " +
      "tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem"
    ).split(" "),
  );

  /** @type {Record<string, string>} */
  const BY_TAG = {
    article: "article",
    aside: "complementary",
    button: "button",
    datalist: "listbox",
    details: "group",
    dialog: "dialog",
    dd: "definition",
    dt: "term",
    fieldset: "group",
    figure: "figure",
    footer: "contentinfo",
    form: "form",
    h1: "heading",
    h2: "heading",
    h3: "heading",
    h4: "heading",
    h5: "heading",
    h6: "heading",
    header: "banner",
    hr: "separator",
    iframe: "iframe",
    img: "img",
    label: "label",
    li: "listitem",
    main: "main",
    menu: "list",
    meter: "meter",
    nav: "navigation",
    ol: "list",
    optgroup: "group",
    option: "option",
    output: "status",
    p: "paragraph",
    progress: "progressbar",
    summary: "button",
    svg: "img",
    table: "table",
    tbody: "rowgroup",
    td: "cell",
    textarea: "textbox",
    tfoot: "rowgroup",
    thead: "rowgroup",
    tr: "row",
    ul: "list",
  };

  /** @type {Record<string, string>} */
  const BY_INPUT = {
    button: "button",
    checkbox: "checkbox",
    color: "textbox",
    file: "button",
    hidden: "none",
    image: "button",
    number: "spinbutton",
    radio: "radio",
    range: "slider",
    reset: "button",
    search: "searchbox",
    submit: "button",
  };

  const LANDMARKS = new Set("banner complementary contentinfo form main navigation region search".split(" "));
  const SECTIONS = new Set("article aside main nav section".split(" "));

  /** @param {Element} el */
  function roleOf(el) {
    const given = N.attr(el, "role");
    if (given) {
      const role = given
        .toLowerCase()
        .split(/\s+/)
        .find((/** @type {string} */ token) => ARIA.has(token));
      if (role) return role;
    }
    return implicit(el, N.tag(el));
  }

  /** @param {Element} el @param {string} tag */
  function implicit(el, tag) {
    switch (tag) {
      case "a":
      case "area":
        return N.has(el, "href") ? "link" : D.editable(el) ? "textbox" : "generic";
      case "input":
        return inputRole(el);
      case "select":
        return N.property(el, "multiple") || Number(N.property(el, "size")) > 1 ? "listbox" : "combobox";
      case "td":
        return inGrid(el) ? "gridcell" : "cell";
      case "th":
        return N.attr(el, "scope") === "row" || headsRow(el) ? "rowheader" : "columnheader";
      case "header":
      case "footer":
        return D.above(el, (up) => SECTIONS.has(N.tag(up))) ? "generic" : /** @type {string} */ (BY_TAG[tag]);
      case "section":
        return hasOwnName(el) ? "region" : "generic";
      case "search":
        return "search";
    }
    return BY_TAG[tag] ?? (D.editable(el) ? "textbox" : "generic");
  }

  /** @param {Element} el */
  function inputRole(el) {
    const role = BY_INPUT[D.typeOf(el) ?? ""] ?? "textbox";
    return (role === "textbox" || role === "searchbox") && N.has(el, "list") ? "combobox" : role;
  }

  /** @param {Element} cell */
  function inGrid(cell) {
    const table = D.above(cell, (up) => N.tag(up) === "table");
    const role = table && N.attr(table, "role");
    return role === "grid" || role === "treegrid";
  }

  /** A th without a scope in a body row beside other cells. @param {Element} th */
  function headsRow(th) {
    const row = D.parentOf(th);
    if (!row || N.has(th, "scope")) return false;
    const group = D.parentOf(row);
    return !!group && N.tag(group) === "tbody" && [...N.all(row, "td")].some((cell) => D.parentOf(cell) === row);
  }

  /** @param {Element} el */
  function hasOwnName(el) {
    return N.has(el, "aria-label") || N.has(el, "aria-labelledby") || N.has(el, "title");
  }

  /** The landmark role of an element, or null. A form is one only with a name. @param {Element} el */
  function landmarkOf(el) {
    const tag = N.tag(el);
    if (tag === "div" || tag === "span") {
      if (!N.has(el, "role")) return null;
    }
    const role = roleOf(el);
    if (!LANDMARKS.has(role)) return null;
    return role === "form" && !hasOwnName(el) ? null : role;
  }

  /** @param {Element} el */
  function isDialog(el) {
    const tag = N.tag(el);
    if (tag === "dialog") return true;
    const role = N.attr(el, "role");
    return role === "dialog" || role === "alertdialog" || N.attr(el, "aria-modal") === "true";
  }

  L.role = { of: roleOf, landmarkOf, isDialog };
})();
