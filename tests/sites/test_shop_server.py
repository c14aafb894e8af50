"""The shop: what is saved in its admin is in its database, and every fault is really there."""

import http.cookiejar
import re
import urllib.error
import urllib.parse
import urllib.request
from http import HTTPStatus

import pytest

from likewise.demo.shop.faults import Faults
from likewise.demo.shop_server import ShopServer

ADD = "/admin/shop/product/add/"
MUG = {"name": "Blue mug", "price": "9.50", "category": "1", "in_stock": "on", "available_from": "2026-03-01"}


class Visitor:
    """The little of a browser that filling in Django's forms takes."""

    def __init__(self, shop: ShopServer) -> None:
        self.shop = shop
        jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))

    def open(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Status, path after redirects, text."""
        data = urllib.parse.urlencode(form).encode() if form is not None else None
        try:
            with self.opener.open(self.shop.url + path, data, timeout=10) as answer:
                return answer.status, urllib.parse.urlsplit(answer.url).path, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, path, error.read().decode()

    def submit(self, path: str, form: dict[str, str]) -> tuple[int, str, str]:
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.open(path)[2])
        assert token
        return self.open(path, {"csrfmiddlewaretoken": token[1], **form})

    def sign_in(self) -> "Visitor":
        who = {"username": self.shop.user, "password": self.shop.password, "next": "/admin/"}
        assert self.submit("/admin/login/", who)[1] == "/admin/"
        return self


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with ShopServer(tmp_path_factory.mktemp("shop")) as shop:
        yield shop


@pytest.fixture
def shop(server):
    server.reset()
    return server


@pytest.fixture
def visitor(shop):
    return Visitor(shop).sign_in()


def test_a_product_saved_in_the_admin_is_in_the_database(shop, visitor):
    assert visitor.submit(ADD, {**MUG, "_save": "Save"})[1] == "/admin/shop/product/"
    assert shop.products() == [
        {
            "name": "Blue mug",
            "price": "9.50",
            "category": "Mugs",
            "in_stock": True,
            "available_from": "2026-03-01",
            "description": "",
        }
    ]


def test_a_price_with_too_many_digits_is_refused_in_words(shop, visitor):
    text = visitor.submit(ADD, {**MUG, "price": "12345.00", "_save": "Save"})[2]
    assert "Ensure that there are no more than 6 digits in total." in text
    assert shop.products() == []


def test_static_files_are_served(visitor):
    assert visitor.open("/static/admin/js/calendar.js")[0] == HTTPStatus.OK


def test_reset_takes_products_and_sessions_away(shop, visitor):
    visitor.submit(ADD, {**MUG, "_save": "Save"})
    shop.reset()
    assert shop.products() == []
    assert visitor.open(ADD)[1] == "/admin/login/"


def test_hidden_field_leaves_a_form_that_still_saves(shop, visitor):
    shop.set_faults(Faults(hide_field=True))
    assert 'name="price"' not in visitor.open(ADD)[2]
    visitor.submit(ADD, {**MUG, "_save": "Save"})
    assert [product["price"] for product in shop.products()] == ["0.00"]
    shop.set_faults(Faults())
    assert 'name="price"' in visitor.open(ADD)[2]


def test_renamed_button_keeps_its_name_attribute(shop, visitor):
    assert 'value="Save"' in visitor.open(ADD)[2]
    shop.set_faults(Faults(rename_button=True))
    page = visitor.open(ADD)[2]
    assert re.search(r'<input type="submit" value="Delete everything" class="default" name="_save">', page)
    assert 'value="Save"' not in page


def test_status_500_answers_posts_under_its_prefix_and_saves_nothing(shop, visitor):
    shop.set_faults(Faults(status_500="/admin/shop/"))
    assert visitor.open(ADD)[0] == HTTPStatus.OK
    assert visitor.submit(ADD, {**MUG, "_save": "Save"})[0] == HTTPStatus.INTERNAL_SERVER_ERROR
    assert shop.products() == []


def test_end_session_signs_out_once_at_its_prefix(shop, visitor):
    shop.set_faults(Faults(end_session=ADD))
    assert visitor.open("/admin/shop/product/")[1] == "/admin/shop/product/"
    assert visitor.open(ADD)[1] == "/admin/login/"
    visitor.sign_in()
    assert visitor.open(ADD)[1] == ADD


def test_the_same_folder_serves_again_on_the_same_port(tmp_path):
    shop = ShopServer(tmp_path)
    with shop:
        visitor, url = Visitor(shop).sign_in(), shop.url
        visitor.submit(ADD, {**MUG, "_save": "Save"})
    with shop:
        assert shop.url == url
        assert visitor.open(ADD)[1] == ADD
        assert len(shop.products()) == 1
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(url, timeout=5)


def test_a_taken_port_is_reported(shop, tmp_path):
    with pytest.raises(RuntimeError, match="Address already in use"):
        ShopServer(tmp_path, port=shop.port).start()
