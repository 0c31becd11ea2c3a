"""Three derivations, one of which has a false line: which, and where?

The constants of the hypotheses are drawn, and with them every line of the proof. One of the three
has a slip as people make them: a factor of two is lost or doubled, or a square forgotten. A sign is
never turned: beside the two other derivations one would see it. The lines below it carry the slip on. The checker of the book accepts the other two; in the third it
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
SHORT, TRIED = 60, 4  # letters of an example, and slips that are looked at for one
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
    """Every slip in a term that is new in its line, carried on to the lines below that have it.

    A term that stands in the line before as it should would show the slip to whoever compares.
    """
    for k, (line, _) in enumerate(lines[1:], start=1):
        for term, slip in slips(line):
            word = re.compile(rf"(?<![\w.*]){re.escape(term)}(?![\w.*])")
            if word.search(lines[k - 1][0]):
                continue
            yield (*lines[:k], *((word.sub(slip, below), why) for below, why in lines[k:]))


def spoil(derivation: Derivation, rng: Rng) -> tuple[tuple[tuple[str, str], ...], int, str]:
    """A false version, the number of its first false line, and an example, short if there is one."""
    candidates = list(changes(derivation.lines))
    spoiled = []
    for k in rng.permutation(len(candidates)):
        try:
            found = derivation.refused(candidates[k])
        except CheckError:
            continue  # true, or not decided: not the kind of slip that is asked for
        if found is not None:
            spoiled.append((candidates[k], found[0] + 1, found[1]))
        if (spoiled and len(spoiled[-1][2]) <= SHORT) or len(spoiled) == TRIED:
            break
    if not spoiled:
        raise ValueError("no slip makes this derivation false")
    return min(spoiled, key=lambda version: len(version[2]) > SHORT)


# --- as a sheet prints it --------------------------------------------------------------------------


def printed(line: str, rng: Rng) -> str:
    """A line in LaTeX. A number stands as a product or a sum, in every line in another way.

    So a line cannot be given to the checker as it stands, and a number that has changed from one
    line to the next says nothing by itself: one has to compute.
    """
    text = re.sub(r"norm2\(([^()]*)\)", r"\\lVert \1\\rVert^2", line)
    text = re.sub(r"dot\(([^(),]*), *([^()]*)\)", r"\\langle \1,\\;\2\\rangle", text)
    text = text.replace("**2", "^2").replace(">=", r"\ge").replace("<=", r"\le").replace("==", "=")
    pieces = re.split(r"(?<![\w^])(\d+)(?![\w])", text)
    for k in range(1, len(pieces), 2):
        alone = not pieces[k + 1].startswith("*")
        pieces[k] = _written(int(pieces[k]), rng, alone)
    return re.sub(r" *\* *", r"\\,", "".join(pieces))


def _written(number: int, rng: Rng, alone: bool) -> str:
    """A number as a product of two, or as a sum or a difference, in brackets before a letter."""
    ways = [rf"{d}\cdot{number // d}" for d in range(2, number) if number % d == 0]
    if number > 1:
        more = integer(rng, 1, 9)
        ways += [f"({number + more}-{more})"]
        ways += [f"({number - less}+{less})" for less in [integer(rng, 1, number - 1)]]
    if not ways:
        return str(number)
    way = ways[int(rng.integers(len(ways)))]
    return way if alone or way.startswith("(") else f"({way})"


def in_words(reason: str, rng: Rng) -> str:
    """A reason: its facts by name, how often each is used, and what is dropped."""
    said = []
    for part in filter(None, (part.strip() for part in reason.split(";"))):
        if part.startswith("gap "):
            said.append(f"what is dropped is ${printed(part[4:], rng)}$")
            continue
        for times, fact, plain in re.findall(r"times\(([^,]+), (\w+)\)|(\w+)", part[3:]):
            said.append(f"*{fact}* times ${printed(times, rng)}$" if fact else f"*{plain}*")
    return ", ".join(said) or "algebra"


def shown(derivation: Derivation, lines: tuple[tuple[str, str], ...], letter: str, rng: Rng) -> str:
    """A derivation as the sheet prints it, its lines numbered."""
    facts = [f"*{name}* ${printed(fact, rng)}$" for name, fact in derivation.facts.items()]
    rows = [f"**{letter}.** Given are {'; '.join(facts)}."]
    for number, (line, reason) in enumerate(lines, start=1):
        why = f" ({in_words(reason, rng)})" if number > 1 else ""
        rows.append(f"{letter}{number}. ${printed(line, rng)}${why}")
    return "\n\n".join(rows)


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
            shown(d, version, letter, rng)
            for d, version, letter in zip(right, versions, letters, strict=True)
        ]
        statement = (
            f"{words} In each derivation below a line follows from the one before by what stands in brackets: facts "
            "that are given, so many times, and what is nonnegative and dropped. In one of the three a line does **not** "
            "follow. Which derivation is it, and which is its first line that does not follow from the line before? Find numbers, too, for which it fails.\n\n"
            + "\n\n".join(parts)
        )
        solution = f"Derivation {letters[place]}, line {line}. For instance, it says `{example}`."
        data = {"right": right, "versions": versions}
        return Variant(statement, solution, data, {"derivation": letters[place], "line": line})

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
       "$p$, $q$ and $r$ are real numbers."),
    of("online_to_batch", "false-average", "A false line: an average", one_average,
       "$a$ and $b$ are vectors, $s$ is a number."),
    of("online_convex_optimization", "false-gradient-step", "A false line: gradient descent", one_gradient_step,
       "Letters are vectors; from $w$ a step against $g$ leads to $v$, and its projection is $p$."),
    of("perceptron", "false-mistake", "A false line: the Perceptron", one_mistake,
       "In a round with a mistake the weights go from $w$ to $v$. $y$ is a number, the other letters are vectors."),
    of("square_loss", "false-widrow-hoff", "A false line: Widrow-Hoff", one_regression_step,
       "$l$ is the error of the weights $w$, $q$ that of $u$, on the input $x$ with the target $y$."),
    of("mirror_descent", "false-three-points", "A false line: three points", three_points,
       "Letters are vectors."),
)  # fmt: skip
