"""Two lines that proofs in many topics begin with, so that they are written once."""

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
