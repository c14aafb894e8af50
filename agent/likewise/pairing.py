"""Pairing: codes for a first meeting, one key a browser profile ever after, and the proofs over them."""

import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable
from typing import Literal

from .config import DEFAULT_PORT
from .failure import Failure
from .home import Home

FILE = "pairing.json"
MAX_FILE = 1 << 20
"""Bytes."""
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""32 signs; none that is taken for another."""
CODE_SIGNS = 10
CODE_S = 120
TRIES = 5
PROFILE_SIGNS = 12
KEY_BYTES = 32

Role = Literal["daemon", "extension"]
CodeState = Literal["none", "spent", "open"]


def proof(key: bytes, role: Role, extension_nonce: str, daemon_nonce: str) -> str:
    text = f"likewise|{role}|{extension_nonce}|{daemon_nonce}"
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def new_nonce() -> str:
    return secrets.token_hex(KEY_BYTES)


class Pairings:
    """The keys in HOME/pairing.json and the one open code. `clock` is monotonic seconds."""

    def __init__(self, home: Home, clock: Callable[[], float] = time.monotonic) -> None:
        self._home = home
        self._clock = clock
        self._keys = _load(home)
        self._code: str | None = None
        self._made = 0.0
        self._tries = 0
        self.newest: str | None = None
        """The profile that was paired last."""

    def key(self, profile: str) -> bytes | None:
        key = self._keys.get(profile)
        return bytes.fromhex(key) if key else None

    def new_code(self, port: int) -> str:
        """A code for one use; it replaces an older one. The port is in it where it is not the usual one."""
        self._code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_SIGNS))
        self._made = self._clock()
        self._tries = 0
        shown = f"{self._code[:5]}-{self._code[5:]}"
        return shown if port == DEFAULT_PORT else f"{port}-{shown}"

    def code_state(self) -> CodeState:
        """ "spent": too many wrong tries."""
        if self._code is None or self._clock() - self._made > CODE_S:
            return "none"
        return "spent" if self._tries >= TRIES else "open"

    def code_key(self) -> bytes | None:
        """What the proofs of a first meeting are made with, while a code is open."""
        return self._code.encode() if self._code and self.code_state() == "open" else None

    def claim(self, key: bytes, given: str, wanted: str) -> tuple[str, str] | None:
        """The new profile and its key if the proof holds and the code it was made with is still the open one. A wrong
        proof counts as a try."""
        if self.code_key() != key:
            return None
        if not same(given, wanted):
            self._tries += 1
            return None
        self._code = None
        profile = "p_" + "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(PROFILE_SIGNS))
        new_key = secrets.token_hex(KEY_BYTES)
        keys = {**self._keys, profile: new_key}
        self._home.write(FILE, json.dumps(keys, indent=1).encode())
        self._keys, self.newest = keys, profile
        return profile, new_key


def _load(home: Home) -> dict[str, str]:
    content = home.read(FILE, MAX_FILE)
    if content is None:
        return {}
    try:
        found = json.loads(content)
        for profile, key in found.items():
            if not isinstance(profile, str) or len(bytes.fromhex(key)) != KEY_BYTES:
                raise ValueError
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise Failure(f"{home.path / FILE} is damaged. Move it away and pair again with `likewise pair`.") from error
    return dict(found)
