"""Every message on the wire, both directions, and who may send it: the only definition.

The extension and the daemon speak over one websocket, one JSON object a text frame. Local clients (CLI, tray) and the
daemon speak over HOME/daemon.sock, one JSON object a line. `FromExtension`, `ToExtension`, `FromLocal` and `ToLocal` say who
may send what; the role comes from the channel and the pairing record.

Proofs are hex HMAC-SHA-256 over "likewise|<role>|<nonce of the extension>|<nonce of the daemon>" with the pairing key
(32 bytes, hex on the wire), or while pairing with the code in upper case without its port and dashes. `role` is the
prover: "daemon" or "extension". Nonces are 32 hex bytes. The daemon proves first; the extension sends nothing else
before it has checked that proof.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from .element import Snapshot
from .event import Event
from .page import Answer, PageAsk
from .report import RunReport, WorkflowRow
from .value import Value

VERSION = 1
MAX_EVENTS = 200
"""Events a message."""
MAX_FRAME = 1 << 20
"""Bytes a frame after the proof; before it MAX_GREETING."""
MAX_GREETING = 8 << 10
ALIVE_S = 20
"""An application message at least this often keeps a worker alive."""

Nonce = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Identifier = Annotated[str, Field(pattern=r"^[a-z]_[a-z0-9]{6,32}$")]
Text = Annotated[str, Field(max_length=20_000)]


# --- greeting -------------------------------------------------------------------------------------------------------


class Hello(Value):
    """First message of a paired extension."""

    type: Literal["hello"] = "hello"
    version: int
    profile: Identifier
    nonce: Nonce


class PairHello(Value):
    """First message of an extension that has been given a code."""

    type: Literal["pair_hello"] = "pair_hello"
    version: int
    nonce: Nonce


class Challenge(Value):
    """The daemon's proof and nonce."""

    type: Literal["challenge"] = "challenge"
    nonce: Nonce
    proof: Nonce


class Prove(Value):
    """The extension's proof."""

    type: Literal["prove"] = "prove"
    proof: Nonce


class Paired(Value):
    """The new profile and its key; the extension keeps both. `welcome` follows."""

    type: Literal["paired"] = "paired"
    profile: Identifier
    key: Nonce = Field(repr=False)


class Welcome(Value):
    type: Literal["welcome"] = "welcome"
    paused: bool


class Refused(Value):
    """The greeting ends here. `update`: versions differ."""

    type: Literal["refused"] = "refused"
    reason: Literal["update", "unknown_profile", "wrong_proof", "no_code", "too_many_tries"]
    text: str


# --- extension to daemon --------------------------------------------------------------------------------------------


class Events(Value):
    """Acknowledged by `ack` after they are committed; sent again until then."""

    type: Literal["events"] = "events"
    events: tuple[Event, ...] = Field(max_length=MAX_EVENTS)


class SnapshotTaken(Value):
    """A snapshot under the hash (hex SHA-256 of its canonical JSON) that a Noted event named. Not acknowledged."""

    type: Literal["snapshot_taken"] = "snapshot_taken"
    hash: Nonce
    snapshot: Snapshot


class Alive(Value):
    """Keep-alive, answered by another."""

    type: Literal["alive"] = "alive"


class PageReply(Value):
    type: Literal["page_reply"] = "page_reply"
    id: int
    answer: Answer


class ListWorkflows(Value):
    """The workflows that fit a page's URL."""

    type: Literal["list_workflows"] = "list_workflows"
    request: int
    url: Text


class StartRun(Value):
    """From the popup: run it in that tab."""

    type: Literal["start_run"] = "start_run"
    request: int
    workflow: Identifier
    values: dict[str, Text]
    tab: int


class StopRun(Value):
    """Ends a run, or all of them where it is null."""

    type: Literal["stop_run"] = "stop_run"
    run: Identifier | None


class Consent(Value):
    """From the popup or a window of the extension. `shown` is the text that was shown."""

    type: Literal["consent"] = "consent"
    run: Identifier
    step: int
    approved: bool
    shown: Text


class SecretReady(Value):
    """The extension now holds the secret that the run asked for."""

    type: Literal["secret_ready"] = "secret_ready"
    run: Identifier
    slot: str


# --- daemon to extension --------------------------------------------------------------------------------------------


class Ack(Value):
    """(document, n) of events that are committed."""

    type: Literal["ack"] = "ack"
    events: tuple[tuple[str, int], ...]


class SetPaused(Value):
    type: Literal["set_paused"] = "set_paused"
    paused: bool


class PageRequest(Value):
    """`tab` is Chrome's tab id. The page side answers within `timeout_ms`."""

    type: Literal["page_request"] = "page_request"
    id: int
    run: Identifier
    tab: int | None
    timeout_ms: int
    ask: PageAsk


