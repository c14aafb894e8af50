"""MediaWiki: a page made in the browser is in its database, and is gone after a reset."""

import pytest
from playwright.sync_api import Page, expect

from sites.mediawiki import MediaWiki, missing

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(missing() is not None, reason=str(missing()))]


@pytest.fixture(scope="module")
def wiki(tmp_path_factory):
    with MediaWiki(tmp_path_factory.mktemp("wiki")) as wiki:
        yield wiki


def sign_in(page: Page, wiki: MediaWiki) -> None:
    page.goto(f"{wiki.url}/index.php?title=Special:UserLogin")
    page.get_by_label("Username").fill(wiki.user)
    page.get_by_label("Password", exact=True).fill(wiki.password)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("link", name="Log out").first).to_be_attached()


def make_page(page: Page, wiki: MediaWiki, title: str, text: str, summary: str) -> None:
    page.goto(wiki.url)
    page.get_by_role("searchbox").first.fill(title)
    page.get_by_role("searchbox").first.press("Enter")
    page.get_by_role("link", name=title, exact=True).click()
    page.locator("#wpTextbox1").fill(text)
    page.get_by_label("Summary").fill(summary)
    page.get_by_role("button", name="Save page").click()
    expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()


def test_a_page_made_by_hand_is_in_the_database(wiki, page):
    sign_in(page, wiki)
    make_page(page, wiki, "Tea kettle", "It boils water. Für Tee: 茶.", "First words")
    assert wiki.page("Tea kettle") == ("It boils water. Für Tee: 茶.", "First words")


def test_reset_forgets_pages(wiki, page):
    sign_in(page, wiki)
    make_page(page, wiki, "Short-lived", "Soon gone.", "")
    assert wiki.page("Short-lived") is not None
    wiki.reset()
    assert wiki.page("Short-lived") is None
    assert wiki.page("Main Page") is not None
