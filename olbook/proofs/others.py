"""Claims of the notes that are no chain of equalities and inequalities, and what stands for a proof.

Each has a mark, as "How this book is checked" explains them, and says where to look: a test, or an
entry of the bibliography.
"""

from __future__ import annotations

from dataclasses import dataclass

ENUMERATED, TESTED, CITED = "enumerated", "tested", "cited"


@dataclass(frozen=True)
class Claim:
    """One claim: what it says, its mark, and where it is checked."""

    title: str
    mark: str
    where: str


def _test(module: str, name: str) -> str:
    return f"tests/test_{module}.py::test_{name}"


OTHERS: dict[str, Claim] = {
    "S0-R4": Claim(
        "The doubling trick frees gradient descent from knowing T",
        TESTED,
        _test("doubling_trick", "regret_bound"),
    ),
    "S0-R6": Claim(
        "Half-spaces have no mistake bound without a margin",
        ENUMERATED,
        _test("claims", "thresholds_on_more_points_force_more_mistakes"),
    ),
    "S1-F2": Claim(
        "On the line every learner can be made to err in every round",
        TESTED,
        _test("perceptron", "bisection_fools_every_learner_and_stays_consistent"),
    ),
    "S1-L2": Claim(
        "The step size of the Perceptron does not change its mistakes",
        TESTED,
        _test("perceptron", "the_step_size_does_not_matter"),
    ),
    "S1-D5": Claim(
        "A monotone disjunction is a half-space",
        ENUMERATED,
        _test("claims", "a_disjunction_is_a_half_space"),
    ),
    "S1-T8": Claim(
        "Uniform convergence for a class of finite VC dimension",
        CITED,
        "shalevshwartz2014",
    ),
    "S1-R3": Claim(
        "The last hypothesis may be the worst",
        TESTED,
        _test("online_to_batch", "the_last_hypothesis_may_be_the_worst"),
    ),
    "S2-D3": Claim(
        "The slope of a loss is a subgradient",
        TESTED,
        _test("losses", "slope_is_a_subgradient"),
    ),
    "S2-R3": Claim(
        "The Perceptron is conservative gradient descent on the hinge loss",
        TESTED,
        _test("gd_eg_ftrl", "conservative_hinge_descent_with_step_one_is_the_perceptron"),
    ),
    "S2-R5": Claim(
        "Without a threshold, normalising Winnow changes no prediction",
        TESTED,
        _test("gd_eg_ftrl", "without_a_threshold_the_normaliser_changes_no_prediction"),
    ),
    "S2-L2": Claim(
        "The entropic leader on the simplex is a softmax",
        TESTED,
        _test("claims", "softmax_minimises_the_regularised_loss_on_the_simplex"),
    ),
    "S2-L3": Claim(
        "Under constraints the lazy and the agile algorithm differ",
        TESTED,
        _test("mirror_descent", "under_constraints_lazy_and_agile_part"),
    ),
    "S2-E1": Claim(
        "Half a squared norm need not be strictly convex",
        ENUMERATED,
        _test("claims", "half_a_squared_norm_need_not_be_strictly_convex"),
    ),
    "S3-D3": Claim(
        "The least worst number of mistakes is the Littlestone dimension",
        ENUMERATED,
        _test("claims", "the_littlestone_dimension_is_the_value_of_the_game"),
    ),
    "S3-R2": Claim(
        "A rescaled half-space predicts the same",
        TESTED,
        _test("claims", "a_rescaled_hypothesis_predicts_the_same"),
    ),
    "S3-R4": Claim(
        "The kernel Perceptron is the Perceptron on features",
        TESTED,
        _test("perceptron", "polynomial_kernel_is_the_perceptron_on_monomials"),
    ),
    "S3-R5": Claim(
        "The dimension does not matter to the Perceptron",
        TESTED,
        _test("claims", "the_dimension_does_not_matter_to_the_perceptron"),
    ),
}
