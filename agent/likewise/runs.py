"""Runs that are under way: who carries them out, who is told, which secrets they hold."""

import asyncio
from dataclasses import dataclass, field

from .core.report import Question, RunReport
from .ending import cut_off


@dataclass
class LiveRun:
    """`profile`: the browser that carries it out. `place`: "page" or "browser". `request`: of the popup that started it."""

    id: str
    workflow: str
    title: str
    profile: str
    place: str
    request: int | None = None
    secrets: dict[str, str] = field(default_factory=dict, repr=False)
    report: RunReport | None = None
    tab: int | None = None
    requests: int = 0
    """Page requests so far: the number of the one that is open."""
    reports: asyncio.Queue[RunReport] | None = None
    """For the local client that started it."""
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def question(self) -> Question | None:
        return self.report.question if self.report and not self.ended.is_set() else None

    def broken(self, reason: str) -> RunReport:
        """How it ends when the program itself failed."""
        if self.report is None:
            return RunReport(
                run=self.id,
                workflow=self.workflow,
                title=self.title,
                status="stopped",
                steps=(),
                reason=reason,
                question=None,
            )
        return cut_off(self.report, reason)


class Runs:
    def __init__(self) -> None:
        self._live: dict[str, LiveRun] = {}

    def add(self, run: LiveRun) -> None:
        self._live[run.id] = run

    def get(self, id: str) -> LiveRun | None:
        return self._live.get(id)

    def all(self) -> list[LiveRun]:
        return list(self._live.values())

    def of(self, profile: str) -> list[LiveRun]:
        return [run for run in self._live.values() if run.profile == profile]

    def tell(self, run: LiveRun, report: RunReport, tab: int | None, ended: bool) -> None:
        run.report = report
        run.tab = tab if tab is not None else run.tab
        if ended:
            del self._live[run.id]
            run.secrets.clear()
            run.ended.set()
        if run.reports is not None:
            run.reports.put_nowait(report)


def line(report: RunReport) -> str:
    """A report in one line, for a progress display."""
    current = next((step for step in report.steps if step.status in ("running", "asking", "stopped")), None)
    if current is None:
        return f"{report.title}: {report.status}"
    return f"Step {current.step} of {len(report.steps)}: {current.title}"
