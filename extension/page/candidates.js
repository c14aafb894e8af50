// The elements of the live page that a fingerprint may mean: a cheap overlap of words, rare ones counting more.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "candidates")) return;
  const N = L.native;
  const D = L.dom;

  const LIMIT = 50;
  const MAX_HANDLES = 2000; // then those of elements that are gone are forgotten
  const MUST = 1000; // added for a trait that is a witness: such elements are always among the best
  const MAX_BYTES = 30_000; // of the answer, but for what shares a witness
  const MAX_OPTIONS = 30; // of each candidate; all of them would be most of the answer

  // --- handles ---

  /** @type {Map<number, WeakRef<Element>>} */
  const elements = new Map();
  /** @type {WeakMap<Element, number>} */
  const numbers = new WeakMap();
  let last = 0;

  /** @param {Element} el */
  function handleOf(el) {
    let number = numbers.get(el);
    if (number === undefined) {
      numbers.set(el, (number = ++last));
      elements.set(number, new WeakRef(el));
      if (elements.size > MAX_HANDLES) for (const old of elements.keys()) byHandle(old);
    }
    return number;
  }

  /** @param {number} number */
  function byHandle(number) {
    const el = elements.get(number)?.deref() ?? null;
    if (!el) elements.delete(number);
    return el;
  }

  // --- ranking ---

  /** @param {string | null | undefined} text */
  function wordsOf(text) {
    return (text ?? "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  }

  /** @param {string} kind @param {string | null | undefined} text */
  function tokens(kind, text) {
    return wordsOf(text).map((word) => `${kind}:${word}`);
  }

  /** @param {Wire.Element} fp @param {string[]} words @returns {Set<string>} */
  function wanted(fp, words) {
    const names = [fp.name, fp.text, ...words].flatMap((text) => tokens("name", text));
    const plain = [...fp.classes].flatMap((token) => tokens("class", token));
    return new Set([
      ...names,
      ...plain,
      ...tokens("id", fp.id),
      ...tokens("field", fp.field),
      ...tokens("href", fp.href),
      ...tokens("hint", fp.placeholder),
      ...(fp.icon ? [`icon:${fp.icon}`] : []),
      `role:${fp.role}`,
      `tag:${fp.tag}`,
      `type:${fp.type}`,
    ]);
  }

  /** @param {Element} el @param {Traits} traits @param {boolean} icons whether pictures matter @returns {Set<string>} */
  function offered(el, traits, icons) {
    const icon = icons && !traits.name ? L.describe.iconOf(el) : null;
    return new Set([
      ...(icon ? [`icon:${icon}`] : []),
      ...tokens("name", traits.name),
      ...tokens("class", N.attr(el, "class")),
      ...tokens("id", traits.id),
      ...tokens("field", N.attr(el, "name")),
      ...tokens("href", traits.href),
      ...tokens("hint", N.attr(el, "placeholder")),
      `role:${traits.role}`,
      `tag:${N.tag(el)}`,
      `type:${D.typeOf(el)}`,
    ]);
  }

  /** @param {Set<string>} want @param {boolean} icons @param {Survey} survey @returns {Map<Element, number>} */
  function overlap(want, icons, survey) {
    /** @type {Map<string, Element[]>} */
    const holders = new Map();
    for (const el of survey.elements) {
      for (const token of offered(el, survey.of(el), icons)) {
        if (!want.has(token)) continue;
        const list = holders.get(token);
        if (list) list.push(el);
        else holders.set(token, [el]);
      }
    }
    /** @type {Map<Element, number>} */
    const scores = new Map();
    for (const list of holders.values()) {
      const rarity = Math.log(1 + survey.elements.length / list.length);
      for (const el of list) scores.set(el, (scores.get(el) ?? 0) + rarity);
    }
    return scores;
  }

  /** How many of the fingerprint's witnesses the element shares. @param {Element} el @param {Wire.Element} fp
   * @param {string[]} words @param {Survey} survey */
  function witnesses(el, fp, words, survey) {
    const own = survey.of(el);
    const named = own.role === fp.role && own.name !== "" && (own.name === fp.name || words.includes(own.name));
    const tests = [
      fp.id !== null && own.id === fp.id,
      fp.test_id !== null && own.test_id === fp.test_id,
      fp.field !== null && L.scrub.witness(N.attr(el, "name")) === fp.field,
      named,
      fp.href !== null && own.href === fp.href,
      survey.path(el) === L.survey.pathText(fp.path),
      inRow(el, fp, words, survey),
    ];
    return tests.filter(Boolean).length;
  }

  /** @param {Element} el @param {Wire.Element} fp @param {string[]} words @param {Survey} survey */
  function inRow(el, fp, words, survey) {
    if (fp.row === null) return false;
    const cell = survey.cell(el);
    if (cell === null) return false;
    const [row, column] = cut(cell);
    return (row === fp.row || words.includes(row)) && column === (fp.column ?? "");
  }

  /** @param {string} cell @returns {[string, string]} */
  function cut(cell) {
    const at = cell.lastIndexOf("|");
    return [cell.slice(0, at), cell.slice(at + 1)];
  }

  /** @param {Element} el @param {Survey} survey @param {Wire.Element} fp */
  function candidate(el, survey, fp) {
    const element = L.describe.whole(el);
    const own = element.field !== null && element.field === fp.field;
    const options = own ? element.options : (element.options?.slice(0, MAX_OPTIONS) ?? null);
    return { number: handleOf(el), element: { ...element, options, unique: L.count.unique(el, survey) } };
  }

  /** Best first. @param {Wire.Element} fingerprint @param {string[]} words @param {number} [limit] */
  function find(fingerprint, words, limit = LIMIT) {
    const texts = words.map((word) => D.fold(word)).filter(Boolean);
    const kin = L.survey.kinOf(fingerprint);
    const actionable = L.survey.take(null);
    const survey = kin ? L.survey.take(kin) : actionable;
    const scores = overlap(wanted(fingerprint, texts), fingerprint.icon !== null, survey);
    const ranked = survey.elements
      .map((el) => ({ el, score: (scores.get(el) ?? 0) + MUST * witnesses(el, fingerprint, texts, survey) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
    // Counted among the same kind of elements as when it was recorded.
    const counted = (/** @type {Element} */ el) => (kin && !D.isActionable(el) ? survey : actionable);
    return withinBytes(
      ranked.map(({ el, score }) => ({ must: score >= MUST, make: () => candidate(el, counted(el), fingerprint) })),
    );
  }

  /** What shares no witness is left out when there is no more room.
   * @template T @param {{must: boolean, make: () => T}[]} ranked @returns {T[]} */
  function withinBytes(ranked) {
    const made = [];
    let left = MAX_BYTES;
    for (const { must, make } of ranked) {
      if (left <= 0 && !must) break;
      const one = make();
      made.push(one);
      left -= JSON.stringify(one).length;
    }
    return made;
  }

  L.candidates = { find, handleOf, byHandle };
})();
