"""The texts that readers change, what is answered to them, and the changes that are offered."""

from __future__ import annotations

import ast
import json
import re
import textwrap
from copy import deepcopy
from pathlib import Path
from typing import Any

import breaks
import build
import live as site
import pytest
from against import BOUND, hypotheses, sharper
from faults import tell
from needless import REASONS

import olbook as ol
from olbook.checked import Context
from olbook.checked.judge import holds
from olbook.checked.judge.kept import as_world
from olbook.checked.judge.reals import FLOATS
from olbook.checked.written import read, written
from olbook.proofs import CATALOGUE, samplers
from olbook.proofs.live import UNNAMED, _help, about, check, statement_of, text_of

pytestmark = pytest.mark.landing

# One of each kind: a lemma, citations with images, another context, chance, an infimum, a limit.
SAMPLE = (
    "perceptron.margin",
    "perceptron.sharp",
    "batch.average",
    "square.widrow_hoff_best",
    "ogd.average_bound_vanishes",
)
SMALL = textwrap.dedent(
    '''\
    ctx = Context(positive="a b", real="x")

    ctx.hyp("up", "x <= a", label="an upper bound")

    ctx.theorem("t", """
        x
        <= a
            | by up
        <= a + b
            | gap b
    """,
        claim="x <= a + b",
        title="A sum",
        name="small.sum")
    '''
)


def differences_from_the_book(name: str) -> list[str]:
    answer = check(text_of(name))
    if not answer["proved"]:
        return [f"{name}, line {answer['line']}: {answer['said']}"]
    return [f"{name}: proved otherwise"] * (answer["digest"] != ol.theorem(name).checked_digest)


@pytest.mark.parametrize("name", SAMPLE)
def test_the_text_of_a_theorem_proves_it(name: str) -> None:
    tell(differences_from_the_book(name))


@pytest.mark.thorough
def test_the_texts_of_all_theorems_prove_them() -> None:
    tell(fault for name in CATALOGUE for fault in differences_from_the_book(name))


def test_a_text_is_read_as_it_was_written() -> None:
    for name in CATALOGUE:
        text = text_of(name)
        assert written(read(text)) == text, name


def test_a_small_text_is_proved() -> None:
    answer = check(SMALL)
    assert answer["proved"]
    assert answer["claim"] == r"x \le a + b"
    assert [line for _, lines in answer["supposed"] for line in lines] == [
        r"*an upper bound:* $x \le a$",
        "*signs:* $a > 0$, $b > 0$",
    ]
    assert [reason for _, rows in answer["proofs"] for reason, _ in rows] == [
        "",
        "an upper bound",
        r"dropping $b \ge 0$",
    ]


def refusal(old: str, new: str) -> tuple[int, str]:
    assert old in SMALL
    answer = check(SMALL.replace(old, new))
    assert not answer["proved"]
    return answer["line"], answer["said"]


def test_a_refusal_names_the_line() -> None:
    line, said = refusal("        | by up\n", "")
    assert line == 7
    assert "It would close with: by up" in said
    line, said = refusal("<= a + b\n", "<= a - b\n")
    assert line == 9
    assert "The step is FALSE" in said
    assert refusal("x <= a + b", "x <= a")[0] == 5  # the claim of the theorem
    assert refusal("x <= a", "x <= ")[0] == 3
    assert refusal('"a b"', '"a a"')[0] == 1


def test_lines_are_counted_with_the_signs_on_no_keyboard() -> None:
    assert refusal("<= a\n        | by up\n    <= a + b", "≤ a\n    ≤ a - b")[0] == 7


@pytest.mark.parametrize(
    ("text", "words"),
    {
        "": "begins with the names",
        "import os": "line 1: here stands neither",
        'ctx = Context(real="a")\nprint(1)': "line 2: here stands neither",
        'ctx = Context(real="a")\nctx = Context(real="b")': "line 2: one text",
        'ctx = Context(real="a")\nctx._declare("", "", "", {})': "line 2: here stands neither",
        'ctx = Context(real="a")\nctx.facts': "line 2: here stands neither",
        'ctx = Context(real="a")\nctx.hyp("h", open("/etc/passwd"))': "line 2: a string",
        'ctx = Context(real="a")\nctx.hyp("h", f"{1}")': "line 2: a string",
        'ctx = Context(**{"real": "a"})': "line 1: arguments are written out",
        'ctx = Context(real="a")\nctx.hyp("h")': "line 2: ctx.hyp: missing",
        'ctx = Context(real="a")\nctx.hyp("h", 3)': "a formula is a string",
        'ctx = Context(real="a")\nctx.cite("h", theorem("no.such"))': "no theorem of the book",
        'ctx = Context(real="a")\nctx.hyp("h" "a == 1"': "line 2: this cannot be read",
        'ctx = Context(real="a")': "nothing is to be proved",
        "(" * 500: "this cannot be read",
    }.items(),
)
def test_what_is_no_such_call_is_refused_and_not_run(text: str, words: str) -> None:
    answer = check(text)
    assert not answer["proved"]
    assert words in answer["said"]


