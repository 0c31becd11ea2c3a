"""The theorems of the book: accepted, pinned, true of the real algorithms, and not by accident."""

from __future__ import annotations

import ast
import copy
import os
import re
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.checked import CheckError, Context, Theorem
from olbook.checked.chains import lines_of
from olbook.proofs import online_convex_optimization, perceptron

IDS = sorted(ol.theorems())
OF_A_MISTAKE = {"indicator", "labels", "mistake", "radius", "size"}
THE_PERCEPTRON = {"start", "update", "count"}

# id: claim, hypotheses, definitions, assumed lemmas
PINNED = {
    "S0-T3": (
        "Sum(f[t](w[t]) - f[t](u), t, 1, T) <= U ** 2 / (2 * eta) + eta / 2 * S",
        {"convex", "size"},
        {"start", "step", "squares"},
        {"projection"},
    ),
    "S0-C3": (
        "Sum(f[t](w[t]) - f[t](u), t, 1, T) <= U * G * sqrt(T)",
        {"convex", "size", "lipschitz"},
        {"start", "step", "squares", "tuning"},
        {"projection"},
    ),
    "S1-T2": (
        "M - H <= R * U * sqrt(M)",
        OF_A_MISTAKE,
        THE_PERCEPTRON | {"hinge", "hinges"},
        set(),
    ),
    "S1-T3": ("M <= R ** 2 * U ** 2", OF_A_MISTAKE | {"margin"}, THE_PERCEPTRON, set()),
    "S1-T4": (
        "M <= R ** 2 * U ** 2 + R * U * sqrt(H) + H",
        OF_A_MISTAKE,
        THE_PERCEPTRON | {"hinge", "hinges"},
        set(),
    ),
    "S3-T1": ("M <= R ** 2 * U ** 2", OF_A_MISTAKE | {"margin"}, THE_PERCEPTRON, set()),
    "B4.3": ("M <= R ** 2 * U ** 2", OF_A_MISTAKE | {"margin"}, THE_PERCEPTRON, set()),
}


def names(facts: tuple[object, ...]) -> set[str]:
    return {fact.name for fact in facts}  # type: ignore[attr-defined]


# ---------------------------------------------------------------------- what is proved
def test_every_theorem_is_pinned() -> None:
    assert set(IDS) == set(PINNED)


@pytest.mark.parametrize("identifier", IDS)
def test_a_theorem_says_what_it_should_and_rests_on_what_it_should(identifier: str) -> None:
    theorem = ol.theorem(identifier)
    claim, hypotheses, definitions, assumed = PINNED[identifier]
    assert theorem.source == identifier
    assert theorem.title == ol.theorems()[identifier]
    assert theorem.claim == claim
    assert names(theorem.hypotheses) == hypotheses
    assert names(theorem.definitions) == definitions
    assert names(theorem.assumed) == assumed
    assert all(fact.source for fact in theorem.assumed)
    assert {*hypotheses, *definitions, *assumed} <= set(theorem.used)
    assert theorem.witness


@pytest.mark.parametrize("identifier", IDS)
def test_the_display_shows_every_part(identifier: str) -> None:
    theorem = ol.theorem(identifier)
    shown = theorem._repr_mimebundle_()
    markdown, html = shown["text/markdown"], shown["text/html"]
    assert f":label: thm-{identifier.lower().replace('.', '-')}" in markdown
    for fact in (*theorem.hypotheses, *theorem.definitions, *theorem.assumed):
        assert f"*{fact.label}:* ${fact.tex}$" in markdown
    for line in theorem.source_text.splitlines():
        assert line in markdown
    for proof in theorem.proofs:
        for accepted in proof.steps:
            assert accepted.step.left.tex in markdown
            assert accepted.step.right.tex in markdown
    for sign in theorem.signs:
        assert sign.split()[0] in theorem.source_text + theorem.claim + str(theorem.language.names)
    assert theorem.claim_tex in markdown
    assert theorem.digest in markdown
    fences = [line for line in markdown.splitlines() if line.startswith((":::", "```"))]
    opened: list[str] = []
    for fence in fences:
        marks = re.match(r":+|`+", fence)[0]  # type: ignore[index]
        if fence != marks:
            assert not opened or len(opened[-1]) > len(marks) or marks[0] != opened[-1][0]
            opened.append(marks)
        else:
            assert opened.pop() == marks
    assert not opened
    assert markdown.count("$$") % 2 == 0
    assert "&lt;=" in html
    assert "<=" not in html
    assert html.count("<details>") == html.count("</details>") == 2
    assert html.count("<ul>") == html.count("</ul>")


