"""How close measured numbers come to the proved bounds."""

from __future__ import annotations

from html import escape

import numpy as np
from numpy.typing import ArrayLike, NDArray

ROUNDING = 1e-9
"""Relative excess over a bound that is put down to floating-point arithmetic."""


class MeasuredBounds:
    r"""The largest ratio measured/bound seen so far, for each theorem, and where it was seen.

    A chapter keeps one of these and shows it at its end. A ratio of 1 says that the theorem is
    tight; a ratio above 1 would refute it, and is an error.

    Examples
    --------
    >>> import numpy as np
    >>> import olbook as ol
    >>> bounds = ol.MeasuredBounds()
    >>> run = ol.play(ol.Perceptron(), np.eye(9), np.ones(9))  # margin 1 for u = (1, ..., 1)
    >>> bounds.check("perceptron.margin", run.n_mistakes, on="orthonormal rows", R=1.0, U=3.0)
    array(9.)
    >>> bounds
    perceptron.margin  1.000  orthonormal rows
    """

    def __init__(self) -> None:
        self.closest: dict[str, tuple[float, str]] = {}

    def check(
        self, name: str, measured: ArrayLike, *, on: str, **values: ArrayLike
    ) -> NDArray[np.float64]:
        r"""The bound of a theorem, after a look that what was measured stays below it.

        Parameters
        ----------
        name : str
            Name of a theorem, for example ``"perceptron.margin"``.
        measured : array_like
            The left-hand side of its claim, as measured; scalar, or a shape that broadcasts with
            the bound's.
        on : str
            What it was measured on, in a few words.
        **values : array_like
            The names on the right-hand side of the claim, as for ``Theorem.bound``.

        Returns
        -------
        numpy.ndarray
            The bound.

        Raises
        ------
        ValueError
            If a measured number exceeds its bound by more than rounding, or is not a number.
        """
        from .proofs import theorem

        left = np.asarray(measured, dtype=np.float64)
        bound = np.asarray(theorem(name).bound(**values), dtype=np.float64)
        if np.isnan(left).any():
            raise ValueError(f"{name} on {on}: a measured value is not a number")
        excess = left - bound - ROUNDING * np.maximum(np.abs(bound), 1.0)
        if np.any(excess > 0):
            at = np.unravel_index(np.argmax(excess), excess.shape)
            pair = [float(np.broadcast_to(side, excess.shape)[at]) for side in (left, bound)]
            raise ValueError(
                f"{name} on {on}: measured {pair[0]:.9g} exceeds the bound {pair[1]:.9g}; "
                f"does the stream satisfy the hypotheses of the theorem?"
            )
        tight = np.isclose(left, bound, rtol=ROUNDING, atol=ROUNDING)
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = float(np.max(np.where(tight, 1.0, left / bound)))
        if ratio > self.closest.get(name, (-np.inf, ""))[0]:
            self.closest[name] = (ratio, on)
        return bound

    def __repr__(self) -> str:
        if not self.closest:
            return "no measured number yet; bounds.check puts one beside its bound"
        width = max(map(len, self.closest))
        rows = sorted(self.closest.items())
        return "\n".join(f"{name:{width}s}  {ratio:.3f}  {on}" for name, (ratio, on) in rows)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from .checked.show.render import label_for
        from .proofs import theorem

        if not self.closest:
            return {"text/plain": repr(self)}
        page = ["| theorem | ratio | where |", "| :-- | --: | :-- |"]
        rows = []
        for name, (ratio, on) in sorted(self.closest.items()):
            title = theorem(name).title
            page.append(f"| {{prf:ref}}`{label_for(name)}`, {title} | {ratio:.3f} | {on} |")
            rows.append(
                f"<tr><td>{escape(title)}</td><td>{ratio:.3f}</td><td>{escape(on)}</td></tr>"
            )
        return {
            "text/markdown": "\n".join(page),
            "text/html": f"<table>{''.join(rows)}</table>",
            "text/plain": repr(self),
        }
