"""What of a text and of a URL may leave the page."""

import base64
import json
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from page.harness import Browsing, Open

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"
HEX = "9f86d081884c7d659a2feaa0c55ad015"
RANDOM = "aB3dE5fG7hJ9kL1mN3pQ5rS7"

URLS = {
    "https://shop.test/admin/shop/product/add/?_popup=1&next=/a": None,
    "https://user:pass@shop.test/x": "https://shop.test/x",
    "https://shop.test/?token=abc&q=lamp#top": "https://shop.test/?token={secret}&q=lamp#top",
    "https://shop.test/?csrfToken=1&page=2": "https://shop.test/?csrfToken={secret}&page=2",
    "https://shop.test/?keyword=a&author=b&codec=c": None,
    "https://shop.test/#access_token=abc&state=1": "https://shop.test/#access_token={secret}&state=1",
    "https://shop.test/#/orders?sid=9&tab=2": "https://shop.test/#/orders?sid={secret}&tab=2",
    f"https://shop.test/reset/{HEX}/confirm": "https://shop.test/reset/{secret}/confirm",
    f"https://shop.test/i/{RANDOM}?x={JWT}": "https://shop.test/i/{secret}?x={secret}",
    "https://shop.test/o/123e4567-e89b-12d3-a456-426614174000/2026-01-02/how-to-use-it-2": None,
    "https://shop.test/w/index.php?title=Main_Page&action=edit": None,
    "https://shop.test/login?next=%2Fa%3Ftoken%3Dabc%26b%3D1": "https://shop.test/login?next=%2Fa%3Ftoken%3D{secret}%26b%3D1",
    "data:text/plain,secret": "data:",
    "javascript:go('secret')": "javascript:",
}


def test_urls(open_page: Open) -> None:
    page = open_page("")
    scrubbed = page.evaluate("(urls) => urls.map((url) => __likewise.scrub.url(url))", list(URLS))
    assert dict(zip(URLS, scrubbed, strict=True)) == {url: out or url for url, out in URLS.items()}
    assert page.evaluate("(urls) => urls.map((url) => __likewise.scrub.url(url))", scrubbed) == scrubbed


def test_secrets_of_earlier_documents(open_page: Open) -> None:
    page = open_page("<p>Your password is Zq7-hunter</p>")
    page.evaluate("__likewise.scrub.carry(['Zq7-hunter', 'admin', 'correcthorse'])")
    what = {"url": "https://shop.test/admin/?u=ada&p=admin&q=Zq7-hunter", "text": "admin said correcthorse, Zq7-hunter"}
    assert page.evaluate("(what) => __likewise.scrub.deep(what)", what) == {
        "url": "https://shop.test/admin/?u=ada&p={secret}&q={secret}",
        "text": "admin said ••••••, ••••••",
    }
    page.evaluate("__likewise.scrub.taint('typed-here-1', true)")
    assert page.evaluate("__likewise.scrub.whole()") == ["typed-here-1"]


TEXTS = {
    f"Your token {JWT} is new": "Your token •••••• is new",
    f"Key {HEX}.": "Key ••••••.",
    "Card 4242 4242 4242 4242 ok": "Card •••••• ok",
    "Order 4242 4242 4242 4243 and 9780306406157": None,
    "Seed JBSWY3DPEHPK3PXP": "Seed ••••••",
    "sk_live_4eC39HqLyjWDarjtT1zdp7dc": "••••••",
    "Lamp 60W E27, 12.50, INV-2026-000123, iPhone14ProMax256": None,
    "id_shipping_address_line_2 getElementsByTagName": None,
    "123e4567-e89b-12d3-a456-426614174000": None,
}


def test_texts_shaped_like_secrets(open_page: Open) -> None:
    page = open_page("")
    scrubbed = page.evaluate("(texts) => texts.map((text) => __likewise.scrub.text(text))", list(TEXTS))
    assert dict(zip(TEXTS, scrubbed, strict=True)) == {text: out or text for text, out in TEXTS.items()}


def test_a_witness_is_whole_or_nothing(open_page: Open) -> None:
    page = open_page("")
    assert page.evaluate("(ids) => ids.map(__likewise.scrub.witness)", ["id_name", f"x-{HEX}", ""]) == [
        "id_name",
        None,
        None,
    ]


SPELLINGS = [
    lambda s: s,
    lambda s: s.swapcase(),
    lambda s: quote(s, safe=""),
    lambda s: base64.b64encode(s.encode()).decode(),
    lambda s: json.dumps(s),
    lambda s: s.replace("&", "&amp;").replace("<", "&lt;"),
]


@pytest.mark.parametrize("spell", SPELLINGS)
def test_a_tainted_value_in_every_spelling(open_page: Open, spell) -> None:
    page = open_page("")
    page.evaluate("__likewise.scrub.taint('p&ss<word/1 ü', true)")
    found = page.evaluate("(text) => __likewise.scrub.text(text)", f"before {spell('p&ss<word/1 ü')} after")
    assert found.replace('"', "") == "before •••••• after"


def test_a_stage_is_masked_only_as_a_word(open_page: Open) -> None:
    page = open_page("")
    page.evaluate("__likewise.scrub.taint('corr', false); __likewise.scrub.taint('correcth0rse', true)")
    assert page.evaluate("__likewise.scrub.text('corr corrections xcorrecth0rsex')") == "•••••• corrections x••••••x"


def test_a_word_of_the_page_is_no_secret(open_page: Open) -> None:
    page = open_page(
        "<h1>Django administration</h1><input name=password>", routes={"/admin/": "<h1>Site administration</h1>"}
    )
    page.evaluate("for (const s of ['admi', 'admin', 'password']) __likewise.scrub.taint(s, true)")
    assert page.evaluate("__likewise.scrub.text('Django administration: password')") == "Django administration: password"
    page.evaluate("__likewise.scrub.taint('password1', true)")
    assert page.evaluate("__likewise.scrub.text('password1')") == "••••••"


@pytest.fixture
def empty_page(browsing: Browsing) -> Page:
    return browsing.open("")


SECRETS = st.text(
    st.characters(blacklist_categories=("Cs", "Cc", "Zs", "Cf"), blacklist_characters="•"), min_size=4, max_size=64
)
FILLS = st.text(st.sampled_from("xyz .:/-"), max_size=12)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(secret=SECRETS, other=SECRETS, before=FILLS, after=FILLS)
def test_no_secret_comes_out(empty_page: Page, secret: str, other: str, before: str, after: str) -> None:
    page = empty_page
    out = page.evaluate(
        """([secret, other, text]) => {
          const S = __likewise.scrub;
          S.taint(secret, true); S.taint(other, true);
          return [S.text(text), S.text(S.text(text)), S.url("http://h.test/" + encodeURIComponent(secret))];
        }""",
        [secret, other, before + secret + after],
    )
    assert secret not in out[0] and quote(secret, safe="") not in out[2]
    assert out[0] == out[1]
