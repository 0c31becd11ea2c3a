"""Two small topics, to be added to a copy of the project: follow the perturbed leader, and a twin of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import notebooks
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

import olbook as ol

TOPIC = "follow_the_perturbed_leader"
THEOREM = "perturbed.regret"

ALGORITHM = r'''
r"""Follow the perturbed leader: play what was best so far, after a random head start."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from .learners import OCOPlayer, all_or_nothing
from .validation import FloatArray, generator, positive


class FollowThePerturbedLeader(OCOPlayer):
    r"""Follow the perturbed leader on the simplex.

    .. math:: w_{t+1}=\arg\min_{w\in\Delta}\Big\langle\sum_{s\le t}g_s-h,\,w\Big\rangle,

    where the head start :math:`h` is drawn once: its entries are independent and exponential, with
    mean :math:`1/\eta`.  The minimum is at a corner.

    Parameters
    ----------
    eta : float
        The smaller, the longer the head start.
    rng : numpy.random.Generator
        Draws the head start.
    d : int, optional
        The dimension.  If given, the learner starts at once.

    Notes
    -----
    Hannan (1957), Kalai and Vempala (2005).  Theorem perturbed.regret.

    Examples
    --------
    >>> import numpy as np
    >>> import olbook as ol
    >>> learner = ol.FollowThePerturbedLeader(eta=1.0, rng=np.random.default_rng(0), d=2)
    >>> learner.update([0.0, 9.0])
    >>> learner.w
    array([1., 0.])
    """

    _head_start: FloatArray
    _total: FloatArray

    def __init__(self, eta: float, rng: np.random.Generator, d: int | None = None) -> None:
        self.eta: Final = positive("eta", eta)
        self.rng: Final = generator(rng)
        super().__init__(d)

    @property
    def head_start(self) -> FloatArray:
        """The head start h of each coordinate, shape (d,)."""
        return self._head_start.copy()

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        """Learn the gradient `g`, shape (d,), of the round's loss at ``w``."""
        g, _ = self._begin_round(g)
        self._total = self._total + g
        self._move_to(self._leader())

    def _first_weights(self, d: int) -> FloatArray:
        self._head_start = self.rng.exponential(1.0, d) / self.eta
        self._total = np.zeros(d)
        return self._leader()

    def _leader(self) -> FloatArray:
        """The corner of the simplex with the least total, the head start taken off."""
        least = np.argmin(self._total - self._head_start)
        corner: FloatArray = np.eye(len(self._total))[least]
        return corner
