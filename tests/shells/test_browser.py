"""A real Chromium with the real extension."""

import json
import stat

import pytest

from likewise import browser, chromium, extension_build
from likewise.browser import Launch, arguments, extension_folder, launched
from likewise.failure import Failure
from likewise.home import Home

needs_chromium = pytest.mark.skipif(chromium.find() is None, reason="no Chromium is installed")


@pytest.fixture
def home(tmp_path):
    return Home.open(tmp_path / "h")


def launch(home, trusted=False, **facts):
    base = dict(profile=home.folder("p"), extension=extension_folder(home, trusted), headless=True, trusted=trusted)
    return Launch(**(base | facts))


def test_builds_are_written_once_and_private(home):
    plain, trusted = extension_folder(home, False), extension_folder(home, True)
    assert plain != trusted and extension_folder(home, False) == plain
    assert sorted(home.path.glob("extension-*")) == sorted([plain, trusted])
    assert "debugger" in json.loads((trusted / "manifest.json").read_text())["permissions"]
    modes = {(path.is_dir(), stat.S_IMODE(path.stat().st_mode)) for path in plain.rglob("*")}
    assert modes <= {(True, 0o700), (False, 0o600)}


def test_a_new_build_replaces_the_old_one(home, monkeypatch):
    old = extension_folder(home, False)
    build = extension_build.build

    def other(out, **facts):
        build(out, **facts)
        (out / "more.js").write_text("")

    monkeypatch.setattr(extension_build, "build", other)
    new = extension_folder(home, False)
    assert new != old and not old.exists()


def test_the_infobar_is_silenced_only_for_trusted_input(home):
    assert "--silent-debugger-extension-api" in arguments(launch(home, trusted=True))
    assert "--silent-debugger-extension-api" not in arguments(launch(home))


async def test_no_chromium(home, monkeypatch, tmp_path):
    monkeypatch.setenv(chromium.VARIABLE, str(tmp_path / "none"))
    with pytest.raises(Failure, match=chromium.VARIABLE):
        async with launched(launch(home)):
            pass


@needs_chromium
async def test_the_extension_is_in_it(home, monkeypatch):
    monkeypatch.setattr(browser, "PAIR_MS", 1_500)
    async with launched(launch(home)) as opened:
        assert extension_build.EXTENSION_ID in opened.context.service_workers[0].url
        await opened.show("about:blank")
        assert not opened.is_closed()
        with pytest.raises(Failure, match="did not take"):
            await opened.pair("ABCDE-FGHIJ")
        await opened.context.close()
        await opened.until_closed()
        assert opened.is_closed()
        with pytest.raises(Failure, match="was closed"):
            await opened.pair("ABCDE-FGHIJ")


@needs_chromium
async def test_the_icon_is_pinned_in_a_new_profile_only(home):
    given = launch(home)
    file = given.profile / browser.PREFERENCES
    async with launched(given):
        pass
    assert json.loads(file.read_text())["extensions"]["pinned_extensions"] == [extension_build.EXTENSION_ID]
    file.write_text("{}")
    async with launched(given):
        assert "pinned_extensions" not in file.read_text()


@needs_chromium
async def test_a_broken_manifest_is_said(home, monkeypatch):
    monkeypatch.setattr(browser, "WORKER_S", 1.0)
    given = launch(home)
    (given.extension / "manifest.json").write_text('{"manifest_version": 3}')
    with pytest.raises(Failure, match="its manifest or its worker is broken"):
        async with launched(given):
            pass


@needs_chromium
async def test_a_worker_that_does_not_start_again_is_mended(home, monkeypatch):
    """The profile's store of workers is thrown away, once, and only when the worker does not answer."""
    given = launch(home)
    async with launched(given):
        pass
    marker = given.profile / browser.WORKERS / "marker"
    marker.touch()
    async with launched(given):
        pass
    assert marker.exists()
    answers = [False, True]
    monkeypatch.setattr(browser, "_is_awake", lambda context: _said(answers.pop(0)))
    async with launched(given):
        assert not marker.exists()


async def _said(answer):
    return answer


@needs_chromium
async def test_a_profile_in_use_is_said(home):
    given = launch(home)
    async with launched(given):
        with pytest.raises(Failure, match="in use by another browser"):
            async with launched(given):
                pass
