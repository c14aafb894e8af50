// The pointer: what it pressed, fingerprinted before the page reacts, and whether the click was its, a key's, a label's.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "clicks")) return;
  const N = L.native;
  const D = L.dom;

  const SUBMIT_MS = 1000; // a click on a submit button within this time of Enter in its form is the form's
  const STILL_PX = 10; // a pointer that moved less did not drag

  /** What the pointer pressed. `used`: its click has been told. `up`: it let go near by.
   * @typedef {{el: Element, target: Wire.Element, x: number, y: number, at: Point, button: number,
   *   modifiers: Wire.Modifier[], used: boolean, up: boolean}} Down */

  class Clicks {
    /** @param {Out} out */
    constructor(out) {
      this.out = out;
      /** @type {Down | null} */
      this.down = null;
    }

    /** @returns {[string, (event: any) => void][]} */
    listeners() {
      return [
        ["pointerdown", (event) => this.onDown(event)],
        ["pointerup", (event) => this.onUp(event)],
        ["pointercancel", () => (this.down = null)],
        ["click", (event) => this.onClick(event)],
        ["dblclick", (event) => this.onOther("double", event)],
        ["auxclick", (event) => event.button !== 2 && this.onOther("click", event)],
        ["contextmenu", (event) => this.onOther("context", event)],
      ];
    }

    /** @param {PointerEvent} event */
    onDown(event) {
      if (!event.isTrusted) return;
      const inner = L.meant(event);
      this.out.last.at = performance.now();
      if (!inner) return void (this.down = null);
      this.out.fields.flush();
      this.out.fields.rest();
      this.missed();
      this.out.look();
      this.out.arm(inner);
      const el = D.raise(inner);
      const target = this.out.fields.target(el);
      const at = { x: event.clientX, y: event.clientY };
      const { button } = event;
      this.down = { el, target, ...within(el, event), at, button, modifiers: L.modifiers(event), used: false, up: false };
    }

    /** @param {PointerEvent} event */
    onUp(event) {
      const held = this.down;
      if (!event.isTrusted || !held || held.used || distance(held, event) > STILL_PX) return;
      held.up = true;
      setTimeout(() => held === this.down && this.missed(), 0);
    }

    /** The click of an element that has gone since pointerdown never comes. */
    missed() {
      const held = this.down;
      if (!held || held.used || held.button !== 0 || !held.up) return;
      if (!N.connected(held.el) || !D.isPresent(held.el)) this.tellDown(held);
    }

    /** The page is left between press and click. */
    leave() {
      if (this.down && !this.down.used && this.down.button === 0) this.tellDown(this.down);
    }

    /** @param {Down} held */
    tellDown(held) {
      held.used = true;
      const { target, button, modifiers, x, y } = held;
      this.out.act({ kind: "pointer", what: "click", by: "pointer", target, button, modifiers, x, y }, held.el);
    }

    /** @param {MouseEvent} event */
    onClick(event) {
      const inner = L.meant(event);
      if (!inner) return;
      const held = this.down;
      if (held && !held.used && isClickOf(held, inner, event)) {
        held.used = true;
        return this.click(held.el, held.target, "pointer", event, held);
      }
      const el = D.raise(inner);
      this.click(el, this.out.fields.target(el), this.causeOf(el, inner), event, within(el, event));
    }

    /** @param {Element} el @param {Wire.Element} target @param {Wire.Pointer["by"]} by @param {MouseEvent} event
     * @param {Point} place */
    click(el, target, by, event, { x, y }) {
      const control = N.tag(el) === "label" ? N.control(el) : null;
      this.out.last.click = { el, control, ms: performance.now() };
      const now = N.connected(el) ? { ...target, state: L.describe.stateOf(el) } : target;
      const { button } = event;
      this.out.act({ kind: "pointer", what: "click", by, target: now, button, modifiers: L.modifiers(event), x, y }, el);
    }

    /** Why a click came that no press made. @param {Element} el @param {Element} inner @returns {Wire.Pointer["by"]} */
    causeOf(el, inner) {
      const { click, key } = this.out.last;
      if (click?.control && (click.control === inner || click.control === el)) return "label";
      const byEnter = key?.key === "Enter" && key.el !== el && performance.now() - key.ms < SUBMIT_MS;
      return byEnter && isSubmit(el) ? "submit" : "key";
    }

    /** @param {"double" | "context" | "click"} what @param {MouseEvent} event */
    onOther(what, event) {
      const inner = L.meant(event);
      if (!inner) return;
      const el = D.raise(inner);
      const by = what === "context" && event.button !== 2 ? "key" : "pointer";
      if (this.down) this.down.used = true;
      const { button } = event;
      const target = this.out.fields.target(el);
      this.out.act({ kind: "pointer", what, by, target, button, modifiers: L.modifiers(event), ...within(el, event) }, el);
    }
  }

  /** @param {Down} held @param {MouseEvent} event */
  function distance({ at }, event) {
    return Math.hypot(event.clientX - at.x, event.clientY - at.y);
  }

  /** The browser clicks what press and release have in common: also when the pressed element was replaced.
   * @param {Down} held @param {Element} inner @param {MouseEvent} event */
  function isClickOf(held, inner, event) {
    if (held.button !== event.button) return false;
    if (D.holds(held.el, inner) || !N.connected(held.el)) return true;
    return D.holds(inner, held.el) && distance(held, event) <= STILL_PX;
  }

  /** @param {Element} el */
  function isSubmit(el) {
    const type = D.typeOf(el);
    return type === "submit" || type === "image";
  }

  /** Place of the event in the element's box, 0 to 1. @param {Element} el @param {MouseEvent} event @returns {Point} */
  function within(el, event) {
    if (!event.clientX && !event.clientY) return { x: 0.5, y: 0.5 };
    const box = N.box(el);
    return { x: share((event.clientX - box.x) / box.width), y: share((event.clientY - box.y) / box.height) };
  }

  /** @param {number} value */
  function share(value) {
    return Number.isFinite(value) ? Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000 : 0.5;
  }

  L.clicks = (out) => new Clicks(out);
})();
