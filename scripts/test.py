"""Runs the tests, after installing what they need. Arguments go to pytest: scripts/test.py tests/core -x

What a machine cannot give (a screen, an application) is skipped by the tests that need it, saying so.
"""

import os
import sys

import bootstrap

SCREEN = ("xvfb", "xdotool", "openbox")
MEDIAWIKI = ("php-cli", "php-cgi", "php-sqlite3", "php-xml", "php-mbstring", "php-intl", "mediawiki")


def main(arguments: list[str]) -> None:
    try:
        bootstrap.ensure_python("demo", "dev")
        if not bootstrap.ensure_debian([*SCREEN, *MEDIAWIKI]):
            bootstrap.say(f"Tests that need one of {' '.join((*SCREEN, *MEDIAWIKI))} may be skipped.")
        bootstrap.ensure_chromium()
    except bootstrap.Failure as failure:
        sys.exit(str(failure))
    os.chdir(bootstrap.ROOT)
    bootstrap.become([str(bootstrap.venv_python()), "-m", "pytest", *arguments])


if __name__ == "__main__":
    main(sys.argv[1:])
