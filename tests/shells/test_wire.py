"""Text that is not exactly a message is refused, and the refusal repeats nothing of it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from likewise.core.protocol import Alive, StopRun, from_extension, from_local
from likewise.failure import BadMessage
from likewise.wire import decode, encode, request_of

BAD = [
    "",
    "null",
    "[]",
    "{}",
    "nonsense",
    '{"type":"alive"',
    '{"type":"alive","type":"alive"}',
    '{"type":"alive","extra":1}',
    '{"type":"alive","__proto__":{}}',
    '{"type":"unknown"}',
    '{"type":["alive"]}',
    '{"type":"stop_run","run":1}',
    '{"type":"stop_run"}',
    '{"type":"secret_ready","run":"r_aaaaaa","slot":"\\ud800"}',
    '{"type":"list_workflows","request":"1","url":"x"}',
    '{"type":"list_workflows","request":9007199254740992,"url":"x"}',
    '{"type":"list_workflows","request":1e400,"url":"x"}',
    '{"type":"list_workflows","request":NaN,"url":"x"}',
    '{"type":"list_workflows","request":' + "9" * 5000 + ',"url":"x"}',
    '{"type":"alive","x":' + "[" * 10_000 + "]" * 10_000 + "}",
    "[" * 100_000,
]


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:50])
def test_bad_messages(text):
    with pytest.raises(BadMessage):
        decode(from_extension, text)


def test_good_messages_survive_the_way():
    for message in (Alive(), StopRun(run=None), StopRun(run="r_abcdef")):
        assert decode(from_extension, encode(message)) == message


def test_a_refusal_repeats_nothing():
    text = json.dumps({"type": "stop_run", "run": "hunter2-canary", "canary-key": 1})
    with pytest.raises(BadMessage) as refusal:
        decode(from_extension, text)
    assert "canary" not in str(refusal.value) + repr(refusal.value.__cause__)


def test_roles_are_of_the_channel():
    with pytest.raises(BadMessage):
        decode(from_extension, '{"type":"pause","paused":true}')
    with pytest.raises(BadMessage):
        decode(from_local, '{"type":"alive"}')


@pytest.mark.parametrize(
    "text,request_number",
    [('{"request":3}', 3), ('{"request":true}', None), ('{"request":"3"}', None), ("[", None), ('{"request":1e3}', None)],
)
def test_the_request_of_a_bad_message(text, request_number):
    assert request_of(text) == request_number


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda v: st.lists(v) | st.dictionaries(st.text(), v),
)


@given(st.binary() | st.text() | values.map(json.dumps))
def test_nothing_but_bad_message_comes_of_anything(text):
    with pytest.raises(BadMessage):
        decode(from_extension, text)
    request_of(text)
