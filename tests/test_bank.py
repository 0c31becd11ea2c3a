"""The bank of questions: answers agree with the package for many secrets, and variants differ."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import product
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from faults import tell
from shares import first_of_each
from sources import agrees
from tex_values import Unreadable, near, untrue, worth

import olbook as ol
from instructor import bank, false_lines
from instructor.variants import Question, Variant
from olbook.checked import CheckError, Context

pytestmark = pytest.mark.landing

SECRETS = [f"secret {k}" for k in range(50)]
FEW = SECRETS[:4]
FEW_OR_ALL = pytest.mark.parametrize(
    "secrets", [FEW, pytest.param(SECRETS, marks=pytest.mark.thorough)], ids=["few", "all"]
)
BY_HAND = [q for q in bank.QUESTIONS if not q.name.startswith("false-")]
BY_NAME = {q.name: q for q in bank.QUESTIONS}
FALSE = [q for q in bank.QUESTIONS if q.name.startswith("false-")]
Data = dict[str, Any]


@cache
def drawn(name: str, secret: str) -> Variant:
    """What one student gets; a false derivation is proved while it is drawn, so that is done once."""
    return bank.draw(BY_NAME[name], secret, "ann")


def perceptron(data: Data) -> Data:
    X, y = np.array(data["X"], float), np.array(data["y"], float)
    run = ol.play(ol.Perceptron(), X, y)
    bound = (X**2).sum(axis=1).max() * run.n_mistakes
    scores = np.array(data["y"]) * run.scores
    mistakes = [(t + 1, scores[t]) for t in np.flatnonzero(run.mistakes)]
    return {"mistakes": mistakes, "w": run.w, "size": run.w @ run.w, "bound": bound}


def margins(data: Data) -> Data:
    X, y, u = (np.array(data[name], float) for name in ("X", "y", "u"))
    kappa = ol.functional_margin(u, X, y)
    R, U = np.linalg.norm(X, axis=1).max(), np.linalg.norm(u) / kappa
    most = float(ol.theorem("perceptron.margin").bound(R=R, U=U))
    return {
        "functional": kappa,
        "geometric": ol.geometric_margin(u, X, y),
        "most": math.floor(most + 1e-9),
    }


def winnow(data: Data) -> Data:
    X, y = np.array(data["X"], float), np.array(data["y"], float)
    run = ol.play(ol.Winnow(np.log(2) / 2), X, y, keep_weights=True)
    fit = [i for i in range(1, 5) if np.array_equal(2 * X[:, i - 1] - 1, y)]
    return {
        "mistakes": [(t + 1, run.scores[t]) for t in np.flatnonzero(run.mistakes)],
        "weights": run.weights[1:],
        "fit": fit,
    }


@cache
def forced(d: int, k: int) -> int:
    """The mistakes that the opponent forces; a few pairs are drawn again and again."""
    return len(ol.winnow.hidden_literals(ol.Winnow(), d, k)[0])


def window(data: Data) -> Data:
    bound = ol.theorem("winnow.disjunctions").bound
    d, k = data["d"], data["k"]
    return {
        "upper": bound(k=k, d=d),
        "lower": forced(d, k),
        "upper100": bound(k=k, d=100 * d),
        "lower100": k * math.floor(math.log2(100 * d / k)),
    }


def descent(data: Data) -> Data:
    run = ol.play_oco(
        ol.OnlineGradientDescent(0.5, ol.Box(-1.0, 1.0)), np.array(data["g"], float)[:, None]
    )
    paid, fixed = run.losses.sum(), min(sum(data["g"]), -sum(data["g"]))
    return {"points": run.weights[:4, 0], "paid": paid, "regret": paid - float(fixed)}


def leaders(data: Data) -> Data:
    g = np.array(data["g"], float)
    learner = ol.FollowTheRegularizedLeader(0.5, ol.SquaredNorm(), ol.Box(-1.0, 1.0))
    ftrl = ol.play_oco(learner, g[:, None]).weights[:4, 0]
    grid = np.array([-1.0, 0.0, 1.0])
    ftl = np.array([0.0, *(grid[np.argmin(grid * g[:t].sum())] for t in range(1, 4))])
    best = min(g.sum(), -g.sum())
    return {"ftl": ftl, "ftrl": ftrl, "ftl_pays": ftl @ g, "ftrl_pays": ftrl @ g, "best": best}


def mirrors(data: Data) -> Data:
    w, simplex = np.array(data["w"], float), ol.Simplex()
    entropy, _ = ol.Entropy().minimize(np.log(w) - [np.log(data["factor"]), 0], simplex)
    euclid, _ = ol.SquaredNorm().minimize(w - [data["tenths"] / 10, 0], simplex)
    return {"entropy": entropy, "euclid": euclid}


def hedge(data: Data) -> Data:
    G = np.array(data["G"], float)
    run = ol.play_oco(ol.Hedge(np.log(2)), G)
    regret = run.losses.sum() - G.sum(axis=0).min()
    return {"weights": run.weights[:3], "final": run.w, "loss": run.losses.sum(), "regret": regret}


def hedge_tuned(data: Data) -> Data:
    d, T, power = data["d"], data["T"], data["power"]
    bound = ol.theorem("hedge.regret").bound
    factor = bound(d=float(d) ** power, T=T) / bound(d=d, T=T)
    return {"step": math.sqrt(8 * math.log(d) / T), "bound": bound(d=d, T=T), "factor": factor}


def gradient_descent(data: Data) -> Data:
    X, y = np.array(data["X"], float), np.array(data["y"], float)
    run = ol.play(ol.GradientDescent(0.5, "absolute"), X, y)
    return {"scores": run.scores, "loss": run.losses.sum(), "w": run.w}


def widrow_hoff(data: Data) -> Data:
    X, y, eta = np.array(data["X"], float), np.array(data["y"], float), float(data["eta"])
    run = ol.play(ol.WidrowHoff(eta), X, y)
    errors = run.scores - y
    C = ((X[:, 0] - y) ** 2).sum()
    bound = ol.theorem("square.widrow_hoff").bound(eta=eta, C=C, U=1.0)
    return {"errors": errors, "w": run.w, "loss": (errors**2).sum(), "bound": bound}


def implicit(data: Data) -> Data:
    w, x, y, eta = (np.array(data[name], float) for name in ("w", "x", "y", "eta"))
    v = np.linalg.solve(np.eye(2) + eta * np.outer(x, x), w + eta * y * x)
    explicit = x @ (w - eta * (w @ x - y) * x) - y
    return {"explicit": explicit, "implicit": v @ x - y, "v": v}


def square_tuned(data: Data) -> Data:
    steps = np.linspace(1e-4, 1 - 1e-4, 200_001)
    bound = ol.theorem("square.widrow_hoff").bound
    best = steps[np.argmin(bound(eta=steps, **data))]
    other = 1 / (data["U"] + math.isqrt(data["C"]) + 1)
    return {
        "eta": pytest.approx(best, abs=1e-4),
        "bound": ol.theorem("square.tuned").bound(**data),
        "other": bound(eta=other, **data),
    }


def projections(data: Data) -> Data:
    v, b = np.array(data["v"], float), float(data["b"])
    domains = {"disc": ol.Ball(data["radius"]), "box": ol.Box(-b, b)}
    found = {name: domain.project(v) for name, domain in domains.items()}
    far = float(data["far"])
    return found | {"segment": far * ol.Simplex().project(v / far)}


def tuned_step(data: Data) -> Data:
    U, G, T = (float(data[name]) for name in "UGT")
    bound = ol.theorem("ogd.tuned").bound
    step = U / (G * np.sqrt(T))
    assert ol.theorem("ogd.regret").bound(U=U, S=G**2 * T, eta=step) == pytest.approx(
        bound(U=U, G=G, T=T)
    )
    horizons = np.arange(1, 1251) ** 2
    short = bound(U=U, G=G, T=horizons) / horizons <= (1 + 1e-12) / data["inverse"]
    return {"step": step, "bound": bound(U=U, G=G, T=T), "rounds": horizons[short.argmax()]}


def divergences(data: Data) -> Data:
    p, q = np.array(data["p"], float), np.array(data["q"], float)
    D = ol.Entropy().divergence
    half, least = ol.SquaredNorm().divergence(p, q), np.abs(p - q).sum() ** 2 / 2
    return {"forth": D(p, q), "back": D(q, p), "half": half, "least": least}


def sample_size(data: Data) -> Data:
    M, T, epsilon, delta = (float(data[name]) for name in ("M", "T", "epsilon", "delta"))
    chance = ol.theorem("batch.mistakes_to_probability").bound
    sizes = np.arange(1, 100_000)
    enough = sizes[(chance(M=M, epsilon=epsilon, T=sizes) <= delta * (1 + 1e-12)).argmax()]
    risk = ol.theorem("batch.mistakes_to_risk").bound(M=M, T=T)
    return {"risk": risk, "chance": chance(M=M, epsilon=epsilon, T=T), "enough": enough}


def survivor(data: Data) -> Data:
    """A run whose weights are the numbers of the hypotheses, given to the package's choice."""
    T, wrong = data["T"], np.isin(np.arange(1, data["T"] + 1), data["mistakes"])
    run = ol.play(ol.Perceptron(), np.ones((T, 1)), np.ones(T), keep_weights=True)
    held = np.concatenate([[0], np.cumsum(wrong)]).astype(float)
    run.weights[:, 0] = held
    rounds = np.flatnonzero(held[:T] == ol.online_to_batch(run, "longest_survivor")[0]) + 1
    least = math.ceil(T / (1 + len(data["mistakes"])))
    return {"first": rounds[0], "last": rounds[-1], "chance": len(rounds) / T, "least": least}


