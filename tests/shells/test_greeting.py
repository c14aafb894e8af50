"""The greeting without a socket."""

import pytest

from likewise.core.protocol import VERSION, Hello, PairHello, Prove, Refused
from likewise.greeting import Greeting, Open, Peer
from likewise.home import Home
from likewise.pairing import Pairings, new_nonce, proof


@pytest.fixture
def pairings(tmp_path):
    return Pairings(Home.open(tmp_path / "h"))


def begin(greeting, profile=None, version=VERSION):
    nonce = new_nonce()
    hello = (
        PairHello(version=version, nonce=nonce) if profile is None else Hello(version=version, nonce=nonce, profile=profile)
    )
    return nonce, greeting.challenge(hello)


def answer(greeting, key, nonce, challenge):
    return greeting.judge(challenge, Prove(proof=proof(key, "extension", nonce, challenge.message.nonce)))


def test_pairing_and_then_the_key(pairings):
    greeting = Greeting(pairings)
    key = pairings.new_code(1).rpartition("1-")[2].replace("-", "").encode()
    nonce, challenge = begin(greeting)
    assert challenge.message.proof == proof(key, "daemon", nonce, challenge.message.nonce)
    peer = answer(greeting, key, nonce, challenge)
    assert isinstance(peer, Peer) and peer.paired is not None
    nonce, challenge = begin(greeting, peer.profile)
    assert answer(greeting, bytes.fromhex(peer.paired.key), nonce, challenge) == Peer(peer.profile, None)
    assert peer.paired.key not in repr(peer) + repr(challenge)


@pytest.mark.parametrize("version", [0, VERSION + 1])
def test_another_version_says_update(pairings, version):
    _, refused = begin(Greeting(pairings), "p_abcdef", version)
    assert isinstance(refused, Refused) and refused.reason == "update"


def test_unknown_profile_and_no_code(pairings):
    assert begin(Greeting(pairings), "p_abcdef")[1].reason == "unknown_profile"
    assert begin(Greeting(pairings))[1].reason == "no_code"


def test_two_claims_have_one_winner(pairings):
    greeting = Greeting(pairings)
    pairings.new_code(1)
    key = pairings.code_key()
    first, second = begin(greeting), begin(greeting)
    assert isinstance(answer(greeting, key, *second), Peer)
    assert answer(greeting, key, *first).reason == "no_code"


def test_wrong_codes_lock(pairings):
    greeting = Greeting(pairings)
    pairings.new_code(1)
    reasons = []
    for _ in range(6):
        nonce, challenge = begin(greeting)
        if isinstance(challenge, Open):
            challenge = answer(greeting, b"WRONG", nonce, challenge)
        reasons.append(challenge.reason)
    assert reasons == ["wrong_proof"] * 4 + ["too_many_tries"] * 2


def test_a_reflected_proof_is_no_proof(pairings):
    greeting = Greeting(pairings)
    pairings.new_code(1)
    _, challenge = begin(greeting)
    assert isinstance(greeting.judge(challenge, Prove(proof=challenge.message.proof)), Refused)
