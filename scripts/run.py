"""Starts Likewise from a checkout: installs what is missing, then hands over to the `likewise` command.

python3 scripts/run.py              the daemon, if none runs, and a browser with the extension, paired
python3 scripts/run.py demo         the story on a real application, without a screen
python3 scripts/run.py ARGUMENTS    `likewise ARGUMENTS`
"""

import sys

import bootstrap

DEFAULT = ["browser"]
# Commands that start a browser of their own; `run` does with `--in browser`.
NEED_BROWSER = {"browser", "demo", "run"}


def main(arguments: list[str]) -> None:
    arguments = arguments or DEFAULT
    try:
        bootstrap.ensure_python(*(["demo"] if arguments[0] == "demo" else []))
        if arguments[0] in NEED_BROWSER:
            bootstrap.ensure_chromium()
    except bootstrap.Failure as failure:
        sys.exit(str(failure))
    bootstrap.become([str(bootstrap.venv_python()), "-m", "likewise", *arguments])


if __name__ == "__main__":
    main(sys.argv[1:])
