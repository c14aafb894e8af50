"""The hash, against Python's."""

import hashlib

from page.harness import Open


def test_digests(open_page: Open) -> None:
    page = open_page("")
    texts = ["", "abc", "a" * 55, "a" * 56, "a" * 64, "ü€😀" * 100, "x" * 20_000]
    digests = page.evaluate("(texts) => texts.map((text) => __likewise.sha256(text))", texts)
    assert digests == [hashlib.sha256(text.encode()).hexdigest() for text in texts]
