"""A run acts on the origin it was recorded on, and types what it was given, whatever page and values try to make of it."""

import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page

from e2e.attacking import again, ask, browsing, built, eventually, pair
from e2e.likewise_home import LikewiseHome
from likewise.core.address import origin
from likewise.core.protocol import GetDemonstrations, GetWorkflows
from likewise.demo.person import Popup, open_popup
from likewise.extension_build import EXTENSION_ID
from likewise.failure import Misuse
from sites.server import SiteServer

CONFIG = "step_timeout_s = 2\n"
VALUES = (
    "{{secret:x}}",
    "${123457*3}",
    "{0.__class__}",
    "{{123457*3}}",
    "<img src=x onerror=\"document.title='run'\">",
    "%(home)s %s {}",
    "$(id) `id` ; rm -rf ~ | cat",
    "=cmd|' /C calc'!A0",
    "../../etc/passwd",
    "'; DROP TABLE workflows; --",
    "javascript:alert(1)",
    "[bold]text[/nothing]",
    "bell \x07 and \x1b]0;owned\x07\x1b[31m escape",
)
OTHERS = tuple(value.replace("3", "4").replace("id", "ls") + " again" for value in VALUES)
FIELDS = "".join(f"<label>Field {n} <input name=f{n}></label>" for n in range(1, len(VALUES) + 1))
SEEN = """<script>
for (const type of "pointerdown mousedown click keydown beforeinput input change submit focusin paste".split(" ")) {
  const tell = ({ target }) => fetch(`${location.origin}/seen?${type}&${target.name || target.id}`, { keepalive: true });
  addEventListener(type, tell, true);
}
</script>"""
"""Tells its own server of everything that is done to the page."""
NOTE = """<!doctype html><title>Notes</title><h1>Notes</h1>
<form id=form onsubmit="event.preventDefault(); out.textContent = 'Kept'">
<label>Title <input name=title></label><button id=keep>Keep</button><output id=out role=status></output></form>"""


@dataclass
class Place:
    home: LikewiseHome
    context: BrowserContext
    site: SiteServer
    page: Page
    popup: Popup

    def at(self, host: str, path: str = "") -> str:
        return self.site.url_at(host) + path

    @property
    def good(self) -> str:
        return self.at("good.test")

    def serve(self, path: str, more: str = "", **how: Any) -> None:
        """The note at every host, telling the host's own server what is done to it, and running `more`."""
        self.site.page(path, NOTE + SEEN + f"<script>{more}</script>", **how)

    def seen(self, host: str) -> list[str]:
        """What the server of that host was told was done to its page."""
        asked = [one for one in self.site.requests if one.path.startswith("/seen")]
        return [one.path.split("?")[1] for one in asked if one.headers["Host"].startswith(host)]

    async def record(self, path: str) -> AsyncIterator[None]:
        count = len(await ask(self.home, GetDemonstrations()))
        await self.page.goto(self.good + path)
        await self.popup.record()
        await self.page.bring_to_front()
        yield

        async def learned() -> bool:
            return len(await ask(self.home, GetDemonstrations())) > count

        await self.popup.page.get_by_role("button", name="Stop recording").click()
        await eventually(learned)

    async def run(self, workflow: str, url: str | None = None, **more: Any) -> dict[str, Any]:
        return dict(await ask(self.home, again(workflow, url=url, **more)))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Place]:
    """One for all these tests: a browser takes long to start."""
    folder = tmp_path_factory.mktemp("replay")
    async with contextlib.AsyncExitStack() as stack:
        site = stack.enter_context(SiteServer())
        home = LikewiseHome(folder / "h", CONFIG)
        stack.callback(home.kill)
        home.start()
        context = await stack.enter_async_context(browsing(folder / "person", built(folder / "ours")))
        await pair(home, context)
        page = context.pages[0]
        site.page("/", NOTE)
        await page.goto(site.url_at("good.test"))
        popup = await open_popup(context, page, EXTENSION_ID)
        yield Place(home, context, site, page, popup)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def noted(place: Place) -> str:
    """The workflow of writing a title and pressing Keep."""
    place.site.page("/note", NOTE)
    async for _ in place.record("/note"):
        await place.page.get_by_label("Title").click()
        await place.page.keyboard.type("Tea", delay=2)
        await place.page.get_by_role("button", name="Keep").click()
    (workflow,) = await ask(place.home, GetWorkflows())
    assert [step["action"] for step in workflow["steps"]] == ["fill", "click"]
    return str(workflow["id"])


