"""Sums, expectations and inner products in normal form: by linearity.

Sums are shifted, and counted from 1 to a symbol.
"""

from __future__ import annotations

from . import algebra
from .algebra import Monomial, Poly, atom, formula, plus, times
from .formulas import ONE, ZERO, Formula, NotExported, call, name, num, substitute, sum_of, total
from .normal import Normaliser
from .printing import OUTCOME, PRODUCT
from .scripts import Proved, Script, indented
from .vectors import linear

MOST_EXPLICIT = 64


def sum_form(nf: Normaliser, e: Formula) -> Proved:
    index = nf.printer.fresh("k")
    k = name(index)
    body, low, high = substitute(e.args[0], {e.text: k}), e.args[1], e.args[2]
    lower, upper = nf.printer.polynomial(low), nf.printer.polynomial(high)
    if not set(lower) - {()} and not set(upper) - {()}:
        return _explicit_sum(nf, e, int(lower.get((), 0)), int(upper.get((), 0)))
    groups: dict[Monomial, Poly] = {}
    for monomial, c in nf.poly(body).items():
        inside = tuple((a, n) for a, n in monomial if index in a.free)
        outside = tuple((a, n) for a, n in monomial if index not in a.free)
        groups[inside] = plus(groups.get(inside, {}), {outside: c})
    groups = {m: c for m, c in groups.items() if c}
    bounds = " ".join(_ends(nf, low, high))
    if not groups:
        return ZERO, [*_each_term(nf, index, body, ZERO, "_", bounds), "apply Zsum_zero."]
    terms = [(formula(c), algebra.monomial_formula(m)) for m, c in groups.items()]
    middle = total([call("mul", c, r) for c, r in terms])
    script = _each_term(nf, index, body, middle, index, bounds)
    split = total([call("mul", c, sum_of(r, index, low, high)) for c, r in terms])
    script.append(f"transitivity ({nf.text(split)}); [zlinear|].")
    parts: list[Formula] = []
    for factor, r in terms:
        value, proof = _single_sum(nf, r, index, low, high)
        parts.append(call("mul", factor, value))
        if proof:
            h = nf.printer.fresh("Z")
            script.append(
                f"assert ({h} : Zsum (fun {index} => {nf.text(r)}) {bounds} = {nf.text(value)})."
            )
            script += [*indented(proof), f"rewrite {h}; clear {h}."]
    result = total(parts)
    target = formula(nf.poly_of(result))
    return target, [*script, "fin."]


def _each_term(
    nf: Normaliser, index: str, body: Formula, new: Formula, bound: str, bounds: str
) -> Script:
    """A sum with other terms, each equal to that before."""
    return [
        f"transitivity (Zsum (fun {bound} => {nf.text(new)}) {bounds}).",
        f"{{ apply Zsum_ext; intros {index} H{index}; cbv beta.",
        *nf.equal(body, new),
        "}",
    ]


def _ends(nf: Normaliser, low: Formula, high: Formula) -> tuple[str, str]:
    return nf.printer.integer(low), nf.printer.integer(high)


def _explicit_sum(nf: Normaliser, e: Formula, low: int, high: int) -> Proved:
    if high - low > MOST_EXPLICIT:
        raise NotExported("a sum of many explicit terms")
    values = [substitute(e.args[0], {e.text: num(j)}) for j in range(low, high + 1)]
    raw = total(values)
    target = nf.normal(raw)
    script = [f"transitivity ({nf.text(raw)}); [zexplicit|]."]
    return target, [*script, *nf.equal(raw, target)]


