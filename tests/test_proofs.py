"""The theorems of the book: accepted, pinned, true of the real algorithms, and not by accident."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from faults import tell

import olbook as ol
from olbook import proofs
from olbook.checked import CheckError, Context, Theorem

ROOT = Path(__file__).parents[1]
IDS = sorted(ol.theorems())

TESTS = [import_module(f"test_proofs_{topic}") for topic in ol.TOPICS]
# id: claim, hypotheses, definitions, assumed lemmas
PINNED = {identifier: pin for tests in TESTS for identifier, pin in tests.PINNED.items()}


def topic_of(identifier: str) -> str:
    return next(topic for topic, known in proofs.THEOREMS.items() if identifier in known)


def names(facts: tuple[object, ...]) -> set[str]:
    return {fact.name for fact in facts}  # type: ignore[attr-defined]


# ---------------------------------------------------------------------- what is proved
def test_every_theorem_is_pinned_once_by_the_tests_of_its_topic() -> None:
    faults = []
    for topic, tests in zip(ol.TOPICS, TESTS, strict=True):
        file, known = f"tests/test_proofs_{topic}.py", proofs.THEOREMS[topic]
        faults += [f"{file}: PINNED: does not have {n}" for n in known if n not in tests.PINNED]
        faults += [f"{file}: PINNED: {n} is no theorem" for n in tests.PINNED if n not in known]
    tell(faults)
    assert len(PINNED) == sum(len(tests.PINNED) for tests in TESTS)


@pytest.mark.parametrize("identifier", IDS)
def test_a_theorem_says_what_it_should_and_rests_on_what_it_should(identifier: str) -> None:
    theorem, file = ol.theorem(identifier), f"tests/test_proofs_{topic_of(identifier)}.py"
    if identifier not in PINNED:
        tell([f"{file}: PINNED: does not have {identifier}"])
    _, hypotheses, definitions, assumed = PINNED[identifier]
    assert theorem.name == identifier
    assert theorem.sentence is not None
    assert theorem.title == ol.theorems()[identifier]
    found = theorem.claim, *map(names, (theorem.hypotheses, theorem.definitions, theorem.assumed))
    what, pinned = ("claim", "hypotheses", "definitions", "assumed"), PINNED[identifier]
    tell(
        (
            f"{w} now {now}, pinned {old}"
            for w, now, old in zip(what, found, pinned, strict=True)
            if now != old
        ),
        f"{file}: PINNED: {identifier}",
    )
    assert all(fact.source for fact in theorem.assumed)
    assert {*hypotheses, *definitions, *assumed} <= set(theorem.used)
    assert theorem.witness


def test_every_setting_is_registered_under_its_title() -> None:
    for topic, settings in proofs.SETTINGS.items():
        for name, entry in settings.items():
            assert ol.setting(name).title == entry.title, topic
    named = {each.name for name in IDS for each in ol.theorem(name).within}
    assert named == {name for settings in proofs.SETTINGS.values() for name in settings}


SIGNS = {"Sum", "dot", "norm2", "sqrt", "exp", "log", "pos", "inf", "lim", "E"}
NAME = re.compile(r"\b([A-Za-z]\w*)((?:\[[^\]]*\])?)(\(?)")


def kinds(theorem: Theorem) -> set[tuple[str, str]]:
    """Each letter of what is displayed: a number, a point, perhaps by its coordinates, a function."""
    found = set()
    for text in (theorem.claim, *(fact.text for fact in theorem.supposed)):
        for name, subscript, called in NAME.findall(text):
            if called:
                kind = "function"
            elif theorem.language.is_vector_name(name) or re.search(r"\b[ijd]\]$", subscript):
                kind = "point"
            else:
                kind = "number"
            found |= {(name, kind)} if name not in SIGNS else set()
    return found


def test_a_letter_is_of_one_kind_in_a_chapter_unless_the_notation_says_so() -> None:
    page = (ROOT / "book" / "notation.md").read_text(encoding="utf-8")
    table = page.split("(letters-with-two-meanings)=")[1].split("\n## ")[1]
    rows = re.findall(r"^\| \$\\?(\w+)\$ in \[[^\]]*\]\((\w+)\.ipynb\) \|", table, re.MULTILINE)
    said, found = {(topic, letter) for letter, topic in rows}, set()
    for topic, theorems in proofs.THEOREMS.items():
        pairs = set().union(*(kinds(ol.theorem(name)) for name in theorems))
        letters = [letter for letter, _ in pairs]
        found |= {(topic, letter) for letter in letters if letters.count(letter) > 1}
    place = "book/notation.md: letters-with-two-meanings"
    tell(
        [
            f"olbook/proofs/{topic}.py: {letter} is of two kinds: rename one, or add it to {place}"
            for topic, letter in sorted(found - said)
        ]
        + [
            f"{place}: {letter} has one meaning in {topic}"
            for topic, letter in sorted(said - found)
        ]
    )


def test_digests_do_not_depend_on_the_process() -> None:
    code = "import olbook as ol; print([ol.theorem(i).digest for i in ['ogd.regret', 'ogd.tuned']])"
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "12345"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == str([ol.theorem(i).digest for i in ("ogd.regret", "ogd.tuned")])
    assert len({ol.theorem(i).digest for i in IDS}) == len(IDS)


def small(
    line: str = "<= a + b", hypothesis: str = "x <= a", claim: str = "x <= a + b", **names: str
) -> Theorem:
    ctx = Context(**{"positive": "a b", "real": "x", **names})
    ctx.hyp("up", hypothesis)
    return ctx.theorem("t", f"x\n{line} | by up ; gap b", claim=claim, title="T", name="X")


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
    assert ol.theorem("perceptron.margin").bound(R=2.0, U=3.0) == 36.0
    assert ol.theorem("ogd.regret").bound(U=1.0, eta=0.5, S=4.0) == 2.0
    assert ol.theorem("perceptron.any_sequence").bound(R=1.0, U=2.0, H=9.0) == 4.0 + 2.0 * 3.0 + 9.0
    rounds = np.arange(1, 5)
    shown = ol.theorem("ogd.tuned").bound(U=2.0, G=3.0, T=rounds)
    np.testing.assert_allclose(shown, 6 * np.sqrt(rounds))
    table = ol.theorem("perceptron.margin").bound(R=np.ones((2, 1)), U=np.ones(3))
    assert table.shape == (2, 3)


@pytest.mark.parametrize("wrong", [0.0, -1.0, np.nan, np.inf, [1.0, -1.0]])
def test_the_bound_refuses_values_the_theorem_is_not_about(wrong: object) -> None:
    with pytest.raises(ValueError, match="R must be"):
        ol.theorem("perceptron.margin").bound(R=wrong, U=1.0)
    with pytest.raises(ValueError, match="T must be"):
        ol.theorem("ogd.tuned").bound(U=1.0, G=1.0, T=2.5)


def test_an_unknown_theorem() -> None:
    message = r"^no theorem is called {} Known names: eg."
    with pytest.raises(
        ValueError, match=message.format(r"'perceptron.magrin'; did you mean 'perceptron.margin'\?")
    ):
        ol.theorem("perceptron.magrin")
    with pytest.raises(ValueError, match=message.format(r"'x'\.")):
        ol.theorem("x")


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
        "The step is FALSE: it says "
    )
    assert refusal("2*a*b\n<= a**2 + b**2") == (
        "mine, step 1: right - left leaves  (a - b)**2  unexplained. "
        "It would close with: ; gap (a - b)**2"
    )
    assert refusal("x\n<= y", ("up", "x <= y")) == (
        "mine, step 1: right - left leaves  -x + y  unexplained. It would close with: by up"
    )
    assert refusal("x\n<= 2 | by up", ("up", "x <= 1")) == (
        "mine, step 1: after up, right - left leaves  1  unexplained. It would close with: ; gap 1"
    )
    # true, but in this language nobody can say why
    assert refusal("pos(x)\n<= pos(x - 1) + 1").endswith(
        "No numbers were found that make the step false; the reasons given do not cover it"
    )
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
    left, right, at = re.search(r"it says (\S+) <= (\S+) for (.*)", message).groups()  # type: ignore[union-attr]
    numbers = {name: Fraction(value) for name, value in (p.split(" = ") for p in at.split(", "))}
    a, b = numbers["a"], numbers["b"]
    assert (2 * a * b, a**2 - b**2) == (Fraction(left), Fraction(right))
    assert Fraction(left) > Fraction(right)