'''

TESTS = '''
"""Follow the perturbed leader: where it plays, that it is random once, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol


@settings(deadline=None)
@given(st.integers(1, 30), st.integers(1, 6), st.integers(0, 10**6), st.floats(0.01, 10))
def test_it_plays_the_corner_that_was_best_so_far(T: int, d: int, seed: int, eta: float) -> None:
    gradients = np.random.default_rng(seed).normal(size=(T, d))
    learner = ol.FollowThePerturbedLeader(eta, np.random.default_rng(seed), d)
    run = ol.play_oco(learner, gradients)
    assert run.weights is not None
    totals = np.vstack([np.zeros(d), np.cumsum(gradients, axis=0)]) - learner.head_start
    np.testing.assert_array_equal(run.weights.argmax(axis=1), totals.argmin(axis=1))
    np.testing.assert_array_equal(run.weights.sum(axis=1), 1.0)


def test_two_plays_are_alike_and_a_fresh_start_is_not() -> None:
    learner = ol.FollowThePerturbedLeader(1.0, np.random.default_rng(0))
    runs = [ol.play_oco(learner, np.eye(5)) for _ in range(2)]
    np.testing.assert_array_equal(runs[0].weights, runs[1].weights)
    learner.start(5)
    before = learner.head_start
    learner.start(5)
    assert (learner.head_start != before).all()


def test_it_refuses_what_is_no_generator_and_no_rate() -> None:
    with pytest.raises(TypeError, match="rng must be a numpy Generator"):
        ol.FollowThePerturbedLeader(1.0, 0)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="eta must be positive"):
        ol.FollowThePerturbedLeader(0.0, np.random.default_rng(0))
'''

PROOFS = '''
r"""Theorem on the perturbed leader, which would have been almost the best one round ahead."""

from __future__ import annotations

from functools import cache

from ..checked import Context, Theorem
from .entries import Entry


@cache
def perturbed_leader() -> dict[str, Theorem]:
    """The regret is what the head start costs, and what it would have saved to be a round ahead."""
    ctx = Context(index="t: 1..T", real="P S", vector="w g u", nonnegint="T")
    ctx.define("ahead", "S == Sum(dot(g[t], w[t] - w[t+1]), t, 1, T)", label="one round ahead")
    ctx.hyp("leader", "Sum(dot(g[t], w[t+1] - u), t, 1, T) <= P", label="the leader is the best")
    theorem = ctx.theorem(
        "regret",
        """
        Sum(dot(g[t], w[t] - u), t, 1, T)
        == S + Sum(dot(g[t], w[t+1] - u), t, 1, T)
            | by ahead
        <= P + S
            | by leader
        """,
        claim="Sum(dot(g[t], w[t] - u), t, 1, T) <= P + S",
        title=THEOREMS["perturbed.regret"].title,
        name="perturbed.regret",
        statement="""
            Let [the points `w[t+1]`, each played one round before, lose at most `P` more than
            `u`](leader), and let [`S` be the sum of what this leaves](ahead). Then {claim}.
        """,
    )
    return {"perturbed.regret": theorem}


THEOREMS = {"perturbed.regret": Entry("Regret of the perturbed leader", perturbed_leader)}
'''

TESTS_OF_PROOFS = '''
"""The theorem of the perturbed leader: pinned, and true of the algorithm."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol

# name: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "perturbed.regret": (
        "Sum(dot(g[t], w[t] - u), t, 1, T) <= P + S",
        {"leader"},
        {"ahead"},
        set(),
    ),
}


@settings(deadline=None)
@given(st.integers(1, 40), st.integers(1, 6), st.integers(0, 10**6), st.floats(0.01, 10))
def test_the_regret_of_the_perturbed_leader(T: int, d: int, seed: int, eta: float) -> None:
    gradients = np.random.default_rng(seed).normal(size=(T, d))
    learner = ol.FollowThePerturbedLeader(eta, np.random.default_rng(seed), d)
    run = ol.play_oco(learner, gradients)
    assert run.weights is not None
    S = float((gradients * (run.weights[:-1] - run.weights[1:])).sum())
    bound = ol.theorem("perturbed.regret").bound(P=learner.head_start.max(), S=S)
    assert run.losses.sum() - gradients.sum(axis=0).min() <= bound + 1e-9
