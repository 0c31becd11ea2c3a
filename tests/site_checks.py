"""Finding what is wrong with a built page: in its HTML, and in a browser.

Every function returns a list of faults in words, empty if there is none. ``test_site.py`` calls
them on the site, and on small bad pages to see that each fault is found.
"""

from __future__ import annotations

import functools
import http.server
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Page, Request
from previews import whole

# What a browser is opened with.
MODES = {
    "desktop": {"viewport": {"width": 1280, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
    "dark": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark"},
}

HASH = re.compile(r"(_images/)?[0-9a-f]{32,}(\.\w+)?")
# Of fifty megabytes, nearly all of it formulas, the parser is given the tags with these attributes.
PIECE = re.compile(
    r"""<!--.*?-->|<(script|style)\b.*?</\1>|<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>""",
    re.DOTALL | re.IGNORECASE,
)
READ = re.compile(r"^<img|\s(id|name|href|src)\s*=", re.IGNORECASE)


class Html(HTMLParser):
    """The ids, links and images of one page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.ids: list[str] = []
        self.links: list[str] = []
        self.images: list[dict[str, str]] = []
        for piece in PIECE.finditer(path.read_text(encoding="utf-8")):
            if READ.search(piece[0]):
                self.feed(piece[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "a" and "name" in attributes:
            self.ids.append(attributes["name"])
        for name in ("href", "src"):
            if name in attributes:
                self.links.append(attributes[name])
        if tag == "img":
            self.images.append(attributes)


def repeated_ids(page: Html) -> list[str]:
    """Ids that stand on more than one element."""
    name, counts = page.path.name, Counter(page.ids)
    return [f"{name}: id {one!r} occurs {n} times" for one, n in counts.items() if n > 1]


def images_without_words(page: Html) -> list[str]:
    """Images whose alternative text is missing, empty, or only a file name."""
    faults = []
    for image in page.images:
        alt = image.get("alt", "").strip()
        if not alt or HASH.fullmatch(alt) or alt == Path(image.get("src", "")).name:
            faults.append(f"{page.path.name}: image {image.get('src', '')} has alt text {alt!r}")
    return faults


def pages_of(site: Path) -> list[Html]:
    """The pages of a site, without the snippets that the theme keeps among its scripts."""
    return [Html(path) for path in sorted(site.rglob("*.html")) if "_static" not in path.parts]


def dead_links(site: list[Html]) -> list[str]:
    """Links from a page of the site to a file or an anchor of the site that does not exist."""
    pages = {page.path.resolve(): page for page in site}
    faults = []
    for path, html in pages.items():
        for link in html.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target = target / "index.html"
            anchor = unquote(parts.fragment)
            if not target.exists():
                faults.append(f"{path.name}: link to {link}: no such file")
            elif anchor and target in pages and anchor not in pages[target].ids:
                faults.append(f"{path.name}: link to {link}: no such anchor")
    return faults


# --- chapters with a part of what they have -------------------------------------------------------

ARTICLE = re.compile(r"(<article\b[^>]*>)(.*)(</article>)", re.DOTALL)


Wanted = Callable[[str], bool]


def part_of(chapter: str, keep: str, wanted: Wanted) -> str:
    """A chapter as built, with head, scripts and styles, but only headings and what begins so and is wanted."""
    article = ARTICLE.search(chapter)
    assert article
    body, end, pieces = article[2], 0, []
    opening = rf"</?section\b[^>]*>|<h[1-4]\b.*?</h[1-4]>|<(?P<kept>{keep})"
    for found in re.finditer(opening, body, re.DOTALL):
        if found.start() < end:
            continue
        piece = found[0]
        if kept := found["kept"]:
            piece = whole(body, found.start(), kept.split()[0])
            piece *= wanted(piece)
            end = found.start() + len(piece)
        pieces.append(piece)
    return chapter[: article.start(2)] + "".join(pieces) + chapter[article.end(2) :]


def in_part(
    site: Path, folder: Path, topics: Iterable[str], keep: str, wanted: Wanted = bool
) -> Path:
    """A folder like the site's, in which chapters have only what begins so: a tenth of what is laid out."""
    for name in ("_static", "_images"):
        (folder / name).symlink_to(site / name, target_is_directory=True)
    (folder / "book").mkdir()
    for topic in topics:
        text = (site / "book" / f"{topic}.html").read_text(encoding="utf-8")
        part = part_of(text, keep, wanted)
        (folder / "book" / f"{topic}.html").write_text(part, encoding="utf-8")
    return folder


# Run in the page when everything foldable is open. What unfolds may ask for fonts: another one has other widths.
LOOK = r"""async () => {
  for (let i = 0; i < 100 && document.querySelector("details[open] code[data-tex]"); i++)
    await new Promise((later) => setTimeout(later, 50));  // formulas are set when their fold opens
  document.body.getBoundingClientRect();
  await document.fonts.ready;
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1)
    faults.push(`scrolls sideways: ${root.scrollWidth} > ${root.clientWidth} pixels`);
  for (const math of document.querySelectorAll(".math"))
    if (!math.querySelector(".katex-html"))
      faults.push(`mathematics not typeset: ${math.textContent.trim().slice(0, 60)}`);
  for (const box of document.querySelectorAll("div.math")) {
    const scrolls = ["auto", "scroll"].includes(getComputedStyle(box).overflowY);
    if (scrolls && box.scrollHeight > box.clientHeight + 1)
      faults.push(`equation scrolls up and down: ${box.scrollHeight} > ${box.clientHeight} pixels`);
  }
  const reference = document.querySelector("dl.py");  // formulas of docstrings may scroll
  for (const formula of document.querySelectorAll(".katex-html > .base")) {
    if (reference && formula.closest("div.math") || formula.closest(".exact")) continue;
    const drawn = formula.getBoundingClientRect();
    if (drawn.width === 0) continue;  // what a phrase stands for is not shown
    const text = formula.closest("p, li, td, th, dd, dt, figcaption, h1, h2, h3, h4, div, body");
    const room = text.getBoundingClientRect();
    if (drawn.right > room.right + 1 || drawn.left < room.left - 1)
      faults.push(`formula wider than its box: ${Math.round(drawn.width)} pixels in a ` +
        `${text.tagName.toLowerCase()} of ${Math.round(room.width)}: ${formula.textContent}`);
  }
  for (const image of document.querySelectorAll("img"))
    if (image.complete && image.naturalWidth === 0) faults.push(`image not shown: ${image.src}`);
  return faults;
}"""

UNFOLD = """() => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  const style = document.createElement("style");  // what is off screen is looked at too
  style.textContent = "* { content-visibility: visible !important }";
  document.head.append(style);
  dispatchEvent(new Event("beforeprint"));  // all formulas are set
}"""


def faults_in_browser(
    page: Page,
    urls: list[str],
    home: str,
    further: Callable[[Page], list[str]] = lambda page: [],
) -> list[str]:
    """Open each page; what a reader or a browser would complain of, and what ``further`` finds.

    A request to anything whose address does not begin with ``home`` is a fault.
    """
    faults: list[str] = []
    here = ""

    def note(fault: str) -> None:
        faults.append(f"{here}: {fault}")

    def check_request(url: str) -> None:
        if not url.startswith((home, "data:", "blob:")):
            note(f"asks another host: {url}")

    def check_failure(request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # cancelled, since the next page is opened
            note(f"request failed ({request.failure}): {request.url}")

    page.on("request", lambda request: check_request(request.url))
    page.on("requestfailed", check_failure)
    page.on("response", lambda r: r.status >= 400 and note(f"answer {r.status}: {r.url}"))
    page.on("pageerror", lambda error: note(f"JavaScript error: {error}"))
    page.on("console", lambda m: m.type == "error" and note(f"console: {m.text}"))
    for url in urls:
        here = url.removeprefix(home)
        page.goto(url, wait_until="load")
        page.evaluate(UNFOLD)
        for fault in [*page.evaluate(LOOK), *further(page)]:
            note(fault)
    return faults


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine; the address it is reached under, ending in a slash."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@contextmanager
def home_of(folder: Path, scheme: str) -> Iterator[str]:
    """The address of a folder over ``http`` or as ``file``, ending in a slash."""
    if scheme == "file":
        yield f"{folder.resolve().as_uri()}/"
    else:
        with served(folder) as home:
            yield home
