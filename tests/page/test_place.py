"""Where an element stands."""
# ruff: noqa: E501

from page.harness import Open, describe

TABLE = """<main><h2>Products</h2><table id=t><thead><tr><th><th>Name<th colspan=2>Price<th>Actions</thead><tbody>
<tr><td><input type=checkbox id=box><th><a href=/1 id=own>Ada</a><td>3<td>EUR<td><button id=b1>Edit</button></tr>
<tr><td><td>Bob<td>4<td>EUR<td><button id=b2>Edit</button></tr></tbody></table>
<ul><li><b>First card</b><button id=c1>Open</button></li><li><a href=/x id=c2>Alone</a></li></ul>
<div role=grid><div role=row><div role=columnheader>City</div><div role=columnheader>Do</div></div>
<div role=row><div role=rowheader>Lima</div><div role=gridcell><button id=g>Go</button></div></div></div></main>"""


def test_rows_and_columns(open_page: Open) -> None:
    page = open_page(TABLE)
    cells = page.evaluate(
        "['box','b1','b2','own','c1','c2','g'].map((id) => __likewise.place.cellOf(document.getElementById(id)))"
    )
    # "Ada" does not name its own row: that would be one witness counted twice.
    assert cells == [
        ["Ada", None],
        ["Ada", "Actions"],
        ["Bob", "Actions"],
        [None, "Name"],
        ["First card", None],
        [None, None],
        ["Lima", "Do"],
    ]


def test_a_rows_number_and_its_controls_do_not_name_it(open_page: Open) -> None:
    def rows(*cells: str) -> str:
        return "<table>" + "".join(f"<tr>{cell}<td><button>Edit</button></tr>" for cell in cells) + "</table>"

    page = open_page(
        rows("<td>1<td>Ada", "<td>2<td>Bob")
        + rows("<td>11.<td>Cy", "<td>12.<td>Dan")
        + rows("<td>17<td>Eve", "<td>29<td>Fay")
        + rows("<td><input type=checkbox aria-label=Pick><td>Gus", "<td><button>Up</button><td>Hal")
        + rows("<td>1", "<td>2")
    )
    keys = page.evaluate("[...document.querySelectorAll('td:last-child button')].map((b) => __likewise.place.cellOf(b)[0])")
    assert keys == ["Ada", "Bob", "Cy", "Dan", "17", "29", "Gus", "Hal", "1", "2"]


def test_like_blocks_are_rows(open_page: Open) -> None:
    card = "<div class=card><div><b>{}</b><i>5 EUR</i></div><p><button>Archive</button></p></div>"
    form = "<section><h2>{}</h2><form><label>Street <input name=street></label></form></section>"
    page = open_page(
        f"{card.format('Ada')}{card.format('Bob')}{form.format('Billing')}{form.format('Shipping')}"
        "<div><h3>One</h3><button>Only</button></div><div class=other><button>Only</button></div>"
        "<p><button>Twin</button><button>Twin</button></p>"
    )
    keys = page.evaluate("[...document.querySelectorAll('button,input')].map((el) => __likewise.place.cellOf(el)[0])")
    assert keys == ["Ada", "Bob", "Billing", "Shipping", None, None, None, None]
    cells = page.evaluate("{ const s = __likewise.survey.take(null); s.elements.map((el) => s.cell(el)) }")
    assert [cell and cell.split("|")[0] for cell in cells if cell] == ["Ada", "Bob", "Billing", "Shipping"]


def test_paths_have_an_anchor(open_page: Open) -> None:
    page = open_page(
        "<form id=f><p><input id=a></p></form><form><input id=b></form><main><div><p></p><p><a id=c></a></p></div></main>"
        "<div id=:r3:><i><u id=d></u></i></div><section id=s-1><b id=e></b></section><dialog open><button id=g>x</button></dialog>"
    )
    paths = {name: describe(page, f"[id='{name}']")["path"] for name in "abcdeg"}
    assert paths == {
        "a": {"anchor": "form#f", "steps": ["p:1", "input:1"]},
        "b": {"anchor": "form", "steps": ["input:1"]},
        "c": {"anchor": "main", "steps": ["div:1", "p:2", "a:1"]},
        "d": {"anchor": "body", "steps": ["div:1", "i:1", "u:1"]},
        "e": {"anchor": "#s-1", "steps": ["b:1"]},
        "g": {"anchor": "dialog", "steps": ["button:1"]},
    }
    cached = "['a','b','c','d'].map((id) => __likewise.survey.take(null).path(document.getElementById(id)))"
    assert page.evaluate(cached) == [f"{path['anchor']} {'>'.join(path['steps'])}" for path in list(paths.values())[:4]]


def test_names_made_by_a_machine(open_page: Open) -> None:
    page = open_page("")
    made = [
        "mui-1234",
        ":r1:",
        "radix-3",
        "ember123",
        "x-5f3a9c",
        "a1b2c3d4",
        "input-8f2e1a",
        "react-select-2-input",
        "field_1699999999999",
    ]
    own = [
        "id_name",
        "product_form",
        "row-12",
        "step2",
        "result_list",
        "line-item-2026",
        "wpTextbox1",
        "address2",
        "col-md-6",
        "h1",
    ]
    assert page.evaluate("(ids) => ids.filter((id) => !__likewise.place.isMade(id))", made) == []
    assert page.evaluate("(ids) => ids.filter((id) => __likewise.place.isMade(id))", own) == []


def test_surroundings(open_page: Open) -> None:
    page = open_page(
        "<nav id=n><a href=/>Home</a></nav><main><section><h2>Address</h2><div><fieldset><legend>Delivery</legend>"
        "<div><span>City</span><input id=i><em>required</em></div></fieldset></div></section></main>"
        "<div role=dialog aria-label='Confirm'><h3>Sure?</h3><p><button id=b>Yes</button></p></div>"
        "<dialog open><h3>Delete it</h3><button id=c>Delete</button></dialog>"
    )
    field = describe(page, "#i")
    assert (field["heading"], field["fieldset"], field["landmark"]) == ("Address", "Delivery", "main")
    assert field["neighbours"] == ["City", "required", "Delivery"]
    assert [describe(page, s)["dialog"] for s in ("#i", "#b", "#c")] == [None, "Confirm", "Delete it"]
    assert describe(page, "#b")["heading"] == "Sure?"
