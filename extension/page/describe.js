// The fingerprint of an element: everything by which it can be found again, taken at once.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "describe")) return;
  const N = L.native;
  const D = L.dom;
  const S = L.scrub;
  const P = L.place;

  const MAX_VALUE = 20_000; // characters of a field's value
  const MAX_RAW = 100_000; // of it looked at
  const MAX_OPTIONS = 200;
  const MAX_ORDINAL = 50;
  const MAX_CLASSES = 12;
  const MAX_SUBMITS = 5;
  const TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-qa", "data-cy", "data-automation-id", "data-tid"];

  /** @param {Element} el */
  function testIdOf(el) {
    for (const name of TEST_IDS) {
      const value = N.attr(el, name);
      if (value) return S.witness(value);
    }
    return null;
  }

  /** @param {Element} el @param {string} name */
  function textOf(el, name) {
    return S.clean(N.attr(el, name)) || null;
  }

  /** @param {Element} el */
  function hrefOf(el) {
    const tag = N.tag(el);
    const href = tag === "a" || tag === "area" ? N.attr(el, "href") : null;
    return href === null ? null : absolute(el, href);
  }

  /** @param {Element} el @param {string} url */
  function absolute(el, url) {
    try {
      return S.url(new URL(url, N.base(el)).href);
    } catch {
      return S.url(url);
    }
  }

  /** The value that tells a box, a radio or a submit button from others of its name. @param {Element} el */
  function fieldValueOf(el) {
    const type = D.typeOf(el);
    const tells = type === "radio" || type === "checkbox" || type === "submit" || N.tag(el) === "button";
    return tells ? textOf(el, "value") : null;
  }

  /** @param {Element} el @returns {[string[], string[]]} plain and made by a machine */
  function classesOf(el) {
    /** @type {[string[], string[]]} */
    const out = [[], []];
    for (const token of (N.attr(el, "class") ?? "").split(/\s+/)) {
      if (token && S.witness(token)) out[isHashed(token) ? 1 : 0].push(D.clip(token, 60));
    }
    return [out[0].slice(0, MAX_CLASSES), out[1].slice(0, MAX_CLASSES)];
  }

  /** @param {string} token */
  function isHashed(token) {
    if (/^(?:css|sc|jsx|jss|makeStyles|svelte|emotion|e)-?[a-z]*-?[\da-zA-Z]{5,}$/.test(token) && /\d|[A-Z]/.test(token))
      return true;
    if (/(?:__|--|_)(?=[\w-]*\d)(?=[\w-]*[a-zA-Z])[\w-]{5,8}$/.test(token)) return true;
    return P.isMade(token);
  }

  /** FNV-1a, 32 bits, hex. @param {string} text */
  function hash(text) {
    let h = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    return (h >>> 0).toString(16).padStart(8, "0");
  }

  /** What a control without text shows: its drawing, picture, sprite or background. @param {Element} el */
  function iconOf(el) {
    const parts = [];
    for (const shape of [el, ...N.all(el, "path,use,img,circle,rect,polygon,i")].slice(0, 12)) {
      const drawn = ["d", "href", "xlink:href", "src", "points"].map((name) => N.attr(shape, name)).find(Boolean);
      if (drawn && shape !== el) parts.push(drawn.slice(0, 400));
      else if (N.tag(shape) === "i") parts.push(N.attr(shape, "class") ?? "");
    }
    if (parts.length === 0) parts.push(...background(el));
    return parts.length ? hash(parts.join("|")) : null;
  }

  /** @param {Element} el */
  function background(el) {
    const style = getComputedStyle(el);
    const image = style.backgroundImage;
    return image && image !== "none" ? [image.slice(0, 400), style.backgroundPosition] : [];
  }

  // --- state ---

  /** @param {Element} el @param {string} property @returns {Wire.Option} */
  function optionOf(el, property) {
    const label = S.clean(N.attr(el, "label")) || S.clean(N.text(el));
    const value = /** @type {any} */ (el)[property];
    return { label, value: D.clip(S.value(String(value ?? label))) };
  }

  /** @param {Element} el @returns {Wire.Option[] | null} */
  function optionsOf(el) {
    const options = N.tag(el) === "select" ? N.property(el, "options") : null;
    if (!options) return null;
    const out = [];
    for (let i = 0; i < Math.min(options.length, MAX_OPTIONS); i++) out.push(optionOf(options[i], "value"));
    return out;
  }

  /** @param {Element} el */
  function checkedOf(el) {
    const type = D.typeOf(el);
    if (N.tag(el) === "input" && (type === "checkbox" || type === "radio")) return Boolean(N.property(el, "checked"));
    const aria = N.attr(el, "aria-checked") ?? N.attr(el, "aria-pressed");
    return aria === "true" ? true : aria === "false" ? false : null;
  }

  /** @param {Element} el */
  function expandedOf(el) {
    const aria = N.attr(el, "aria-expanded");
    if (aria === "true" || aria === "false") return aria === "true";
    const tag = N.tag(el);
    if (tag === "details") return N.has(el, "open");
    const parent = tag === "summary" ? D.parentOf(el) : null;
    return parent && N.tag(parent) === "details" ? N.has(parent, "open") : null;
  }

  /** @param {Element} el */
  function disabledOf(el) {
    return N.attr(el, "aria-disabled") === "true" || N.matches(el, ":disabled");
  }

  /** @param {Element} el */
  function valueOf(el) {
    if (N.tag(el) === "select") return S.value(String(N.property(el, "value") ?? ""));
    if (!D.isText(el)) return null;
    return D.clip(S.value(L.privacy.valueOf(el).slice(0, MAX_RAW)), MAX_VALUE);
  }

  /** @param {Element} el @returns {Wire.State} */
  function stateOf(el) {
    const secret = L.privacy.sensitive(el) !== null;
    if (secret) L.privacy.typed(el);
    const chosen = !secret && N.tag(el) === "select" ? N.property(el, "selectedOptions") : null;
    return {
      value: secret ? null : valueOf(el),
      checked: checkedOf(el),
      selected: chosen ? [...chosen].slice(0, MAX_OPTIONS).map((option) => optionOf(option, "value")) : null,
      expanded: expandedOf(el),
      disabled: disabledOf(el),
    };
  }

  // --- form ---

  /** @param {Element} el @returns {HTMLFormElement | null} */
  function formElementOf(el) {
    const owner = N.property(el, "form");
    if (owner) return owner;
    return /** @type {HTMLFormElement | null} */ (D.above(el, (up) => N.tag(up) === "form"));
  }

  /** The submit buttons of a form in tree order, so that the first is the default one. @param {Element} form
   * @returns {Element[]} */
  function submitsOf(form) {
    const controls = /** @type {Element[]} */ ([...N.formElements(form), ...N.all(form, "input[type=image]")]);
    return controls.filter((el) => {
      const type = D.typeOf(el);
      return type === "submit" || type === "image";
    });
  }

  /** @param {Element} el @returns {Wire.Form | null} */
  function formOf(el) {
    const form = formElementOf(el);
    if (!form) return null;
    const action = N.attr(form, "action");
    const controls = /** @type {Element[]} */ ([...N.formElements(form)].slice(0, 200));
    return {
      id: P.idOf(form),
      name: S.witness(N.attr(form, "name")),
      action: action === null ? null : absolute(form, action),
      method: String(N.formMethod(form) || "get"),
      submits: submitsOf(form)
        .slice(0, MAX_SUBMITS)
        .map((submit) => S.clean(L.name.of(submit, "button")[0])),
      secret: controls.some((control) => L.privacy.sensitive(control) !== null),
    };
  }

  // --- the whole ---

  /** Position from 1 among elements of the same role and name, as far as their text and label tell.
   * @param {Element} el @param {string} name */
  function ordinalOf(el, name) {
    if (!name) return 1;
    const text = N.text(el);
    let ordinal = 1;
    for (const other of /** @type {Iterable<Element>} */ (N.all(N.root(el), likes(el)))) {
      if (other === el || ordinal > MAX_ORDINAL) break;
      if (N.text(other) === text && calledAlike(other, el) && (!D.isField(el) || named(other) === name)) ordinal++;
    }
    return ordinal;
  }

  /** @param {Element} one @param {Element} other */
  function calledAlike(one, other) {
    return ["aria-label", "title", "value"].every((name) => N.attr(one, name) === N.attr(other, name));
  }

  /** @param {Element} el */
  function likes(el) {
    const role = N.attr(el, "role");
    const type = N.attr(el, "type");
    const tag = CSS.escape(N.tag(el));
    return tag + (role ? `[role="${CSS.escape(role)}"]` : "") + (type ? `[type="${CSS.escape(type)}"]` : "");
  }

  /** @param {Element} el */
  function named(el) {
    return S.clean(L.name.of(el, L.role.of(el))[0]);
  }

  /** The fingerprint without counts: `unique` and `rivals` are null. @param {Element} el @returns {Wire.Element} */
  function describe(el) {
    const role = L.role.of(el);
    const [rawName, name_from] = L.name.of(el, role);
    const name = S.clean(rawName);
    const [classes, hashed_classes] = classesOf(el);
    const text = D.isField(el) ? null : S.clean(L.name.contentOf(el)) || null;
    const [row, column] = P.cellOf(el);
    const landmark = P.landmarkElement(el);
    const sensitive = L.privacy.sensitive(el);
    return {
      role,
      name,
      name_from,
      tag: N.tag(el),
      type: D.typeOf(el),
      id: P.idOf(el),
      test_id: testIdOf(el),
      field: D.isField(el) || N.tag(el) === "button" ? S.witness(N.attr(el, "name")) : null,
      field_value: fieldValueOf(el),
      autocomplete: textOf(el, "autocomplete"),
      placeholder: textOf(el, "placeholder"),
      href: hrefOf(el),
      classes,
      hashed_classes,
      text,
      icon: text ? null : iconOf(el),
      path: P.pathOf(el),
      ancestors: P.ancestorsOf(el),
      landmark: landmark && L.role.landmarkOf(landmark),
      heading: P.headingOf(el),
      fieldset: P.fieldsetOf(el),
      dialog: P.dialogOf(el),
      row,
      column,
      ordinal: ordinalOf(el, name),
      place: P.placeOf(el, landmark),
      neighbours: P.neighboursOf(el),
      options: sensitive ? null : optionsOf(el),
      multiple: Boolean(N.property(el, "multiple")),
      sensitive,
      form: formOf(el),
      state: stateOf(el),
      unique: null,
      rivals: null,
    };
  }

  L.describe = {
    whole: describe,
    stateOf,
    named,
    testIdOf,
    hrefOf,
    fieldValueOf,
    iconOf,
    formElementOf,
    submitsOf,
    disabledOf,
    optionsOf,
    hash,
    MAX_VALUE,
  };
})();
