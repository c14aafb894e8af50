import re

import pytest

from core.builders import SITE, chooser, demonstration, element, field, form, password, step
from likewise.core.consent import irreversible, shown
from likewise.core.induction.single import learn


def said(name: str, **facts) -> str | None:  # type: ignore[no-untyped-def]
    return irreversible("click", element("button", name, **facts), ())


ASKING = """Pay now|Place order|Order|Buy|Book|Send|Reply|Delete|Remove item|Löschen|Supprimer|Publish|Post|Share|Transfer
Save and publish|Save and post|Add & order|Confirm|Yes, I\u2019m sure|Unsubscribe|Cancel order|Merge|Checkout|Purchase|Donate
Jetzt kostenpflichtig bestellen"""
HARMLESS = """\
Save|Log in|Sign in|Search|Add|Next|Save and add another|Save and continue editing|Continue|OK|Add order|New post
Add another book|View order|Order by|Order history|Order #17|Payment methods|Filter|Cancel|Close|Edit|Upload|Go|Home|Posts
Reordered|The history of how the old town council came to delete its records"""


@pytest.mark.parametrize("label", re.split(r"[|\n]", ASKING))
def test_these_ask(label: str) -> None:
    assert (said(label) or "").endswith(f"it says “{label}”")


@pytest.mark.parametrize("label", re.split(r"[|\n]", HARMLESS))
def test_these_do_not(label: str) -> None:
    assert said(label, form=form(action=f"{SITE}/admin/shop/order/add/", submits=(label,))) is None


def test_a_yes_means_what_its_dialog_or_heading_says() -> None:
    assert said("OK", dialog="Delete product?") == "delete: it says “Delete product?”"
    assert said("Yes", heading="Send message") == "send: it says “Send message”"
    assert said("Cancel", dialog="Delete product?") is None


def test_a_picture_means_what_stands_behind_it() -> None:
    assert said("", id="deleteRow-17") == "delete: it says “delete Row”"
    assert said("\u00d7", classes=("btn", "fa-trash")) == "delete: it says “btn fa trash”"
    assert said("", href=f"{SITE}/cart/remove/17") == "delete: it says “cart remove”"
    assert said("", id="menu-toggle") is None


def test_a_form_means_where_it_goes_unless_its_button_is_harmless() -> None:
    def to(path: str, name: str = "Submit", **facts: str) -> str | None:
        return said(name, form=form(action=SITE + path, submits=(name,), **facts))

    assert to("/product/17/delete/") == "delete: the form goes to /product/17/delete/"
    assert to("/checkout/3") is not None
    assert to("/checkout/3", "Next") is None
    assert to("/product/17/delete/", method="get") is None
    assert to("/product/17/change/") is None
    assert said("Help", form=form(action=f"{SITE}/pay", submits=("Submit",))) is None


def test_enter_means_the_forms_button_or_sending_a_message() -> None:
    def enter(target, key: str = "Enter") -> str | None:  # type: ignore[no-untyped-def]
        return irreversible("press", target, (key,))

    assert enter(field("Amount", form=form(submits=("Transfer", "Cancel")))) == "transfer: it says “Transfer”"
    assert enter(field("Search", form=form(submits=("Search",)))) is None
    assert enter(field("", placeholder="Type a message", form=None)) == "send: Enter in “Type a message”"
    assert enter(field("Message", form=form(submits=())), "Control+Enter") is not None
    assert enter(field("New todo")) is None
    assert enter(element("menuitem", "Delete")) == "delete: it says “Delete”"
    assert enter(field("Name"), "Escape") is None
    assert enter(field("Amount", form=form(action=f"{SITE}/pay", submits=()))) == "pay: the form goes to /pay"


def test_other_acts() -> None:
    assert irreversible("press", element("row", "Ada"), ("Delete",)) == "delete: the key Delete"
    assert irreversible("press", field("Name"), ("Delete",)) is None
    assert irreversible("check", element("checkbox", "Delete"), ()) == "delete: it says “Delete”"
    assert irreversible("check", element("checkbox", "Send me news"), ()) is None
    assert irreversible("click", element("checkbox", "Delete"), ()) is None
    assert irreversible("fill", field("Delete"), ("x",)) is None
    assert irreversible("back", None, ()) is None


def test_the_text_shown_names_site_act_and_values() -> None:
    made = learn(
        demonstration(
            step("fill", field("Amount"), "12.50"),
            step("fill", password("PIN"), slot="PIN"),
            step("select", chooser("Account", "Savings", "Savings", "Cash"), "Savings"),
            step("choose", element("radio", "Today", fieldset="When", field="when")),
            step("click", element("button", "Transfer")),
            step("press", field("Amount", form=form(submits=("Pay",))), "Enter"),
            step("double_click", element("button", "Delete")),
        )
    )
    values = {"amount": "99", "account": "Cash", "when": "Tomorrow"}
    assert shown(made, 4, element("button", "Transfer"), made.steps[4].gate or "", SITE, values) == (
        "On http://shop.test: click “Transfer” (transfer: it says “Transfer”)"
        " with Amount: 99; PIN: ••••••; Account: Cash; Today: Tomorrow."
    )
    pressed = shown(made, 5, field("Amount"), "pay", SITE, {})
    assert pressed.startswith("On http://shop.test: press Enter in “Amount” (pay)")
    deleted = shown(made, 6, element("button", "Delete", row="Ada"), "delete", SITE, {})
    assert deleted.startswith("On http://shop.test: double-click “Delete” in the row “Ada” (delete)")
