"""Seeing the recorded effect of a step, or saying what was seen instead."""

from .address import short
from .effects import Expected, unmet
from .element import Page
from .page import Answer, Failed, Handle, Observe, Observed
from .run import Run, Steps, Stopped, same_origin

QUIET_MS = 150
"""Without a change to a child list for so long, a step without a recorded effect is done."""
ERROR_PATIENCE_MS = 1500
"""While the page shows an error status or new messages instead, the recorded effect may still come for so long."""


def observe(run: Run, want: Expected, handle: Handle | None, before: Page | None) -> Steps:
    """Wait until everything expected is seen; Stopped with what was not, or with the page's own message."""
    since: str | None = None
    missing: tuple[str, ...] = ()
    complaint: str | None = None
    quiet_ms = QUIET_MS if want.nothing else None
    while True:
        ask = Observe(handle=handle, texts=want.texts, dialog=want.dialog, since=since, quiet_ms=quiet_ms)
        answer = yield from run.ask(ask, min(run.left, ERROR_PATIENCE_MS) if complaint else None)
        if isinstance(answer, Failed) and answer.code != "timeout":
            raise Stopped(f"the effect could not be seen: {answer.text}")
        if isinstance(answer, Observed):
            same_origin(run, answer.page.url)
            missing = unmet(want, answer)
            if not missing and (not want.nothing or answer.quiet):
                return
            unchanged = answer.revision == since
            if complaint and unchanged:
                raise Stopped(complaint)
            complaint = None if answer.busy else _complaint(before, answer, want)
            since = answer.revision
        if run.left == 0:
            raise Stopped(_not_seen(want, missing, before, answer))


def _complaint(before: Page | None, answer: Observed, want: Expected) -> str | None:
    """What the page says instead of the recorded effect: an error status, or messages that were not there before."""
    page = answer.page
    if page.status is not None and page.status >= 400 and (want.status is None or want.status < 400):
        return f"the site answered with the error {page.status} at {short(page.url)}"
    fresh = _fresh(before, page)
    return f"the page says: {fresh}" if fresh and want.url is not None else None


def _fresh(before: Page | None, page: Page) -> str:
    old = set(before.messages) if before else set()
    return " / ".join(text for text in page.messages if text not in old)


def _not_seen(want: Expected, missing: tuple[str, ...], before: Page | None, answer: Answer) -> str:
    if want.nothing:
        return "the page did not become quiet"
    text = f"what followed when it was recorded was not seen: {'; '.join(missing) or 'the page did not answer'}"
    if isinstance(answer, Observed):
        fresh = _fresh(before, answer.page)
        if fresh:
            text += f". The page says: {fresh}"
    return text
