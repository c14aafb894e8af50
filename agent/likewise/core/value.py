"""The base of every value: frozen, strict about unknown fields, compared by content."""

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """A frozen value. Fields have no defaults: what is absent is written as null."""

    model_config = ConfigDict(frozen=True, extra="forbid")
