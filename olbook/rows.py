"""Rows of numbers, many at a time, with the bits that one after the other would give."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from .validation import BoolArray, FloatArray

# Where many rounds are taken down at once, they have about this many entries: a quarter of a megabyte.
AT_ONCE = 2**15
# Rows longer than this are added one by one; np.cumsum goes down the columns, far apart in memory.
LONG_ROW = 256
# The maximum of a row shorter than this takes less time than the call for the row.
SHORT_ROW = 64


def sums_in_order(start: FloatArray, rows: FloatArray) -> FloatArray:
    """`start`, and the sums that arise from it when one row after the other is added."""
    sums = np.concatenate([start[np.newaxis], rows])
    if sums.shape[1] < LONG_ROW:
        return np.cumsum(sums, axis=0, out=sums)
    for before, after in pairwise(sums):
        after += before
    return sums


def changes(states: FloatArray) -> BoolArray:
    """Whether each state differs from the one before; a state is a vector, or has one in each row."""
    first: BoolArray = states[1:, ..., 0] != states[:-1, ..., 0]
    if first.all():  # most often one coordinate says it
        return first
    anywhere: BoolArray = (states[1:] != states[:-1]).any(axis=-1)
    return anywhere


def total_in_order(rows: FloatArray) -> FloatArray:
    """The sum of the rows, added from the first to the last.

    NumPy adds whole rows, unless they have one entry only: then it adds by halves.
    """
    total: FloatArray = rows.sum(axis=0) if rows.shape[1] > 1 else np.cumsum(rows, axis=0)[-1]
    return total


def softmax_rows(exponents: FloatArray) -> FloatArray:
    """In each row the powers of e, divided by their sum; the largest is 1 before the division.

    The exponents are overwritten.
    """
    # The largest of many short rows is found faster by comparing whole columns.
    short = exponents.shape[1] < SHORT_ROW
    largest = exponents.T.copy().max(axis=0) if short else exponents.max(axis=1)
    exponents -= largest[:, np.newaxis]
    powers: FloatArray = np.exp(exponents, out=exponents)
    powers /= powers.sum(axis=1, keepdims=True)
    return powers
