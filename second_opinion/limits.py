"""Limits: a formula as its limit plus multiples of powers of one over the root of what grows."""

from __future__ import annotations

from fractions import Fraction

from .algebra import Monomial, formula
from .formulas import Formula, NotExported, call, name, num, total
from .printing import ATOM, rocq_name
from .proofs import Exporter
from .scripts import Script


def limit_proof(made: Exporter) -> Script:
    """A script for a claim ``lim(e, T) == v``, in which the names and signs are introduced."""
    claim = made.shown.claim
    body, growing = claim.left.args[0], claim.left.text
    terms: list[tuple[Formula, int]] = []
    for monomial, c in made.normal.poly(body).items():
        rest, power = _growth(monomial, growing)
        if power < 0:
            raise NotExported(f"a term grows with {growing}")
        if power:
            terms.append((formula({rest: c}), power))
    printer = made.printer
    root = call("div", num(1), call("sqrt", name(growing)))
    shown = printer.number(claim.right, ATOM)
    parts = [claim.right, *(call("mul", c, call("pow", root, num(k))) for c, k in terms)]
    text = rocq_name(growing)
    zeros = "".join(f" + {printer.number(c, ATOM)} * 0" for c, _ in terms)
    script = [f"apply (tends_value _ ({shown}{zeros})); [|ring]."]
    script.append(f"apply (tends_ext _ (fun {text} => {printer.number(total(parts))})).")
    script.append(f"{{ intros {text} H{text}_; cbv beta.")
    script += [*made.normal.equal(body, total(parts)), "}"]
    return [
        *script,
        "repeat apply tends_plus; try apply tends_const; apply tends_scal, tends_root_power; lia.",
    ]


def _growth(monomial: Monomial, growing: str) -> tuple[Monomial, int]:
    """A monomial without what grows, and the exponent of one over the root."""
    power = Fraction(0)
    rest = []
    for e, k in monomial:
        if e == name(growing):
            power -= 2 * k
        elif e == call("sqrt", name(growing)):
            power -= k
        elif growing in e.free:
            raise NotExported(f"the limit of {e.key}")
        else:
            rest.append((e, k))
    return tuple(rest), int(power)