class ReleaseSecret(Value):
    """A secret from the keyring or the CLI, for one run and slot. Never logged, never stored."""

    type: Literal["release_secret"] = "release_secret"
    run: Identifier
    slot: str
    value: Text = Field(repr=False)


class Workflows(Value):
    """Answer to `list_workflows`, best first."""

    type: Literal["workflows"] = "workflows"
    request: int
    items: tuple[WorkflowRow, ...]


class Recorded(Value):
    """A task has been stored; `workflow` is what was learned from it, or null and `reason` says why."""

    type: Literal["recorded"] = "recorded"
    demonstration: Identifier
    workflow: WorkflowRow | None
    reason: str | None


class RunUpdate(Value):
    """The new state of a run. `request` is that of `start_run` for the first update, null after it."""

    type: Literal["run_update"] = "run_update"
    request: int | None
    tab: int | None
    report: RunReport


class Error(Value):
    """A message could not be taken. `request` is its request where it had one."""

    type: Literal["error"] = "error"
    request: int | None
    code: Literal["bad_message", "not_allowed", "unknown", "misuse", "failed", "too_fast"]
    text: str


FromExtension = Annotated[
    Hello
    | PairHello
    | Prove
    | Events
    | SnapshotTaken
    | Alive
    | PageReply
    | ListWorkflows
    | StartRun
    | StopRun
    | Consent
    | SecretReady,
    Field(discriminator="type"),
]
ToExtension = Annotated[
    Challenge
    | Paired
    | Welcome
    | Refused
    | Ack
    | Alive
    | SetPaused
    | PageRequest
    | ReleaseSecret
    | Workflows
    | Recorded
    | RunUpdate
    | Error,
    Field(discriminator="type"),
]

# --- local clients --------------------------------------------------------------------------------------------------


class GetStatus(Value):
    type: Literal["get_status"] = "get_status"


class NewCode(Value):
    """A new pairing code."""

    type: Literal["new_code"] = "new_code"


class Pause(Value):
    type: Literal["pause"] = "pause"
    paused: bool


class GetDemonstrations(Value):
    type: Literal["get_demonstrations"] = "get_demonstrations"


class GetWorkflows(Value):
    type: Literal["get_workflows"] = "get_workflows"


class GetRuns(Value):
    type: Literal["get_runs"] = "get_runs"


class Show(Value):
    """One demonstration, workflow or run, whole."""

    type: Literal["show"] = "show"
    id: str


class Forget(Value):
    """By ids, by a site's host, or everything."""

    type: Literal["forget"] = "forget"
    ids: tuple[str, ...]
    site: str | None
    all: bool


class Run(Value):
    """`approvals` are step numbers. `where`: in the connected browser, or in a private one. `secrets` are values by slot;
    they live in memory for this run only."""

    type: Literal["run"] = "run"
    workflow: str
    values: dict[str, str]
    secrets: dict[str, str] = Field(repr=False)
    where: Literal["page", "browser"]
    tab: int | None
    url: str | None
    headed: bool
    approvals: tuple[int, ...]
    interactive: bool
    """A person sits at the client and can answer an `asked`."""
    more: bool
    """Another run follows at once: a private browser stays open for it."""


class Answered(Value):
    """The answer to an `asked`: an approval of exactly the text shown, or a secret."""

    type: Literal["answered"] = "answered"
    run: str
    step: int
    approved: bool
    shown: str
    secret: str | None = Field(repr=False)


class OpenBrowser(Value):
    """A Chromium with the extension loaded and paired; the reply ends when it is closed."""

    type: Literal["open_browser"] = "open_browser"
    url: str | None
    headless: bool
    profile: str | None


FromLocal = Annotated[
    GetStatus
    | NewCode
    | Pause
    | GetDemonstrations
    | GetWorkflows
    | GetRuns
    | Show
    | Forget
    | Run
    | Answered
    | StopRun
    | OpenBrowser,
    Field(discriminator="type"),
]


class Result(Value):
    """The end of a request: a JSON document."""

    type: Literal["result"] = "result"
    json_: object = Field(alias="json")


class Progress(Value):
    """A line about long work, or the new state of a run."""

    type: Literal["progress"] = "progress"
    text: str
    report: RunReport | None


class Asked(Value):
    """A run asks the person at the client."""

    type: Literal["asked"] = "asked"
    report: RunReport


ToLocal = Annotated[Result | Progress | Asked | Error, Field(discriminator="type")]

from_extension: TypeAdapter[FromExtension] = TypeAdapter(FromExtension)
to_extension: TypeAdapter[ToExtension] = TypeAdapter(ToExtension)
from_local: TypeAdapter[FromLocal] = TypeAdapter(FromLocal)
to_local: TypeAdapter[ToLocal] = TypeAdapter(ToLocal)