def halving(data: Data) -> Data:
    """With arrays, as the chapter does it."""
    N, k, sample = data["N"], data["k"], data["sample"]
    H = np.where(np.arange(N) >= np.arange(N + 1)[:, None], 1, -1)
    alive, votes, mistakes = np.ones(N + 1, bool), [], []
    for t, s in enumerate(sample, start=1):
        votes.append((H[alive, s] > 0).sum())
        wrong = (1 if H[alive, s].sum() > 0 else -1) != H[k, s]
        alive &= H[:, s] == H[k, s]
        mistakes += [(t, alive.sum())] if wrong else []
    most = max(m for m in range(20) if 2**m <= data["many"])
    return {
        "votes": votes,
        "mistakes": mistakes,
        "left": list(np.flatnonzero(alive)),
        "most": most,
    }


def blocks(data: Data) -> Data:
    learner = ol.DoublingTrick(lambda n: ol.OnlineGradientDescent(1 / np.sqrt(n), d=1))
    block = ol.play_oco(learner, np.ones((data["T"], 1))).learner.block
    L = next(m for m in range(20) if 2 ** (m + 1) - 1 >= data["T"])
    assert block in (L, L + 1)  # it has restarted if the block was full
    bound = ol.theorem("doubling.regret").bound(alpha=data["alpha"], T=data["T"])
    return {"block": (L, data["T"] - sum(2**m for m in range(L))), "bound": bound}


