"""A flipped bit is found."""

import pytest

from likewise.failure import Failure
from likewise.sealed import seal, unseal


@pytest.mark.parametrize("text", ["", "{}", "späť\udc80"])
def test_sealed_text_comes_back(text):
    assert unseal(seal(text), "It") == text


@pytest.mark.parametrize("sealed", ["", "00000000", seal("abc")[:-1], seal("abc") + "d", seal("abc").replace("b", "c")])
def test_what_was_changed_is_said(sealed):
    if sealed != seal(""):
        with pytest.raises(Failure, match="The journal is damaged"):
            unseal(sealed, "The journal")
