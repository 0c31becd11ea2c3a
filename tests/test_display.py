"""How theorems are shown: nothing of them is lost, and no formula is too wide for a phone."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tex_reader import read

import olbook as ol
from olbook.checked import CheckError, Context, Theorem
from olbook.checked.reading.language import Language
from olbook.checked.show.layout import pieces
from olbook.checked.show.parts import SEPARATOR
from olbook.checked.show.proof import reason_words, rows_of
from olbook.checked.show.render import label_for
from olbook.checked.show.wording import displayed, for_every, inline, wrapped

IDS = sorted(ol.theorems())
VALUES = {"a": Fraction(2, 3), "b": Fraction(5, 7), "c": Fraction(3), "d": Fraction(-4, 11)}

SPLIT = re.compile(r"\d \d|\d \.\d|\d\. \d")  # 1 0 in the place of 10


# --- breaking a formula --------------------------------------------------------------------------


def tex_of(text: str) -> str:
    language = Language()
    for name in VALUES:
        language.declare(name)
    return language.parse(text).tex


def value(python: str) -> Fraction:
    numbers = re.sub(r"\b(\d+)\b", r"Fraction(\1)", python)
    return eval(numbers, {"Fraction": Fraction, **VALUES})


formulas = st.recursive(
    st.sampled_from([*VALUES, "2", "7", "10", "365"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda p: f"({p[0]}){p[1]}({p[2]})"),
        inner.map(lambda e: f"({e})**2"),
        inner.map(lambda e: f"-({e})"),
    ),
    max_leaves=12,
)


@given(formulas, st.floats(0, 20))
def test_a_broken_formula_means_what_the_whole_one_does(text: str, narrow: float) -> None:
    try:
        tex, expected = tex_of(text), value(text)
    except (CheckError, ZeroDivisionError):
        assume(False)
    shown = pieces(tex, narrow)
    assert read(" ".join(shown), VALUES) == expected
    assert not SPLIT.search(" ".join(shown))
    for piece in shown:
        assert piece.count("{") == piece.count("}")
        assert piece.count(r"\left") == piece.count(r"\right")


def test_a_formula_that_fits_is_left_alone() -> None:
    tex = r"\frac{ a+b }{c}   d"
    assert pieces(tex) == [tex]
    assert inline(tex) == f"${tex}$"
    assert displayed(tex) == rf"$\displaystyle {tex}$"


def test_where_a_formula_is_broken() -> None:
    assert pieces("a + b - c", 1) == ["a", r"+\: b", r"-\: c"]
    assert pieces("a = b + c", 4) == ["a", "= b + c"]
    assert pieces("-a - b", 2) == ["- a", r"-\: b"]
    assert pieces(r"2 \, ( a + b )", 3) == [r"2 \, ( a", r"+\: b )"]
    assert pieces(r"\frac{a + b}{c}", 1) == [r"\frac{1}{c} ( a", r"+\: b )"]
    assert pieces(r"\sqrt{a + b}", 1) == ["( a", r"+\: b )^{1/2}"]
    assert pieces(r"\left( \frac{a}{b} + c \right)^{2}", 1) == [
        r"\biggl( \frac{a}{b}",
        r"+\: c \biggr)^{2}",
    ]
    assert pieces(r"a \, b", 1) == ["a", r"{}\cdot b"]
    assert pieces("a", 0) == ["a"]


def test_the_outermost_place_is_preferred() -> None:
    whole = r"\langle a - b, c \rangle + \langle a, b \rangle"
    assert pieces(whole, 6) == [r"\langle a - b , c \rangle", r"+\: \langle a , b \rangle"]


# --- theorems ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", IDS)
def test_no_number_is_split(name: str) -> None:
    theorem = ol.theorem(name)
    texts = [theorem, *theorem.within, *([theorem.why] if theorem.why else [])]
    for text in texts:
        for form in ("markdown", "html"):
            shown = text._repr_mimebundle_()[f"text/{form}"]
            formulas = re.findall(r"(?s)\$\$?[^$]+\$|\\\(.+?\\\)|\\\[.+?\\\]", shown)
            assert not [tex for tex in formulas if SPLIT.search(tex)]


def before_the_proof(theorem: Theorem, form: str) -> str:
    shown = theorem._repr_mimebundle_()[f"text/{form}"]
    shown = re.sub(r'(?s)<details class="setting">.*?</details>', "", shown)  # a page links to it
    shown = re.sub(
        rf"{SEPARATOR}[^`]*`", "`", shown
    )  # what a phrase stands for is listed below too
    return re.split(r"::::::\{admonition\} Proof|<summary>Proof", shown)[0]


@pytest.mark.parametrize("identifier", IDS)
def test_everything_supposed_is_in_the_box_once(identifier: str) -> None:
    theorem = ol.theorem(identifier)
    box = before_the_proof(theorem, "markdown")
    for fact in theorem.displayed:
        assert box.count(f"*{fact.label}:* {inline(fact.tex)}") == 1
    assert len(re.findall(r"^- \*(?!signs|random|uniform)", box, re.M)) == len(theorem.displayed)
    shown_signs = " ".join(re.findall(r"^- \*signs:\* (.*)", box, re.M))
    assert len(re.findall(r"(>|\\ge) 0\$", shown_signs)) == len(theorem.signs)
    for tex in (theorem.claim_tex, theorem.shown_tex):
        assert displayed(tex) in box or tex in box


@pytest.mark.parametrize("identifier", IDS)
def test_every_row_and_every_reason_is_shown(identifier: str) -> None:
    theorem = ol.theorem(identifier)
    markdown = theorem._repr_mimebundle_()["text/markdown"]
    for proof in theorem.proofs:
        rows = rows_of(proof)
        assert len(rows) == len(proof.steps) + 1
        assert all(displayed(row.tex) in markdown for row in rows)
        for row, accepted in zip(rows[1:], proof.steps, strict=True):
            words = "; ".join(reason_words(accepted))
            assert words
            assert row.reason == words
            assert f"- {wrapped(words)}\n\n  {displayed(row.tex)}\n" in markdown
    for line in theorem.source_text.splitlines():
        assert line in markdown
    assert theorem.digest in markdown
    assert theorem.witness in markdown


@pytest.mark.parametrize("identifier", IDS)
def test_both_forms_are_well_formed(identifier: str) -> None:
    shown = ol.theorem(identifier)._repr_mimebundle_()
    markdown, html = shown["text/markdown"], shown["text/html"]
    assert f":label: {label_for(identifier)}\n" in markdown
    opened: list[str] = []
    for line in markdown.splitlines():
        if not line.startswith((":::", "```")):
            continue
        marks = re.match(r":+|`+", line)[0]  # type: ignore[index]
        if line != marks:
            assert not opened or len(opened[-1]) > len(marks) or marks[0] != opened[-1][0]
            opened.append(marks)
        else:
            assert opened.pop() == marks
    assert not opened
    assert markdown.count("$$") % 2 == 0
    for tag in ("p", "ul", "li", "div", "details", "summary", "em", "strong"):
        assert len(re.findall(rf"<{tag}[ >]", html)) == html.count(f"</{tag}>"), tag
    assert "<=" not in html
    assert html.count("<details>") == 3


@pytest.mark.parametrize("identifier", IDS)
def test_both_forms_say_the_same(identifier: str) -> None:
    theorem = ol.theorem(identifier)
    formulas = {
        form: re.findall(r"\$+([^$]+?)\$+", before_the_proof(theorem, form))
        for form in ("markdown", "html")
    }
    seen = {
        form: [
            re.sub(r"\\displaystyle|\s", "", tex).replace("&lt;", "<").replace("&gt;", ">")
            for tex in found
        ]
        for form, found in formulas.items()
    }
    assert seen["markdown"] == seen["html"]


def test_a_proof_shows_itself_in_both_forms() -> None:
    ctx = Context(real="a b")
    proof = ctx.prove("amgm", "2*a*b\n<= a**2 + b**2 | gap (a-b)**2", label="Two means")
    shown = proof._repr_mimebundle_()
    for form in ("text/markdown", "text/html"):
        assert "Two means" in shown[form]
        assert r"dropping $( a - b )^{2} \ge 0$" in shown[form].replace("(a - b)", "( a - b )")
        assert r"\le a^{2} + b^{2}" in shown[form]


# --- quantifiers and chance ----------------------------------------------------------------------


def test_what_holds_for_every_point_says_so() -> None:
    ctx = Context(real="C", vector="D a u v")
    ctx.hyp("convex", "C(u) - C(v) <= dot(D(u), u - v)", for_all="u v", label="convexity")
    ctx.hyp("small", "C(a) <= 1", label="small")
    ctx.model(C=lambda point: 0, D=lambda point: (0, 0), a=(0, 0))
    text = (
        "C(u)\n<= C(a) + dot(D(u), u - a) | by at(convex, v=a)\n<= 1 + dot(D(u), u - a) | by small"
    )
    proof = ctx.prove("bound", text)
    assert "convex" in proof.fact.rests_on
    assert for_every(ctx.facts["convex"]) == "for every $u$ and $v$"
    assert for_every(ctx.facts["small"]) == ""


def test_what_is_random_is_said() -> None:
    ctx = Context(nonneg="f b", posint="T", index="t: 1..T", random="f b", uniform="r: 1..T")
    ctx.hyp("reg", "Sum(f[t],t,1,T) <= b", label="the bound")
    ctx.hyp("mean", "E(b) <= 1", label="its mean")
    theorem = ctx.theorem(
        "drawn",
        """
        E(f[r])
        == Sum(E(f[t]),t,1,T)/T   | by uniform(t, r, f[t])
        == E(Sum(f[t],t,1,T))/T
        <= E(b)/T                 | by times(1/T, E(reg))
        <= 1/T                    | by times(1/T, mean)
        """,
        claim="E(f[r]) <= 1/T",
        title="A random round",
        name="X",
    )
    for form in ("markdown", "html"):
        box = before_the_proof(theorem, form)
        assert "$b$, $f$; all else is fixed" in box
        assert r"$r$ is one of $1,\dots,T$, all equally likely, independent of all else" in box
