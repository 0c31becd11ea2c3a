"""A style sheet without the rules that no page needs: it is loaded before anything is shown.

A rule stays if every class and id that one of its selectors names stands in a page or in a script.
"""

from __future__ import annotations

import re
from pathlib import Path

NAME = re.compile(r"[\w-]+")
# A name in a selector; what stands in brackets or quotes is none.
NAMED = re.compile(r"[.#](-?[A-Za-z_](?:[\w-]|\\.)*)")
QUOTED = re.compile(r"\[[^\]]*\]|\"[^\"]*\"")


def names_in(site: Path) -> set[str]:
    """Every word of the scripts and every class and id of the pages."""
    found: set[str] = set()
    for script in site.rglob("*.js"):
        if "pyodide" not in script.parts:
            found.update(NAME.findall(script.read_text(encoding="utf-8")))
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for value in set(re.findall(r'\b(?:class|id)="([^"]*)"', text)):
            found.update(value.split())
    return found


def blocks(css: str) -> list[tuple[str, str]]:
    """The rules of a sheet, each as what stands before its braces and what stands between them."""
    found, start, depth, opened = [], 0, 0, 0
    for mark in re.finditer(
        r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|/\*.*?\*/|[{};]', css, re.DOTALL
    ):
        sign = mark[0]
        if sign == "{":
            opened = mark.start() if depth == 0 else opened
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth == 0:
                found.append((css[start:opened], css[opened + 1 : mark.start()]))
                start = mark.end()
        elif sign == ";" and depth == 0:
            found.append((css[start : mark.end()], ""))
            start = mark.end()
    return found


def split(selectors: str) -> list[str]:
    """The selectors of a rule; a comma between brackets parts none."""
    return re.split(r",(?![^()]*\))", selectors)


def needed(css: str, names: set[str]) -> str:
    """The sheet without what no page needs."""
    kept = []
    for head, body in blocks(re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)):
        if head.lstrip().startswith("@media") or head.lstrip().startswith("@supports"):
            inside = needed(body, names)
            kept.append(f"{head}{{{inside}}}" if inside.strip() else "")
        elif head.lstrip().startswith("@"):
            kept.append(f"{head}{{{body}}}" if body else head)
        else:
            stay = [one for one in split(head) if wanted(one, names)]
            kept.append(f"{','.join(stay)}{{{body}}}" if stay else "")
    return "".join(kept)


def wanted(selector: str, names: set[str]) -> bool:
    """Whether what a selector names is in the site; what it excludes, or leaves open, is not asked."""
    plain = re.sub(
        r":(?:not|is|where|has)\([^()]*(?:\([^()]*\)[^()]*)*\)", "", QUOTED.sub("", selector)
    )
    return all(name.replace("\\", "") in names for name in NAMED.findall(plain))
