import pytest

from extension.conftest import Module
from extension.fake_daemon import proof

KEY = "0f" * 32
MINE, THEIRS = "1a" * 32, "2b" * 32


def test_a_proof_is_what_the_protocol_says(module: Module) -> None:
    prove = "(m, [key, role, mine, theirs]) => m.prove(m.keyBytes(key), role, mine, theirs)"
    for role in ("daemon", "extension"):
        assert module("proof", prove, [KEY, role, MINE, THEIRS]) == proof(bytes.fromhex(KEY), role, MINE, THEIRS)


def test_only_the_right_proof_proves(module: Module) -> None:
    proves = "(m, [key, role, mine, theirs, proof]) => m.proves(m.keyBytes(key), role, mine, theirs, proof)"
    right = proof(bytes.fromhex(KEY), "daemon", MINE, THEIRS)
    assert module("proof", proves, [KEY, "daemon", MINE, THEIRS, right]) is True
    for change in (
        ["0e" * 32, "daemon", MINE, THEIRS, right],
        [KEY, "extension", MINE, THEIRS, right],
        [KEY, "daemon", THEIRS, MINE, right],
        [KEY, "daemon", MINE, THEIRS, right[:-2]],
        [KEY, "daemon", MINE, THEIRS, ""],
        [KEY, "daemon", MINE, THEIRS, "00" * 32],
    ):
        assert module("proof", proves, change) is False


def test_nonces_differ(module: Module) -> None:
    nonces = module("proof", "m => Array.from({length: 50}, m.nonce)")
    assert len(set(nonces)) == 50
    assert {len(nonce) for nonce in nonces} == {64}


@pytest.mark.parametrize(
    "typed, expected",
    [
        ("ABCDE-FGHIJ", [8797, "ABCDEFGHIJ"]),
        (" abcde-fghij ", [8797, "ABCDEFGHIJ"]),
        ("ABCDEFGHIJ", [8797, "ABCDEFGHIJ"]),
        ("9000-ABCDE-FGHIJ", [9000, "ABCDEFGHIJ"]),
        ("23456-FGHIJ", [8797, "23456FGHIJ"]),
        ("65536-ABCDE-FGHIJ", None),
        ("0-ABCDE-FGHIJ", None),
        ("ABCD-FGHIJ", None),
        ("", None),
        ("ABCDE-FGHIJ-KLMNO", None),
    ],
)
def test_codes(module: Module, typed: str, expected: list[object] | None) -> None:
    parse = "(m, typed) => { const c = m.parseCode(typed); return c && [c.port, new TextDecoder().decode(c.key)] }"
    assert module("proof", parse, typed, fresh=False) == expected