def test_a_theorem_keeps_the_help_that_the_judge_gets_from_the_book() -> None:
    text = text_of("batch.gradient_descent")
    assert "sample=" not in text
    assert "ctx.model" not in text
    found = _help(Context(vector="u"), "batch.gradient_descent")
    assert found == {"sample": samplers.stochastic_gradient_descent}


# --- what is answered of a claim -------------------------------------------------------------------


def answered(name: str, old: str, new: str) -> dict[str, Any]:
    text = text_of(name)
    assert old in text
    return about(text.replace(old, new, 1), text)


def lines_of(text: str, fact: str) -> str:
    """The lines of a text that make a fact."""
    first, last = next(call.lines for call in read(text) if call.name == fact)
    return "".join(text.splitlines(keepends=True)[first - 1 : last])


def words_of(answer: dict[str, Any]) -> str:
    return "".join(text for text, _ in answer["words"])


def test_a_claim_that_is_false_now_is_told_as_a_run_though_its_proof_is_left() -> None:
    answer = answered("perceptron.margin", 'claim="M <= R**2*U**2"', 'claim="M <= R**2*U**2/2"')
    assert answer["kind"] == "false"
    assert words_of(answer).startswith("One round: ")
    assert "The claim would say 1 <= " in words_of(answer)


def test_a_line_that_is_deleted_is_answered_by_a_world_in_which_it_is_not_so() -> None:
    margin = lines_of(text_of("perceptron.margin"), "margin")
    answer = answered("perceptron.margin", margin, "")
    assert answer["kind"] == "false"
    assert "What is left out is not so there: 1 <= " in words_of(answer)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("perceptron.margin", 'claim="M <= R**2*U**2"', 'claim="M <= 2*R**2*U**2"'),
        ("perceptron.margin", "    | by", "    # by"),
        # S is said to be real, and is a sum of squares
        ("ogd.regret", 'eta/2*S",\n    title', 'eta*S",\n    title'),
        ("risk.azuma_hoeffding", 'ctx.hyp("share", "q <= 1", label="a share")\n', ""),  # of a lemma
    ],
)
def test_a_claim_that_is_weaker_or_the_same_still_stands(name: str, old: str, new: str) -> None:
    assert answered(name, old, new)["kind"] == "stands"


def test_an_infimum_is_read_and_a_letter_that_is_left_alone_is_not_told_of() -> None:
    """An infimum is defined once a lemma is proved; without its hypothesis no fact speaks of D."""
    claim = 'claim="eta*dot(g, v) + norm2(v)/2 <= Q"'
    answer = answered("mirror.leader_squared_norm", claim, claim.replace("Q", "2*Q"))
    assert answer["kind"] == "false"
    convex = lines_of(text_of("risk.anytime"), "convex_risk")
    assert answered("risk.anytime", convex, "")["kind"] == "false"


def test_a_reason_is_not_given_where_a_sign_is_gone_too() -> None:
    text = text_of("winnow.any_labels")
    less = text.replace(lines_of(text, "disjunction"), "")
    assert about(less, text)["without"] == "disjunction"
    share, known = text_of("games.shifting_tuned"), json.dumps(["some"])
    shareless = share.replace(lines_of(share, "some"), "")  # and K divides
    assert about(shareless, share, "{}", known)["without"] == "some"
    assert about(shareless, share)["tried"] > 1
    signless = less.replace("iota x u chi", "iota x chi").replace('real="y', 'real="u y')
    assert about(signless, text).get("without", "") == ""


def test_where_nothing_is_found_it_is_said_how_much_was_tried() -> None:
    begun = lines_of(text_of("doubling.regret"), "begun")
    answer = answered("doubling.regret", begun, "")
    assert (answer["kind"], answer["without"]) == ("open", "begun")
    assert answer["tried"] >= 100
    assert 0 < answer["closest"] < 1


def test_a_true_and_a_false_change_that_the_proof_search_gives_up_on_are_told_apart() -> None:
    """Multiplied out, both have too many terms."""
    text, kept = text_of("eg.hoeffding"), json.dumps(POWER["eg.hoeffding"].worlds)
    claim = next(line for line in text.splitlines() if "claim=" in line)
    true, false = (
        about(text.replace(claim, claim.replace("/8", over)), text, kept)["kind"]
        for over in ("/4", "/16")
    )
    assert (true, false) == ("stands", "false")


