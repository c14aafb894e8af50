"""Whatever runs in the browser beside us tries the daemon's port, and whatever sits on that port tries our extension."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Origin

from e2e.attacking import ask, browsing, built, connected, eventually, paired, stranger, worker_of
from e2e.likewise_home import LikewiseHome
from likewise.core.protocol import FromExtension, GetDemonstrations, NewCode, Show
from likewise.demo.daemon_process import free_port
from likewise.demo.person import open_popup
from likewise.extension_build import EXTENSION_ID
from likewise.greeting import Greeting
from likewise.home import Home
from likewise.pairing import Pairings
from likewise.server import Client, ExtensionServer
from sites.server import SiteServer

OPEN = """
const HELLO = JSON.stringify({ type: "pair_hello", version: 1, nonce: "0".repeat(64) });
const PROVE = JSON.stringify({ type: "prove", proof: "0".repeat(64) });
const one = (url) => new Promise((done) => {
  let socket;
  try { socket = new WebSocket(url); } catch (error) { return done([url, "threw " + error.name]); }
  let end = "refused";
  socket.onopen = () => { end = "opened"; socket.send(HELLO); };
  socket.onmessage = ({ data }) => {
    end = JSON.parse(data).type === "welcome" ? "welcomed" : "answered";
    socket.send(PROVE);
  };
  socket.onclose = () => done([url, end]);
  setTimeout(() => done([url, end]), 3000);
});
const tryAll = async (urls) => Object.fromEntries(await Promise.all(urls.map(one)));
"""
"""Each end: "refused" before the upgrade, "opened", "answered", or "welcomed"."""
NAMES = ("127.0.0.1", "localhost", "0.0.0.0", "rebound.test")
PUBLIC = "--ip-address-space-overrides=127.0.0.1:{}=public"
WITHOUT_LNA = "--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets"
REACHED = {"opened", "answered", "welcomed"}
ORIGIN = Origin(f"chrome-extension://{EXTENSION_ID}")


@dataclass
class Listener:
    """A receiver that counts whom it was told of."""

    joins: int = 0
    heard_of: list[FromExtension] = field(default_factory=list)

    def paused(self) -> bool:
        return False

    def joined(self, client: Client) -> None:
        self.joins += 1

    def parted(self, client: Client) -> None: ...

    async def heard(self, client: Client, message: FromExtension) -> None:
        self.heard_of.append(message)


class Watched(ExtensionServer):
    """Keeps what asked to come in. With a check switched off, the header is made right before it is looked at."""

    origin_check = host_check = True

    def admit(self, connection: ServerConnection, request: Request) -> Response | None:
        host, origin = request.headers.get("Host", ""), request.headers.get("Origin", "")
        for checked, name, right in (
            (self.host_check, "Host", f"127.0.0.1:{self.port}"),
            (self.origin_check, "Origin", f"chrome-extension://{EXTENSION_ID}"),
        ):
            if not checked:
                del request.headers[name]
                request.headers[name] = right
        refused = super().admit(connection, request)
        self.asked.append((origin, host, refused is None))
        return refused

    async def attend(self, connection: ServerConnection) -> None:
        self.attended += 1
        await super().attend(connection)

    def begin(self) -> None:
        self.asked: list[tuple[str, str, bool]] = []
        self.attended = 0


@dataclass
class Field:
    """Where the attacks take place."""

    server: Watched
    pairings: Pairings
    listener: Listener
    site: SiteServer
    folder: Path

    @property
    def urls(self) -> list[str]:
        return [self.url(name) for name in NAMES]

    def url(self, name: str) -> str:
        return f"ws://{name}:{self.server.port}/extension"

    @contextlib.asynccontextmanager
    async def browser(self, name: str, *flags: str) -> AsyncIterator[BrowserContext]:
        urls = json.dumps(self.urls)
        result = "document.documentElement.dataset.contentScript = JSON.stringify(found)"
        other = stranger(
            self.folder / "stranger",
            {
                "worker.js": f"{OPEN}\nself.tryAll = tryAll;",
                "content.js": f"{OPEN}\ntryAll({urls}).then((found) => {{ {result} }});",
                "rules.json": json.dumps([forged_origin(self.server.port)]),
            },
            background={"service_worker": "worker.js"},
            permissions=["declarativeNetRequest", "declarativeNetRequestWithHostAccess"],
            host_permissions=["<all_urls>"],
            content_scripts=[{"matches": ["http://evil.test/*"], "js": ["content.js"]}],
            declarative_net_request={"rule_resources": [{"id": "forge", "enabled": False, "path": "rules.json"}]},
        )
        ours = self.folder / "ours"
        if not ours.exists():
            built(ours)
        async with browsing(self.folder / name, ours, other, flags=flags) as context:
            yield context

    async def attacks(self, context: BrowserContext) -> dict[str, dict[str, str]]:
        """What came of each kind of attack, by the URL it was tried on."""
        urls = json.dumps(self.urls)
        frame = f"<script>{OPEN}\ntryAll({urls}).then((found) => parent.postMessage(found, '*'))</script>"
        self.site.page("/frame", frame)
        self.site.page("/evil", "<title>Evil</title><p>Evil</p>")
        page = await context.new_page()
        await page.goto(self.site.url_at("evil.test") + "/evil")
        in_frame = """async () => new Promise((done) => {
            addEventListener("message", ({ data }) => data.likewise || done(data));
            const frame = document.createElement("iframe");
            frame.sandbox = "allow-scripts";
            frame.src = "/frame";
            document.body.append(frame);
        })"""
        worker = await worker_of(context, other_than=EXTENSION_ID)
        found = {
            "page": await page.evaluate(f"async (urls) => {{ {OPEN}\n return tryAll(urls); }}", self.urls),
            "sandboxed frame": await page.evaluate(in_frame),
            "content script": await page.evaluate(
                """async () => {
                const { dataset } = document.documentElement;
                while (!dataset.contentScript) await new Promise(requestAnimationFrame);
                return JSON.parse(dataset.contentScript); }"""
            ),
            "another extension": await worker.evaluate("(urls) => tryAll(urls)", self.urls),
        }
        await page.goto(self.site.url_at("rebound.test") + "/evil")
        found["rebound page"] = await page.evaluate(f"async (urls) => {{ {OPEN}\n return tryAll(urls); }}", self.urls)
        await page.close()
        return found


def forged_origin(port: int) -> dict[str, Any]:
    """A rule by which another extension writes our origin into the requests of its own."""
    header = {"header": "Origin", "operation": "set", "value": f"chrome-extension://{EXTENSION_ID}"}
    condition = {"urlFilter": f":{port}/", "resourceTypes": ["websocket"]}
    return {"id": 1, "condition": condition, "action": {"type": "modifyHeaders", "requestHeaders": [header]}}


@pytest.fixture
async def ground(tmp_path: Path) -> AsyncIterator[Field]:
    pairings = Pairings(Home.open(tmp_path / "h"))
    listener = Listener()
    server = Watched(Greeting(pairings), listener, EXTENSION_ID)
    server.begin()
    with SiteServer() as site:
        async with server.listening(0):
            yield Field(server, pairings, listener, site, tmp_path)


def reached(found: dict[str, dict[str, str]]) -> dict[str, list[str]]:
    """By which names each kind of attack got in."""
    return {kind: [url for url, end in ends.items() if end in REACHED] for kind, ends in found.items()}


@pytest.mark.e2e
async def test_what_the_browser_itself_would_keep_out(ground: Field) -> None:
    """A page that Chromium holds to be public, with Local Network Access on."""
    async with ground.browser("person", PUBLIC.format(ground.site.port)) as context:
        await nobody_is_let_in(ground, context)
        print("asked:", {origin for origin, _, _ in ground.server.asked})
        await paired(context, ground.pairings.new_code(ground.server.port))
        assert ground.listener.joins == 1


@pytest.mark.e2e
async def test_strangers_are_not_let_in(ground: Field) -> None:
    """With Local Network Access off every attack reaches the daemon; with the daemon's checks off, it gets in."""
    async with ground.browser("person", PUBLIC.format(ground.site.port), WITHOUT_LNA) as context:
        await nobody_is_let_in(ground, context)
        stranger_id = (await worker_of(context, other_than=EXTENSION_ID)).url.split("/")[2]
        evil, rebound = ground.site.url_at("evil.test"), ground.site.url_at("rebound.test")
        asked = {origin for origin, _, _ in ground.server.asked}
        print("asked:", asked)
        assert asked == {evil, rebound, "null", f"chrome-extension://{stranger_id}"}

        code = ground.pairings.new_code(ground.server.port)
        await the_key_is_missing(ground, context)
        await paired(context, code)
        assert ground.listener.joins == 1

        for off, names in ((("origin_check",), ["127.0.0.1"]), (("origin_check", "host_check"), list(NAMES))):
            for check in off:
                setattr(ground.server, check, False)
            got_in = reached(await ground.attacks(context))
            print("without", off, got_in)
            assert got_in == {kind: [ground.url(name) for name in names] for kind in got_in}


