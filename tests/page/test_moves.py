"""Changes of the URL within a document, and what newly appears."""
# ruff: noqa: E501

from page.harness import Open, events


def test_the_way_of_a_document(open_page: Open) -> None:
    page = open_page(
        "<title>Shop</title><h1 id=h>Home</h1><button id=b>Go</button><p id=m role=status></p><dialog id=d aria-label=Sure><button>Yes</button></dialog>"
        "<script>b.onclick=()=>{history.pushState(null,'','/p/1');h.textContent='Product';m.textContent='Added';d.show()}</script>",
        recording=True,
    )
    page.click("#b")
    page.wait_for_function("__events.filter((e) => e.kind === 'shown').length === 3")
    page.evaluate("location.hash = 'part'")
    page.wait_for_function("__events.at(-1).kind === 'moved'")
    told = events(page, "opened", "ready", "moved", "shown")
    assert told[0] == {"kind": "opened", "url": "http://shop.test/", "top": True, "cause": "navigate", "referred": False}
    assert told[1]["page"] == {
        "url": "http://shop.test/",
        "title": "Shop",
        "heading": "Home",
        "language": None,
        "status": 200,
        "messages": [],
    }
    assert (told[2]["cause"], told[2]["page"]["url"], told[2]["page"]["heading"]) == (
        "push",
        "http://shop.test/p/1",
        "Product",
    )
    assert [(e["what"], e["text"]) for e in told[3:6]] == [("message", "Added"), ("dialog", "Sure"), ("heading", "Product")]
    assert (told[6]["cause"], told[6]["page"]["url"]) == ("fragment", "http://shop.test/p/1#part")
