r"""Online-to-batch conversion: from the many hypotheses of a run to one."""

from __future__ import annotations

import numpy as np

from .record import OcoRun, Run
from .validation import FloatArray, generator

CONVERSIONS = ("average", "last", "random", "longest_survivor")


def online_to_batch(
    run: Run | OcoRun, how: str = "average", rng: np.random.Generator | None = None
) -> FloatArray:
    r"""One hypothesis from a run over a sample of independent examples.

    ========================= ==================================================================
    ``"average"``             :math:`(w_1+\dots+w_T)/T`; for convex losses its expected risk is at
                              most the expected average loss of the run
    ``"random"``              one of :math:`w_1,\dots,w_T`, each with probability 1/T; its expected
                              risk equals the expected average loss, convex or not
    ``"longest_survivor"``    the weights that went unchanged for most rounds, the earliest on a
                              tie; made for learners that change after mistakes only
    ``"last"``                :math:`w_{T+1}`; nothing is promised, since the last rounds may have
                              spoilt it
    ========================= ==================================================================

    Parameters
    ----------
    run : Run or OcoRun
        What :func:`olbook.play` or :func:`olbook.play_oco` returned; ``"random"`` and
        ``"longest_survivor"`` need ``keep_weights=True``.
    how : {"average", "last", "random", "longest_survivor"}
        Which hypothesis.
    rng : numpy.random.Generator, optional
        Needed for ``"random"``.

    Returns
    -------
    (d,) array

    Raises
    ------
    ValueError
        If `how` is unknown, or the run has no weights or did not keep them.
    TypeError
        If `run` is no run, or `rng` is missing or no generator.

    Notes
    -----
    The examples must be independent draws from one distribution, and the learner must have fixed its
    weights before it saw the example of the round.  What is promised of the zero-one loss rests on a
    mistake bound for every sample that can be drawn, hence on the labels too.

    Cesa-Bianchi, Conconi and Gentile (2004).  The longest survivor: Kearns, Li, Pitt and Valiant
    (1987).  Theorems batch.mistakes_to_risk, batch.average, batch.random_iterate, batch.widrow_hoff.

    Examples
    --------
    >>> import olbook as ol
    >>> run = ol.play(ol.Perceptron(), [[1.0], [2.0], [-1.0]], [1, 1, 1], keep_weights=True)
    >>> run.weights.ravel()
    array([0., 1., 1., 0.])
    >>> ol.online_to_batch(run), ol.online_to_batch(run, "longest_survivor")
    (array([0.66666667]), array([1.]))
    """
    if not isinstance(run, Run | OcoRun):
        raise TypeError(f"run must come from play or play_oco, got {type(run).__name__}")
    if how not in CONVERSIONS:
        known = ", ".join(f'"{name}"' for name in CONVERSIONS)
        raise ValueError(f"how must be one of {known}; got {how!r}")
    if run.w is None or run.average_w is None:
        raise ValueError("run must have weights w, but its learner has none")
    if how == "average":
        return run.average_w.copy()
    if how == "last":
        return run.w.copy()
    if run.weights is None:
        raise ValueError(f'how="{how}" needs a run with keep_weights=True')
    played = run.weights[:-1]
    index = generator(rng).integers(run.T) if how == "random" else _longest_survivor(played)
    chosen: FloatArray = played[index].copy()
    return chosen


def _longest_survivor(played: FloatArray) -> int:
    """The index of the weights that were played longest without a change; the first on a tie."""
    changed = (played[1:] != played[:-1]).any(axis=1)
    births = np.concatenate([[0], 1 + np.flatnonzero(changed)])
    lifetimes = np.diff(births, append=len(played))
    return int(births[lifetimes.argmax()])
