"""Three derivations, one of which has a false line: which, and where?

The constants of the hypotheses are drawn, and with them every line of the proof. One of the three
has a slip as people make them: a factor of two is lost or doubled, or a square forgotten. A sign is
never turned: beside the two other derivations one would see it. The lines below compute with the
false number, and so do their reasons, so that no two numbers that should be equal differ. The
checker of the book accepts the other two; in the third it names the step and an example that breaks
it. What is asked is the line, and the number that is right in it.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from olbook.checked import CheckError, Context

from .variants import Question, Rng, Variant, integer

DEFINITION = re.compile(r"[a-z] == ")
SHORT, TRIED = 60, 4  # letters of an example, and slips that are looked at for one
MOST_DRAWN = 200  # derivations, until one has a slip in a line
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


class Computed:
    """The numbers that a proof computes, in their order; one of them may have a slip."""

    def __init__(self, place: int = -1, slip: int = 0) -> None:
        self.place, self.slip = place, slip
        self.values: list[int] = []

    def __call__(self, value: int) -> int:
        self.values.append(value)
        return self.slip if len(self.values) == self.place + 1 else value


Proof = Callable[[Computed], Derivation]


def slips(number: int) -> list[int]:
    """What people write for a number: a factor of two too much or too little, or no square."""
    others = [2 * number]
    if number % 4 == 0:  # the lines below may need the half of it
        others.append(number // 2)
    if number > 1 and math.isqrt(number) ** 2 == number:
        others.append(math.isqrt(number))
    return others


@dataclass(frozen=True)
class Spoiled:
    """A derivation, its false version, the false line, an example, and the number that is right."""

    right: Derivation
    lines: tuple[tuple[str, str], ...]
    line: int
    example: str
    number: int


def spoil(draw: Callable[[Rng], Proof], rng: Rng) -> Spoiled:
    """A derivation with a slip: first its line is drawn, evenly among those with a new number.

    The numbers are drawn again until some slip makes that line false; the example is short if
    there is one.
    """
    line = 0
    for _ in range(MOST_DRAWN):
        proof, known = draw(rng), Computed()
        right = proof(known)
        versions: dict[int, list[tuple[int, tuple[tuple[str, str], ...]]]] = {}
        for k, value in enumerate(known.values):
            for slip in slips(value):
                lines = proof(Computed(k, slip)).lines
                pairs = zip(right.lines, lines, strict=True)
                first = next(n for n, (old, new) in enumerate(pairs, start=1) if old != new)
                versions.setdefault(first, []).append((value, lines))
        if not versions:
            break
        line = line or int(rng.choice(sorted(versions)))
        found: list[Spoiled] = []
        for k in rng.permutation(len(versions[line])):
            value, lines = versions[line][k]
            with contextlib.suppress(CheckError):  # not decided: not the kind of slip asked for
                refused = right.refused(lines)
                if refused and refused[0] + 1 == line:
                    found.append(Spoiled(right, lines, line, refused[1], value))
            if found and (len(found[-1].example) <= SHORT or len(found) == TRIED):
                break
        if found:
            return min(found, key=lambda one: len(one.example) > SHORT)
    raise ValueError("no slip makes this derivation false")


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
        alone = not pieces[k + 1].startswith("*") and not pieces[k - 1].endswith("/")
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


def make(draw: Callable[[Rng], Proof], words: str) -> Callable[[Rng], Variant]:
    """The question for a kind of derivation."""

    def made(rng: Rng) -> Variant:
        right = [draw(rng)(Computed()) for _ in range(3)]
        place, spoiled = integer(rng, 0, 2), spoil(draw, rng)
        right[place] = spoiled.right
        versions = [d.lines for d in right]
        versions[place] = spoiled.lines
        letters = "ABC"
        parts = [
            shown(d, version, letter, rng)
            for d, version, letter in zip(right, versions, letters, strict=True)
        ]
        statement = (
            f"{words} In each derivation below a line follows from the one before by what stands in brackets: facts "
            "that are given, so many times, and what is nonnegative and dropped. In one of the three a line does **not** "
            "follow: a number in it is false, and the lines below compute with that.\n\n"
            + "\n\n".join(parts)
        )
        solution = (
            f"Derivation {letters[place]}, line {spoiled.line}: the number that is right is ${spoiled.number}$. "
            f"For instance, it says `{spoiled.example}`."
        )
        data = {"right": right, "versions": versions}
        return Variant(
            statement,
            solution,
            data,
            {"line": f"{letters[place]}{spoiled.line}", "number": spoiled.number},
        )

    return made


def one_mistake(rng: Rng) -> Proof:
    """A mistake of the Perceptron, seen from a multiple of the comparator."""
    a, r, m, k = integer(rng, 2, 9), integer(rng, 2, 5), integer(rng, 2, 4), integer(rng, 3, 9)
    letters = {"vector": "w v x u", "real": "y"}
    facts = {
        "update": f"v == w + {a}*y*x",
        "label": "y**2 == 1",
        "mistake": "y*dot(w, x) <= 0",
        "radius": f"norm2(x) <= {r * r}",
        "margin": f"y*dot(u, x) >= {m}",
    }

    def proof(n: Computed) -> Derivation:
        score, square = n(2 * a), n(a * a)
        longest = n(square * r * r)
        share = n(score * k)
        lines = (
            (f"norm2(v - {k}*u) - norm2(w - {k}*u)", ""),
            (f"== {score}*y*dot(x, w - {k}*u) + {square}*norm2(x)", "by update, label"),
            (f"<= {score}*y*dot(x, w - {k}*u) + {longest}", f"by times({square}, radius)"),
            (f"<= {longest} - {share}*y*dot(x, u)", f"by times({score}, mistake)"),
            (f"<= {longest} - {n(share * m)}", f"by times({share}, margin)"),
        )
        return Derivation(letters, facts, lines)

    return proof


def one_gradient_step(rng: Rng) -> Proof:
    """A step of online gradient descent, with its projection."""
    e, g, size = integer(rng, 2, 16), integer(rng, 2, 5), integer(rng, 2, 6)
    letters = {"vector": "w v p u g"}
    facts = {
        "step": f"v == w - {e}*g",
        "projection": "dot(v - p, u - p) <= 0",
        "gradient": f"norm2(g) <= {g * g}",
        "distance": f"norm2(w - u) <= {size * size}",
    }

    def proof(n: Computed) -> Derivation:
        square = n(e * e)
        cost = n(square * g * g)
        whole = n(size * size + cost)
        lines = (
            (f"{2 * e}*dot(g, w - u)", ""),
            (f"== norm2(w - u) - norm2(v - u) + {square}*norm2(g)", "by step"),
            (f"<= norm2(w - u) - norm2(v - u) + {cost}", f"by times({square}, gradient)"),
            (
                f"<= norm2(w - u) - norm2(p - u) + {cost}",
                "by times(2, projection) ; gap norm2(v - p)",
            ),
            (f"<= {whole} - norm2(p - u)", "by distance"),
            (f"<= {whole}", "gap norm2(p - u)"),
        )
        return Derivation(letters, facts, lines)

    return proof


def one_regression_step(rng: Rng) -> Proof:
    """A step of Widrow-Hoff with a fraction for a step size, everything times a square."""
    size, e, c = integer(rng, 4, 20), integer(rng, 2, 5), integer(rng, 2, 6)
    letters = {"vector": "w v x u", "real": "y l q"}
    facts = {
        "update": f"v == w - {e}*l*x/{size}",
        "error": "l == dot(w, x) - y",
        "other": "q == dot(u, x) - y",
        "radius": f"norm2(x) <= {c}",
    }

    def proof(n: Computed) -> Derivation:
        square, twice = n(e * e), n(2 * e * size)
        longest = n(square * c)
        half = n(twice // 2)
        lines = (
            (f"{size * size}*norm2(v - u) - {size * size}*norm2(w - u)", ""),
            (f"== {square}*l**2*norm2(x) - {twice}*l*dot(w - u, x)", "by update"),
            (f"== {square}*l**2*norm2(x) - {twice}*l**2 + {twice}*l*q", "by error, other"),
            (
                f"<= {longest}*l**2 - {twice}*l**2 + {twice}*l*q",
                f"by times({square}*l**2, radius)",
            ),
            (f"<= {longest}*l**2 - {half}*l**2 + {half}*q**2", f"gap {half}*(l - q)**2"),
        )
        return Derivation(letters, facts, lines)

    return proof


def one_trade(rng: Rng) -> Proof:
    """A product is split between two squares, as often in bounds with two terms."""
    a, b, c = integer(rng, 2, 6), integer(rng, 2, 6), integer(rng, 2, 4)
    d, e = integer(rng, 2, 20), integer(rng, 2, 9)
    facts = {"small": f"r**2 <= {b * b}", "known": f"q <= {c}"}

    def proof(n: Computed) -> Derivation:
        rest = n(d)
        square = n(rest * b * b)
        lines = (
            (f"{2 * a * d}*p*r - {a * a * d}*p**2 + {e}*q", ""),
            (f"== {rest}*r**2 - {rest}*({a}*p - r)**2 + {e}*q", ""),
            (f"<= {rest}*r**2 + {e}*q", f"gap {rest}*({a}*p - r)**2"),
            (f"<= {square} + {e}*q", f"by times({rest}, small)"),
            (f"<= {n(square + e * c)}", f"by times({e}, known)"),
        )
        return Derivation({"real": "p q r"}, facts, lines)

    return proof


def one_average(rng: Rng) -> Proof:
    """The square of an average is at most the average of the squares."""
    k, m, r = integer(rng, 2, 9), integer(rng, 2, 9), integer(rng, 2, 5)
    facts = {"left": f"norm2(a) <= {r * r}", "right": "norm2(b) <= s"}

    def proof(n: Computed) -> Derivation:
        first, mixed, second = n(k * k), n(2 * k * m), n(m * m)
        left, right = n(first + mixed // 2), n(second + mixed // 2)
        largest = n(left * r * r)
        lines = (
            (f"norm2({k}*a + {m}*b)", ""),
            (f"== {first}*norm2(a) + {mixed}*dot(a, b) + {second}*norm2(b)", ""),
            (f"<= {left}*norm2(a) + {right}*norm2(b)", f"gap {mixed // 2}*norm2(a - b)"),
            (f"<= {largest} + {right}*norm2(b)", f"by times({left}, left)"),
            (f"<= {largest} + {right}*s", f"by times({right}, right)"),
        )
        return Derivation({"vector": "a b", "real": "s"}, facts, lines)

    return proof


def three_points(rng: Rng) -> Proof:
    """Three points, their squared distances, and a step between two of them."""
    e, g, k = integer(rng, 2, 6), integer(rng, 2, 4), integer(rng, 2, 20)
    facts = {"step": f"v == w - {e}*g", "gradient": f"norm2(g) <= {g}"}

    def proof(n: Computed) -> Derivation:
        twice = n(2 * k)
        once = n(twice // 2)
        moved = n(once * e * e)
        cost = n(moved * g)
        apart = f"{once}*norm2(w - u) - {once}*norm2(v - u)"
        lines = (
            (f"{2 * k * e}*dot(g, w - u)", ""),
            (f"== {twice}*dot(w - v, w - u)", "by step"),
            (f"== {apart} + {once}*norm2(w - v)", ""),
            (f"== {apart} + {moved}*norm2(g)", "by step"),
            (f"<= {apart} + {cost}", f"by times({moved}, gradient)"),
            (f"<= {once}*norm2(w - u) + {cost}", f"gap {once}*norm2(v - u)"),
        )
        return Derivation({"vector": "u w v g"}, facts, lines)

    return proof


ASKS = {
    "line": "the first line that does not follow from the line before, by its letter and number",
    "number": "the number that is right in this line, in the place of the false one",
}


def of(topic: str, name: str, title: str, draw: Callable[[Rng], Proof], words: str) -> Question:
    """A question of this kind."""
    return Question(topic, name, title, ASKS, make(draw, words))


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
