"""Fifty rows, one of which the application refuses."""

import csv
from pathlib import Path

import pytest

from e2e.conftest import Desks, recorded_product
from e2e.likewise_home import LikewiseHome
from likewise.demo.shop_server import ShopServer

ROWS = 50
REFUSED = 17
"""The row whose price has more digits than the shop takes."""


@pytest.mark.e2e
@pytest.mark.timeout(300)
async def test_a_refused_row_is_reported_and_the_others_are_done(
    home: LikewiseHome, desks: Desks, shop: ShopServer, tmp_path: Path
) -> None:
    async with desks(home) as desk:
        workflow = await recorded_product(desk, shop)
        file = tmp_path / "products.csv"
        with file.open("w", newline="", encoding="utf-8") as out:
            writer = csv.writer(out)
            writer.writerow(["name", "price", "category"])
            for n in range(ROWS):
                price = "12345.67" if n == REFUSED else f"{n + 1}.25"
                writer.writerow([f"Product {n}", price, ("Mugs", "Books", "Lamps")[n % 3]])
        report = home.json("run", workflow["id"], "--rows", str(file), check=1)
        assert (report["done"], report["stopped"]) == (ROWS - 1, 1), report
        (failed,) = [row for row in report["rows"] if row["status"] != "done"]
        assert report["rows"].index(failed) == REFUSED
        assert "Ensure that there are no more than 6 digits in total." in failed["reason"]
        names = [product["name"] for product in shop.products()]
        assert names == ["Blue mug"] + [f"Product {n}" for n in range(ROWS) if n != REFUSED]
        prices = {product["name"]: (product["price"], product["category"]) for product in shop.products()}
        assert all(prices[f"Product {n}"] == (f"{n + 1}.25", ("Mugs", "Books", "Lamps")[n % 3]) for n in (0, 16, 18, 49))


@pytest.mark.e2e
async def test_rows_that_cannot_be_used_change_nothing(
    home: LikewiseHome, desks: Desks, shop: ShopServer, tmp_path: Path
) -> None:
    async with desks(home) as desk:
        workflow = await recorded_product(desk, shop)
        before = shop.products()
        file = tmp_path / "rows.csv"
        for text, said in (
            ("name,colour\nA,red\n", "colour"),
            ("name,price\nA,cheap\n", "cheap"),
            ("name,category\nA,Boats\n", "Boats"),
            ("name,password\nA,x\n", "secret"),
            ("name\nA,B\n", "row"),
            ("", "empty"),
        ):
            file.write_text(text, encoding="utf-8")
            done = home.run("run", workflow["id"], "--rows", str(file), check=2)
            assert said in done.stderr.lower() or said in done.stderr, done.stderr
        home.run("run", workflow["id"], "--rows", str(tmp_path / "absent.csv"), check=2)
        assert shop.products() == before
        told = home.run("run", workflow["id"], "--set", "name=Red mug", "--dry-run").stdout
        assert "Red mug" in told and "Save" in told and shop.products() == before
