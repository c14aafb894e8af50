"""Page requests with a fingerprint in them, and what a test needs of the answers."""

from typing import Any

from core.builders import element
from extension.fake_daemon import FakeDaemon, Message, wait_for
from likewise.core.element import Element

RUN = "r_abcdef01"


def fingerprint(role: str, name: str, **facts: Any) -> Message:
    return element(role, name, **facts).model_dump(mode="json")


def candidates(role: str, name: str, frame: tuple[Message, ...] = (), since: str | None = None, **facts: Any) -> Message:
    found = fingerprint(role, name, **facts)
    return {"kind": "candidates", "fingerprint": found, "frame": list(frame), "words": [], "since": since}


def observe(*texts: str, **facts: Any) -> Message:
    base = {"kind": "observe", "handle": None, "texts": texts, "dialog": None, "since": None, "quiet_ms": None}
    return base | {"texts": list(texts)} | facts


def find(daemon: FakeDaemon, tab: int, role: str, name: str, frame: tuple[Message, ...] = (), **facts: Any) -> Message:
    """The one candidate with exactly that role and name."""

    def look() -> list[Message]:
        found = daemon.ask(candidates(role, name, frame), tab)
        assert found["kind"] == "found", found
        return [one for one in found["candidates"] if (one["element"]["role"], one["element"]["name"]) == (role, name)]

    (candidate,) = wait_for(look)
    return candidate


def act(candidate: Message, origin: str, action: str = "click", *values: str, slot: str | None = None) -> Message:
    base = {"kind": "act", "handle": candidate["handle"], "essentials": candidate["element"], "origin": origin}
    # A fingerprint is whole: what the page said of the element goes back as it came.
    Element.model_validate(candidate["element"])
    return base | {"action": action, "values": list(values), "files": [], "slot": slot}
