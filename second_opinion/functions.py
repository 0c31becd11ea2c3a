"""Exponentials, logarithms, roots and powers in normal form."""

from __future__ import annotations

from fractions import Fraction

from . import algebra, checker
from .algebra import Monomial, Poly, atom, constant, formula, plus, power, times
from .formulas import ONE, Formula, call, num, total
from .normal import Normaliser
from .scripts import Proved, Script


def _of_equal(nf: Normaliser, word: str, old: Formula, new: Formula) -> Script:
    """A function of something in another form."""
    return [
        f"transitivity ({word} ({nf.text(new)})).",
        "{ apply f_equal.",
        *nf.equal(old, new),
        "}",
    ]


def _put_in(nf: Normaliser, old: Formula, new: Formula) -> Script:
    """Another form of something, wherever it stands."""
    return [f"replace ({nf.text(old)}) with ({nf.text(new)}).", "2: {", *nf.equal(new, old), "}"]


def _exponent(nf: Normaliser, e: Formula) -> Poly:
    """An exponent, with the factors of each logarithm in lowest terms."""
    argument = nf.poly(e)
    if not any(k < 0 for m in argument for _, k in m):
        return argument
    groups: dict[Monomial, Poly] = {}
    for monomial, c in argument.items():
        logs = tuple((a, k) for a, k in monomial if a.op == "log" and k == 1)
        rest = tuple((a, k) for a, k in monomial if (a, k) not in logs)
        groups[logs] = plus(groups.get(logs, {}), {rest: c})
    result: Poly = {}
    for logs, coefficient in groups.items():
        simple = nf.poly(checker.cancelled(formula(coefficient)))
        result = plus(result, times(simple, {logs: Fraction(1)}))
    return result


def exp_form(nf: Normaliser, e: Formula) -> Proved:
    argument = _exponent(nf, e.args[0])
    factors: list[Formula] = []
    for monomial in algebra.sorted_monomials(argument):
        c = argument[monomial]
        inner = formula({monomial: Fraction(1, c.denominator)})
        base = call("exp", inner)
        nf.known.setdefault(nf.text(base), atom(base))
        factors.append(base if c.numerator == 1 else call("pow", base, num(c.numerator)))
    joined = formula(argument)
    split = algebra.product(_below_the_line(factors))
    script = _of_equal(nf, "exp", e.args[0], joined)
    script.append(f"transitivity ({nf.text(split)}); [expsplit|].")
    result: Poly = constant(1)
    for monomial in algebra.sorted_monomials(argument):
        c = argument[monomial]
        log = len(monomial) == 1 and monomial[0][0].op == "log" and monomial[0][1] == 1
        if log and c.denominator == 1:
            inside = monomial[0][0].args[0]
            script.append(f"rewrite ?(exp_ln ({nf.text(inside)})) by pos.")
            result = times(result, power(nf.poly(inside), c.numerator))
        else:
            inner = formula({monomial: Fraction(1, c.denominator)})
            result = times(result, atom(call("exp", inner), c.numerator))
    return formula(result), [*script, "fin."]


def _below_the_line(factors: list[Formula]) -> list[Formula]:
    """Negative powers as one over something."""
    shown = []
    for f in factors:
        n = -f.args[1].value if f.op == "pow" else Fraction(0)
        size = f.args[0] if n == 1 else call("pow", f.args[0], num(n)) if n > 0 else f
        shown.append(call("div", ONE, size) if n > 0 else f)
    return shown


def _factors(nf: Normaliser, e: Formula) -> list[tuple[Formula, int]]:
    """A formula as a product of powers, as far as it is written as one."""
    match e.op:
        case "mul":
            return _factors(nf, e.args[0]) + _factors(nf, e.args[1])
        case "div":
            return _factors(nf, e.args[0]) + [(f, -k) for f, k in _factors(nf, e.args[1])]
        case "pow":
            n = nf.whole_value(e.args[1])
            return [(f, k * n) for f, k in _factors(nf, e.args[0])]
        case "num" if e.value.denominator != 1:
            return [(num(e.value.numerator), 1), (num(e.value.denominator), -1)]
        case "num" | "name" | "exp" | "sqrt":
            return [(e, 1)] if e != ONE else []
    a = nf.poly(e)
    if len(a) != 1:
        return [(formula(a), 1)]
    ((monomial, c),) = a.items()
    numbers = [(num(c.numerator), 1), (num(c.denominator), -1)]
    return [(f, k) for f, k in numbers if f != ONE] + list(monomial)


def _collected(nf: Normaliser, e: Formula) -> list[tuple[Formula, int]]:
    found: dict[str, tuple[Formula, int]] = {}
    for f, k in _factors(nf, e):
        plain = f if f.op in ("num", "exp") else nf.normal(f)
        shown = nf.text(plain)
        found[shown] = (plain, k + found.get(shown, (plain, 0))[1])
    return [pair for _, pair in sorted(found.items()) if pair[1]]


