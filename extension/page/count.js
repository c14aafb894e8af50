// Idle work on an element: how many others share each of its traits, and which others could be mistaken for it.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "count")) return;
  const N = L.native;
  const D = L.dom;

  const MAX_RIVALS = 12;
  const SAME_NAME = 5;
  const SHARED_WORDS = 3; // times the share of words in common
  const SAME_ROLE = 2;
  const SAME_TAG = 1;

  /** @param {Element} el @param {Survey} survey @returns {Wire.Uniqueness} */
  function unique(el, survey) {
    const own = survey.of(el);
    return {
      id: survey.sharing("id", own.id),
      test_id: survey.sharing("test_id", own.test_id),
      field: survey.sharing("field", own.field),
      role_name: survey.sharing("role_name", own.role_name),
      href: survey.sharing("href", own.href),
      cell: survey.sameCell(survey.cell(el)),
      path: survey.samePath(survey.path(el)),
    };
  }

  /** @param {string} text */
  function wordsOf(text) {
    return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  }

  /** @param {Set<string>} mine @param {string} name */
  function shared(mine, name) {
    const theirs = wordsOf(name);
    let both = 0;
    for (const word of theirs) if (mine.has(word)) both++;
    return both ? both / (mine.size + theirs.size - both) : 0;
  }

  /** @param {Element} el @param {Survey} survey @returns {Wire.Rival[]} */
  function rivals(el, survey) {
    const own = survey.of(el);
    const words = wordsOf(own.name);
    /** @param {Element} other */
    const likeness = (other) => {
      const theirs = survey.of(other);
      const name = own.name && theirs.name === own.name ? SAME_NAME : SHARED_WORDS * shared(words, theirs.name);
      return name + (theirs.role === own.role ? SAME_ROLE : 0) + (N.tag(other) === N.tag(el) ? SAME_TAG : 0);
    };
    return survey.elements
      .filter((other) => other !== el && !D.holds(other, el) && !D.holds(el, other))
      .map((other) => ({ other, score: likeness(other) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_RIVALS)
      .map(({ other }) => rival(other, survey));
  }

  /** @param {Element} el @param {Survey} survey @returns {Wire.Rival} */
  function rival(el, survey) {
    const { role, name, id, href } = survey.of(el);
    const field = D.isField(el) ? L.scrub.witness(N.attr(el, "name")) : null;
    return { role, name, id, field, href, row: L.place.cellOf(el)[0], path: L.place.pathOf(el) };
  }

  L.count = { unique, rivals };
})();
