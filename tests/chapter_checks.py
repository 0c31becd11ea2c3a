"""Finding what makes a chapter hard to read, or untrue, without running it.

A number in the words of a chapter carries its source behind it, in a comment that no page shows:
``the bound is 90.6<!-- = bound -->``. The strict run of the notebooks evaluates it (``conftest.py``).
A number from ten, in digits or in words, that carries none stands in the code nearby.
A formula may carry a theorem, ``$M\\le R^2U^2$<!-- is perceptron.margin -->``, whose claim or right
side it then is, or has the value of, or one of its facts or of the lines of its proof that have a name,
``<!-- is perceptron.margin:update -->``,
in other letters if need be, ``<!-- is hedge.regret, n for T -->``. The boxes of the algorithms do,
because they print what the proofs rest on, and so does *What to remember*; what carries none there
stands elsewhere in the chapter. Captions and alternative texts cannot carry comments, so their
formulas have to occur in the chapter, and their numbers in the code nearby or behind a source.
Equations between numbers, or with the same letters on both sides, are tried.
"""

from __future__ import annotations

import ast
import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from comparisons import names_of, no_check, unheld
from legends import (
    beside_its_panel,
    by_side,
    goes_otherwise,
    legend,
    looks_of_others,
    panels,
    sides_exchanged,
    told_otherwise,
)
from nbformat import NotebookNode
from sources import GIVEN, SO, SOURCED, SPELLED, in_digits, says
from tex_values import say_the_same, untrue

import olbook as ol
from olbook.checked.show.lexicon import COMPARES, DOWN, UP
from olbook.checked.show.render import label_for

LONGEST_LINE, MOST_LINES, NEARBY = 76, 20, 8  # columns, lines; cells before and after
HIDDEN = {"hide-input", "remove-input", "hide-cell", "remove-cell"}

ABOUT_NOTES = re.compile(
    r"\b[ES][0-4]-[A-Z]*\d+|\bB[456]\.\d|\bS[0-4]\b(?!\()|\b(?:our|the) cop(?:y|ies)\b"
    r"|\b(?:the|one|a|this|our|some|five) lectures?\b|\blecturers?'|\bthe notes\b|\berrat(?:um|a)\b",
    re.IGNORECASE,
)
POINTER = re.compile(r"^.*\blectures/.*$", re.MULTILINE)  # the line that leads to those pages

# What is no prose: code, formulas, comments, links' targets, roles, directives and their options.
NO_PROSE = re.compile(
    r"```.*?```|`[^`\n]*`|\$\$.*?\$\$|\$[^$]*\$|<!--.*?-->|\]\([^)]*\)|\{[\w:]+\}`[^`]*`"
    r"|^\s*:{3,}[^\n]*$|^\s*:[\w-]+:[^\n]*$|^\([\w-]+\)=$|https?://\S+",
    re.DOTALL | re.MULTILINE,
)
NUMBER = re.compile(r"(?<![\w.,-])\d[\d,]*(?:\.\d+|\d\d)(?!\w|[.,]\d)")
FACTOR = re.compile(
    r"(?<![\d.])\d+\.\d+(?=(?:\\,|\s)*[A-Za-z])"
)  # inside of a formula, before a letter
YEAR = re.compile(r"(?<![\w.,-])(?:1[89]|20)\d\d(?!\w|[.,]\d)")


def faults_of_code(cell: NotebookNode) -> Iterator[str]:
    """A visible cell fits its column and a screen; what is asserted stands beside the notebook."""
    tags = set(cell.metadata.get("tags", []))
    if "remove-cell" not in tags and re.search(r"^\s*assert\b", cell.source, re.MULTILINE):
        yield "an assertion travels with the notebook"
    if HIDDEN & tags:
        return
    lines = cell.source.splitlines()
    if len(lines) > MOST_LINES:
        yield f"a visible cell of {len(lines)} lines, more than {MOST_LINES}"
    if widest := max((line for line in lines if len(line) > LONGEST_LINE), key=len, default=""):
        yield f"a visible line of {len(widest)} columns, more than {LONGEST_LINE}: {widest.strip()}"


