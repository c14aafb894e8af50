// The only file that joins page/ to chrome.*: document id, numbers of events, shadow roots, messages.
(() => {
  const L = globalThis.__likewise;
  if (!L?.record) return;
  if (Object.hasOwn(L, "again")) return void L.again();

  const RETRY_MS = 250;
  const MAX_RETRY_MS = 4000;
  const MAX_WAITING = 5000; // events that wait for the worker; then a gap is told
  const FLUSH_MS = 3000;
  const ALIVE_MS = 2000; // how often a document in which a run acts looks whether the extension is still there

  const control = new AbortController();
  const { signal } = control;
  const top = window === window.top;
  const documentId = `doc-${hex(10)}`;
  const nonce = hex(16);

  /** What the worker last said; null before its first word. @type {Wire.ContentState | null} */
  let state = null;
  /** @type {Recording | null} */
  let recording = null;
  /** @type {Observer | null} */
  let observer = null;

  /** @param {number} bytes */
  function hex(bytes) {
    return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  L.shadowRootOf = (el) => {
    if (!(el instanceof HTMLElement)) return null;
    try {
      return /** @type {ShadowRoot | null} */ (chrome.dom.openOrClosedShadowRoot(el));
    } catch {
      return null;
    }
  };

  // --- to the worker ---

  /** @param {Wire.ToWorker} message @returns {Promise<any>} undefined where nobody answered */
  async function send(message) {
    if (!chrome.runtime?.id) return void leave();
    try {
      return await chrome.runtime.sendMessage(message);
    } catch {
      if (!chrome.runtime?.id) leave();
      return undefined;
    }
  }

  let last = 0;
  /** @type {Map<number, {n: number, ms: number, what: Wire.What}>} */
  const waiting = new Map();
  /** @type {Set<number>} */
  const underWay = new Set();
  /** @type {Map<string, Wire.Snapshot>} */
  const snapshots = new Map();
  /** @type {Set<string>} */
  const pictured = new Set();
  let retry = 0;
  let wait = RETRY_MS;
  let posting = false;

  /** @param {Wire.What} what */
  function emit(what) {
    const n = last++;
    if (waiting.size < MAX_WAITING) waiting.set(n, { n, ms: performance.now(), what });
    else if (waiting.size === MAX_WAITING)
      waiting.set(n, { n, ms: performance.now(), what: { kind: "gap", text: "More events than can wait." } });
    if (!posting) {
      posting = true;
      queueMicrotask(post);
    }
    return n;
  }

  /** Sends what is not under way; all of it again when nobody has taken it. */
  function post() {
    posting = false;
    if (!state || retry) return;
    confide();
    const events = [...waiting.values()].filter(({ n }) => !underWay.has(n)).slice(0, 100);
    if (events.length === 0) return;
    for (const { n } of events) underWay.add(n);
    void send({ type: "page_events", document: documentId, events }).then((answer) => kept(events, answer?.kept));
    if (waiting.size > underWay.size) post();
  }

  let confided = "";

  /** The worker hands on what was typed as a secret to the documents that come next, before any of them tells anything. */
  function confide() {
    const values = L.scrub.whole();
    if (!state?.recording || confided === values.join("\n")) return;
    confided = values.join("\n");
    void send({ type: "secrets", document: documentId, values });
  }

  /** @param {{n: number}[]} sent @param {number[] | undefined} numbers */
  function kept(sent, numbers) {
    for (const { n } of sent) underWay.delete(n);
    for (const n of numbers ?? []) waiting.delete(n);
    if (sent.every(({ n }) => !waiting.has(n))) return void (wait = RETRY_MS);
    if (retry || signal.aborted) return;
    retry = setTimeout(() => ((retry = 0), post()), wait);
    wait = Math.min(wait * 2, MAX_RETRY_MS);
  }

  /** @param {string} hash @param {Wire.Snapshot} snapshot */
  function keep(hash, snapshot) {
    if (pictured.has(hash)) return;
    pictured.add(hash);
    if (state) void send({ type: "page_snapshot", hash, snapshot });
    else snapshots.set(hash, snapshot);
  }

  async function hello() {
    const answer = await send({ type: "hello", document: documentId, top, nonce });
    if (answer) {
      apply(answer);
      tellReady();
    } else if (!state && !signal.aborted) setTimeout(hello, RETRY_MS);
  }

  // --- what the worker wants ---

  /** @param {Wire.ContentState} next */
  function apply(next) {
    const first = state === null;
    const secrets = next.secrets ?? [];
    state = { recording: next.recording === true, run: next.run ?? null, secrets };
    L.scrub.carry(secrets);
    if (first && secrets.length) for (const event of waiting.values()) event.what = L.scrub.deep(event.what);
    if (state.run !== null) {
      if (first) discard();
      mute(state.run);
    } else if (state.recording) {
      if (first) release();
      begin("already_open");
    } else if (first) discard();
    else end();
    if (state.run !== null || state.recording) frames.announce();
  }

  // A second injection of the same scripts asks the worker again and does nothing else.
  Object.defineProperty(L, "again", { value: () => void hello() });

  /** What happened before the worker's first word belongs to the recording. */
  function release() {
    for (const [hash, snapshot] of snapshots)
      void send({ type: "page_snapshot", hash, snapshot: L.scrub.deep(snapshot) });
    snapshots.clear();
    post();
  }

  /** Nobody records: what happened since the document began is forgotten. */
  function discard() {
    end();
    waiting.clear();
    snapshots.clear();
    pictured.clear();
  }

  /** @param {RecordOptions["cause"]} cause */
  function begin(cause) {
    if (recording || signal.aborted) return;
    recording = L.record({ emit, keep, cause, sees: (frame) => frames.knows(frame) });
  }

  function end() {
    recording?.stop();
    recording = null;
  }

  /** @param {string} run */
  function mute(run) {
    end();
    frames.announce();
    observer ??= L.observe(documentId);
    L.overlay.setStop(() => void send({ type: "stop_clicked", run }));
  }

  function unmute() {
    L.overlay.hide();
    observer?.stop();
    observer = null;
    if (state) state = { ...state, run: null };
    if (state?.recording) begin("already_open");
  }

  function tellReady() {
    if (!state || L.native.readyState(document) === "loading") return;
    void send({ type: "document_ready", document: documentId, page: L.page.describe() });
  }

  /** @param {Wire.Handle[]} handles */
  function elementsOf(handles) {
    const mine = handles.filter((handle) => handle.document === documentId);
    return mine.map((handle) => L.candidates.byHandle(handle.number)).filter((el) => el !== null);
  }

  /** @param {Extract<Wire.ToContent, {type: "ask"}>} message @returns {Promise<Wire.Prepared>} */
  async function answer({ ask, run, timeout_ms: timeout, secret, phase }) {
    if (state) state = { ...state, run };
    switch (ask.kind) {
      case "mute":
        mute(run);
        return { kind: "did" };
      case "unmute":
        unmute();
        return { kind: "did" };
      case "candidates":
        return (observer ??= L.observe(documentId)).candidates(ask, timeout);
      case "observe":
        return (observer ??= L.observe(documentId)).observe(ask, timeout);
      case "act":
        mute(run);
        if (phase !== "finish") observer?.acting();
        return L.act(ask, { documentId, secret, phase, timeout }).finally(() => observer?.acted());
      case "snapshot":
        return { kind: "taken", snapshot: L.snapshot.take().snapshot };
      case "outline":
        mute(run);
        L.overlay.show(elementsOf(ask.handles), ask.text);
        return { kind: "did" };
      case "ask":
        return pick(ask, timeout);
    }
    return { kind: "failed", code: "refused", text: "This is not asked of a page." };
  }

  /** @param {Extract<Wire.PageAsk, {kind: "ask"}>} ask @param {number} timeout @returns {Promise<Wire.Answer>} */
  async function pick({ handles, text }, timeout) {
    const picked = await L.overlay.ask(elementsOf(handles), text, timeout);
    if (!picked) return { kind: "failed", code: "timeout", text: "Nobody picked one." };
    return { kind: "picked", handle: { document: documentId, number: L.candidates.handleOf(picked) } };
  }

  async function flushed() {
    recording?.flush();
    const end = performance.now() + FLUSH_MS;
    while (state && waiting.size > 0 && performance.now() < end) {
      post();
      await new Promise((wake) => setTimeout(wake, 20));
    }
    return { flushed: waiting.size === 0 };
  }

  /** @param {Wire.ToContent} message @returns {Promise<unknown>} */
  async function take(message) {
    switch (message.type) {
      case "recording":
        apply({ recording: message.on, run: state?.run ?? null, secrets: [] });
        return {};
      case "flush":
        return flushed();
      case "probe":
        void hello();
        return { document: documentId };
      case "ask":
        return answer(message).catch((error) => ({
          kind: "failed",
          code: "refused",
          text: `The page could not be asked: ${L.scrub.text(String(error?.message ?? error))}`,
        }));
    }
  }

  /** @param {Wire.ToContent} message @param {chrome.runtime.MessageSender} sender
   * @param {(answer: unknown) => void} reply */
  function onMessage(message, sender, reply) {
    if (sender.id !== chrome.runtime?.id || signal.aborted) return false;
    void take(message).then(reply);
    return true;
  }

  // --- beginning and end ---

  /** The extension has gone (updated, removed): leave nothing behind. */
  function leave() {
    if (signal.aborted) return;
    control.abort();
    clearTimeout(retry);
    waiting.clear();
    L.overlay.hide();
    observer?.stop();
    recording?.stop();
    recording = null;
  }

  const frames = L.frames(
    { nonce, onChild: (child, step) => void send({ type: "child_frame", nonce: child, step }) },
    signal,
  );
  chrome.runtime.onMessage.addListener(onMessage);
  L.native.listen(window, "pageshow", (/** @type {PageTransitionEvent} */ event) => event.persisted && void hello(), {
    signal,
  });
  L.native.listen(document, "DOMContentLoaded", tellReady, { signal });
  const history = /** @type {any} */ (window).navigation;
  if (history) L.native.listen(history, "currententrychange", () => setTimeout(tellReady, 0), { signal });
  const pulse = setInterval(() => state?.run && !chrome.runtime?.id && leave(), ALIVE_MS);
  signal.addEventListener("abort", () => clearInterval(pulse));

  // Until the worker has answered nobody knows whether this is recorded: it is kept here, and forgotten if it is not.
  begin(L.native.readyState(document) === "loading" ? null : "already_open");
  void hello();
})();
