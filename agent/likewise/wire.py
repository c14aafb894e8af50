"""Text <-> messages. Strict: what JSON leaves open (double keys, NaN, huge numbers) is refused."""

import json
import math
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from .failure import BadMessage

MAX_INTEGER = (1 << 53) - 1
"""What JavaScript counts exactly."""

Message = TypeVar("Message")


def decode(adapter: TypeAdapter[Message], text: str | bytes) -> Message:
    """The message in `text`. Raises BadMessage, which says what kind of mistake it is but repeats no content."""
    try:
        json.loads(text, object_pairs_hook=_once, parse_constant=_refuse, parse_float=_finite, parse_int=_exact)
        return adapter.validate_json(text, strict=True)
    except ValidationError as error:
        kinds = {one["type"] for one in error.errors(include_input=False, include_url=False)}
        raise BadMessage(f"The message does not fit the protocol ({', '.join(sorted(kinds)[:5])}).") from None
    except (ValueError, RecursionError):
        raise BadMessage("This is not JSON as the protocol allows it.") from None


def encode(message: BaseModel) -> str:
    return message.model_dump_json(by_alias=True)


def request_of(text: str | bytes) -> int | None:
    """The `request` of a message that could not be taken, if it has a sound one."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    request = found.get("request") if isinstance(found, dict) else None
    sound = isinstance(request, int) and not isinstance(request, bool) and abs(request) <= MAX_INTEGER
    return request if sound else None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError
    return found


def _refuse(_: str) -> Any:
    raise ValueError


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError
    return number


def _exact(text: str) -> int:
    number = int(text)
    if abs(number) > MAX_INTEGER:
        raise ValueError
    return number
