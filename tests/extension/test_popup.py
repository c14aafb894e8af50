import re

from playwright.sync_api import Page, expect

from extension import rows
from extension.browsing import Browser, Site
from extension.conftest import Browsers
from extension.fake_daemon import FakeDaemon, wait_for

PARAMETERS = [
    rows.parameter("name", "Name", last="Blue mug", default="Red mug", required=True),
    rows.parameter("price", "Price", "number", default="12.50"),
    rows.parameter(
        "category",
        "Category",
        "choice",
        default="Books",
        options=[
            {"label": "Mugs", "value": "1"},
            {"label": "Books", "value": "2"},
        ],
    ),
    rows.parameter("in_stock", "In stock", "bool", default="true"),
    rows.parameter("password", "Password", "secret", secret=True),
]


def again(popup: Page, title: str = "Add a product") -> None:
    item = popup.get_by_role("list", name="Do this again").get_by_role("listitem").filter(has_text=title)
    item.get_by_role("button", name="Do this again").click()


def test_it_speaks_of_the_tab_it_is_asked_about(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    first, other = browser.open(site.url()), browser.open(site.url(host="b.test"))
    popup = browser.popup(browser.tab_of(first))
    expect(popup.get_by_role("switch", name="Watch this site")).to_be_checked()
    expect(popup.get_by_text(f"a.test:{site.port}")).to_be_visible()
    expect(popup.get_by_text("Connected", exact=True)).to_be_visible()
    expect(popup.get_by_role("textbox", name="Pairing code")).to_be_hidden()
    second = browser.popup(browser.tab_of(other))
    expect(second.get_by_text(f"b.test:{site.port}")).to_be_visible()
    nothing = browser.popup(987654)
    expect(nothing.get_by_role("switch", name="Watch this site")).to_be_disabled()
    expect(nothing.get_by_role("button", name="Record")).to_be_disabled()


def test_a_newcomer_is_told_what_comes_next(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    popup = browser.popup(tab)
    expect(browser.popup(987654).get_by_text("Open the site you want to work on first.")).to_be_visible()
    expect(popup.get_by_text("Press Record, do your task once")).to_be_visible()
    popup.get_by_role("button", name="Record").click()
    expect(popup.get_by_text("What you do is being recorded.")).to_be_visible()


def test_a_task_is_done_again_with_other_values(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    daemon.workflows = [rows.workflow(*PARAMETERS), rows.workflow(title="Sign in", id="w_signin01")]
    tab = browser.tab_of(browser.open(site.url()))
    popup = browser.popup(tab)
    expect(popup.get_by_role("list", name="Do this again").get_by_role("listitem")).to_have_count(2)
    assert daemon.of("list_workflows")[0]["url"] == site.url()
    again(popup)
    expect(popup.get_by_label("Password")).to_have_count(0)
    expect(popup.get_by_role("textbox", name="Name")).to_have_value("Blue mug")
    expect(popup.get_by_role("textbox", name="Name")).to_be_focused()
    expect(popup.get_by_role("combobox", name="Category")).to_have_value("Books")
    popup.get_by_role("textbox", name="Name").fill("")
    popup.get_by_role("button", name="Run", exact=True).click()
    assert daemon.of("start_run") == []
    popup.get_by_role("textbox", name="Name").fill("Lamp")
    popup.get_by_role("combobox", name="Category").select_option("Mugs")
    popup.get_by_role("checkbox", name="In stock").uncheck()
    popup.get_by_role("button", name="Run", exact=True).click()
    start = rows.started(daemon)
    assert start["values"] == {"name": "Lamp", "price": "12.50", "category": "Mugs", "in_stock": "false"}
    assert (start["workflow"], start["tab"]) == (rows.WORKFLOW, tab)

    steps = [rows.step(1, "Fill “Name”", "done"), rows.step(2, "Click “Save”", "running")]
    rows.update(daemon, tab, rows.report("running", *steps), start["request"])
    expect(popup.get_by_role("list", name="Steps").get_by_role("listitem")).to_have_text(
        [
            re.compile("Fill “Name” *done"),
            re.compile("Click “Save” *running"),
        ]
    )
    popup.get_by_role("button", name="Stop", exact=True).click()
    wait_for(lambda: [message["run"] for message in daemon.of("stop_run")] == [rows.RUN])
    stopped = [steps[0], rows.step(2, "Click “Save”", "stopped", "You stopped it.")]
    rows.update(daemon, tab, rows.report("stopped", *stopped, reason="You stopped it."))
    expect(popup.get_by_role("status")).to_have_text("Stopped: You stopped it.")
    expect(popup.get_by_role("button", name="Stop", exact=True)).to_be_hidden()

    again(popup, "Sign in")
    expect(popup.get_by_role("status")).to_have_text("")
    start = rows.started(daemon)
    assert (start["workflow"], start["values"]) == ("w_signin01", {})
    rows.update(daemon, tab, rows.report("done", steps[0]), start["request"])
    expect(popup.get_by_role("status")).to_have_text("Done")
    # Another popup of the same tab, and one after the worker died, say the same.
    browser.stop_worker()
    expect(browser.popup(tab).get_by_role("status")).to_have_text("Done")


def test_an_error_of_the_daemon_is_shown(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    daemon.workflows = [rows.workflow()]
    popup = browser.popup(browser.tab_of(browser.open(site.url())))
    again(popup)
    number = rows.started(daemon)["request"]
    daemon.send(type="error", request=number, code="unknown", text="It is not stored any more.")
    expect(popup.get_by_role("alert")).to_have_text("It is not stored any more.")


def test_texts_of_a_page_are_only_texts(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    evil = "<img src=x onerror=alert(1)><b>bold</b>"
    daemon.workflows = [rows.workflow(rows.parameter("x", evil, default=evil), title=evil)]
    popup = browser.popup(browser.tab_of(browser.open(site.url())))
    expect(popup.get_by_role("list", name="Do this again")).to_contain_text(evil)
    again(popup, "bold")
    expect(popup.get_by_role("textbox", name=evil)).to_have_value(evil)
    assert popup.locator("img, b").count() == 0


def test_unpaired_it_asks_for_a_code_and_records_nothing(browsers: Browsers, site: Site) -> None:
    browser = browsers()
    popup = browser.popup(browser.tab_of(browser.open(site.url())))
    expect(popup.get_by_text("Not connected", exact=True)).to_be_visible()
    expect(popup.get_by_role("textbox", name="Pairing code")).to_be_visible()
    expect(popup.get_by_role("button", name="Pair", exact=True)).to_be_enabled()
    expect(popup.get_by_role("button", name="Record")).to_be_disabled()


def test_it_can_be_used_by_keyboard(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    daemon.workflows = [rows.workflow(PARAMETERS[1])]
    popup = browser.popup(browser.tab_of(browser.open(site.url())))
    popup.get_by_role("button", name="Do this again").focus()
    popup.keyboard.press("Enter")
    popup.keyboard.type("3")
    popup.keyboard.press("Enter")
    assert rows.started(daemon)["values"] == {"price": "12.503"}
