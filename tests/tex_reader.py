"""The exact value of a formula as the checker shows it: fractions, sums over rounds, positive parts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tex_values import TOKEN, Unreadable, _Reader


def read(tex: str, values: Mapping[str, Fraction], rounds: Sequence[Fraction] = ()) -> Fraction:
    """The value of a formula; ``rounds`` are those of ``p_t`` below a sum sign."""
    reader = _Exact(tex.replace("{}", " "), 0, dict(values))
    reader.rounds = rounds
    value = reader.value()
    assert not reader.names, tex
    return value


class _Exact(_Reader):
    TOKEN = re.compile(r"(?P<op>\\sum_\{t=1\}\^\{T\}|\]_\+)|" + TOKEN.pattern)
    ENDS, number = (*_Reader.ENDS, "]_+"), Fraction
    rounds: Sequence[Fraction]

    def _factor(self) -> Any:
        if self._take("["):
            value = self._sum()
            if not self._take("]_+"):
                raise Unreadable("[")
            return max(Fraction(0), value)
        if not self._take(r"\sum_{t=1}^{T}"):
            return super()._factor()
        start, total, outside = self._at, Fraction(0), self._values.get("p_t")
        for value in self.rounds:
            self._at, self._values["p_t"] = start, value
            total += self._product()
        self._values["p_t"] = outside
        return total
