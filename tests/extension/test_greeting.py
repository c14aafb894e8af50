import json

from extension.browsing import Browser
from extension.conftest import Browsers
from extension.fake_daemon import CODE, FakeDaemon, proof, wait_for


def test_the_daemon_proves_first(browser: Browser, daemon: FakeDaemon) -> None:
    """What is on the wire: hello, then the proof, and nothing before the daemon's own proof held."""
    hello, prove = (json.loads(frame) for frame in daemon.frames[:2])
    assert set(hello) == {"type", "version", "nonce"} and hello["version"] == 1
    assert set(prove) == {"type", "proof"}
    daemon.cut()
    wait_for(lambda: daemon.connections == 2)
    again = [json.loads(frame) for frame in daemon.frames if json.loads(frame)["type"] in {"hello", "prove"}]
    assert set(again[-2]) == {"type", "version", "profile", "nonce"}
    assert again[-1]["proof"] not in {prove["proof"], proof(CODE.replace("-", "").encode(), "daemon", "0", "0")}


def test_what_comes_right_behind_the_welcome_is_taken(browsers: Browsers, daemon: FakeDaemon) -> None:
    said = daemon._say

    def with_pause(connection: object, **message: object) -> None:
        said(connection, **message)  # type: ignore[arg-type]
        if message["type"] == "welcome":
            said(connection, type="set_paused", paused=True)  # type: ignore[arg-type]

    daemon._say = with_pause  # type: ignore[method-assign]
    browser = browsers()
    browser.pair(daemon.typed_code)
    wait_for(lambda: browser.tell(type="popup_state", tab=1)["paused"])
    assert browser.evaluate("() => chrome.action.getBadgeText({})") == "II"
