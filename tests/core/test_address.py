import pytest
from hypothesis import given
from hypothesis import strategies as st

from likewise.core.address import link, origin, same_page, short, site, template


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTP://Shop.Test:80/x", "http://shop.test"),
        ("https://shop.test:8443/", "https://shop.test:8443"),
        ("http://[::1]:8000/", "http://[::1]:8000"),
        ("http://shop.test@evil.test/", "http://evil.test"),
        ("http://evil.test\\@shop.test/", None),
        ("http://shop.test./", "http://shop.test."),
        ("http://shop.test.evil.test/", "http://shop.test.evil.test"),
        ("http://shop%2etest/", "http://shop%2etest"),
        ("http://shop.test:99999/", None),
        ("http://[", None),
        ("javascript:alert(1)//http://shop.test", None),
        ("data:text/html,x", None),
        ("blob:http://shop.test/x", None),
        ("view-source:http://shop.test/", None),
        ("http:shop.test", None),
        ("", None),
    ],
)
def test_the_origin_is_the_browsers_or_none(url: str, expected: str | None) -> None:
    assert origin(url) == expected
    assert site(url) == (expected or "://").split("://")[1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://a.test/product/17/change/", "http://a.test/product/18/change/"),
        ("http://a.test/x/2026-03-04", "http://a.test/x/2027-01-01"),
        ("http://a.test/3f2504e0-4f89-11d3-9a0c-0305e82c3301", "http://a.test/3f2504e0-4f89-11d3-9a0c-0305e82c3302"),
        ("http://a.test/post-17-blue", "http://a.test/post-18-red"),
        ("http://a.test/?b=1&a=2", "http://a.test/?a=3&b=4"),
        ("http://a.test/wiki/Blue_mug", "http://a.test/wiki/blue%20mug"),
        ("http://a.test/#/inbox/17?x=1", "http://a.test/#/inbox/18"),
        ("http://a.test/x#part", "http://a.test/x"),
        ("http://a.test/x?utm_source=a&gclid=1", "http://a.test/x"),
        ("http://a.test/login;jsessionid=1A2B", "http://a.test/login"),
    ],
)
def test_pages_of_one_template(one: str, other: str) -> None:
    assert same_page(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://a.test/add/", "http://a.test/list/"),
        ("http://a.test/", "https://a.test/"),
        ("http://a.test/", "http://a.test:81/"),
        ("http://a.test/?a=1", "http://a.test/"),
        ("http://a.test/#/inbox", "http://a.test/#/sent"),
        ("http://a.test/step1.php", "http://a.test/step2.php"),
        ("http://a.test/a%2Fb", "http://a.test/a/b"),
    ],
)
def test_pages_of_two_templates(one: str, other: str) -> None:
    assert not same_page(one, other)


@given(st.lists(st.text(max_size=12), max_size=4), st.text(max_size=12), st.text(max_size=12))
def test_the_template_of_a_template_is_itself(segments: list[str], query: str, fragment: str) -> None:
    url = f"http://shop.test/{'/'.join(segments)}?{query}#/{fragment}"
    assert template(template(url)) == template(url)


@given(st.text(max_size=30))
def test_no_text_is_too_odd_for_an_address(text: str) -> None:
    for url in (text, f"http://{text}", f"http://[{text}"):
        assert isinstance(template(url) + link(url) + short(url) + site(url), str)


def test_links_are_compared_decoded_and_without_the_order_of_their_query() -> None:
    assert link("http://a.test/x%20y?b=2&a=1+1#top") == "/x y?a=1 1&b=2#top"
    assert link("http://a.test/") != link("http://a.test/?a")


def test_short_addresses_are_for_people() -> None:
    assert short("http://a.test/x%20y?q=a%20b") == "/x y?q=a b"
    assert short("http://a.test") == "/"
