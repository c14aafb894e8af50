"""Runs every check on the source: format, lint, types, import rules, JavaScript types, generated files.

A failed check is shown whole and does not hide the next one. Exit code 1 if any failed.
"""

import subprocess
import sys
import time

import bootstrap

Check = tuple[str, list[str]]


def checks() -> list[Check]:
    python, tool = str(bootstrap.venv_python()), bootstrap.venv_tool
    return [
        ("format", [tool("ruff"), "format", "--check", "."]),
        ("lint", [tool("ruff"), "check", "--output-format=concise", "."]),
        ("types", [tool("mypy"), "--strict", "agent"]),
        ("imports", [tool("lint-imports")]),
        ("javascript types", ["node", "node_modules/typescript/bin/tsc", "--project", "tsconfig.json"]),
        ("generated files", [python, "scripts/generate.py", "--check"]),
    ]


def passes(name: str, argv: list[str]) -> bool:
    started = time.monotonic()
    done = subprocess.run(
        argv,
        cwd=bootstrap.ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    ok = done.returncode == 0
    print(f"{name:<18}{'ok' if ok else 'FAILED':<8}{time.monotonic() - started:6.1f} s", flush=True)
    if not ok:
        print(done.stdout.rstrip(), end="\n\n", flush=True)
    return ok


def main(arguments: list[str]) -> int:
    if arguments:
        print("check.py takes no arguments: it runs every check.", file=sys.stderr)
        return 2
    try:
        bootstrap.ensure_python("demo", "dev")
        bootstrap.ensure_node()
    except bootstrap.Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    failed = [name for name, argv in checks() if not passes(name, argv)]
    print(f"{len(failed)} failed: {', '.join(failed)}" if failed else "All checks passed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
