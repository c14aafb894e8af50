from playwright.sync_api import expect

from extension import rows
from extension.browsing import Browser, Site
from extension.fake_daemon import FakeDaemon, wait_for

PAY = rows.question("consent", "Click “Pay” on a.test: 12 €")
PASSWORD = rows.question("secret", "", slot="password", label="Password")


def asking(daemon: FakeDaemon, tab: int, question: rows.Message) -> None:
    step = rows.step(2, "Click “Pay”", "asking")
    rows.update(daemon, tab, rows.report("asking", step, reason="It needs you.", question=question))


def windows(browser: Browser) -> int:
    """How many popup pages are open."""
    return int(
        browser.evaluate("async () => (await chrome.tabs.query({})).filter(t => t.url?.includes('popup.html')).length")
    )


def test_consent_is_given_in_the_popup_for_the_text_shown(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    popup = browser.popup(tab)
    expect(popup.get_by_text("Connected", exact=True)).to_be_visible()
    asking(daemon, tab, PAY)
    expect(popup.get_by_text(PAY["shown"])).to_be_visible()
    expect(popup.get_by_role("status")).to_have_text("")
    popup.get_by_role("button", name="Approve").click()
    (consent,) = wait_for(lambda: daemon.of("consent"))
    assert consent == {"type": "consent", "run": rows.RUN, "step": 2, "approved": True, "shown": PAY["shown"]}
    rows.update(daemon, tab, rows.report("running", rows.step(2, "Click “Pay”", "running")))
    expect(popup.get_by_role("button", name="Approve")).to_be_hidden()
    assert windows(browser) == 1
    asking(daemon, tab, PAY)
    popup.get_by_role("button", name="Refuse").click()
    wait_for(lambda: len(daemon.of("consent")) == 2)
    assert daemon.of("consent")[1]["approved"] is False


def test_a_consent_for_another_text_or_step_is_not_passed_on(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    browser.popup(tab)
    asking(daemon, tab, PAY)
    wait_for(lambda: browser.tell(type="popup_state", tab=tab)["run"])
    asked = {"type": "consent", "run": rows.RUN, "step": 2, "approved": True, "shown": PAY["shown"]}
    for change in [{"shown": "Click “Pay”: 1 €"}, {"step": 1}, {"run": "r_another1"}]:
        assert browser.tell(**asked | change)["error"] == "That question is no longer open."
    assert browser.tell(type="secret", run=rows.RUN, slot="password", value="x")["error"]
    assert daemon.of("consent") == []
    rows.update(daemon, tab, rows.report("stopped", reason="no"))
    wait_for(lambda: browser.tell(type="popup_state", tab=tab)["run"]["status"] == "stopped")
    assert browser.tell(**asked)["error"]
    assert daemon.of("consent") == []


def test_without_a_popup_a_window_asks(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    with browser.context.expect_page() as opened:
        asking(daemon, tab, PAY)
    window = opened.value
    expect(window.get_by_text(PAY["shown"])).to_be_visible()
    window.get_by_role("button", name="Approve").click()
    wait_for(lambda: daemon.of("consent"))
    rows.update(daemon, tab, rows.report("done", rows.step(2, "Click “Pay”", "done")))
    wait_for(lambda: windows(browser) == 0)
    assert daemon.of("consent")[0]["approved"] is True


def test_a_popup_that_closes_leaves_its_question_to_a_window(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    popup = browser.popup(tab)
    expect(popup.get_by_text("Connected", exact=True)).to_be_visible()
    asking(daemon, tab, PAY)
    expect(popup.get_by_role("button", name="Approve")).to_be_visible()
    with browser.context.expect_page() as opened:
        popup.close()
    opened.value.get_by_role("button", name="Refuse").click()
    wait_for(lambda: daemon.of("consent"))


def test_a_secret_goes_to_the_page_and_never_to_the_daemon(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    popup = browser.popup(tab)
    expect(popup.get_by_text("Connected", exact=True)).to_be_visible()
    asking(daemon, tab, PASSWORD)
    box = popup.get_by_label("Password")
    assert box.get_attribute("type") == "password"
    box.fill("hunter2canary")
    popup.get_by_role("button", name="Continue").click()
    (ready,) = wait_for(lambda: daemon.of("secret_ready"))
    assert ready == {"type": "secret_ready", "run": rows.RUN, "slot": "password"}
    assert not any("hunter2canary" in frame for frame in daemon.frames)
    stored = browser.evaluate(
        "async () => JSON.stringify([await chrome.storage.local.get(null), await chrome.storage.session.get(null)])"
    )
    assert "hunter2canary" not in stored


def test_a_daemon_that_knows_of_no_question_ends_it(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    popup = browser.popup(tab)
    expect(popup.get_by_text("Connected", exact=True)).to_be_visible()
    asking(daemon, tab, PAY)
    popup.get_by_role("button", name="Approve").click()
    wait_for(lambda: daemon.of("consent"))
    daemon.send(type="error", request=None, code="not_allowed", text="Nothing waits for this approval.")
    expect(popup.get_by_role("status")).to_have_text("Stopped: Nothing waits for this approval.")
    expect(popup.get_by_role("button", name="Approve")).to_be_hidden()
