"""The local socket and its stand-in: one request a line, only for the same user."""

import asyncio
import json
import os
import stat
import subprocess
import sys

import pytest

from likewise.core.protocol import Error, GetStatus, Progress, Result, StopRun
from likewise.home import Home
from likewise.local import SOCKET, connect, serving


@pytest.fixture(params=[True, False], ids=["unix", "port"])
def unix(request):
    return request.param


async def echo(request, talk):
    await talk.send(Progress(text=request.type, report=None))
    second = await talk.receive()
    await talk.send(Result(json={"then": None if second is None else second.type}))


async def test_a_dialogue(tmp_path, unix):
    home = Home.open(tmp_path / "h")
    assert await connect(home, unix) is None
    async with serving(home, echo, unix):
        line = await connect(home, unix)
        await line.send(GetStatus())
        assert (await line.receive()).text == "get_status"
        await line.send(StopRun(run=None))
        assert (await line.receive()).json_ == {"then": "stop_run"}
        assert await line.receive() is None
        await line.close()
    assert await connect(home, unix) is None


async def test_bad_lines_are_answered(tmp_path):
    home = Home.open(tmp_path / "h")
    async with serving(home, echo):
        for text in (b"nonsense\n", b'{"type":"alive"}\n', b'{"type":"hello"}\n', b"x" * (2 << 20) + b"\n"):
            reader, writer = await asyncio.open_unix_connection(home.path / SOCKET)
            writer.write(text)
            assert json.loads(await reader.readline())["code"] == "bad_message"
            writer.close()


async def test_the_socket_is_private_and_a_stale_one_is_replaced(tmp_path):
    home = Home.open(tmp_path / "h")
    for _ in range(2):
        async with serving(home, echo):
            assert stat.S_IMODE(os.lstat(home.path / SOCKET).st_mode) == 0o600
        (home.path / SOCKET).touch()


async def test_a_long_home(tmp_path):
    home = Home.open(tmp_path / ("long" * 30))
    async with serving(home, echo):
        line = await connect(home)
        await line.send(GetStatus())
        assert (await line.receive()).text == "get_status"
        await line.close()


async def test_a_wrong_key_is_not_answered(tmp_path):
    home = Home.open(tmp_path / "h")
    async with serving(home, echo, unix=False):
        port = json.loads(home.read("daemon.json", 999))["port"]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"0" * 64 + b'\n{"type":"get_status"}\n')
        assert await reader.read() == b""
        writer.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
async def test_another_user_cannot_enter(tmp_path):
    home = Home.open(tmp_path / "h")
    tmp_path.chmod(0o755)
    code = (
        "import os, socket, sys; os.setgid(65534); os.setuid(65534); s = socket.socket(socket.AF_UNIX);"
        "\ntry: s.connect(sys.argv[1])\nexcept PermissionError: sys.exit(7)"
    )
    async with serving(home, echo):
        done = await asyncio.to_thread(subprocess.run, [sys.executable, "-c", code, str(home.path / SOCKET)])
    assert done.returncode == 7


async def test_an_answer_that_takes_long_ends_with_the_daemon(tmp_path):
    home = Home.open(tmp_path / "h")
    ended = []

    async def forever(request, talk):
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    async with serving(home, forever):
        line = await connect(home)
        await line.send(GetStatus())
        await asyncio.sleep(0.05)
    assert ended == [True]
    assert not isinstance(await line.receive(), Error)
    await line.close()