'''

OPENING = """
(chapter-follow-the-perturbed-leader)=
# Follow the perturbed leader

**In this chapter** you give every expert a random head start, and then follow the one who leads.

**Afterwards you can** say what a head start costs, and what it saves.

**Time:** one hour.
"""
EXERCISE = """
## Your turn

:::{exercise} No head start · by hand
:label: ex-perturbed-none

What does the leader play against two experts who lose in turn, if there is no head start?
:::

:::{solution} ex-perturbed-none
:class: dropdown

The one who loses next, in every round but the first.
:::
"""
RUN = """
rng = np.random.default_rng(1)
losses = rng.random((200, 10))
learner = ol.FollowThePerturbedLeader(eta=0.2, rng=rng, d=10)
run = ol.play_oco(learner, losses)
regret = run.losses.sum() - losses.sum(axis=0).min()
S = (losses * (run.weights[:-1] - run.weights[1:])).sum()
"""
BOUNDS = """
bounds = ol.MeasuredBounds()
P = learner.head_start.max()
bounds.check("perturbed.regret", regret, on="random losses", P=P, S=S)
bounds
"""


def chapter() -> str:
    """The notebook, not yet run."""
    cells = [
        new_markdown_cell(OPENING.strip()),
        new_code_cell("import numpy as np\n\nimport olbook as ol"),
        new_markdown_cell("## A random head start"),
        new_code_cell(f'ol.theorem("{THEOREM}")'),
        new_code_cell(RUN.strip()),
        new_markdown_cell(EXERCISE.strip()),
        new_code_cell(BOUNDS.strip(), metadata={"tags": ["bounds"]}),
    ]
    notebook = new_notebook(cells=cells)
    notebooks.normalise(notebook)
    return notebooks.as_text(notebook)


def after(pattern: str, *lines: str) -> Callable[[str], str]:
    """Puts lines into a text, below the only one that matches."""

    def edited(text: str) -> str:
        assert len(re.findall(f"(?m)^{pattern}$", text)) == 1, pattern
        added = "".join(f"\n{line}" for line in lines)
        return re.sub(f"(?m)^{pattern}$", lambda found: found[0] + added, text)

    return edited


def all_of(*edits: Callable[[str], str]) -> Callable[[str], str]:
    """Makes several edits, one after the other."""

    def edited(text: str) -> str:
        for edit in edits:
            text = edit(text)
        return text

    return edited


@dataclass(frozen=True)
class Toy:
    """A topic: its files and what is done to others, both by the paths that CONTRIBUTING.md gives."""

    topic: str
    theorem: str
    files: dict[str, str]
    edits: dict[str, Callable[[str], str]]


def toy(topic: str, learner: str, word: str, before: dict[str, str]) -> Toy:
    """The toy under other names; ``before`` are the lines below which its edits stand."""
    names = {
        TOPIC: topic,
        TOPIC.replace("_", "-"): topic.replace("_", "-"),
        "FollowThePerturbedLeader": learner,
        "perturbed": word,
        "Perturbed": word.capitalize(),
    }

    def renamed(text: str) -> str:
        for name, new in names.items():
            text = text.replace(name, new)
        return text

    texts = {
        "olbook/<topic>.py": ALGORITHM.lstrip(),
        "tests/test_<topic>.py": TESTS.lstrip(),
        "olbook/proofs/<topic>.py": PROOFS.lstrip(),
        "tests/test_proofs_<topic>.py": TESTS_OF_PROOFS.lstrip(),
        "book/<topic>.ipynb": chapter(),
    }
    edits = {
        "olbook/__init__.py": all_of(
            after(f'    "{before["topic"]}",', f'    "{topic}",'),
            after(rf"from \.{before['module']} import .*", f"from .{topic} import {learner}"),
            after(f'    "{before["name"]}",', f'    "{learner}",'),
        ),
        "_toc.yml": after(rf" +- file: book/{before['page']}", f"      - file: book/{topic}"),
        "README.md": after("  gd_eg_ftrl.py .*", f"  {topic}.py"),
        "tests/test_contract.py": all_of(
            after(
                "SIGNATURES = {",
                f'    "{learner}": "(eta, rng, d=None)",',
                f'    "{learner}.update": "(self, g)",',
            ),
            after(
                "OCO_LEARNERS = {",
                f'    "{learner}": ol.{learner}(0.1, np.random.default_rng(0)),',
            ),
        ),
        "CHANGELOG.md": after("## Unreleased", "", f"- A chapter on the {word} leader."),
    }
    return Toy(topic, renamed(THEOREM), {path: renamed(t) for path, t in texts.items()}, edits)


LAST = ol.TOPICS[-1]
TOYS = (
    toy(
        TOPIC,
        "FollowThePerturbedLeader",
        "perturbed",
        {"topic": LAST, "module": "doubling_trick", "name": "ExponentiatedGradient", "page": LAST},
    ),
    toy(
        "follow_the_shaken_leader",
        "FollowTheShakenLeader",
        "shaken",
        {"topic": TOPIC, "module": TOPIC, "name": "FollowTheRegularizedLeader", "page": TOPIC},
    ),
)
