import json

import pytest

from extension import rows
from extension.conftest import Module
from likewise.core import protocol

PARSE = "(m, text) => m.parse(text)"
NONCE = "ab" * 32
MESSAGES = [
    {"type": "challenge", "nonce": NONCE, "proof": NONCE},
    {"type": "paired", "profile": "p_abcdef01", "key": NONCE},
    {"type": "welcome", "paused": True},
    {"type": "refused", "reason": "update", "text": "x"},
    {"type": "ack", "events": [["doc-12345678", 0]]},
    {"type": "alive"},
    {"type": "set_paused", "paused": False},
    {"type": "page_request", "id": 1, "run": rows.RUN, "tab": None, "timeout_ms": 5, "ask": {"kind": "mute"}},
    {"type": "release_secret", "run": rows.RUN, "slot": "password", "value": "x"},
    {"type": "workflows", "request": 1, "items": [rows.workflow()]},
    {"type": "recorded", "demonstration": "d_abcdef01", "workflow": None, "reason": "no steps"},
    {"type": "run_update", "request": None, "tab": 1, "report": rows.report("done")},
    {"type": "error", "request": None, "code": "failed", "text": "x"},
]


def test_every_message_of_the_protocol_is_known(module: Module) -> None:
    for message in MESSAGES:
        protocol.to_extension.validate_json(json.dumps(message), strict=True)
        assert module("wire", PARSE, json.dumps(message), fresh=False) == message
    known = protocol.to_extension.json_schema()["discriminator"]["mapping"]
    assert {message["type"] for message in MESSAGES} == set(known)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: str(message["type"]))
def test_what_is_missing_or_too_much_is_refused(module: Module, message: rows.Message) -> None:
    wrong = [{key: value for key, value in message.items() if key != gone} for gone in message]
    wrong += [message | {extra: 1} for extra in ("more", "constructor", "__proto__", "toString")]
    wrong += [message | {key: {"odd": 1}} for key in message if key not in ("type", "ask", "report", "workflow", "items")]
    for one in wrong:
        assert module("wire", PARSE, json.dumps(one), fresh=False) is None, one


def test_what_is_no_message_is_refused(module: Module) -> None:
    texts = ["", "null", "[]", "1", '"alive"', "{}", '{"type": null}', '{"type": "toString"}', "{" * 9]
    for text in [*texts, '{"type":"alive"}' + " " * (1 << 20)]:
        assert module("wire", PARSE, text, fresh=False) is None
    assert module("wire", "m => m.parse(new Blob())", fresh=False) is None
