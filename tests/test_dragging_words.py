"""Pictures that are dragged say of each number what it is: in three states each, word for word.

Every number beside a picture stands nearest to a word that names it, and has the value of what is so named;
"at most" and "at least" are those of the theorem that promises; what is said only sometimes is said when it
is so. The numbers come from the state, or from the arithmetic that ``test_dragging.py`` compares with the package.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Any

import dragging
import numpy as np
import pytest
from faults import tell
from shares import first_of_each
from sources import agrees
from test_dragging import in_node, with_slip

import olbook as ol
from olbook.checked.show.lexicon import COMPARES, DOWN, UP
from olbook.littlestone_dimension import littlestone_dimension

pytestmark = pytest.mark.landing

Entry = tuple[str, Any] | tuple[str, Any, str]  # words, as a pattern; their numbers; who promises


@dataclass
class Told:
    """What a picture is to say in a state."""

    says: list[Entry]
    bars: list[Entry]
    handles: dict[str, Entry]
    sometimes: dict[str, bool] = field(default_factory=dict)  # said if, and only if, this is so
    places: tuple[str, ...] = ()  # of words, as ``this above that`` or ``this left of that``
    boxes: dict[str, Any] = field(default_factory=dict)  # the ends of those of a kind, from below


NUMBER = re.compile(r"(?<![\w.])[-−]?(?:\d+/\d+|\d+(?:\.\d+)?)(?![\d.]*\w)|[½⅛]")
CLAUSE = re.compile(r"[.;:]\s|[.]$|,\s(?![^(]*\))")


def value(shown: str) -> float:
    above, _, below = shown.replace("−", "-").replace("½", "1/2").replace("⅛", "1/8").partition("/")
    return float(above) / float(below or 1)


def is_shown(shown: str, number: float) -> bool:
    """Whether a text shows this number, a fraction exactly, one with decimals rounded."""
    if "/" in shown or shown == "½":
        return abs(value(shown) - number) < 1e-9
    return agrees(shown, number) or (shown == "0" and abs(number) < 0.005)


def numbers(entry: Entry) -> list[float]:
    return [float(x) for x in np.ravel(entry[1])]


def unlike_the_theorem(words: str, entry: Entry) -> Iterator[str]:
    """What is called at least, and is promised to be at most, or the other way round."""
    if len(entry) == 3 and (claim := ol.theorem(entry[2]).claim_tex):
        right = UP if r"\le" in claim else DOWN
        if {way for way, pattern in COMPARES.items() if pattern.search(words)} != {right}:
            yield f"{entry[2]} promises {right}: {words}"


def faults_of_words(said: str, told: Told) -> Iterator[str]:
    """Numbers of a text that stand beside other words than theirs, and words that are not so."""
    missing = {entry[0]: numbers(entry) for entry in told.says}
    last = ""
    for clause in filter(None, CLAUSE.split(said)):
        keys = [(m, entry) for entry in told.says for m in re.finditer(entry[0], clause)]
        for number in NUMBER.finditer(clause):
            near = sorted(
                (max(number.start() - m.end(), m.start() - number.end(), 0), entry[0])
                for m, entry in keys
            )
            key = near[0][1] if near else last
            left = missing.get(key)
            if not left or not is_shown(number[0], left[0]):
                yield f"of {key!r} {left[:1] if left else 'no number'} is to be said: {clause}"
            elif left:
                left.pop(0)
        for _, entry in keys:
            last = entry[0]  # for a number further on that stands beside no word
            yield from unlike_the_theorem(clause, entry)
    yield from (f"says nothing of {key!r}, {left}: {said}" for key, left in missing.items() if left)
    for words, so in told.sometimes.items():
        if bool(re.search(words, said)) != so:
            yield f"{'does not say' if so else 'says'} {words!r}: {said}"


def faults_of_bars(bars: list[list[str]], told: Told) -> Iterator[str]:
    """Bars with another name, number or length than theirs."""
    if len(bars) != len(told.bars):
        yield f"{len(bars)} bars, of {len(told.bars)} something is known"
    lengths: list[tuple[float, float]] = []
    for (label, shown, kind, width), entry in zip(bars, told.bars, strict=False):
        label, (number, *others) = re.sub(r"<[^>]*>", "", label), numbers(entry)
        if not re.search(entry[0], label):
            yield f"a bar of {entry[0]!r} is called {label}"
        if shown not in ("no end", "nothing") and not is_shown(shown, number):
            yield f"the bar {label} shows {shown}, it is {number:.6g}"
        if [value(n) for n in NUMBER.findall(label)] != others:
            yield f"the name of a bar has other numbers than {others}: {label}"
        if "Φ" not in label:  # the potential has a scale of its own
            lengths.append((float(width), max(number, 0) if kind != "promised" else abs(number)))
        yield from unlike_the_theorem(label, entry)
    inside = [(width, number) for width, number in lengths if width < 100]
    width, number = max(inside, default=(0, 0))
    for other, its in lengths:
        ends = min(100, its * width / number) if number > 1e-9 else other
        if abs(other - ends) > 0.06 + 0.06 * its / max(number, 1e-9):
            yield f"bars of other lengths than their numbers: {lengths}"
            break


def faults_of_handles(handles: list[list[str]], told: Told) -> Iterator[str]:
    """Points with another name or value than theirs, of which a reader of the screen hears."""
    for name, label, shown in handles:
        entry = told.handles.get(name) or told.handles["*"]
        wanted = entry[0].format(name, int(name) + 1 if name.isdigit() else "")
        if not re.search(f"(?:{wanted})$", label):
            yield f"a point {name} is called {label}, not {wanted}"
        at = np.ravel(entry[1][int(name)] if name not in told.handles else entry[1])
        found = NUMBER.findall(shown)[: len(at)]
        if len(found) < len(at) or not all(map(is_shown, found, at)):
            yield f"the point {label} has the value {shown}, it is {at.tolist()}"


def faults_of_places(texts: list[list[str]], told: Told) -> Iterator[str]:
    """Words and scales of a drawing that stand where others belong."""
    spots = {words: (float(x), float(y)) for words, x, y, _ in texts}
    for order in told.places:
        one, how, other = re.split(" (above|left of) ", order)
        across = how == "left of"
        if not {one, other} <= spots.keys():
            yield f"not in the drawing: {order}"
        elif spots[one][1 - across] >= spots[other][1 - across]:
            yield f"the other way round in the drawing: {order}"
    scale = [
        (-float(y), value(words))
        for words, _, y, anchor in texts
        if anchor == "end" and NUMBER.fullmatch(words)
    ]
    named = [(float(y), value(words[4:])) for words, _, y, _ in texts if words[1:4] == " = "]
    if any((number > 0) != (y < 224) for y, number in named):  # the axis of the rounds
        yield f"on the other side of the axis: {named}"
    if [number for _, number in sorted(scale)] != sorted(number for _, number in scale):
        yield f"a scale that does not go up: {scale}"


def faults_of_boxes(boxes: list[list[Any]], told: Told) -> Iterator[str]:
    """Boxes of a drawing that begin or end at other numbers than theirs."""
    for kind, wanted in told.boxes.items():
        ends = [each for its, *each in boxes if its == kind]
        if not (np.shape(ends) == np.shape(wanted) and np.allclose(ends, wanted, atol=2e-3)):
            yield f"the boxes {kind!r} reach from and to {ends}, not {np.round(wanted, 3).tolist()}"


PLAYED = "state.values.slice(0, state.shown ?? undefined)"


def coins(state: Any, run: Any) -> Told:
    values = state["values"][: state["shown"]]
    wealth, promised, bet = run["wealth"][-1], run["promised"][-1], run["next"]
    side = [(r"\bheads" if bet > 0 else r"\btails", 100 * abs(bet))] if abs(bet) >= 0.005 else []
    return Told(
        [
            ("rounds?", len(values)),
            ("outcomes|sum", sum(values)),
            ("wealth", wealth),
            ("promised", promised, "tuning.wealth"),
            *side,
        ],
        [("^wealth", [wealth, 1]), ("^promised", promised, "tuning.wealth")],
        {"*": ("round {1}", state["values"])},
        {"nothing": abs(bet) < 0.005, "heads": bet >= 0.005, "tails": bet <= -0.005},
        ("heads above tails",),
        {"share": [sorted([0, share]) for share in run["shares"]]},
    )


def weights(state: Any, run: Any) -> Told:
    w, wired = np.array(state["w"]), [1, 4]

    def potential(w: Any) -> float:
        return float(w.sum() - np.log(w[wired]).sum())

    settings = np.array([[(bits >> i) & 1 for i in range(8)] for bits in range(1, 256)])
    y = np.where(settings[:, wired].any(axis=1), 1, -1)
    falls = [
        potential(w) - potential(w * 2.0 ** (sign * x)) if sign * (x @ w - 0.5) <= 0 else np.inf
        for x, sign in zip(settings, y, strict=True)
    ]
    first = int(np.argmin(np.array(falls).round(9)))
    errs, sign, x = np.isfinite(falls[first]), y[first], settings[first]
    round_ = [
        ("^On|On$", np.flatnonzero(x) + 1),
        ("score", x @ w),
        ("above" if sign > 0 else "below", 0.5),
        ("falls", falls[first]),
    ]
    promised = (potential(np.array(state["first"])) - 2) / (np.log(2) - 0.5)
    return Told(
        [("^Φ is", potential(w)), *(round_ if errs else [])],
        [
            ("^mistakes", state["made"]),
            ("^promised", [promised, 2], "winnow.any_factor"),
            ("^Φ, (?:never below|at least)", [potential(w), 2]),
        ],
        {"*": ("switch {1}", w)},
        {
            "cannot err": not errs,
            "doubled|lamp is on": errs and sign > 0,
            "halved|lamp is off": errs and sign < 0,
        },
    )


def players(state: Any, run: Any) -> Told:
    A, (p, q) = np.array([[1.0, 0.0], [0.25, 0.75]]), state["pair"]
    row, column = np.array([p, 1 - p]), np.array([q, 1 - q])
    paid = row @ A @ column
    return Told(
        [
            (r"\bp is", p),
            (r"\bq is", q),
            ("paid", paid),
            (r"\bfirst\b.*\bsave", paid - (A @ column).min()),
            (r"\bsecond\b.*\bgain", (row @ A).max() - paid),
        ],
        [("gap", run["gap"]), ("^promised", run["promised"], "games.self_play")],
        {"pair": ("p and q", [p, q])},
    )


def answers(state: Any, run: Any) -> Told:
    rows, given, (halving, optimal) = state["rows"], state["answers"], run["made"]
    H = np.array([[sign == "+" for sign in word] for word in rows])
    left = np.array([[sign == "+" for sign in word] for word in run["V"]])
    asked = {str(x): 1 if sign == "+" else -1 for x, sign in given}
    last = given[-1] if given else [None, None]
    said: list[Entry] = [("^Answer", len(given)), ("is plus|is minus", last[0])] if given else []
    if len(left) > 1:
        said += [("functions", [len(left), len(H)]), ("dimension", littlestone_dimension(left))]
    return Told(
        [*said, ("Halving", halving), ("optimal", optimal)],
        [
            ("of Halving", halving),
            ("^promised.*log.* size", np.log2(len(H)), "littlestone.halving"),
            ("of the optimal", optimal),
            ("^promised.*dimension", littlestone_dimension(H), "littlestone.standard_optimal"),
        ],
        {"*": ("point {0}", [asked.get(str(x), 0) for x in range(4)])},
        {
            "is plus": last[1] == "+",
            "is minus": last[1] == "-",
            "One function": len(left) == 1,
            "Nothing is asked": not given,
        },
        ("Halving above optimal", "plus above minus"),
    )


def restarts(state: Any, run: Any) -> Told:
    T, n = round(2 ** state["end"]), round(2 ** state["guess"])
    block = int(np.log2(T))
    left, known = 2 ** (block + 1) - 1 - T, np.sqrt(T)
    return Told(
        [
            ("ends after", T),
            ("in block", block),
            *([("before its end", left)] if left else []),
            ("Restarts cost", run["paid"] / known),
            ("guess of", [n, run["once"] / known]),
        ],
        [
            ("^with restarts", run["paid"]),
            ("^promised", [run["most"], 2, 2], "doubling.regret"),
            ("^with one guess", [run["once"], n]),
            ("if T is known", known),
        ],
        {"end": ("end of the game", T), "guess": ("guess", n)},
        {"at its end": left == 0},
    )


def conjugate(state: Any, run: Any) -> Told:
    w, a, ends = state["w"], state["a"], state["a"] in (-1, 1)
    F, dual = run["F"], run["dual"]
    gap = F + dual - a * w
    touches = gap < 1e-12
    return Told(
        [
            ("slope θ", a),
            ("meets the axis", -dual),
            ("^(?:At|It touches F at) w = ", w),
            *([] if touches else [("it is", gap)]),
        ],
        [(r"^F\(w\)$", F), (r"^F\*\(θ\)$", dual), ("^θw$", a * w), ("gap.*never below", [gap, 0])],
        {"w": ("point w", w), "a": ("slope θ", a)},
        {
            "touches F": touches,
            "from below meets": True,
            "below F[.]": not touches or (state["name"] == "Absolute value" and ends),
            "No steeper": state["name"] == "Absolute value" and ends,
        },
        ("F, a line of slope θ left of F*, one of slope w", "−F*(θ) left of −F(w)"),
    )


def arms(state: Any, run: Any) -> Told:
    nearest = run["next"]
    return Told(
        [
            ("rounds", state["T"]),
            ("pulls", [arm["n"] for arm in run["arms"]]),
            ("worse arms cost", run["regret"]),
            ("Next comes arm", nearest + 1),
            ("reaches down", run["arms"][nearest]["lowest"]),
        ],
        [
            ("worse arms", run["regret"]),
            ("in turn", run["inTurn"]),
            ("^promised: on average", run["promised"], "bandits.ucb1"),
        ],
        {"*": ("mean of arm {1}", state["means"])},
        places=("loss above pulls",),
        boxes={
            "strip": np.clip(
                [(arm["lowest"], arm["average"] + arm["radius"]) for arm in run["arms"]], -0.5, 1.4
            )
        },
    )


def steps(state: Any, run: Any) -> Told:
    slopes = np.array(state["values"][: state["shown"]])
    S, (adaptive, fixed) = (slopes**2).sum(), run
    return Told(
        [
            ("rounds?", len(slopes)),
            ("squares", S),
            *([("AdaGrad's step", 2 / np.sqrt(2 * S))] if S else []),
            ("fixed", 1 / np.sqrt(12)),
        ],
        [
            ("regret of AdaGrad", adaptive["regret"]),
            ("^promised", adaptive["promised"], "ftrl.adagrad"),
            ("regret of the fixed", fixed["regret"]),
            ("^promised", fixed["promised"], "ogd.regret_from_any_start"),
        ],
        {"*": ("slope of round {1}", state["values"])},
        {"not yet chosen": S == 0},
    )


def curve(state: Any, run: Any) -> Told:
    y = np.array(state["values"][: state["shown"]])
    n, mean = len(y), y.mean()
    return Told(
        [
            ("^Target", [n, y[-1]]),
            ("mean", mean),
            ("step", 1 / n),
            ("straight", np.sign(y.sum().round(9))),
        ],
        [
            ("regret, curved", run["curved"]),
            ("^promised", [run["promised"], 2, 1], "curved.logarithmic"),
            ("regret, straight", run["straight"]),
        ],
        {"*": ("target of round {1}", state["values"])},
    )


def descent(state: Any, run: Any) -> Told:
    w, u, g, played = (np.array(state[name]) for name in ("w", "u", "g", "past"))
    v = w - state["eta"] * g
    end = v / max(1, np.linalg.norm(v))
    before, after, last = (np.linalg.norm(x - u) for x in (w, v, end))
    many = [len(played) + 1] if len(played) else []
    return Told(
        [("before", before), ("after the step", after), ("in the end", last)],
        [
            (f"regret against u, {'' if many else 'one round'}", [run["regret"], *many]),
            ("^promised", run["promised"], "ogd.regret_from_any_start"),
        ],
        {"g": ("tip of the step", v), "w": ("w", w), "u": ("u", u)},
        {
            "leaves the ball|brings it back": np.linalg.norm(v) > 1,
            "stays in the ball": np.linalg.norm(v) <= 1,
        },
    )


def examples(state: Any, run: Any) -> Told:
    apart, shown, made = run["gamma"] or 0, state["shown"], len(run["steps"])
    told: list[Entry] = []
    if apart > 0 and shown:
        told = [("^Mistake", [shown, made])]
    elif apart > 0:
        told = [("mistakes", made), (r"\bR is", run["R"]), ("margin", apart)]
        told += [("promised", run["bound"], "perceptron.margin")]
    bound = run["bound"] if apart > 0 else 0
    return Told(
        told,
        [("^mistakes", shown or made), ("^promised", bound, "perceptron.margin")],
        {
            str(i): (f"example {i + 1}, {'plus' if label > 0 else 'minus'}", x)
            for i, (x, label) in enumerate(zip(state["X"], state["y"], strict=True))
        },
        {"No line": apart <= 0, "ringed": apart > 0 and bool(shown)},
    )


def mirror(state: Any, run: Any) -> Told:
    moved, next_ = -state["eta"] * np.array(state["g"]), []
    for name in ("squared", "entropy"):
        w = np.array(state["w"][name])
        if name == "squared":
            first = np.clip((1 + np.diff((w + moved)[::-1])[0]) / 2, 0, 1)
            next_.append(np.array([first, 1 - first]))
        else:
            grown = w * np.exp(moved)
            next_.append(grown / grown.sum())
    names = {"squared": "squared norm", "entropy": "entropy"}
    handles: dict[str, Entry] = {}
    for name, words in names.items():
        handles[f"{name}-w"] = (f"point w, {words}", state["w"][name])
        handles[f"{name}-g"] = (f"step in the mirror, {words}", moved)
    return Told(
        [("^The step", moved), ("squared norm", next_[0]), ("entropy", next_[1])],
        [("first weight.*squared norm", next_[0][0]), ("first weight.*entropy", next_[1][0])],
        handles,
        {"in a corner": bool((next_[0] == 0).any())},
        ("squared norm left of entropy",),
    )


def paths(state: Any, run: Any) -> Told:
    (average, last, falling), risks = run["ends"], run["risks"]
    return Told(
        [
            ("Sample", state["sample"] + 1),
            (r"\bu is", state["u"]),
            ("average is", average),
            ("last point", last),
            ("falling", falling),
            ("average over", 200),
        ],
        [
            ("excess risk, average", risks[0]),
            ("excess risk, last point", risks[1]),
            ("excess risk, last, falling", risks[2]),
            ("^promised to the average", run["promised"], "ogd.regret_from_any_start"),
        ],
        {"u": (r"looked for, u", state["u"])},
    )


# What is to be said; the arithmetic of a state; two states besides the first, as it is changed into them.
PICTURES: dict[str, tuple[Callable[[Any, Any], Told], str, list[str]]] = {
    "examples": (
        examples,
        "({...p.known(state)})",
        ["state.shown = 2", "state.X[0] = [0.4, -0.8]; state.X[3] = [0.6, 0.3]"],
    ),
    "descent": (
        descent,
        "descend((state.past[0] ?? state).w, [...state.past.map((r) => r.g), state.g], state.eta, state.u)",
        ["state.g = [0.3, 0.2]", "p.step(state); p.step(state); state.u = [0.1, 0.9]"],
    ),
    "mirror": (mirror, "0", ["p.step(state); state.g = [1, -0.4]", "state.g = [-1.9, 0.9]"]),
    "coins": (
        coins,
        f"bet({PLAYED})",
        [
            "p.presets['In turn'](state); state.values.reverse()",  # so that tails are bet on
            "state.values.fill(-1); state.shown = 1",
        ],
    ),
    "weights": (weights, "0", ["p.step(state); p.step(state)", "while (p.step(state));"]),
    "players": (
        players,
        "selfPlay(state.rounds)",
        ["state.pair = [0.9, 0.2]", "state.rounds = 40; state.pair = [0.1, 0.45]"],
    ),
    "answers": (
        answers,
        "answered(state.rows, state.answers)",
        ["p.step(state); p.step(state)", "p.presets.Thresholds(state); while (p.step(state));"],
    ),
    "restarts": (
        restarts,
        "p.now(state)",
        ["state.end = Math.log2(31)", "state.end = 0; state.guess = 3"],
    ),
    "conjugate": (
        conjugate,
        "({F: FUNCTIONS[state.name].F(state.w), dual: FUNCTIONS[state.name].dual(state.a)})",
        ["p.step(state)", "p.presets['Absolute value'](state); state.a = 1"],
    ),
    "arms": (
        arms,
        "explore(state.means, state.T)",
        ["state.means = [0.8, 0.3, 0.5]", "state.T = 30; state.means = [0.6, 0.7, 0.2]"],
    ),
    "steps": (
        steps,
        f"paid({PLAYED})",
        ["state.shown = 1", "p.presets['A tenth of all'](state); state.values[3] = 0"],
    ),
    "curve": (curve, f"follow({PLAYED})", ["state.shown = 1", "state.values.fill(-0.4)"]),
    "paths": (
        paths,
        "({ends: p.now(state).ends, risks: handedIn(state.u, state.eta), promised: promised(state.u, state.eta)})",
        ["state.u = -0.6; state.eta = 0.1", "p.step(state); state.u = 0.3"],
    ),
}
HEARD = """(arithmetic, pictures) => {
  const p = pictures.%s, { %s } = p.arithmetic;
  const states = %s.map((change) => { const state = p.start(); change(state); return state; });
  return states.map((state) => [state, %s, p.says(state),
    [...p.bars(state).matchAll(/<p><span>(.*?)<.span> <b>(.*?)<.b><.p><i class="([^"]*)" style="width:([^%%]*)%%/g)]
      .map((m) => m.slice(1)),
    [...p.draw(state).matchAll(/data-handle="([^"]*)" data-label="([^"]*)" data-value="([^"]*)"/g)]
      .map((m) => m.slice(1)),
    [...p.draw(state).matchAll(/<text class="[^"]*" x="([^"]*)" y="([^"]*)" text-anchor="(.*?)">(.*?)<.text>/g)]
      .map((m) => [m[4], m[1], m[2], m[3]]),
    [...p.draw(state).matchAll(/<rect class="(.*?)" x="(.*?)" y="(.*?)" width=".*?" height="(.*?)"/g)]
      .map(([, kind, x, y, height]) => [kind, ...[+y + +height, +y].map((end) => p.from?.([+x, end])[1])])]);
}"""


def faults_of(name: str, *planted: Path) -> list[str]:
    """Everything that a picture says and is not so, in its three states."""
    expected, arithmetic, changes = PICTURES[name]
    all_changes = ", ".join(f"(state) => {{ {change} }}" for change in ["", *changes])
    known = re.findall(r"arithmetic: \{ ([\w, ]+) \}", dragging.SCRIPTS[name].read_text("utf-8"))
    heard = in_node(HEARD % (name, known[0], f"[{all_changes}]", arithmetic), *planted)
    faults = []
    for number, (state, run, says, bars, handles, texts, boxes) in enumerate(heard, start=1):
        told = expected(state, run)
        here = [*faults_of_words(says, told), *faults_of_bars(bars, told)]
        here += [*faults_of_handles(handles, told), *faults_of_places(texts, told)]
        here += faults_of_boxes(boxes, told)
        faults += [f"state {number}: {fault}" for fault in here]
    return faults


def test_every_picture_is_heard() -> None:
    assert sorted(PICTURES) == sorted(dragging.SCRIPTS)


@pytest.mark.parametrize("name", PICTURES)
def test_what_a_picture_says_is_so(name: str) -> None:
    tell(faults_of(name), dragging.SCRIPTS[name])


# What a button says of the state that it makes: the state before, the one after, and what is known of the name in it.
PRESETS: dict[str, dict[str, Callable[[Any, Any, Any], bool]]] = {
    "coins": {
        "All heads": lambda _, now, __: set(now["values"]) == {1},
        "In turn": lambda _, now, __: now["values"] == [1, -1] * (len(now["values"]) // 2),
    },
    "curve": {
        # the first is a half, so that the leader is never undecided
        "In turn": lambda _, now, __: now["values"] == [0.5, *[-1, 1] * 5, -1],
        "All the same": lambda _, now, __: len(set(now["values"])) == 1 and now["values"][0] != 0,
    },
    "steps": {
        "A tenth of all": lambda was, now, __: near(now["values"], np.array(was["values"]) / 10),
        "One is long": lambda was, now, __: (
            near(np.sort(np.abs(now["values"]))[-1:], [1])
            and sum(near([a], [b / 10]) for a, b in zip(now["values"], was["values"], strict=True))
            == len(now["values"]) - 1
        ),
    },
    "arms": {  # losses: the largest mean is the worst
        "Nearly the same": lambda _, now, __: 0 < np.ptp(now["means"]) <= 0.1 + 1e-9,
        "One much worse": lambda _, now, __: (
            np.diff(np.sort(now["means"])).round(9).tolist() == [0, 0.8]
        ),
    },
    "conjugate": {
        "Square": lambda _, __, F: near(F, [2, 0.5, 0, 0.5, 2]),
        "Steeper": lambda _, __, F: min(np.subtract(F, [2, 0.5, -1, 0.5, 2])) > 0,
        "Absolute value": lambda _, __, F: near(F, [2, 1, 0, 1, 2]),
        "Exponential": lambda _, __, F: near(F, np.exp([-2, -1, 0, 1, 2])),
    },
    "answers": {
        "Eight functions": lambda _, now, __: len(set(now["rows"])) == len(now["rows"]) == 8,
        "Thresholds": lambda _, now, __: (
            sorted(now["rows"]) == sorted("-" * n + "+" * (4 - n) for n in range(5))
        ),
        "One plus": lambda _, now, __: (
            sorted(now["rows"])
            == sorted(["-" * n + "+" + "-" * (3 - n) for n in range(4)] + ["----"])
        ),
    },
}
PRESSED = """(arithmetic, pictures) => Object.entries(pictures).flatMap(([name, p]) =>
  Object.entries(p.presets ?? {}).map(([label, press]) => {
    const state = p.start();
    press(state);
    const { F } = arithmetic.FUNCTIONS[state.name] ?? {};
    return [name, label, p.start(), state, F ? [-2, -1, 0, 1, 2].map((w) => F(w)) : null];
  }))"""


def near(one: Any, other: Any) -> bool:
    return bool(np.allclose(one, other, rtol=0, atol=1e-9))


def faults_of_presets(*planted: Path) -> list[str]:
    """Buttons that make another state than they say, and those of which nothing is known."""
    pressed = in_node(PRESSED, *planted)
    known = {(name, label) for name, presets in PRESETS.items() for label in presets}
    faults = [
        f"{name}: no button {label!r}, which tests/test_dragging_words.py has in PRESETS"
        for name, label in sorted(known - {(name, label) for name, label, *_ in pressed})
    ]
    for name, label, was, now, F in pressed:
        if (name, label) not in known:
            faults.append(
                f"{name}: say in PRESETS, tests/test_dragging_words.py, what {label!r} is"
            )
        elif not PRESETS[name][label](was, now, F):
            state = F or {key: value for key, value in now.items() if value != was[key]}
            faults.append(f"{name}: this is not {label!r}: {state}")
    return faults


def test_a_button_does_what_it_says() -> None:
    tell(faults_of_presets(), "book/_ext/pictures")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[0.1, 0.1, 0.9]", "[0.9, 0.9, 0.1]"),
        ("state.values.fill(1)", "state.values.fill(-1)"),
        ("(i === 6 ? -1 : g / 10)", "(i === 6 ? -1 : g)"),
        ('"Thresholds": [', '"Threshold": ['),
        ("1.5 * w ** 2", "0.4 * w ** 2"),
    ],
)
def test_a_slip_of_a_button_is_told(old: str, new: str, tmp_path: Path) -> None:
    assert faults_of_presets(with_slip(tmp_path, old, new))


FULL_AND_DASHED = [
    (
        "steps",
        "The full line is AdaGrad, the dashed one gradient descent",
        "({paid}) => paid(start.values).map(({points}) => points)",
    ),
    (
        "curve",
        "The full line plays what was best so far for the losses $\\frac12(w-y)^2$, the dashed one for their "
        "straight part",
        "({follow}) => [follow(start.values).means, follow(start.values).ends]",
    ),
    (
        "paths",
        "dashed with the step $\\eta$ and full with steps that fall",
        "({noise, walk, constant, falling}) => [falling, constant].map((step) => "
        "walk(start.u, noise[0], step(start.eta)))",
    ),
]


@pytest.mark.parametrize(("name", "words", "arithmetic"), FULL_AND_DASHED)
def test_which_line_is_full_and_which_is_dashed(name: str, words: str, arithmetic: str) -> None:
    assert words in dragging.WORDS[name].to_do
    start = in_node(f"() => dragging.pictures.{name}.start()")
    drawing = in_node(f"() => dragging.pictures.{name}.draw(start)", start=start)
    drawn = dict(re.findall(r'<path class="(?!axis)([\w ]+)" d="M([^"]*)"', drawing))
    looks = ["simplex", "guess dashed"]  # the first is full
    for look, points in zip(looks, in_node(arithmetic, start=start), strict=True):
        places = [float(place.split(",")[1]) for place in drawn[look].split("L")]
        assert np.corrcoef(places, points[: len(places)])[0, 1] < -0.999  # upwards is less in SVG


# The first of each picture are tried in every run, and among them one for each kind of fault.
SLIPS = [
    ("coins", "at least ${about(promised", "at most ${about(promised"),
    ("coins", '"promised: at least"', '"promised: at most"'),
    ("coins", 'next > 0 ? "heads" : "tails"', 'next > 0 ? "tails" : "heads"'),
    ("coins", '171], "heads"', '171], "tails"'),
    ("coins", "Math.max(share, 0)", "share"),
    ("restarts", 'bar("with restarts", paid', 'bar("with restarts", once'),
    ("restarts", "in block ${lengths.length - 1}", "in block ${lengths.length}"),
    ("restarts", "Restarts cost ${two(paid / known)}", "Restarts cost ${two(once / known)}"),
    ("players", "The first could save `", "The second could save `"),
    (
        "players",
        "value - Math.min(...rows(q)), Math.max(...columns(p)) - value",
        "Math.max(...columns(p)) - value, value - Math.min(...rows(q))",
    ),
    ("curve", "step of 1/${n}", "step of 1/${n + 1}"),
    ("curve", "2(1 + ln <i>T</i>)", "2(2 + ln <i>T</i>)"),
    ("arms", "Next comes arm ${next + 1}", "Next comes arm ${next}"),
    ("arms", "mean of arm ${i + 1}", "mean of arm ${i}"),
    ("weights", '"½", 84', '"½", 204'),
    ("weights", "above ½, but the lamp is on", "below ½, but the lamp is on"),
    ("weights", '"doubled"] :', '"halved"] :'),
    ("answers", 'SIGNS = { "+": "plus", "-": "minus" }', 'SIGNS = { "+": "minus", "-": "plus" }'),
    ("answers", '["Halving", "optimal"]', '["optimal", "Halving"]'),
    ("conjugate", "it is ${two(apart)} below F", "it is ${two(apart)} above F"),
    ("conjugate", '["<i>F</i>(<i>w</i>)", F(w)]', '["<i>F</i>(<i>w</i>)", dual(a)]'),
    ("descent", "${far[0]} before, ${far[1]} after", "${far[1]} before, ${far[0]} after"),
    ("descent", "size(v) > 1 ?", "size(v) < 1 ?"),
    ("examples", 'state.y[i] > 0 ? "plus" : "minus", p', 'state.y[i] > 0 ? "minus" : "plus", p'),
    ("examples", "at most <i>R</i>", "at least <i>R</i>"),
    ("curve", '"y = 1"', '"y = −1"'),
    ("mirror", "(corner ?", "(!corner ?"),
    ("paths", '"average", "last point",', '"last point", "average",'),
    ("steps", "two(Math.sqrt(2 / S))", "two(Math.sqrt(1 / S))"),
]


@pytest.mark.parametrize(("name", "old", "new"), first_of_each(SLIPS, itemgetter(0)))
def test_a_slip_in_the_words_is_told(name: str, old: str, new: str, tmp_path: Path) -> None:
    assert faults_of(name, with_slip(tmp_path, old, new))
