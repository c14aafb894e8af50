// Trusted input by the browser's debugger, in the build that may use it: what the page cannot tell from a person's hand.

/** @import { Prepared } from "../messages" */
/** @typedef {Extract<Prepared, { kind: "prepared" }>} Input */

export const AVAILABLE = (chrome.runtime.getManifest().permissions ?? []).includes("debugger");

const PROTOCOL = "1.3";
/** @type {Record<string, number>} CDP's bits */
const MODIFIERS = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };
/** @type {Record<string, { code: string, windowsVirtualKeyCode: number, text?: string }>} */
const KEYS = {
  Enter: { code: "Enter", windowsVirtualKeyCode: 13, text: "\r" },
  Tab: { code: "Tab", windowsVirtualKeyCode: 9 },
  Escape: { code: "Escape", windowsVirtualKeyCode: 27 },
  Backspace: { code: "Backspace", windowsVirtualKeyCode: 8 },
  Delete: { code: "Delete", windowsVirtualKeyCode: 46 },
  Home: { code: "Home", windowsVirtualKeyCode: 36 },
  End: { code: "End", windowsVirtualKeyCode: 35 },
  PageUp: { code: "PageUp", windowsVirtualKeyCode: 33 },
  PageDown: { code: "PageDown", windowsVirtualKeyCode: 34 },
  ArrowLeft: { code: "ArrowLeft", windowsVirtualKeyCode: 37 },
  ArrowUp: { code: "ArrowUp", windowsVirtualKeyCode: 38 },
  ArrowRight: { code: "ArrowRight", windowsVirtualKeyCode: 39 },
  ArrowDown: { code: "ArrowDown", windowsVirtualKeyCode: 40 },
  " ": { code: "Space", windowsVirtualKeyCode: 32, text: " " },
};

/** Tabs the debugger is attached to. @type {Set<number>} */
const attached = new Set();

/** @param {number} tab */
export function detached(tab) {
  attached.delete(tab);
}

/**
 * Makes ready to act in the tab: it must be in front, else the browser keeps the input back.
 * @param {number} tab
 * @returns {Promise<boolean>} false where there is no trusted input
 */
export async function ready(tab) {
  if (!AVAILABLE) return false;
  try {
    await attach(tab);
    if (!(await chrome.tabs.get(tab)).active) await chrome.tabs.update(tab, { active: true });
    return true;
  } catch (error) {
    console.warn("likewise: no trusted input here:", /** @type {Error} */ (error).message);
    return false;
  }
}

/** @param {number} tab the input goes to its top document @param {Input} input */
export async function dispatch(tab, input) {
  if (input.input === "click" || input.input === "double_click") await click(tab, input);
  else if (input.input === "key") await press(tab, input.key ?? "");
  else await send(tab, "Input.insertText", { text: input.text ?? "" });
}

/** @param {number} tab */
export async function detach(tab) {
  if (attached.delete(tab)) await chrome.debugger.detach({ tabId: tab }).catch(() => {});
}

/** @param {number} tab */
async function attach(tab) {
  if (attached.has(tab)) return;
  await chrome.debugger.attach({ tabId: tab }, PROTOCOL).catch((/** @type {Error} */ error) => {
    // A worker that died has left it attached.
    if (!/already attached/i.test(error.message)) throw error;
  });
  attached.add(tab);
}

/** @param {number} tab @param {Input} input */
async function click(tab, { x, y, input }) {
  await send(tab, "Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
  for (let clickCount = 1; clickCount <= (input === "double_click" ? 2 : 1); clickCount += 1) {
    const button = { x, y, button: "left", clickCount };
    await send(tab, "Input.dispatchMouseEvent", { type: "mousePressed", buttons: 1, ...button });
    await send(tab, "Input.dispatchMouseEvent", { type: "mouseReleased", buttons: 0, ...button });
  }
}

/** @param {number} tab @param {string} chord a key with its modifiers, "Control+k" */
async function press(tab, chord) {
  const { key, modifiers } = parseChord(chord);
  const known = KEYS[key] ?? character(key, modifiers);
  const { text, ...rest } = known;
  const down = text && !(modifiers & ~MODIFIERS.Shift) ? { type: "keyDown", text } : { type: "rawKeyDown" };
  await send(tab, "Input.dispatchKeyEvent", { ...down, key, modifiers, ...rest });
  await send(tab, "Input.dispatchKeyEvent", { type: "keyUp", key, modifiers, ...rest });
}

/** @param {string} chord */
export function parseChord(chord) {
  const found = /^((?:(?:Alt|Control|Meta|Shift)\+)*)([\s\S]+)$/.exec(chord);
  const names = (found?.[1] ?? "").split("+").filter(Boolean);
  return { key: found?.[2] ?? chord, modifiers: names.reduce((bits, name) => bits | MODIFIERS[name], 0) };
}

/** @param {string} key @param {number} modifiers */
function character(key, modifiers) {
  const upper = key.toUpperCase();
  const letter = /^[A-Z]$/.test(upper);
  const code = letter ? `Key${upper}` : /^\d$/.test(key) ? `Digit${key}` : key;
  const windowsVirtualKeyCode = letter || /^\d$/.test(key) ? upper.charCodeAt(0) : 0;
  const text = [...key].length === 1 && !(modifiers & ~MODIFIERS.Shift) ? key : undefined;
  return { code, windowsVirtualKeyCode, text };
}

/** @param {number} tab @param {string} method @param {Record<string, unknown>} parameters */
function send(tab, method, parameters) {
  return chrome.debugger.sendCommand({ tabId: tab }, method, parameters);
}