def search(data: Data) -> Data:
    J = math.ceil(math.log2(data["s"] / data["a"]) - 1e-12)
    tried = [data["a"] * 2**j for j in range(J + 1)]
    limit = ol.theorem("doubling.line_search").bound(s=data["s"])
    assert sum(tried) <= limit
    return {"tried": tried, "paid": sum(tried), "limit": limit}


def hinge_bound(data: Data) -> Data:
    values = {"R": 1.0, "U": float(data["b"]), "H": float(data["H"])}
    sharp = ol.theorem("perceptron.sharp").bound(**values)
    return {
        "sharp": sharp,
        "most": math.floor(sharp + 1e-9),
        "simple": ol.theorem("perceptron.any_sequence").bound(**values),
    }


def literals(data: Data) -> Data:
    u, X = np.array(data["u"]), np.array(data["X"])
    every = np.array(list(product((0, 1), repeat=len(u))))
    labels = np.where((X * u).any(axis=1), 1, -1)
    values = [
        ol.functional_margin(2 * u - 0.0, x[None] * 1.0, [y]) - y
        for x, y in zip(X, labels, strict=True)
    ]
    all_values = np.abs(2 * every @ u - 1)
    ends = {"smallest": all_values.min(), "largest": all_values.max()}
    return {
        "points": list(zip(labels, values, strict=True)),
        **{name: (end, (all_values == end).sum()) for name, end in ends.items()},
    }