def words_about_notes(text: str) -> list[str]:
    """Places at which a chapter speaks of lecture notes, which its reader does not have."""
    own = POINTER.sub("", text)
    return [f"speaks of lecture notes: {match.group()}" for match in ABOUT_NOTES.finditer(own)]


def untied(text: str) -> str:
    """The prose of a text, without the numbers that carry their source."""
    # A formula whose last number has a source stays one: its closing sign is kept.
    for marked in (SOURCED, GIVEN):
        text = marked.sub(lambda match: " $ " if "$" in match[0].split("<!--")[0] else " ", text)
    return NO_PROSE.sub(" ", text)


def numbers_without_source(text: str) -> list[str]:
    """Decimal fractions, and whole numbers from 100, that nothing ties to what is true."""
    found = [match.group() for match in NUMBER.finditer(untied(text))]
    own = [
        match[0]
        for match in SOURCED.finditer(text)
        if not re.search(r"[^\d.]", match["expression"])
    ]
    found += [n for match in FORMULA.finditer(text) for n in FACTOR.findall(match[1])]
    return [f"a number without its source: {n}" for n in found if not YEAR.fullmatch(n)] + [
        f"a number that is its own source: {said}" for said in own
    ]


def years_of_nothing(prose: str) -> list[str]:
    """Years in which no work appeared that the chapter cites."""
    cited = set(
        re.findall(r"[a-z](\d{4})[a-z]*\b", " ".join(re.findall(r"\{cite:\w+\}`[^`]*`", prose)))
    )
    found = YEAR.findall(untied(prose))
    return [f"nothing that is cited is from {year}" for year in found if year not in cited]


# From ten on: two and three are words like others. What is no count: an hour of work, an order of size.
COUNT = re.compile(rf"(?<![\w.,-])\d[\d,]*\d(?![\w.]*\d)|{SPELLED}")
NO_COUNT = re.compile(r"^\*\*Time:\*\*.*$|\bpowers of ten\b", re.MULTILINE)
EXERCISES = re.compile(r"^(\w+) exercises[.,]", re.MULTILINE)
IN_CODE = re.compile(r"(?<![\w.])\d[\d_,]*(?:\.\d+|(?: ?\*\* ?\d+\b)?)")


def counts(prose: str) -> list[str]:
    """The whole numbers from ten of a prose text, as they are shown."""
    found = [match.group() for match in COUNT.finditer(NO_COUNT.sub(" ", prose))]
    return [number for number in found if 10 <= float(in_digits(number)) < 1_000_000]


def numbers_in(code: str) -> set[str]:
    """The whole numbers in a piece of code, in what it prints, or in a formula; ``2**4`` is 16."""
    found = (re.sub(r"[_, ]|\.0*$", "", m.group()).split("**") for m in IN_CODE.finditer(code))
    return {base if not power else str(int(base) ** int(power[0])) for base, *power in found}


def numbers_from_nowhere(text: str, nearby: set[str]) -> list[str]:
    """Whole numbers from ten that carry no source, and are neither in code nearby nor in a formula here."""
    formulas = [re.sub(r"\\[a-z]+", " ", formula) for formula in FORMULA.findall(text)]
    expressions = [match["expression"] for match in SOURCED.finditer(text)]
    known = nearby | numbers_in("\n".join(formulas + expressions))
    return [
        f"a number that no code nearby has: {number}"
        for number in counts(EXERCISES.sub(" ", untied(text)))
        if in_digits(number) not in known and not NUMBER.fullmatch(number)
    ]


BY_HAND = re.compile(r"\b(?:first (\w+)|all)(?: can be done with pencil and paper| by hand)\b")


