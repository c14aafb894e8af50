from extension.browsing import Browser, Site
from extension.conftest import Module


def test_numbers_are_never_given_out_twice(module: Module) -> None:
    reserve = "m => m.reserveNumbers(1000)"
    first = [module("settings", reserve) for _ in range(3)]
    assert [number - first[0] for number in first] == [0, 1000, 2000]


def test_nothing_is_set_at_first(module: Module) -> None:
    assert module("settings", "m => m.pairing()") is None
    assert module("settings", "m => m.watch()") == {"origins": [], "except": [], "everywhere": False}


def test_a_content_script_cannot_read_the_key(browser: Browser, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    read = """async tab => (await chrome.scripting.executeScript({target: {tabId: tab}, func: async () => {
      const found = [];
      for (const area of ["local", "session"]) {
        found.push(await chrome.storage[area].get(null).then(all => Object.keys(all), () => "closed"));
      }
      return found;
    }}))[0].result"""
    assert browser.evaluate(read, tab) == ["closed", "closed"]
    assert browser.evaluate("async () => Object.keys(await chrome.storage.local.get(null)).includes('pairing')")
