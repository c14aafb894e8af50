"""Each page request is answered once: by the page, or by the guard."""

import asyncio

import pytest

from likewise import pages as pages_module
from likewise.core.page import Act, Did, Failed, Mute
from likewise.core.protocol import Alive, PageReply, PageRequest
from likewise.pages import Pages

MUTE = Mute()


class Wire:
    def __init__(self):
        self.sent = []

    def send(self, message):
        self.sent.append(message)


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(pages_module, "GUARD_MS", 10)


def request(ask=MUTE, run="r_abcdef", timeout_ms=40):
    return lambda number: PageRequest(id=number, run=run, tab=1, timeout_ms=timeout_ms, ask=ask)


def act():
    return Act.model_construct(kind="act")


async def asked(pages, wire, ask=MUTE):
    answers = []
    make = (
        request()
        if ask is MUTE
        else lambda n: PageRequest.model_construct(id=n, run="r_abcdef", tab=1, timeout_ms=40, ask=ask)
    )
    pages.ask(wire, "p_abcdef", make, lambda ms, answer: answers.append((ms, answer)))
    return answers


async def test_the_answer_comes_with_the_time_it_took():
    pages, wire = Pages(), Wire()
    answers = await asked(pages, wire)
    await asyncio.sleep(0.02)
    pages.answered("p_abcdef", PageReply(id=wire.sent[0].id, answer=Did()))
    pages.answered("p_abcdef", PageReply(id=wire.sent[0].id, answer=Did()))
    [(ms, answer)] = answers
    assert answer == Did() and 15 < ms < 500


async def test_another_profile_or_number_answers_nothing():
    pages, wire = Pages(), Wire()
    answers = await asked(pages, wire)
    pages.answered("p_other1", PageReply(id=wire.sent[0].id, answer=Did()))
    pages.answered("p_abcdef", PageReply(id=wire.sent[0].id + 1, answer=Did()))
    pages.drop("r_abcdef")
    assert answers == []


@pytest.mark.parametrize("ask,code", [(MUTE, "timeout"), (act(), "unknown_outcome")], ids=["mute", "act"])
async def test_silence(quick, ask, code):
    answers = await asked(Pages(), Wire(), ask)
    await asyncio.sleep(0.1)
    [(_, answer)] = answers
    assert isinstance(answer, Failed) and answer.code == code


async def test_with_no_browser_it_waits_for_one_and_then_says_so(quick):
    pages, wire = Pages(), Wire()
    answers = await asked(pages, None, act())
    pages.came_back(wire, "p_abcdef")
    assert len(wire.sent) == 1
    pages.came_back(wire, "p_abcdef")
    assert len(wire.sent) == 1, "an act is never sent twice"
    pages.drop("r_abcdef")
    answers = await asked(pages, None)
    await asyncio.sleep(0.1)
    assert answers[0][1].code == "no_tab"


async def test_what_may_be_asked_twice_is_asked_again():
    pages, wire = Pages(), Wire()
    await asked(pages, wire)
    pages.came_back(wire, "p_other1")
    pages.came_back(wire, "p_abcdef")
    assert [message.id for message in wire.sent] == [wire.sent[0].id] * 2
    pages.drop("r_abcdef")


async def test_what_belongs_before_is_sent_before():
    pages, wire = Pages(), Wire()
    pages.ask(wire, "p_abcdef", request(), lambda *_: None, (Alive(),))
    assert [message.type for message in wire.sent] == ["alive", "page_request"]
    pages.drop("r_abcdef")
