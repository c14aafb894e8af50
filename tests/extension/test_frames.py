from extension.conftest import Module

ASK = """async (m, tab) => {
  const doc = {tab, documentId: "0".repeat(32), document: "document", frameId: 0};
  const kind = await m.ask(doc, {type: "probe"}, 300).catch(error => error);
  return [kind instanceof m.NotThere, kind instanceof m.WentAway, kind instanceof m.TooLate];
}"""
LATE = """async m => {
  chrome.tabs.sendMessage = () => new Promise(() => {});
  const error = await m.ask({tab: 1, documentId: "x"}, {type: "probe"}, 50).catch(error => error);
  chrome.tabs.sendMessage = () => Promise.reject(new Error("The message port closed before a response was received."));
  const gone = await m.ask({tab: 1, documentId: "x"}, {type: "probe"}, 50).catch(error => error);
  return [error instanceof m.TooLate, gone instanceof m.WentAway];
}"""


def test_it_tells_apart_what_was_delivered(module: Module) -> None:
    assert module("frames", ASK, 987654321) == [True, False, False]
    assert module("frames", LATE) == [True, True]
