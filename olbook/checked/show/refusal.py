r"""A refusal in words and formulas, for a page that sets formulas.

A message is one text, so that it can be read wherever an exception is printed. Its formulas stand
between double blanks or in quotation marks, in the notation of the language, and are read again here;
the numbers of a world are listed at its end. What cannot be read stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..errors import CheckError
from ..reading.language import Language
from ..reading.terms import RELATION_TEX, tex_of_name
from .layout import NARROW_IN_TEXT, pieces

FORMULA = re.compile(r'  (?P<apart>.+?)  |"(?P<quoted>[^"]+)"')
SAYS = re.compile(r"it says (?P<left>.+?) (?P<sign><=|==|<) (?P<right>.+?)(?= for |$)")
VALUE = re.compile(
    r"(?P<name>[A-Za-z]\w*)(\[(?P<at>[\d, ]+)\])? = (?P<words>a function|the gradient of )?(?P<value>.*?)"
    r"(?= in outcome|, outcome|, [A-Za-z]\w*(\[[\d, ]+\])? = |$)"
)
IN_TEX = (
    (r"\((\S+),\)", r"(\1)"),
    (r"<(.+), x>", r"\\langle \1, x\\rangle"),
    (r"\|x\|\^2", r"\\lVert x\\rVert^2"),
    (r"^\|(.+)\|$", r"\\lvert \1\\rvert"),
    (r"pos\((.+)\)$", r"\\left[\1\\right]_+"),
    (r"(\d+)/(\d+)", r"\\tfrac{\1}{\2}"),
    (r"([\d.]+)e([+-]\d+)", r"\1\\cdot 10^{\2}"),
    (r"\*", r"\\,"),
    (r"\.\.", r"\\dots "),
)

Part = tuple[str, list[str]]
"""What a message says and, if it is a formula, its LaTeX in pieces between which a line may end."""


def parts(said: str, language: Language) -> list[Part]:
    r"""The words and formulas of a message, in their order.

    Examples
    --------
    >>> words = Language()
    >>> words.declare("a")
    >>> parts('the gap "a" is not visibly nonnegative', words)
    [('the gap ', []), ('a', ['a']), (' is not visibly nonnegative', [])]
    """
    words, says, numbers = said.partition("it says ")
    found = (*_formulas(words, language), *_numbers(says + numbers))
    return [(text, pieces(tex, NARROW_IN_TEXT) if tex else []) for text, tex in found if text]


def _formulas(said: str, language: Language) -> Iterator[tuple[str, str]]:
    end = 0
    for found in FORMULA.finditer(said):
        text = found["apart"] or found["quoted"]
        tex = _tex(text, language)
        if tex:
            blank = " " if found["apart"] else ""
            yield said[end : found.start()] + blank, ""
            yield text, tex
            end = found.end() - len(blank)
    yield said[end:], ""


def _tex(text: str, language: Language) -> str:
    """The LaTeX of a formula, or nothing if it cannot be read here."""
    memory, ranges, names = language.memory, dict(language.ranges), dict(language.names)
    try:
        for letter in set(re.findall(r", ([a-z]), ", text)):  # that a sum binds
            language.names.pop(letter, None)
            language.declare_index(letter, "1", "1")
        related = re.search("[<>=]", text)
        return (language.relation if related else language.parse)(text).tex
    except CheckError:
        return ""
    finally:
        language.memory, language.ranges, language.names = memory, ranges, names


def _numbers(said: str) -> Iterator[tuple[str, str]]:
    """What the step says in a world, and the values of the names there."""
    end = 0
    says = SAYS.match(said)
    if says:
        left, right = _value(says["left"]), _value(says["right"])
        yield "it says ", ""
        yield says[0].removeprefix("it says "), f"{left} {RELATION_TEX[says['sign']]} {right}"
        end = says.end()
    for found in VALUE.finditer(said, end):
        name = tex_of_name(found["name"], found["at"].split(", ") if found["at"] else ())
        yield said[end : found.start()], ""
        if found["words"]:
            yield found[0].partition(" = ")[0], name
            yield f" = {found['words']}", ""
            yield found["value"], _value(found["value"])
            end = found.end()
        else:
            function = "(x)" if "x" in found["value"] else ""
            comma = said[found.end() : found.end() + 1].strip()  # never at the start of a line
            yield found[0] + comma, f"{name}{function} = {_value(found['value'])}{comma}"
            end = found.end() + len(comma)
    yield said[end:], ""


def _value(text: str) -> str:
    for written, tex in IN_TEX:
        text = re.sub(written, tex, text)
    return text
