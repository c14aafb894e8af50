from playwright.sync_api import expect

from extension import rows
from extension.browsing import Browser, Site
from extension.fake_daemon import FakeDaemon


def test_what_a_field_is_filled_with(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    options = [{"label": "Mugs", "value": "1"}, {"label": "Books", "value": "2"}]
    daemon.workflows = [
        rows.workflow(
            rows.parameter("a", "Last", last="last", default="default"),
            rows.parameter("b", "Default", default="default"),
            rows.parameter("c", "Nothing"),
            rows.parameter("d", "Gone choice", "choice", last="Lamps", options=options),
            rows.parameter("e", "Off", "bool", last="false", default="true"),
            rows.parameter("f", "When", "date", default="2026-03-04"),
            rows.parameter("g", "Picture", "file", default="/tmp/a.png"),
        )
    ]
    popup = browser.popup(browser.tab_of(browser.open(site.url())))
    popup.get_by_role("button", name="Do this again").click()
    values = {
        name: popup.get_by_label(name, exact=True).input_value() for name in ("Last", "Default", "Nothing", "Gone choice")
    }
    assert values == {"Last": "last", "Default": "default", "Nothing": "", "Gone choice": "Lamps"}
    expect(popup.get_by_role("combobox").get_by_role("option")).to_have_text(["Lamps", "Mugs", "Books"])
    expect(popup.get_by_role("checkbox", name="Off")).not_to_be_checked()
    expect(popup.get_by_role("textbox", name="When")).to_have_value("2026-03-04")
    popup.get_by_role("button", name="Cancel").click()
    expect(popup.get_by_role("button", name="Run", exact=True)).to_be_hidden()
    assert daemon.of("start_run") == []


def test_typing_is_not_disturbed_by_news(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    daemon.workflows = [rows.workflow(rows.parameter("a", "Name"))]
    popup = browser.popup(browser.tab_of(browser.open(site.url())))
    popup.get_by_role("button", name="Do this again").click()
    popup.keyboard.type("half")
    for paused in (True, False):
        daemon.send(type="set_paused", paused=paused)
        expect(popup.get_by_text("Recording is paused.")).to_be_visible(visible=paused)
    daemon.workflows = [rows.workflow(title="Another")]
    daemon.send(type="recorded", demonstration="d_abcdef01", workflow=None, reason="x")
    expect(popup.get_by_role("listitem").filter(has_text="Another")).to_be_visible()
    popup.keyboard.type(" way")
    expect(popup.get_by_role("textbox", name="Name")).to_have_value("half way")


def test_tasks_of_one_title_are_told_apart(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    daemon.workflows = [rows.workflow(), rows.workflow(id="w_another01"), rows.workflow(title="Sign in", id="w_signin01")]
    popup = browser.popup(browser.tab_of(browser.open(site.url())))
    items = popup.get_by_role("list", name="Do this again").get_by_role("listitem")
    expect(items.filter(has_text="Adds it.")).to_have_count(2)
    expect(items.filter(has_text="Sign in")).not_to_contain_text("Adds it.")