def spellings(port: int) -> list[str]:
    """Of addresses that are not http://good.test:port, though someone may take them for it."""
    good, at = "good.test", f"good.test:{port}"
    return [
        f"https://{at}/note",
        f"http://{good}/note",
        f"http://{good}:{port + 1}/note",
        f"http://{at}.evil.test/note",
        f"http://{good}.evil.test:{port}/note",
        f"http://{good}.:{port}/note",
        f"http://evil.test:{port}/note?http://{at}",
        f"http://evil.test:{port}/http://{at}/",
        f"http://evil.test:{port}#{at}",
        f"http://{at}@evil.test:{port}/note",
        f"http://{good}:pw@evil.test:{port}/note",
        f"http://{good}%40evil.test:{port}/",
        f"http://evil.test:{port}\\@{at}/note",
        f"http://evil.test:{port}\\.{good}/",
        f"http://{good}\\evil.test:{port}/",
        f"http:\\\\evil.test:{port}\\{good}",
        f"http:/evil.test:{port}/note",
        f"http:evil.test:{port}/note",
        f"http:///evil.test:{port}/note",
        f"//evil.test:{port}/note",
        f"http://good%2etest.evil.test:{port}/",
        f"http://good\u3002test.evil.test:{port}/",
        f"http://g\u043e\u043ed.test:{port}/note",
        f"http://xn--gd-jlca.test:{port}/note",
        f"http://good.t\u00ebst:{port}/note",
        f"http://good\u200b.test.evil.test:{port}/",
        f"http://good.test\u2024evil:{port}/",
        f"http://good.test\uff0eevil.test:{port}/",
        f"http://good.test\uff0fevil.test:{port}/",
        f"http://good.test\uff20evil.test:{port}/",
        f"http://127.0.0.1:{port}/note",
        f"http://0x7f000001:{port}/note",
        f"http://2130706433:{port}/note",
        f"http://localhost:{port}/note",
        f"http://[::1]:{port}/note",
        f"blob:http://{at}/1234",
        f"view-source:http://{at}/note",
        f"filesystem:http://{at}/temporary/x",
        f"data:text/html,http://{at}",
        f"javascript:location='http://{at}'",
        f"file://{at}/note",
        f"ftp://{at}/note",
        f"ws://{at}/note",
        f"chrome-extension://{EXTENSION_ID}/popup/popup.html?http://{at}",
        "about:blank",
        "",
        "null",
        at,
        f"http://good.test:{port}x/",
        f"http://good.test:-{port}/",
        f"http://good.test:{port}:{port}/",
        f"http://good.test: {port}/",
        f"http://good.test:{port + 65536}/",
    ]


def same_spellings(port: int) -> list[str]:
    """Of addresses that are on http://good.test:port for a browser."""
    return [
        f"http://good.test:{port}",
        f"HTTP://GOOD.test:{port}/note",
        f"http://good.test:{port}/note?next=http://evil.test",
        f"http://user:pw@good.test:{port}/note",
        f"http://good.test:{port}/a/../note#@evil.test",
        f"http://good.test:0{port}/note",
        f"http://go\tod.test:{port}/note",
        f"http://good.te\nst:{port}/note",
        f"http://good%2etest:{port}/note",
        f"http://good\u3002test:{port}/note",
        f"http://\uff47\uff4f\uff4f\uff44.test:{port}/note",
        f"http://good.te\u017ft:{port}/note",
        f"http:good.test:{port}/note",
        f"http:\\\\good.test:{port}\\note",
    ]


@pytest.mark.e2e
@pytest.mark.asyncio(loop_scope="module")
async def test_no_spelling_is_taken_for_the_origin(place: Place, noted: str) -> None:
    """Where the program says yes, the browser says so too; what is not on the origin is refused before anything is done."""
    bound, port = place.good, place.site.port
    verdict = "async (url) => (await import('/background/sites.js')).originOf(url)"
    wrong, right = spellings(port), same_spellings(port)
    print(len(wrong), "wrong and", len(right), "right spellings")
    accepted = [url for url in [*wrong, *right] if origin(url) == bound]
    for url in [*wrong, *right]:
        told = await place.popup.page.evaluate(verdict, url)
        assert (told == bound) is (url in right), (url, told)
        assert told == bound or origin(url) != bound, url
    assert accepted and set(accepted) <= set(right)
    place.site.requests.clear()
    for url in wrong:
        with pytest.raises(Misuse, match="where the task was recorded"):
            await place.run(noted, url)
    assert list(place.site.requests) == []
    done = place.home.run("run", noted, "--url", place.at("evil.test", "/note"), check=2)
    assert bound in done.stderr
    for url in accepted:
        report = await place.run(noted, url)
        print(ascii(url), report["status"], report["reason"])
        assert await place.page.evaluate("location.origin") == bound


