"""Faults that a test switches on while the shop runs. They are read from a file at each request.

Imported on both sides of the process boundary, so it knows nothing of Django.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

FILE = "faults.json"


@dataclass(frozen=True)
class Faults:
    """What goes wrong.

    `hide_field`: the product's form lacks `price`. `rename_button`: "Save" reads "Delete everything" and does
    what it did. `status_500`: a POST under this path prefix is answered by an error and does nothing.
    `end_session`: the next request under this path prefix comes without its session; once.
    """

    hide_field: bool = False
    rename_button: bool = False
    status_500: str | None = None
    end_session: str | None = None


NONE = Faults()


def read(folder: Path) -> Faults:
    """The faults now on; none if there is no file."""
    try:
        return Faults(**json.loads((folder / FILE).read_text()))
    except FileNotFoundError:
        return NONE


def write(folder: Path, faults: Faults) -> None:
    """Switches to exactly these faults, from the next request on."""
    new = folder / f"{FILE}.new"
    new.write_text(json.dumps(asdict(faults)))
    new.replace(folder / FILE)
