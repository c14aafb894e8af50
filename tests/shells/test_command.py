"""What the commands share."""

import asyncio
import os
import signal

import pytest

from likewise.command import at, run_to_end
from likewise.failure import Failure, Misuse


def test_settings_come_from_all_sources(tmp_path, monkeypatch):
    monkeypatch.setenv("LIKEWISE_HOME", str(tmp_path))
    monkeypatch.setenv("LIKEWISE_PORT", "1234")
    assert (at(None).settings.home, at(None).settings.port, at(None, port=5).settings.port) == (tmp_path, 1234, 5)
    with pytest.raises(Misuse):
        at(None, port=70_000)


def test_show_prints_json_or_a_table(tmp_path, capsys):
    at(str(tmp_path), True).show({"a": "ä"}, print)
    at(str(tmp_path)).show({"a": 1}, lambda document: print("table", document["a"]))
    assert capsys.readouterr().out == '{\n  "a": "ä"\n}\ntable 1\n'


def test_a_signal_ends_the_work_in_order():
    ended = []

    async def work():
        asyncio.get_running_loop().call_later(0.05, os.kill, os.getpid(), signal.SIGTERM)
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    with pytest.raises(Failure, match="from outside"):
        run_to_end(work())
    assert ended == [True]
