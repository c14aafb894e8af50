import json
import subprocess
import time
from pathlib import Path

import pytest

from extension.browsing import Browser, Site
from extension.conftest import Browsers
from extension.fake_daemon import FakeDaemon, wait_for
from extension.imposter import Imposter
from likewise import chromium


def link_state(browser: Browser) -> str:
    return str(browser.tell(type="popup_state", tab=1)["link"])


def test_it_comes_back_with_the_key_when_the_socket_is_cut(browser: Browser, daemon: FakeDaemon) -> None:
    assert json.loads(daemon.frames[0])["type"] == "pair_hello"
    for times in range(2, 6):
        daemon.cut()
        wait_for(lambda times=times: daemon.connections == times)
    hellos = [json.loads(frame) for frame in daemon.frames if '"hello"' in frame]
    assert [hello["profile"] for hello in hellos] == [daemon.profile] * 4
    assert len({hello["nonce"] for hello in hellos}) == 4


def test_it_waits_for_a_daemon_that_is_away(browser: Browser, daemon: FakeDaemon) -> None:
    daemon.stop()
    wait_for(lambda: link_state(browser) == "offline")
    time.sleep(1)
    daemon.start()
    wait_for(lambda: daemon.connections == 2, seconds=8)
    assert link_state(browser) == "connected"


def test_it_keeps_the_port_it_was_paired_with(browser: Browser, daemon: FakeDaemon) -> None:
    browser.stop_worker()
    link_state(browser)
    wait_for(lambda: daemon.connections == 2)
    kept = browser.evaluate("async () => (await chrome.storage.local.get('pairing')).pairing")
    assert kept == {"port": daemon.port, "profile": daemon.profile, "key": daemon.key}


def test_a_code_that_does_not_fit_says_so(browsers: Browsers, daemon: FakeDaemon) -> None:
    popup = browsers().popup()
    code = popup.get_by_role("textbox", name="Pairing code")
    for typed, says in {
        "nonsense": "A pairing code looks like ABCDE-FGHIJ.",
        f"{daemon.port}-ABCDE-FGHIK": "That code does not fit.",
        "1-ABCDE-FGHIJ": "The daemon is not there.",
    }.items():
        code.fill(typed)
        popup.get_by_role("button", name="Pair").click()
        popup.get_by_role("alert").get_by_text(says).wait_for()
    assert daemon.connections == 0
    popup.get_by_text("Not connected", exact=True).wait_for()
    code.fill(daemon.typed_code.lower())
    popup.get_by_role("button", name="Pair").click()
    popup.get_by_text("Connected", exact=True).wait_for()


@pytest.mark.parametrize("reason, state", [("update", "update"), ("unknown_profile", "unpaired")])
def test_a_refusal_is_told(browser: Browser, daemon: FakeDaemon, reason: str, state: str) -> None:
    daemon.refusal = reason
    daemon.cut()
    wait_for(lambda: link_state(browser) == state)
    popup = browser.popup()
    popup.get_by_role("alert").get_by_text(f"Refused: {reason}.").wait_for()
    daemon.refusal = None
    wait_for(lambda: daemon.connections == 2)


@pytest.mark.parametrize("trick", ["silent", "echo", "replay", "early", "wrong"])
def test_an_imposter_gets_nothing(browser: Browser, daemon: FakeDaemon, site: Site, trick: str) -> None:
    """SECURITY.md A6: something else took the daemon's port while a task is recorded."""
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    popup = browser.popup(tab)
    popup.get_by_role("button", name="Record").click()
    wait_for(lambda: daemon.kinds()[:1] == ["task"])
    daemon.stop()
    with Imposter(daemon.port, trick, daemon, tab, site.url("/imposed")) as imposter:
        wait_for(lambda: imposter.connections)
        page.bring_to_front()
        page.keyboard.press("b")
        wait_for(lambda: link_state(browser) == "unverified", seconds=12)
        popup.get_by_text("Not connected", exact=True).wait_for()
        assert {json.loads(frame)["type"] for frame in imposter.frames} == {"hello"}
        assert page.url == site.url()
    received = len(daemon.received)
    daemon.start()
    # The true daemon is back; what happened meanwhile is not lost.
    link_state(browser)
    wait_for(lambda: daemon.received[received:], seconds=12)
    wait_for(lambda: any(what.get("key") == "b" or what.get("text") == "b" for what in daemon.what))


def test_a_message_of_no_known_type_changes_nothing(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    for text in ["", "{", "[]", '{"type": "constructor"}', '{"type": "welcome"}', '{"type": "run_script", "code": "1"}']:
        daemon.send_text(text)
    popup = browser.popup()
    popup.get_by_role("alert").get_by_text("no known type").wait_for()
    assert link_state(browser) == "connected"
    assert daemon.connections == 1
    daemon.send(type="set_paused", paused=True)
    popup.get_by_text("Recording is paused.").wait_for()


IDLE_S = 40


@pytest.mark.slow
def test_in_a_plain_chromium_the_worker_outlives_half_a_minute_of_silence(
    browsers: Browsers, daemon: FakeDaemon, tmp_path: Path
) -> None:
    """Playwright keeps a worker alive by itself; here nobody does."""
    paired = browsers()
    paired.pair(daemon.typed_code)
    paired.close()
    before = daemon.connections
    command = [str(chromium.find()), "--headless=new", "--no-sandbox", f"--user-data-dir={tmp_path / 'profile-0'}"]
    extension = tmp_path / "extension-0"
    command += [f"--disable-extensions-except={extension}", f"--load-extension={extension}", "about:blank"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        wait_for(lambda: daemon.connections == before + 1, seconds=20)
        time.sleep(IDLE_S)
        assert daemon.connection is not None
        assert daemon.connections == before + 1
        assert daemon.of("alive")
        # Daemon and browser find each other again without anybody's help.
        daemon.cut()
        wait_for(lambda: daemon.connections == before + 2)
        process.terminate()
