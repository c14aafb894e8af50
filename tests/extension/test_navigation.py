import time

from extension.browsing import Browser, Site
from extension.fake_daemon import FakeDaemon, Message


def to(url: str, how: str = "to") -> Message:
    return {"kind": "navigate", "how": how, "url": url}


def test_it_goes_to_a_page_and_back(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages["/two"] = "<title>Two</title>"
    tab = browser.tab_of(browser.open(site.url()))
    for ask, title in [
        (to(site.url("/two")), "Two"),
        (to(site.url("/two#part")), "Two"),
        (to(site.url("/two#part")), "Two"),
        (to(site.url("/two")), "Two"),
        (to(site.url("/")), "Start"),
        (to("", "back"), "Two"),
    ]:
        answer = daemon.ask(ask, tab)
        assert (answer["kind"], answer.get("tab")) == ("arrived", tab), (ask, answer)
        assert answer["page"]["title"] == title, (ask, answer)
        if ask["url"]:
            assert answer["page"]["url"] == ask["url"]


def test_the_answer_to_a_form_is_not_asked_for_once_more(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages["/form"] = "<title>Form</title><form method=post><button>Save</button></form>"
    tab = browser.tab_of(page := browser.open(site.url("/form")))
    for url in (site.url("/form"), site.url("/form#part")):
        daemon.ask(to(url), tab)
        before = len(site.posts)
        page.click("button")
        page.wait_for_load_state()
        assert len(site.posts) == before + 1
        assert daemon.ask(to(url), tab)["page"]["url"] == url
        assert len(site.posts) == before + 1


def test_without_a_tab_it_takes_the_last_one_of_the_origin(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    first = browser.tab_of(browser.open(site.url()))
    second = browser.tab_of(browser.open(site.url()))
    third = browser.tab_of(browser.open(site.url(host="b.test")))
    assert daemon.ask(to(site.url("/")), None)["tab"] == second
    assert daemon.ask(to(site.url("/")), None, run="r_another1")["tab"] == first
    new = daemon.ask(to(site.url("/", "c.test")), None, run="r_another2")["tab"]
    assert new not in (first, second, third)


def test_a_new_tab_belongs_to_the_run(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    new = daemon.ask(to(site.url("/"), "new"), tab)["tab"]
    assert new != tab
    assert daemon.ask({"kind": "snapshot"}, new, run="r_another1")["code"] == "busy"


def test_what_leads_to_no_page_is_told(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages["/none"] = (204, {}, "")
    site.pages["/file"] = (200, {"Content-Disposition": "attachment; filename=a.txt"}, "x")
    tab = browser.tab_of(browser.open(site.url()))
    for url, code in {
        "file:///etc/passwd": "refused",
        "javascript:alert(1)": "refused",
        "chrome://settings": "refused",
        "not a url": "refused",
        "http://a.test:1/": "network",
        site.url("/none"): "network",
        site.url("/file"): "network",
    }.items():
        began = time.monotonic()
        answer = daemon.ask(to(url), tab)
        assert answer["kind"] == "failed" and answer["code"] == code, (url, answer)
        assert time.monotonic() - began < 3


def test_a_slow_page_times_out(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    def slow() -> str:
        time.sleep(2)
        return "late"

    site.pages["/slow"] = slow
    tab = browser.tab_of(browser.open(site.url()))
    assert daemon.ask(to(site.url("/slow")), tab, timeout_ms=600)["code"] == "timeout"
    answer = daemon.ask(to(site.url("/slow")), tab, timeout_ms=8_000)
    assert answer["kind"] == "arrived", answer
