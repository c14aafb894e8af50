from playwright.sync_api import expect

from extension import rows
from extension.browsing import Browser, Site
from extension.fake_daemon import FakeDaemon


def test_how_a_run_ends_is_said_in_words(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    popup = browser.popup(tab)
    expect(popup.get_by_text("Connected", exact=True)).to_be_visible()
    step = rows.step(1, "Click “Save”", "stopped", "It is not here.") | {"nearest": ["button “Send”"]}
    after = rows.step(2, "Click “Send”", "waiting")
    for report, status in [
        (rows.report("running", rows.step(1, "Click “Save”", "running")), ""),
        (rows.report("stopped", step, after, reason="“Save” was not found."), "Stopped: “Save” was not found."),
        (rows.report("asking", step, reason="Only you can click it."), "Needs you: Only you can click it."),
        (rows.report("done", rows.step(1, "Click “Save”", "done")), "Done"),
    ]:
        rows.update(daemon, tab, report)
        expect(popup.get_by_role("status")).to_have_text(status)
        expect(popup.get_by_role("button", name="Stop", exact=True)).to_be_visible(visible=status == "")
        if status.startswith("Stopped"):
            expect(popup.get_by_role("list", name="Steps")).to_contain_text("stopped: It is not here.")
            expect(popup.get_by_text("Nearest: button “Send”")).to_be_visible()
            expect(popup.get_by_role("listitem").filter(has_text="Click “Send”")).to_contain_text("not done")


def test_a_choice_is_made_on_the_page(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    popup = browser.popup(tab)
    expect(popup.get_by_text("Connected", exact=True)).to_be_visible()
    rows.update(daemon, tab, rows.report("asking", rows.step(1, "x", "asking"), question=rows.question("choice", "Which?")))
    expect(popup.get_by_text("Click the right one on the page.")).to_be_visible()
    expect(popup.get_by_role("button", name="Approve")).to_have_count(0)
