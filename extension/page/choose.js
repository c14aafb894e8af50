// Choices of a list, and files.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "choose")) return;
  const N = L.native;
  const D = L.dom;
  const I = L.input;
  const T = L.target;

  const SETTLE_MS = 30; // a page's own handlers have had their turn
  const NEAREST = 5; // choices named when the wanted one is missing

  /** @param {Element} el @param {string[]} labels @returns {HTMLOptionElement[] | Wire.Failed} */
  function choices(el, labels) {
    const options = /** @type {HTMLOptionElement[]} */ ([...N.property(el, "options")]);
    const label = (/** @type {HTMLOptionElement} */ option) =>
      L.scrub.clean(N.attr(option, "label")) || L.scrub.clean(N.text(option));
    const picked = [];
    for (const wanted of labels) {
      const text = D.fold(wanted);
      const option = options.find((one) => label(one) === text) ?? options.find((one) => one.value === wanted);
      if (!option) return missing(el, text, options.map(label));
      if (option.disabled) return T.failed("refused", `The choice “${text}” is disabled.`);
      picked.push(option);
    }
    return picked;
  }

  /** @param {Element} el @param {string} wanted @param {string[]} there */
  function missing(el, wanted, there) {
    const words = wanted.toLowerCase().split(/\s+/);
    const likeness = (/** @type {string} */ text) => words.filter((word) => text.toLowerCase().includes(word)).length;
    const nearest = there
      .filter(Boolean)
      .sort((a, b) => likeness(b) - likeness(a))
      .slice(0, NEAREST);
    return T.failed(
      "changed",
      `There is no choice “${wanted}” in “${L.describe.named(el)}”. Nearest: ${nearest.join(", ") || "none"}.`,
    );
  }

  /** @param {Element} el @param {HTMLOptionElement[]} picked */
  function isChosen(el, picked) {
    const chosen = [...N.property(el, "selectedOptions")];
    return chosen.length === picked.length && picked.every((option) => chosen.includes(option));
  }

  /** @param {Element} el @param {string[]} labels @returns {Promise<Wire.Failed | null>} */
  async function select(el, labels) {
    const picked = choices(el, labels);
    if (!Array.isArray(picked)) return picked;
    if (el instanceof HTMLElement) N.focus(el, { preventScroll: true });
    if (N.property(el, "multiple")) {
      for (const option of N.property(el, "options")) option.selected = picked.includes(option);
    } else N.setProperty(el, "selectedIndex", [...N.property(el, "options")].indexOf(picked.at(-1)));
    N.dispatch(el, new Event("input", { bubbles: true, composed: true }));
    I.tellChange(el);
    await new Promise((done) => setTimeout(done, SETTLE_MS));
    if (!N.connected(el) || isChosen(el, picked)) return null;
    return T.failed("refused", `“${L.describe.named(el)}” did not take the choice.`);
  }

  /** The file input that an element is or stands for. @param {Element} el @returns {Element | null} */
  function fileInput(el) {
    if (D.typeOf(el) === "file" && N.tag(el) === "input") return el;
    const labelled = N.tag(el) === "label" ? N.control(el) : null;
    if (labelled) return D.typeOf(labelled) === "file" ? labelled : null;
    for (const inner of N.all(el, "input[type=file]")) return inner;
    return null;
  }

  /** @param {Element} el @param {Wire.Act["files"]} files */
  function upload(el, files) {
    const input = /** @type {Element} */ (fileInput(el));
    const data = new DataTransfer();
    for (const { name, base64 } of files) {
      data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    }
    N.setProperty(input, "files", data.files);
    I.tellInput(input, "insertText", null);
    I.tellChange(input);
  }

  L.choose = { choices, isChosen, select, fileInput, upload };
})();
