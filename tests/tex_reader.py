"""A small reader of the LaTeX that formulas are shown in, for numbers: independent of what wrote it.

It follows the usual rules of mathematics: powers, then products, then sums; a sum sign takes the product
after it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction


def read(tex: str, values: Mapping[str, Fraction], rounds: Sequence[Fraction] = ()) -> Fraction:
    """The value of a formula; ``rounds`` are those of ``p_{t}`` below a sum sign."""
    reader = Reader(tex, dict(values), rounds)
    value = reader.sum()
    assert reader.at == len(reader.tokens), tex
    return value


class Reader:
    TOKEN = re.compile(
        r"\\frac|\\sum_\{t=1\}\^\{T\}|\\cdot|\\[,:]|\\left\[|\\right\]_\+|\\left|\\right"
        r"|\\[bB]igg?[lr]|\\eta|\{\}|p_\{t\}|[a-z]|\d+|[-+^{}()]"
    )
    SILENT = re.compile(r"\\([,:]|left|right|[bB]igg?[lr])|\{\}")

    def __init__(self, tex: str, values: dict[str, Fraction], rounds: Sequence[Fraction]) -> None:
        found = self.TOKEN.findall(tex)
        assert "".join(found) == tex.replace(" ", ""), tex
        self.tokens = [token for token in found if not self.SILENT.fullmatch(token)]
        self.values, self.rounds, self.at = values, rounds, 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, expected: str | None = None) -> str:
        token = self.peek()
        assert expected in (None, token)
        self.at += 1
        return token

    def sum(self) -> Fraction:
        minus = self.peek() == "-" and bool(self.take())
        value = -self.product() if minus else self.product()
        while self.peek() in ("+", "-") and self.peek():
            value = value + self.product() if self.take() == "+" else value - self.product()
        return value

    def product(self) -> Fraction:
        value = self.factor()
        while self.peek() and self.peek() not in ("+", "-", ")", "}", r"\right]_+"):
            if self.peek() == r"\cdot":
                self.take()
            value *= self.factor()
        return value

    def factor(self) -> Fraction:
        if self.peek().startswith(r"\sum"):
            self.take()
            start, total, outside = self.at, Fraction(0), self.values.get("p_{t}")
            for value in self.rounds:
                self.at, self.values["p_{t}"] = start, value
                total += self.product()
            if outside is not None:
                self.values["p_{t}"] = outside
            return total
        value = self.atom()
        if self.peek() == "^":
            self.take("^")
            value = value ** int(self.group())
        return value

    def group(self) -> Fraction:
        self.take("{")
        value = self.sum()
        self.take("}")
        return value

    def atom(self) -> Fraction:
        token = self.take()
        if token == "(":
            value = self.sum()
            self.take(")")
            return value
        if token == r"\left[":
            value = self.sum()
            self.take(r"\right]_+")
            return max(Fraction(0), value)
        if token == r"\frac":
            return self.group() / self.group()
        return Fraction(token) if token.isdigit() else self.values[token]
