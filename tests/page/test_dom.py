"""One tree through shadow roots."""

from page.harness import Open

NESTED = """<my-a id=host><p slot=s>light</p></my-a><script>
const a = host.attachShadow({ mode: "open" });
a.innerHTML = "<b>one</b><slot name=s></slot><my-b></my-b>";
const b = a.querySelector("my-b").attachShadow({ mode: "closed" });
b.innerHTML = "<i>two</i><input>";
__likewise.shadowRootOf = (el) => el.localName === "my-b" ? b : null;
</script>"""


def test_every_element_is_walked_in_order(open_page: Open) -> None:
    page = open_page(NESTED)
    walked = page.evaluate("{ const t = []; __likewise.dom.walk(document.body, (el) => void t.push(el.localName)); t }")
    assert walked == ["my-a", "b", "slot", "my-b", "i", "input", "p"]


def test_selectors_reach_through_roots(open_page: Open) -> None:
    page = open_page(NESTED)
    assert page.evaluate("__likewise.dom.find('input,p').map((el) => el.localName)") == ["p", "input"]


def test_up_and_down(open_page: Open) -> None:
    page = open_page(NESTED)
    assert page.evaluate("__likewise.dom.holds(host, b.querySelector('input'))") is True
    assert page.evaluate("__likewise.dom.above(b.querySelector('i'), (el) => el.id === 'host') === host") is True
    page.evaluate("b.querySelector('input').focus()")
    assert page.evaluate("__likewise.dom.focused() === b.querySelector('input')") is True
    at = "{ const r = b.querySelector('input').getBoundingClientRect(); __likewise.dom.at(r.x + 5, r.y + 5).localName }"
    assert page.evaluate(at) == "input"


def test_what_we_draw_is_not_there(open_page: Open) -> None:
    page = open_page("<p>page</p><div id=ours><input></div>")
    page.evaluate("__likewise.dom.own.add(ours)")
    assert page.evaluate("{ const t = []; __likewise.dom.walk(document.body, (el) => void t.push(el.localName)); t }") == [
        "p"
    ]


def test_texts(open_page: Open) -> None:
    page = open_page("")
    assert page.evaluate(r"__likewise.dom.fold(' a\n\t b\u200b\u00a0c\u202e ')") == "a b c"
    assert page.evaluate("__likewise.dom.clip('abcdef', 3)") == "abc"
    assert page.evaluate("__likewise.dom.clip('ab😀', 3)") == "ab"


def test_loading_twice_changes_nothing(open_page: Open) -> None:
    from page.harness import CODE

    page = open_page("")
    page.evaluate("globalThis.before = Object.values(__likewise)")
    page.evaluate(CODE)
    assert page.evaluate("Object.values(__likewise).every((part, i) => part === before[i])") is True
    assert page.evaluate("Object.keys(globalThis).includes('__likewise')") is False
