"""The search for worlds in which everything supposed is true, and the claim perhaps is not.

Nothing here is trusted: whatever is found is a world only because the evaluator says so. Values are
drawn when a formula asks for them. At first, and again and again, they are those with which theorems
tend to be tight: one round, one or two dimensions, every letter 1, or one of few plain numbers.
Otherwise they come from runs of the algorithm and from small palettes that favour zeros and extremes.
If a hypothesis turns out to be violated, a value that it has read is changed until it holds, and what
was checked before with the old value is checked again. From a world that is found, others are reached
by changing single values, by giving two names the same value, and by moving a number for as long as
the margin of the claim shrinks.
"""

from __future__ import annotations

import ast
import math
import random
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from .meaning import answer, holds, instances
from .reals import FLOATS, Real, Undecided, Undefined, divide, ratio, sign
from .values import sides
from .world import Excluded, Key, Meaning, Outcome, Relation, Scope, Value, World, called

Hints = Mapping[str, Any]
Sampler = Callable[[random.Random], Hints]
HALF, THIRD, TINY, HUGE = ratio(1, 2), ratio(1, 3), ratio(1, 10**6), 10**6
PALETTES: tuple[tuple[int | Fraction, ...], ...] = (
    (0, 1),
    (1, -1),
    (0, 1, -1),
    (1, 2, 3, -1, -2),
    (HALF, -HALF, 1, ratio(3, 2)),
    (0, 1, 2, HALF),
    (3, THIRD, -2, ratio(7, 4), ratio(-1, 5)),
    (TINY, 1, -1),
    (HUGE, 1, -HUGE, 0),
    (10**9, TINY, 1, -2),
)
EDGES: tuple[tuple[int | Fraction, ...], ...] = (  # where theorems tend to be tight
    (1,),
    (1, -1),
    (1, 1, -1),
    (0, 1),
    (0, 1, -1),
    (1, HALF),
    (1, 2),
    (0, 1, 2),
)
MOVES = (ratio(1, 10), 10, HALF, ratio(3, 4), ratio(9, 10), ratio(99, 100), ratio(11, 10), 2)
PUSHES = (100, ratio(1, 100), -1, 0, 10)
LONE = {1: 400, 2: 40}  # how large whole numbers may be if there are one or two numbers and no more
LAWS: tuple[tuple[int, ...], ...] = ((1, 1), (1, 2), (1,), (2, 1, 1))  # in proportion
MOST_REPAIRS = 60


class GivenUp(Exception):
    """The effort for this statement is spent."""


@dataclass(frozen=True)
class Shape:
    """A drawn function of numbers and vectors, or its gradient, that also takes enclosures."""

    form: str  # "bowl": c + <a, x> + k|x|^2; "abs": |c + <a, x>|; "hinge": the larger of c + <a, x> and 0
    constant: int | Fraction
    slope: tuple[int | Fraction, ...]
    bend: int | Fraction = 0
    gradient: bool = False

    def __call__(self, *arguments: Value) -> Value:
        x = [c for a in arguments for c in (a if isinstance(a, tuple) else (a,))]
        line: Real = sum((a * c for a, c in zip(self.slope, x, strict=True)), self.constant)
        if self.form == "bowl" and self.gradient:
            return tuple(a + 2 * self.bend * c for a, c in zip(self.slope, x, strict=True))
        if self.form == "bowl":
            return line + self.bend * sum(c * c for c in x) if self.bend else line
        side = sign(line)
        if self.gradient:
            return tuple(a * max(side, -(self.form == "abs")) for a in self.slope)
        return line * max(side, -(self.form == "abs"))

    def shown(self) -> str:
        """The function as a formula, where x are all its arguments in a row."""
        line = f"{self.constant} + <{shown(self.slope)}, x>"
        text = {
            "bowl": line + (f" + {self.bend}*|x|^2" if self.bend else ""),
            "abs": f"|{line}|",
            "hinge": f"pos({line})",
        }[self.form]
        return f"the gradient of {text}" if self.gradient else text


@dataclass
class State:
    """A world under construction: what is drawn, and how far it is checked."""

    drawn: dict[Key, Any]
    world: World
    marks: list[int]  # how much was known before each relation was checked
    fixed: frozenset[Key] = frozenset()  # values that repairs leave alone
    read: frozenset[Key] = frozenset()  # values on which the claim depends

    def copy(self) -> State:
        """The same, to come back to."""
        world, drawn = self.world, dict(self.drawn)
        return State(
            drawn, replace(world, memo=dict(world.memo)), list(self.marks), self.fixed, self.read
        )


