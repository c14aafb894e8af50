"""Roles as HTML and ARIA give them."""
# ruff: noqa: E501

import pytest

from page.harness import Open

ROLES = {
    "link": "<a id=x href=/>",
    "generic": "<a id=x>",
    "button": "<button id=x>|<input type=submit id=x>|<input type=button id=x>|<input type=image id=x>|<input type=file id=x>|<details><summary id=x>|<div role=button id=x>",
    "textbox": "<input id=x>|<input type=email id=x>|<input type=password id=x>|<input type=date id=x>|<textarea id=x>|<div contenteditable id=x>",
    "searchbox": "<input type=search id=x>",
    "spinbutton": "<input type=number id=x>",
    "slider": "<input type=range id=x>",
    "checkbox": "<input type=checkbox id=x>|<div role=checkbox id=x>",
    "radio": "<input type=radio id=x>",
    "combobox": "<select id=x>|<input list=l id=x>|<input role=combobox id=x>",
    "listbox": "<select multiple id=x>|<select size=4 id=x>",
    "option": "<select size=2><option id=x>|<li role=option id=x>",
    "menuitem": "<li role='menuitem button' id=x>",
    "tab": "<div role=tab id=x>",
    "switch": "<button role=switch id=x>",
    "cell": "<table><tr><td id=x>",
    "gridcell": "<table role=grid><tr><td id=x>",
    "columnheader": "<table><thead><tr><th id=x>",
    "rowheader": "<table><tr><th scope=row id=x>|<table><tbody><tr><th id=x><td>",
    "row": "<table><tr id=x>",
    "listitem": "<ul><li id=x>",
    "heading": "<h2 id=x>|<div role=heading id=x>",
    "navigation": "<nav id=x>",
    "main": "<main id=x>",
    "banner": "<header id=x>",
    "dialog": "<dialog open id=x>|<div role=dialog id=x>",
}
CASES = [(role, html) for role, htmls in ROLES.items() for html in htmls.split("|")]


def test_roles(open_page: Open) -> None:
    page = open_page("<div id=root></div>")
    look = "(html) => { root.innerHTML = html; return __likewise.role.of(document.getElementById('x')) }"
    wrong = [(html, role, found) for role, html in CASES if (found := page.evaluate(look, html)) != role]
    assert wrong == []


@pytest.mark.parametrize("role", ["none", "presentation", "nonsense"])
def test_a_role_that_says_nothing_is_passed_over(open_page: Open, role: str) -> None:
    page = open_page(f"<button id=x role='{role}'>")
    assert page.evaluate("__likewise.role.of(x)") == "button"


def test_landmarks_and_dialogs(open_page: Open) -> None:
    page = open_page(
        "<article><header id=a></header></article><form id=b></form><form id=c aria-label=Search></form><div id=d aria-modal=true></div>"
    )
    assert page.evaluate("[a, b, c].map((el) => __likewise.role.landmarkOf(el))") == [None, None, "form"]
    assert page.evaluate("[c, d].map((el) => __likewise.role.isDialog(el))") == [False, True]
