"""When the application is not as it was: the run stops in time, names the step, and nothing is changed."""

from dataclasses import dataclass

import pytest

from e2e.conftest import STEP_TIMEOUT_S, Desks, recorded_product
from e2e.likewise_home import LikewiseHome
from likewise.demo.shop.faults import Faults
from likewise.demo.shop_server import ShopServer


@dataclass(frozen=True)
class Fault:
    faults: Faults
    step: str
    reason: str


FAULTS = {
    "the field is gone": Fault(Faults(hide_field=True), "Price", "is not here"),
    "the button means something else": Fault(Faults(rename_button=True), "Save", "Delete everything"),
    "the site answers 500": Fault(Faults(status_500="/admin/shop/product/add/"), "Save", "500"),
    "the session has ended": Fault(Faults(end_session="/admin/shop/product/add/"), "Add product", "login"),
}


@pytest.mark.e2e
async def test_each_fault_stops_the_run(home: LikewiseHome, desks: Desks, shop: ShopServer) -> None:
    async with desks(home) as desk:
        workflow = await recorded_product(desk, shop)
        before = shop.products()
        for what, fault in FAULTS.items():
            shop.set_faults(fault.faults)
            report = home.json("run", workflow["id"], "--set", "name=Wrong", check=1)
            shop.set_faults(Faults())
            assert report["status"] == "stopped", (what, report)
            (stopped,) = [step for step in report["steps"] if step["status"] == "stopped"]
            assert fault.step in stopped["title"], (what, report)
            assert fault.reason in report["reason"], (what, report)
            assert stopped["ms"] <= (STEP_TIMEOUT_S + 1) * 1000, (what, stopped)
            assert shop.products() == before, what
            assert not any(step["status"] in ("done", "skipped") for step in report["steps"][stopped["step"] :])
        shop.reset()
        report = home.json("run", workflow["id"], "--set", "name=Right", "--secret", "password", given=f"{shop.password}\n")
        assert [product["name"] for product in shop.products()] == ["Right"], report
