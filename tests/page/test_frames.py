"""Which frame of its parent a document is."""
# ruff: noqa: E501

from page.harness import Open

CHILD = """<script>
window.child = __likewise.frames({ nonce: "c".repeat(32), onChild() {} }, new AbortController().signal);
child.announce();
</script>"""
PARENT = """<iframe></iframe><iframe name=inner id=fr title=Inner src='http://other.test/child?token=abc'></iframe><script>
window.heard = []; window.told = [];
addEventListener("message", (e) => heard.push(e.data));
</script>"""
LISTEN = """<script>__likewise.frames({ nonce: "p".repeat(32), onChild: (nonce, step) => told.push({ nonce, step }) }, new AbortController().signal)</script>"""


def test_parent_and_child_find_each_other_unseen(open_page: Open) -> None:
    page = open_page(LISTEN + PARENT, {"/child": CHILD})
    page.wait_for_function("told.length")
    step = {"name": "inner", "id": "fr", "url": "http://other.test/child?token={secret}", "title": "Inner", "ordinal": 2}
    page.wait_for_timeout(400)
    assert page.evaluate("told") == [{"nonce": "c" * 32, "step": step}]
    assert page.evaluate("heard") == []


def test_other_messages_are_left_alone(open_page: Open) -> None:
    page = open_page(
        LISTEN + PARENT,
        {
            "/child": "<script>for (const m of ['x', { likewise: 'x' }, { likewise: 1 }, null]) parent.postMessage(m, '*')</script>"
        },
    )
    page.wait_for_function("heard.length === 4")
    assert page.evaluate("told") == []


def test_a_message_of_no_frame_is_not_believed(open_page: Open) -> None:
    page = open_page(LISTEN + PARENT, {"/child": ""})
    page.evaluate("postMessage({ likewise: 'a'.repeat(32) }, '*')")
    page.evaluate("dispatchEvent(new MessageEvent('message', { data: { likewise: 'b'.repeat(32) }, source: frames[0] }))")
    page.wait_for_timeout(100)
    assert page.evaluate("told") == []


def test_a_frame_that_makes_up_words_is_cut_short(open_page: Open) -> None:
    flood = "for (let n = 0; n < 500; n++) parent.postMessage({ likewise: n.toString(16).padStart(32, '0') }, '*');"
    page = open_page(LISTEN + PARENT, {"/child": f"<script>{flood} parent.postMessage('over', '*')</script>"})
    page.wait_for_function("heard.includes('over')")
    assert 0 < page.evaluate("told.length") <= 40
    assert page.evaluate("heard") == ["over"]