def _single_sum(nf: Normaliser, r: Formula, index: str, low: Formula, high: Formula) -> Proved:
    """The sum of one term, from 1 to a symbol, and what stands over at the ends."""
    bounds = _ends(nf, low, high)
    if index not in r.free:
        value = nf.normal(call("add", call("sub", high, low), ONE))
        return value, ["rewrite Zsum_one by lia. fin."]
    shift, script = _smallest_offset(nf, r, index), []
    if shift:
        moved = substitute(r, {index: call("sub", name(index), num(shift))})
        r = nf.normal(moved)
        low, high = call("add", low, num(shift)), call("add", high, num(shift))
        old, bounds = bounds, _ends(nf, low, high)
        script += _shift_law(nf, moved, r, index, shift, (*old, *bounds))
    points, low2, high2 = _ends_of(nf, low, high)
    base = nf.alpha(sum_of(r, index, low2, high2))
    nf.known.setdefault(nf.text(base), atom(base))
    if not points:
        return base, [*script, "reflexivity."] if script else []
    f = f"(fun {index} => {nf.text(r)})"
    values: dict[str, Formula] = {}
    for point, _ in points:
        raw = substitute(r, {index: point})
        value = nf.normal(raw)
        values[nf.printer.integer(point)] = value
        script += _one_step(nf, f, point, raw, value)
    new = _ends(nf, low2, high2)
    before = (nf.printer.integer(call("sub", low, ONE)), nf.printer.integer(call("sub", low2, ONE)))
    script.append(f"rewrite (Zsum_prim {f} {bounds[0]} {bounds[1]} {before[0]}) by lia.")
    script.append(f"rewrite (Zsum_prim {f} {new[0]} {new[1]} {before[1]}) by lia. lra.")
    result = base
    for point, sign in points:
        result = call("add" if sign > 0 else "sub", result, values[nf.printer.integer(point)])
    return result, script


def _shift_law(
    nf: Normaliser, moved: Formula, r: Formula, index: str, shift: int, bounds: tuple[str, ...]
) -> Script:
    """The sum of a term is that of r, where r is the term ``shift`` places before."""
    back = substitute(moved, {index: call("add", name(index), num(shift))})
    f, g = (f"(fun {index} => {nf.text(x)})" for x in (back, r))
    pointwise = f"intros {index}; cbv beta; first [congr | solve [fin]]"
    law = f"Zsum_shift {f} {g} ({shift}) {' '.join(bounds)}"
    return [
        f"shape {f} {bounds[0]} {bounds[1]}.",
        f"rewrite ({law}) by (first [lia | {pointwise}]).",
    ]


def _one_step(nf: Normaliser, f: str, point: Formula, raw: Formula, value: Formula) -> Script:
    """What the sum up to a point has more than that to the point before."""
    p, q = nf.printer.integer(point), nf.printer.integer(call("sub", point, ONE))
    h = nf.printer.fresh("Q")
    proof = [
        f"rewrite (Prim_step {f} {q} {p}) by lia. cbv beta. apply Rplus_eq_compat_l.",
        *nf.equal(raw, value),
    ]
    claim = f"{h} : Prim {f} {p} = Prim {f} {q} + {nf.printer.number(value, PRODUCT)}"
    return [f"assert ({claim}).", *indented(proof)]


def _smallest_offset(nf: Normaliser, r: Formula, index: str) -> int:
    """The least m such that something is taken at index + m."""
    offsets = []
    for part in r.walk():
        if part.op != "name" or not part.args:
            continue
        for argument in part.args:
            if index in argument.free and nf.printer.kind(argument) == "integer":
                terms = nf.printer.polynomial(argument)
                if set(terms) <= {(index,), ()} and terms[(index,)] == 1:
                    offsets.append(int(terms.get((), 0)))
    return min(offsets, default=0)


def _ends_of(
    nf: Normaliser, low: Formula, high: Formula
) -> tuple[list[tuple[Formula, int]], Formula, Formula]:
    """The points between these ends and the range from 1 to a symbol, with their signs."""
    points: list[tuple[Formula, int]] = []
    lower, upper = nf.printer.polynomial(low), nf.printer.polynomial(high)
    if not set(lower) - {()}:
        start = int(lower.get((), 0))
        points += [(num(j), 1) for j in range(start, 1)] + [(num(j), -1) for j in range(1, start)]
        low = ONE
    offset = int(upper.get((), 0))
    if set(upper) - {()} and offset:
        symbol = call("sub", high, num(offset))
        steps = range(1, offset + 1) if offset > 0 else range(offset + 1, 1)
        points += [(call("add", symbol, num(j)), 1 if offset > 0 else -1) for j in steps]
        high = symbol
    return points, low, high


