"""What the editors of the site show and run: the contexts of the proofs as texts, and their check.

A changed text is answered twice: first what becomes of its claim, which the judge tries to refute
whatever the proof looks like, then where the proof breaks.

A text has the calls of ``olbook/proofs`` that one theorem needs. What is no part of what is proved is left
out: the words of statements and settings, other forms of a claim, and the values and samplers that help
the judge to find worlds. When a text is about a theorem of the book, the judge gets these back.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from typing import Any

from ..checked import CheckError, Context, Proof, Theorem
from ..checked.displayed import over_in_words, stated
from ..checked.judge import Said, Sampler, Stated, Verdict, World, judge
from ..checked.judge.kept import evaluated
from ..checked.reading.chains import lines_of
from ..checked.reading.names import words_in
from ..checked.reading.terms import plain
from ..checked.show.proof import rows_of
from ..checked.show.render import exactly
from ..checked.show.told import told
from ..checked.written import (
    DECLARE,
    DERIVATIONS,
    FACTS,
    Call,
    Named,
    called,
    line_of_step,
    read,
    written,
)
from . import CATALOGUE, theorem

HELP = ("sample", "statement", "kind", "within", "shown", "why")


class Recorder:
    """Stands in for a context: it remembers the calls, and proves nothing."""

    def __init__(self, **declared: str) -> None:
        self.calls = [Call(DECLARE, declared)]

    def setting(self, *_: Any, **__: Any) -> None:
        """Words, which prove nothing and suppose nothing of their own."""

    def written(self, **_: str) -> None:
        """How names are shown."""

    def __getattr__(self, method: str) -> Callable[..., Named | None]:
        def remembered(*args: Any, **kwargs: Any) -> Named | None:
            call = called(method, *args, **kwargs)
            self.calls.append(call)
            return Named(call.arguments["name"]) if _proves(call) else None  # it may be cited

        return remembered


@contextmanager
def recording(*modules: Any) -> Iterator[list[Recorder]]:
    """Let modules that make contexts make recorders instead."""
    made: list[Recorder] = []

    def recorder(**declared: str) -> Recorder:
        made.append(Recorder(**declared))
        return made[-1]

    before = [module.Context for module in modules]
    for module in modules:
        module.Context = recorder
    try:
        yield made
    finally:
        for module, original in zip(modules, before, strict=True):
            module.Context = original


def calls_behind(name: str) -> list[Call]:
    """All calls of the context in which a theorem of the book is proved."""
    build = CATALOGUE[name].build
    build()  # what it cites is proved once, by ordinary contexts, and kept
    package = __name__.rpartition(".")[0]
    modules = [
        module
        for path, module in sys.modules.items()
        if path.startswith(f"{package}.")
        and path != __name__
        and getattr(module, "Context", None) is Context
    ]
    with recording(*modules) as made:
        inspect.unwrap(build)()
    for recorder in made:
        if any(call.arguments.get("name") == name for call in recorder.calls if _proves(call)):
            return recorder.calls
    raise ValueError(f"{name} is not proved in a context of its own module")


def _proves(call: Call) -> bool:
    return call.method == "theorem"


def calls_for(name: str) -> list[Call]:
    """The calls that one theorem needs, and what its settings say, without help for the judge."""
    calls = [call for call in calls_behind(name) if call.method != "model"]
    end = next(i for i, call in enumerate(calls) if call.arguments.get("name") == name)
    proved = theorem(name)
    needed = {*proved.used, calls[end].name}.union(*(p.fact.rests_on for p in proved.proofs))
    needed |= {fact for setting in proved.within for fact in setting.facts}
    kept = []
    for call in reversed(calls[: end + 1]):
        if call.method == DECLARE or call.name in needed:
            kept.append(call.with_(**dict.fromkeys(HELP)))
            if call.method != DECLARE:
                needed |= words_in(call.arguments.get("text", ""))
    return kept[::-1]


def text_of(name: str) -> str:
    """A theorem of the book as a text to change."""
    return written(calls_for(name))


# --- the statement, before its proof -----------------------------------------------------------------

WORLDS = 400
CLOSES = " It would close with: "
QUICK, LONG = 2500, 5000  # relations that are evaluated without and with runs of the algorithm
SEEDS = ("", "a")  # of the long searches


def statement_of(text: str) -> Stated:
    """What the last call of a text states: declarations, definitions and hypotheses are made, proofs skipped."""
    first, *calls = read(text)
    if not calls or "claim" not in calls[-1].arguments:
        raise CheckError("the text does not end in a theorem")
    ctx = _given(first, calls)
    language, claim = ctx._language, calls[-1].arguments["claim"]
    relation = language.relation(claim)
    ranges = language.ranges_of([relation.left, relation.right], calls[-1].arguments.get("on"))
    said = Said("claim", "claim", language.normal(claim), over_in_words(ranges.items()))
    return stated(language, ctx._facts.values(), said)


def _given(first: Call, calls: Sequence[Call]) -> Context:
    """A context with all that is supposed. Proofs are made only if a definition asks for them, as an infimum does."""
    ctx = Context(**first.arguments)
    for i, call in enumerate(calls):
        if call.method not in FACTS:
            continue
        try:
            call.on(ctx)
        except CheckError:
            for earlier in calls[:i]:
                if earlier.method not in FACTS:
                    with suppress(CheckError):
                        _made(earlier, ctx)
            call.on(ctx)
    return ctx


def about(text: str, original: str = "", kept: str = "{}", needless: str = "[]") -> dict[str, Any]:
    """What is known of the claim of a text, before its proof is looked at.

    Parameters
    ----------
    text
        The text.
    original
        The text of the book's theorem that was changed, if it was one.
    kept
        In JSON, the worlds that are known against changes of this theorem, by what is changed.
    needless
        In JSON, the hypotheses that are known not to be needed; without one the search is short.

    Returns
    -------
    dict
        ``kind``: "false", with the ``words`` and the ``table`` of a world; "stands", if it says what the
        theorem of the book says, or follows from it in one step; "open", with how many worlds were
        ``tried``, how much of the bound was reached, ``closest``, and which hypothesis alone was left
        out, ``without``; or "unread".
    """
    try:
        book = statement_of(original or text)
        mine = _changed(text, original, book)
    except CheckError:
        return {"kind": "unread"}
    mine, book = (_without_helpers(each, book) for each in (mine, book))
    weaker = original and _supposes_all(mine, book)
    if weaker and (mine.claim == book.claim or _follows(mine.claim.text, original)):
        return {"kind": "stands"}
    still = {said.name for said in mine.supposed}
    gone = [said for said in book.supposed if said.name not in still]
    if (known := _known(mine, gone, json.loads(kept))) is not None:
        return _false(known, gone)
    changed = [said for said in book.supposed if said not in mine.supposed]
    loose = words_in(*(said.text for said in changed))
    alone = changed == gone and len(gone) == 1 and mine.claim == book.claim
    without = gone[0].name if alone and _declares_all(mine, book) else ""
    verdict = _searched(mine, "" if without in json.loads(needless) else original, loose)
    if verdict.refutation is not None:
        return _false(verdict.refutation, gone)
    closest = verdict.closest
    return {"kind": "open", "tried": verdict.tried, "closest": closest, "without": without}


def _changed(text: str, original: str, book: Stated) -> Stated:
    """What a text states; the book's statement without one hypothesis can be evaluated though it cannot be read.

    Without it the checker may know no sign of a letter that divides, or no infimum of a definition.
    """
    try:
        return statement_of(text)
    except CheckError:
        one = _left_out(text, original)
        supposed = tuple(said for said in book.supposed if said.name != one)
        if len(supposed) == len(book.supposed):
            raise
        return replace(book, supposed=supposed)


def _left_out(text: str, original: str) -> str:
    """The one call that a text is without."""
    mine, book = ([replace(call, lines=(0, 0)) for call in read(t)] for t in (text, original))
    gone = [call.name for call in book if call not in mine]
    return gone[0] if len(gone) == 1 and len(mine) == len(book) - 1 else ""


def _searched(mine: Stated, original: str, loose: set[str]) -> Verdict:
    """What the judge finds at once, and else by longer searches with the help that a theorem of the book gives it."""
    verdict = judge(mine, worlds=WORLDS, effort=QUICK, loose=loose)
    if not original:
        return verdict
    model, sample = help_for(str(read(original)[-1].arguments["name"]))
    values = {n: v for n, v in model.items() if n in mine.names}
    for seed in SEEDS:
        if verdict.refutation is not None:
            break
        before = verdict
        verdict = judge(
            mine, model=values, sample=sample, worlds=WORLDS, effort=LONG, loose=loose, seed=seed
        )
        closest = max(before.closest, verdict.closest)
        verdict = replace(verdict, tried=before.tried + verdict.tried, closest=closest)
    return verdict


def _without_helpers(mine: Stated, book: Stated) -> Stated:
    """A statement without the book's hypotheses on letters that nothing else is about: they help a lemma."""
    helpers = _helpers(mine).keys() & _helpers(book).keys()
    letters = set().union(*(_helpers(mine)[each] for each in helpers))
    kept = tuple(each for each in mine.supposed if each not in helpers)
    names = {name: mine.names[name] for name in mine.names if name not in letters}
    return replace(mine, supposed=kept, names=names)


