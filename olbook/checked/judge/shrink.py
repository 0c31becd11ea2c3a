"""Makes a world that refutes a statement smaller: fewer rounds and plainer numbers, and still it refutes.

Whatever is tried is kept only if everything supposed is still true and the claim is still not, by the
evaluator. What another module has written, such as the losses of a run, becomes the line or the bowl
that it is, so that the world can be written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from .reals import FLOATS, Undecided, Undefined, divide, ratio
from .world import World
from .worlds import HALF, GivenUp, Search, Shape, State

STEPS = 3000  # relations that may be evaluated to make one world smaller
CONFIRMING = 300  # of them are charged for each time that all is evaluated closely
FOREIGN = 50
FAR = 10**6  # there a kink near zero is passed


def weight(value: Any) -> int:
    """How much a reader has to take in."""
    if isinstance(value, tuple):
        return sum(map(weight, value))
    if isinstance(value, Shape):
        inside = weight(value.constant) + weight(value.slope) + 2 * weight(value.bend)
        return 3 + inside + 2 * (value.form != "bowl")
    if isinstance(value, int):
        return abs(value) if abs(value) < 2 and value >= 0 else 1 + len(str(value))
    if isinstance(value, Fraction):
        return 4 + len(str(value.numerator)) + len(str(value.denominator))
    return FOREIGN


def size(world: World) -> int:
    """How much a reader has to take in of a world."""
    return sum(map(weight, world.known.values()))


def simpler(value: Any) -> Iterator[Any]:
    """Plainer values that may do as well, the plainest first."""
    if isinstance(value, tuple):
        places = range(len(value))
        for sign in (0, 1, -1):
            yield from (tuple(sign * (i == j) for j in places) for i in places)
        for i, c in enumerate(value):
            yield from ((*value[:i], other, *value[i + 1 :]) for other in simpler(c))
    elif isinstance(value, Shape):
        if value.form != "bowl":
            yield replace(value, form="bowl", bend=0)
        yield from (replace(value, bend=bend) for bend in (0, HALF, 1) if value.form == "bowl")
        yield from (replace(value, slope=slope) for slope in simpler(value.slope))
        yield from (replace(value, constant=c) for c in simpler(value.constant))
    elif isinstance(value, int | Fraction):
        yield from (0, 1, -1, 2, -2)
        if not isinstance(value, int):
            yield from (HALF, -HALF)
            near = (Fraction(value).limit_denominator(most) for most in (1, 2, 4, 10, 100))
            yield from (ratio(other.numerator, other.denominator) for other in near)
        elif abs(value) > 3:
            yield from (value // 2, value - 1 if value > 0 else value + 1, 10)
    elif not callable(value):  # a root or a logarithm
        number = Fraction(float(FLOATS.enclose(value).lo))
        for most in (1, 2, 4, 10, 100, 10**4, 10**6):
            other = number.limit_denominator(most)
            yield ratio(other.numerator, other.denominator)


def fitted(
    function: Callable[..., Any], flags: tuple[bool, ...], d: int, gradient: bool
) -> Shape | None:
    """The line, bowl, hinge or absolute value that somebody else's function is, as far as its values tell."""
    length = sum(d if flag else 1 for flag in flags)

    def at(point: tuple[Any, ...]) -> Any:
        arguments, rest = [], list(point)
        for flag in flags:
            arguments.append(tuple(rest[:d]) if flag else rest[0])
            del rest[: d if flag else 1]
        return function(*arguments)

    def axis(i: int, far: int) -> tuple[int, ...]:
        return tuple(far * (i == j) for j in range(length))

    points = [axis(i, far) for i in range(length) for far in (1, -1, 2, -3)]
    points += [tuple(range(k, k + length)) for k in (0, 1, -2)]
    try:
        guesses = _gradients(at, axis, length) if gradient else _functions(at, axis, length)
        return next((g for g in guesses if all(g(p) == at(p) for p in points)), None)
    except (Undecided, Undefined, TypeError, ValueError):
        return None


def _gradients(at: Callable[..., Any], axis: Callable[..., Any], length: int) -> Iterator[Shape]:
    """The gradient of a bowl."""
    slope = at(axis(0, 0))
    yield Shape("bowl", 0, slope, _over(at(axis(0, 1))[0] - slope[0], 2), True)


def _functions(at: Callable[..., Any], axis: Callable[..., Any], length: int) -> Iterator[Shape]:
    """A bowl by its values near zero; a kink by how it rises far from it."""
    low = at(axis(0, 0))
    ends = [(at(axis(i, 1)), at(axis(i, -1))) for i in range(length)]
    bend = _over(ends[0][0] + ends[0][1] - 2 * low, 2)
    yield Shape("bowl", low, tuple(_over(up - down, 2) for up, down in ends), bend)
    rises = [
        [_over(at(axis(i, 2 * far)) - at(axis(i, far)), FAR) for far in (FAR, -FAR)]
        for i in range(length)
    ]
    for constant in (low, -low):
        yield Shape("hinge", constant, tuple(up - down for up, down in rises))
    for signs in product((1, -1), repeat=length):
        yield Shape("abs", low, tuple(s * up for s, (up, _) in zip(signs, rises, strict=True)))


def _over(number: Any, whole: int) -> Any:
    return divide(number, whole, FLOATS)


def _fit(search: Search, state: State) -> None:
    """Write down the functions of a run, as far as that is possible."""
    for key, value in list(state.drawn.items()):
        flags = search.meaning.uses[key[0]][1]
        if flags and not isinstance(value, Shape):
            gradient = search.meaning.names[key[0]].kind == "vector"
            shape = fitted(value, flags, state.world.dimension, gradient)
            if shape is not None:
                search.change(state, key, shape)
    search.settle(state, 0)


def shrink(search: Search, state: State, refutes: Callable[[State], bool]) -> None:
    """The same kind of world with smaller numbers, as long as it still refutes the claim."""
    search.effort, search.rng = STEPS, type(search.rng)(1)
    search.edge, search.palette, search.hints, search.loose = True, (0, 1), {}, []
    search.dimension = state.world.dimension
    try:
        before = state.copy()
        _fit(search, state)
        if not refutes(state):
            search._back(state, before)
        while _smaller(search, state, refutes):
            pass
    except GivenUp:
        pass


def _smaller(search: Search, state: State, refutes: Callable[[State], bool]) -> bool:
    """Whether some value could be made plainer."""
    for key in sorted(state.drawn, key=lambda key: (len(key[1]), repr(key))):
        value = state.drawn[key]
        if key not in state.world.memo:
            continue
        for other in simpler(value):
            if weight(other) >= weight(value) or not search._allowed(key[0], other):
                continue
            before, best = state.copy(), size(state.world)
            search.change(state, key, other)
            state.fixed = frozenset()
            try:
                smaller = search.settle(state, 1) and size(state.world) < best
                if smaller and search._claim(state)[0] is False:
                    search.effort -= CONFIRMING
                    if refutes(state):
                        return search.effort > 0
            except GivenUp:
                search._back(state, before)
                raise
            search._back(state, before)
    return False
