"""Three derivations, one of which has a false line: which, and where?

The constants of the hypotheses are drawn, and with them every line of the proof. One of the three
has a slip as people make them: a factor of two is lost or doubled, a square forgotten, a sign turned.
The lines below it carry the slip on. The checker of the book accepts the other two; in the third it
names the step and an example that breaks it, and both are the answer.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from olbook.checked import CheckError, Context

from .variants import Question, Rng, Variant, integer

# A term of a line: the sign before it, if any, its coefficient, if any, and its letters.
TERM = re.compile(r"([+-] )?((?<![\w.*])\d+(?![\w.])\*?)?([\w*]*(?:\([^()]*\))?)")
DEFINITION = re.compile(r"[a-z] == ")
REFUSED = re.compile(r"^proof, step (\d+): .*The step is FALSE: it says (.*)$", re.DOTALL)


@dataclass(frozen=True)
class Derivation:
    """Hypotheses with their names, and a chain of lines with their reasons."""

    letters: dict[str, str]
    facts: dict[str, str]
    lines: tuple[tuple[str, str], ...]

    def text(self, lines: tuple[tuple[str, str], ...]) -> str:
        """The lines as the checker reads them."""
        return "\n".join(f"{line} | {reason}" if reason else line for line, reason in lines)

    def refused(self, lines: tuple[tuple[str, str], ...]) -> tuple[int, str] | None:
        """The false step, from 1, and an example; none if all is accepted.

        Raises
        ------
        CheckError
            If a step is refused but not shown to be false.
        """
        ctx = Context(**self.letters)
        for name, fact in self.facts.items():
            (ctx.define if DEFINITION.match(fact) else ctx.hyp)(name, fact)
        try:
            ctx.prove("proof", self.text(lines))
        except CheckError as error:
            found = REFUSED.match(str(error))
            if found is None:
                raise
            return int(found[1]), found[2]
        return None


def slips(line: str) -> Iterator[tuple[str, str]]:
    """Every term of a line that has a slip to offer, as it stands and as the slip leaves it."""
    for found in TERM.finditer(line):
        sign, coefficient, letters = (part or "" for part in found.groups())
        if sign and (coefficient or letters):
            yield found[0], ("- " if sign == "+ " else "+ ") + coefficient + letters
        if coefficient:
            number = int(coefficient.rstrip("*"))
            others = [2 * number]
            if number % 2 == 0 and number > 2:
                others.append(number // 2)
            if number > 1 and math.isqrt(number) ** 2 == number:
                others.append(math.isqrt(number))
            for other in others:
                yield found[0], sign + coefficient.replace(str(number), str(other)) + letters


def changes(lines: tuple[tuple[str, str], ...]) -> Iterator[tuple[tuple[str, str], ...]]:
    """Every slip in every line but the first, carried on to the lines below that have the term."""
    for k, (line, _) in enumerate(lines[1:], start=1):
        for term, slip in slips(line):
            word = re.compile(rf"(?<![\w.*]){re.escape(term)}(?![\w.*])")
            yield (*lines[:k], *((word.sub(slip, below), why) for below, why in lines[k:]))


def spoil(derivation: Derivation, rng: Rng) -> tuple[tuple[tuple[str, str], ...], int, str]:
    """A false version, the number of its first false line, and an example."""
    candidates = list(changes(derivation.lines))
    for k in rng.permutation(len(candidates)):
        try:
            found = derivation.refused(candidates[k])
        except CheckError:
            continue  # true, or not decided: not the kind of slip that is asked for
        if found is not None:
            step, example = found
            return candidates[k], step + 1, example
    raise ValueError("no slip makes this derivation false")


def shown(derivation: Derivation, lines: tuple[tuple[str, str], ...], letter: str) -> str:
    """A derivation as the sheet prints it, its lines numbered."""
    facts = "\n".join(f"    {name}: {fact}" for name, fact in derivation.facts.items())
    rows = []
    for number, (line, reason) in enumerate(lines, start=1):
        rows.append(f"{number}   {line}")
        if reason:
            rows.append(f"        by {reason.removeprefix('by ')}")
    body = "\n".join(rows)
    return f"**{letter}.** The facts, and the derivation:\n\n```text\n{facts}\n\n{body}\n```"


def make(draw: Callable[[Rng], Derivation], words: str) -> Callable[[Rng], Variant]:
    """The question for a kind of derivation."""

    def made(rng: Rng) -> Variant:
        right = [draw(rng) for _ in range(3)]
        place = integer(rng, 0, 2)
        lines, line, example = spoil(right[place], rng)
        versions = [d.lines for d in right]
        versions[place] = lines
        letters = "ABC"
        parts = [
            shown(d, version, letter)
            for d, version, letter in zip(right, versions, letters, strict=True)
        ]
        statement = (
            f"{words} In the derivations below each line follows from the line before, by the facts that are named, and `gap` names "
            "something nonnegative that is dropped. `times(c, fact)` is the fact times c. In one of the three a line does **not** "
            "follow. Which derivation is it, and which is its first line that does not follow from the line before? Give numbers for which it fails.\n\n"
            + "\n\n".join(parts)
        )
        solution = f"Derivation {letters[place]}, line {line}. For instance, it says `{example}`."
        data = {"right": right, "versions": versions}
        return Variant(statement, solution, data, {"derivation": place, "line": line})

    return made


def one_mistake(rng: Rng) -> Derivation:
    """A mistake of the Perceptron, seen from a multiple of the comparator."""
    a, r, m, k = integer(rng, 2, 4), integer(rng, 2, 5), integer(rng, 2, 4), integer(rng, 3, 9)
    return Derivation(
        {"vector": "w v x u", "real": "y"},
        {
            "update": f"v == w + {a}*y*x",
            "label": "y**2 == 1",
            "mistake": "y*dot(w, x) <= 0",
            "radius": f"norm2(x) <= {r * r}",
            "margin": f"y*dot(u, x) >= {m}",
        },
        (
            (f"norm2(v - {k}*u) - norm2(w - {k}*u)", ""),
            (f"== {2 * a}*y*dot(x, w - {k}*u) + {a * a}*norm2(x)", "by update, label"),
            (f"<= {2 * a}*y*dot(x, w - {k}*u) + {a * a * r * r}", f"by times({a * a}, radius)"),
            (f"<= {a * a * r * r} - {2 * a * k}*y*dot(x, u)", f"by times({2 * a}, mistake)"),
            (f"<= {a * a * r * r} - {2 * a * k * m}", f"by times({2 * a * k}, margin)"),
        ),
    )


def one_gradient_step(rng: Rng) -> Derivation:
    """A step of online gradient descent, with its projection."""
    e, g, size = integer(rng, 2, 6), integer(rng, 2, 5), integer(rng, 2, 6)
    return Derivation(
        {"vector": "w v p u g"},
        {
            "step": f"v == w - {e}*g",
            "projection": "dot(v - p, u - p) <= 0",
            "gradient": f"norm2(g) <= {g * g}",
            "distance": f"norm2(w - u) <= {size * size}",
        },
        (
            (f"{2 * e}*dot(g, w - u)", ""),
            (f"== norm2(w - u) - norm2(v - u) + {e * e}*norm2(g)", "by step"),
            (f"<= norm2(w - u) - norm2(v - u) + {e * e * g * g}", f"by times({e * e}, gradient)"),
            (
                f"<= norm2(w - u) - norm2(p - u) + {e * e * g * g}",
                "by times(2, projection) ; gap norm2(v - p)",
            ),
            (f"<= {size * size + e * e * g * g} - norm2(p - u)", "by distance"),
            (f"<= {size * size + e * e * g * g}", "gap norm2(p - u)"),
        ),
    )


def one_regression_step(rng: Rng) -> Derivation:
    """A step of Widrow-Hoff with a step size of one nth, everything times n squared."""
    n, c = integer(rng, 4, 9), integer(rng, 2, 6)
    return Derivation(
        {"vector": "w v x u", "real": "y l q"},
        {
            "update": f"v == w - l*x/{n}",
            "error": "l == dot(w, x) - y",
            "other": "q == dot(u, x) - y",
            "radius": f"norm2(x) <= {c}",
        },
        (
            (f"{n * n}*norm2(v - u) - {n * n}*norm2(w - u)", ""),
            (f"== l**2*norm2(x) - {2 * n}*l*dot(w - u, x)", "by update"),
            (f"== l**2*norm2(x) - {2 * n}*l**2 + {2 * n}*l*q", "by error, other"),
            (f"<= {c}*l**2 - {2 * n}*l**2 + {2 * n}*l*q", "by times(l**2, radius)"),
            (f"<= {c}*l**2 - {n}*l**2 + {n}*q**2", f"gap {n}*(l - q)**2"),
        ),
    )


def one_trade(rng: Rng) -> Derivation:
    """A product is split between two squares, as often in bounds with two terms."""
    a, b, c = integer(rng, 2, 6), integer(rng, 2, 6), integer(rng, 2, 4)
    return Derivation(
        {"real": "p q r"},
        {"small": f"r**2 <= {b * b}", "known": f"q <= {c}"},
        (
            (f"{2 * a}*p*r - {a * a}*p**2 + {2 * c}*q", ""),
            (f"<= r**2 + {2 * c}*q", f"gap ({a}*p - r)**2"),
            (f"<= {b * b} + {2 * c}*q", "by small"),
            (f"<= {b * b + 2 * c * c}", f"by times({2 * c}, known)"),
        ),
    )


def one_average(rng: Rng) -> Derivation:
    """The square of an average is at most the average of the squares."""
    m, n = integer(rng, 2, 6), integer(rng, 2, 6)
    total, r = m + n, integer(rng, 2, 5)
    return Derivation(
        {"vector": "a b", "real": "s"},
        {"left": f"norm2(a) <= {r * r}", "right": "norm2(b) <= s"},
        (
            (f"norm2({m}*a + {n}*b)", ""),
            (f"== {m * m}*norm2(a) + {2 * m * n}*dot(a, b) + {n * n}*norm2(b)", ""),
            (f"<= {m * total}*norm2(a) + {n * total}*norm2(b)", f"gap {m * n}*norm2(a - b)"),
            (f"<= {m * total * r * r} + {n * total}*norm2(b)", f"by times({m * total}, left)"),
            (f"<= {m * total * r * r} + {n * total}*s", f"by times({n * total}, right)"),
        ),
    )


def three_points(rng: Rng) -> Derivation:
    """Three points, their squared distances, and a step between two of them."""
    e, g, k = integer(rng, 2, 6), integer(rng, 2, 4), integer(rng, 2, 5)
    return Derivation(
        {"vector": "u w v g"},
        {"step": f"v == w - {e}*g", "gradient": f"norm2(g) <= {g}"},
        (
            (f"{2 * k * e}*dot(g, w - u)", ""),
            (f"== {2 * k}*dot(w - v, w - u)", "by step"),
            (f"== {k}*norm2(w - u) - {k}*norm2(v - u) + {k}*norm2(w - v)", ""),
            (f"== {k}*norm2(w - u) - {k}*norm2(v - u) + {k * e * e}*norm2(g)", "by step"),
            (
                f"<= {k}*norm2(w - u) - {k}*norm2(v - u) + {k * e * e * g}",
                f"by times({k * e * e}, gradient)",
            ),
            (f"<= {k}*norm2(w - u) + {k * e * e * g}", f"gap {k}*norm2(v - u)"),
        ),
    )


def of(
    topic: str, name: str, title: str, draw: Callable[[Rng], Derivation], words: str
) -> Question:
    """A question of this kind."""
    return Question(topic, name, title, make(draw, words))


FALSE_LINES = (
    of("doubling_trick", "false-trade", "A false line: two terms against each other", one_trade,
       "`p`, `q` and `r` are real numbers."),
    of("online_to_batch", "false-average", "A false line: an average", one_average,
       "`a` and `b` are vectors, `s` is a number, `dot` is the inner product and `norm2` the squared length."),
    of("online_convex_optimization", "false-gradient-step", "A false line: gradient descent", one_gradient_step,
       "Letters are vectors, `dot` is the inner product and `norm2` the squared length; from `w` a step against `g` leads to `v`, and its projection is `p`."),
    of("perceptron", "false-mistake", "A false line: the Perceptron", one_mistake,
       "In a round with a mistake the weights go from `w` to `v`. `y` is a number, the other letters are vectors, `dot` is the inner product and `norm2` the squared length."),
    of("square_loss", "false-widrow-hoff", "A false line: Widrow-Hoff", one_regression_step,
       "`l` is the error of the weights `w`, `q` that of `u`, on the input `x` with the target `y`; `dot` is the inner product and `norm2` the squared length."),
    of("mirror_descent", "false-three-points", "A false line: three points", three_points,
       "Letters are vectors, `dot` is the inner product and `norm2` the squared length."),
)  # fmt: skip
