"""Exit codes as INTERFACE.md promises them."""

from likewise.failure import BadMessage, Failure, Locked, Misuse


def test_misuse_exits_2_and_all_else_1():
    assert (Misuse.exit_code, Failure.exit_code, Locked.exit_code, BadMessage.exit_code) == (2, 1, 1, 1)