async def the_key_is_missing(ground: Field, context: BrowserContext) -> None:
    """Another extension can write our origin into what a page asks. The greeting then ends where the proof is due."""
    worker = await worker_of(context, other_than=EXTENSION_ID)
    await worker.evaluate("chrome.declarativeNetRequest.updateEnabledRulesets({enableRulesetIds: ['forge']})")
    page = await context.new_page()
    await page.goto(ground.site.url_at("evil.test") + "/evil")
    forged = await page.evaluate(f"async (urls) => {{ {OPEN}\n return tryAll(urls); }}", ground.urls)
    print("forged origin:", forged)
    assert reached({"page": forged}) == {"page": [ground.url("127.0.0.1")]}
    assert ground.listener.joins == 0
    await worker.evaluate("chrome.declarativeNetRequest.updateEnabledRulesets({disableRulesetIds: ['forge']})")
    await page.close()


async def nobody_is_let_in(ground: Field, context: BrowserContext) -> None:
    found = await ground.attacks(context)
    assert reached(found) == {kind: [] for kind in found} and len(found) == 5, found
    assert not any(let_in for _, _, let_in in ground.server.asked), ground.server.asked
    assert (ground.server.attended, ground.listener.joins) == (0, 0)


# --- something else on the daemon's port ---


TYPED = ("Before the daemon went", " while another sat there", " after it came back")
NOTE = """<!doctype html><title>Notes</title><h1>Notes</h1><form onsubmit="event.preventDefault(); out.textContent = 'Kept'">
<label>Title <input name=title></label><button>Keep</button><output id=out role=status></output></form>"""


