"""What can go wrong in words a person can act on.

Failure              printed by the CLI, exit 1
  Misuse             wrong arguments or settings: exit 2
  Locked             another process holds the home
  BadMessage         a message that is not of the protocol
"""


class Failure(Exception):
    """Its text says what is wrong and what to do. It never holds a secret."""

    exit_code = 1


class Misuse(Failure):
    exit_code = 2


class Locked(Failure):
    pass


class BadMessage(Failure):
    pass
