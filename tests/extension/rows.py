"""Reports and workflow rows as a daemon tells them."""

from typing import Any

from extension.fake_daemon import FakeDaemon, Message, wait_for

WORKFLOW = "w_abcdef01"
RUN = "r_abcdef01"


def parameter(name: str, label: str, type: str = "text", **facts: Any) -> Message:
    base: Message = {"name": name, "label": label, "type": type, "default": None, "last": None, "options": None}
    return base | {"required": False, "secret": False} | facts


def workflow(*parameters: Message, title: str = "Add a product", id: str = WORKFLOW) -> Message:
    return {
        "id": id,
        "title": title,
        "description": "Adds it.",
        "site": "a.test",
        "trust": "draft",
        "parameters": list(parameters),
        "steps": [],
        "support": 1,
        "version": 1,
        "sources": [],
    }


def step(number: int, title: str, status: str, reason: str | None = None) -> Message:
    base = {"step": number, "title": title, "status": status, "reason": reason, "score": None, "margin": None}
    return base | {"ms": 1.0, "nearest": []}


def report(status: str, *steps: Message, reason: str | None = None, question: Message | None = None) -> Message:
    return {
        "run": RUN,
        "workflow": WORKFLOW,
        "title": "Add a product",
        "status": status,
        "steps": list(steps),
        "reason": reason,
        "question": question,
    }


def question(kind: str, shown: str, slot: str | None = None, label: str = "Pay") -> Message:
    return {"kind": kind, "step": 2, "shown": shown, "origin": "http://a.test", "slot": slot, "label": label}


def update(daemon: FakeDaemon, tab: int | None, report: Message, request: int | None = None) -> None:
    daemon.send(type="run_update", request=request, tab=tab, report=report)


def started(daemon: FakeDaemon) -> Message:
    """The next start_run, taken off the record."""
    message = wait_for(lambda: daemon.of("start_run"))[0]
    daemon.received.remove(message)
    return message
