// What the page scripts are to one another. Each file adds one part to the object; none of it is visible to the page.
import type * as P from "../generated/protocol";
import type * as M from "../messages";

declare global {
  /** The contract's types, for scripts that cannot import. */
  namespace Wire {
    type Element = P.Element;
    type State = P.State;
    type Option = P.Option;
    type TagPath = P.TagPath;
    type Place = P.Place;
    type Form = P.Form;
    type Uniqueness = P.Uniqueness;
    type Rival = P.Rival;
    type FrameStep = P.FrameStep;
    type Page = P.Page;
    type Snapshot = P.Snapshot;
    type SnapshotItem = P.SnapshotItem;
    type What = P.What;
    type Pointer = P.Pointer;
    type Opened = P.Opened;
    type Moved = P.Moved;
    type Handle = P.Handle;
    type Candidate = P.Candidate;
    type Candidates = P.Candidates;
    type Act = P.Act;
    type Observe = P.Observe;
    type Found = P.Found;
    type Acted = P.Acted;
    type Observed = P.Observed;
    type Failed = P.Failed;
    type Answer = P.Answer;
    type PageAsk = P.PageAsk;
    type Sensitive = NonNullable<P.Element["sensitive"]>;
    type NameSource = P.Element["name_from"];
    type Modifier = P.Key["modifiers"][number];
    type FailureCode = P.Failed["code"];
    type Prepared = M.Prepared;
    type ToWorker = M.ToWorker;
    type ToContent = M.ToContent;
    type ContentState = M.ContentState;
    type Phase = Extract<M.ToContent, { type: "ask" }>["phase"];
  }

  interface Likewise {
    /** Set by content.js where closed shadow roots can be opened. */
    shadowRootOf: (el: Element) => ShadowRoot | null;
    /** Set by content.js: says hello to the worker once more. */
    again(): void;
    native: Record<string, (of: any, ...rest: any[]) => any>;
    dom: {
      MAX_TEXT: number;
      BUTTON_TYPES: Set<string>;
      UNSEEN: Set<string>;
      own: WeakSet<Node>;
      fold(text: string | null | undefined): string;
      clip(text: string, limit?: number): string;
      shadowOf(el: Element): ShadowRoot | null;
      parentOf(node: Node): Element | null;
      above(el: Node, test: (ancestor: Element) => boolean): Element | null;
      holds(outer: Node, inner: Node | null): boolean;
      walk(root: Node, enter: (el: Element) => boolean | void): void;
      find(selector: string): Element[];
      /** Computes once in a run of ours; see dom.js. */
      once<T>(key: unknown, compute: () => T): T;
      /** The page's own handlers have run. */
      forget(): void;
      roots(): ShadowRoot[];
      targetOf(event: Event): Element | null;
      focused(): Element | null;
      at(x: number, y: number): Element | null;
      typeOf(el: Element): string | null;
      editable(el: Element): boolean;
      isText(el: Element): boolean;
      isField(el: Element): boolean;
      labelsOf(el: Element): Element[];
      isShown(el: Element): boolean;
      isShut(el: Element): boolean;
      isVisible(el: Element): boolean;
      isPresent(el: Element): boolean;
      isControl(el: Element): boolean;
      isActionable(el: Element): boolean;
      raise(inner: Element): Element;
    };
    role: {
      of(el: Element): string;
      landmarkOf(el: Element): string | null;
      isDialog(el: Element): boolean;
    };
    name: {
      of(el: Element, role: string): [string, Wire.NameSource];
      contentOf(node: Node, without?: Node | null, limit?: number): string;
    };
    scrub: {
      MASK: string;
      text(text: string): string;
      value(text: string): string;
      url(url: string): string;
      clean(text: string | null | undefined, limit?: number): string;
      witness(value: string | null): string | null;
      deep<T>(value: T): T;
      taint(value: string, whole: boolean): void;
      whole(): string[];
      carry(values: string[]): void;
      listen(): void;
      isCertain(text: string): boolean;
    };
    vocabulary: Record<"password" | "notPassword" | "code" | "card" | "cardExpiry" | "key" | "ordinary", RegExp>;
    privacy: {
      sensitive(el: Element): Wire.Sensitive | null;
      typed(el: Element): void;
      rejudge(el: Element): void;
      valueOf(el: Element): string;
      watch(signal: AbortSignal): void;
    };
    place: {
      HEADINGS: string;
      isMade(token: string): boolean;
      idOf(el: Element): string | null;
      pathOf(el: Element, cache?: PathCache): Wire.TagPath;
      ancestorsOf(el: Element): string[];
      landmarkElement(el: Element): Element | null;
      headingOf(el: Element): string | null;
      fieldsetOf(el: Element): string | null;
      dialogName(dialog: Element): string;
      dialogOf(el: Element): string | null;
      cellOf(el: Element): [string | null, string | null];
      placeOf(el: Element, landmark: Element | null): Wire.Place;
      neighboursOf(el: Element): string[];
    };
    describe: {
      MAX_VALUE: number;
      whole(el: Element): Wire.Element;
      stateOf(el: Element): Wire.State;
      named(el: Element): string;
      testIdOf(el: Element): string | null;
      hrefOf(el: Element): string | null;
      fieldValueOf(el: Element): string | null;
      iconOf(el: Element): string | null;
      formElementOf(el: Element): HTMLFormElement | null;
      submitsOf(form: Element): Element[];
      disabledOf(el: Element): boolean;
      optionsOf(el: Element): Wire.Option[] | null;
      hash(text: string): string;
    };
    survey: {
      take(kin: string | null): Survey;
      kinOf(fingerprint: Wire.Element): string | null;
      pathText(path: Wire.TagPath): string;
    };
    count: {
      unique(el: Element, survey: Survey): Wire.Uniqueness;
      rivals(el: Element, survey: Survey): Wire.Rival[];
    };
    candidates: {
      find(fingerprint: Wire.Element, words: string[], limit?: number): { number: number; element: Wire.Element }[];
      handleOf(el: Element): number;
      byHandle(number: number): Element | null;
    };
    page: {
      describe(): Wire.Page;
      messages(): string[];
      heading(): string | null;
      dialogs(): Element[];
      topDialog(): string | null;
    };
    shown: {
      watch(emit: (what: Wire.What) => void, signal: AbortSignal): { flush(): void };
    };
    fields: {
      sessions(tell: (what: Wire.What, el: Element | null) => void, signal: AbortSignal): FieldSessions;
      fieldOf(target: Element): Element | null;
    };
    idle: {
      queue(
        out: { emit(what: Wire.What): void; keep(hash: string, snapshot: Wire.Snapshot): void },
        signal: AbortSignal,
      ): { add(of: number, el: Element | null, pictured: boolean): void; flush(): void; leave(): void };
    };
    clicks(out: Out): { listeners(): Listener[]; leave(): void };
    typing(out: Out): { listeners(): Listener[]; rootListeners(): Listener[] };
    moves(tell: (what: Wire.What) => void, signal: AbortSignal): { flush(): void };
    /** The innermost element of a trusted event, unless it is ours. */
    meant(event: Event): Element | null;
    modifiers(event: MouseEvent | KeyboardEvent): Wire.Modifier[];
    record(options: RecordOptions): Recording;
    sha256(text: string): string;
    input: {
      click(el: Element, hit: Element, point: Point, detail?: number): void;
      doubleClick(el: Element, hit: Element, point: Point): void;
      press(el: Element, key: string, modifiers: string[], act: () => void): void;
      setValue(el: Element, value: string): void;
      type(el: Element, value: string): void;
      edit(el: Element, value: string): void;
      selectAll(el: Element): void;
      tellInput(el: Element, inputType: string, data: string | null): void;
      tellChange(el: Element): void;
    };
    keys: { press(el: Element, combination: string): void };
    target: {
      resolve(ask: Wire.Act, documentId: string): Element | Wire.Failed;
      obstacle(el: Element): Wire.Failed | null;
      readOnly(el: Element): boolean;
      unsafe(el: Element, ask: Wire.Act): Wire.Failed | null;
      reach(el: Element): { point: Point; hit: Element } | null;
      bringIntoView(el: Element): void;
      failed(code: Wire.FailureCode, text: string): Wire.Failed;
    };
    choose: {
      choices(el: Element, labels: string[]): HTMLOptionElement[] | Wire.Failed;
      isChosen(el: Element, picked: HTMLOptionElement[]): boolean;
      select(el: Element, labels: string[]): Promise<Wire.Failed | null>;
      fileInput(el: Element): Element | null;
      upload(el: Element, files: Wire.Act["files"]): void;
    };
    act(
      ask: Wire.Act,
      how: { documentId: string; secret: string | null; phase: Wire.Phase; timeout: number },
    ): Promise<Wire.Prepared>;
    observe(documentId: string): Observer;
    overlay: {
      show(elements: Element[], text: string): void;
      hide(): void;
      ask(elements: Element[], text: string, timeout: number): Promise<Element | null>;
      avoid(point: Point): void;
      setStop(listener: () => void): void;
    };
    frames(
      how: { nonce: string; onChild: (nonce: string, step: Wire.FrameStep) => void },
      signal: AbortSignal,
    ): { announce(): void; knows(frame: Element): boolean };
    snapshot: {
      take(): { hash: string; snapshot: Wire.Snapshot };
      canonical(snapshot: Wire.Snapshot): string;
    };
  }

  interface Point {
    x: number;
    y: number;
  }

  interface Observer {
    candidates(ask: Wire.Candidates, timeout: number): Promise<Wire.Found>;
    observe(ask: Wire.Observe, timeout: number): Promise<Wire.Observed>;
    revision(): string;
    acting(): void;
    acted(): void;
    stop(): void;
  }

  type Listener = [type: string, listener: (event: any) => void];

  /** What the parts of the recorder share. */
  interface Out {
    /** The person's last acts, by which later events are explained. */
    last: {
      at: number;
      click: { el: Element; control: Element | null; ms: number } | null;
      key: { el: Element; key: string; ms: number; form: Element | null } | null;
    };
    fields: FieldSessions;
    /** Listens in the shadow roots around an element. */
    arm(el: Element): void;
    /** What has appeared until now is told: it does not follow from the act that comes. */
    look(): void;
    /** Tells an event after what was typed before it. */
    tell(what: Wire.What): void;
    /** The same, with counts, rivals and a picture of the page to follow. */
    act(what: Wire.What, el: Element | null): void;
  }

  interface RecordOptions {
    /** Takes an event and gives it its number. */
    emit(what: Wire.What): number;
    /** Takes a snapshot that a Noted event will name by its hash. */
    keep(hash: string, snapshot: Wire.Snapshot): void;
    /** Null: as the browser says. */
    cause: "already_open" | null;
    /** Whether what happens in a frame is told by a document of its own. */
    sees?(frame: Element): boolean;
  }

  interface Recording {
    /** Tells what is still waiting, then stops for good. */
    stop(): void;
    /** Does all idle work now. */
    flush(): void;
  }

  type FieldSessions = {
    typed(el: Element, how: string): void;
    keyed(el: Element): void;
    flush(): void;
    leave(): void;
    settle(): void;
    rest(): void;
    holds(el: Element): boolean;
    wrote(el: Element): boolean;
    target(el: Element): Wire.Element;
  };

  /** What one look over the page found of its visible actionable elements. Stale as soon as the page changes. */
  interface Survey {
    elements: Element[];
    of(el: Element): Traits;
    cell(el: Element): string | null;
    /** How many of the elements are in that cell; the asking one counts. */
    sameCell(cell: string | null): number | null;
    path(el: Element): string;
    /** How many of the elements have that path; the asking one counts. */
    samePath(path: string): number;
    /** Elements that share a trait, links to one place under one name counted once. */
    sharing(trait: keyof Traits, value: string | null): number | null;
  }

  interface PathCache {
    ordinals: Map<Element, number>;
    anchors: Map<Element, string | null>;
  }

  /** The cheap traits of an element. */
  interface Traits {
    id: string | null;
    test_id: string | null;
    field: string | null;
    role: string;
    name: string;
    role_name: string | null;
    href: string | null;
  }

  var __likewise: Likewise;
}
