"""One key, with what a browser makes of it."""

import pytest

from page.harness import Open, act

FORM = """<form id=f onsubmit="event.preventDefault();n++"><input id=i name=q>{}</form><textarea id=t></textarea>
<script>window.n=0;window.clicks=0</script>"""


@pytest.mark.parametrize(
    "button,submits",
    [("", 1), ("<button onclick=clicks++>Go</button>", 1), ("<button disabled>Go</button>", 0), ("<input name=second>", 0)],
)
def test_enter_submits_like_a_browser(open_page: Open, button: str, submits: int) -> None:
    page = open_page(FORM.format(button))
    act(page, "#i", "press", "Enter")
    assert page.evaluate("n") == submits
    assert page.evaluate("clicks") == button.count("clicks")


def test_enter_is_a_new_line_in_a_textarea(open_page: Open) -> None:
    page = open_page(FORM.format(""))
    act(page, "#t", "press", "Enter")
    assert page.input_value("#t") == "\n"
    assert page.evaluate("n") == 0


def test_a_shortcut_has_its_modifiers(open_page: Open) -> None:
    page = open_page("<script>addEventListener('keydown',(e)=>window.k=[e.key,e.ctrlKey,e.shiftKey])</script><input id=i>")
    act(page, "#i", "press", "Control+k")
    assert page.evaluate("k") == ["k", True, False]
    act(page, "#i", "press", "+")
    assert page.evaluate("k") == ["+", False, False]
