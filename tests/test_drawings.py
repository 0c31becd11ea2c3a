"""Two drawings are told apart by what they show, and by nothing else."""

from __future__ import annotations

from typing import Any

import IPython.display
import matplotlib.pyplot as plt
import pytest
from drawings import difference
from shares import first_of_each

from olbook import plotting

pytestmark = pytest.mark.landing

FIGURE = """
figure, (left, right) = plt.subplots(1, 2)
left.plot([1, 2, 3], color="#0072B2", label="first")
left.plot([3, 2.5, 3], "--", color="#D55E00", label="second")
left.legend()
left.set(xlabel="round", ylim=(0, 4))
right.scatter([0.1, 0.2], [0.3, 0.6], marker="o", alpha=0.5)
right.fill_between([0, 1], [0, 0.5], [1, 1])
right.text(0.1, 0.2, "here")
plotting.show(figure)
"""


@pytest.fixture
def draw(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Draws the figure with some of its code replaced."""

    def drawing(**changes: str) -> str:
        code = FIGURE
        for old, new in changes.items():
            assert old in code
            code = code.replace(old, new)
        shown: list[Any] = []
        monkeypatch.setattr(IPython.display, "display", shown.append)
        exec(code, {"plt": plt, "plotting": plotting})
        return str(shown[0].data)

    return drawing


SEEN = {
    "a curve moved by one percent": {"[1, 2, 3]": "[1.01, 2.02, 3.03]"},
    "a point moved by one percent of the axis": {"[1, 2, 3]": "[1, 2.04, 3]"},
    "labels exchanged": {"first": "third", "second": "first", "third": "second"},
    "an axis renamed": {"round": "rounds"},
    "another colour": {"0072B2": "0072B3"},
    "another kind of line": {'"--"': '":"'},
    "another axis": {"(0, 4)": "(0, 4.04)"},
    "a point more": {"[1, 2, 3]": "[1, 1.5, 2, 3]"},
    "curves exchanged": {"[1, 2, 3]": "[]", "[3, 2.5, 3]": "[1, 2, 3]", "[]": "[3, 2.5, 3]"},
    "another marker": {'marker="o"': 'marker="s"'},
    "a point moved": {"[0.3, 0.6]": "[0.31, 0.6]"},
    "less opaque": {"alpha=0.5": "alpha=0.45"},
    "an area moved": {"[0, 0.5]": "[0, 0.51]"},
    "a word moved": {"0.1, 0.2, ": "0.11, 0.2, "},
    "another word": {"here": "there"},
    "one legend less": {"left.legend()": ""},
}
# What another processor or another Python may do to it.
NOT_SEEN = {
    "nothing": {},
    "the last bit": {"2.5": "(2.5 + 2**-51)"},
    "another order of a sum": {"[3, 2.5": "[sum([0.1] * 30), 2.5"},
    "the last bit of an area": {"[0, 0.5]": "[0, 0.5 + 2**-53]"},
    "the last bit of a point": {"[0.3, 0.6]": "[0.1 + 0.2, 0.6]"},
}


@pytest.mark.parametrize("name", first_of_each(SEEN))
def test_what_is_seen_is_a_difference(draw: Any, name: str) -> None:
    assert difference(draw(), draw(**SEEN[name])).startswith("the figure changed")


@pytest.mark.parametrize("name", NOT_SEEN)
def test_what_no_eye_sees_is_none(draw: Any, name: str) -> None:
    assert difference(draw(), draw(**NOT_SEEN[name])) == ""


def test_a_difference_names_its_place(draw: Any) -> None:
    said = difference(draw(), draw(here="there"))
    assert "in here" in said or "in text_" in said
