"""What of a URL is kept, and the template of a URL."""

import re
from urllib.parse import unquote, urlsplit

PORTS = {"http": 80, "https": 443}
VARIABLE = re.compile(
    r"\d+"
    r"|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
    r"|\d{1,4}[-.]\d{1,2}([-.]\d{1,4})?"
    r"|(?=[0-9a-fA-F]*\d)[0-9a-fA-F]{8,}"
    r"|(?=[^/]*\d)[\w.~ -]{2,}"
)
"""A path segment that names one thing of many: a number, uuid, date, hash or slug with digits."""
FILE = re.compile(r"[\w-]*[A-Za-z][\w-]*\.(php|html?|aspx?|jsp|cgi|pl|do)", re.IGNORECASE)
"""A script's or page's own file name, which may hold digits and is still fixed."""


def origin(url: str) -> str | None:
    """scheme://host[:port] of an http(s) URL in lower case, the default port left out; null for anything else."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in PORTS or not host:
        return None
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" + (f":{port}" if port not in (None, PORTS[parts.scheme]) else "")


def site(url: str) -> str:
    """host[:port] of an http(s) URL, or ""."""
    return (origin(url) or "://").split("://", 1)[1]


def template(url: str) -> str:
    """The URL for comparing: scheme, host and port, then path segments with numbers, uuids, dates, hashes and
    slugs-with-digits replaced by {}, then the sorted query keys without values, then the fragment if it looks like a route.
    Segments are decoded, spaces and underscores are one, and case is folded."""
    parts = urlsplit(url)
    text = f"{origin(url) or parts.scheme + ':'}{_path(parts.path)}"
    keys = sorted({unquote(pair.split("=", 1)[0]) for pair in parts.query.split("&") if pair})
    if keys:
        text += "?" + "&".join(keys)
    if parts.fragment.startswith(("/", "!/")):
        text += "#" + _path(parts.fragment.split("?", 1)[0])
    return text


def _path(path: str) -> str:
    return "/".join(_segment(unquote(segment)) for segment in (path or "/").split("/"))


def _segment(segment: str) -> str:
    folded = re.sub(r"[\s_+]+", " ", segment).strip().casefold()
    if VARIABLE.fullmatch(segment) and not FILE.fullmatch(segment):
        return "{}"
    return folded


def same_page(one: str, other: str) -> bool:
    """Whether two URLs have the same template."""
    return template(one) == template(other)


def link(href: str) -> str:
    """A link's href for comparing: path and query decoded, the query's pairs sorted; the origin is compared elsewhere."""
    parts = urlsplit(href)
    pairs = sorted(unquote(pair.replace("+", " ")) for pair in parts.query.split("&") if pair)
    path = unquote(parts.path)
    return path + ("?" + "&".join(pairs) if pairs else "") + (f"#{parts.fragment}" if parts.fragment else "")


def short(url: str) -> str:
    """Path and query for people to read."""
    parts = urlsplit(url)
    return (unquote(parts.path) or "/") + (f"?{unquote(parts.query)}" if parts.query else "")
