"""Accessible names and where they come from."""
# ruff: noqa: E501

import pytest

from page.harness import Open, describe

CASES = [
    ("<label for=x>Name:</label><input id=x value=secretly>", "Name:", "label"),
    ("<label>Name (required) <input id=x value=v></label>", "Name (required)", "label"),
    ("<label>Kind <select id=x><option>One<option>Two</select> of it</label>", "Kind of it", "label"),
    ("<span id=a>First</span> <span id=b hidden>second</span><input id=x aria-labelledby='a b'>", "First second", "aria"),
    ("<button id=x aria-label=Delete><svg></svg></button>", "Delete", "aria"),
    (
        "<button id=x>Save <span aria-hidden=true>*</span><span style='display:none'>no</span><b>now</b></button>",
        "Save now",
        "text",
    ),
    ("<button id=x><img alt=Print src=data:></button>", "Print", "text"),
    ("<button id=x><svg><title>Close</title></svg></button>", "Close", "text"),
    ("<a id=x href=/><div>Two</div><div>lines</div></a>", "Two lines", "text"),
    ("<input id=x type=submit>", "Submit", "value"),
    ("<input id=x type=submit value=Send>", "Send", "value"),
    ("<input id=x type=reset>", "Reset", "value"),
    ("<input id=x type=image alt=Go>", "Go", "alt"),
    ("<img id=x alt='A cat' src=data:>", "A cat", "alt"),
    ("<input id=x title=Amount placeholder=0>", "Amount", "title"),
    ("<input id=x placeholder=Search>", "Search", "placeholder"),
    ("<input id=x>", "", "none"),
    ("<fieldset id=x><legend>Delivery</legend><input></fieldset>", "Delivery", "text"),
    ("<div id=x contenteditable>Draft</div>", "", "none"),
    ("<div id=x style='cursor:pointer'>Open card</div>", "Open card", "text"),
    ("<button id=x>a&nbsp;\n  b\u200b</button>", "a b", "text"),
]


@pytest.mark.parametrize("html,name,source", CASES)
def test_name(open_page: Open, html: str, name: str, source: str) -> None:
    element = describe(open_page(html), "#x")
    assert (element["name"], element["name_from"]) == (name, source)


def test_a_name_is_cut_at_two_hundred(open_page: Open) -> None:
    assert len(describe(open_page(f"<button id=x>{'word ' * 100}</button>"), "#x")["name"]) == 200


def test_slotted_text_names_a_component(open_page: Open) -> None:
    page = open_page(
        "<my-button id=x role=button>Save</my-button><script>x.attachShadow({mode:'open'}).innerHTML='<span><slot></slot></span>'</script>"
    )
    assert describe(page, "#x")["name"] == "Save"
