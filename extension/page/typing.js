// The keyboard and the fields: keys that matter, values, choices, the focus, and a form's submit where the person made it.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "typing")) return;
  const N = L.native;
  const D = L.dom;

  const ACT_MS = 300; // a focus within this time of an act of the person is theirs
  const INPUT_MS = 1000; // a text changes within this time of an act of the person
  const CHANGE_MS = 1000; // a box changes within this time of its click
  const SUBMIT_MS = 1000; // a submit within this time of its cause
  /** In text fields `input` says what these made. */
  const EDITING = new Set(["Backspace", "Delete", "Unidentified", "Process", "Dead"]);
  const IN_SECRETS = new Set(["Enter", "Tab", "Escape"]);
  const SILENT = new Set("Alt Control Meta Shift AltGraph CapsLock NumLock ScrollLock Fn FnLock OS Hyper Super".split(" "));
  const PICKED = new Set("checkbox radio file submit button reset image".split(" "));

  class Typing {
    /** @param {Out} out */
    constructor(out) {
      this.out = out;
    }

    /** @returns {[string, (event: any) => void][]} */
    listeners() {
      return [
        ["keydown", (event) => this.onKey(event)],
        ["keyup", () => this.out.fields.settle()],
        ["beforeinput", (event) => event.isTrusted && (this.out.last.at = performance.now())],
        ["input", (event) => this.onInput(event)],
      ];
    }

    /** These do not cross a shadow root, or only sometimes. @returns {[string, (event: any) => void][]} */
    rootListeners() {
      return [
        ["change", (event) => this.onChange(event)],
        ["submit", (event) => this.onSubmit(event)],
        ["focusin", (event) => this.onFocus(event)],
        ["focusout", (event) => this.onBlur(event)],
      ];
    }

    /** @param {KeyboardEvent} event */
    onKey(event) {
      const inner = L.meant(event);
      if (!inner || typeof event.key !== "string" || SILENT.has(event.key)) return;
      const { last, fields } = this.out;
      last.at = performance.now();
      const el = L.fields.fieldOf(inner) ?? D.raise(inner);
      const composing = event.isComposing || event.keyCode === 229;
      if (!event.repeat) last.key = { el, key: composing ? "" : event.key, ms: last.at, form: L.describe.formElementOf(el) };
      this.out.arm(inner);
      if (D.isText(el)) fields.keyed(el);
      if (!matters(event, el)) return;
      this.out.look();
      fields.settle();
      const key = D.clip(event.key, 40);
      this.out.act({ kind: "key", key, modifiers: L.modifiers(event), composing, target: fields.target(el) }, el);
      if (event.key === "Enter") fields.rest();
    }

    /** @param {InputEvent} event */
    onInput(event) {
      const inner = L.meant(event);
      const el = inner && L.fields.fieldOf(inner);
      if (!el || this.commanded(event) || N.tag(el) === "select" || PICKED.has(D.typeOf(el) ?? "")) return;
      this.out.fields.typed(el, event.inputType || "insertReplacementText");
    }

    /** The input of a script's editing command is trusted, but nothing comes before it. @param {InputEvent} event */
    commanded(event) {
      return event.inputType !== undefined && performance.now() - this.out.last.at > INPUT_MS;
    }

    /** @param {Event} event */
    onChange(event) {
      const el = L.meant(event);
      if (!el || !D.isField(el) || (isBox(el) && !this.clicked(el))) return;
      const { fields } = this.out;
      if (D.isText(el)) fields.settle();
      if (D.isText(el) && !fields.wrote(el)) return;
      this.out.act({ kind: "change", target: fields.target(el), files: filesOf(el) }, el);
    }

    /** The change of a box is trusted even where a script clicked it. @param {Element} box */
    clicked(box) {
      const { click } = this.out.last;
      if (!click || performance.now() - click.ms > CHANGE_MS) return false;
      return click.el === box || click.control === box || D.holds(click.el, box);
    }

    /** @param {FocusEvent} event */
    onFocus(event) {
      const el = L.meant(event);
      if (!el || !D.isField(el)) return;
      const { fields, last } = this.out;
      this.out.arm(el);
      if (!fields.holds(el)) fields.leave();
      if (L.privacy.sensitive(el)) L.scrub.listen();
      if (performance.now() - last.at <= ACT_MS) this.out.tell({ kind: "focus", target: fields.target(el) });
    }

    /** @param {FocusEvent} event */
    onBlur(event) {
      const el = L.meant(event);
      if (el && this.out.fields.holds(el)) this.out.fields.leave();
    }

    /** A submit that a script made is not the person's; one that follows their click or Enter in that form is.
     * @param {SubmitEvent} event */
    onSubmit(event) {
      const form = L.meant(event);
      if (!form) return;
      const { click, key } = this.out.last;
      const since = performance.now() - SUBMIT_MS;
      const { submitter } = event;
      const implicit = key?.key === "Enter" && key.form === form && key.ms > since && key.el !== submitter;
      if (implicit) return this.out.act({ kind: "submit", target: null }, null);
      if (!submitter || !click || click.ms < since || !D.holds(click.el, submitter)) return;
      this.out.act({ kind: "submit", target: L.describe.whole(submitter) }, submitter);
    }
  }

  /** @param {Element} el */
  function isBox(el) {
    const type = D.typeOf(el);
    return type === "checkbox" || type === "radio";
  }

  /** @param {Element} el */
  function filesOf(el) {
    if (D.typeOf(el) !== "file") return null;
    return /** @type {File[]} */ ([...(N.property(el, "files") ?? [])]).slice(0, 100).map((file) => D.clip(file.name));
  }

  /** @param {KeyboardEvent} event @param {Element} el */
  function matters(event, el) {
    if (L.privacy.sensitive(el)) return IN_SECRETS.has(event.key);
    if (event.repeat && (event.key === "Enter" || event.key === " ")) return false;
    if (!D.isText(el)) return true;
    const command = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");
    return command || (event.key.length > 1 && !EDITING.has(event.key));
  }

  L.typing = (out) => new Typing(out);
})();
