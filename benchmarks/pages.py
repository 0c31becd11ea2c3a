"""How soon a chapter is there: its formulas set while building, and by MathJax in the browser.

    python benchmarks/pages.py

The book is built a second time without what comes from npm. Then MathJax sets the formulas, and the
proofs and pictures that a reader can change are missing, which is in its favour. Both sites are served
from this machine, and their pages opened in turn by one browser, each time with nothing in store. With
a factor of 4 the browser's processor is slowed down as a telephone's is. The medians are printed, and
stored for the page "How fast it is".
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Response, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
BUILD = Path("book", "_tools", "build.py")
SITE = Path("_build", "html")
LEFT_OUT = (".git", ".venv", "node_modules", "_build", "__pycache__")
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
PAGES = ("winnow", "mirror_descent", "doubling_trick", "gd_eg_ftrl", "adaptive_ftrl")
FACTORS = (1, 4)
TIMES = 3
RESULTS = Path(__file__).with_name("pages.json")
# Milliseconds from the request to the first words, and until the end of the page, to which one jumps when all
# is loaded, stands with its formulas and their letters: what is not in view is not laid out before.
WHEN = """async () => {
  const shown = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  await window.MathJax?.startup?.promise;
  for (const place of [0, 1e9]) {
    scrollTo(0, place);
    await shown();
    await document.fonts.ready;
    await shown();
  }
  const words = performance.getEntriesByName("first-contentful-paint")[0].startTime;
  return [words, performance.now()];
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and prints nothing."""

    def log_message(self, *args: object) -> None:
        """Nothing is said about a request."""


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address of a site while it is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def built_with_mathjax(folder: Path) -> Path:
    """The site as it is built where npm's registry cannot be reached."""
    copy = folder / "copy"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
    nowhere = {
        **os.environ,
        "npm_config_registry": "http://127.0.0.1:9",
        "npm_config_cache": str(folder),
    }
    subprocess.run([sys.executable, str(BUILD)], cwd=copy, env=nowhere, check=True)
    return copy / SITE


def opened(browser: Browser, address: str, factor: int) -> tuple[float, float, float]:
    """Seconds to the first words and to the last formula, and kilobytes as a server compresses them."""
    page = browser.new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # a built-in method it does not take
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": factor})
    page.goto(address, timeout=120_000)
    words, formulas = page.evaluate(WHEN)
    size = sum(len(gzip.compress(answer.body())) for answer in answers if answer.ok)
    page.context.close()
    return words / 1000, formulas / 1000, size / 1000


def main() -> None:
    """Build, open, and print a table."""
    subprocess.run([sys.executable, str(ROOT / BUILD)], check=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        served(ROOT / SITE) as ours,
        served(built_with_mathjax(Path(folder))) as theirs,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        print(f"{'median seconds':20s}{'':8s}{'set while building':>28s}{'set by MathJax':>28s}")
        columns = f"{'words':>9s}{'formulas':>10s}{'kB':>9s}"
        print(f"{'page':20s}{'slower':>8s}{columns}{columns}{'ratio':>8s}")
        stored = []
        for name in PAGES:
            for factor in FACTORS:
                runs: dict[str, list[tuple[float, float, float]]] = {ours: [], theirs: []}
                for _ in range(TIMES):
                    for site, times in runs.items():
                        times.append(opened(browser, f"{site}/book/{name}.html", factor))
                mine, other = (
                    [median(column) for column in zip(*times, strict=True)]
                    for times in runs.values()
                )
                row = "".join(f"{w:9.2f}{f:10.2f}{kB:9.0f}" for w, f, kB in (mine, other))
                print(f"{name:20s}{factor:>8d}{row}{other[1] / mine[1]:8.1f}", flush=True)
                stored.append({"page": name, "factor": factor, "ours": mine, "MathJax": other})
        browser.close()
    RESULTS.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
