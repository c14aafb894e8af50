"""The whole fingerprint."""
# ruff: noqa: E501

from likewise.core.element import Element
from page.harness import Open, describe

FIELD = """<form id=f action=/save method=post><label for=x>Category</label>
<select id=x name=category class="wide css-1q2w3e Button_root__a1B2c" data-testid=cat><option value="">-<option value=1 selected>Books</select>
<input type=password name=pw><input type=submit value=Save name=_save><button name=_go value=2>Go on</button></form>"""


def test_a_field(open_page: Open) -> None:
    element = describe(open_page(FIELD), "#x")
    Element.model_validate(element)
    assert (element["role"], element["tag"], element["type"], element["id"]) == ("combobox", "select", None, "x")
    assert (element["field"], element["test_id"], element["multiple"]) == ("category", "cat", False)
    assert (element["classes"], element["hashed_classes"]) == (["wide"], ["css-1q2w3e", "Button_root__a1B2c"])
    assert element["options"] == [{"label": "-", "value": ""}, {"label": "Books", "value": "1"}]
    assert element["state"]["value"] == "1" and element["state"]["selected"] == [{"label": "Books", "value": "1"}]
    form = {
        "id": "f",
        "name": None,
        "action": "http://shop.test/save",
        "method": "post",
        "submits": ["Save", "Go on"],
        "secret": True,
    }
    assert element["form"] == form
    assert element["unique"] is None and element["rivals"] is None


def test_every_kind_fits_the_contract(open_page: Open) -> None:
    page = open_page(
        FIELD
        + "<a href='/x?token=abc'>Link</a><div contenteditable>text</div><details open><summary>More</summary></details><svg><path d=M0 /></svg>"
    )
    for selector in [
        "a",
        "[contenteditable]",
        "summary",
        "svg",
        "body",
        "html",
        "[name=pw]",
        "[name=_go]",
        "option",
        "label",
    ]:
        Element.model_validate(describe(page, selector))
    assert describe(page, "a")["href"] == "http://shop.test/x?token={secret}"
    assert describe(page, "summary")["state"]["expanded"] is True
    assert describe(page, "[name=_go]")["field_value"] == "2"


def test_state(open_page: Open) -> None:
    page = open_page(
        "<input type=checkbox id=a checked><div role=switch aria-checked=false id=b></div><button aria-expanded=true id=c disabled></button>"
        "<fieldset disabled><input id=d></fieldset><textarea id=e>two\nlines</textarea><div id=f contenteditable><p>one</p><p>two</p></div>"
    )
    states = page.evaluate("[...'abcdef'].map((id) => __likewise.describe.stateOf(document.getElementById(id)))")
    assert [s["checked"] for s in states] == [True, False, None, None, None, None]
    assert [s["disabled"] for s in states] == [False, False, True, True, False, False]
    assert [s["value"] for s in states] == [None, None, None, "", "two\nlines", "one\n\ntwo"]
    assert states[2]["expanded"] is True


def test_an_icon_tells_buttons_without_text_apart(open_page: Open) -> None:
    page = open_page(
        "<button id=a><svg><path d='M0 1'/></svg></button><button id=b><svg><path d='M0 2'/></svg></button>"
        "<button id=c style='background-image:url(x.png)'></button><button id=d><img src=y.png></button><button id=e>Text</button>"
    )
    icons = [describe(page, f"#{name}")["icon"] for name in "abcde"]
    assert icons[4] is None and len({*icons[:4], None}) == 5


def test_ordinal_among_look_alikes(open_page: Open) -> None:
    page = open_page("<button>Edit</button><button>Save</button><button aria-label=Edit></button><button id=x>Edit</button>")
    assert describe(page, "#x")["ordinal"] in (2, 3)


def test_many_options_are_cut(open_page: Open) -> None:
    page = open_page("<select id=x>" + "".join(f"<option>{i}" for i in range(500)) + "</select>")
    assert len(describe(page, "#x")["options"]) == 200


def test_it_takes_less_than_a_millisecond(open_page: Open) -> None:
    rows = "".join(f"<tr><th>Row {i}<td>{i}<td><a href=/{i}>Edit</a> <button>Delete</button></tr>" for i in range(1000))
    page = open_page(f"<main><h1>List</h1><table><thead><tr><th>Name<th>N<th>Do</thead><tbody>{rows}</table></main>")
    took = """{ const all = [...document.querySelectorAll('a')].slice(400, 500); const t = performance.now();
      for (const el of all) __likewise.describe.whole(el); (performance.now() - t) / all.length }"""
    # Several times what is meant, for busy machines.
    assert min(page.evaluate(took) for _ in range(3)) < 6
