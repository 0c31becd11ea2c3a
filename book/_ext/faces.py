"""One pair of faces for text and formulas, STIX Two, cut down to what the book uses.

KaTeX lays a formula out by a table of heights, depths and corrections, and the browser sets its letters by
the widths of the font. Another face for formulas needs both: a font with the glyphs where KaTeX looks for
them, and that table. They are made here from STIX Two Math. Signs that grow (brackets, roots, wide
accents), script and blackboard letters stay KaTeX's own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

MODULES = Path(__file__).parents[2] / "node_modules"
KATEX = MODULES / "katex"
MATH = MODULES / "@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff"
TEXT = MODULES / "@fontsource/stix-two-text/files"
TEXT_FACES = {  # file, style, weight
    "stix-two-text-latin-400-normal.woff2": ("normal", "400"),
    "stix-two-text-latin-400-italic.woff2": ("italic", "400"),
    "stix-two-text-latin-600-normal.woff2": ("normal", "600 700"),
}
# The fonts of KaTeX that are replaced, and where Unicode keeps the letters of that style: the first capital,
# small, Greek capital and Greek small letter, and the first digit.
STYLES: dict[str, tuple[int, ...]] = {
    "Main-Regular": (),
    "Math-Italic": (0x1D434, 0x1D44E, 0x1D6E2, 0x1D6FC),
    "Main-Bold": (0x1D400, 0x1D41A, 0x1D6A8, 0x1D6C2, 0x1D7CE),
}
LOOKS = {"Regular": ("normal", "400"), "Italic": ("italic", "400"), "Bold": ("normal", "700")}
VARIANTS = "\u03f5\u03d1\u03f0\u03d5\u03f1\u03d6"  # of Greek letters, as they follow the small ones
PLANCK = {0x1D455: 0x210E}  # where the italic h would be stands nothing
# KaTeX sets accents, and pieces that it puts together, by sizes that it knows of its own glyphs.
ACCENTS = {
    0x20D7,
    0x23B0,
    0x23B1,
    0x25EF,
    0x2581,
    *range(0x300, 0x370),
    *map(ord, "^~ˆˇˉˊˋ˘˙˚˜¨¯´°"),
}
RULE = (
    "@font-face{{font-family:{family};font-style:{style};font-weight:{weight};font-display:{display};"
    "src:url(fonts/{file});{only}}}\n"
)


@dataclass
class Faces:
    """Fonts by the names of their files, the style sheet that names them, and KaTeX's tables."""

    fonts: dict[str, bytes]
    css: str
    metrics: dict[str, dict[str, list[float]]]
    left: dict[str, str] = field(
        default_factory=dict
    )  # by font of KaTeX's: the signs it still draws

    def among(self, sheet: str) -> str:
        """KaTeX's style sheet with these faces; one that is slow to come is not asked of KaTeX's as well."""
        for name, signs in self.left.items():
            source = f"src:url(fonts/KaTeX_{name}.woff2)"
            assert sheet.count(source) == 1
            sheet = sheet.replace(source, f"{signs};{source}")
        return sheet + self.css


def unicode_range(codes: Iterable[int]) -> str:
    """What a font is asked for, as a style sheet says it."""
    return "unicode-range:" + ",".join(f"U+{code:X}" for code in sorted(codes))


def stands_at(code: int, style: tuple[int, ...]) -> int:
    """The code point at which STIX Two Math keeps what KaTeX calls ``code`` in this style."""
    if not style:
        return code
    rows = [("A", "Z"), ("a", "z"), ("Α", "Ω"), ("α", "ω"), ("0", "9")]
    for start, (first, last) in zip(style, rows, strict=False):
        if ord(first) <= code <= ord(last):
            found = start + code - ord(first)
            return PLANCK.get(found, found)
    if chr(code) in VARIANTS:
        return style[3] + 26 + VARIANTS.index(chr(code))
    return code