EVIL = "'http://evil.test:' + location.port + '/elsewhere'"
ELSEWHERE = {
    "another host": f"location = {EVIL}",
    "another port": "location = 'http://good.test:OTHER/elsewhere'",
    "a name with a dot": "location = 'http://good.test.:' + location.port + '/elsewhere'",
    "a user's name": "location = 'http://good.test@evil.test:' + location.port + '/elsewhere'",
    "the address of the host": "location = 'http://127.0.0.1:' + location.port + '/elsewhere'",
    "an open redirect": "location = '/redirect'",
    "a blob": "location = URL.createObjectURL(new Blob([document.documentElement.outerHTML], { type: 'text/html' }))",
    "a sandbox": "location = '/sandboxed'",
    "in the middle of the act": f"location = {EVIL}",
    "a form": f"form.onsubmit = null; form.action = {EVIL}; form.method = 'post'; form.requestSubmit()",
}
"""How a page, once it has been written in, leads the tab away."""


@pytest.mark.e2e
@pytest.mark.asyncio(loop_scope="module")
async def test_another_origin_is_not_acted_on(place: Place, noted: str) -> None:
    """The page there is the same, down to the last witness."""
    site = place.site
    place.serve("/elsewhere")
    place.serve("/sandboxed", headers={"Content-Security-Policy": "sandbox allow-scripts allow-forms"})
    site.page("/redirect", "", status=302, headers={"Location": place.at("evil.test", "/elsewhere")})
    with SiteServer() as other:
        other._pages["/elsewhere"] = site.answer("/elsewhere")
        for name, way in ELSEWHERE.items():
            when, gone = ("click", "") if name == "in the middle of the act" else ("input", "keep.remove()")
            leave = f"{way.replace('OTHER', str(other.port))}; {gone}"
            place.serve("/note", f"addEventListener('{when}', () => {{ {leave} }}, true)")
            await place.page.goto(place.good + "/note")
            site.requests.clear()
            report = await place.run(noted)
            print(f"{name}: {report['reason']}")
            await place.page.wait_for_url(lambda url: not url.endswith("/note"))
            # In the middle of the act the right page has been clicked, and may have shown the effect before it left.
            if when == "input":
                assert report["status"] == "stopped" and report["steps"][1]["status"] != "done", (name, report)
            assert "input&title" in place.seen("good.test:"), name
            wrong = [host for host in ("evil.test", "good.test.", "127.0.0.1") if place.seen(host)]
            assert wrong == [] and not [one for one in other.requests if one.path.startswith("/seen")], name
    # The same on the right origin, and at its start.
    place.serve("/note")
    site.requests.clear()
    assert (await place.run(noted))["status"] == "done"
    assert {"click&keep", "input&title"} <= set(place.seen("good.test"))
    site.page("/start", "", status=302, headers={"Location": place.at("evil.test", "/elsewhere")})
    site.requests.clear()
    report = await place.run(noted, place.good + "/start")
    assert report["status"] == "stopped" and "evil.test" in report["reason"], report
    assert place.seen("evil.test") == [] and any(one.path == "/elsewhere" for one in site.requests)


@pytest.mark.e2e
@pytest.mark.asyncio(loop_scope="module")
async def test_values_are_typed_as_they_are(place: Place) -> None:
    """Recorded, shown in the popup, typed again with other values, and again with the recorded ones."""
    keep = "fetch('/kept', { method: 'POST', body: JSON.stringify([...new FormData(form).values()]) })"
    form = f"<form id=form onsubmit='event.preventDefault(); {keep.replace(chr(39), chr(34))}'>".replace('"', "&quot;")
    place.site.page(
        "/values", f"<!doctype html><title>Values</title><h1>Values</h1>{form}{FIELDS}<button>Keep</button></form>"
    )
    place.site.page("/kept", "")
    async for _ in place.record("/values"):
        for n, value in enumerate(VALUES, 1):
            await place.page.get_by_label(f"Field {n}", exact=True).click()
            await place.page.keyboard.insert_text(value)
        await place.page.get_by_role("button", name="Keep").click()
    workflow = (await ask(place.home, GetWorkflows()))[0]
    names = [parameter["name"] for parameter in workflow["parameters"]]
    assert [parameter["default"] for parameter in workflow["parameters"]] == list(VALUES)

    popup = place.popup.page
    item = place.popup.tasks().filter(has_text=workflow["title"]).first
    await item.get_by_role("button", name="Do this again").click()
    assert await popup.get_by_label("Field 5", exact=True).input_value() == VALUES[4]
    await popup.get_by_role("button", name="Cancel").click()

    for values in (dict(zip(names, OTHERS, strict=True)), {}):
        report = await place.run(workflow["id"], values=values)
        assert report["status"] == "done", report
    kept = [json.loads(one.body) for one in place.site.requests if one.path == "/kept"]
    assert kept == [list(VALUES), list(OTHERS), list(VALUES)]
    for page in (popup, place.page):
        assert await page.locator("img").count() == 0 and await page.title() != "run"
    for command in (("runs",), ("show", workflow["id"]), ("show", report["run"]), ("run", workflow["id"], "--dry-run")):
        out = place.home.run(*command).stdout
        assert "370371" not in out and not set(out) & {"\x1b", "\x07"}, out