def _helpers(stated: Stated) -> dict[Said, set[str]]:
    """What is supposed of letters that occur nowhere else, and these letters."""
    said = [*stated.supposed, stated.claim]
    words = [words_in(each.text) & stated.names.keys() for each in said]
    others = [set().union(*words[:i], *words[i + 1 :]) for i in range(len(said))]
    return {each: words[i] for i, each in enumerate(stated.supposed) if not words[i] & others[i]}


def _known(mine: Stated, gone: Sequence[Said], kept: Mapping[str, Any]) -> World | None:
    """A world that was kept and refutes this statement too; first those against what is left out."""
    names = {said.name for said in gone}
    for about_what in sorted(kept, key=lambda what: what not in names):
        if (world := evaluated(mine, kept[about_what])) is not None:
            return world
    return None


def _false(world: World, gone: Sequence[Said]) -> dict[str, Any]:
    """The answer with a world that refutes; if one hypothesis is gone, that it is not so there."""
    run = told(world, gone[0] if len(gone) == 1 else None)
    return {"kind": "false", "words": run.words, "table": run.table}


def _supposes_all(mine: Stated, book: Stated) -> bool:
    """Whether a statement supposes all that another one does, of the same names."""
    return _declares_all(mine, book) and set(book.supposed) <= set(mine.supposed)


