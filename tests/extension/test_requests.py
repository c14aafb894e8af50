from playwright.sync_api import expect

from extension import rows
from extension.browsing import Browser, Site
from extension.fake_daemon import FakeDaemon, wait_for


def test_each_answer_goes_to_its_request(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    daemon.workflows = [rows.workflow(title="Only here")]
    first = browser.popup(browser.tab_of(browser.open(site.url())))
    expect(first.get_by_role("listitem").filter(has_text="Only here")).to_be_visible()
    daemon.workflows = [rows.workflow(title="Only there")]
    second = browser.popup(browser.tab_of(browser.open(site.url("/?there"))))
    expect(second.get_by_role("listitem").filter(has_text="Only there")).to_be_visible()
    expect(first.get_by_text("Only there")).to_have_count(0)
    numbers = [message["request"] for message in daemon.of("list_workflows")]
    assert len(set(numbers)) == len(numbers)


def test_a_cut_socket_ends_what_waits_for_an_answer(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    daemon.workflows = [rows.workflow()]
    popup = browser.popup(browser.tab_of(browser.open(site.url())))
    popup.get_by_role("button", name="Do this again").click()
    rows.started(daemon)
    daemon.cut()
    expect(popup.get_by_role("alert")).to_have_text("The daemon did not answer.")
    wait_for(lambda: daemon.connections == 2)