def measured(font: TTFont, glyph: str, italic: bool) -> list[float]:
    """Depth, height, italic correction, shift of an accent, and width, in em."""
    glyphs, info = font.getGlyphSet(), font["MATH"].table.MathGlyphInfo
    corrections = info.MathItalicsCorrectionInfo
    accents = info.MathTopAccentAttachment
    pen = BoundsPen(glyphs)
    glyphs[glyph].draw(pen)
    _, low, _, high = pen.bounds or (0, 0, 0, 0)
    width = font["hmtx"][glyph][0]
    correction, skew = 0, 0
    if glyph in corrections.Coverage.glyphs:
        at = corrections.Coverage.glyphs.index(glyph)
        correction = corrections.ItalicsCorrection[at].Value
    if italic and glyph in accents.TopAccentCoverage.glyphs:
        at = accents.TopAccentCoverage.glyphs.index(glyph)
        skew = accents.TopAccentAttachment[at].Value - width / 2
    values = (max(-low, 0), max(high, 0), correction, skew, width)
    return [round(value / font["head"].unitsPerEm, 5) for value in values]


def cut(font: TTFont, mapping: dict[int, str]) -> bytes:
    """The font with these glyphs alone, under these code points."""
    gone = ["MATH", "GSUB", "GPOS", "GDEF", "DSIG"]
    options = subset.Options(layout_features=[], hinting=False, drop_tables=gone)
    cutter = subset.Subsetter(options)
    cutter.populate(glyphs=[".notdef", *mapping.values()])
    cutter.subset(font)
    tables = font["cmap"].tables
    font["cmap"].tables = [t for t in tables if t.isUnicode() and t.format == 4]
    for table in font["cmap"].tables:
        table.cmap = mapping
    font.flavor = "woff"
    target = BytesIO()
    font.save(target)
    return target.getvalue()


def katex_metrics() -> dict[str, dict[str, list[float]]]:
    """KaTeX's own tables, for the signs that stay its own."""
    text = (KATEX / "src" / "fontMetricsData.js").read_text(encoding="utf-8")
    table = re.sub(r",(\s*})", r"\1", text[text.index("{") : text.rindex("}") + 1])
    tables: dict[str, dict[str, list[float]]] = json.loads(table)
    return {name: tables[name] for name in STYLES}


@cache
def faces() -> Faces:
    """All that is needed; nothing where npm's registry could not be reached."""
    if not (MATH.exists() and KATEX.exists()):
        return Faces({}, "", {})
    made = Faces({}, "", katex_metrics())
    for file, (style, weight) in TEXT_FACES.items():
        made.fonts[file] = (TEXT / file).read_bytes()
        family = '"STIX Two Text"'
        made.css += RULE.format(
            family=family, style=style, weight=weight, display="swap", file=file, only=""
        )
    for name, style_of in STYLES.items():
        add_math(made, name, style_of)
    return made


def add_math(made: Faces, name: str, style: tuple[int, ...]) -> None:
    """Put one font of KaTeX's into the faces, with the glyphs of STIX Two Math."""
    theirs = TTFont(KATEX / "dist" / "fonts" / f"KaTeX_{name}.ttf").getBestCmap()
    font = TTFont(MATH)
    named = font.getBestCmap()
    mapping = {
        code: named[stands_at(code, style)]
        for code in theirs
        if code not in ACCENTS and stands_at(code, style) in named
    }
    for code, glyph in mapping.items():
        made.metrics[name][str(code)] = measured(font, glyph, bool(style))
    if 0x20 in mapping:
        mapping[0x200B] = mapping[0x20]  # KaTeX writes it below every index; nobody sees it
    file = f"stix-two-math-{name}.woff"
    made.fonts[file] = cut(font, mapping)
    family, look = name.split("-")
    only = unicode_range(mapping)
    made.left[name] = unicode_range(set(theirs) - set(mapping))
    looks = dict(zip(("style", "weight"), LOOKS[look], strict=True))
    made.css += RULE.format(
        family=f"KaTeX_{family}", display="block", file=file, only=only, **looks
    )
