// Changes of the URL without a new document.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "moves")) return;
  const N = L.native;

  const DRAW_MS = 50; // the page draws after it moved; anything else that is told comes after the move

  class Moves {
    /** @param {(what: Wire.What) => void} tell @param {AbortSignal} signal */
    constructor(tell, signal) {
      this.tell = tell;
      this.url = location.href;
      this.timer = 0;
      /** @type {Wire.Moved["cause"]} */
      this.cause = "push";
      const history = /** @type {any} */ (window).navigation;
      if (history)
        N.listen(history, "currententrychange", (/** @type {any} */ event) => this.moved(event.navigationType), { signal });
      else this.listenOldWay(signal);
      signal.addEventListener("abort", () => clearTimeout(this.timer), { once: true });
    }

    /** @param {AbortSignal} signal */
    listenOldWay(signal) {
      N.listen(window, "popstate", () => this.moved("traverse"), { signal });
      N.listen(window, "hashchange", () => this.moved(null), { signal });
    }

    /** @param {string | null} type */
    moved(type) {
      if (location.href === this.url) return;
      this.flush();
      const [before, now] = [this.url, location.href].map((href) => href.split("#", 1)[0]);
      this.url = location.href;
      this.cause = type === "traverse" || type === "replace" ? type : before === now ? "fragment" : "push";
      this.timer = setTimeout(() => this.flush(), DRAW_MS);
    }

    flush() {
      if (!this.timer) return;
      clearTimeout(this.timer);
      this.timer = 0;
      this.tell({ kind: "moved", page: L.page.describe(), cause: this.cause });
    }
  }

  L.moves = (tell, signal) => new Moves(tell, signal);
})();