def add_or_multiply(data: Data) -> Data:
    u, x = np.zeros(data["d"]), np.zeros(data["d"])
    u[: data["k"]] = x[: data["n"]] = 1.0
    adds = ol.theorem("gd.tuned").bound(U=np.linalg.norm(u), R=np.linalg.norm(x), Z=1.0, T=1)
    multiplies = ol.theorem("eg.tuned").bound(B=u.sum(), Z=1.0, T=1, d=2 * data["d"])
    return {"adds": adds, "multiplies": multiplies, "factor": adds / multiplies}


BY_PACKAGE: dict[str, Callable[[Data], Data]] = {
    "doubling-blocks": blocks,
    "doubling-search": search,
    "equal-blocks": lambda data: {
        "blocks": sum(data["n"] ** 0.5 for _ in range(0, data["T"], data["n"])),
        "known": data["T"] ** 0.5,
        "factor": (data["T"] / data["n"]) ** 0.5,
        "later": (9 * data["T"] / data["n"]) ** 0.5,
    },
    "projections": projections,
    "four-rounds": descent,
    "tuned-step": tuned_step,
    "five-rounds": perceptron,
    "margins": margins,
    "hinge-bound": hinge_bound,
    "winnow-four-rounds": winnow,
    "winnow-window": window,
    "literals": literals,
    "halving": halving,
    "sample-size": sample_size,
    "survivor": survivor,
    "gd-three-rounds": gradient_descent,
    "hedge-three-rounds": hedge,
    "hedge-tuned": hedge_tuned,
    "add-or-multiply": add_or_multiply,
    "widrow-hoff-rounds": widrow_hoff,
    "implicit-step": implicit,
    "square-tuned": square_tuned,
    "leaders": leaders,
    "two-mirrors": mirrors,
    "divergences": divergences,
}


def same(value: Any, expected: Any) -> bool:
    """Whether two answers are equal: words and lists of rounds exactly, numbers up to rounding."""
    if isinstance(value, str) or isinstance(expected, list):
        return bool(value == expected)
    if isinstance(expected, type(pytest.approx(0))):  # a minimum that was searched on a grid
        return bool(float(value) == expected)
    numeric = np.array(value, dtype=float)  # of fractions, too
    return numeric.shape == np.shape(expected) and np.allclose(numeric, expected, 1e-9, 1e-9)


def disagreements(variant: Variant, expected: Data) -> list[str]:
    """The answers that are not those of the package."""
    assert set(variant.answer) == set(expected)
    return [name for name, value in variant.answer.items() if not same(value, expected[name])]


def test_there_are_questions_on_every_topic_with_an_assignment_or_more() -> None:
    assert len(bank.QUESTIONS) >= 24
    assert len({q.name for q in bank.QUESTIONS}) == len(bank.QUESTIONS)
    assert {q.name for q in BY_HAND} == set(BY_PACKAGE)
    solved = {path.stem for path in Path(bank.__file__).parent.glob("*.ipynb")}
    assert solved <= {q.topic for q in bank.QUESTIONS} <= set(ol.TOPICS)


@FEW_OR_ALL
@pytest.mark.parametrize("question", BY_HAND, ids=lambda q: q.name)
def test_answers_are_those_of_the_package(question: Question, secrets: list[str]) -> None:
    for secret in secrets:
        variant = drawn(question.name, secret)
        expected = BY_PACKAGE[question.name](variant.data)
        faults = [
            f"{question.name}, drawn with {variant.data}: {name} is {variant.answer[name]}, "
            f"by the package {expected[name]}"
            for name in disagreements(variant, expected)
        ]
        tell(faults, "instructor/by_hand.py")


PIECE = re.compile(r"[(),;]|\\[{}]|\\(?:approx|leq?|geq?)(?![a-z])|[=<>]")


def leaves(value: Any) -> Iterator[Any]:
    """The numbers of an answer, however deep they stand."""
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from leaves(part)
    elif not isinstance(value, str):
        yield value


def numbers_shown(text: str) -> Iterator[tuple[str, float]]:
    """The numbers of a solution, as they are shown, and what they are."""
    formulas = re.findall(r"\$([^$]+)\$", text)
    words = re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\d)", re.sub(r"\$[^$]+\$", " ", text))
    for piece in (part.strip() for tex in (*formulas, *words) for part in PIECE.split(tex)):
        with suppress(Unreadable):
            value, names = worth(piece)
            if not names:
                yield piece, value.real


