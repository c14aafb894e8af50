"""Set-up: what the scripts install, when, and how soon they are out of the way."""

import importlib.util
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "scripts"
OVERHEAD_S = 0.3
PYPROJECT = '[project]\nname = "x"\n[build-system]\n[tool.hatch]\n'


def load(name):
    spec = importlib.util.spec_from_file_location(f"scripts_{name}", SCRIPTS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def bootstrap(tmp_path, monkeypatch):
    """The set-up of an empty checkout whose commands are noted, not run."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    module = load("bootstrap")
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)
    (tmp_path / "package-lock.json").write_text("{}")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "STAMP", tmp_path / ".venv" / "stamp.json")
    monkeypatch.setattr(module, "NODE_STAMP", tmp_path / "stamp")
    ran = []

    def make_venv():
        ran.append("venv")
        module.venv_python().parent.mkdir(parents=True)
        module.venv_python().touch()

    monkeypatch.setattr(module, "_make_venv", make_venv)
    monkeypatch.setattr(module, "run", lambda argv, problem: ran.append(argv[-1]))
    module.ran = ran
    return module


def test_the_first_time_makes_a_venv_and_installs(bootstrap):
    bootstrap.ensure_python("demo")
    assert bootstrap.ran == ["venv", ".[demo]"]


def test_the_second_time_does_nothing(bootstrap):
    bootstrap.ensure_python("demo", "dev")
    bootstrap.ran.clear()
    bootstrap.ensure_python("dev")
    assert bootstrap.ran == []


def test_a_new_extra_is_added_to_the_others(bootstrap):
    bootstrap.ensure_python("demo")
    bootstrap.ensure_python("dev")
    assert bootstrap.ran == ["venv", ".[demo]", ".[demo,dev]"]


def test_a_changed_pyproject_installs_again(bootstrap):
    bootstrap.ensure_python()
    (bootstrap.ROOT / "pyproject.toml").write_text(PYPROJECT.replace('"x"', '"y"'))
    bootstrap.ensure_python()
    assert bootstrap.ran == ["venv", ".", "."]


def test_settings_of_other_tools_install_nothing(bootstrap):
    bootstrap.ensure_python()
    (bootstrap.ROOT / "pyproject.toml").write_text(f"{PYPROJECT}[tool.ruff]\n")
    bootstrap.ensure_python()
    assert bootstrap.ran == ["venv", "."]


def test_a_moved_or_interrupted_installation_starts_anew(bootstrap):
    bootstrap.ensure_python()
    bootstrap.STAMP.write_text(json.dumps({"root": "elsewhere"}))
    bootstrap.venv_python().unlink()
    bootstrap.venv_python().parent.rmdir()
    bootstrap.ensure_python()
    assert bootstrap.ran == ["venv", ".", "venv", "."]


def test_node_packages_follow_the_lock_file(bootstrap, monkeypatch):
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: name)
    for lock in ("{}", "{}", '{"changed": 1}'):
        (bootstrap.ROOT / "package-lock.json").write_text(lock)
        bootstrap.ensure_node()
    assert len(bootstrap.ran) == 2


def test_without_node_it_says_what_to_do(bootstrap, monkeypatch):
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)
    with pytest.raises(bootstrap.Failure, match=r"nodejs\.org"):
        bootstrap.ensure_node()


@pytest.fixture
def no_browser(bootstrap, monkeypatch):
    """A machine without Chromium: nothing is found until something notes that it installed one."""
    monkeypatch.delenv(bootstrap.chromium.VARIABLE, raising=False)
    monkeypatch.setattr(bootstrap.chromium, "find", lambda: Path("chromium") if bootstrap.ran else None)
    monkeypatch.setattr(bootstrap.subprocess, "run", lambda argv, **_: bootstrap.ran.append(argv[-3:]))
    return bootstrap


def test_chromium_comes_from_debian_where_that_can_be(no_browser, monkeypatch):
    monkeypatch.setattr(no_browser, "ensure_debian", lambda packages: no_browser.ran.append(packages) or True)
    assert no_browser.ensure_chromium() == Path("chromium")
    assert no_browser.ran == [["chromium"]]


def test_chromium_comes_from_playwright_elsewhere(no_browser, monkeypatch):
    monkeypatch.setattr(no_browser, "ensure_debian", lambda packages: False)
    assert no_browser.ensure_chromium() == Path("chromium")
    assert no_browser.ran == [["playwright", "install", "chromium"]]


def test_without_any_way_to_chromium_it_says_what_to_do(no_browser, monkeypatch):
    monkeypatch.setattr(no_browser, "ensure_debian", lambda packages: False)
    monkeypatch.setattr(no_browser.chromium, "find", lambda: None)
    with pytest.raises(no_browser.Failure, match="playwright install chromium"):
        no_browser.ensure_chromium()


def test_a_wrong_chromium_is_said_and_nothing_is_installed(no_browser, monkeypatch):
    monkeypatch.setenv(no_browser.chromium.VARIABLE, "/nowhere/chromium")
    with pytest.raises(no_browser.Failure, match="/nowhere/chromium"):
        no_browser.ensure_chromium()
    assert no_browser.ran == []


@pytest.mark.parametrize(
    ("arguments", "extras", "browser", "command"),
    [
        ([], (), True, ["browser"]),
        (["demo"], ("demo",), True, ["demo"]),
        (["run", "w_1", "--json"], (), True, ["run", "w_1", "--json"]),
        (["status"], (), False, ["status"]),
    ],
)
def test_run_hands_over_to_likewise(monkeypatch, arguments, extras, browser, command):
    monkeypatch.syspath_prepend(str(SCRIPTS))
    run = load("run")
    did = []
    monkeypatch.setattr(run.bootstrap, "ensure_python", lambda *extras: did.append(extras))
    monkeypatch.setattr(run.bootstrap, "ensure_chromium", lambda: did.append("chromium"))
    monkeypatch.setattr(run.bootstrap, "become", lambda argv: did.append(argv[1:]))
    run.main(arguments)
    assert did == [extras, *(["chromium"] if browser else []), ["-m", "likewise", *command]]


def test_a_fresh_installation_is_soon_out_of_the_way():
    code = "import bootstrap; bootstrap.ensure_python('demo', 'dev'); bootstrap.ensure_chromium()"
    times = []
    for _ in range(4):
        started = time.monotonic()
        subprocess.run([sys.executable, "-c", code], cwd=SCRIPTS, check=True)
        times.append(time.monotonic() - started)
    assert min(times[1:]) < OVERHEAD_S


def test_check_takes_no_arguments():
    done = subprocess.run([sys.executable, SCRIPTS / "check.py", "--fast"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no arguments" in done.stderr