def _assembled(factors: list[tuple[Formula, int]]) -> Formula:
    parts = []
    for f, k in factors:
        size = f if abs(k) == 1 else call("pow", f, num(abs(k)))
        parts.append(size if k > 0 else call("div", ONE, size))
    return algebra.product(parts)


def log_form(nf: Normaliser, e: Formula) -> Proved:
    factors = _collected(nf, e.args[0])
    joined = _assembled(factors)
    parts, result = [], constant(0)
    for f, k in factors:
        value = f.args[0] if f.op == "exp" else call("log", f)
        if f.op == "num":
            pieces = [(p, n) for p, n in _prime_factors(int(f.value))]
            value = total([call("mul", num(n), call("log", num(p))) for p, n in pieces])
            for p, _ in pieces:
                piece = call("log", num(p))
                nf.known.setdefault(nf.text(piece), atom(piece))
        elif f.op != "exp":
            nf.known.setdefault(nf.text(value), atom(value))
        parts.append(call("mul", num(k), value))
        result = plus(result, nf.poly(value), k)
    script = _of_equal(nf, "ln", e.args[0], joined)
    split = total(parts)
    script.append(f"transitivity ({nf.text(split)}); [lnsplit|].")
    return formula(result), [*script, *nf.equal(split, formula(result))]


def sqrt_form(nf: Normaliser, e: Formula) -> Proved:
    factors = _collected(nf, e.args[0])
    joined = _assembled(factors)
    result = constant(1)
    for f, k in factors:
        pieces = (
            [(num(p), n * k) for p, n in _prime_factors(int(f.value))]
            if f.op == "num"
            else [(f, k)]
        )
        for base, n in pieces:
            root = call("sqrt", base)
            nf.known.setdefault(nf.text(root), atom(root))
            result = times(result, power(nf.poly(base), n // 2))
            result = times(result, atom(root) if n % 2 else constant(1))
    script = _of_equal(nf, "sqrt", e.args[0], joined)
    for number in [f for f, _ in factors if f.op == "num"]:
        proved = _root_of_number(int(number.value))
        script += [f"assert (Root{number.value} : {proved})."] if proved else []
        script += ["{ roots_of_numbers. }"] if proved else []
    return formula(result), [*script, "sqrtsplit."]


def _root_of_number(n: int) -> str:
    """``sqrt 8 = 2 * sqrt 2``; nothing if the number is prime."""
    pieces = _prime_factors(n)
    if (len(pieces) == 1 and pieces[0][1] == 1) or not pieces:
        return ""
    shown = [f"{p} ^ {k // 2}" for p, k in pieces if k > 1]
    shown += [f"sqrt {p}" for p, k in pieces if k % 2]
    return f"sqrt {n} = {' * '.join(shown)}"


def positive_part_form(nf: Normaliser, e: Formula) -> Proved:
    inner = nf.normal(e.args[0])
    return call("pos", inner), ["apply f_equal.", *nf.equal(e.args[0], inner)]


def power_form(nf: Normaliser, e: Formula) -> Proved:
    base, exponent = e.args
    if nf.printer.kind(exponent) != "integer":
        raw = call("exp", call("mul", exponent, call("log", base)))
        target = nf.normal(raw)
        script = [f"transitivity ({nf.text(raw)}); [reflexivity|]."]
        return target, [*script, *nf.equal(raw, target)]
    terms = nf.printer.polynomial(exponent)
    offset = int(terms.get((), 0))
    symbol = call("sub", exponent, num(offset))
    plain = nf.normal(base)
    rest = call("power", plain, symbol)
    if set(terms) - {()}:
        nf.known.setdefault(nf.text(rest), atom(rest))
        result = times(atom(rest), power(nf.poly(plain), offset))
    else:
        result = power(nf.poly(plain), offset)
    script = _put_in(nf, base, plain) if nf.text(base) != nf.text(plain) else []
    return formula(result), [*script, "prz; fin."]


def application_form(nf: Normaliser, e: Formula) -> Proved:
    kinds = (
        nf.printer.words.arguments(e.text)
        if e.text in nf.printer.words
        else ["integer"] * len(e.args)
    )
    args = tuple(nf.normal(a) if k == "real" else a for a, k in zip(e.args, kinds, strict=True))
    result = e.with_args(args)
    changed = [(a, b) for a, b in zip(e.args, args, strict=True) if a.key != b.key]
    script = []
    for before, after in changed:
        script += _put_in(nf, before, after)
    return result, [*script, "reflexivity."]


def _prime_factors(n: int) -> list[tuple[int, int]]:
    found, p = [], 2
    while n > 1:
        k = 0
        while n % p == 0:
            n, k = n // p, k + 1
        if k:
            found.append((p, k))
        p += 1
    return found