def faults_of_solution(variant: Variant) -> Iterator[str]:
    """Numbers of the answer that the solution does not have, and equations of it that are not true."""
    shown = list(numbers_shown(variant.solution))
    for name, value in variant.answer.items():
        for number in leaves(value):
            rounded = (
                tex
                for tex, _ in shown
                if isinstance(number, float) and re.fullmatch(r"-?\d+\.\d+", tex)
            )
            if not any(near(found, float(number)) for _, found in shown) and not any(
                agrees(tex, number) for tex in rounded
            ):
                yield f"{name} is {value}, and the solution has no {number}"
    letters = {k: float(v) for k, v in variant.data.items() if isinstance(v, (int, Fraction))}
    letters |= {rf"\{k}": v for k, v in letters.items() if len(k) > 1}
    for formula in re.findall(r"\$([^$]+)\$", variant.solution):
        for fault in untrue(formula, letters):
            yield f"the solution says {fault}, with {variant.data}"


@FEW_OR_ALL
@pytest.mark.parametrize("question", BY_HAND, ids=lambda q: q.name)
def test_a_solution_has_the_answer_and_computes_it(question: Question, secrets: list[str]) -> None:
    for secret in secrets:
        faults = faults_of_solution(drawn(question.name, secret))
        tell((f"{question.name}: {fault}" for fault in faults), "instructor/by_hand.py")


def test_a_wrong_answer_would_be_seen() -> None:
    for question in BY_HAND:
        variant = drawn(question.name, "secret")
        expected = BY_PACKAGE[question.name](variant.data)
        for name, value in variant.answer.items():
            if isinstance(value, (int, float, Fraction)):
                wrong = Variant("", "", variant.data, {**variant.answer, name: value + 1})
                assert disagreements(wrong, expected) == [name]


@FEW_OR_ALL
@pytest.mark.parametrize("question", FALSE, ids=lambda q: q.name)
def test_one_derivation_is_false_and_at_that_line(question: Question, secrets: list[str]) -> None:
    for secret in secrets:
        variant = drawn(question.name, secret)
        pairs = zip(variant.data["right"], variant.data["versions"], strict=True)
        for place, (derivation, lines) in enumerate(pairs):
            assert derivation.refused(derivation.lines) is None
            refused = derivation.refused(lines)
            letter = "ABC"[place]
            if variant.answer["line"].startswith(letter):
                assert refused is not None
                assert f"{letter}{refused[0] + 1}" == variant.answer["line"]
                assert refused[1] in variant.solution
                right, wrong = derivation.lines[refused[0]][0], lines[refused[0]][0]
                assert right.count(str(variant.answer["number"])) > wrong.count(
                    str(variant.answer["number"])
                )
            else:
                assert lines == derivation.lines


def test_slips_are_those_that_people_make() -> None:
    assert [false_lines.slips(number) for number in (1, 6, 8, 16)] == [
        [2],
        [12],
        [16, 4],
        [32, 8, 4],
    ]


def test_the_lines_below_a_slip_and_their_reasons_compute_with_it() -> None:
    """Else a number in brackets that is not that of the line above would show where it is."""
    proof = false_lines.three_points(np.random.default_rng(0))
    right = proof(false_lines.Computed()).lines
    known = false_lines.Computed()
    proof(known)
    wrong = proof(false_lines.Computed(1, 2 * known.values[1])).lines
    assert wrong[:2] == right[:2]
    for old, new in zip(right[2:], wrong[2:], strict=True):
        numbers = [
            [int(n) for n in re.findall(r"(?<![\w*])\d+(?!\w)", " ".join(line))]
            for line in (old, new)
        ]
        assert numbers[1] == [2 * number for number in numbers[0]] != []


def terms(line: str) -> dict[str, int]:
    """The coefficients of a line by their letters."""
    found: dict[str, int] = {}
    pattern = r"([+-] )?(?:(\d+)(?![\w.])\*?)?([\w*]*(?:\([^()]*\))?)"
    for sign, number, letters in re.findall(pattern, line.lstrip("<=> ")):
        if number or letters:
            value = int(number or 1) * (-1 if sign.startswith("-") else 1)
            found[letters] = found.get(letters, 0) + value
    return found


