from extension.browsing import Browser, Site
from extension.fake_daemon import FakeDaemon, Message, wait_for

FRAMES = "<title>Outer</title><h1>Outer</h1><iframe src='http://b.test:{port}/middle' name=middle></iframe>"
MIDDLE = "<iframe srcdoc='<button>Deep</button>' id=deep title=Deepest></iframe><button>Between</button>"


def record(browser: Browser, tab: int) -> None:
    assert browser.tell(type="record", tab=tab, on=True) == {"error": None}


def clicked(daemon: FakeDaemon, name: str) -> list[Message]:
    return [
        event for event in daemon.events if event["what"]["kind"] == "pointer" and event["what"]["target"]["name"] == name
    ]


def test_a_frames_path_leads_down_from_the_top(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages |= {"/": FRAMES.format(port=site.port), "/middle": MIDDLE}
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    record(browser, tab)
    page.bring_to_front()
    middle = page.frame_locator("iframe[name=middle]")
    middle.get_by_role("button", name="Between").click()
    middle.frame_locator("#deep").get_by_role("button", name="Deep").click()
    (between,) = wait_for(lambda: clicked(daemon, "Between"))
    (deep,) = wait_for(lambda: clicked(daemon, "Deep"))
    assert [step["name"] for step in between["frame"]] == ["middle"]
    assert [(step["name"], step["id"], step["title"]) for step in deep["frame"]] == [
        ("middle", None, None),
        (None, "deep", "Deepest"),
    ]
    assert {between["tab"], deep["tab"]} == {tab}
    assert len({between["document"], deep["document"]}) == 2


def test_what_a_page_says_as_it_leaves_is_kept(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages |= {"/": "<title>One</title><a href=/two>Go</a>", "/two": "<title>Two</title>"}
    page = browser.open(site.url())
    record(browser, browser.tab_of(page))
    page.bring_to_front()
    for _ in range(5):
        page.get_by_role("link", name="Go").click()
        page.wait_for_url("**/two")
        page.go_back()
        page.wait_for_url(site.url())
    wait_for(lambda: len(clicked(daemon, "Go")) == 5)
    assert daemon.kinds().count("left") >= 9
    # A document that comes back from the cache is the same document, and goes on counting.
    numbers = [(event["document"], event["n"]) for event in daemon.events]
    assert len(numbers) == len(set(numbers))


def test_a_tab_that_closes_leaves_nothing(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages |= {"/": FRAMES.format(port=site.port), "/middle": MIDDLE}
    keys = "async () => Object.keys(await chrome.storage.session.get(null)).filter(key => /^[cd]:/.test(key)).length"
    page = browser.open(site.url())
    record(browser, browser.tab_of(page))
    wait_for(lambda: browser.evaluate(keys) == 5)
    page.close()
    wait_for(lambda: browser.evaluate(keys) == 0)
