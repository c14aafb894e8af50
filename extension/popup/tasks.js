// The list "Do this again" and the form for a task's parameters.

import { byId, make } from "./make.js";

/** @import { ParameterRow, WorkflowRow } from "../generated/protocol" */
/** @typedef {(workflow: WorkflowRow, values: Record<string, string>) => void} Start */

/**
 * @param {WorkflowRow[]} rows
 * @param {Start} start
 */
export function drawTasks(rows, start) {
  byId("tasks", HTMLElement).hidden = rows.length === 0;
  byId("items", HTMLUListElement).replaceChildren(...rows.map((row) => item(row, start, isTwin(row, rows))));
}

/** @param {WorkflowRow} row @param {WorkflowRow[]} rows whether another task has the same title */
function isTwin(row, rows) {
  return rows.some((other) => other !== row && other.title === row.title && other.site === row.site);
}

/** @param {WorkflowRow} row @param {Start} start @param {boolean} described */
function item(row, start, described) {
  const again = () => (asked(row).length ? openForm(row, start) : start(row, {}));
  const site = make("span", { class: "quiet" }, row.site);
  const text = make("span", { class: "grow", title: row.description }, make("strong", {}, row.title), " ", site);
  if (described) text.append(make("div", { class: "hint" }, row.description));
  return make("li", {}, text, make("button", { type: "button", click: again }, "Do this again"));
}

/** @param {WorkflowRow} row @returns {ParameterRow[]} a secret is asked for when it is needed, never here */
function asked(row) {
  return row.parameters.filter((parameter) => !parameter.secret);
}

/** @param {WorkflowRow} row @param {Start} start */
function openForm(row, start) {
  const form = byId("parameters", HTMLFormElement);
  const fields = asked(row).map((parameter, index) => ({ parameter, control: control(parameter, `parameter-${index}`) }));
  form.replaceChildren(
    make("h2", {}, row.title),
    ...fields.map(({ parameter, control: made }) => labelled(parameter, made)),
    make(
      "div",
      { class: "row" },
      make("button", { type: "submit" }, "Run"),
      make("button", { type: "button", click: closeForm }, "Cancel"),
    ),
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    const values = fields.map(({ parameter, control: made }) => [parameter.name, valueOf(made)]);
    closeForm();
    start(row, Object.fromEntries(values));
  };
  form.hidden = false;
  fields[0].control.focus();
}

function closeForm() {
  const form = byId("parameters", HTMLFormElement);
  form.hidden = true;
  form.replaceChildren();
}

/** @param {ParameterRow} parameter @param {HTMLElement} made */
function labelled(parameter, made) {
  const label = make("label", { for: made.id }, parameter.label);
  return parameter.type === "bool"
    ? make("div", { class: "field flag" }, made, label)
    : make("div", { class: "field" }, label, made);
}

/** @param {ParameterRow} parameter @param {string} id @returns {HTMLInputElement | HTMLSelectElement} */
function control(parameter, id) {
  const value = parameter.last ?? parameter.default ?? "";
  if (parameter.options) return choice(parameter, id, value);
  if (parameter.type === "bool") {
    const box = make("input", { id, type: "checkbox" });
    box.checked = value === "true";
    return box;
  }
  const inputmode = parameter.type === "number" ? "decimal" : null;
  const box = make("input", { id, type: "text", autocomplete: "off", inputmode, required: parameter.required });
  box.value = value;
  return box;
}

/** @param {ParameterRow} parameter @param {string} id @param {string} value an option's label */
function choice(parameter, id, value) {
  const labels = (parameter.options ?? []).map((option) => option.label);
  const all = labels.includes(value) ? labels : [value, ...labels];
  const choices = all.map((label) => make("option", { value: label }, label));
  const select = make("select", { id, required: parameter.required }, ...choices);
  select.value = value;
  return select;
}

/** @param {HTMLInputElement | HTMLSelectElement} made */
function valueOf(made) {
  return made instanceof HTMLInputElement && made.type === "checkbox" ? String(made.checked) : made.value;
}
