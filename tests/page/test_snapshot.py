"""The pruned picture of the page."""
# ruff: noqa: E501

import hashlib
import json

from likewise.core.element import Snapshot
from page.harness import Open

TAKE = "__likewise.snapshot.take()"


def test_what_is_visible_is_in_it(open_page: Open) -> None:
    page = open_page(
        "<h1>Shop</h1><form><label>Name <input value=Ada></label><label>Password <input type=password value=hunter2x></label>"
        "<label><input type=checkbox checked>Active</label><select aria-label=Kind><option>Books</select><button>Save</button></form>"
        "<p>Some text</p><script>var x = 1</script><div style='display:none'>hidden</div><div style='height:5000px'></div><p>below</p>"
    )
    taken = page.evaluate(TAKE)
    snapshot = Snapshot.model_validate(taken["snapshot"])
    lines = [(item.role, item.name, item.text) for item in snapshot.items]
    assert ("heading", "Shop", "") in lines and ("textbox", "Name", "Ada") in lines and ("button", "Save", "") in lines
    assert ("checkbox", "Active", "checked") in lines and ("combobox", "Kind", "Books") in lines
    assert ("textbox", "Password", "") in lines and ("paragraph", "", "Some text") in lines
    text = json.dumps(taken)
    assert not any(word in text for word in ["hunter2x", "hidden", "below", "var x"])
    assert all(item.parent < index for index, item in enumerate(snapshot.items))


def test_the_hash_is_that_of_canonical_json(open_page: Open) -> None:
    taken = open_page("<h1>Ü</h1><p>x</p>").evaluate(TAKE)
    canonical = json.dumps(taken["snapshot"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert taken["hash"] == hashlib.sha256(canonical.encode()).hexdigest()


def test_it_is_bounded_and_quick(open_page: Open) -> None:
    page = open_page("".join(f"<div><p>Paragraph {i} <a href=/{i}>link {i}</a></p></div>" for i in range(3000)))
    page.evaluate("document.body.style.zoom = 0.05")
    taken = page.evaluate(TAKE)
    assert taken["snapshot"]["truncated"] is True
    assert len(taken["snapshot"]["items"]) <= 300
    assert len(json.dumps(taken["snapshot"], separators=(",", ":"))) <= 16_100
    assert (
        min(
            page.evaluate("{ const t = performance.now(); __likewise.snapshot.take(); performance.now() - t }")
            for _ in range(3)
        )
        < 50
    )
