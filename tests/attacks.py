"""How the tests try to make the checker print something false: each attack has a context of its own."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from olbook.checked import CheckError, Context

Attack = Callable[[], object]
Statement = Callable[[Context], object]


def hyp(name: str, text: str, **options: str) -> Statement:
    """A hypothesis, to be stated before the attack."""
    return lambda ctx: ctx.hyp(name, text, **options)


def define(name: str, text: str, **options: str) -> Statement:
    """A definition, to be stated before the attack."""
    return lambda ctx: ctx.define(name, text, **options)


def lemma(name: str, text: str, **options: str) -> Statement:
    """A lemma, to be proved before the attack; it is true, and must be accepted."""
    return lambda ctx: ctx.prove(name, text, **options)


def model(**values: object) -> Statement:
    """Values for the witness."""
    return lambda ctx: ctx.model(**values)


class Attacks:
    """Attempts with names of every kind; each may change some of them."""

    def __init__(self, **names: str) -> None:
        self.names = names

    def prepared(self, *statements: Statement, **changed: str) -> Context:
        """A context in which all statements have been made; none of them may fail."""
        ctx = Context(**{**self.names, **changed})
        for statement in statements:
            try:
                statement(ctx)
            except CheckError as error:  # the attack has not even begun
                raise AssertionError(f"the preparation was refused: {error}") from error
        return ctx

    def proves(
        self, text: str, *statements: Statement, on: str | None = None, **changed: str
    ) -> Attack:
        """Try to prove a fact, after some statements."""
        return lambda: self.prepared(*statements, **changed).prove("stolen", text, on=on)

    def theorem(
        self,
        text: str,
        claim: str,
        *statements: Statement,
        on: str | None = None,
        title: str = "Stolen",
        **changed: str,
    ) -> Attack:
        """Try to prove a theorem, which needs a claim and a witness."""
        return lambda: self.prepared(*statements, **changed).theorem(
            "stolen", text, claim=claim, title=title, name="X", on=on
        )

    def states(self, statement: Statement, *before: Statement, **changed: str) -> Attack:
        """Try to make one more statement, after some that are in order."""
        return lambda: statement(self.prepared(*before, **changed))


def demand_refusal(attack: Attack, *, last_resort: bool) -> None:
    """The attack ends in a CheckError, soon; only for strange texts is it that of the last resort."""
    started = time.process_time()
    with pytest.raises(CheckError) as refused:
        attack()
    assert str(refused.value).strip()
    assert last_resort or "beyond the checker" not in str(refused.value)
    assert time.process_time() - started < 10