def seen_by_comparing(versions: list[Any]) -> str:
    """Where a number first differs from that before the same letters in the line above."""
    for letter, lines in zip("ABC", versions, strict=True):
        for k in range(1, len(lines)):
            above, here = terms(lines[k - 1][0]), terms(lines[k][0])
            if any(here[name] != above[name] for name in here.keys() & above.keys()):
                return f"{letter}{k + 1}"
    return ""


def test_the_three_derivations_differ_in_numbers_alone() -> None:
    """Where one of them had another sign or term, one would see it without any mathematics."""
    for question, secret in [(question, secret) for question in FALSE for secret in FEW]:
        versions = drawn(question.name, secret).data["versions"]
        forms = {tuple(re.sub(r"\d+", "#", line) for line, _ in lines) for lines in versions}
        assert len(forms) == 1


def test_a_false_line_is_not_seen_by_comparing_neighbours() -> None:
    """Who takes the first number that has changed is right about as often as who guesses.

    Nor is it most often the same line.
    """
    found = seconds = 0
    draws = [(question, secret) for question in FALSE for secret in FEW]
    for question, secret in draws:
        variant = drawn(question.name, secret)
        found += seen_by_comparing(variant.data["versions"]) == variant.answer["line"]
        seconds += variant.answer["line"].endswith("2")
    assert found <= len(draws) / 4
    assert seconds <= 0.45 * len(draws)


@pytest.mark.parametrize("question", FALSE, ids=lambda q: q.name)
def test_a_sheet_cannot_be_pasted_into_the_checker(question: Question) -> None:
    """No printed line is read, right or wrong, and none stands there as the checker reads it."""
    for secret in FEW:
        variant = drawn(question.name, secret)
        printed = re.findall(r"^[ABC]\d\. \$(.*?)\$", variant.statement, re.MULTILINE)
        chains = variant.data["versions"]
        assert len(printed) == sum(map(len, chains))
        assert not any(line in variant.statement for lines in chains for line, _ in lines)
        derivation = variant.data["right"][0]
        for line in printed[1:]:
            with pytest.raises(CheckError):
                Context(**derivation.letters).prove("pasted", f"0\n{line}")


@pytest.mark.parametrize("seed", range(20))
def test_a_printed_line_says_what_the_line_says(seed: int) -> None:
    rng = np.random.default_rng(seed)
    line = "<= 36*p**2 - 17*r + 2*q + 5"
    text = false_lines.printed(line, rng).replace(r"\le", "").replace(r"\,", "*")
    shown = text.replace(r"\cdot", "*").replace("^", "**")
    for p, q, r in ((1, 2, 3), (-2, 5, 7)):
        values = {"p": p, "q": q, "r": r}
        assert eval(shown, values) == eval(line.removeprefix("<="), values)


@pytest.mark.parametrize(
    "question", first_of_each(bank.QUESTIONS, attrgetter("topic")), ids=attrgetter("name")
)
def test_variants_differ_and_come_again(question: Question) -> None:
    first = drawn(question.name, "secret")
    assert first.statement == bank.draw(question, "secret", "ann").statement
    students = [f"student {k}" for k in range(5 if question in FALSE else 120)]
    variants = bank.draw_for_all(question, "secret", students)
    answers = [variant.answer for variant in variants.values()]
    assert not any(answer in answers[:k] for k, answer in enumerate(answers))
    again = bank.draw_for_all(question, "secret", [*students[:5], "one more"])
    assert all(again[name].statement == variants[name].statement for name in students[:5])


def test_a_question_without_enough_variants_is_told() -> None:
    one = Question("winnow", "one", "One", {}, lambda rng: Variant("always", "the same", {}, {}))
    with pytest.raises(ValueError, match="one has no variants left after 1 students"):
        bank.draw_for_all(one, "secret", ["ann", "bob"])


def test_variants_are_equally_hard() -> None:
    for secret in SECRETS:
        halving = drawn("halving", secret)
        assert len(halving.answer["mistakes"]) == 1
        assert len(drawn("doubling-search", secret).answer["tried"]) == 6
        assert len(drawn("five-rounds", secret).answer["mistakes"]) == 3
        assert drawn("sample-size", secret).answer["chance"] < 1
        assert drawn("tuned-step", secret).answer["step"].numerator > 1
        assert drawn("two-mirrors", secret).answer["euclid"][0] > 0
        plane = drawn("projections", secret)
        b, far, box = plane.data["b"], plane.data["far"], plane.answer["box"]
        assert sorted(abs(c) == b for c in box) == [False, True]
        assert all(0 < c < far for c in plane.answer["segment"])
        assert drawn("margins", secret).answer["functional"] >= 2


