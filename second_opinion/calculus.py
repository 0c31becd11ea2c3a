"""Inequalities in one number by the signs of derivatives: the arguments of the checker, in Rocq.

Which argument applies is a guess of Python. That the derivative is one, and that it has its sign, is
proved by Rocq.
"""

from __future__ import annotations

from . import checker
from .checker import Calculus, Expression, Piece
from .formulas import Formula, NotExported, Relation, call, substitute
from .lemmas import Lemma, Lemmas
from .printing import ATOM, rocq_name
from .scripts import Script

MOST_DERIVATIVES = 4
X, Y = "x_", "y_"


def by_derivatives(made: Lemmas, lemma: Lemma, relation: Relation, number: int) -> Script:
    """A script for a step whose reason is ``calculus``."""
    problem = checker.calculus_problem(made.theorem, lemma.proof, number)
    s = rocq_name(problem.name)
    slack = checker.from_sympy(problem.slack)
    text = made.printer.number(slack)
    script = [f"assert (Sign : 0 <= {text}).", "{"]
    for piece in problem.pieces[:-1]:
        assert piece.high is not None
        cut = made.printer.number(checker.from_sympy(piece.high), ATOM)
        script.append(f"destruct (Rle_dec {s} {cut}) as [Cut|Cut]; [|apply Rnot_le_lt in Cut].")
        script += ["{", *_OnPiece(made, problem, piece).script(s), "}"]
    script += [*_OnPiece(made, problem, problem.pieces[-1]).script(s), "}"]
    difference = call("sub", relation.right, relation.left)
    return [*script, *_equal(made, "Same", difference, slack), "closed."]


def _equal(made: Lemmas, own: str, left: Formula, right: Formula) -> Script:
    """The assertion of an equality, with its proof."""
    shown = made.printer.number
    claim = f"assert ({own} : {shown(left)} = {shown(right)})."
    return [claim, "{", *made.normal.equal(left, right), "}"]


