// Typing: one session a field. Its changes are told at most ten times a second, and always before anything else is told.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "fields")) return;
  const N = L.native;
  const D = L.dom;

  const EVERY_MS = 100;

  /** The field being typed in. `state` is what the last input made of it: the page may change it again. `target` is the
   * fingerprint of the untouched field, since typing may change what the page shows of it. `told`: the value told last.
   * `keyed`: a key was pressed and no input has followed. `first`: nothing of the session has been told.
   * @typedef {{el: Element, target: Wire.Element, state: Wire.State, how: string, told: string | null, dirty: boolean,
   *   keyed: boolean, first: boolean}} Session */

  class Fields {
    /** @param {(what: Wire.What, el: Element | null) => void} tell `el` with the first input of a session
     * @param {AbortSignal} signal */
    constructor(tell, signal) {
      this.tell = tell;
      /** @type {Session | null} */
      this.open = null;
      /** @type {WeakSet<Element>} */
      this.written = new WeakSet();
      this.timer = 0;
      signal.addEventListener("abort", () => clearTimeout(this.timer), { once: true });
    }

    /** @param {Element} el @returns {Session} */
    enter(el) {
      if (this.open?.el === el) return this.open;
      this.leave();
      const target = L.describe.whole(el);
      this.open = {
        el,
        target,
        state: target.state,
        how: "",
        told: target.state.value,
        dirty: false,
        keyed: false,
        first: true,
      };
      return this.open;
    }

    /** @param {Element} el @param {string} how */
    typed(el, how) {
      const session = this.enter(el);
      if (session.dirty && session.how !== how) this.flush();
      L.privacy.rejudge(el);
      session.how = how;
      session.keyed = false;
      this.mark(session);
    }

    /** @param {Session} session */
    mark(session) {
      this.written.add(session.el);
      session.state = L.describe.stateOf(session.el);
      session.dirty = true;
      this.timer ||= setTimeout(() => this.flush(), EVERY_MS);
    }

    /** Tells the value of the field, if it has changed since. */
    flush() {
      clearTimeout(this.timer);
      this.timer = 0;
      const session = this.open;
      if (!session?.dirty) return;
      session.dirty = false;
      const { state } = session;
      const sensitive = L.privacy.sensitive(session.el);
      session.told = state.value;
      session.target = { ...session.target, state, sensitive, options: sensitive ? null : session.target.options };
      this.tell({ kind: "input", how: session.how, target: session.target }, session.first ? session.el : null);
      session.first = false;
    }

    /** A key was pressed in a field. @param {Element} el */
    keyed(el) {
      this.enter(el).keyed = true;
    }

    /** What comes now is not made by keys. */
    rest() {
      if (this.open) this.open.keyed = false;
    }

    /** A page that cancels keys and writes the value itself fires no event: look whether a key changed the value. */
    settle() {
      const session = this.open;
      if (!session?.keyed || !N.connected(session.el) || L.privacy.sensitive(session.el)) return;
      const known = session.dirty ? session.state.value : session.told;
      if (L.describe.stateOf(session.el).value === known) return;
      session.how = "settled";
      this.mark(session);
    }

    leave() {
      this.settle();
      this.flush();
      this.open = null;
    }

    /** The person has written in the field. @param {Element} el */
    wrote(el) {
      return this.written.has(el);
    }

    /** @param {Element} el */
    holds(el) {
      return this.open?.el === el;
    }

    /** The fingerprint of the field in its session, else a new one. @param {Element} el @returns {Wire.Element} */
    target(el) {
      if (this.open?.el !== el || !N.connected(el)) return L.describe.whole(el);
      const state = L.describe.stateOf(el);
      return { ...this.open.target, state, sensitive: L.privacy.sensitive(el) };
    }
  }

  /** The field that an input event speaks of: an editor is the root of what can be edited. @param {Element} target */
  function fieldOf(target) {
    if (N.tag(target) === "input" || N.tag(target) === "textarea" || N.tag(target) === "select") return target;
    if (D.editable(target)) return outermostEditor(target);
    const editor = D.above(target, D.editable);
    return editor && outermostEditor(editor);
  }

  /** @param {Element} editor */
  function outermostEditor(editor) {
    return D.above(editor, (up) => D.editable(up) && !D.above(up, D.editable)) ?? editor;
  }

  L.fields = { sessions: (tell, signal) => new Fields(tell, signal), fieldOf };
})();