def test_digests_do_not_depend_on_the_process() -> None:
    code = "import olbook as ol; print([ol.theorem(i).digest for i in ['S0-T3', 'S0-C3']])"
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "12345"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == str([ol.theorem(i).digest for i in ("S0-T3", "S0-C3")])
    assert len({ol.theorem(i).digest for i in IDS}) == len(IDS)


def small(
    line: str = "<= a + b", hypothesis: str = "x <= a", claim: str = "x <= a + b", **names: str
) -> Theorem:
    ctx = Context(**{"positive": "a b", "real": "x", **names})
    ctx.hyp("up", hypothesis)
    return ctx.theorem("t", f"x\n{line} | by up ; gap b", claim=claim, title="T", source="X")


def test_the_digest_changes_with_a_line_a_fact_a_claim_and_a_declaration() -> None:
    digests = [
        small().digest,
        small(line="<= b + a", claim="x <= b + a").digest,
        small(line="<= b + a").digest,
        small(claim="x <= b + a").digest,
        small(hypothesis="x + b <= a + b").digest,
        small(positive="a b c").digest,
        small(positive="b", nonneg="a").digest,
    ]
    assert len(set(digests)) == len(digests)
    assert small().digest == small(line="<=  a  +  b").digest


# ---------------------------------------------------------------------- the bound
def test_the_bound_is_the_right_hand_side() -> None:
    assert ol.theorem("S1-T3").bound(R=2.0, U=3.0) == 36.0
    assert ol.theorem("S0-T3").bound(U=1.0, eta=0.5, S=4.0) == 2.0
    assert ol.theorem("S1-T4").bound(R=1.0, U=2.0, H=9.0) == 4.0 + 2.0 * 3.0 + 9.0
    rounds = np.arange(1, 5)
    shown = ol.theorem("S0-C3").bound(U=2.0, G=3.0, T=rounds)
    np.testing.assert_allclose(shown, 6 * np.sqrt(rounds))
    table = ol.theorem("S1-T3").bound(R=np.ones((2, 1)), U=np.ones(3))
    assert table.shape == (2, 3)


@pytest.mark.parametrize(
    "values", [{}, {"R": 1.0}, {"R": 1.0, "U": 1.0, "T": 3}, {"r": 1.0, "U": 1.0}]
)
def test_the_bound_wants_exactly_its_names(values: dict[str, float]) -> None:
    with pytest.raises(TypeError, match="R, U"):
        ol.theorem("S1-T3").bound(**values)


@pytest.mark.parametrize("wrong", [0.0, -1.0, np.nan, np.inf, [1.0, -1.0]])
def test_the_bound_refuses_values_the_theorem_is_not_about(wrong: object) -> None:
    with pytest.raises(ValueError, match="R must be"):
        ol.theorem("S1-T3").bound(R=wrong, U=1.0)
    with pytest.raises(ValueError, match="T must be"):
        ol.theorem("S0-C3").bound(U=1.0, G=1.0, T=2.5)


def test_an_unknown_theorem() -> None:
    with pytest.raises(ValueError, match="did you mean 'S1-T3'"):
        ol.theorem("S1-T33")


# ---------------------------------------------------------------------- true of the algorithms
def regret(run: ol.OcoRun, gradients: np.ndarray, radius: float) -> float:
    """Regret against the best point of the ball, for linear losses."""
    return float(run.losses.sum() + radius * np.linalg.norm(gradients.sum(axis=0)))


