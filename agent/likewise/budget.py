"""How much one connection may send."""

import time
from collections.abc import Callable

MESSAGES_S = 400.0
MESSAGES_AT_ONCE = 2_000.0
BYTES_S = 4.0 * (1 << 20)
BYTES_AT_ONCE = 32.0 * (1 << 20)
"""A whole waiting queue of an extension that reconnects (10 MB) fits several times."""


class Budget:
    """Two buckets that fill with time. `clock` is monotonic seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._then = clock()
        self._messages = MESSAGES_AT_ONCE
        self._bytes = BYTES_AT_ONCE

    def covers(self, size: int) -> bool:
        """Takes one message of `size` from the budget; False when it is overdrawn."""
        now = self._clock()
        passed, self._then = now - self._then, now
        self._messages = min(MESSAGES_AT_ONCE, self._messages + passed * MESSAGES_S) - 1
        self._bytes = min(BYTES_AT_ONCE, self._bytes + passed * BYTES_S) - size
        return self._messages >= 0 and self._bytes >= 0