def _declares_all(mine: Stated, book: Stated) -> bool:
    """Whether what another statement has names for is of the same kind and sign in a statement, if it occurs."""
    return all(mine.names.get(name, declared) == declared for name, declared in book.names.items())


def _follows(claim: str, original: str) -> bool:
    """Whether the checker accepts a claim as one more step after a theorem of the book, which is proved."""
    first, *calls = read(original)
    proved, over = str(calls[-1].arguments["claim"]), calls[-1].arguments.get("on")
    try:
        ctx = _given(first, calls)
        ctx.assume("the_theorem", proved, source="the book", on=over)
        theirs, mine = (ctx._language.relation(each) for each in (proved, claim))
    except CheckError:
        return False
    if mine.operator not in ("<=", "==") or theirs.operator not in ("==", mine.operator):
        return False
    left, reached, right = map(plain, (mine.left.sym, theirs.right.sym, mine.right.sym))
    chain = f"{left}\n{theirs.operator} {reached} | by the_theorem"
    if right == reached:
        return _accepts(ctx, "at_once", chain)
    gap = f"({right}) - ({reached})"
    written_out: list[str] = []
    if mine.operator == "<=" and _accepts(ctx, "one_more", f"{chain}\n<= {right} | gap {gap}"):
        return True
    for call in reversed(calls):  # a sum of squares is seen to be one if it is written out
        name, _, meant = str(call.arguments.get("text", "")).partition(" == ")
        if call.method == "define" and name.isidentifier() and name in words_in(gap):
            gap, written_out = re.sub(rf"\b{name}\b", f"({meant})", gap), [*written_out, call.name]
    last = f"{chain}\n<= {right} | by {', '.join(written_out)} ; gap {gap}"
    return mine.operator == "<=" and bool(written_out) and _accepts(ctx, "written_out", last)


