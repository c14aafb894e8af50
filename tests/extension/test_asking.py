from playwright.sync_api import expect

from extension import rows
from extension.browsing import Browser, Site
from extension.fake_daemon import FakeDaemon, wait_for
from extension.test_reports import PAY, windows

STEP = rows.step(2, "Click “Pay”", "asking")


def ask(daemon: FakeDaemon, tab: int, run: str) -> None:
    rows.update(daemon, tab, rows.report("asking", STEP, question=PAY) | {"run": run})


def test_two_questions_are_asked_one_after_the_other(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    first = browser.tab_of(browser.open(site.url()))
    second = browser.tab_of(browser.open(site.url()))
    with browser.context.expect_page() as opened:
        ask(daemon, first, "r_firstrun")
        ask(daemon, second, "r_secondrun")
    window = opened.value
    assert window.url.endswith(f"?tab={first}")
    window.get_by_role("button", name="Approve").click()
    wait_for(lambda: daemon.of("consent"))
    assert windows(browser) == 1
    with browser.context.expect_page() as opened:
        rows.update(daemon, first, rows.report("done", STEP) | {"run": "r_firstrun"})
    assert opened.value.url.endswith(f"?tab={second}")
    opened.value.get_by_role("button", name="Refuse").click()
    wait_for(lambda: len(daemon.of("consent")) == 2)
    assert [(one["run"], one["approved"]) for one in daemon.of("consent")] == [("r_firstrun", True), ("r_secondrun", False)]
    rows.update(daemon, second, rows.report("stopped", STEP) | {"run": "r_secondrun"})
    wait_for(lambda: windows(browser) == 0)


def test_a_window_that_a_person_closes_stays_closed(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    with browser.context.expect_page() as opened:
        ask(daemon, tab, "r_firstrun")
    expect(opened.value.get_by_text(PAY["shown"])).to_be_visible()
    opened.value.close()
    browser.tool.wait_for_timeout(900)
    assert windows(browser) == 0
    expect(browser.popup(tab).get_by_role("button", name="Approve")).to_be_visible()