class Search:
    """Looks for worlds of one statement.

    Parameters
    ----------
    meaning
        The statement.
    model
        Values that its author gave, or nothing.
    sample
        The author's sampler, or nothing.
    rng
        The source of chance.
    effort
        How many relations may be evaluated.
    loose
        Names of a hypothesis that was left out: the author's values for them are for a narrower world.
    """

    def __init__(
        self,
        meaning: Meaning,
        model: Hints,
        sample: Sampler | None,
        rng: random.Random,
        effort: int,
        loose: Set[str] = frozenset(),
    ) -> None:
        self.meaning, self.model, self.sample = meaning, dict(model), sample
        self.rng, self.effort, self.loose = rng, effort, sorted(loose & meaning.uses.keys())
        self.starts = self.edges = 0
        self.steps: tuple[int, ...] = (0, 0, 1, 4, 16) if sample else (4, 8, 16)
        self.liked: dict[str, list[Any]] = {}
        # Definitions that put no condition on the values they are made of.
        self.harmless = {
            d.relation.said
            for name, definitions in meaning.definitions.items()
            for d in definitions
            if d.arguments and meaning.names[name].sign == "real"
        }
        self.sizes = _sizes(meaning)
        claim = ast.walk(ast.parse(meaning.stated.claim.text, mode="eval"))
        self.claimed = sorted(
            {node.id for node in claim if isinstance(node, ast.Name)} & set(meaning.names)
        )
        # What a statement about one or two numbers says is not said often enough by small palettes.
        free = meaning.uses.keys() - meaning.definitions.keys()
        alone = all(meaning.uses[n] == (0, ()) and meaning.names[n].kind == "scalar" for n in free)
        self.reach = LONE.get(len(free), 0) if alone else 0
        self.vectors = any(d.kind == "vector" for d in meaning.names.values())
        self.random = any(d.random for d in meaning.names.values())

    # -- drawing -------------------------------------------------------------------------------

    def start(self) -> State:
        """A new world about which nothing is known but hints, its dimension and its chances."""
        rng = self.rng
        self.starts += 1
        self.edge = self.starts % 2 == 1 if self.starts <= 4 * len(EDGES) else self.starts % 4 == 0
        self.palette = EDGES[self.edges % len(EDGES)] if self.edge else rng.choice(PALETTES)
        self.edges += self.edge
        self.hints = self._hints()
        sizes = [len(v) for v in self.hints.values() if isinstance(v, tuple)]
        sizes += [
            len(x)
            for v in self.hints.values()
            if isinstance(v, dict)
            for x in v.values()
            if isinstance(x, tuple)
        ]
        given = self.hints.get("dimension", sizes[0] if sizes else 0)
        usual = (1, 1, 2) if self.edge else (1, 2, 2, 3)
        self.dimension = given or (rng.choice(usual) if self.vectors else 1)
        weights = self.hints.get("weights") or (
            rng.choice(LAWS[:2] if self.hints else LAWS) if self.random else (1,)
        )
        self.bowl = self._bowl()
        state = State({}, World(self.meaning, lambda *key: None, self.dimension, weights), [0])
        self._attach(state)
        return state

    def _bowl(self) -> Shape:
        """The function that several names may share; it need not be convex where that was left out."""
        bowl = self._shape(self.dimension, "real", False)
        if any(self.meaning.uses[name][1] for name in self.loose) and self.starts % 2:
            bowl = replace(bowl, form="bowl", bend=self.rng.choice((-1, -2, -HALF)))
        return bowl

    def _hints(self) -> dict[str, Any]:
        """The author's values: all, some or none of them."""
        if self.edge:
            return {}
        values = self._author()
        if self.rng.random() < 0.8:
            kept = {name for name in values if self.rng.random() < 0.4}
            values = {n: v for n, v in values.items() if n in kept or n not in self.loose}
        return values

    def _author(self) -> dict[str, Any]:
        """A draw of the author's sampler, or values of the author's model."""
        if self.sample is not None and self.rng.random() < 0.8:
            values = dict(self.sample(self.rng))
            if self.rng.random() < 0.3:  # let the names of the claim be drawn
                loose = {
                    n
                    for n in self.claimed
                    if not callable(values.get(n)) and self.rng.random() < 0.5
                }
                values = {name: value for name, value in values.items() if name not in loose}
            return values
        share = self.rng.choice((0, 0, HALF, 1)) if self.model else 0
        kept = {name for name in self.model if self.rng.random() < share}
        if any(callable(self.model[name]) for name in kept):
            # functions may need the others' dimension
            kept |= {name for name, value in self.model.items() if isinstance(value, tuple | dict)}
        return {name: value for name, value in self.model.items() if name in kept}

    def _attach(self, state: State) -> None:
        """Let a world ask for what is drawn, and draw what is missing."""
        drawn = state.drawn

        def source(*key: Any) -> Any:
            if key not in drawn:
                drawn[key] = self.draw(*key)
            return drawn[key]

        state.world.source = source

    def draw(self, name: str, at: tuple[int, ...], outcome: Outcome) -> Any:
        """A value for a name."""
        if name in self.hints and (hint := self._hint(name, at, outcome)) is not None:
            return hint
        declared = self.meaning.names[name]
        flags = self.meaning.uses[name][1]
        if flags:
            if (
                len(flags) == 1
                and flags[0]
                and declared.sign == "real"
                and self.rng.random() < 0.7
                and not at
            ):
                return replace(self.bowl, gradient=declared.kind == "vector")
            size = sum(self.dimension if flag else 1 for flag in flags)
            return self._shape(size, declared.sign, declared.kind == "vector")
        liked = self.liked.get(name)
        if liked and self.rng.random() < 0.6:
            value = self.rng.choice(liked)
            if declared.kind != "vector" or len(value) == self.dimension:
                return value
        if declared.kind == "vector":
            return tuple(self._number("real") for _ in range(self.dimension))
        return self._whole(declared.sign) if declared.integer else self._number(declared.sign)

    def _hint(self, name: str, at: tuple[int, ...], outcome: Outcome) -> Any:
        """The author's value, as exact numbers, or None if there is none for these subscripts."""
        hint, place = self.hints[name], (*at, *(() if outcome is None else (outcome,)))
        if self.meaning.uses[name][1]:
            return _total(hint, at, () if outcome is None else (outcome,))
        if callable(hint):
            return _exact(hint(*place))
        if isinstance(hint, dict):
            for known in (
                place,
                place[0] if len(place) == 1 else None,
                at,
                at[0] if len(at) == 1 else None,
            ):
                if known is not None and known in hint:
                    return _exact(hint[known])
            return None
        return _exact(hint)

    def _number(self, wanted: str) -> int | Fraction:
        value: int | Fraction
        if self.reach and not self.edge and self.rng.random() < 0.5:
            value = ratio(self.rng.randint(-self.reach, self.reach), self.rng.randint(1, 20))
        elif self.edge or self.rng.random() < 0.9:
            value = self.rng.choice(self.palette)
        else:
            value = self.rng.choice(self.rng.choice(PALETTES))
        if wanted == "real":
            return value
        return abs(value) or (1 if wanted == "positive" else 0)  # type: ignore[return-value]

    def _whole(self, wanted: str) -> int:
        """A whole number; larger ones only where little depends on it."""
        low = 0 if wanted == "nonnegative" else 1
        if self.edge:  # at first one round, then two, then three
            return min(1 + (self.edges - 1) // len(EDGES), self.rng.choice((1, 2, 3)))
        if wanted == "real":
            return self.rng.choice((0, 1, 2, -1, 3, -2))
        if self.reach and self.rng.random() < 0.5:
            return self.rng.randint(low, self.reach)
        if len(self.meaning.names) <= 5 and self.rng.random() < 0.5:
            return self.rng.randint(low, 12)
        return low + self.rng.choice((0, 0, 1, 1, 1, 2, 2, 3))

    def _shape(self, size: int, wanted: str, gradient: bool) -> Shape:
        slope = tuple(self._number("real") for _ in range(size))
        form = self.rng.choice(("bowl", "bowl", "bowl", "abs", "hinge"))
        bend = self.rng.choice((0, 0, HALF, HALF, 1, 2)) if form == "bowl" else 0
        constant = self._number(wanted)
        if wanted != "real" and form == "bowl":
            slope = (0,) * size
        if wanted == "positive":
            form, slope = "bowl", (0,) * size
        return Shape(form, constant, slope, bend, gradient)

    # -- checking and repairing ----------------------------------------------------------------

    def settle(self, state: State, repairs: int) -> bool:
        """Check everything supposed from where it is known to hold; repair what is violated."""
        while len(state.marks) <= len(self.meaning.supposed):
            relation = self.meaning.supposed[len(state.marks) - 1]
            try:
                bad = self._violated(relation, state.world)
            except (Undefined, Undecided, Excluded):  # of its range; another world may have one
                self._spend()
                return False
            if bad is None:
                state.marks.append(len(state.world.memo))
                continue
            if repairs == 0 or not self._repair(state, relation, *bad):
                return False
            repairs -= 1
        return True

    def _violated(self, relation: Relation, world: World) -> tuple[Scope, Outcome] | None:
        """The first indices and outcome at which a relation is not known to be true."""
        for scope, outcome in instances(relation, world):
            if not self._true(relation, world, scope, outcome):
                return scope, outcome
        return None

    def _spend(self) -> None:
        """Something more is looked at, and this comes to an end."""
        self.effort -= 1
        if self.effort < 0:
            raise GivenUp

    def _true(self, relation: Relation, world: World, scope: Scope, outcome: Outcome) -> bool:
        """Whether a relation is known to be true here; a definition needs a value on its left."""
        self._spend()
        try:
            if relation.said.status in ("definition", "infimum"):
                if relation.said in self.harmless:
                    return True
                if relation.said.for_all and relation.said.status == "definition":
                    return bool(answer(relation, world, scope, outcome))
                relation.left.value(world, scope, outcome)
                return True
            return bool(answer(relation, world, scope, outcome))
        except (Undefined, Undecided, Excluded, RecursionError):
            return False

    def _repair(self, state: State, relation: Relation, scope: Scope, outcome: Outcome) -> bool:
        """Change a value that was read, such that the relation holds at these indices."""
        probe, read = _recorded(state.world)
        self._true(relation, probe, scope, outcome)
        keys = [key for key in dict.fromkeys(read) if key not in state.fixed]
        self.rng.shuffle(keys)
        # The values that were asked for last are tied to the fewest relations that were checked.
        order = {key: i for i, key in enumerate(state.world.memo)}
        if self.rng.random() < 0.7:
            keys.sort(key=lambda key: -order.get(key, len(order)))
        for key in keys[:5]:
            for value in self._candidates(state, key, relation, scope, outcome):
                if self._true(relation, self._with(state, key, value), scope, outcome):
                    self.change(state, key, value)
                    return True
        return False

    def _with(self, state: State, key: Key, value: Any) -> World:
        """The same world with another value, and nothing computed yet."""
        source = state.world.source
        return replace(state.world, source=lambda *k: value if k == key else source(*k), memo={})

    def change(self, state: State, key: Key, value: Any) -> None:
        """Give a drawn name another value, and forget everything that was computed since it was read."""
        state.drawn[key] = value
        memo = state.world.memo
        if key in memo:
            position = list(memo).index(key)
            while len(memo) > position:
                memo.popitem()
            while state.marks[-1] > position:
                state.marks.pop()

    def _candidates(
        self, state: State, key: Key, relation: Relation, scope: Scope, outcome: Outcome
    ) -> Iterator[Any]:
        """Other values for a drawn name: those that make both sides equal, near ones, and new ones."""
        value = state.drawn[key]
        if not isinstance(value, int | Fraction | tuple | Shape):
            return
        if not relation.said.for_all and not relation.left.vector:
            for place in range(_places(value)):
                solved = self._solved(state, key, place, relation, scope, outcome)
                if solved is None:
                    continue
                steps: tuple[int, ...] = (0,)
                if relation.sign != "==":
                    steps = (0, 1, -1) if self.rng.random() < 0.5 else (1, -1, 0)
                for step in steps:
                    if self._allowed(key[0], moved := _moved(value, place, solved + step)):
                        yield moved
        for other in self._near(value):
            if self._allowed(key[0], other):
                yield other
        for _ in range(2):
            yield self.draw(*key)

    def _solved(
        self,
        state: State,
        key: Key,
        place: int,
        relation: Relation,
        scope: Scope,
        outcome: Outcome,
    ) -> int | Fraction | None:
        """Where both sides would be equal if they were affine in one number."""
        value = state.drawn[key]
        here = _place(value, place)
        gaps = []
        for x in (here, here + 1):
            try:
                world = self._with(state, key, _moved(value, place, x))
                left, right = sides(relation, world, scope, outcome)
                gap = right - left
            except (Undefined, Undecided, Excluded):
                return None
            if not isinstance(gap, int | Fraction):
                return None
            gaps.append(gap)
        if gaps[0] == gaps[1]:
            return None
        return here - divide(gaps[0], gaps[1] - gaps[0], FLOATS)

    def _allowed(self, name: str, value: Any) -> bool:
        """Whether a name may have a drawn value; what is to be computed must stay small."""
        declared = self.meaning.names[name]
        if not all(_is_short(_place(value, place)) for place in range(_places(value))):
            return False
        if isinstance(value, Shape):
            plain = value.constant >= 0 and (value.form != "bowl" or not any(value.slope))
            return declared.sign == "real" or plain
        if isinstance(value, tuple):
            return True
        most = self.reach or (64 if self.meaning.uses[name][0] else 12)
        if name in self.sizes and value > most:
            return False
        positive = (
            declared.sign == "real" or value > 0 or (value == 0 and declared.sign == "nonnegative")
        )
        return positive and (not declared.integer or isinstance(value, int))

    def _near(self, value: Any) -> list[Any]:
        """Values that have something to do with this one."""
        if isinstance(value, int):
            return [0, 1, -value, value + 1, value - 1, 2 * value, 4 * value, 10 * value]
        if isinstance(value, Fraction):
            return [0, 1, -value, 2 * value, value * HALF, 1 - value, 8 * value]
        if isinstance(value, Shape):
            return [
                replace(value, form="bowl", bend=0, slope=(0,) * len(value.slope), constant=c)
                for c in (0, 1)
            ]
        scaled = [tuple(k * x for x in value) for k in (-1, 2, HALF, 0, 4, ratio(1, 10))]
        place = self.rng.randrange(len(value)) if value else 0
        return scaled + [
            tuple(self.rng.choice((1, -1)) if i == place else 0 for i in range(len(value)))
        ]

    # -- walking -------------------------------------------------------------------------------

    def worlds(self) -> Iterator[tuple[State, bool | None]]:
        """Worlds in which everything supposed is true, and whether the claim is."""
        try:
            while True:
                state = self.start()
                if not self.settle(state, MOST_REPAIRS):
                    continue
                if self.loose and self.starts % 2:
                    yield from self._pushed(state)
                steps = self.rng.choice(self.steps)
                yield from self._walk(state, steps, self.rng.random() < 0.7)
                if self.edge or self.starts % 3 == 0:
                    yield from self._moved_along(state)
        except GivenUp:
            return

    def _pushed(self, state: State) -> Iterator[tuple[State, bool | None]]:
        """The names of the hypothesis that was left out, larger, smaller or opposite in all rounds at once."""
        for name in self.loose:
            for factor in PUSHES:
                before = state.copy()
                keys = [key for key in state.drawn if key[0] == name]
                for key in keys:
                    other = _times(state.drawn[key], factor)
                    if other is not None and self._allowed(name, other):
                        self.change(state, key, other)
                state.fixed = frozenset(keys)
                truth, reached = self._claim(state) if self.settle(state, 8) else (None, None)
                if reached is not None:
                    yield state, truth
                self._back(state, before)

    def _moved_along(self, state: State) -> Iterator[tuple[State, bool | None]]:
        """Every number that the claim reads, moved for as long as the margin of the claim shrinks."""
        if not self.settle(state, 0):
            return
        state.read = self._read(state)
        _, margin = self._claim(state)
        keys = [k for k in state.drawn if k in state.read and _is_number(state.drawn[k])]
        for key in self.rng.sample(keys, min(len(keys), 6)):
            whole = self.meaning.names[key[0]].integer
            for move in (-1, 1) if whole else MOVES:
                for _ in range(4):
                    before, value = state.copy(), state.drawn[key]
                    other = value + move if whole else _times(value, move)
                    if margin is None or other == value or not self._allowed(key[0], other):
                        break
                    state.fixed = frozenset({key})
                    self.change(state, key, other)
                    truth, reached = self._claim(state) if self.settle(state, 3) else (None, None)
                    if reached is not None:
                        yield state, truth
                    if reached is None or reached >= margin:
                        self._back(state, before)
                        break
                    margin = reached

    def _back(self, state: State, before: State) -> None:
        """Take back what was changed since a copy was made."""
        state.__dict__.update(before.__dict__)
        self._attach(state)

    def _walk(
        self, state: State, steps: int, downhill: bool
    ) -> Iterator[tuple[State, bool | None]]:
        """A world and others near it."""
        margin = math.inf
        if steps:
            state.read = self._read(state)
        for step in range(steps + 1):
            before = state.copy()
            if step:
                self._step(state)
            if not step or self.settle(state, 6):
                truth, reached = self._claim(state)
                if reached is not None:
                    yield state, truth
                    if not downhill or reached <= margin or self.rng.random() < 0.1:
                        margin = reached
                        self._like(state)
                        continue
            if step:
                self._back(state, before)

    def _read(self, state: State) -> frozenset[Key]:
        """The drawn values on which the claim depends."""
        world, read = _recorded(state.world)
        self._claim(State(state.drawn, world, []))
        return frozenset(read)

    def _step(self, state: State) -> None:
        """Change one or two values."""
        keys = [key for key in state.world.memo if key in state.drawn]
        if self.rng.random() < 0.6:
            keys = [key for key in keys if key in state.read] or keys
        chosen = self.rng.sample(keys, min(len(keys), self.rng.choice((1, 1, 2))))
        state.fixed = frozenset(chosen)
        for key in chosen:
            value = state.drawn[key]
            if isinstance(value, int | Fraction | tuple | Shape):
                alike = self._alike(state, key, value) if self.rng.random() < 0.35 else []
                other = self.rng.choice(alike) if alike else self._other(key, value)
                self.change(state, key, other)

    def _alike(self, state: State, key: Key, value: Any) -> list[Any]:
        """The values of other names, and their opposites: x = u, g = -u, R = U."""
        several = [v for k, v in state.drawn.items() if k != key and _places(v) == _places(value)]
        several = [v for v in several if isinstance(v, type(value)) and not isinstance(v, Shape)]
        if isinstance(value, tuple):
            several += [tuple(-c for c in v) for v in several]
        return [v for v in several if v != value and self._allowed(key[0], v)]

    def _other(self, key: Key, value: Any) -> Any:
        """Another value: one that was good for this name, one close to this one, or a new one."""
        kind = self.rng.random()
        several: list[Any] = []
        if kind < 0.5 and not isinstance(value, Shape):
            several = [x for x in self.liked.get(key[0], ()) if x != value]
            several = [x for x in several if not isinstance(x, tuple) or len(x) == len(value)]
        elif kind < 0.8:
            several = self._near(value)
            if isinstance(value, int | Fraction) and self.rng.random() < 0.4:
                several = [value * ratio(9, 10), value * ratio(11, 10)]
            several = [x for x in several if x != value and self._allowed(key[0], x)]
        return self.rng.choice(several) if several else self.draw(*key)

    def _like(self, state: State) -> None:
        """Remember values that occurred in a world; of one or two numbers, they would make it again."""
        if self.reach:
            return
        for key, value in state.drawn.items():
            if isinstance(value, int | Fraction | tuple) and key in state.world.memo:
                known = self.liked.setdefault(key[0], [])
                if value not in known[-8:]:
                    known.append(value)

    def _claim(self, state: State) -> tuple[bool | None, float | None]:
        """Whether the claim is true, and the smallest difference of its sides; None if not a world."""
        claim, world = self.meaning.claim, state.world
        self.effort -= 1
        try:
            truth = holds(claim, world, (FLOATS,))
            margin = min(
                (self._margin(claim, world, *at) for at in instances(claim, world)), default=0.0
            )
        except (Excluded, Undecided, RecursionError):
            return None, None
        except Undefined:
            return False, -math.inf
        return truth, margin

    def _margin(self, relation: Relation, world: World, scope: Scope, outcome: Outcome) -> float:
        """By how much a relation is true, compared with the size of its sides."""
        try:
            left, right = sides(relation, world, scope, outcome)
            if relation.left.vector:
                return 0.0
            a, b = (FLOATS.enclose(x) for x in (left, right))
        except (Undefined, Undecided):
            return 0.0
        scale = abs(a.lo) + abs(b.lo)
        return float((b.lo - a.lo) / scale) if scale else 0.0


def _recorded(world: World) -> tuple[World, list[Key]]:
    """The same world with nothing computed yet, and a list of the values that are asked for."""
    read: list[Key] = []

    def recording(*key: Any) -> Any:
        read.append(key)
        return world.source(*key)

    return replace(world, source=recording, memo={}), read


def _total(
    hint: Callable[..., Any], at: tuple[int, ...], tail: tuple[int, ...]
) -> Callable[..., Value]:
    """An author's function; where it fails, for instance at other subscripts, nothing can be decided."""

    def function(*arguments: Value) -> Value:
        try:
            return _exact(hint(*at, *map(_fractions, arguments), *tail))
        except (LookupError, TypeError, ValueError, ArithmeticError):
            raise Undecided("the author's function fails") from None

    return function


def _exact(value: Any) -> Any:
    """An author's number or vector as exact numbers; a float stands for the fraction that it is."""
    if isinstance(value, tuple | list):
        return tuple(_exact(x) for x in value)
    if isinstance(value, float):
        value = Fraction(value)
    return ratio(value.numerator, value.denominator) if isinstance(value, Fraction) else value


def _fractions(value: Value) -> Value:
    """An argument as an author's function needs it, such that dividing it is exact."""
    if isinstance(value, tuple):
        return tuple(_fractions(x) for x in value)
    return (
        Fraction(value.numerator, value.denominator) if isinstance(value, int | Fraction) else value
    )


def _places(value: Any) -> int:
    """How many numbers a value consists of."""
    if isinstance(value, tuple):
        return len(value)
    return 1 + len(value.slope) if isinstance(value, Shape) else 1


def _place(value: Any, place: int) -> int | Fraction:
    if isinstance(value, Shape):
        return value.slope[place - 1] if place else value.constant
    return value[place] if isinstance(value, tuple) else value  # type: ignore[no-any-return]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | Fraction)


def _times(value: Any, factor: int | Fraction) -> Any:
    """A multiple of a number, a vector or a function; None of what somebody else has written."""
    if _is_number(value):
        product = Fraction(value * factor)
        return ratio(product.numerator, product.denominator)
    if isinstance(value, tuple) and all(map(_is_number, value)):
        return tuple(_times(c, factor) for c in value)
    if isinstance(value, Shape):
        parts = {
            part: _times(getattr(value, part), factor) for part in ("constant", "slope", "bend")
        }
        return replace(value, **parts)
    return None


def _is_short(number: Real) -> bool:
    """Whether a number can be written down; solving for one after the other makes them longer and longer."""
    return not isinstance(number, int | Fraction) or (
        abs(number.numerator) < 2**48 and number.denominator < 2**48
    )


def _moved(value: Any, place: int, number: int | Fraction) -> Any:
    """The value with another number at one place."""
    if isinstance(value, tuple):
        return (*value[:place], number, *value[place + 1 :])
    if isinstance(value, Shape) and place:
        return replace(value, slope=(*value.slope[: place - 1], number, *value.slope[place:]))
    return replace(value, constant=number) if isinstance(value, Shape) else number


def _sizes(meaning: Meaning) -> set[str]:
    """The names on which it depends how much is to be computed."""
    texts = [end for low, high in meaning.stated.uniform.values() for end in (low, high)]
    for said in (*meaning.stated.supposed, meaning.stated.claim):
        texts += [end for _, low, high in said.ranges for end in (low, high)]
        for node in ast.walk(ast.parse(said.text, mode="eval")):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Sum":
                texts += [ast.unparse(end) for end in node.args[2:]]
    trees = [ast.parse(text, mode="eval") for text in texts]
    return {node.id for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name)}


def fingerprint(world: World) -> int:
    """A number that tells worlds apart."""
    exact = int | Fraction | Shape
    return hash(
        frozenset(
            (key, value)
            for key, value in world.memo.items()
            if isinstance(value, exact)
            or (isinstance(value, tuple) and all(isinstance(x, exact) for x in value))
        )
    )


def described(world: World) -> str:
    """The values of all names, for a reader."""
    parts = []
    for key, value in world.known.items():
        chance = "" if key[2] is None else f" in outcome {key[2] + 1}"
        parts.append(f"{called(key)} = {shown(value)}{chance}")
    if len(world.weights) > 1:
        parts.insert(0, f"outcomes with probabilities {' : '.join(map(str, world.weights))}")
    return ", ".join(parts)


def shown(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(shown, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, Shape):
        return value.shown()
    return "a function" if callable(value) else str(value)
