"""What a replay asks of a page and what the page answers: the closed list of page requests."""

from typing import Annotated, Literal

from pydantic import Field

from .demonstration import Action
from .element import Element, FramePath, Page, Snapshot, State
from .value import Value


class Handle(Value):
    """An element of a live document. It is checked again at dispatch."""

    document: str
    number: int


class Navigate(Value):
    """Go to `url` and answer `Arrived` when the document is parsed. `how`: "to" a URL in this tab, "back" in its history,
    or in a "new" tab. A request without a tab takes the last active tab of the URL's origin, else opens one."""

    kind: Literal["navigate"] = "navigate"
    how: Literal["to", "back", "new"]
    url: str


class Candidates(Value):
    """The best 50 candidates for the fingerprint, in the frames that may match `frame` (the top document when it is empty).
    With `since`, the answer comes only when the page has another revision than that, or the time is out.
    `words` are further texts (a parameter's new value) that make an element a candidate."""

    kind: Literal["candidates"] = "candidates"
    fingerprint: Element
    frame: FramePath
    words: tuple[str, ...]
    since: str | None


class File(Value):
    """A file to upload; the daemon reads it when the request leaves."""

    name: str
    base64: str


class Act(Value):
    """Do the action on the element, once. `values` as in Step; for `upload` they are paths and the page gets `files`. With
    `slot` the value is a secret that the extension holds or has been sent by `release_secret`; it is typed only into a
    field whose `sensitive` kind equals the `essentials`' kind.
    Refused unless the element is attached and still has the essentials' role, name, tag, type, id and field, in a
    document whose origin is `origin`."""

    kind: Literal["act"] = "act"
    handle: Handle
    essentials: Element
    origin: str
    action: Action
    values: tuple[str, ...]
    files: tuple[File, ...]
    slot: str | None


class Observe(Value):
    """Look at the page: which of `texts` are visible now, the state of `handle`. Answered when the page has another revision
    than `since`, or no child list under the body has changed for `quiet_ms`, or the time is out."""

    kind: Literal["observe"] = "observe"
    handle: Handle | None
    texts: tuple[str, ...]
    dialog: str | None
    since: str | None
    quiet_ms: int | None


class TakeSnapshot(Value):
    kind: Literal["snapshot"] = "snapshot"


class Outline(Value):
    """Outline the elements and show `text` in the run's panel. No handles: only the panel. Empty text: both go."""

    kind: Literal["outline"] = "outline"
    handles: tuple[Handle, ...]
    text: str


class AskPerson(Value):
    """Outline the elements, show `text`, and answer `Picked` when the person clicks one."""

    kind: Literal["ask"] = "ask"
    handles: tuple[Handle, ...]
    text: str


class Mute(Value):
    """A replay acts in this tab from now on: nothing that happens there is recorded, and revisions are counted."""

    kind: Literal["mute"] = "mute"


class Unmute(Value):
    kind: Literal["unmute"] = "unmute"


PageAsk = Annotated[
    Navigate | Candidates | Act | Observe | TakeSnapshot | Outline | AskPerson | Mute | Unmute,
    Field(discriminator="kind"),
]


class Candidate(Value):
    """`element.unique` is counted on the live page."""

    handle: Handle
    frame: FramePath
    element: Element


class Arrived(Value):
    kind: Literal["arrived"] = "arrived"
    tab: int
    page: Page


class Found(Value):
    """`page` is that of the top document."""

    kind: Literal["found"] = "found"
    tab: int
    page: Page
    candidates: tuple[Candidate, ...]
    revision: str


class Acted(Value):
    """`did` is false if the wanted state already held. `left`: the document went away while acting, so `state` is unknown.
    `opened` are the tabs that this tab has opened since the run began."""

    kind: Literal["acted"] = "acted"
    did: bool
    left: bool
    state: State | None
    opened: tuple[int, ...]


class Observed(Value):
    """`seen[i]` belongs to `texts[i]`. `quiet`: no child list changed for the asked time. `busy`: a navigation is under way.
    `dialog`: name of the open dialog on top, or null. `failed`: the error status that a request of the page's scripts was
    answered with since the last act, or null."""

    kind: Literal["observed"] = "observed"
    tab: int
    page: Page
    seen: tuple[bool, ...]
    dialog: str | None
    state: State | None
    quiet: bool
    busy: bool
    opened: tuple[int, ...]
    failed: int | None
    revision: str


class Taken(Value):
    kind: Literal["taken"] = "taken"
    snapshot: Snapshot


class Picked(Value):
    kind: Literal["picked"] = "picked"
    handle: Handle


class Did(Value):
    """Outlined, muted, unmuted."""

    kind: Literal["did"] = "did"


FailureCode = Literal[
    "timeout",
    "gone",
    "changed",
    "origin",
    "covered",
    "refused",
    "no_tab",
    "no_secret",
    "network",
    "needs_person",
    "busy",
    "unknown_outcome",
]


class Failed(Value):
    """It was not done. `unknown_outcome`: it was sent, and nobody can say whether it happened. `busy`: another run has the
    tab. `origin`: text names both origins. `needs_person`: only trusted input can do it."""

    kind: Literal["failed"] = "failed"
    code: FailureCode
    text: str


Answer = Annotated[Arrived | Found | Acted | Observed | Taken | Picked | Did | Failed, Field(discriminator="kind")]