def miscounted(prose: str) -> list[str]:
    """How many exercises a chapter says that it has, and that begin by hand, if it has another number."""
    boxes = re.findall(r"^:{3,}\{exercise(?:-start)?\}(.*)", prose, re.MULTILINE)
    by_hand = list(itertools.takewhile(lambda title: "by hand" in title, boxes))
    said = (match[1] for match in EXERCISES.finditer(prose))
    faults = [f"has {len(boxes)} exercises: {n}" for n in said if in_digits(n) != str(len(boxes))]
    for match in BY_HAND.finditer(prose):
        if in_digits(match[1] or str(len(boxes))) != str(len(by_hand)):
            faults.append(f"the first {len(by_hand)} exercises are by hand: {match[0]}")
    return faults


STATED = re.compile(
    r"\$(?P<tex>[^$]+)\$<!-- is (?P<theorem>\w+\.\w+)(?::(?P<fact>\w+))?(?P<letters>(?:, [^\s,]+ for [^\s,]+)*) -->"
)
RELATED = re.compile(r"\\le(?![a-z])|\\ge(?![a-z])|[<>]")
NO_MEANING = re.compile(r"\\[,;:! ]|\\(?:left|right|displaystyle|cdot)(?![A-Za-z])|\s")
ALIKE = {
    r"\rVert_2": r"\rVert",  # without an index it is the 2-norm
    r"\lVert": r"\|",
    r"\rVert": r"\|",
    r"\leq": r"\le",
    r"\geq": r"\ge",
    r"\frac12": r"\frac{1}{2}",
    r"\log_2N": r"\frac{\ln N}{\ln 2}",
    r"\nabla\psi": "D",  # as the proofs call it, in which the mirror map is always the same
    r"B_\psi": "B",
}


def signs_of(tex: str) -> str:
    """A formula without what does not change its meaning: blanks, braces around one sign, sizes."""
    for sign, other in ALIKE.items():
        tex = tex.replace(sign, other)
    tex = NO_MEANING.sub("", re.sub(r"(\\[A-Za-z]+) +(?=[A-Za-z])", r"\1{}", tex))
    before = ""
    while before != tex:
        before, tex = tex, re.sub(r"\{(\\?[A-Za-z]+|.|)\}", r"\1", tex)
    return tex


@cache
def as_a_part(tex: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\\){re.escape(signs_of(tex))}(?![\^_\d])")


def stands_in(tex: str, told: str) -> bool:
    """Whether a formula is one of those told, or a part of one at which nothing is raised or counted."""
    return as_a_part(tex).search(told) is not None


# Where a theorem's upper bound is called a lower one, because something there attains it.
ATTAINED = re.compile(
    r"\b(?:dimensions?|space|opponent|adversary|forces?|forced|whoever|every learner)\b"
)


def words_unlike_the_claim(text: str, match: re.Match[str], claims: list[str]) -> str:
    """What the words before a bound say that no claim says, such as "at least" before an upper bound."""
    before = text[max(0, match.start() - 250) : match.start()]
    words = re.split(r"[$.;:,(|]", before.replace("never below", "at least"))[-1]
    ways = {way for way, pattern in COMPARES.items() if pattern.search(words)}
    if len(ways) != 1 or re.search(r"\\[lg]e(?![a-z])|[<>=]", match["tex"]):
        return ""
    said = {UP if r in (r"\le", "<") else DOWN for c in claims for r in RELATED.findall(c)}
    way = ways.pop()
    if way in said or not said or (way == DOWN and ATTAINED.search(before)):
        return ""
    return f"{way}, of what {match['theorem']} bounds the other way: {match['tex']}"


