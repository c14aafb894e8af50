"""What ARCHITECTURE.md's picture promises and no other check proves."""

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "agent" / "likewise"
CORE = PACKAGE / "core"
EXTENSION = ROOT / "extension"
PAGE = EXTENSION / "page"
TESTS = ROOT / "tests"

MAX_LINES = 400
SOURCES = {".py", ".js", ".mjs", ".html", ".css"}
GENERATED = EXTENSION / "generated"

WITHOUT_A_TEST_OF_THEIR_NAME = {
    "agent/likewise/demo/shop": "one application, tested as a whole by test_shop_server.py",
}
NAMES_WITHOUT_A_TEST = {"__init__.py", "__main__.py"}

CORE_MAY_USE = {"pydantic", "numpy", "likewise"}
IO_SUBMODULES = {"urllib.request", "urllib.error", "os.path", "importlib.resources"}
IO_BUILTINS = {"open", "print", "input", "breakpoint", "exec", "eval"}
CLOCKS = {"now", "today", "utcnow"}

TOP_LOOPS = {"engine.py", "local_requests.py"}

NOT_IN_PAGE_SCRIPTS = (
    r"\bchrome\b\s*[.\[?]",
    r"\bfetch\s*\(",
    r"\bXMLHttpRequest\b",
    r"\bWebSocket\b",
    r"\bEventSource\b",
    r"\bsendBeacon\b",
    r"\blocalStorage\b",
    r"\bsessionStorage\b",
    r"\bindexedDB\b",
)
NOT_IN_ANY_SCRIPT = (
    r"\binnerHTML\b",
    r"\bouterHTML\s*=",
    r"\binsertAdjacentHTML\b",
    r"\bdocument\.write",
    r"\beval\s*\(",
    r"\bnew\s+Function\b",
    r"\bimport\s*\(",
)


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def files(folder: Path, *suffixes: str) -> list[Path]:
    """Source files of a folder; what a script writes is left out."""
    found = (path for path in folder.rglob("*") if path.suffix in suffixes and path.is_file())
    return sorted(path for path in found if GENERATED not in path.parents)


def code(path: Path) -> str:
    """A JavaScript file without its comments."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
    return re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)


def imports(tree: ast.AST, package: list[str]) -> Iterator[str]:
    """Dotted names that a module imports, relative ones resolved against the package it is in."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*above, *([node.module] if node.module else [])])
            yield origin
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def calls(tree: ast.AST) -> Iterator[tuple[str, bool]]:
    """The name of each call, and whether it is a method."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id, False
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.func.attr, True


def io_modules() -> set[str]:
    """The list stands once, in the import contract."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    [pure] = [contract for contract in contracts if contract["id"] == "pure-core"]
    return set(pure["forbidden_modules"]) | IO_SUBMODULES


def swallows_everything(handler: ast.ExceptHandler) -> bool:
    """Cleaning up and raising again is no swallowing."""
    last = handler.body[-1]
    if isinstance(last, ast.Raise) and last.exc is None:
        return False
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or (isinstance(kind, ast.Name) and kind.id in {"Exception", "BaseException"}) for kind in kinds)


def test_every_source_file_has_a_test_file_of_its_name():
    tests = {path.stem for path in TESTS.rglob("test_*.py")}
    without = [
        relative(path)
        for path in [*files(PACKAGE, ".py"), *files(EXTENSION, ".js")]
        if path.name not in NAMES_WITHOUT_A_TEST
        and not any(relative(path).startswith(f"{place}/") for place in WITHOUT_A_TEST_OF_THEIR_NAME)
        and f"test_{path.stem.replace('-', '_')}" not in tests
    ]
    assert without == []


def test_exceptions_are_still_needed():
    assert [place for place in WITHOUT_A_TEST_OF_THEIR_NAME if not (ROOT / place).exists()] == []


@pytest.mark.parametrize("path", files(CORE, ".py"), ids=relative)
def test_core_imports_no_io(path):
    package = list(path.relative_to(PACKAGE.parent).parent.parts)
    names = set(imports(ast.parse(path.read_text()), package))
    io = io_modules()
    assert {name for name in names if name in io or name.split(".")[0] in io} == set()
    roots = {name.split(".")[0] for name in names}
    assert roots - set(sys.stdlib_module_names) - CORE_MAY_USE == set()
    assert {n for n in names if n.startswith("likewise") and not n.startswith("likewise.core")} == set()


@pytest.mark.parametrize("path", files(CORE, ".py"), ids=relative)
def test_core_reads_no_file_and_no_clock(path):
    used = set(calls(ast.parse(path.read_text())))
    assert {name for name, method in used if not method} & IO_BUILTINS == set()
    assert {name for name, method in used if method} & CLOCKS == set()


def test_broad_excepts_stand_only_in_the_top_loops():
    handlers = [
        (path, node.lineno)
        for path in files(PACKAGE, ".py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ExceptHandler) and swallows_everything(node)
    ]
    allowed = {PACKAGE / name for name in TOP_LOOPS}
    assert [f"{relative(path)}:{line}" for path, line in handlers if path not in allowed] == []
    places = [path for path, _ in handlers]
    assert [relative(path) for path in allowed if places.count(path) > 1] == []


def test_the_list_of_page_scripts_matches_the_folder():
    listed = [Path(name).name for name in json.loads((PAGE / "scripts.json").read_text())]
    assert sorted(listed) == [path.name for path in files(PAGE, ".js")]


def test_page_scripts_are_listed_nowhere_else():
    names = [path.name for path in files(PAGE, ".js")]
    elsewhere = [
        path
        for path in [*files(EXTENSION, ".js", ".json", ".html"), *files(PACKAGE, ".py", ".json")]
        if PAGE not in path.parents
        if sum(bool(re.search(rf"page/{name}|[\"'`]{name}", path.read_text())) for name in names) > 1
    ]
    assert [relative(path) for path in elsewhere] == []


@pytest.mark.parametrize("path", files(PAGE, ".js"), ids=relative)
def test_page_scripts_reach_nothing_but_the_page(path):
    text = code(path)
    assert [pattern for pattern in NOT_IN_PAGE_SCRIPTS if re.search(pattern, text)] == []


@pytest.mark.parametrize("path", files(EXTENSION, ".js"), ids=relative)
def test_scripts_make_neither_markup_nor_code_from_text(path):
    text = code(path)
    assert [pattern for pattern in NOT_IN_ANY_SCRIPT if re.search(pattern, text)] == []


def test_files_are_small():
    sizes = {
        relative(path): len(path.read_text().splitlines())
        for folder in (ROOT / "agent", EXTENSION, ROOT / "scripts", TESTS)
        for path in files(folder, *SOURCES)
    }
    assert {name: lines for name, lines in sizes.items() if lines > MAX_LINES} == {}
