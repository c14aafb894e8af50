// Stands in for the extension's worker: answers content scripts as told and keeps what they say.
const log = [];
let state = { recording: true, run: null };
let deaf = false;
/** Documents of earlier tests: what they say on leaving comes late. */
const old = new Set();
globalThis.stub = {
  log,
  start: (next) => {
    for (const { message } of log.splice(0)) old.add(message.document);
    old.delete(undefined);
    deaf = false;
    state = next;
  },
  deaf: (on) => (deaf = on),
  tell: (tab, message, frameId = 0) => chrome.tabs.sendMessage(tab, message, { frameId }),
  tab: async () => (await chrome.tabs.query({ active: true, lastFocusedWindow: true }))[0]?.id ?? (await chrome.tabs.query({}))[0].id,
};
chrome.runtime.onMessage.addListener((message, sender, reply) => {
  if (deaf || old.has(message.document)) return false;
  log.push({ message, frame: sender.frameId, url: sender.url });
  if (message.type === "hello") reply(state);
  else if (message.type === "page_events") reply({ kept: message.events.map((event) => event.n) });
  else reply(null);
  return false;
});
