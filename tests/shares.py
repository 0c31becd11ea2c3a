"""Which rows of a test every run takes, which the thorough run alone, and what of it is a week's share."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest

#: Thorough tests that take half a minute and more, the longest first. What begins so stays together.
LONGEST_TESTS = (
    "test_add_a_chapter.py::test_the_site_is_built_and_marks_what_rocq_has_not_proved",
    "test_add_a_chapter.py::test_the_topics_are_at_home[what walks the topics]",
    "test_other_machines.py::test_the_marks_of_all_stored_answers_are_the_same",
    "test_second_opinion.py::test_the_stored_run_is_about_the_files_of_today",
    "test_live.py::test_the_texts_of_all_theorems_prove_them",
    "test_bench.py::",
    "test_site_access.py::test_nothing_is_wrong_on_any_page[phone-dark]",
    "test_site_access.py::test_nothing_is_wrong_on_any_page[desktop-light]",
    "test_loops.py::test_slips_of_this_week_in_printed_loops_are_noticed",
    "test_grading.py::test_whole_class_is_graded",
    "test_other_machines.py::test_no_decision_of_a_stored_answer_is_nearly_a_tie[winnow-walls-3]",
    "test_live.py::test_every_stored_world_refutes_by_the_evaluator_of_the_judge",
    "test_site_live.py::test_every_theorem_is_proved_and_every_change_refused_in_a_browser",
    "test_judged.py::test_the_stored_numbers_are_those_of_a_new_run",
    "test_checked_algebra.py::test_many_nested_sums_mean_what_they_say",
)


def first_of_each(
    rows: Iterable[Any], kind: Callable[[Any], Hashable] = lambda row: None
) -> list[Any]:
    """Rows for ``parametrize``; all but the first of each kind are left to the thorough run.

    Without kinds that is the first of all. A tuple is a row of several values; no row has marks yet.
    """
    seen: set[Hashable] = set()
    shared = []
    for row in rows:
        marks = [pytest.mark.thorough] if kind(row) in seen else []
        seen.add(kind(row))
        shared.append(pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=marks))
    return shared


def share_of(tests: list[pytest.Item], mine: int, parts: int) -> list[pytest.Item]:
    """One of so many shares: the longest tests are dealt out there and back, the others in turn."""
    there_and_back = [*range(parts), *reversed(range(parts))]
    in_turn = itertools.cycle(range(parts))

    def share(test: pytest.Item) -> int:
        for place, name in enumerate(LONGEST_TESTS):
            if test.nodeid.startswith(f"tests/{name}"):
                return there_and_back[place % (2 * parts)]
        return next(in_turn)

    return [test for test in tests if share(test) == mine]
