// A run as it goes on: its steps, its end, and what only the person can answer.

import { byId, make } from "./make.js";

/** @import { Question, RunReport, StepReport } from "../generated/protocol" */
/**
 * @typedef {object} Answers
 * @property {(run: string, question: Question, approved: boolean) => void} consent
 * @property {(run: string, question: Question, value: string) => void} secret
 */

const ENDS = { done: "Done", stopped: "Stopped", asking: "Needs you" };

/** @param {RunReport | null} report */
export function drawRun(report) {
  byId("run", HTMLElement).hidden = report === null;
  byId("status", HTMLElement).textContent = report ? statusText(report) : "";
  if (!report) return;
  byId("run-title", HTMLElement).textContent = report.title;
  byId("steps", HTMLOListElement).replaceChildren(...report.steps.map((one) => step(one, isOver(report))));
  byId("stop", HTMLButtonElement).hidden = isOver(report);
}

/** @param {{ run: string, question: Question } | null} open @param {Answers} answers */
export function drawQuestion(open, answers) {
  const section = byId("question", HTMLElement);
  const parts = open ? asked(open.run, open.question, answers) : [];
  section.replaceChildren(...parts);
  section.hidden = parts.length === 0;
  section.querySelector("input")?.focus();
}

/** @param {RunReport} report */
function isOver(report) {
  return report.status !== "running" && report.question === null;
}

/** @param {RunReport} report */
function statusText(report) {
  if (report.status === "running" || report.question) return "";
  return report.reason ? `${ENDS[report.status]}: ${report.reason}` : ENDS[report.status];
}

/** @param {StepReport} one @param {boolean} over */
function step(one, over) {
  const status = over && one.status === "waiting" ? "not done" : one.status;
  const state = one.reason ? `${status}: ${one.reason}` : status;
  const nearest = one.nearest.length ? [make("div", { class: "hint" }, `Nearest: ${one.nearest.join("; ")}`)] : [];
  const current = one.status === "running" ? "step" : null;
  const title = make("span", { class: "grow" }, one.title, ...nearest);
  return make("li", { "aria-current": current }, title, make("span", { class: one.status }, state));
}

/** @param {string} run @param {Question} question @param {Answers} answers @returns {HTMLElement[]} */
function asked(run, question, answers) {
  if (question.kind === "consent") return consent(run, question, answers);
  if (question.kind === "secret") return secret(run, question, answers);
  return [make("p", {}, "Click the right one on the page.")];
}

/** @param {string} run @param {Question} question @param {Answers} answers */
function consent(run, question, answers) {
  const answer = (/** @type {boolean} */ approved) => () => answers.consent(run, question, approved);
  return [
    make("h2", {}, "May this be done?"),
    make("p", { class: "shown" }, question.shown),
    make("p", { class: "quiet" }, question.origin),
    make(
      "div",
      { class: "row" },
      make("button", { type: "button", class: "first", click: answer(true) }, "Approve"),
      make("button", { type: "button", click: answer(false) }, "Refuse"),
    ),
  ];
}

/** @param {string} run @param {Question} question @param {Answers} answers */
function secret(run, question, answers) {
  const box = make("input", { id: "secret", type: "password", autocomplete: "off", required: true });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    answers.secret(run, question, box.value);
    box.value = "";
  };
  const form = make(
    "form",
    { submit },
    make("label", { for: "secret" }, question.label),
    make("div", { class: "row" }, box, make("button", { type: "submit" }, "Continue")),
    make("p", { class: "hint" }, `For ${question.origin}. It is typed into the page and kept nowhere.`),
  );
  return [form];
}
