"""Vectors as combinations of vectors, and inner products of sums of vectors as sums."""

from __future__ import annotations

from .formulas import ONE, ZERO, Formula, call, name, substitute, sum_of, total
from .printing import Printer


def push_dots(printer: Printer, e: Formula) -> Formula:
    """Inner products with sums of vectors as sums of inner products."""
    if e.op == "norm2" and _has_vector_sum(printer, e):
        e = call("dot", e.args[0], e.args[0])
    if e.op == "dot" and _has_vector_sum(printer, e):
        parts = [
            call("mul", call("mul", c, d), _dot_sum(printer, v, w))
            for c, v in linear(printer, e.args[0])
            for d, w in linear(printer, e.args[1])
        ]
        return total(parts)
    return e.with_args(tuple(push_dots(printer, a) for a in e.args))


def _has_vector_sum(printer: Printer, e: Formula) -> bool:
    return any(v.op == "sum" for part in e.args for _, v in linear(printer, part))


def linear(printer: Printer, v: Formula) -> list[tuple[Formula, Formula]]:
    """A vector as coefficients and single vectors."""
    match v.op:
        case "add" | "sub":
            minus = v.op == "sub"
            right = linear(printer, v.args[1])
            return linear(printer, v.args[0]) + [
                (call("neg", c) if minus else c, w) for c, w in right
            ]
        case "neg":
            return [(call("neg", c), w) for c, w in linear(printer, v.args[0])]
        case "mul":
            first = printer.kind(v.args[0]) == "vector"
            w, c = v.args if first else v.args[::-1]
            return [
                (d if c == ONE else c if d == ONE else call("mul", c, d), x)
                for d, x in linear(printer, w)
            ]
        case "div":
            return [(call("div", c, v.args[1]), w) for c, w in linear(printer, v.args[0])]
        case "num" if v == ZERO:
            return []
        case "name" if v.text == "vzero":
            return []
    return [(ONE, v)]


def _dot_sum(printer: Printer, v: Formula, w: Formula) -> Formula:
    for summed, other, turned in ((v, w, False), (w, v, True)):
        if summed.op == "sum":
            body, low, high = summed.args
            index = summed.text
            if index in other.free or any(p.binds and p.text == index for p in other.walk()):
                index = printer.fresh(index + "_")
                body = substitute(body, {summed.text: name(index)})
            inner = call("dot", other, body) if turned else call("dot", body, other)
            return sum_of(push_dots(printer, inner), index, low, high)
    return call("dot", v, w)