def gradients_against(
    eta: float, radius: float, size: float, rounds: int, kind: str, rng: np.random.Generator
) -> np.ndarray:
    """Random, constant, or chosen against the iterate."""
    d = 3
    if kind == "random":
        return rng.normal(size=(rounds, d)) * size / np.sqrt(d)
    if kind == "constant":
        return np.tile([size, 0.0, 0.0], (rounds, 1))
    learner = ol.OnlineGradientDescent(eta, ol.Ball(radius), d=d)
    learner.start(d)
    chosen = []
    for _ in range(rounds):
        w = learner.w
        direction = rng.normal(size=d) if np.linalg.norm(w) == 0 else w + 0.1 * rng.normal(size=d)
        gradient = size * direction / np.linalg.norm(direction)
        learner.update(gradient)
        chosen.append(gradient)
    return np.array(chosen)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(1, 60),
    st.floats(1e-3, 1e3),
    st.floats(0.1, 10),
    st.floats(0.1, 10),
    st.sampled_from(["random", "constant", "against"]),
)
def test_the_regret_of_gradient_descent_for_every_eta(
    seed: int, rounds: int, eta: float, radius: float, size: float, kind: str
) -> None:
    gradients = gradients_against(eta, radius, size, rounds, kind, np.random.default_rng(seed))
    run = ol.play_oco(ol.OnlineGradientDescent(eta, ol.Ball(radius)), gradients)
    bound = ol.theorem("S0-T3").bound(U=radius, eta=eta, S=float((gradients**2).sum()))
    assert regret(run, gradients, radius) <= bound * (1 + 1e-9)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(1, 60),
    st.floats(0.1, 10),
    st.floats(0.1, 10),
    st.sampled_from(["random", "constant", "against"]),
)
def test_the_regret_of_tuned_gradient_descent(
    seed: int, rounds: int, radius: float, size: float, kind: str
) -> None:
    rng = np.random.default_rng(seed)
    eta = radius / (size * np.sqrt(rounds))
    gradients = gradients_against(eta, radius, size, rounds, kind, rng)
    G = max(size, float(np.linalg.norm(gradients, axis=1).max()))
    eta = radius / (G * np.sqrt(rounds))
    run = ol.play_oco(ol.OnlineGradientDescent(eta, ol.Ball(radius)), gradients)
    bound = ol.theorem("S0-C3").bound(U=radius, G=G, T=rounds)
    assert regret(run, gradients, radius) <= bound * (1 + 1e-9)


def test_another_step_size_does_not_have_the_tuned_regret() -> None:
    """E0-09: with eta = B/sqrt(T) the regret is not B rho sqrt(T) when rho is small."""
    B, rho, T = 1.0, 0.1, 400
    gradients = np.full((T, 1), -rho)
    wrong = ol.play_oco(ol.OnlineGradientDescent(B / np.sqrt(T), ol.Ball(B)), gradients)
    right = ol.play_oco(ol.OnlineGradientDescent(B / (rho * np.sqrt(T)), ol.Ball(B)), gradients)
    tuned = ol.theorem("S0-C3").bound(U=B, G=rho, T=T)
    assert regret(wrong, gradients, B) > tuned
    assert regret(right, gradients, B) <= tuned


