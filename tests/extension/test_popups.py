from playwright.sync_api import expect

from extension import rows
from extension.browsing import Browser, Site
from extension.fake_daemon import FakeDaemon


def test_a_popup_is_told_what_changes(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    page = browser.open(site.url())
    popup = browser.popup(browser.tab_of(page))
    expect(popup.get_by_text("Connected", exact=True)).to_be_visible()
    daemon.workflows = [rows.workflow(title="Learned just now")]
    daemon.send(type="recorded", demonstration="d_abcdef01", workflow=daemon.workflows[0], reason=None)
    expect(popup.get_by_role("listitem").filter(has_text="Learned just now")).to_be_visible()
    expect(popup.get_by_text("Learned: Learned just now")).to_be_visible()
    daemon.send(type="recorded", demonstration="d_abcdef02", workflow=None, reason="Nothing was done.")
    expect(popup.get_by_text("Nothing learned: Nothing was done.")).to_be_visible()
    daemon.workflows = [rows.workflow(title="Fits the next page")]
    page.goto(site.url("/?next"))
    expect(popup.get_by_role("listitem").filter(has_text="Fits the next page")).to_be_visible()
    daemon.stop()
    expect(popup.get_by_text("Not connected", exact=True)).to_be_visible()
    daemon.start()
    expect(popup.get_by_text("Connected", exact=True)).to_be_visible()


def test_it_goes_on_after_the_worker_died(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    popup = browser.popup(browser.tab_of(browser.open(site.url())))
    expect(popup.get_by_text("Connected", exact=True)).to_be_visible()
    for _ in range(3):
        browser.stop_worker()
        daemon.send(type="set_paused", paused=True)
        expect(popup.get_by_text("Recording is paused.")).to_be_visible()
        daemon.send(type="set_paused", paused=False)
        expect(popup.get_by_text("Recording is paused.")).to_be_hidden()
