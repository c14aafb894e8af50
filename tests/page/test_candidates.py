"""The elements of the live page that a fingerprint may mean."""

import json
from typing import Any

from playwright.sync_api import Page

from likewise.core.element import Element
from page.harness import Open, describe


def find(page: Page, fingerprint: dict[str, Any], *words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(
        "([fp, words]) => __likewise.candidates.find(fp, words)", [fingerprint, list(words)]
    )
    return [candidate["element"] for candidate in found]


ROWS = "".join(f"<tr><th>Person {i}<td><a href=/p/{i}>Edit</a> <button>Delete</button></tr>" for i in range(300))
LIST = f"<h1>People</h1><table><thead><tr><th>Name<th>Do</thead><tbody>{ROWS}</tbody></table><button id=new>New</button>"


def test_the_element_itself_comes_first(open_page: Open) -> None:
    page = open_page(LIST)
    fingerprint = describe(page, "tbody tr:nth-child(200) button")
    [first, *others] = find(page, fingerprint)
    assert (first["name"], first["row"]) == ("Delete", "Person 199")
    assert first["unique"]["path"] == 1
    assert 15 < len(others) < 50
    for element in others:
        Element.model_validate(element)


def test_a_word_names_the_row(open_page: Open) -> None:
    page = open_page(LIST)
    fingerprint = describe(page, "tbody tr:nth-child(200) a")
    assert "Person 250" in [element["row"] for element in find(page, fingerprint, "Person 250")[:3]]


def test_every_shared_witness_is_among_them(open_page: Open) -> None:
    page = open_page("<form id=f><input id=a name=n data-testid=t aria-label=Name></form>" + "<button>Name</button>" * 80)
    fingerprint = describe(page, "#a")
    changed = [
        "<input id=a>",
        "<input name=n>",
        "<a data-testid=t href=#>x</a>",
        "<input aria-label=Name>",
        "<form id=f><input></form>",
    ]
    for html in changed:
        page.evaluate("(html) => { document.body.innerHTML = html + '<button>Name</button>'.repeat(80) }", html)
        found = find(page, fingerprint)
        assert any(e["tag"] in ("input", "a") for e in found), html


def test_a_renamed_choice_is_found_by_word(open_page: Open) -> None:
    page = open_page("<ul>" + "".join(f"<li role=option>{city}</li>" for city in ["Lisbon", "Lima", "London"]) + "</ul>")
    fingerprint = describe(page, "li")
    assert [e["name"] for e in find(page, fingerprint, "London")[:2]] == ["London", "Lisbon"] or [
        e["name"] for e in find(page, fingerprint, "London")[:2]
    ] == ["Lisbon", "London"]


def test_the_answer_is_small(open_page: Open) -> None:
    page = open_page(LIST + "<select>" + "".join(f"<option>Choice number {i}" for i in range(200)) + "</select>")
    answer = page.evaluate("(fp) => __likewise.candidates.find(fp, [])", describe(page, "#new"))
    assert len(json.dumps(answer)) < 45_000


def test_handles_last_as_long_as_the_element(open_page: Open) -> None:
    page = open_page("<button id=b>x</button>")
    assert page.evaluate("__likewise.candidates.handleOf(b) === __likewise.candidates.handleOf(b)") is True
    assert page.evaluate("__likewise.candidates.byHandle(__likewise.candidates.handleOf(b)) === b") is True
    assert page.evaluate("__likewise.candidates.byHandle(999)") is None


def test_five_thousand_elements_are_ranked_quickly(open_page: Open) -> None:
    many = "".join(f"<tr><th>P {i}<td><a href=/p/{i}>Edit</a> <button>Delete</button></tr>" for i in range(2500))
    page = open_page(f"<table><tbody>{many}</tbody></table>")
    fingerprint = describe(page, "tbody tr:nth-child(2000) button")
    took = "(fp) => { const t = performance.now(); __likewise.candidates.find(fp, []); return performance.now() - t }"
    fastest = min(page.evaluate(took, fingerprint) for _ in range(3))
    print(f"{fastest:.0f} ms")
    # Idle, a tenth of this; here it only must not grow with the square.
    assert fastest < 4000


def test_a_thing_without_a_sign_is_unique_though_it_is_wrapped(open_page: Open) -> None:
    page = open_page(
        "<div><div id=x><div>Open the card</div></div></div><div>Other</div><div style='cursor:pointer' id=y>Hand</div>"
    )
    for selector in ["#x", "#y"]:
        [first, *_] = find(page, describe(page, selector))
        assert first["unique"]["role_name"] == 1, selector


def test_a_picture_finds_a_button_without_a_name(open_page: Open) -> None:
    button = "<button><svg><path d='{}'/></svg></button>"
    page = open_page("".join(button.format(f"M{i} 0") for i in range(60)))
    fingerprint = describe(page, "button:nth-child(40)")
    page.evaluate("document.body.prepend(document.querySelector('button:nth-child(40)'))")
    assert fingerprint["icon"] in [element["icon"] for element in find(page, fingerprint)[:3]]
