"""Writes a build of the browser extension: a folder for "Load unpacked", or a .zip store package."""

import hashlib
import importlib.resources
import json
import shutil
import zipfile
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .failure import Failure

EVERYWHERE = "<all_urls>"
MARKER = "likewise-build.json"
"""Says that a folder is a build, which may be written over."""
LEFT_OUT = {".ts"}
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every entry of a package: the same source gives the same bytes."""


def source() -> Path:
    """The extension's folder: package data in a wheel, at the root in a checkout."""
    packaged = Path(str(importlib.resources.files("likewise"))) / "extension"
    return packaged if packaged.is_dir() else Path(__file__).resolve().parents[2] / "extension"


def identity(key: str) -> str:
    """The extension id that Chrome derives from a manifest's `key`."""
    digest = hashlib.sha256(b64decode(key)).hexdigest()[:32]
    return "".join(chr(ord("a") + int(digit, 16)) for digit in digest)


def manifest(all_sites: bool, trusted_input: bool) -> dict[str, Any]:
    """The manifest of a build. `all_sites`: the hosts are granted and the page scripts run on every site.
    `trusted_input`: it may use the browser's debugger to act."""
    made = _json(source() / "manifest.json")
    if trusted_input:
        made["permissions"] = sorted([*made["permissions"], "debugger"])
    if all_sites:
        del made["optional_host_permissions"]
        made["host_permissions"] = [EVERYWHERE]
        made["content_scripts"] = [
            {
                "matches": [EVERYWHERE],
                "js": [*_json(source() / "page" / "scripts.json"), "content.js"],
                "run_at": "document_start",
                "all_frames": True,
                "match_origin_as_fallback": True,
            }
        ]
    return dict(made)


def build(out: Path, all_sites: bool = False, trusted_input: bool = False) -> None:
    """Writes the build to the folder `out`, or to a package if the name ends in .zip. Raises Failure if something else
    is there already."""
    made = manifest(all_sites, trusted_input)
    if out.suffix.lower() == ".zip":
        _write_package(out, made)
    else:
        _write_folder(out, made)


def _write_folder(out: Path, made: dict[str, Any]) -> None:
    if out.exists() and not out.is_dir():
        raise Failure(f"{out} is a file. Name a folder, or a file that ends in .zip.")
    if out.is_dir() and any(out.iterdir()):
        if not (out / MARKER).is_file():
            raise Failure(f"{out} is not empty and is no earlier build of the extension. Name another folder.")
        shutil.rmtree(out)
    for name, content in _contents(made):
        place = out / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    (out / MARKER).write_text(json.dumps({"version": made["version"]}) + "\n", encoding="utf-8")


def _write_package(out: Path, made: dict[str, Any]) -> None:
    if out.is_dir() or (out.exists() and not zipfile.is_zipfile(out)):
        raise Failure(f"{out} is there already and is no package. Name another file.")
    out.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in _contents(made):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            package.writestr(entry, content, zipfile.ZIP_DEFLATED)


def _contents(made: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """Each file's path in the build, and its bytes."""
    yield "manifest.json", json.dumps(made, indent=2, ensure_ascii=False).encode() + b"\n"
    for path in sorted(source().rglob("*")):
        name = path.relative_to(source()).as_posix()
        if path.is_file() and path.suffix not in LEFT_OUT and name != "manifest.json":
            yield name, path.read_bytes()


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


EXTENSION_ID = identity(_json(source() / "manifest.json")["key"])
"""Pinned by the manifest's `key`: the same in every build."""