def test_a_tiny_step_size_does_not_have_the_tuned_regret() -> None:
    """What a prototype of the checker once proved: 10 >= 99.995."""
    gradients = np.full((100, 1), -1.0)
    run = ol.play_oco(ol.OnlineGradientDescent(1e-6, ol.Ball(1.0)), gradients)
    assert regret(run, gradients, 1.0) == pytest.approx(99.995, abs=1e-3)
    assert ol.theorem("S0-C3").bound(U=1.0, G=1.0, T=100) == 10.0


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 60), st.integers(1, 6), st.floats(0.01, 100))
def test_the_perceptron_on_any_sequence(seed: int, T: int, d: int, length: float) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(T, d)), rng.choice([-1.0, 1.0], size=T)
    u = rng.normal(size=d)
    u *= length / np.linalg.norm(u)
    if seed % 2:  # half of the time u explains most labels
        y = np.where(rng.random(T) < 0.9, np.sign(X @ u), y)
        y[y == 0] = 1.0
    run = ol.play(ol.Perceptron(), X, y)
    M = run.n_mistakes
    H = float(np.maximum(0, 1 - y * (X @ u))[run.mistakes].sum())
    R = float(np.linalg.norm(X, axis=1).max())
    assert M >= 1  # the first round is a tie
    assert ol.theorem("S1-T2").bound(R=R, U=length, M=M) * (1 + 1e-9) >= M - H
    assert ol.theorem("S1-T4").bound(R=R, U=length, H=H) * (1 + 1e-9) >= M


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 80), st.integers(2, 6), st.floats(0.02, 0.9))
def test_the_perceptron_with_a_margin(seed: int, T: int, d: int, margin: float) -> None:
    X, y, u = ol.separable(T, d, margin, rng=np.random.default_rng(seed))
    u = u / ol.functional_margin(u, X, y)
    M = ol.play(ol.Perceptron(), X, y).n_mistakes
    R, U = float(np.linalg.norm(X, axis=1).max()), float(np.linalg.norm(u))
    for identifier in ("S1-T3", "S3-T1", "B4.3"):
        assert ol.theorem(identifier).bound(R=R, U=U) * (1 + 1e-9) >= M


@pytest.mark.parametrize("n", [1, 4, 25])
def test_the_mistake_bound_is_attained(n: int) -> None:
    X, y = ol.orthonormal_rows(ol.Perceptron(), n)
    U = float(np.linalg.norm(X.T @ y))
    assert ol.play(ol.Perceptron(), X, y).n_mistakes == n
    assert ol.theorem("S1-T3").bound(R=1.0, U=U) == pytest.approx(n)


def test_the_mistake_bound_on_the_bisecting_adversary() -> None:
    X, y = ol.bisection(ol.Perceptron(), 12)
    low, high = ol.threshold_interval(X, y)
    u = np.array([1.0, -(low + high) / 2])
    u = u / ol.functional_margin(u, X, y)
    R, U = float(np.linalg.norm(X, axis=1).max()), float(np.linalg.norm(u))
    assert ol.theorem("S1-T3").bound(R=R, U=U) >= 12


def test_without_updates_at_ties_there_is_no_bound() -> None:
    """With a strict inequality the Perceptron stays at zero, and every round is a mistake."""
    X, y, _ = ol.separable(200, 3, 0.5, rng=np.random.default_rng(0))
    w, mistakes = np.zeros(3), 0
    for x, label in zip(X, y, strict=True):
        score = float(w @ x)
        mistakes += label * score <= 0
        if label * score < 0:
            w = w + label * x
    assert mistakes == 200 > ol.theorem("S1-T3").bound(R=1.0, U=1 / 0.5)
    assert ol.play(ol.Perceptron(), X, y).n_mistakes <= ol.theorem("S1-T3").bound(R=1.0, U=2.0)


# ---------------------------------------------------------------------- false theorems
def perceptron_context() -> Context:
    ctx = perceptron._perceptron()
    ctx.hyp("margin", "y[t]*dot(u, x[t]) >= 1", label="margin")
    return ctx


def test_the_step_that_needs_an_inequality() -> None:
    """The slip E3: the last term is at most the indicator, not equal to it."""
    text = """
        norm2(w[t+1] - u)
        == norm2(w[t] - u) + 2*iota[t]*y[t]*dot(x[t], w[t] - u) + iota[t]*norm2(x[t])
            | by update, indicator, labels
        {} norm2(w[t] - u) + 2*iota[t]*y[t]*dot(x[t], w[t] - u) + iota[t]*R**2
            | by times(iota[t], radius)
        """
    perceptron_context().prove("right", text.format("<="))
    with pytest.raises(CheckError, match='"radius" is an inequality; it cannot justify "=="'):
        perceptron_context().prove("slip", text.format("=="))
    alone = Context(positive="R", nonneg="iota", vector="x", posint="T", index="t: 1..T")
    alone.hyp("radius", "norm2(x[t]) <= R**2")
    with pytest.raises(CheckError, match="The step is FALSE"):
        alone.prove("slip", "iota[t]*norm2(x[t])\n== iota[t]*R**2")