def test_a_world_that_is_known_answers_where_a_short_search_finds_none() -> None:
    text, kept = text_of("winnow.regret"), json.dumps(POWER["winnow.regret"].worlds)
    half = next(each for each in POWER["winnow.regret"].offered if each.about == BOUND)
    sharp = breaks.text_after(text, half)
    assert about(sharp, text)["kind"] == "open"
    assert about(sharp, text, kept)["kind"] == "false"
    assert about(text, text, kept)["kind"] == "stands"


def test_the_text_of_a_theorem_has_all_that_its_settings_say() -> None:
    within = [name for name in CATALOGUE if ol.theorem(name).within]
    assert len(within) >= 5
    for name in within:
        said = {fact for setting in ol.theorem(name).within for fact in setting.facts}
        assert said <= {call.name for call in read(text_of(name))}, name
    text = text_of("games.equilibrium")
    worlds = POWER["games.equilibrium"].worlds
    less = text.replace(lines_of(text, "convex"), "")
    assert about(less, text, json.dumps(worlds))["kind"] == "false"
    world = as_world(statement_of(text), worlds["convex"])
    mean = next(said for said in world.meaning.supposed if said.said.name == "mean_p")
    assert holds(mean, world, (FLOATS,))


def test_of_a_text_that_states_nothing_only_the_checker_speaks() -> None:
    assert about('ctx = Context(real="a")')["kind"] == "unread"
    assert about("import os")["kind"] == "unread"


# --- the changes that are offered ----------------------------------------------------------------

POWER = breaks.stored()


AT_99, AT_HALF, OPEN = 112, 167, 13  # as many as are refuted, and as many as are open


def test_what_is_stored_is_about_the_theorems_as_they_are() -> None:
    stale = [n for n in CATALOGUE if n not in POWER or not breaks.is_about(n, POWER[n])]
    tell(
        [f"{name}: its changes to try are of another text" for name in stale]
        + [f"{name}: is no theorem" for name in POWER if name not in CATALOGUE],
        breaks.STORED,
        "make update",
    )


@pytest.mark.thorough
def test_every_stored_world_refutes_by_the_evaluator_of_the_judge() -> None:
    tell(
        [
            f"{name}: the world against it without {about} does not refute"
            for name, power in POWER.items()
            for about in power.worlds
            if breaks.refuting(name, power, about) is None
        ],
        breaks.STORED,
        "make update",
    )


def test_a_world_that_does_not_refute_is_noticed() -> None:
    power = deepcopy(POWER["perceptron.margin"])
    for value in power.worlds[BOUND]["values"]:
        if value[0] == "x":
            value[3] = ["0"] * len(value[3])
    assert breaks.refuting("perceptron.margin", power, BOUND) is None


def test_every_hypothesis_has_a_world_a_reason_or_is_counted_as_open() -> None:
    for name, power in POWER.items():
        needless = {fact for about, fact in REASONS if about == name}
        assert not needless & power.worlds.keys(), name
        known = hypotheses(ol.theorem(name)).keys()
        assert needless <= known, name
        settled = power.worlds.keys() | power.tried.keys() | needless
        assert settled - {BOUND} == known, name


def test_the_share_of_what_is_refuted_does_not_fall() -> None:
    """Someone who adds a theorem may raise these numbers, and nobody may lower them."""
    counts = breaks.Counts.of(POWER)
    assert counts.at_half + counts.closest >= counts.bounds - 1
    assert counts.at_99 >= AT_99
    assert counts.at_half >= AT_HALF
    assert counts.open <= OPEN


def test_what_is_offered_refutes_the_claim() -> None:
    offered = [each.about in power.worlds for power in POWER.values() for each in power.offered]
    assert sum(offered) >= 0.95 * len(offered)
    for name, power in POWER.items():
        text = text_of(name)
        assert len(power.offered) <= 5
        for each in power.offered:
            assert each.about in power.worlds or (name, each.about) in REASONS
            assert breaks.text_after(text, each) != text
            lines = text.splitlines()
            assert all(lines[int(n) - 1] == line for n, line in each.was.items()), name


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(POWER))
def test_an_offered_change_is_answered_as_the_page_shows_it(name: str) -> None:
    """What is left out may be what makes the text readable; the stored world refutes it all the same."""
    text, power = text_of(name), POWER[name]
    worlds, known = json.dumps(power.worlds), json.dumps([f for n, f in REASONS if n == name])
    for each in power.offered:
        said = about(breaks.text_after(text, each), text, worlds, known)["kind"]
        assert said == ("false" if each.about in power.worlds else "open"), each.says