# Where a sentence begins or ends, a point of a list or a row of a table too.
SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[*{`$(\[A-Z])|\n\s*\n|\n(?=[-|*] ?)")
BY_CHANCE = re.compile(r"\b(?:expect|mean\b|means\b|average|probab|chance)", re.IGNORECASE)


def chance_unsaid(text: str, match: re.Match[str]) -> str:
    """A bound on an expectation in a sentence that does not say so: a single run may be worse."""
    of_chance = any(
        sign in ol.theorem(match["theorem"]).claim_tex for sign in (r"\mathbb{E}", r"\Pr")
    )
    if match["fact"] or not of_chance or r"\mathbb" in match["tex"]:
        return ""
    sentence = SENTENCE.split(text[: match.start()])[-1] + SENTENCE.split(text[match.end() :])[0]
    if BY_CHANCE.search(sentence):
        return ""
    return (
        f"{match['theorem']} bounds an expectation; say *expected* or *on average*: {match['tex']}"
    )


def formulas_unlike_their_source(text: str) -> list[str]:
    """Formulas that say they are those of a theorem and are not, and the words before them."""
    faults = []
    for match in STATED.finditer(text):
        theorem = ol.theorem(match["theorem"])
        if unsaid := chance_unsaid(text, match):
            faults.append(unsaid)
        known = (*theorem.displayed, *theorem.facts.values())
        said = [fact.tex for fact in known if fact.name == match["fact"]]
        said = said if match["fact"] else [theorem.claim_tex, theorem.shown_tex]
        for here, there in re.findall(r", ([^\s,]+) for ([^\s,]+)", match["letters"]):
            letter = rf"(?<![A-Za-z\\]){re.escape(there)}(?![A-Za-z])"
            said = [re.sub(letter, here.replace("\\", r"\\"), tex) for tex in said]
        if words := words_unlike_the_claim(text, match, said):
            faults.append(words)
        shown = [part for tex in said for part in (tex, re.split(r" (?:\\le|\\ge|=) ", tex)[-1])]
        tex = match["tex"]
        if not any(signs_of(tex) == signs_of(part) or say_the_same(tex, part) for part in shown):
            faults.append(f"not as checked, {match['theorem']} has {shown}: {match['tex']}")
    return faults


def wrong_numbers(text: str, names: dict[str, object]) -> list[str]:
    """Numbers of a page that are not what the expressions behind them are, of things with these names."""
    found = [(m, eval(m["expression"], dict(names))) for m in SOURCED.finditer(text)]
    said = [m["expression"] for m in SO.finditer(text)]
    untrue = [each for each in said if no_check(each, names) or not eval(each, dict(names))]
    return [
        *(f"the text says {m['number']}, it is {v:.6g}" for m, v in found if not says(m, v)),
        *(f"it is not so, or no check, that {expression}" for expression in untrue),
    ]


FORMULA = re.compile(r"\$\$?([^$]+)\$\$?")

# A tie is a mistake: no score of the learner is compared with zero strictly, but where that tempts.
TEMPTING = re.compile(r"^:::\{admonition\} A tempting mistake$.*?^:::$", re.DOTALL | re.MULTILINE)
NO_TIE = re.compile(
    r"y(?:_t)?\(?\\langle w(?:_t)?,x(?:_t)?\\rangle(?:-\\frac12\))?(?:<|\\lt(?![a-z])|\\ge?(?![a-z]))"
)
BOX = re.compile(r"^:{3,}\{prf:(\w+)\}[^\n]*\n:label: (\w+)-(.*?)^:{3,}$", re.DOTALL | re.MULTILINE)
LABELS = {"theorem": "thm", "proposition": "prop", "definition": "def", "algorithm": "alg"}
LABELS |= {"lemma": "lem", "corollary": "cor"}
LOOP = re.compile(r"\*\*for\*\* (?!\$t=1,|\$m=0,)\S*")  # rounds are counted from 1, blocks from 0
UPHILL = re.compile(r"\+\s*(?:\\eta|\\frac1\\gamma|\\frac\{p_t\}\\gamma)")
# What a sentence calls a bound, or lets prove or promise something, is a statement.
NO_STATEMENT = r"\{prf:ref\}`(?:[^`<]*<)?(?!thm|lem|prop|cor)[\w-]+>?`"
PROMISE = re.compile(
    rf"\b(?:(?:bound|proof|lemma|theorem)s?(?: of)?|[Bb]y|[Pp]roves?|[Aa]pply|[Ss]how with|does|from) {NO_STATEMENT}"
    rf"|{NO_STATEMENT},? (?:gives?|says?|promises?|stands|holds|allows?|proves?)\b"
    rf"|\$(?:<!--[^>]*-->)?[\w ]{{0,20}} \({NO_STATEMENT}"
)


# A name of a theorem, and the theorem that is given right behind its formula.
NAMED = re.compile(rf"`((?:{'|'.join({name.split('.')[0] for name in ol.theorems()})})\.\w+)`")
BESIDE = re.compile(
    r"\$<!-- is (?P<theorem>\w+\.\w+)(?:, [^>]*)? -->[\w ,]{0,30}[(:] ?\{prf:ref\}`(?:[^`<]*<)?(?P<label>thm-[\w-]+)>?`"
)
# Equations that have the same letters on both sides and determine these.
CONDITIONS = (r"\rho^2=\rho+1", r"\beta\ln\beta=\beta+1", "x_{t,i}^2=x_{t,i}")


def faults_of_statements(text: str) -> list[str]:
    """Ties that are no mistakes, boxes and references of another kind, steps and loops that go wrong."""
    unread = SO.sub("", STATED.sub("", SOURCED.sub("", text)))
    faults = [
        f"a mark that nothing reads: {m}"
        for m in re.findall(r"<!-- ?(?:is|=|lines|so:?) .*?-->", unread)
    ]
    faults += [
        rf"in a table \| is no norm, \lVert is: {row}"
        for row in re.findall(r"^\|.*\\\|.*$", text, re.MULTILINE)
    ]
    faults += [f"a tie is a mistake: {m.group()}" for m in NO_TIE.finditer(TEMPTING.sub("", text))]
    faults += [f"this states no bound: {match.group()}" for match in PROMISE.finditer(text)]
    faults += [f"no theorem: {name}" for name in NAMED.findall(text) if name not in ol.theorems()]
    for match in BESIDE.finditer(text):
        if label_for(match["theorem"]) != match["label"]:
            faults.append(f"stated by another theorem: {match.group()}")
    formulas = [match[1] for match in FORMULA.finditer(text) if match[1] not in CONDITIONS]
    faults += [f"not true: {fault}" for formula in formulas for fault in untrue(formula)]
    for kind, label, body in BOX.findall(text):
        if LABELS[kind] != label:
            faults.append(f"a box that is a {kind}, with the label {label}-...")
        if kind == "algorithm":
            faults += [f"a loop that starts elsewhere: {m.group()}" for m in LOOP.finditer(body)]
            faults += [f"a step up the gradient: {m.group()}" for m in UPHILL.finditer(body)]
    return faults


SAYS_MUCH = re.compile(r"\\(?:frac|sqrt|sum|ln|le|ge)(?![a-z])|[/^=<>+]")


def faults_below(below: str, told: str, numbers: set[str]) -> list[str]:
    """Formulas and whole numbers from ten that stand below a figure, and not in the chapter."""
    formulas = [match[1] for match in FORMULA.finditer(below)]
    faults = [f for f in formulas if SAYS_MUCH.search(f) and not stands_in(f, told)]
    return faults + [n for n in counts(FORMULA.sub(" ", below)) if in_digits(n) not in numbers]


# Steps of boxes that neither a proof nor another place of the chapter has.
STEPS = (
    r"V_1=\mathcal H",
    r"V_{t+1}=\{h\in V_t: h(x_t)=y_t\}",
    r"\mathrm{Ldim}(V_t^+)-\mathrm{Ldim}(V_t^-)",
    r"w_{t+1}=\Pi_{\mathcal W}(v_t)",
    r"A_0=\epsilon I",
    r"A_t=A_{t-1}+g_tg_t^\top",
    r"h_t(x_i)=y_i",
    r"\sum_{t=1}^T\ln\frac1{\beta_t}\,h_t(x)",
    r"\sum_{i=1}^dw_{t,i}\,g_{t,i}",
    r"w_{t+1}=\arg\min_{w\in\mathcal W}\big\{\eta\sum_{s\le t}\langle g_s,w\rangle+\psi(w)\big\}",
    r"\theta=\nabla\psi(w_t)-\eta g_t",
    r"w_{t+1}=\arg\min_{w\in\mathcal W}\big\{\psi(w)-\langle\theta,w\rangle\big\}",
    r"\theta_1=0",
    r"w_t=\nabla\frac12\|\theta_t\|_p^2",
    r"s_t=\langle w_t,x_t\rangle",
    r"\theta_{t+1}=\theta_t-\eta z_tx_t",
    r"z_t=\ell'_{y_t}(s_t)",
    r"\hat y_t=\langle w_t,x_t\rangle",
    r"\sigma_t=\frac1{\eta_t}-\frac1{\eta_{t-1}}",
    r"\eta_t\sum_{s=1}^t(\sigma_sw_s-g_s)",
)
REMEMBER = re.compile(r"^## What to remember$(.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
STEP = re.compile(r"=.{3}|\\arg|\\sum|\)[+-]")  # longer than a start at 1
COUNTER = re.compile(r"\w=\d,")
NO_BOUND = re.compile(r"\b(?:about|order|like) $", re.IGNORECASE)


def untied_formulas(prose: str) -> list[str]:
    """Formulas of the algorithms and of what to remember that carry no source and stand nowhere else."""
    boxes = [body for kind, _, body in BOX.findall(prose) if kind == "algorithm"]
    remember = [match[1] for match in REMEMBER.finditer(prose)]
    told = [signs_of(match[1]) for match in FORMULA.finditer(prose)]
    faults = []
    for step, texts in ((STEP, boxes), (SAYS_MUCH, remember)):
        for text in (STATED.sub(" ", SOURCED.sub(" ", text)) for text in texts):
            for match in FORMULA.finditer(text):
                tex, before = match[1], text[: match.start()]
                if not step.search(tex) or COUNTER.match(tex) or NO_BOUND.search(before):
                    continue
                if tex not in STEPS and sum(stands_in(tex, other) for other in told) < 2:
                    faults.append(f"a formula that nothing ties: {tex}")
    return faults


STYLES = {
    "dashed": r"--|dash|\[\d, ?\d\]",
    "dotted": r"[\"']\w?\.?:|\[1, ?\d\]",
    "dash-dotted": r"-\.",
    "blue": "BLUE",
    "orange": "ORANGE",
    "green": "GREEN",
    "purple": "PURPLE",
    "grey": r"GREY|grey|opacity=alt|\"0\.\d+\"",
    "black": r"black|\"k|BLACK",
}
STYLE = re.compile(rf"(?<![\w-])(?:{'|'.join(STYLES)}|red|yellow|brown|pink)\b", re.IGNORECASE)


def definitions(code: str) -> Iterator[tuple[set[str], str]]:
    """The names that each statement of a cell gives a meaning, and its text."""
    lines = code.splitlines()
    for node in ast.parse(code).body:
        if isinstance(node, ast.FunctionDef):
            named = {node.name}
        else:
            names = (part for part in ast.walk(node) if isinstance(part, ast.Name))
            named = {name.id for name in names if isinstance(name.ctx, ast.Store)}
        yield named, "\n".join(lines[node.lineno - 1 : node.end_lineno])


def not_drawn(below: str, source: str, defined: list[tuple[set[str], str]]) -> list[str]:
    """Colours and kinds of lines that stand below a figure, and that its code does not draw with."""
    used = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
    code = "\n".join([source, *(text for named, text in defined if named & used)])
    said = {match.group().lower() for match in STYLE.finditer(below)}
    return sorted(s for s in said if s not in STYLES or not re.search(STYLES[s], code))


def exchanged(figures: list[tuple[str, str, str]]) -> list[str]:
    """Pairs of figures (name, caption and code, words for who cannot see it) whose words fit better exchanged.

    Words fit to a figure that have words of its caption and its code, rare ones of the chapter before all.
    """

    def words(text: str) -> set[str]:
        return {word[:5] for word in re.findall(r"[a-z]{4,}", text.lower())}

    common = Counter(word for _, own, _ in figures for word in words(own))

    def fit(alt: str, own: str) -> float:
        return sum(math.log((len(figures) + 1) / common[word]) for word in words(alt) & words(own))

    return [
        f"the alternative texts of {name} and {other} fit better exchanged"
        for (name, own, alt), (other, others, its) in itertools.combinations(figures, 2)
        if fit(alt, own) + fit(its, others) <= fit(alt, others) + fit(its, own)
    ]


def faults_of_drawing(drawing: str, caption: str, alt: str) -> list[str]:
    """What a caption or the alternative text says otherwise than the drawing shows."""
    labels, drawn = legend(drawing), panels(drawing)
    halves = {"caption": by_side(caption), "alternative text": by_side(alt)}
    return [
        *looks_of_others(f"{caption}\n{alt}", labels),
        *goes_otherwise(alt, drawing),
        *told_otherwise(caption, alt, labels),
        *sides_exchanged(**halves, drawing=drawn),
        *beside_its_panel(caption, drawn),
        *beside_its_panel(alt, drawn),
    ]


def faults_of_chapter(cells: list[NotebookNode]) -> list[str]:
    """Everything of this kind that is wrong with the cells of a chapter."""
    prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    known = {in_digits(m["number"]) for mark in (SOURCED, GIVEN) for m in mark.finditer(prose)}
    code = [cell.source if cell.cell_type == "code" else "" for cell in cells]
    displayed = re.findall(r'^ol\.theorem\("([\w.]+)"\)$', "\n".join(code), re.MULTILINE)
    formulas = [match[1] for match in FORMULA.finditer("\n".join([prose, *code]))]
    formulas += [ol.theorem(name).claim_tex for name in displayed]
    told = " ".join(map(signs_of, formulas))
    printed = ["".join(str(o.get("text", "")) for o in cell.get("outputs", [])) for cell in cells]
    numbers = [numbers_in("\n".join(pair)) for pair in zip(code, printed, strict=True)]
    defined = [definition for cell in code for definition in definitions(cell)]
    figures = [
        (cell.id, f"{extras['figure']['caption']}\n{cell.source}", extras["image"]["alt"])
        for cell in cells
        if {"figure", "image"} <= (extras := cell.metadata.get("mystnb", {})).keys()
    ]
    names = names_of(cells)
    faults = miscounted(prose) + years_of_nothing(prose) + exchanged(figures)
    faults += untied_formulas(prose)
    for position, cell in enumerate(cells):
        nearby = set().union(*numbers[max(position - NEARBY, 0) : position + NEARBY + 1])
        figure = cell.metadata.get("mystnb", {})
        caption = figure.get("figure", {}).get("caption", "")
        below = f"{caption}\n{figure.get('image', {}).get('alt', '')}"
        here = words_about_notes(f"{cell.source}\n{below}")
        if cell.cell_type == "markdown":
            here += numbers_without_source(cell.source) + formulas_unlike_their_source(cell.source)
            here += faults_of_statements(cell.source)
            here += [*numbers_from_nowhere(cell.source, nearby), *unheld(cell.source, names)]
        else:
            here += faults_of_code(cell)
            here += [
                f"{fault}, in a caption or alternative text"
                for fault in numbers_without_source(below)
                if in_digits(number := fault.split(": ")[1]) not in known
                and number not in printed[position]
            ]
            here += [
                f"below a figure and not in the chapter: {said}"
                for said in faults_below(below, told, nearby | known)
            ]
            here += [f"not drawn: {style}" for style in not_drawn(below, cell.source, defined)]
            drawings = (o.get("data", {}).get("image/svg+xml") for o in cell.get("outputs", []))
            for drawing in filter(None, drawings):
                here += faults_of_drawing(drawing, caption, figure.get("image", {}).get("alt", ""))
        faults += [f"cell {position + 1} ({cell.id}): {fault}" for fault in here]
    return faults
