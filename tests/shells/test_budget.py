"""What a connection may send."""

from likewise.budget import BYTES_AT_ONCE, MESSAGES_AT_ONCE, MESSAGES_S, Budget


def test_messages_and_their_refill():
    now = [0.0]
    budget = Budget(lambda: now[0])
    assert all(budget.covers(1) for _ in range(int(MESSAGES_AT_ONCE)))
    assert not budget.covers(1)
    now[0] = 1.0
    assert sum(budget.covers(1) for _ in range(int(MESSAGES_S) + 10)) == MESSAGES_S - 1


def test_bytes():
    budget = Budget(lambda: 0.0)
    assert budget.covers(int(BYTES_AT_ONCE)) and not budget.covers(1)