def test_a_planted_false_theorem_is_refused() -> None:
    text = """
        M
        == Sum(R**2*iota[t], t, 1, T)/R**2
            | by count
        <= R**2*U**2/2
            | by times(1/R**2, sum(t, 1, T, margin))
        """
    with pytest.raises(CheckError):
        perceptron_context().theorem(
            "false", text, claim="M <= R**2*U**2/2", title="False", source="X"
        )


def test_the_tuned_regret_without_the_tuning_is_refused() -> None:
    ctx = Context(positive="eta U G", real="S r", posint="T")
    ctx.hyp("regret", "r <= U**2/(2*eta) + eta/2*G**2*T")
    with pytest.raises(CheckError):
        ctx.prove("tuned", "r\n<= U*G*sqrt(T) | by regret")
    ctx.define("wrong", "eta == U/sqrt(T)")
    with pytest.raises(CheckError):
        ctx.prove(
            "tuned", "r\n<= U**2/(2*eta) + eta/2*G**2*T | by regret\n== U*G*sqrt(T) | by wrong"
        )


# ---------------------------------------------------------------------- messages
def refusal(text: str, *facts: tuple[str, str]) -> str:
    ctx = Context(positive="eta a b", real="x y", vector="u", posint="T", index="t: 1..T")
    for name, relation in facts:
        ctx.hyp(name, relation)
    with pytest.raises(CheckError) as refused:
        ctx.prove("mine", text)
    return str(refused.value)


def test_what_a_reader_is_told() -> None:
    assert refusal("2*a*b\n<= a**2 - b**2").startswith(
        "mine, step 1: right - left leaves  a**2 - 2*a*b - b**2  unexplained. "
        "The step is FALSE: right - left = "
    )
    assert refusal("2*a*b\n<= a**2 + b**2") == (
        "mine, step 1: right - left leaves  (a - b)**2  unexplained. "
        "It would close with: ; gap (a - b)**2"
    )
    assert refusal("x\n<= y", ("up", "x <= y")) == (
        "mine, step 1: right - left leaves  -x + y  unexplained. It would close with: by up"
    )
    assert "the reasons given do not cover it" in refusal("x\n<= 2 | by up", ("up", "x <= 1"))
    assert refusal("etaa\n<= a") == 'mine, first line: unknown name "etaa"; did you mean "eta"?'
    assert refusal("x\n<= y | by upp", ("up", "x <= y")) == (
        'mine, step 1: no fact is named "upp"; did you mean "up"?'
    )
    assert refusal("1/(1-eta)\n== 1/(1-eta)") == (
        'mine, step 1: to divide by "1 - eta", it must be visibly nonzero: '
        "declare its sign or state it as a hypothesis"
    )
    assert refusal("u\n== x") == "mine: a vector compared with a number: == x"
    assert refusal("x\n== x + 1 | gap 1") == "mine, step 1: an equality has no gap"


def test_the_numbers_of_a_false_step_are_right() -> None:
    message = refusal("2*a*b\n<= a**2 - b**2")
    value, at = re.search(r"right - left = (\S+) for (.*)", message).groups()  # type: ignore[union-attr]
    numbers = dict(pair.split(" = ") for pair in at.split(", "))
    a, b = (eval(numbers[name]) for name in "ab")
    assert a**2 - b**2 - 2 * a * b == pytest.approx(eval(value))
    assert eval(value) < 0


# ---------------------------------------------------------------------- mutants
class WithoutMinus(ast.NodeTransformer):
    """Drops one minus sign."""

    def __init__(self, which: int) -> None:
        self.which = which

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        self.which -= 1
        return node.operand if self.which == -1 else node


