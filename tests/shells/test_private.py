"""`run --in browser`: a real private Chromium, a page of our own, one browser for many rows."""

import asyncio
import http.server
import threading

import pytest

from core.builders import Events, element, field, page, path
from likewise import chromium
from likewise.core.event import Input, Opened, Pointer, Ready, Task
from likewise.core.protocol import GetStatus, NewCode, OpenBrowser, Recorded, Result, Run
from shells.daemons import Terminal, ask, daemon, until
from shells.fake_extension import paired

pytestmark = pytest.mark.skipif(chromium.find() is None, reason="no Chromium is installed")

PAGE = """<!doctype html><title>Mugs</title><h1>Mugs</h1>
<label for="id_name">Name</label> <input id="id_name" name="name">
<button id="add" type="button" onclick="fetch('/added?' + encodeURIComponent(id_name.value))">Add</button>"""


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path.startswith("/added?"):
            self.server.added.append(self.path.removeprefix("/added?"))
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def site():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    server.added = []
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def recorded_at(url):
    events = Events().on("one-worker")
    events.say(Task(what="started"))
    events.on("one")
    events.say(Opened(url=url, top=True, cause="already_open", referred=False))
    events.say(Ready(page=page(url, "Mugs")))
    events.say(Input(how="insertText", target=field("Name", "Blue", tag="input", type="text", path=path("body", "input:1"))))
    button = element("button", "Add", tag="button", type="button", id="add", path=path("body", "button:1"))
    events.say(Pointer(what="click", by="pointer", target=button, button=0, modifiers=(), x=0.5, y=0.5))
    events.on("one-worker").say(Task(what="stopped"))
    return events.events


async def learned(made, url):
    async with paired(made.port, (await ask(made, NewCode()))["code"]) as extension:
        await extension.tell(recorded_at(url))
        return (await extension.next(Recorded)).workflow.id


def run(workflow, name, more):
    return Run(
        workflow=workflow, values={"name": name}, secrets={}, where="browser", tab=None, url=None, headed=False,
        approvals=(), interactive=False, more=more,
    )  # fmt: skip


async def test_rows_share_a_browser_and_the_last_one_closes_it(tmp_path, site):
    url = f"http://127.0.0.1:{site.server_port}/"
    async with daemon(tmp_path / "h") as made:
        workflow = await learned(made, url)
        for name, more in (("Red", True), ("Green", True), ("Blue", False)):
            report = await ask(made, run(workflow, name, more))
            assert report["status"] == "done", report
            assert (await ask(made, GetStatus()))["connected"] == (1 if more else 0)
        assert site.added == ["Red", "Green", "Blue"]
        assert (await ask(made, run(workflow, "Again", False)))["status"] == "done", "the profile is still paired"


class Waiting(Terminal):
    def __init__(self):
        super().__init__()
        self.hung_up = asyncio.Event()

    async def receive(self):
        await self.hung_up.wait()
        return None


async def test_a_browser_for_a_person_is_open_until_they_hang_up(tmp_path, site):
    async with daemon(tmp_path / "h") as made:
        terminal = Waiting()
        request = OpenBrowser(url=f"http://127.0.0.1:{site.server_port}/", headless=True, profile=str(tmp_path / "p"))
        opening = asyncio.create_task(made.requests.answer(request, terminal))
        await until(lambda: terminal.told, 30)
        assert terminal.told[0].text == "The browser is open and paired."
        assert (await ask(made, GetStatus()))["connected"] == 1
        terminal.hung_up.set()
        await opening
        assert isinstance(terminal.told[-1], Result)
