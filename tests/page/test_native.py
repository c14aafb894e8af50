"""Properties as the browser has them, whatever names the page gives its elements."""
# ruff: noqa: E501

from page.harness import Open

FORM = (
    "<form id=f action=/go>"
    + "".join(
        f"<input name={name}>"
        for name in ["action", "method", "elements", "parentNode", "getAttribute", "localName", "nodeType"]
    )
    + "</form><img name=body><img name=title><img name=activeElement>"
)


def test_a_form_cannot_shadow(open_page: Open) -> None:
    page = open_page(FORM)
    told = page.evaluate(
        "{ const N = __likewise.native; [N.tag(f), N.attr(f, 'action'), N.formMethod(f), N.formElements(f).length, N.type(f), N.parent(f) === N.body(document), N.title(document)] }"
    )
    assert told == ["form", "/go", "get", 7, 1, True, ""]


def test_values_pass_by_the_pages_own_property(open_page: Open) -> None:
    page = open_page("<input id=i><script>Object.defineProperty(i, 'value', { get: () => 'lie', set() {} })</script>")
    page.evaluate("__likewise.native.setProperty(i, 'value', 'truth')")
    assert page.evaluate("__likewise.native.property(i, 'value')") == "truth"
    assert page.evaluate("__likewise.native.property(document.body, 'value')") is None
