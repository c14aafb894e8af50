"""Stored text with a checksum in front: a flipped bit is found, never served."""

import zlib

from .failure import Failure

SIGNS = 8
"""Of the checksum, in hex."""


def seal(text: str) -> str:
    return _sum(text) + text


def unseal(sealed: str, what: str) -> str:
    """The text. Raises Failure, naming `what`, if it is not the one that was sealed."""
    text = sealed[SIGNS:]
    if sealed[:SIGNS] != _sum(text):
        raise Failure(f"{what} is damaged in the store. `likewise forget` removes it; a backup brings it back.")
    return text


def _sum(text: str) -> str:
    return f"{zlib.crc32(text.encode('utf-8', 'surrogateescape')):08x}"
