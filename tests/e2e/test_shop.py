"""The first story: add a product in Django's admin once, and it is done again with other values."""

import pytest

from e2e.conftest import Desks
from e2e.likewise_home import LikewiseHome
from likewise.demo.person import Product, add_product, sign_in
from likewise.demo.shop_server import ShopServer

FIRST = Product("Blue mug", "12.50", "Mugs", "2026-03-04", "Holds coffee.")
SECOND = dict(name="Field guide", price="31.00", category="Books", available_from="2026-05-06")
THIRD = dict(name="Desk lamp", price="48.90", category="Lamps", available_from="2026-07-08")
FOURTH = dict(name="Floor lamp", price="98.00", category="Lamps", available_from="2026-09-10")


def row(name: str, price: str, category: str, available_from: str) -> dict[str, object]:
    return dict(
        name=name, price=price, category=category, in_stock=True, available_from=available_from, description="Holds coffee."
    )


def labelled(values: dict[str, str]) -> dict[str, str]:
    """The popup's form is labelled as the application labels its fields."""
    labels = dict(name="Name", price="Price", category="Category", available_from="Available from")
    return {labels[name]: value for name, value in values.items()}


@pytest.mark.e2e
async def test_record_once_and_do_it_again(home: LikewiseHome, desks: Desks, shop: ShopServer) -> None:
    expected = [row("Blue mug", "12.50", "Mugs", "2026-03-04")]
    async with desks(home) as desk:
        page = await desk.open(f"{shop.url}/admin/")
        popup = await desk.popup(page)
        await popup.watch()
        await popup.record()
        await sign_in(page, shop.user, shop.password)
        await add_product(page, FIRST)
        await popup.stop_recording()
        assert shop.products() == expected
        (workflow,) = home.json("workflows")
        assert [p["name"] for p in workflow["parameters"]] == [
            "username",
            "password",
            "name",
            "price",
            "category",
            "in_stock",
            "available_from",
            "description",
        ]
        assert [p["type"] for p in workflow["parameters"]] == [
            "text",
            "secret",
            "text",
            "number",
            "choice",
            "bool",
            "date",
            "text",
        ]

        ended = await popup.again(workflow["title"], labelled(SECOND), {})
        assert ended.startswith("Done"), ended
        expected.append(row(**SECOND))
        assert shop.products() == expected

        await desk.context.clear_cookies()
        ended = await popup.again(workflow["title"], labelled(THIRD), {"Password": shop.password})
        assert ended.startswith("Done"), ended
        expected.append(row(**THIRD))
        assert shop.products() == expected

    sets = [part for name, value in FOURTH.items() for part in ("--set", f"{name}={value}")]
    report = home.json("run", workflow["id"], *sets, "--in", "browser", "--secret", "password", given=f"{shop.password}\n")
    assert report["status"] == "done", report
    expected.append(row(**FOURTH))
    assert shop.products() == expected
    assert home.bytes_with(shop.password) == []
    assert home.bytes_with("Blue mug") != []
