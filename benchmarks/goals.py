"""The lines of the table: what is measured, and what we want."""

from __future__ import annotations

from table import Goal

DIMENSIONS = (10, 100, 1000)
RATES = ("0.1", "1", "20")  # mistakes in per cent of the rounds
LOSSES = ("hinge", "absolute")
SETS = ("ball", "simplex", "L1 ball")

CALLS = (
    "A mistake costs some ten calls of NumPy, rows that are read in vain, and a copy of the weights for "
    "the record, which the bare loop does not keep."
)
BANDWIDTH = (
    "Memory and calls of NumPy differ in speed from machine to machine: see the times per round."
)

ROW_BY_ROW = "Both sides are calls of a microsecond or less, and differ from machine to machine."
COPIES = "A round of all copies takes several calls of NumPy, and their record is made beside."
RECORD = (
    "The record holds a copy of all gradients and the average point, and everything is checked to "
    "be finite: several passes over the losses, where the bare loop keeps nothing."
)
ITERATIONS = (
    "Each iteration is some ten products, weighted or for the certificate; with many coordinates at "
    "a corner of the set it takes more of them."
)

Bounds = dict[tuple[int, str], float]  # by d and the rate; what has none is only reported


NONE: Bounds = {}


def perceptron(
    section: str, key: str, what: str, at_most: Bounds = NONE, at_least: Bounds = NONE
) -> list[Goal]:
    """The lines of one contender."""
    return [
        Goal(
            f"{key}-{d}-{rate}",
            f"Perceptron, {section}",
            f"{what}: d = {d}, {rate} % mistakes",
            at_most=at_most.get((d, rate)),
            at_least=at_least.get((d, rate)),
            reason=BANDWIDTH if rate == "0.1" else CALLS,
            grid=what,
            row=f"d = {d}",
            column=f"{rate} %",
        )
        for rate in RATES
        for d in DIMENSIONS
    ]


LOOP: Bounds = {
    (10, "0.1"): 20,
    (100, "0.1"): 12,
    (1000, "0.1"): 3.5,
    (100, "1"): 5,
    (10, "20"): 1,
    (100, "20"): 1,
    (1000, "20"): 1,
}

GOALS = [
    *perceptron(
        "against the limits of the hardware",
        "product",
        "play / one product of X with w",
        at_most={
            (10, "0.1"): 5,
            (100, "0.1"): 2.5,
            (1000, "0.1"): 1.6,
            (100, "1"): 7,
        },
    ),
    *perceptron(
        "against the limits of the hardware",
        "c",
        "play / the same in C",
        at_most={(100, "0.1"): 2.5, (1000, "0.1"): 1.6},
    ),
    *perceptron(
        "against compiled code",
        "scikit-learn",
        "one epoch of scikit-learn / play",
        at_least={
            (10, "0.1"): 1,
            (100, "0.1"): 1.8,
            (1000, "0.1"): 2.5,
            (100, "1"): 1,
            (1000, "1"): 1,
        },
    ),
    *perceptron("against loops", "loop", "a bare loop / play", at_least=LOOP),
    *perceptron("against loops", "loop-product", "a bare loop / one product of X with w"),
    *perceptron("against loops", "own-loop", 'play(..., method="loop") / play', at_least=LOOP),
    Goal(
        "river-loop",
        "Other packages, row by row",
        "river, Perceptron / a bare loop: d = 100",
        at_least=10,
        reason=ROW_BY_ROW,
    ),
    Goal(
        "river-play",
        "Other packages, row by row",
        "river, Perceptron / play: d = 100, 1 % mistakes",
        at_least=80,
        reason=ROW_BY_ROW,
    ),
    Goal(
        "scikit-learn-rows-loop",
        "Other packages, row by row",
        "scikit-learn, Perceptron / a bare loop: d = 100",
        at_least=200,
        reason=ROW_BY_ROW,
    ),
    Goal(
        "scikit-learn-rows-play",
        "Other packages, row by row",
        "scikit-learn, Perceptron / play: d = 100, 1 % mistakes",
        at_least=2000,
        reason=ROW_BY_ROW,
    ),
    Goal(
        "river-widrow-hoff",
        "Other packages, row by row",
        "river, Widrow-Hoff / a bare loop: d = 100",
        at_least=4,
        reason=ROW_BY_ROW,
    ),
    Goal(
        "replicate-loop",
        "Many games at once",
        "bare loops of Widrow-Hoff / replicate: 100 copies, d = 10",
        at_least=15,
        reason=COPIES,
    ),
    Goal(
        "replicate-runs",
        "Many games at once",
        "separate runs of play / replicate: 100 copies, d = 10",
        at_least=15,
        reason=COPIES,
    ),
    Goal(
        "hedge-10",
        "Linear losses",
        "a bare loop of Hedge / play_oco: d = 10",
        at_least=20,
        reason=RECORD,
    ),
    Goal(
        "hedge-100",
        "Linear losses",
        "a bare loop of Hedge / play_oco: d = 100",
        at_least=4,
        reason=RECORD,
    ),
    Goal(
        "pyol-10",
        "Linear losses",
        "PyOL / play_oco: d = 10",
        at_least=30,
        reason=RECORD,
    ),
    Goal(
        "pyol-100",
        "Linear losses",
        "PyOL / play_oco: d = 100",
        at_least=7,
        reason=RECORD,
    ),
    *(
        Goal(
            f"best-{loss}-{domain.replace(' ', '-')}",
            "The best fixed point, T = 10,000, d = 100, certified to a millionth",
            f"best_in_hindsight / one product X'X: {loss}, {domain}",
            at_most=250,
            reason=ITERATIONS,
        )
        for loss in LOSSES
        for domain in SETS
    ),
    Goal(
        "best-square-ball",
        "The best fixed point, T = 10,000, d = 100, certified to a millionth",
        "best_in_hindsight / one product X'X: square, ball",
        at_most=8,
        reason="The certificate looks at all of X several times, and rounds downwards.",
    ),
    Goal(
        "clarabel",
        "The best fixed point, T = 10,000, d = 100, certified to a millionth",
        "the solver Clarabel / best_in_hindsight: hinge, ball",
        at_least=10,
        reason=ITERATIONS,
    ),
    Goal(
        "streaming-memory",
        "A stream of 1.6 GB, 8192 rounds at a time",
        "peak memory of the process, everything included",
        at_most=150,
        unit=" MB",
        reason="The record takes 18 bytes a round, and twice that while its parts are joined.",
    ),
    Goal(
        "streaming-time",
        "A stream of 1.6 GB, 8192 rounds at a time",
        "play / reading the file and playing in memory",
        at_most=1.5,
        reason="Both read the file from the cache of the system, which is as fast as playing.",
    ),
]
