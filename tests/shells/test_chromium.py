"""Which browser is found, in which order, and what a person is told when there is none."""

import sys
from pathlib import Path

import pytest

from likewise import chromium


def program(path: Path, text: str = "\x7fELF") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.fixture(autouse=True)
def bare_machine(tmp_path, monkeypatch):
    """A machine without any browser: an empty PATH, home and cache."""
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "cache"))
    for places in ("LINUX", "MAC", "WINDOWS"):
        monkeypatch.setattr(chromium, places, ())


def test_none_on_a_bare_machine_and_words_about_it():
    assert chromium.find() is None
    assert "playwright install chromium" in chromium.how_to_install()


@pytest.mark.parametrize("name", ["chromium", "chromium-browser"])
def test_chromium_on_the_path(tmp_path, name):
    expected = program(tmp_path / "bin" / name)
    assert chromium.find() == expected


def test_the_variable_comes_first(tmp_path, monkeypatch):
    program(tmp_path / "bin" / "chromium")
    mine = program(tmp_path / "mine")
    monkeypatch.setenv(chromium.VARIABLE, str(mine))
    assert chromium.find() == mine


def test_a_wrong_variable_is_no_reason_to_take_another_browser(tmp_path, monkeypatch):
    program(tmp_path / "bin" / "chromium")
    monkeypatch.setenv(chromium.VARIABLE, str(tmp_path / "nowhere"))
    assert chromium.find() is None
    assert "nowhere" in chromium.how_to_install()


def test_branded_chrome_is_passed_over(tmp_path):
    branded = program(tmp_path / "opt" / "google" / "chrome" / "chrome")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "chrome").symlink_to(branded)
    assert chromium.find() is None


def test_chrome_for_testing_on_the_path(tmp_path):
    testing = program(tmp_path / "opt" / "chrome-linux64" / "chrome")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "chrome").symlink_to(testing)
    assert chromium.find() == tmp_path / "bin" / "chrome"


def test_a_command_that_starts_a_snap_is_passed_over(tmp_path):
    program(tmp_path / "bin" / "chromium-browser", "#!/bin/sh\nexec /snap/bin/chromium\n")
    assert chromium.find() is None


def test_a_usual_place(tmp_path, monkeypatch):
    usual = program(tmp_path / "Applications" / "Chromium")
    places = {"linux": "LINUX", "darwin": "MAC", "win32": "WINDOWS"}[sys.platform]
    monkeypatch.setattr(chromium, places, (str(tmp_path / "missing"), str(usual)))
    assert chromium.find() == usual


def test_the_newest_of_playwrights_downloads(tmp_path):
    for revision in (999, 1200):
        newest = program(tmp_path / "cache" / f"chromium-{revision}" / "chrome-linux" / "chrome")
    program(tmp_path / "cache" / "chromium_headless_shell-1300" / "chrome-linux" / "headless_shell")
    assert chromium.find() == newest


def test_a_file_that_cannot_be_run_is_passed_over(tmp_path):
    program(tmp_path / "cache" / "chromium-1" / "chrome-linux" / "chrome").chmod(0o644)
    assert chromium.find() is None