@contextlib.asynccontextmanager
async def relay(port: int, home: LikewiseHome, said: list[str]) -> AsyncIterator[None]:
    """A way to the true daemon; what it says is kept, as one who listened would have it."""

    async def pass_on(source: Any, target: Any, kept: list[str]) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in source:
                kept.append(text)
                await target.send(text)
        await target.close()

    async def attend(connection: ServerConnection) -> None:
        said.clear()
        url = f"ws://127.0.0.1:{home.port}/extension"
        async with connect(url, origin=ORIGIN, compression=None) as daemon:
            await asyncio.gather(pass_on(connection, daemon, []), pass_on(daemon, connection, said))

    async with serve(attend, "127.0.0.1", port, compression=None):
        yield


class Imposter:
    """Tries one trick after the other, each on a connection of its own."""

    TRICKS = ("echo", "replay", "early")

    def __init__(self, transcript: list[str], command: str) -> None:
        self.frames: list[str] = []
        self.tried = 0
        self._transcript, self._command = transcript, command

    async def attend(self, connection: ServerConnection) -> None:
        trick = self.TRICKS[self.tried % len(self.TRICKS)]
        with contextlib.suppress(ConnectionClosed):
            if trick == "early":
                await connection.send(self._command)
            async for text in connection:
                self.frames.append(str(text))
                for answer in [text] if trick == "echo" else [*self._transcript, self._command]:
                    await connection.send(answer)
        self.tried += 1


@pytest.mark.e2e
async def test_an_imposter_on_the_port(home: LikewiseHome, tmp_path: Path) -> None:
    port, said = free_port(), list[str]()
    async with contextlib.AsyncExitStack() as stack:
        site = stack.enter_context(SiteServer())
        context = await stack.enter_async_context(browsing(tmp_path / "person", built(tmp_path / "ours")))
        async with relay(port, home, said):
            code = (await ask(home, NewCode()))["code"]
            await paired(context, f"{port}-{'-'.join(code.split('-')[-2:])}")
            page = context.pages[0]
            await page.goto(site.page("/notes", NOTE))
            popup = await open_popup(context, page, EXTENSION_ID)
            await popup.watch()
            await popup.record()
            await page.bring_to_front()
            await page.get_by_label("Title").click()
            await page.keyboard.type(TYPED[0], delay=5)
        # The transcript of a connection by the key, not by the code.
        async with relay(port, home, said):
            await eventually(lambda: connected(home))
            await popup.page.get_by_text("Connected", exact=True).wait_for()
            tab = int(popup.page.url.split("=")[-1])
        assert [json.loads(text)["type"] for text in said][:2] == ["challenge", "welcome"], said
        home.kill()
        ask_to_go = {"kind": "navigate", "how": "to", "url": f"{site.url}/imposed"}
        command = {"type": "page_request", "id": 1, "run": "r_imposter", "tab": tab, "timeout_ms": 1000, "ask": ask_to_go}
        imposter = Imposter(said, json.dumps(command))
        async with serve(imposter.attend, "127.0.0.1", port, compression=None):
            typing = asyncio.create_task(page.keyboard.type(TYPED[1], delay=100))

            async def tried_all() -> bool:
                await popup.page.evaluate("chrome.runtime.sendMessage({type: 'popup_state', tab: 1})")
                return imposter.tried >= len(Imposter.TRICKS)

            await eventually(tried_all, 40)
            await typing
            await popup.page.get_by_text("Not connected", exact=True).wait_for()
            await popup.page.get_by_text("Something else answers on the daemon's port.").wait_for()
        heard = [json.loads(frame) for frame in imposter.frames]
        print("the imposter heard:", [sorted(message) for message in heard])
        assert {tuple(sorted(message)) for message in heard} == {("nonce", "profile", "type", "version")}
        assert {message["type"] for message in heard} == {"hello"}
        assert page.url == f"{site.url}/notes" and not any("imposed" in request.path for request in site.requests)
        home.start()
        async with relay(port, home, said):
            await page.keyboard.type(TYPED[2], delay=5)
            await eventually(lambda: connected(home), 40)
            await page.get_by_role("button", name="Keep").click()
            await popup.stop_recording()
            (demo,) = await ask(home, GetDemonstrations())
            shown = await ask(home, Show(id=demo["id"]))
            steps = [(step["action"], step["values"]) for step in shown["demonstration"]["steps"]]
            assert steps == [("fill", ["".join(TYPED)]), ("click", [])]
