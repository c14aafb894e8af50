"""A file's bytes leave, its path does not."""

import base64
import os

from likewise import uploads
from likewise.core.page import Act, Failed
from likewise.uploads import missing, with_files


def act(*values):
    return Act.model_construct(kind="act", action="upload", values=values, files=())


def test_bytes_and_name(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"hello")
    made = with_files(act(str(tmp_path / "a.txt")))
    assert made.values == ("a.txt",)
    assert [(file.name, base64.b64decode(file.base64)) for file in made.files] == [("a.txt", b"hello")]


def test_what_cannot_be_read_is_refused(tmp_path, monkeypatch):
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
    for value in (str(tmp_path), str(tmp_path / "none"), "nul\0", "~nobody-of-that-name/x", str(tmp_path / "pipe")):
        assert isinstance(with_files(act(value)), Failed)
        assert missing(value)
    monkeypatch.setattr(uploads, "MAX_FILE", 4)
    (tmp_path / "a").write_bytes(b"12345")
    assert "too large" in with_files(act(str(tmp_path / "a"))).text
    assert not missing(str(tmp_path / "a"))
