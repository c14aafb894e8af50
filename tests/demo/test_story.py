"""The story as a command: it ends well, and says what the application's database holds."""

import json
import subprocess
import sys

import pytest

from likewise.demo.story import Chapter, Story


@pytest.mark.e2e
def test_the_story_ends_well() -> None:
    command = [sys.executable, "-m", "likewise", "demo", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=150)
    assert done.returncode == 0, done.stderr
    story = json.loads(done.stdout)
    assert [product["name"] for product in story["products"]] == ["Blue mug", "Field guide", "Desk lamp", "Floor lamp"]
    assert [chapter["report"]["status"] for chapter in story["chapters"]] == ["done"] * 3
    skipped = [step["status"] for step in story["chapters"][0]["report"]["steps"]].count("skipped")
    assert skipped == 3


def test_another_end_is_told_apart() -> None:
    done = Chapter("", 1.0, {"status": "done", "steps": []})
    stopped = Chapter("", 1.0, {"status": "stopped", "steps": []})
    names = ("Blue mug", "Field guide", "Desk lamp", "Floor lamp")
    products = [{"name": name} for name in names]
    assert Story({}, [done], products).ended_well()
    assert not Story({}, [stopped], products).ended_well()
    assert not Story({}, [done], products[:3]).ended_well()
    assert not Story({}, [done], [*products, {"name": "Blue mug"}]).ended_well()