def mean_form(nf: Normaliser, e: Formula) -> Proved:
    body, low, high = e.args
    index = e.text
    length = call("add", call("sub", high, low), ONE)
    raw = call("div", sum_of(body, index, low, high), length)
    target = nf.normal(raw)
    script = [f"transitivity ({nf.text(raw)}); [unfold mean; f_equal; ipush; ring|]."]
    return target, [*script, *nf.equal(raw, target)]


def expectation_form(nf: Normaliser, e: Formula) -> Proved:
    body = e.args[0]
    groups: dict[Monomial, Poly] = {}
    for monomial, c in nf.poly(body).items():
        inside = tuple((a, n) for a, n in monomial if nf.printer.is_random(a))
        outside = tuple((a, n) for a, n in monomial if not nf.printer.is_random(a))
        groups[inside] = plus(groups.get(inside, {}), {outside: c})
    groups = {m: c for m, c in groups.items() if c}
    terms = [(formula(c), m) for m, c in groups.items()] or [(ZERO, ())]
    middle = total([call("mul", c, algebra.monomial_formula(m)) for c, m in terms])
    script = _in_each_outcome(nf, body, middle)
    split = total([call("mul", c, call("E", algebra.monomial_formula(m))) for c, m in terms])
    script.append(f"transitivity ({nf.text(split)}); [elinear|].")
    parts = []
    for factor, m in terms:
        old = call("E", algebra.monomial_formula(m))
        value, proof = _single_expectation(nf, m)
        parts.append(call("mul", factor, value))
        if proof:
            h = nf.printer.fresh("Z")
            script.append(f"assert ({h} : {nf.text(old)} = {nf.text(value)}).")
            script += [*indented(proof), f"rewrite ?{h}; clear {h}."]
    target = formula(nf.poly_of(total(parts)))
    return target, [*script, "fin."]


def _in_each_outcome(nf: Normaliser, old: Formula, new: Formula) -> Script:
    """The expectation of something that is the same in each outcome."""
    return [
        f"transitivity ({nf.text(call('E', new))}).",
        f"{{ try rename {OUTCOME} into {OUTCOME}_; apply E_ext; intros {OUTCOME}; cbv beta.",
        *nf.equal(old, new),
        "}",
    ]


def _single_expectation(nf: Normaliser, m: Monomial) -> Proved:
    sums = [a for a, n in m if a.op == "sum" and n == 1]
    if not m:
        return ONE, ["apply E_one."]
    if not sums:
        return call("E", algebra.monomial_formula(m)), []
    inner = sums[0]
    rest = algebra.monomial_formula(tuple((a, n) for a, n in m if a is not inner))
    index, k = nf.printer.fresh("k"), inner.text
    term = substitute(inner.args[0], {k: name(index)})
    body = term if rest == ONE else call("mul", rest, term)
    whole = sum_of(body, index, inner.args[1], inner.args[2])
    outside = sum_of(call("E", body), index, inner.args[1], inner.args[2])
    target = nf.normal(outside)
    script = _in_each_outcome(nf, algebra.monomial_formula(m), whole)
    script.append(f"transitivity ({nf.text(outside)}); [apply E_Zsum|].")
    return target, [*script, *nf.equal(outside, target)]


def dot_form(nf: Normaliser, e: Formula) -> Proved:
    first, second = e.args[0], e.args[-1]
    result: Poly = {}
    for c, v in linear(nf.printer, first):
        for d, w in linear(nf.printer, second):
            a, b = sorted((v, w), key=nf.printer.vector)
            pair = (
                call("norm2", a)
                if nf.printer.vector(a) == nf.printer.vector(b)
                else call("dot", a, b)
            )
            nf.known.setdefault(nf.text(pair), atom(pair))
            result = plus(result, times(times(nf.poly(c), nf.poly(d)), atom(pair)))
    raw = [
        call("mul", call("mul", c, d), call("dot", v, w))
        for c, v in linear(nf.printer, first)
        for d, w in linear(nf.printer, second)
    ]
    target = formula(result)
    script = [f"transitivity ({nf.text(total(raw))}); [dotexp|]."]
    coefficients = {
        nf.text(p): p
        for c, _ in (*linear(nf.printer, first), *linear(nf.printer, second))
        for p in nf.specials(c)
    }
    for shown, part in coefficients.items():
        script += nf.rewritten(shown, part)
    return target, [*script, "vsym; fin."]
