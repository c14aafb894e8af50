"""One look over the page."""
# ruff: noqa: E501

from page.harness import Open


def test_links_to_one_place_count_once(open_page: Open) -> None:
    page = open_page("<a href=/a>Home</a><a href=/a>Home</a><a href=/b>Home</a><button>Home</button>")
    look = "{ const s = __likewise.survey.take(null); [s.sharing('role_name', 'link|Home'), s.sharing('href', 'http://shop.test/a'), s.sharing('id', null)] }"
    assert page.evaluate(look) == [2, 1, None]


def test_an_element_of_no_sign_counts_among_its_like(open_page: Open) -> None:
    page = open_page("<div>a</div><div>b</div><button>c</button>")
    assert page.evaluate("[null, 'div'].map((kin) => __likewise.survey.take(kin).elements.length)") == [1, 3]


def test_boxes_of_one_name_are_told_apart_by_value(open_page: Open) -> None:
    page = open_page("<input type=radio name=r value=1 id=a><input type=radio name=r value=2><input name=r>")
    assert page.evaluate("__likewise.survey.take(null).of(a).field") == "r=1"
    assert page.evaluate("__likewise.survey.take(null).sharing('field', 'r=1')") == 1
