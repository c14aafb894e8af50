import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from likewise import extension_build
from likewise.extension_build import EXTENSION_ID, build, identity, source
from likewise.failure import Failure

CSP = "script-src 'self'; object-src 'none'; connect-src ws://127.0.0.1:*"
ALL = "<all_urls>"


def manifest(folder: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((folder / "manifest.json").read_text())
    return found


def test_the_default_build_asks_for_little(tmp_path: Path) -> None:
    """SECURITY.md G1."""
    build(tmp_path / "out")
    made = manifest(tmp_path / "out")
    assert made["permissions"] == ["activeTab", "alarms", "scripting", "storage"]
    assert made["optional_host_permissions"] == [ALL]
    assert made["externally_connectable"] == {"ids": []}
    assert made["incognito"] == "not_allowed"
    assert made["content_security_policy"] == {"extension_pages": CSP}
    assert int(str(made["minimum_chrome_version"])) >= 120
    assert identity(str(made["key"])) == EXTENSION_ID
    for absent in ("host_permissions", "content_scripts", "web_accessible_resources", "optional_permissions", "update_url"):
        assert absent not in made


def test_the_other_builds_add_only_what_they_are_named_for(tmp_path: Path) -> None:
    default = extension_build.manifest(all_sites=False, trusted_input=False)
    everywhere = extension_build.manifest(all_sites=True, trusted_input=False)
    trusted = extension_build.manifest(all_sites=False, trusted_input=True)
    added = {key: value for key, value in everywhere.items() if default.get(key) != value}
    assert set(added) == {"host_permissions", "content_scripts"}
    assert set(default) - set(everywhere) == {"optional_host_permissions"}
    (scripts,) = everywhere["content_scripts"]
    assert (scripts["matches"], scripts["run_at"], scripts["all_frames"]) == ([ALL], "document_start", True)
    assert scripts["js"][-1] == "content.js"
    assert [path for path in scripts["js"] if not (source() / path).is_file()] == []
    assert {key for key, value in trusted.items() if default.get(key) != value} == {"permissions"}
    assert set(trusted["permissions"]) - set(default["permissions"]) == {"debugger"}


def test_what_is_in_a_build_is_what_runs(tmp_path: Path) -> None:
    build(tmp_path / "out")
    names = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    assert {"background/main.js", "popup/popup.html", "content.js", "page/scripts.json", "icons/128.png"} <= names
    assert not [name for name in names if name.endswith(".ts") or name.startswith("_")]
    code = [path.read_text() for path in (tmp_path / "out").rglob("*.js")]
    assert not [
        text for text in code if re.search(r"\beval\(|new Function|innerHTML|https?://(?!www\.w3\.org)[\w.-]+\.\w", text)
    ]
    assert not [text for text in code if re.search(r"onMessageExternal|onConnectExternal", text)]


def test_an_earlier_build_is_written_over_and_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(out, all_sites=True)
    (out / "old.js").write_text("")
    build(out)
    assert not (out / "old.js").exists()
    other = tmp_path / "other"
    other.mkdir()
    build(other)
    shutil.rmtree(other)
    other.mkdir()
    (other / "thesis.txt").write_text("years of work")
    file = tmp_path / "file"
    file.write_text("x")
    for place in (other, file, source()):
        with pytest.raises(Failure):
            build(place)
    assert (other / "thesis.txt").read_text() == "years of work"
    assert (source() / "manifest.json").is_file()


def test_a_package_is_the_same_every_time(tmp_path: Path) -> None:
    first, second = tmp_path / "first.zip", tmp_path / "sub" / "second.ZIP"
    build(first)
    build(first)
    build(second)
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as package:
        assert json.loads(package.read("manifest.json")) == extension_build.manifest(False, False)
        assert "content.js" in package.namelist()
    text = tmp_path / "notes.zip"
    text.write_text("not a package")
    with pytest.raises(Failure):
        build(text)
    assert text.read_text() == "not a package"
