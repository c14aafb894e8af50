"""Answers that wait for a change."""
# ruff: noqa: E501

import time
from typing import Any

from playwright.sync_api import Page

from page.harness import Open, describe

START = "globalThis.watch = __likewise.observe('doc-test')"


def observe(page: Page, timeout: int = 2000, **ask: Any) -> dict[str, Any]:
    whole = {"kind": "observe", "handle": None, "texts": [], "dialog": None, "since": None, "quiet_ms": None, **ask}
    answer: dict[str, Any] = page.evaluate("([ask, timeout]) => watch.observe(ask, timeout)", [whole, timeout])
    return answer


def test_candidates_wait_for_another_revision(open_page: Open) -> None:
    page = open_page("<button id=x>Save</button>")
    page.evaluate(START)
    ask = {"kind": "candidates", "fingerprint": describe(page, "#x"), "frame": [], "words": [], "since": None}
    wait = "([ask, timeout]) => watch.candidates(ask, timeout)"
    first = page.evaluate(wait, [ask, 1000])
    assert (first["revision"], len(first["candidates"])) == ("doc-test:0", 1)
    page.evaluate("setTimeout(() => x.insertAdjacentHTML('afterend', '<button>Save</button>'), 200)")
    started = time.monotonic()
    second = page.evaluate(wait, [{**ask, "since": first["revision"]}, 3000])
    assert 0.15 < time.monotonic() - started < 1
    assert len(second["candidates"]) == 2
    started = time.monotonic()
    assert page.evaluate(wait, [{**ask, "since": second["revision"]}, 200])["revision"] == second["revision"]
    assert 0.15 < time.monotonic() - started < 1


def test_quiet(open_page: Open) -> None:
    page = open_page(
        "<p id=p>x</p><script>let n = 0; const t = setInterval(() => { p.innerHTML += '.'; if (++n === 10) clearInterval(t) }, 50)</script>"
    )
    page.evaluate(START)
    answer = observe(page, quiet_ms=150)
    assert answer["quiet"] is True and page.inner_text("#p").count(".") == 10
    page.evaluate("setInterval(() => { p.innerHTML += '.' }, 20); watch.acted()")
    assert observe(page, timeout=300, quiet_ms=150)["quiet"] is False


def test_a_refused_request_since_the_act(open_page: Open) -> None:
    page = open_page("<p>x</p>")
    page.route("**/api/*", lambda route: route.fulfill(status=int(route.request.url[-3:]), body="x"))
    page.evaluate(START)

    def after(*statuses: int, acting: bool = True) -> int | None:
        page.evaluate("watch.acting()" if acting else "0")
        page.evaluate("(all) => Promise.all(all.map((status) => fetch(`/api/${status}`)))", statuses)
        page.wait_for_timeout(50)
        failed: int | None = observe(page)["failed"]
        return failed

    assert after(500, acting=False) is None
    assert [after(200), after(200, 422), after()] == [None, 422, None]


def test_texts_dialog_and_state(open_page: Open) -> None:
    page = open_page(
        "<p style='text-transform:uppercase'>The <b>product</b> was added</p><p hidden>Not this</p><div id=h></div><input id=i value=Ada>"
        "<div role=dialog aria-label=Sure>x</div><script>h.attachShadow({mode:'open'}).innerHTML='<i>deep words</i>'</script>"
    )
    page.evaluate(START)
    number = page.evaluate("__likewise.candidates.handleOf(i)")
    answer = observe(
        page, texts=["product was added", "Not this", "deep words"], handle={"document": "doc-test", "number": number}
    )
    assert answer["seen"] == [True, False, True]
    assert (answer["dialog"], answer["state"]["value"], answer["busy"]) == ("Sure", "Ada", False)


def test_what_changes_without_a_node_is_a_revision_too(open_page: Open) -> None:
    page = open_page("<input id=i>")
    page.evaluate(START)
    revision = observe(page)["revision"]
    page.fill("#i", "x")
    assert observe(page, since=revision)["revision"] != revision


def test_our_drawing_is_no_change(open_page: Open) -> None:
    page = open_page("<button id=b>x</button>")
    page.evaluate(START)
    page.evaluate("__likewise.overlay.show([b], 'Step 1')")
    assert observe(page, timeout=100, since="doc-test:0")["revision"] == "doc-test:0"


def test_a_navigation_under_way(open_page: Open) -> None:
    page = open_page("<a href=/slow id=a>go</a>")
    page.evaluate(START)
    page.route("**/slow", lambda route: None)
    # In one call: Playwright's next one would wait for the page to come.
    busy = """async () => {
      const ask = { handle: null, texts: [], since: null, quiet_ms: null };
      const before = (await watch.observe(ask, 100)).busy;
      a.click();
      const during = (await watch.observe(ask, 100)).busy;
      stop();
      return [before, during];
    }"""
    assert page.evaluate(busy) == [False, True]
