"""The static server: files, pages a test writes, and what was asked of it."""

import urllib.error
import urllib.request

import pytest

from sites.server import SiteServer


def read(url: str, data: bytes | None = None) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(url, data, timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_serves_files_of_its_folder(tmp_path):
    (tmp_path / "a.html").write_text("<p>a</p>")
    with SiteServer(tmp_path) as site:
        assert read(f"{site.url}/a.html?v=2") == (200, "<p>a</p>")


@pytest.mark.parametrize("path", ["/", "/none.html", "/../secret.txt", "/%2e%2e/secret.txt"])
def test_serves_nothing_else(tmp_path, path):
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "site").mkdir()
    with SiteServer(tmp_path / "site") as site:
        assert read(site.url + path)[0] == 404


def test_serves_a_page_written_by_the_test_with_its_status_and_headers():
    with SiteServer() as site:
        url = site.page("/gone", "<p>gone</p>", status=410, headers={"X-Robots-Tag": "none"})
        assert read(url) == (410, "<p>gone</p>")


def test_keeps_what_it_was_asked():
    with SiteServer() as site:
        read(site.page("/form", "thanks"), b"name=Ada")
        assert [(r.method, r.path, r.body) for r in site.requests] == [("POST", "/form", b"name=Ada")]


def test_is_gone_afterwards():
    with SiteServer() as site:
        url = site.page("/here", "here")
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(url, timeout=5)