def _accepts(ctx: Context, name: str, chain: str) -> bool:
    """Whether a context accepts a derivation."""
    try:
        ctx.prove(name, chain)
    except CheckError:
        return False
    return True


# --- checking -------------------------------------------------------------------------------------


def check(text: str, solution: str = "") -> dict[str, Any]:
    """What the checker says of a text: whether it is proved, in words, and where it is not.

    Parameters
    ----------
    text
        The text.
    solution
        The derivation that solves it, if it is an exercise.

    Returns
    -------
    dict
        ``proved`` and ``said``. If it is refused, ``line``, the first that is not accepted, and ``parts``,
        what is said in words and formulas, without the ``hint``, what would close the step; in an exercise
        also the ``next`` line of the solution, if it is another one than that of the text. If it is
        proved, ``claim`` in LaTeX and ``proofs``, rows of words and LaTeX; what it rests on, as
        ``supposed``, and a world in which this holds, ``witness``, or ``None``; of a theorem also its
        ``digest``, in how many ``worlds`` it was tried, and what is ``assumed``.

    Examples
    --------
    >>> text = 'ctx = Context(real="a")' + chr(10) + 'ctx.prove("one", "a == 2*a")'
    >>> check(text)["proved"]
    False
    """
    ctx, made, line = None, [], 1
    try:
        calls = read(text)
        for call in calls:
            line = call.lines[0]
            try:
                if ctx is None:
                    ctx = Context(**call.arguments)
                else:
                    made.append(_made(call, ctx))
            except CheckError as error:
                line = _line_of(text, call, str(error))
                raise
    except CheckError as error:
        return _refused(text, str(error), line, ctx, solution)
    proved = [each for each in made if isinstance(each, Proof | Theorem)]
    if not proved:
        said = "nothing is to be proved here"
        return {"proved": False, "said": said, "parts": [(said, [])], "line": line}
    if solution and (step := _unnamed(proved[-1])):
        said = f"{proved[-1].name}, step {step}: {UNNAMED}"
        line = _line_of(text, calls[-1], said)
        return _refused(text, said, line, ctx, solution)
    return _accepted(proved[-1], [each for each in proved if isinstance(each, Proof)])


def _refused(text: str, said: str, line: int, ctx: Context | None, solution: str) -> dict[str, Any]:
    """What is shown of a text that is refused, and what for a reader who asks for more."""
    first, _, hint = said.partition(CLOSES)
    refusal = {"proved": False, "said": said, "line": _named_line(said) or line}
    asked = _asked(text, said, solution) if solution else {}
    if "gap" in asked.get("hint", ""):
        first = LEFT.sub(DROPPED, first)
    parts = ctx.parts_of(first) if ctx else [(first, [])]
    return refusal | {"parts": parts, "hint": hint.removeprefix("; ")} | asked


# What an exercise asks for is not said before its reader asks: not the fact that closes a step, and not
# what is left if the gap is the question. And a fact that is asked for is not given by a gap.
LEFT = re.compile(r"right - left leaves  .+?  unexplained\.?")
DROPPED = "right - left is not zero: something is dropped that is left unexplained. What is it?"
UNNAMED = (
    "this is true, but why the gap is not negative is unexplained. A fact makes it so: cite it by its "
    "name, in place of the gap"
)


