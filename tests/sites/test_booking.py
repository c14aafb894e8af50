"""The booking page: each of its variants can be used, and says what came of it."""

import json

import pytest
from playwright.sync_api import Page, expect

from sites.server import SiteServer

STAY = {
    "guest": "Ada Lovelace",
    "email": "ada@example.com",
    "country": "no",
    "breakfast": "included",
    "harbour": "Bergen",
    "rules": True,
}
LABELS = (
    "Guest name",
    "Email",
    "Country",
    "Harbour",
    "I have read the house rules",
    "Review",
    "Reserve cabin",
)
REWORDED = (
    "Who is staying?",
    "Where do we write to?",
    "You are coming from",
    "Place of the cabin",
    "Rules understood",
    "Go on",
    "Book it now",
)


def book(page: Page, labels: tuple[str, ...]) -> None:
    guest, email, country, harbour, rules, review, reserve = labels
    page.get_by_label(guest).fill(STAY["guest"])
    page.get_by_label(email).fill(STAY["email"])
    page.get_by_label(country).select_option(STAY["country"])
    page.get_by_label("Included").check()
    page.get_by_role("combobox", name=harbour).press_sequentially("Be")
    page.get_by_role("option", name=STAY["harbour"]).click()
    page.get_by_label(rules).check()
    page.get_by_role("button", name=review).click()
    page.get_by_role("dialog").get_by_role("button", name=reserve).click()


@pytest.mark.e2e
@pytest.mark.parametrize("variant", range(1, 7))
def test_books_one_stay(page, variant):
    with SiteServer() as site:
        page.goto(f"{site.url}/booking.html?v={variant}")
        book(page, REWORDED if variant in (4, 6) else LABELS)
        expect(page.get_by_role("dialog")).to_be_hidden()
        assert json.loads(page.locator("#log").inner_text()) == [STAY]


@pytest.mark.e2e
@pytest.mark.parametrize(("variant", "known"), [(1, 7), (2, 0), (3, 7), (4, 7), (5, 7), (6, 0)])
def test_ids_are_renamed_in_variants_2_and_6(page, variant, known):
    ids = ["guest", "email", "country", "harbour", "rules", "review", "reserve"]
    with SiteServer() as site:
        page.goto(f"{site.url}/booking.html?v={variant}")
        expect(page.get_by_role("heading", name="Harbour cabins")).to_be_visible()
        assert sum(page.locator(f"[id={name}]").count() for name in ids) == known
