"""Seeing the recorded effect of a step, or saying what was seen instead."""

import re
from dataclasses import dataclass

from .address import same_page, short
from .effects import Expected, Text, fresh_messages, is_error, is_like, told, unmet
from .element import Page
from .folding import PROGRESS
from .page import Failed, Handle, Observe, Observed
from .run import Run, Steps, Stopped, misplaced

QUIET_MS = 150
"""Without a change to a child list for so long, a step without a recorded effect is done."""
LAST_QUIET_MS = 1000
"""The same for the last step."""
ERROR_PATIENCE_MS = 1500
"""While the page shows an error status or new messages instead, the recorded effect may still come for so long."""
ERROR_WORDS = re.compile(
    r"\b(error|fail(ed|ure)?|invalid|required|denied|forbidden|refused|rejected|could not|cannot|can't|unable|try again|"
    r"not (saved|allowed|found|valid)|fehler|ungültig|fehlgeschlagen|erreur|échec|invalide|error(es)?|inválido|errore)\b",
    re.IGNORECASE,
)
"""In a new message where none was recorded: the step has gone wrong."""


@dataclass
class _Watch:
    """What a step's effect is measured against, and what of it has been seen so far. `since`: the revision of the last
    look; `begun`: that before the act, where seeing the effect proves nothing unless the page has changed."""

    want: Expected
    before: Page | None
    begun: str | None
    ever: frozenset[int] = frozenset()
    since: str | None = None
    missing: tuple[str, ...] = ("the page did not answer",)
    complaint: str | None = None
    idle: bool = False
    """The page was quiet at the last look, and that was not enough: only a change can help."""

    @property
    def needs_quiet(self) -> bool:
        return self.want.nothing or self.begun is not None

    def look(self, run: Run, seen: Observed) -> bool:
        """Takes what is seen; True when the step is done. Stopped if the page has said no and does not change."""
        self.ever |= told(self.want, seen, self.before)
        self.missing = unmet(self.want, seen, self.before, self.ever)
        elsewhere = misplaced(run, seen.page.url)
        if elsewhere is not None:
            self.missing = (elsewhere,)
        elif self.want.nothing and self.before is not None and not same_page(self.before.url, seen.page.url):
            self.missing += (f"the page to stay, this is {short(seen.page.url)}",)
        elif self.needs_quiet and seen.revision == self.begun:
            self.missing += ("a change of the page",)
        elif self.needs_quiet and seen.busy:
            self.missing += ("the page to be loaded",)
        if self.complaint and seen.revision == self.since:
            raise Stopped(self.complaint)
        self.complaint = None if seen.busy else self._complaint(seen)
        self.since, self.idle = seen.revision, seen.quiet
        refused = self.complaint is not None and self.needs_quiet
        return not self.missing and not refused and (seen.quiet or not self.needs_quiet)

    def _complaint(self, seen: Observed) -> str | None:
        """What the page says instead of the recorded effect: an error status, or messages that were not there before."""
        page, want = seen.page, self.want
        if is_error(want, page, self.before):
            return f"the site answered with the error {page.status} at {short(page.url)}"
        if self.needs_quiet and seen.failed is not None:
            return f"the site answered with the error {seen.failed} to what the page sent"
        news = [text for text in self.news(page) if not PROGRESS.search(text)]
        if want.url is None:
            news = [text for text in news if ERROR_WORDS.search(text)]
        return f"the page says: {' / '.join(news)}" if news and (self.missing or self.needs_quiet) else None

    def news(self, page: Page) -> list[str]:
        """Messages that nobody expected."""
        known: tuple[Text, ...] = self.want.texts
        return [text for text in fresh_messages(page, self.before) if not any(is_like(one, text) for one in known)]

    def failure(self, page: Page | None) -> str:
        if self.want.nothing and not self.missing:
            return "the page did not become quiet"
        text = f"what followed when it was recorded was not seen: {'; '.join(self.missing)}"
        news = self.news(page) if page is not None else []
        return f"{text}. The page says: {' / '.join(news)}" if news else text


def observe(run: Run, want: Expected, handle: Handle | None, before: Page | None, begun: str | None = None) -> Steps:
    """Wait until everything expected is seen; Stopped with what was not, or with the page's own message. Nothing comes after
    the last step that could show that it failed, so without a recorded effect it is watched for longer."""
    last = run.at == len(run.reports) - 1
    quiet_ms = LAST_QUIET_MS if last else QUIET_MS
    watch = _Watch(want, before, begun)
    page: Page | None = None
    while True:
        ask = Observe(
            handle=handle,
            texts=tuple(text.exact for text in want.texts),
            dialog=want.dialog.exact if want.dialog else None,
            since=watch.since,
            quiet_ms=quiet_ms if watch.needs_quiet and not (watch.idle or watch.complaint) else None,
        )
        answer = yield from run.ask(ask, min(run.left, ERROR_PATIENCE_MS) if watch.complaint else None)
        if isinstance(answer, Failed) and answer.code != "timeout":
            raise Stopped(f"the effect could not be seen: {answer.text}")
        if isinstance(answer, Observed):
            page = answer.page
            if watch.look(run, answer):
                return
        if run.left == 0:
            raise Stopped(watch.failure(page))