def edited(text: str) -> Iterator[str]:
    """Every formula that differs in one sign, operation or number."""
    tree = ast.parse(text.strip(), mode="eval")
    swap = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult}
    for position, node in enumerate(ast.walk(tree)):
        other = copy.deepcopy(tree)
        twin = list(ast.walk(other))[position]
        if isinstance(node, ast.BinOp) and type(node.op) in swap:
            twin.op = swap[type(node.op)]()  # type: ignore[attr-defined]
        elif isinstance(node, ast.Constant):
            twin.value += 1  # type: ignore[attr-defined]
        else:
            continue
        yield ast.unparse(other)
    for which in range(sum(isinstance(node, ast.UnaryOp) for node in ast.walk(tree))):
        yield ast.unparse(WithoutMinus(which).visit(copy.deepcopy(tree)))


def mutants(text: str) -> Iterator[str]:
    """Every derivation that differs in one place: a formula, a relation, a reason, a gap."""
    lines = lines_of(text)
    for number, line in enumerate(lines):
        relation = line[:2] if number else ""
        formula, bar, reason = line[len(relation) :].partition("|")
        changed = [f"{relation} {new} {bar}{reason}" for new in edited(formula)]
        if relation == "<=":
            changed += [f"=={line[2:]}", f">={line[2:]}"]
        cited, _, gap = reason.strip().partition("; gap ")
        if reason.strip().startswith("gap "):
            cited, gap = "", reason.strip()[4:]
        uses = ast.parse(f"({cited.strip()[3:]},)", mode="eval").body.elts if cited.strip() else []  # type: ignore[attr-defined]
        shown = [ast.unparse(use) for use in uses]
        for k in range(len(shown)):
            others = [[]] + [[new] for new in edited(shown[k])]
            for new in others:
                kept = shown[:k] + new + shown[k + 1 :]
                parts = (["by " + ", ".join(kept)] if kept else []) + (
                    [f"gap {gap}"] if gap else []
                )
                changed.append(
                    f"{relation} {formula}" + (" | " + " ; ".join(parts) if parts else "")
                )
        if gap:
            by = f"by {', '.join(shown)} ; " if shown else ""
            changed.append(f"{relation} {formula}" + (f" | by {', '.join(shown)}" if shown else ""))
            changed += [f"{relation} {formula} | {by}gap {new}" for new in edited(gap)]
        for new in changed:
            yield "\n".join([*lines[:number], new, *lines[number + 1 :]])


class Mutating(Context):
    """A context that first tries some mutants of every derivation, and remembers the accepted ones."""

    every = 4
    tried = 0
    survivors: list[tuple[str, str]]

    def _attack(self, name: str, text: str, claim: str | None) -> None:
        self._explainer.failure = lambda *_: "refused"  # type: ignore[method-assign]
        assert self._checked(name, "\n".join(lines_of(text)), None, "")  # the harness accepts
        for number, mutant in enumerate(mutants(text)):
            if (number + len(name)) % self.every:
                continue
            type(self).tried += 1
            try:
                proof = self._checked(name, mutant, None, "")
                if claim is not None:
                    self._demand_claim(proof, self._language.relation(claim), claim)
            except CheckError:
                continue
            changed = [
                n for o, n in zip(text_lines(text), text_lines(mutant), strict=True) if o != n
            ]
            self.survivors.append((name, changed[0] if changed else mutant))

    def prove(self, name: str, text: str, **more: str) -> object:  # type: ignore[override]
        self._attack(name, text, None)
        return super().prove(name, text, **more)

    def theorem(self, name: str, text: str, *, claim: str, **more: str) -> Theorem:  # type: ignore[override]
        self._attack(name, text, claim)
        return super().theorem(name, text, claim=claim, **more)


def text_lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in lines_of(text)]


def test_mutants_of_the_proofs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    Mutating.survivors, Mutating.tried = [], 0
    for module in (online_convex_optimization, perceptron):
        monkeypatch.setattr(module, "Context", Mutating)
        for build in {entry.build for entry in module.THEOREMS.values()}:
            build.__wrapped__()  # type: ignore[attr-defined]
    assert Mutating.tried > 150
    assert Mutating.survivors == []
