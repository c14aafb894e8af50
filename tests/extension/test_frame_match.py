from typing import Any

from extension.conftest import Module


def step(**facts: Any) -> dict[str, Any]:
    return {"name": None, "id": None, "url": None, "title": None, "ordinal": 1} | facts


AGREES = """async (m, [steps, recorded]) => {
  const documents = await import("/background/documents.js");
  await documents.ready;
  const sender = (frameId) => ({tab: {id: 9}, frameId, documentId: `c${frameId}`, origin: "http://a.test", url: "http://a.test/"});
  documents.hello(sender(0), "document0", "n0");
  steps.forEach((step, index) => {
    documents.child(sender(0), `n${index + 1}`, step);
    documents.hello(sender(index + 1), `document${index + 1}`, `n${index + 1}`);
  });
  return m.fitting(documents.inTab(9), recorded).map(doc => doc.frameId);
}"""


def test_the_frames_that_agree_best_are_taken(module: Module) -> None:
    steps = [step(name="pay", ordinal=1), step(id="help", ordinal=2), step(url="http://a.test/x?1", ordinal=3)]
    for recorded, expected in [
        ([step(name="pay", ordinal=3)], [1]),
        ([step(id="help")], [2]),
        ([step(url="http://a.test/x?2", ordinal=9)], [3]),
        ([step(name="none", id="none", url="http://b.test/", ordinal=9)], [1, 2, 3]),
        ([step(), step()], []),
    ]:
        assert module("frame-match", AGREES, [steps, recorded]) == expected, recorded


def test_a_revision_names_its_documents(module: Module) -> None:
    found = module(
        "frame-match",
        """m => [m.revision([{doc: {document: "a"}, answer: {revision: "a:1"}}, {doc: {document: "b"}, answer: null}]),
                 [...m.parts("a=a:1|b=")], [...m.parts("-")], [...m.parts("a:1")]]""",
    )
    assert found == ["a=a:1|b=", [["a", "a:1"], ["b", ""]], [], []]
