"""What proofs in several topics begin with, so that it is written once."""

from __future__ import annotations

from ..checked import Context


def log_tangent(ctx: Context, number: str) -> None:
    """The logarithm lies below its tangent at 1; ``number`` is the letter of its argument."""
    ctx.prove(
        "log_tangent",
        f"""
        log({number})
        <= {number} - 1
            | by calculus({number}, 1)
        """,
        label="The logarithm lies below its tangent",
    )


def exp_tangent(ctx: Context, number: str) -> None:
    """The exponential lies above its tangent at 0; ``number`` is the letter of its argument."""
    ctx.prove(
        "tangent",
        f"""
        1 + {number}
        <= exp({number})
            | by calculus({number}, 0)
        """,
        label="The exponential lies above its tangent",
    )


def two_points(ctx: Context) -> None:
    r"""A share `q` of the value :math:`\theta`, and the rest of 0; after the tangent of `exp` at `r`."""
    ctx.prove(
        "jensen",
        """
        exp(q*theta)
        <= 1 - q + q*exp(theta)
            | by times((1 - q)*exp(q*theta), at(tangent, r=-q*theta)), times(q*exp(q*theta), at(tangent, r=theta - q*theta))
        """,  # noqa: E501
        label="A chord of the exponential",
    )
    ctx.prove(
        "two_points",
        """
        log(1 - q + q*exp(theta))
        <= q*theta + theta**2/8
            | by calculus(theta, 0)
        """,
        label="Two values, 0 and $\\theta$",
    )


def shares(ctx: Context, exponent: str) -> None:
    """Weights `v` that every round multiplies by an exponential, and `w`, in which they sum to 1."""
    ctx.define("start", "v[1, i] == 1", label="the start")
    ctx.define("update", f"v[t+1, i] == v[t, i]*exp({exponent})", label="the update")
    ctx.define("total", "V[t] == Sum(v[t, i], i, 1, d)", on="t: 1..T+1", label="the normaliser")
    ctx.define("shares", "w[t, i] == v[t, i]/V[t]", label="the weights")


def on_the_simplex(ctx: Context) -> None:
    """The comparator `u` has nonnegative entries, and they sum to 1."""
    ctx.hyp("most", "u[i] <= 1", label="the comparator")
    ctx.hyp("simplex", "Sum(u[i], i, 1, d) == 1", label="its sum")


def shares_sum_to_one(ctx: Context) -> None:
    """The weights of `shares`, divided by their sum."""
    ctx.prove(
        "normalised",
        """
        Sum(v[t, i]/V[t], i, 1, d)
        == 1
            | by total
        """,
        on="t: 1..T+1",
        label="Divided by their sum, they sum to 1",
    )
    ctx.prove(
        "weights",
        """
        Sum(w[t, i], i, 1, d)
        == Sum(v[t, i]/V[t], i, 1, d)
            | by shares
        == 1
            | by normalised
        """,
        label="The weights sum to 1",
    )


def from_first_to_last(ctx: Context, number: str, lost: str) -> None:
    """How the logarithm of the normaliser of `shares` begins and ends.

    ``number`` is the letter of `log_tangent`, and ``lost`` what the exponents of the comparator are in a round.
    """
    ctx.prove(
        "first",
        """
        log(V[1])
        == log(d)
            | by at(total, t=1), start
        """,
        label="At first, the normaliser is $d$",
    )
    ctx.prove(
        "last",
        f"""
        Sum(u[i]*log(v[T+1, i]), i, 1, d)
        <= Sum(u[i]*(log(V[T+1]) + v[T+1, i]/V[T+1] - 1), i, 1, d)
            | by sum(i, 1, d, times(u[i], at(log_tangent, {number}=v[T+1, i]/V[T+1])))
        <= Sum(u[i]*(log(V[T+1]) - 1) + v[T+1, i]/V[T+1], i, 1, d)
            | by sum(i, 1, d, times(v[T+1, i]/V[T+1], most))
        == log(V[T+1])
            | by at(normalised, t=T+1), simplex
        """,
        label="At last, it is above the comparator's weights",
    )
    ctx.prove(
        "comparator",
        f"""
        Sum(u[i]*log(v[T+1, i]), i, 1, d)
        == Sum(u[i]*log(v[1, i]), i, 1, d) + Sum(Sum(u[i]*(log(v[t+1, i]) - log(v[t, i])), i, 1, d), t, 1, T)
        == Sum({lost}, t, 1, T)
            | by start, update
        """,
        label="The comparator's weights are its total loss",
    )
