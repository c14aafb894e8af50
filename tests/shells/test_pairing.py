"""A5: single use, one winner, expiry by the monotonic clock, five tries."""

import json

import pytest

from likewise.failure import Failure
from likewise.home import Home
from likewise.pairing import CODE_S, TRIES, Pairings, new_nonce, proof, same


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def home(tmp_path):
    return Home.open(tmp_path / "h")


def test_the_proof_is_the_one_the_extension_computes():
    made = proof(bytes(32), "daemon", "a" * 64, "b" * 64)
    assert made == "3fa3af04a54db7c57393d2aa96c826c90b16fdcbd9c7793acf427ce3b412dff2"
    assert made != proof(bytes(32), "extension", "a" * 64, "b" * 64)
    assert same(made, made) and not same(made, made.upper())
    assert len(new_nonce()) == 64


def test_a_code_names_another_port(home):
    pairings = Pairings(home)
    assert len(pairings.new_code(8797)) == 11
    code = pairings.new_code(9000)
    assert code.startswith("9000-") and code.removeprefix("9000-").replace("-", "").encode() == pairings.code_key()


def test_a_code_works_once_and_the_key_is_kept(home):
    pairings = Pairings(home)
    pairings.new_code(8797)
    key = pairings.code_key()
    profile, new_key = pairings.claim(key, "x" * 64, "x" * 64)
    assert pairings.claim(key, "x" * 64, "x" * 64) is None
    assert pairings.code_state() == "none"
    assert Pairings(home).key(profile) == bytes.fromhex(new_key)
    assert json.loads((home.path / "pairing.json").read_text()) == {profile: new_key}


def test_a_code_ends_after_its_time_and_by_a_new_one(home):
    clock = Clock()
    pairings = Pairings(home, clock)
    pairings.new_code(8797)
    old = pairings.code_key()
    pairings.new_code(8797)
    assert pairings.claim(old, "x", "x") is None
    clock.now = CODE_S
    assert pairings.code_state() == "open"
    clock.now = CODE_S + 0.1
    assert pairings.code_key() is None and pairings.code_state() == "none"


def test_five_wrong_tries_spend_it(home):
    pairings = Pairings(home)
    pairings.new_code(8797)
    key = pairings.code_key()
    for _ in range(TRIES):
        assert pairings.claim(key, "x", "y") is None
    assert pairings.code_state() == "spent"
    assert pairings.claim(key, "y", "y") is None


@pytest.mark.parametrize("text", ["", "[]", '{"p_a": 1}', '{"p_a": "zz"}', '{"p_a": "00"}', "[" * 9999])
def test_a_damaged_record_is_said(home, text):
    home.write("pairing.json", text.encode())
    with pytest.raises(Failure, match="damaged"):
        Pairings(home)
