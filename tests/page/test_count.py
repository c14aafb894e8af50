"""Uniqueness and rivals."""

from page.harness import Open

PAGE = """<table><thead><tr><th>Name<th>Do</thead><tbody>
<tr><th>Ada<td><button class=e>Edit</button><button>Delete</button></tr>
<tr><th>Bob<td><button class=e>Edit</button><button>Delete</button></tr></tbody></table>
<button id=s data-testid=save>Save</button><button data-testid=save>Save it</button><div id=s></div>"""
COUNT = """(selector) => { const el = document.querySelector(selector); const s = __likewise.survey.take(null);
  return [__likewise.count.unique(el, s), __likewise.count.rivals(el, s)] }"""


def test_a_button_of_a_row(open_page: Open) -> None:
    unique, rivals = open_page(PAGE).evaluate(COUNT, ".e")
    assert unique == {"id": None, "test_id": None, "field": None, "role_name": 2, "href": None, "cell": 2, "path": 1}
    assert (rivals[0]["name"], rivals[0]["row"]) == ("Edit", "Bob")
    assert len(rivals) == 5


def test_ids_count_among_actionable_elements(open_page: Open) -> None:
    unique, rivals = open_page(PAGE).evaluate(COUNT, "#s")
    assert (unique["id"], unique["test_id"], unique["role_name"]) == (1, 2, 1)
    assert rivals[0]["name"] == "Save it"
