"""No thorough test is in no week's share, and none that takes long is named that is not there."""

from __future__ import annotations

import itertools
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from shares import LONGEST_TESTS, share_of

TESTS = Path(__file__).parent


@pytest.mark.parametrize("parts", [1, 3, 8])
def test_the_shares_are_all_tests_and_each_has_few_of_the_longest(parts: int) -> None:
    names = [f"tests/{name}" for name in LONGEST_TESTS]
    tests: list[Any] = [
        SimpleNamespace(nodeid=name)
        for pair in itertools.zip_longest(names, (f"others::test_{i}" for i in range(96)))
        for name in pair
        if name
    ]
    shares = [[test.nodeid for test in share_of(tests, k, parts)] for k in range(parts)]
    assert sorted(itertools.chain(*shares)) == sorted(test.nodeid for test in tests)
    for share in shares:
        assert len(set(share) & {*names}) <= -(-len(names) // parts)
        assert len(set(share) - {*names}) == 96 // parts


def test_what_takes_long_is_there() -> None:
    for name in LONGEST_TESTS:
        file, _, function = name.partition("::")
        assert f"def {function.partition('[')[0]}" in (TESTS / file).read_text(encoding="utf-8"), (
            name
        )