@pytest.mark.parametrize("question", bank.QUESTIONS, ids=lambda q: q.name)
def test_all_that_is_asked_has_a_place_in_the_form(question: Question) -> None:
    variant = drawn(question.name, "secret")
    assert list(question.asks) == list(variant.answer)
    assert "?" not in variant.statement  # what is asked stands in the form alone
    form = bank.form(question, variant)
    assert form.count("None") == len(question.asks)
    words = " ".join(form.replace("#", " ").split())
    assert all(asked in words for asked in question.asks.values())


@pytest.mark.parametrize("question", bank.QUESTIONS, ids=lambda q: q.name)
def test_statements_need_no_other_page(question: Question) -> None:
    variant = drawn(question.name, "secret")
    for text in (variant.statement, variant.solution):
        assert not re.search(r"\{(?:doc|prf|ref|eq)|chapter|\]\(", text)
        assert text.count("$") % 2 == 0
        assert "Fraction" not in text
        assert "np." not in text
    assert variant.solution not in variant.statement


def test_sheets_of_a_class(tmp_path: Path) -> None:
    people = tmp_path / "people.txt"
    people.write_text("ann\nbob@example.org\n\n", encoding="utf-8")
    out = tmp_path / "sheets"
    options = ["--secret", "s", "--students", str(people), "--out", str(out)]
    assert bank.main([*options, "winnow", "margins", "leaders"]) == 0
    for name in ("ann", "bob@example.org"):
        student = json.loads((out / "students" / f"{name}.ipynb").read_text("utf-8"))
        teacher = json.loads((out / "instructor" / f"{name}.ipynb").read_text("utf-8"))
        assert len(student["cells"]) == 1 + 2 * 5
        assert len(teacher["cells"]) == 1 + 3 * 5
        assert "Answer" not in (out / "students" / f"{name}.md").read_text("utf-8")
        assert (out / "instructor" / f"{name}.md").read_text("utf-8").count("**Answer**") == 5
    assert "secret" not in (out / "students" / "ann.md").read_text("utf-8")


def test_sheets_on_paper_have_lines_in_the_order_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "people.txt").write_text("ann\n", encoding="utf-8")
    options = ["--secret", "s", "--students", str(tmp_path / "people.txt"), "--out", str(tmp_path)]
    names = ["five-rounds", "tuned-step"]  # the other way round in the bank
    assert bank.main([*options, "--paper", *names]) == 0
    (sheet,) = (tmp_path / "students").iterdir()
    text = sheet.read_text("utf-8")
    assert text.index(BY_NAME[names[0]].title) < text.index(BY_NAME[names[1]].title)
    assert text.count(bank.LINE) == sum(len(BY_NAME[name].asks) for name in names)
    for question in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        whole, *each = map(int, re.findall(r"\((\d+) points?\)(?=\n|: )", question))
        assert whole == sum(each)
        assert len(each) == question.count(bank.LINE)
    assert "```" not in text
    assert "None" not in text
    assert (tmp_path / "instructor" / "ann.md").read_text("utf-8").count("**Answer**") == 2


def test_what_is_not_in_the_bank_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = tmp_path / "people.txt"
    people.write_text("ann\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        bank.main(["--secret", "s", "--students", str(people), "--out", str(tmp_path), "winow"])
    assert "winow is no question and no topic of the bank" in capsys.readouterr().err
    with pytest.raises(ValueError, match="a file of the same name"):
        bank.write(tmp_path, ["a b", "a  b"], "s", bank.QUESTIONS[:1])


def test_a_derivation_that_cannot_be_spoiled_is_told() -> None:
    plain = false_lines.Derivation({"real": "p"}, {}, (("p", ""), ("== p", "")))
    with pytest.raises(ValueError, match="no slip"):
        false_lines.spoil(lambda rng: lambda n: plain, np.random.default_rng(0))