def _unnamed(proof: Proof | Theorem) -> int:
    """The first step whose gap is nonnegative by a fact that is not cited, or 0."""
    steps = proof.steps if isinstance(proof, Proof) else ()
    return next(
        (n for n, each in enumerate(steps, 1) if each.step.gap is not None and each.silent), 0
    )


def _asked(text: str, said: str, solution: str) -> dict[str, str]:
    """How the solution goes on from the line before a refused step: by a reason, or another line."""
    found = re.match(r"(\w+), step (\d+):", said)
    if found is None or (last := read(text)[-1]).name != found[1]:  # with a step, it can be read
        return {}
    mine, solved = lines_of(str(last.arguments["text"])), lines_of(solution)
    before, here = (_without_reason(mine[int(found[2]) + i]) for i in (-1, 0))
    known = [_without_reason(line) for line in solved]
    if before not in known[:-1]:
        return {}
    line, _, reason = solved[known.index(before) + 1].partition("|")
    if _without_reason(line) == here:
        return {"hint": reason.strip()}
    return {"hint": "", "next": line.strip()}


def _without_reason(line: str) -> str:
    """A line of a derivation, without blanks."""
    return re.sub(r"\s", "", line.partition("|")[0])


def _made(call: Call, ctx: Context) -> Any:
    """What a call makes; a citation gets its theorem, a theorem of the book the book's help."""
    arguments = dict(call.arguments)
    for key, value in arguments.items():
        if isinstance(value, Named):
            if value.name not in CATALOGUE:
                raise CheckError(f"{call.name}: no theorem of the book is called {value.name}")
            arguments[key] = theorem(value.name)
    if _proves(call) and arguments.get("name") in CATALOGUE:
        arguments |= _help(ctx, arguments["name"])
    try:
        return Call(call.method, arguments).on(ctx)
    except TypeError as error:
        raise CheckError(f"{call.name}: {error}") from None


def _help(ctx: Context, name: str) -> Mapping[str, Any]:
    """Give a context the values of the book's model, and return the book's sampler."""
    model, sample = help_for(name)
    for key, value in model.items():
        with suppress(CheckError):  # a name that the reader has not declared
            ctx.model(**{key: value})
    return {"sample": sample}


@cache
def help_for(name: str) -> tuple[dict[str, Any], Sampler | None]:
    """What a theorem of the book gives to the judge: values, and a sampler."""
    model: dict[str, Any] = {}
    for call in calls_behind(name):
        if call.method == "model":
            model |= call.arguments
        if _proves(call) and call.arguments.get("name") == name:
            return model, call.arguments.get("sample")
    return model, None


def _line_of(text: str, call: Call, said: str) -> int:
    """The line a refusal speaks of: that of a step, or else the first of the call."""
    step = re.search(r"step (\d+):", said)
    if call.method in DERIVATIONS and step:
        return line_of_step(text, call, int(step[1]))
    return call.lines[0]


def _named_line(said: str) -> int | None:
    """The line that a refusal names itself."""
    found = re.match(r"line (\d+):", said)
    return int(found[1]) if found else None


def _accepted(last: Proof | Theorem, lemmas: list[Proof]) -> dict[str, Any]:
    """What is shown of a text that is accepted."""
    proofs = last.proofs if isinstance(last, Theorem) else tuple(lemmas)
    answer: dict[str, Any] = {
        "proved": True,
        "said": last.claim if isinstance(last, Theorem) else str(last),
        "claim": last.claim_tex
        if isinstance(last, Theorem)
        else last.chain.tex(last.fact.operator),
        "proofs": [
            [
                proof.chain.label or proof.name.replace("_", " "),
                [[row.reason, row.tex] for row in rows_of(proof)],
            ]
            for proof in proofs
        ],
    }
    answer["supposed"] = exactly(last, last.supposed)
    answer["witness"] = last.verdict.witness if last.verdict else None
    if isinstance(last, Theorem):
        answer["digest"] = last.checked_digest
        answer["worlds"] = last.verdict.tried if last.verdict else 0
        answer["assumed"] = [f"{fact.words} ({fact.source})" for fact in last.assumed]
    return answer
