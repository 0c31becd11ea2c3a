"""Every statement of the book has been tried at length, and the stored numbers of worlds are these."""

from __future__ import annotations

import os
import random
import time

import pytest
from faults import tell

import olbook as ol
from olbook.checked import judge as judging
from olbook.proofs import CATALOGUE, judged
from olbook.proofs.judged import at_length

FEWEST = 100
"""Worlds for each statement; nearly all were tried in as many as the judge wants."""


def test_every_statement_is_stored_as_it_is_displayed() -> None:
    kept = {name: line.split()[0] for name, line in judged.lines().items()}
    now = {name: judging.address(ol.theorem(name).whole) for name in CATALOGUE}
    new = [name for name, address in now.items() if kept.get(name) != address]
    tell(
        [f"{name}: was never judged at length as it is displayed now" for name in new]
        + [f"{name}: is no theorem" for name in kept if name not in now],
        judging.STORED,
        "make update",
    )


TWELVE = (
    "about one whole number; the digits of what it determines double with it, and all must be known"
)
FEW = {"curved.forced_sharp": TWELVE, "curved.forced": TWELVE}


def test_every_statement_was_tried_in_many_worlds() -> None:
    stored = judging._stored()
    few = {judging.address(ol.theorem(name).whole) for name in FEW}
    assert all(stored[address] < FEWEST for address in few)  # else it leaves the list
    worlds = sorted(number for address, number in stored.items() if address not in few)
    assert worlds[0] >= FEWEST
    assert worlds[len(worlds) // 20] >= judging.MANY


@pytest.mark.thorough
def test_the_stored_numbers_are_those_of_a_new_run() -> None:
    """In any order; all take three minutes, and JUDGED_SECONDS says after how many no other is begun."""
    end = time.monotonic() + float(os.environ.get("JUDGED_SECONDS", "inf"))
    stored = judging._stored()
    for identifier, theorem in at_length(random.sample(sorted(CATALOGUE), len(CATALOGUE))):
        assert theorem.verdict
        assert theorem.verdict.tried == stored[judging.address(theorem.whole)], identifier
        if time.monotonic() > end:
            break
