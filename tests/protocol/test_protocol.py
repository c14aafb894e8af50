"""The wire, as JSON: one golden message for each type, and for each kind of what travels inside one."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import TypeAdapter, ValidationError

from likewise.core.event import What
from likewise.core.page import Answer, PageAsk
from likewise.core.protocol import (
    FromExtension,
    FromLocal,
    ToExtension,
    ToLocal,
    from_extension,
    from_local,
    to_extension,
    to_local,
)

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))
CHANNELS: dict[str, TypeAdapter[Any]] = {
    "FromExtension": from_extension,
    "ToExtension": to_extension,
    "FromLocal": from_local,
    "ToLocal": to_local,
}
FREE = {"values", "secrets", "json"}
"""Fields that hold what they like."""


def tags(union: object, tag: str) -> set[str]:
    """The tags of a tagged union's members."""
    return {member.model_fields[tag].default for member in get_args(get_args(union)[0])}


TYPES = {
    name: tags(union, "type") for name, union in zip(CHANNELS, (FromExtension, ToExtension, FromLocal, ToLocal), strict=True)
}


def read(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text(encoding="utf-8")))


def objects(value: object) -> Iterator[dict[str, Any]]:
    """Every object in a JSON document that is not free."""
    if isinstance(value, dict):
        yield value
        for key, part in value.items():
            if key not in FREE:
                yield from objects(part)
    elif isinstance(value, list):
        for part in value:
            yield from objects(part)


def channels(message: dict[str, Any]) -> list[TypeAdapter[Any]]:
    return [CHANNELS[name] for name, types in TYPES.items() if message["type"] in types]


def test_there_is_a_golden_message_for_each_type() -> None:
    assert {path.stem.split("-")[0] for path in GOLDEN} == set().union(*TYPES.values())
    assert all(read(path)["type"] == path.stem.split("-")[0] for path in GOLDEN)


def test_there_is_one_for_each_kind_of_event_request_and_answer() -> None:
    messages = {path.stem: read(path) for path in GOLDEN}
    assert {event["what"]["kind"] for event in messages["events"]["events"]} == tags(What, "kind")
    asks = {one["ask"]["kind"] for one in messages.values() if one["type"] == "page_request"}
    answers = {one["answer"]["kind"] for one in messages.values() if one["type"] == "page_reply"}
    assert (asks, answers) == (tags(PageAsk, "kind"), tags(Answer, "kind"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_message_is_the_same_after_the_wire(path: Path) -> None:
    message = read(path)
    for channel in channels(message):
        taken = channel.validate_json(path.read_bytes())
        assert json.loads(channel.dump_json(taken, by_alias=True)) == message


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_an_unknown_field_is_refused_wherever_it_stands(path: Path) -> None:
    message = read(path)
    for part in objects(message):
        part["surprise"] = 1
        for channel in channels(message):
            with pytest.raises(ValidationError):
                channel.validate_json(json.dumps(message))
        del part["surprise"]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_nothing_on_the_wire_has_a_default(path: Path) -> None:
    message = read(path)
    for field in message:
        less = {key: value for key, value in message.items() if key != field}
        for channel in channels(message):
            with pytest.raises(ValidationError):
                channel.validate_json(json.dumps(less))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_who_may_send_what(path: Path) -> None:
    message = read(path)
    for name, channel in CHANNELS.items():
        if message["type"] not in TYPES[name]:
            with pytest.raises(ValidationError, match="union_tag_invalid"):
                channel.validate_json(path.read_bytes())


def test_what_only_one_side_may_send() -> None:
    assert TYPES["FromExtension"] & TYPES["FromLocal"] == {"stop_run"}
    assert TYPES["FromExtension"] & TYPES["ToExtension"] == {"alive"}
    assert TYPES["ToExtension"] & TYPES["ToLocal"] == {"error"}
    assert {"run", "new_code", "pause", "forget"} & TYPES["FromExtension"] == set()
    assert {"page_request", "release_secret"} & (TYPES["FromExtension"] | TYPES["FromLocal"]) == set()


def test_a_secret_shows_in_no_repr() -> None:
    secrets = {"release_secret": "value", "run": "secrets", "answered": "secret", "paired": "key"}
    for path in GOLDEN:
        message = read(path)
        if message["type"] in secrets:
            [channel, *_] = channels(message)
            value = message[secrets[message["type"]]]
            shown = next(iter(value.values())) if isinstance(value, dict) else value
            assert shown and shown not in repr(channel.validate_json(path.read_bytes()))


def test_the_extensions_types_are_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    try:
        import generate

        assert generate.TARGET.read_text(encoding="utf-8") == generate.protocol()
    finally:
        sys.modules.pop("generate", None)
