"""Ordinary constructs of web sites, recorded once and done again: with other values, and where the page has changed.

What counts is what the application has done. One browser for all pages.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

import pytest
from playwright.async_api import Page as Tab

from e2e.conftest import Desk, Desks
from e2e.likewise_home import LikewiseHome
from likewise.demo.person import click, write
from sites.server import SiteServer

THANKS = "<title>Thanks</title><h1>Thanks</h1><p role=status>Kept</p>"
PASSWORD = "Zq7-hunter"
Do = Callable[[Tab], Awaitable[None]]


@dataclass
class Bench:
    """`again` returns (status, reason, what the application got)."""

    desk: Desk
    site: SiteServer
    tab: Tab
    known: frozenset[str] = frozenset()

    async def record(self, url: str, do: Do) -> dict[str, Any]:
        await self.tab.goto("about:blank")
        await self.tab.goto(url)
        popup = await self.desk.popup(self.tab)
        await popup.watch()
        await popup.record()
        await self.tab.bring_to_front()
        await do(self.tab)
        await asyncio.sleep(0.3)
        await popup.stop_recording()
        await popup.page.close()
        (workflow,) = [one for one in await self._json("workflows") if one["id"] not in self.known]
        self.known |= {workflow["id"]}
        self.site.requests.clear()
        return dict(workflow)

    async def again(
        self, workflow: dict[str, Any], *more: str, given: str | None = None, **values: str
    ) -> tuple[str, str, Any]:
        sets = [part for name, value in values.items() for part in ("--set", f"{name}={value}")]
        report = await self._json("run", workflow["id"], *sets, *more, given=given, check=None)
        got = [posted(request.body.decode()) for request in self.site.requests if request.method == "POST"]
        self.site.requests.clear()
        return report["status"], report["reason"] or "", got

    async def _json(self, *arguments: str, **more: Any) -> Any:
        return await asyncio.to_thread(self.desk.home.json, *arguments, **more)


def posted(body: str) -> Any:
    return dict(parse_qsl(body, keep_blank_values=True)) if "=" in body else body


def post(text: str) -> str:
    return f"fetch('/log', {{method: 'POST', body: '{text}'}})"


def people(kind: str, *names: str) -> str:
    """Each with a button whose id counts, in a table with row numbers, or in cards."""
    cells = {"numbers": "<td>{n}<td>{name}", "boxes": "<td><input type=checkbox aria-label=Select><td>{name}"}
    row = (
        "<div class=card><b>{name}</b><i>5 EUR</i>{button}</div>"
        if kind == "cards"
        else f"<tr>{cells[kind]}<td>{{button}}</tr>"
    )
    rows = (
        row.format(n=n, name=name, button=f'<button id=a{n} onclick="{post(name)}">Archive</button>')
        for n, name in enumerate(names, 1)
    )
    return f"<h1>People</h1>{'' if kind == 'cards' else '<table>'}{''.join(rows)}"


async def rows_that_move(bench: Bench) -> None:
    for kind in ("numbers", "cards"):
        url = bench.site.page(f"/{kind}", people(kind, "Ada", "Bob", "Cy"))
        workflow = await bench.record(url, lambda tab: tab.get_by_role("button").nth(1).click())
        assert (await bench.again(workflow))[::2] == ("done", ["Bob"]), kind
        bench.site.page(f"/{kind}", people(kind, "Ada", "Cy", "Dan"))
        status, reason, got = await bench.again(workflow)
        assert (status, got) == ("stopped", []) and "“Bob” is not here" in reason, (kind, reason)
        bench.site.page(f"/{kind}", people(kind, "Bob", "Ada", "Cy"))
        assert (await bench.again(workflow))[2] in ([], ["Bob"]), kind


async def labels_that_change_places(bench: Bench) -> None:
    def form(*labels: str) -> str:
        fields = "".join(
            f"<p><label for=f{n}>{label}</label><input id=f{n} name=f{n}></p>" for n, label in enumerate(labels)
        )
        return f"<h1>Person</h1><form method=post action=/thanks>{fields}<button>Keep</button></form>"

    async def do(tab: Tab) -> None:
        await write(tab, "First name", "Ada")
        await write(tab, "Last name", "Lovelace")
        await click(tab, "button", "Keep")
        await tab.get_by_text("Kept").wait_for()

    workflow = await bench.record(bench.site.page("/labels", form("First name", "Last name")), do)
    values = dict(first_name="Grace", last_name="Hopper")
    assert (await bench.again(workflow, **values))[::2] == ("done", [{"f0": "Grace", "f1": "Hopper"}])
    for labels in (("Last name", "First name"), ("Last name",)):
        bench.site.page("/labels", form(*labels))
        assert (await bench.again(workflow, **values))[::2] == ("stopped", []), labels


async def an_answer_at_the_address_of_its_form(bench: Bench) -> None:
    """Running again from there must not send the form once more."""
    bench.site.page("/same", f"<form method=post><label>Name <input name=n></label><button>Keep</button></form>{THANKS}")

    async def do(tab: Tab) -> None:
        await write(tab, "Name", "one")
        await click(tab, "button", "Keep")
        await tab.wait_for_load_state()

    workflow = await bench.record(bench.site.url + "/same#top", do)
    for name in ("two", "three"):
        assert (await bench.again(workflow, name=name))[::2] == ("done", [{"n": name}])


async def a_form_that_is_drawn_anew_at_each_key(bench: Bench) -> None:
    draw = """<div id=root></div><script>
    const held = {a: '', b: ''};
    function draw(name, at) {
      root.innerHTML = '<label>Alpha <input name=a></label><label>Beta <input name=b></label><button>Keep</button>';
      for (const one of root.querySelectorAll('input')) {
        one.value = held[one.name];
        one.oninput = () => { held[one.name] = one.value; draw(one.name, one.selectionStart) };
      }
      const last = root.querySelector(`[name=${name}]`);
      if (last) { last.focus(); last.setSelectionRange(at, at) }
      root.querySelector('button').onclick = () => fetch('/log', {method: 'POST', body: held.a + ' ' + held.b});
    }
    draw();</script>"""

    async def do(tab: Tab) -> None:
        await write(tab, "Alpha", "hello")
        await write(tab, "Beta", "world")
        await click(tab, "button", "Keep")

    workflow = await bench.record(bench.site.page("/drawn", draw), do)
    assert (await bench.again(workflow, alpha="uno", beta="dos"))[::2] == ("done", ["uno dos"])


async def a_field_that_the_page_empties_again(bench: Bench) -> None:
    def form(script: str) -> str:
        fields = "<label>Country <input name=c id=c></label><label>City <input name=d id=d></label><button>Keep</button>"
        return f"<form method=post action=/thanks>{fields}</form><script>{script}</script>"

    async def do(tab: Tab) -> None:
        await write(tab, "Country", "Norway")
        await write(tab, "City", "Bergen")
        await click(tab, "button", "Keep")
        await tab.get_by_text("Kept").wait_for()

    workflow = await bench.record(bench.site.page("/emptied", form("")), do)
    assert (await bench.again(workflow, city="Oslo"))[::2] == ("done", [{"c": "Norway", "d": "Oslo"}])
    bench.site.page("/emptied", form("d.oninput = () => { c.value = '' }"))
    status, reason, got = await bench.again(workflow, city="Oslo")
    assert (status, got) == ("stopped", []) and "“Country” does not hold any more" in reason, reason


async def a_request_that_is_refused(bench: Bench) -> None:
    """Nothing on the page tells of it."""
    bench.site.page(
        "/refused", "<h1>Add</h1><label>Item <input id=i></label><button onclick=\"fetch('/items/' + i.value)\">Add</button>"
    )
    bench.site.page("/items/Milk", "ok")

    async def do(tab: Tab) -> None:
        await write(tab, "Item", "Milk")
        await click(tab, "button", "Add")

    workflow = await bench.record(bench.site.url + "/refused", do)
    assert (await bench.again(workflow))[0] == "done"
    status, reason, _ = await bench.again(workflow, item="Eggs")
    assert status == "stopped" and "404" in reason, reason


async def a_password_in_the_next_address_and_on_the_next_page(bench: Bench) -> None:
    fields = "<label>User <input name=u></label><label>Password <input type=password name=p></label>"
    form = f"<form action=/said>{fields}<button>Enter</button></form>"
    again = f"<a href='/x?p={PASSWORD}'>Again</a>"
    bench.site.page("/said", f"<h1>Hello {PASSWORD}</h1><button>Go on, {PASSWORD}</button>{again}")

    async def do(tab: Tab) -> None:
        await write(tab, "User", "ada")
        await write(tab, "Password", PASSWORD)
        await click(tab, "button", "Enter")
        await tab.get_by_role("button", name="Go on").click()

    workflow = await bench.record(bench.site.page("/signs", form), do)
    assert bench.desk.home.bytes_with(PASSWORD) == []
    await bench.again(workflow, "--secret", "password", given=f"{PASSWORD}\n")
    assert bench.desk.home.bytes_with(PASSWORD) == []
    assert bench.desk.home.bytes_with("Password") != []


async def names_that_shadow_and_natives_that_lie(bench: Bench) -> None:
    lies = """<script>Element.prototype.getAttribute = () => 'x'; Array.prototype.map = () => { throw 1 };
    JSON.stringify = () => { throw 2 }; EventTarget.prototype.addEventListener = () => {}; window.chrome = 0</script>"""
    fields = "".join(f"<label>{name} <input name={name}></label>" for name in ("action", "id", "elements", "parentNode"))
    shadows = "<img name=body><img name=activeElement><div id=__likewise></div><a id=chrome></a>"
    fields += "<button name=submit id=submit value=1>Keep</button>"
    html = f"{lies}<form method=post action=/thanks id=body>{fields}</form>{shadows}"

    async def do(tab: Tab) -> None:
        boxes = (*await tab.locator("input").all(), tab.locator("button"))
        for one in boxes:
            place = await one.bounding_box()
            assert place is not None
            await tab.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
            if one != boxes[-1]:
                await tab.keyboard.type("v", delay=5)
        await tab.get_by_text("Kept").wait_for()

    workflow = await bench.record(bench.site.page("/shadows", html), do)
    status, reason, got = await bench.again(workflow, action="A", id="B", elements="C", parentnode="D")
    assert (status, got) == ("done", [dict(action="A", id="B", elements="C", parentNode="D", submit="1")]), reason


async def a_page_that_is_loaded_anew_in_the_middle(bench: Bench) -> None:
    def form(script: str) -> str:
        fields = "".join(f"<label>F{n} <input name=f{n} id=f{n}></label>" for n in range(4))
        return f"<form method=post action=/thanks>{fields}<button>Keep</button></form><script>{script}</script>"

    async def do(tab: Tab) -> None:
        for n in range(4):
            await write(tab, f"F{n}", f"w{n}")
        await click(tab, "button", "Keep")
        await tab.get_by_text("Kept").wait_for()

    workflow = await bench.record(bench.site.page("/anew", form("")), do)
    bench.site.page(
        "/anew", form("if (!sessionStorage.once) f1.onchange = () => (sessionStorage.once = 1, location.reload())")
    )
    status, reason, got = await bench.again(workflow)
    assert (status, got) == ("stopped", []), (status, reason, got)


CONSTRUCTS = (
    rows_that_move,
    labels_that_change_places,
    an_answer_at_the_address_of_its_form,
    a_form_that_is_drawn_anew_at_each_key,
    a_field_that_the_page_empties_again,
    a_request_that_is_refused,
    a_password_in_the_next_address_and_on_the_next_page,
    names_that_shadow_and_natives_that_lie,
    a_page_that_is_loaded_anew_in_the_middle,
)


@pytest.mark.e2e
async def test_constructs(home: LikewiseHome, desks: Desks) -> None:
    wrong: dict[str, str] = {}
    with SiteServer() as site:
        site.page("/thanks", THANKS)
        site.page("/log", "ok")
        async with desks(home) as desk:
            bench = Bench(desk, site, await desk.open(f"{site.url}/thanks"))
            for construct in CONSTRUCTS:
                try:
                    await construct(bench)
                except Exception as error:
                    wrong[construct.__name__] = f"{type(error).__name__}: {error}"[:500]
    assert wrong == {}, json.dumps(wrong, indent=1)
