// Messages inside the extension: content scripts <-> worker <-> popup. (The wire to the daemon is generated/protocol.d.ts.)
import type * as P from "./generated/protocol";

/** content.js -> worker (chrome.runtime.sendMessage). The worker trusts only `sender` for tab, frame, url and origin. */
export type ToWorker =
  /** At document_start, on bfcache restore, and when probed. Answer: ContentState. `nonce` is what this frame's parent will report. */
  | { type: "hello"; document: string; top: boolean; nonce: string }
  /** A parent tells which of its frames sent it that nonce (window.postMessage handshake). */
  | { type: "child_frame"; nonce: string; step: P.FrameStep }
  /** Low-level, redacted events; answered with { kept: number[] } (their n) once they are in the worker's queue. */
  | { type: "page_events"; document: string; events: { n: number; ms: number; what: P.What }[] }
  | { type: "page_snapshot"; hash: string; snapshot: P.Snapshot }
  /** Secrets typed while recording: the documents that come next must not repeat them. Kept in memory, never sent on. */
  | { type: "secrets"; document: string; values: string[] }
  /** The document is parsed (DOMContentLoaded), or the URL moved: pending page requests may be asked now. */
  | { type: "document_ready"; document: string; page: P.Page }
  /** Button "Stop" in the page's panel. */
  | { type: "stop_clicked"; run: string };

export interface ContentState {
  /** Send events now. */
  recording: boolean;
  /** A run that acts in this tab: be mute, count revisions. */
  run: string | null;
  /** What was typed as a secret before this document began: never to be told. */
  secrets: string[];
}

/** worker -> content.js (chrome.tabs.sendMessage with documentId or frameId). */
export type ToContent =
  | { type: "recording"; on: boolean }
  /** Do pending idle work now and answer { flushed: true } when all events have been kept. */
  | { type: "flush" }
  /** A page request other than navigate; answered with a P.Answer within timeout_ms. `secret` accompanies an act with a slot.
   *  `prepare`: for an act in a build with trusted input, do not act but answer a Prepared. `finish`: the trusted input has been sent. */
  | { type: "ask"; run: string; timeout_ms: number; ask: P.PageAsk; secret: string | null; phase: "whole" | "prepare" | "finish" }
  | { type: "probe" };

/** Where trusted input must go: view coordinates of the frame's own viewport. `done`: the wanted state already holds (or it was
 *  done without trusted input); the answer is final. */
export type Prepared =
  | { kind: "prepared"; input: "click" | "double_click" | "type" | "key"; x: number; y: number; text: string | null; key: string | null }
  | P.Answer;

/** popup -> worker. */
export type FromPopup =
  | { type: "popup_state"; tab: number }
  | { type: "pair"; code: string }
  | { type: "watch"; tab: number; on: boolean; everywhere: boolean }
  | { type: "record"; tab: number; on: boolean }
  | { type: "list"; tab: number }
  | { type: "start"; tab: number; workflow: string; values: Record<string, string> }
  | { type: "stop"; run: string }
  | { type: "consent"; run: string; step: number; approved: boolean; shown: string }
  | { type: "secret"; run: string; slot: string; value: string };

/** worker -> popup: the answer to popup_state, and pushed over the port "popup" whenever it changes. */
export interface PopupState {
  link: "connected" | "connecting" | "unpaired" | "unverified" | "offline" | "update";
  paused: boolean;
  tab: number;
  site: string | null;
  /** Of the page as it says itself (scrubbed), once it is parsed. */
  url: string | null;
  /** Null where the extension may not know it. */
  origin: string | null;
  watched: boolean;
  /** All sites are watched but those switched off. */
  everywhere: boolean;
  recording: number | null;
  queued: number;
  overflow: number;
  items: P.WorkflowRow[];
  recorded: P.Recorded | null;
  run: P.RunReport | null;
  error: string | null;
}
