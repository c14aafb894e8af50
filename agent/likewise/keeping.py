"""What Stop leaves in the store: the demonstration, its workflow, and a journal without its events; all or nothing."""

import secrets
import string

from .core.session import Discard, Keep
from .journal import transaction
from .store import Store

ID_SIGNS = 10
SIGNS = string.ascii_lowercase + string.digits


def new_id(prefix: str) -> str:
    return f"{prefix}_" + "".join(secrets.choice(SIGNS) for _ in range(ID_SIGNS))


def keep(store: Store, command: Keep, now: float) -> tuple[str, str | None]:
    """The ids of the demonstration and of its workflow."""
    demonstration, workflow = new_id("d"), new_id("w") if command.workflow else None
    title = command.workflow.title if command.workflow else f"A task on {command.demonstration.origin}"
    with transaction(store.connection):
        started = store.journal.began(command.events) or now
        store.shelf.add_demonstration(demonstration, command.profile, command.demonstration, title, started)
        if command.workflow is not None and workflow is not None:
            store.shelf.add_workflow(workflow, command.workflow, (demonstration,), now)
        store.journal.take(command.events)
    _tidy(store)
    return demonstration, workflow


def discard(store: Store, command: Discard) -> None:
    with transaction(store.connection):
        store.journal.take(command.events)
    _tidy(store)


def _tidy(store: Store) -> None:
    store.shelf.drop_unused_snapshots()
    store.truncate_log()