@pytest.mark.parametrize(
    ("claim", "factor", "sharp"),
    [
        ("M <= a + b", "1/2", "M <= (a + b)/2"),
        ("M <= a*b", "9/10", "M <= 9*a*b/10"),
        ("M >= a", "1/2", "M >= 2*a"),
        ("M <= -a*b", "1/2", "M <= 2*-a*b"),
        ("0 <= a", "1/2", None),
        ("0 <= a", "strict", "0 < a"),
        ("a == 0", "strict", None),
    ],
)
def test_a_claim_is_made_sharper(claim: str, factor: str, sharp: str | None) -> None:
    assert sharper(claim, factor) == sharp


# --- exercises, and the archive ------------------------------------------------------------------

CHAPTERS = sorted((build.ROOT / "book").glob("*.ipynb"))


def asked(answer: dict[str, Any]) -> str:
    """What a reader of a refusal sees before any other press."""
    return "".join(words for words, _ in answer["parts"])


def gone_on(text: str, answer: dict[str, Any], reason: str, line: str = "") -> str:
    """The text with a reason behind the line that was refused, or with another line before it."""
    lines = text.split("\n")
    at = answer["line"] - 1
    lines[at : at + 1] = [line, lines[at]] if line else [f"{lines[at]} | {reason}"]
    return "\n".join(lines)


def only_asking(text: str, solution: str, copying: bool) -> tuple[bool, list[str]]:
    """Whether a student comes to the end who copies what messages leave, and else uses hints; and faults."""
    faults: list[str] = []
    copied = False
    for _ in range(9):
        answer = check(text, solution)
        if answer["proved"] or (copied and UNNAMED in answer["said"]):
            return answer["proved"], faults
        shown, hint = asked(answer), answer["hint"]
        if "unexplained" not in shown or (hint and hint in shown) or "close with" in shown:
            faults.append(f"asks for {hint} by: {shown}")
        if copying and (left := re.search(r"right - left leaves (.+) unexplained", shown)):
            mine = gone_on(text, answer, f"gap {left[1]}")
            after = check(mine, solution)
            if after["proved"] or after["line"] > answer["line"] or UNNAMED in after["said"]:
                text, copied = mine, True
                continue
        if not (hint or answer["next"]):
            faults.append(f"no hint is known after: {shown}")
        text = gone_on(text, answer, hint, answer.get("next", ""))
    return False, [*faults, "comes to no end"]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_an_exercise_is_offered_with_its_hole_and_its_hints_lead_to_its_solution(
    chapter: Path,
) -> None:
    found, solved = site.exercises(chapter), site.solutions(chapter)
    assert "new_context()" not in chapter.read_text(encoding="utf-8") or found
    assert found.keys() == solved.keys()
    for label, text in found.items():
        assert not check(text, solved[label])["proved"]
        by_hints, faults = only_asking(text, solved[label], copying=False)
        tell(f"{label}: {fault}" for fault in faults)
        assert by_hints, label


def test_a_gap_does_not_stand_for_the_fact_that_an_exercise_asks_for() -> None:
    found = {k: v for c in CHAPTERS for k, v in site.exercises(c).items()}
    solved = {k: v for c in CHAPTERS for k, v in site.solutions(c).items()}
    for label in ("ex-hole", "ex-oco-mistuned", "ex-base-four"):
        assert only_asking(found[label], solved[label], copying=True) == (False, []), label


def test_a_gap_that_an_exercise_asks_for_is_not_what_is_said_to_be_left() -> None:
    chapter = build.ROOT / "book" / "curved_losses.ipynb"
    text, solution = (f(chapter)["ex-curved-hole"] for f in (site.exercises, site.solutions))
    assert "h/(mu*(t + 1))" in asked(check(text))  # as the workbench says it
    assert "h/(mu" not in asked(check(text, solution))
    false = text.replace("+ h/mu\n", "+ h/(2*mu)\n")
    assert "The step is FALSE: it says" in asked(check(false, solution))


def test_the_archive_has_every_module_that_is_imported() -> None:
    """What the modules of the checker import from each other, from SymPy and from mpmath."""
    names = {name for name, _ in (*site.algebra(), *site.checker())}
    modules = {
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in names
    }
    assert "sympy.core.symbol" in modules
    for name, content in site.checker():
        for node in ast.walk(ast.parse(content)) if name.endswith(".py") else ():
            wanted = (
                [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            )
            wanted += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            for module in wanted:
                if module.partition(".")[0] in ("sympy", "mpmath"):
                    assert module in modules, f"{name} imports {module}"


def test_the_text_of_the_workbench_is_proved() -> None:
    assert check(site.EMPTY)["proved"]


def test_what_is_recorded_is_put_back() -> None:
    from olbook.proofs import perceptron

    before = perceptron.Context
    with site.recording(perceptron):
        assert perceptron.Context is not before
    assert perceptron.Context is before
