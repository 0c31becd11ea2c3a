"""Hypotheses that a theorem would be true without, each with the reason, and why the box keeps it."""

SUM = "Numbers that are not negative and add up to 1 are at most 1. The line only names what the proof uses."
COUNT = "A positive whole number is at least 1 anyway. The line only names what the proof uses."
SOME = "k is positive, and a sum of zeros and ones. The line only names what the proof uses."
SHARE = (
    "The share K/(T − 1) and the rest are positive, so 0 < K < T − 1. The line only names what the proof "
    "uses."
)
RATE = "The step size is positive, so its exponential is below 1. The line only names what the proof uses."
LEVEL = "The root of ln(1/δ) has a value only then. The line only names what the proof uses."
EXPONENT = "p = q/(q − 1) is positive. The line only says which q that allows."

PART = (
    "It is one of positive numbers, divided by their sum. The line only names what the proof uses."
)
CUT = (
    "The bound holds for all weights u that are not negative, with k their sum: to cut one above 1 down to "
    "1 raises neither k nor a loss, and then each u ln u is at most 0. The box keeps it because it speaks of "
    "disjunctions."
)
ASTRAY = (
    "Where the interval of the difference lies on one side of zero, its factor in the proof is at most 1, which is "
    "better still. The proof here uses Hoeffding's lemma, which is about intervals with zero inside."
)

NAMES = frozenset(
    {SUM, COUNT, SOME, SHARE, RATE, EXPONENT, PART}
)  # nobody learns from trying these

RIDGE = "The points m of ridge regression are a help of the proof alone, and always exist, since a is positive."
LOWEST = "The proof would need no more than that ψ(w₁) is not negative, and no half of a square is."
GROWING = "s is positive and its square is at least 2, so s is above 1. The line only names what the proof uses."
WHOLE = (
    "s² is the length of the second block: a whole number above 1, so at least 2. If that block is cut or "
    "missing, the bound is true for every s above 1. The proof here does not tell these cases apart."
)

REASONS: dict[tuple[str, str], str] = {
    ("littlestone.agnostic", "most"): SUM,
    ("winnow.normalised", "most"): SUM,
    ("games.mix_loss", "most"): SUM,
    ("games.small_losses", "most"): SUM,
    ("games.small_losses_tuned", "most"): SUM,
    ("games.self_play", "most"): SUM,
    ("games.self_play", "most_columns"): SUM,
    ("eg.linear_losses", "most"): SUM,
    ("eg.regret", "most"): SUM,
    ("eg.tuned", "most"): SUM,
    ("hedge.regret", "most"): SUM,
    ("square.exponentiated_gradient", "most"): SUM,
    ("ftrl.hedge", "most"): SUM,
    ("ftrl.anytime_hedge", "most"): SUM,
    ("bandits.local_norm", "most"): SUM,
    ("bandits.exp3", "most"): SUM,
    ("bandits.exp3_tuned", "most"): SUM,
    ("doubling.regret", "begun"): COUNT,
    ("doubling.gradient_descent", "begun"): COUNT,
    ("tuning.any_base", "begun"): COUNT,
    ("tuning.gradient_descent_any_base", "begun"): COUNT,
    (
        "littlestone.halving",
        "realizable",
    ): "It is said twice: n is declared positive, and a positive number of experts is at least 1. With "
    "n declared nonneg as well as without this line the theorem is false: then all may be wrong in every round.",
    ("winnow.any_labels", "disjunction"): CUT,
    ("winnow.disjunctions", "disjunction"): CUT,
    ("winnow.any_labels_tuned", "disjunction"): CUT,
    ("winnow.regret", "some"): SOME,
    ("winnow.any_labels", "some"): SOME,
    ("winnow.disjunctions", "some"): SOME,
    ("winnow.any_labels_tuned", "some"): SOME,
    ("tuning.any_base", "above"): GROWING,
    ("tuning.gradient_descent_any_base", "above"): GROWING,
    ("tuning.any_base", "base"): WHOLE,
    ("tuning.gradient_descent_any_base", "base"): WHOLE,
    ("curved.forecaster", "ridge"): RIDGE,
    ("curved.vovk_azoury_warmuth", "ridge"): RIDGE,
    (
        "curved.moving",
        "after",
    ): "Where it fails, the comparator has moved nearer to the next point played, which only helps.",
    ("winnow.known_literals_large_factor", "up"): "β + 1 ≤ β ln β is false for β at most 1.",
    ("mirror.p_norm", "start"): LOWEST,
    ("mirror.p_norm_tuned", "start"): LOWEST,
    ("games.mix_loss_shifting", "whole"): PART,
    ("games.shifting", "whole"): PART,
    ("games.shifting_tuned", "whole"): PART,
    (
        "games.shifting_tuned",
        "kept",
    ): "With the least possible r the number of shifts only falls. Where that makes the bound of the "
    "fixed share larger, α is above d/(d + 1), and the weights are so even that √(TJ/2) exceeds "
    "every regret. The theorem for any fixed share, which is used, needs it.",
    ("games.shifting_tuned", "some"): SHARE,
    ("games.shifting_tuned", "seldom"): SHARE,
    ("games.shifting_tuned", "long"): SHARE,
    (
        "games.shifting_tuned",
        "weights",
    ): "The first weights are 1/d each, a step divides by their sum, and the share and the rest sum to 1, so "
    "the weights always do. The line only names what the proof uses.",
    ("games.small_losses", "below"): RATE,
    ("games.small_losses_tuned", "below"): RATE,
    ("winnow.any_factor", "up"): "r is positive and at most θ(1 − 1/β), so β is above 1.",
    ("winnow.factor_two", "up"): "The factor β is 2. The line only names what the proof uses.",
    ("curved.regret", "positive"): "The step size 1/H is positive, so H is.",
    ("risk.azuma_hoeffding", "below"): ASTRAY,
    ("risk.azuma_hoeffding", "above"): ASTRAY,
    ("risk.average_risk", "most_risk"): ASTRAY,
    ("risk.average_risk", "possible"): LEVEL,
    ("risk.average_point", "possible"): LEVEL,
    ("risk.average_point", "most_risk"): ASTRAY,
    ("risk.average_point", "most_risk_u"): ASTRAY,
    (
        "mirror.p_norm_tuned",
        "range",
    ): "The step size has a value only for d ≥ 2, where p is above 1, and no more is used of it. "
    "The lemma on strong convexity that is assumed is known for p ≥ 2.",
    ("mirror.dual_gradient", "range"): EXPONENT,
    ("mirror.dual_length", "range"): EXPONENT,
    (
        "square.tuned",
        "small",
    ): "It excludes only C = 0, no noise, and there the bound is true as well.",
    (
        "square.tuned",
        "some_size",
    ): "The step size U/(U + √C) is positive, so U is. The line only names what the proof uses.",
    (
        "perceptron.hinge_is_convex",
        "part",
    ): "a is a help of the proof: the hinge is convex without it.",
    (
        "perceptron.hinge_is_convex",
        "active",
    ): "a is a help of the proof: the hinge is convex without it.",
    ("perceptron.margin_leaves_no_hinge", "active"): "a is a help of the proof alone.",
}
