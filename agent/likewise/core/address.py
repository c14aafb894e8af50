"""What of a URL is kept, and the template of a URL."""

import re
from urllib.parse import SplitResult, quote, unquote, urlsplit

PORTS = {"http": 80, "https": 443}
VARIABLE = re.compile(
    r"\d+"
    r"|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
    r"|\d{1,4}[-.]\d{1,2}([-.]\d{1,4})?"
    r"|(?=[0-9a-fA-F]*\d)[0-9a-fA-F]{8,}"
    r"|(?=[^/]*\d)[\w.~ -]{2,}"
)
"""A path segment that names one thing of many: a number, uuid, date, hash or slug with digits."""
FILE = re.compile(r"[\w -]*[A-Za-z][\w -]*\.(php|html?|aspx?|jsp|cgi|pl|do)", re.IGNORECASE)
"""A script's or page's own file name, which may hold digits and is still fixed."""
RESERVED = re.compile(r"[%/?#&=;\x00-\x1f]")
"""What stays percent-encoded in a template, so that a decoded name is never taken for structure."""
TRACKING = re.compile(r"utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|_gl", re.IGNORECASE)
"""Query keys that say where a visitor came from; they make no other page."""


def origin(url: str) -> str | None:
    """scheme://host[:port] of an http(s) URL in lower case, the default port left out; null for anything else."""
    parts = _split(url)
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in PORTS or not host or "\\" in parts.netloc:
        return None  # a browser takes a backslash for a slash, and so another host
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" + (f":{port}" if port not in (None, PORTS[parts.scheme]) else "")


def _split(url: str) -> SplitResult:
    """The URL's parts; a link that no parser takes ("http://[") is all path."""
    try:
        return urlsplit(url)
    except ValueError:
        return SplitResult("", "", url, "", "")


def site(url: str) -> str:
    """host[:port] of an http(s) URL, or ""."""
    return (origin(url) or "://").split("://", 1)[1]


def template(url: str) -> str:
    """The URL for comparing: scheme, host and port, then path segments with numbers, uuids, dates, hashes and
    slugs-with-digits replaced by {}, then the sorted query keys without values, then the fragment if it looks like a route.
    Segments are decoded, spaces and underscores are one, and case is folded; path parameters (";jsessionid=...") and the
    query keys of trackers are left out. The template of a template is itself."""
    parts = _split(url)
    text = f"{origin(url) or (parts.scheme and parts.scheme + ':')}{_path(parts.path)}"
    keys = sorted({_encoded(unquote(pair.split("=", 1)[0])) for pair in parts.query.split("&")} - {""})
    keys = [key for key in keys if not TRACKING.fullmatch(key)]
    if keys:
        text += "?" + "&".join(keys)
    if parts.fragment.startswith(("/", "!/")):
        text += "#" + _path(parts.fragment.split("?", 1)[0])
    return text


def _path(path: str) -> str:
    return "/".join(_segment(unquote(segment.split(";", 1)[0])) for segment in (path or "/").split("/"))


def _segment(segment: str) -> str:
    folded = re.sub(r"[\s_+]+", " ", segment).strip()
    if VARIABLE.fullmatch(folded) and not FILE.fullmatch(folded):
        return "{}"
    return _encoded(folded.casefold())


def _encoded(text: str) -> str:
    return RESERVED.sub(lambda match: quote(match.group(), safe=""), text)


def same_page(one: str, other: str) -> bool:
    """Whether two URLs have the same template."""
    return template(one) == template(other)


def link(href: str) -> str:
    """A link's href for comparing: path and query decoded, the query's pairs sorted; the origin is compared elsewhere."""
    parts = _split(href)
    pairs = sorted(unquote(pair.replace("+", " ")) for pair in parts.query.split("&") if pair)
    path = unquote(parts.path)
    return path + ("?" + "&".join(pairs) if pairs else "") + (f"#{parts.fragment}" if parts.fragment else "")


def short(url: str) -> str:
    """Path and query for people to read."""
    parts = _split(url)
    return (unquote(parts.path) or "/") + (f"?{unquote(parts.query)}" if parts.query else "")
