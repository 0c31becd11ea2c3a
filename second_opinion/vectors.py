"""Inner products in normal form: by bilinearity, and those of sums of vectors as sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .algebra import Poly, atom, formula, plus, times
from .formulas import ONE, ZERO, Formula, call, name, substitute, sum_of, total
from .scripts import Proved, indented

if TYPE_CHECKING:
    from .normal import Normaliser


def push_dots(nf: Normaliser, e: Formula) -> Formula:
    """Inner products with sums of vectors as sums of inner products."""
    if e.op == "norm2" and _has_vector_sum(nf, e):
        e = call("dot", e.args[0], e.args[0])
    if e.op == "dot" and _has_vector_sum(nf, e):
        parts = [
            call("mul", call("mul", c, d), _dot_sum(nf, v, w))
            for c, v in _linear(nf, e.args[0])
            for d, w in _linear(nf, e.args[1])
        ]
        return total(parts)
    return e.with_args(tuple(push_dots(nf, a) for a in e.args))


def _has_vector_sum(nf: Normaliser, e: Formula) -> bool:
    return any(v.op == "sum" for part in e.args for _, v in _linear(nf, part))


def _linear(nf: Normaliser, v: Formula) -> list[tuple[Formula, Formula]]:
    """A vector as coefficients and single vectors."""
    match v.op:
        case "add" | "sub":
            minus = v.op == "sub"
            right = _linear(nf, v.args[1])
            return _linear(nf, v.args[0]) + [(call("neg", c) if minus else c, w) for c, w in right]
        case "neg":
            return [(call("neg", c), w) for c, w in _linear(nf, v.args[0])]
        case "mul":
            first = nf.printer.kind(v.args[0]) == "vector"
            w, c = v.args if first else v.args[::-1]
            return [
                (d if c == ONE else c if d == ONE else call("mul", c, d), x)
                for d, x in _linear(nf, w)
            ]
        case "div":
            return [(call("div", c, v.args[1]), w) for c, w in _linear(nf, v.args[0])]
        case "num" if v == ZERO:
            return []
        case "name" if v.text == "vzero":
            return []
    return [(ONE, v)]


def _dot_sum(nf: Normaliser, v: Formula, w: Formula) -> Formula:
    for summed, other, turned in ((v, w, False), (w, v, True)):
        if summed.op == "sum":
            body, low, high = summed.args
            index = summed.text
            if index in other.free or any(p.binds and p.text == index for p in other.walk()):
                index = nf.fresh(index + "_")
                body = substitute(body, {summed.text: name(index)})
            inner = call("dot", other, body) if turned else call("dot", body, other)
            return sum_of(push_dots(nf, inner), index, low, high)
    return call("dot", v, w)


def dot_form(nf: Normaliser, e: Formula) -> Proved:
    first, second = e.args[0], e.args[-1]
    result: Poly = {}
    for c, v in _linear(nf, first):
        for d, w in _linear(nf, second):
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
        for c, v in _linear(nf, first)
        for d, w in _linear(nf, second)
    ]
    target = formula(result)
    script = [f"transitivity ({nf.text(total(raw))}); [dotexp|]."]
    coefficients = {
        nf.text(p): p
        for c, _ in (*_linear(nf, first), *_linear(nf, second))
        for p in nf.specials(c)
    }
    for shown, part in coefficients.items():
        proved = nf.simplified(part)
        if proved is not None:
            h = nf.fresh("N")
            script += [
                f"assert ({h} : {shown} = {nf.text(proved[0])}).",
                *indented(proved[1]),
                f"rewrite ?{h}; clear {h}.",
            ]
    return target, [*script, "vsym; fin."]
