"""What a figure draws under its labels is read back, and another array there is noticed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest
from labelled import Labelled
from matplotlib.axes import Axes

T, UP, DOWN = np.arange(1, 5), np.array([1.0, 2, 4, 8]), np.array([3.0, 2, 1, 0])
KINDS: dict[str, Callable[[Axes], Any]] = {
    "line": lambda ax: ax.plot(T, UP, label="up"),
    "steps": lambda ax: ax.step(T, UP, where="post", label="up"),
    "logarithmic": lambda ax: ax.loglog(T, UP, label="up"),
    "points": lambda ax: ax.scatter(T, UP, label="up"),
    "bars": lambda ax: ax.bar(T, UP, label="up"),
    "area": lambda ax: ax.stackplot(T, UP, labels=["up"]),
    "area on another": lambda ax: ax.stackplot(T, DOWN, UP, labels=["down", "up"]),
}


@pytest.fixture
def panels() -> Any:
    """Two axes, and what reads them back."""
    figure, axes = plt.subplots(1, 2)
    labelled = Labelled()
    yield axes, labelled, lambda: labelled.look_at(figure)
    plt.close(figure)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_drawn_is_read_back(kind: str) -> None:
    figure, ax = plt.subplots()
    KINDS[kind](ax)
    labelled = Labelled()
    labelled.look_at(figure)
    plt.close(figure)  # as plotting.show does
    assert labelled("up", T, UP)
    assert labelled("up", ..., UP + 1e-12)
    assert not labelled("up", T, UP * 1.001)
    assert not labelled("up", T - 1, UP)
    assert not labelled("up", T, UP[:-1])
    assert not labelled("down", T, UP)


def test_stairs_and_levels_are_read_back(panels: Any) -> None:
    (ax, other), labelled, look = panels
    ax.stairs(UP, np.arange(5), label="stairs")
    other.axhline(2.5, label="level")
    look()
    assert labelled("stairs", np.arange(5), UP, "1")
    assert not labelled("stairs", np.arange(5), DOWN, "1")
    assert labelled("level", ..., 2.5, "2")
    assert not labelled("level", ..., 2.6, "2")


def test_exchanged_labels_and_panels_are_noticed(panels: Any) -> None:
    axes, labelled, look = panels
    for ax, title, one, other in zip(axes, "ab", (UP, DOWN), (DOWN, UP), strict=True):
        ax.plot(T, one, label="winnow")
        ax.plot(T, other, label="perceptron")
        ax.set_title(title)
    look()
    assert labelled("winnow", T, UP, "a")
    assert labelled("winnow", T, DOWN, "b")
    assert not labelled("perceptron", T, UP, "a")
    assert not labelled("winnow", T, UP, "b")
    assert not labelled("winnow", T, UP)


def test_a_label_is_told_by_how_it_begins_if_only_one_does() -> None:
    figure, ax = plt.subplots()
    for label in ("all: 3", "all rounds: 4", "some"):
        ax.plot(T, UP, label=label)
    labelled = Labelled()
    labelled.look_at(figure)
    plt.close(figure)
    assert labelled("all r", T, UP)
    assert not labelled("all", T, UP)


def test_a_label_of_which_nothing_is_said_is_told_once(panels: Any) -> None:
    (ax, other), labelled, look = panels
    ax.plot(T, UP, label="up")
    other.plot(T, DOWN, label="down")
    look()
    assert labelled.unsaid() == []  # a figure without a legend shows no label
    labelled = Labelled()
    ax.legend()
    labelled.look_at(ax.figure)
    assert labelled("up", ..., UP, "1")
    labelled.look_at(ax.figure)
    assert labelled.unsaid() == ["no check says what is drawn under 'down' 2"]
    assert labelled.unsaid() == []


def test_exchanged_axes_are_noticed(panels: Any) -> None:
    (ax, other), labelled, look = panels
    ax.set(xlabel="round $t$", ylabel="mistakes so far", title="a")
    other.set(xlabel="round $t$", title="b")
    look()
    assert not labelled.axes("round $t$", "mistakes so far", "b")
    (said,) = labelled.unsaid()
    assert said.endswith("add: assert labelled.axes('round $t$', 'mistakes so far', 'a')")
    look()
    assert labelled.axes("round $t$", "", "b")
    assert labelled.axes("round $t$", "mistakes so far", "a")
    assert not labelled.axes("mistakes so far", "round $t$", "a")
    ax.set(ylabel="mistakes per round")
    assert not labelled.axes("round $t$", "mistakes so far", "a")
    ax.set(xlabel="mistakes so far", ylabel="round $t$")
    assert not labelled.axes("round $t$", "mistakes so far", "a")