class _OnPiece:
    """Searches for the argument on one piece of the domain, as the checker does."""

    def __init__(self, made: Lemmas, problem: Calculus, piece: Piece) -> None:
        self.made, self.problem, self.piece = made, problem, piece
        made.printer.bound |= {X: "real", Y: "real"}

    def script(self, s: str) -> Script:
        """The sign of the whole function at the number itself."""
        found = self.nonnegative(self.problem.slack, 0)
        if found is None:
            raise NotExported("the signs of derivatives are not found")
        claim = (
            f"assert (Piece : forall {X}, {self.inside} -> 0 <= {self.at(self.problem.slack, X)})."
        )
        return [claim, "{", *found, "}", f"apply (Piece {s}); repeat split; lra."]

    # ------------------------------------------------------------------ texts
    def end(self, value: Expression) -> str:
        """An end of the piece."""
        return self.made.printer.number(checker.from_sympy(value), ATOM)

    @property
    def inside(self) -> str:
        """That x lies in the piece."""
        low, high = self.piece.low, self.piece.high
        parts = []
        if low is not None:
            parts.append(f"{self.end(low)} {'<=' if self.piece.with_low else '<'} {X}")
        if high is not None:
            parts.append(f"{X} {'<=' if self.piece.with_high else '<'} {self.end(high)}")
        return " /\\ ".join(parts) or "True"

    def formula(self, f: Expression, x: str) -> Formula:
        """A function at a number."""
        return checker.from_sympy(checker.renamed(f, self.problem.name, x))

    def at(self, f: Expression, x: str) -> str:
        """A function at a number, as text."""
        return self.made.printer.number(self.formula(f, x))

    # ------------------------------------------------------------------ arguments
    def nonnegative(self, f: Expression, order: int) -> Script | None:
        """A script for ``forall x, ... -> 0 <= f x``."""
        problem, piece = self.problem, self.piece
        if problem.visible(f):
            return self._visible(f)
        if order >= MOST_DERIVATIVES or problem.name not in checker.names_of(f):
            return None
        slope = checker.derivative(f, problem.name)
        at_low = piece.with_low and piece.low is not None and problem.visible_at(f, piece.low)
        at_high = piece.with_high and piece.high is not None and problem.visible_at(f, piece.high)
        if at_low:
            below = self.nonnegative(slope, order + 1)
            if below is not None:
                return self._one_end("from_left", f, slope, slope, below)
        if at_high:
            falling = checker.negated(slope)
            below = self.nonnegative(falling, order + 1)
            if below is not None:
                return self._one_end("from_right", f, slope, falling, below)
        if at_low and at_high:
            below = self.nonnegative(
                checker.negated(checker.derivative(slope, problem.name)), order + 2
            )
            if below is not None:
                return self._both_ends(f, slope, below)
        return None

    def _visible(self, f: Expression) -> Script:
        """In factors, the sign is seen."""
        before, after = self.formula(f, X), self.formula(checker.factored(f), X)
        script = [f"intros {X} Hx_; halves."]
        if before.key != after.key:
            script += [*_equal(self.made, "Factored", before, after), "rewrite Factored."]
        return [*script, "nonneg."]

    def _sign_of(self, claim: Expression, below: Script) -> Script:
        text = self.at(claim, X)
        return [
            f"assert (Slope : forall {X}, {self.inside} -> 0 <= {text}).",
            "{",
            *below,
            "}",
            f"intros {X} Hx_.",
        ]

    def _value(self, f: Expression, end: Expression) -> Script:
        """The sign of a function at an end."""
        raw = substitute(self.formula(f, X), {X: checker.from_sympy(end)})
        target = checker.from_sympy(checker.value(f, self.problem.name, end))
        return ["{ cbv beta.", *_equal(self.made, "End", raw, target), "rewrite End; nonneg. }"]

    def _apply_sign(self, claim: Expression, wanted: Formula) -> Script:
        """The sign of a derivative between the ends."""
        have = self.formula(claim, Y)
        shown = self.made.printer.number(have)
        return [
            f"{{ intros {Y} Hy_; cbv beta.",
            f"assert (Sign_y : 0 <= {shown}) by (apply (Slope {Y}); repeat split; lra).",
            *_equal(self.made, "Same", wanted, have),
            "lra. }",
        ]

    def _one_end(
        self, law: str, f: Expression, slope: Expression, claim: Expression, below: Script
    ) -> Script:
        left = law == "from_left"
        end = self.piece.low if left else self.piece.high
        assert end is not None
        functions = " ".join(f"(fun {X} => {self.at(e, X)})" for e in (f, slope))
        places = f"{self.end(end)} {X}" if left else f"{X} {self.end(end)}"
        wanted = self.formula(slope, Y)
        return [
            *self._sign_of(claim, below),
            f"apply ({law} {functions} {places}).",
            "{ lra. }",
            f"{{ clear Slope; intros {Y} Hy_; cbv beta; derive. }}",
            *self._value(f, end),
            *self._apply_sign(claim, wanted if left else call("neg", wanted)),
        ]

    def _both_ends(self, f: Expression, slope: Expression, below: Script) -> Script:
        low, high = self.piece.low, self.piece.high
        assert low is not None
        assert high is not None
        bend = checker.derivative(slope, self.problem.name)
        functions = " ".join(f"(fun {X} => {self.at(e, X)})" for e in (f, slope, bend))
        claim = checker.negated(bend)
        return [
            *self._sign_of(claim, below),
            f"apply (from_both {functions} {self.end(low)} {self.end(high)} {X}).",
            "{ lra. }",
            f"{{ clear Slope; intros {Y} Hy_; cbv beta; derive. }}",
            f"{{ clear Slope; intros {Y} Hy_; cbv beta; derive. }}",
            *self._value(f, low),
            *self._value(f, high),
            *self._apply_sign(claim, call("neg", self.formula(bend, Y))),
        ]
