"""The greeting: both sides prove the key before the first message. No IO but the pairing record."""

from dataclasses import dataclass
from typing import assert_never

from .core.protocol import VERSION, Challenge, Hello, Paired, PairHello, Prove, Refused
from .pairing import Pairings, new_nonce, proof, same

UPDATE = "The extension and the program are of different versions. Update both: load the extension anew."
UNKNOWN = "This browser is not paired with this program. Enter a code from `likewise pair`."
NO_CODE = "No pairing code is open. Run `likewise pair` and enter its code within two minutes."
SPENT = "Too many wrong tries. Run `likewise pair` for a new code."
WRONG = "The code or key is not the right one. Run `likewise pair` and enter the new code."


@dataclass(frozen=True)
class Open:
    """A greeting in which the daemon has proved itself and waits for the other side's proof."""

    message: Challenge
    key: bytes
    wanted: str
    profile: str | None
    """Null while pairing."""

    def __repr__(self) -> str:
        return "Open(...)"


@dataclass(frozen=True)
class Peer:
    profile: str
    paired: Paired | None

    def __repr__(self) -> str:
        return f"Peer({self.profile})"


class Greeting:
    def __init__(self, pairings: Pairings) -> None:
        self._pairings = pairings

    def challenge(self, hello: Hello | PairHello) -> Open | Refused:
        if hello.version != VERSION:
            return Refused(reason="update", text=UPDATE)
        match hello:
            case Hello():
                key = self._pairings.key(hello.profile)
                return _open(hello, key, hello.profile) if key else Refused(reason="unknown_profile", text=UNKNOWN)
            case PairHello():
                key = self._pairings.code_key()
                return _open(hello, key, None) if key else self._no_code()
            case _:
                assert_never(hello)

    def judge(self, challenge: Open, prove: Prove) -> Peer | Refused:
        """Who it is, if the proof holds; while pairing the first right proof gets the code."""
        if challenge.profile is not None:
            if same(prove.proof, challenge.wanted):
                return Peer(challenge.profile, None)
            return Refused(reason="wrong_proof", text=WRONG)
        claimed = self._pairings.claim(challenge.key, prove.proof, challenge.wanted)
        if claimed is not None:
            return Peer(claimed[0], Paired(profile=claimed[0], key=claimed[1]))
        if self._pairings.code_state() == "open":
            return Refused(reason="wrong_proof", text=WRONG)
        return self._no_code()

    def _no_code(self) -> Refused:
        if self._pairings.code_state() == "spent":
            return Refused(reason="too_many_tries", text=SPENT)
        return Refused(reason="no_code", text=NO_CODE)


def _open(hello: Hello | PairHello, key: bytes, profile: str | None) -> Open:
    nonce = new_nonce()
    return Open(
        message=Challenge(nonce=nonce, proof=proof(key, "daemon", hello.nonce, nonce)),
        key=key,
        wanted=proof(key, "extension", hello.nonce, nonce),
        profile=profile,
    )
