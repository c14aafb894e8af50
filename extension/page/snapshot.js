// The visible part of the page, pruned: enough to see later what a step was done on, cheap enough to take at every step.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "snapshot")) return;
  const N = L.native;
  const D = L.dom;

  const MAX_ITEMS = 300;
  const MAX_BYTES = 16_000;
  const MAX_VISITED = 5000;
  const MARGIN_PX = 100; // around the viewport
  const MAX_CHARS = 120; // of a name or text
  const KEPT = new Set(
    (
      "alert alertdialog banner button cell checkbox columnheader combobox complementary contentinfo dialog form heading " +
      "iframe img link listbox main menu menuitem menuitemcheckbox menuitemradio navigation option progressbar radio " +
      "region row rowheader search searchbox slider spinbutton status switch tab tabpanel textbox tree treeitem label"
    ).split(" "),
  );
  const NAMED_BY_TEXT = new Set(
    "button cell columnheader heading link menuitem option rowheader tab treeitem label".split(" "),
  );

  /** @typedef {{items: Wire.SnapshotItem[], bytes: number, visited: number, truncated: boolean}} Picture */

  /** @returns {{hash: string, snapshot: Wire.Snapshot}} */
  function take() {
    const body = N.body(document);
    /** @type {Picture} */
    const picture = { items: [], bytes: 2, visited: 0, truncated: false };
    if (body) visit(body, -1, picture);
    const snapshot = { items: picture.items, truncated: picture.truncated };
    return { hash: L.sha256(canonical(snapshot)), snapshot };
  }

  /** @param {Element} top @param {number} root @param {Picture} picture */
  function visit(top, root, picture) {
    /** @type {[Element | null, number][]} */
    const stack = [[top, root]];
    for (let next = stack.pop(); next; next = stack.pop()) {
      const [el, parent] = next;
      if (!el) continue;
      if (picture.items.length >= MAX_ITEMS || picture.visited >= MAX_VISITED) return void (picture.truncated = true);
      if (el !== top) stack.push([N.nextElement(el), parent]);
      if (D.UNSEEN.has(N.tag(el)) || D.own.has(el)) continue;
      picture.visited++;
      if (D.isShut(el) || (el !== top && isOff(el))) continue;
      const kept = keep(el, parent, picture);
      if (kept === null) return void (picture.truncated = true);
      const leaf = kept.whole ? null : N.firstElement(el);
      stack.push([leaf, kept.index]);
      const shadow = kept.whole ? null : D.shadowOf(el);
      if (shadow) stack.push([N.firstElement(shadow), kept.index]);
    }
  }

  /** Out of the viewport, with all that is inside: what has a box elsewhere. @param {Element} el */
  function isOff(el) {
    const box = N.box(el);
    if (!box.width && !box.height) return false;
    return (
      box.bottom < -MARGIN_PX ||
      box.top > innerHeight + MARGIN_PX ||
      box.right < -MARGIN_PX ||
      box.left > innerWidth + MARGIN_PX
    );
  }

  /** Adds the element if it says anything. Null when there is no more room.
   * @param {Element} el @param {number} parent @param {Picture} picture */
  function keep(el, parent, picture) {
    const role = L.role.of(el);
    const whole = N.tag(el) === "svg" || N.tag(el) === "select";
    const text = ownText(el);
    if (!KEPT.has(role) && !text) return { index: parent, whole };
    const name = KEPT.has(role) ? L.scrub.clean(L.name.of(el, role)[0], MAX_CHARS) : "";
    const item = { parent, role, name, text: D.isField(el) ? valueOf(el) : NAMED_BY_TEXT.has(role) && name ? "" : text };
    const bytes = JSON.stringify(item).length + 1;
    if (picture.bytes + bytes > MAX_BYTES) return null;
    picture.bytes += bytes;
    picture.items.push(item);
    return { index: picture.items.length - 1, whole };
  }

  /** @param {Element} el */
  function ownText(el) {
    let text = "";
    for (let child = N.first(el); child; child = N.next(child)) if (N.type(child) === 3) text += N.text(child);
    return L.scrub.clean(text, MAX_CHARS);
  }

  /** What a control shows; nothing of a secret one. @param {Element} el */
  function valueOf(el) {
    if (L.privacy.sensitive(el)) return "";
    const { value, checked, selected } = L.describe.stateOf(el);
    if (checked !== null) return checked ? "checked" : "";
    if (selected) return D.clip(selected.map((option) => option.label).join(", "), MAX_CHARS);
    return D.clip(D.fold(value), MAX_CHARS);
  }

  /** JSON with sorted keys, without spaces, non-ASCII as it is. @param {Wire.Snapshot} snapshot */
  function canonical({ items, truncated }) {
    const sorted = items.map(({ parent, role, name, text }) => ({ name, parent, role, text }));
    return JSON.stringify({ items: sorted, truncated });
  }

  L.snapshot = { take, canonical };
})();
