r"""Small changes of a sentence that turn its meaning, told from rewritings: ``tests/said_on_pages.txt``.

Nothing computes what a sentence of a page says in words: "a short $u$ is a wide margin", "the first forbids
straight pieces, the second forbids kinks", the box of a theorem that is proved on paper, an entry of the
glossary. An author's slip there, larger for smaller, $-$ for $+$, the two exchanged, is a *small* change that
*turns* something. Who rewrites a sentence changes many words; who mends its style changes none that has an
opposite. Small and turning together are rare among honest changes, and they are what must be said twice.

So a line is stored of every sentence, by page, in sorted order, without its place, so that moving it or
splitting a paragraph costs nothing: the words that have an opposite, number words and names as they are; of
any other word a letter, computed from four of its stem, so that spelling and endings are free; of a formula
three. Three letters more are computed from all of it in its order: they tell what no letter of a word does.
A number that a run gives (``<!-- = -->``) is left out, and so are a formula compared with a checked one and a
word compared with a run. A sentence that has no line is compared with the lines that its page had at the last
commit, so that a draft may be mended as often as one likes, and that have no sentence any more:

- a few words differ, and on both sides there is a turning word, number, formula or name; or one word of
  substance became another; or a "not", an "all", a "finite" came or went; or what stayed stands in another order:
  refused, until ``make update MEANT=...`` names it or its page;
- a few words differ in any other way: nothing is asked for;
- all else, and a replacement made three times or more on a page, which is a renaming: ``make update`` takes it.

Of a program the strings that say something are its sentences: docstrings, statements of the bank, a table. In
those of theorems no word goes or comes unsaid. Of the code of a notebook, and of what a page shows of a
terminal or a file, each line is one, of which any small change turns something, and so do another order of the
lines of a cell and the loss of one: else a slip in a printed loop, or in the name of an axis, is run, stored, and
reproduced for ever. Pictures and graders are code too, and of other scripts the lines that say words.

What no line sees: a slip in a text that is new, an opposite that is not in the list, and the order of whole
sentences. Two branches that add lines merge without conflict (``.gitattributes``), since a line too many
does no harm and goes at the next ``make update``.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from itertools import groupby
from pathlib import Path

import sources

ROOT = Path(__file__).parents[2]
FILE = ROOT / "tests" / "said_on_pages.txt"
PAGES = (
    "book/*.md",
    "book/*.ipynb",
    "book/lectures/*.ipynb",
    "book/calendars.yml",
    "book/references.bib",
    "book/_ext/*.py",
    "book/_ext/*.js",
    "book/_ext/pictures/*.js",
    "instructor/*.md",
    "instructor/*.ipynb",
    "instructor/*.py",
    "grading/*.py",
    "olbook/**/*.py",
    "README.md",
)
STATEMENTS = "olbook/proofs/"  # where no word goes or comes unsaid
WHOLE = (
    "book/_ext/pictures/",
    "grading/",
    "instructor/",
)  # where any line may be what is seen or said
HEAD = "# Written by `make update`; book/_tools/turned.py says what this is. A conflict: keep both sides."
FEW = 4  # words that a slip changes, at most, and no more than a third of the sentence
RENAMED = 3  # times that a replacement is made by who renames something; in code twice
TURNING = """
able above absolute adaptive add adding additive adds adversary affine after agnostic all allow allowed allows
alone although always any apart approximate average averaged averages away backward backwards batch beat beats
because before begin beginning begins begun behind below best better between beyond big bigger black blue both
bottom boundary bounded bounds by cannot cheap cheapest close closed closer closest column columns combines common
compact concave consistent constant contain contains continuous convex convexity corner corners correct correctly
cost costs countable curved cut dashed decrease decreases decreasing deep dense dependent despite deterministic
difference different differentiable distance distances distinct divide divided divides dotted double doubled
doubles down downwards drop drops dual each earlier earliest early earn earns easier easiest easy either empty end
ends enough equal error errors even ever every everybody everywhere exact exactly exceed exceeds exist exists
exp-concave expectation expected exploit explore fail fails fall falls false far farther fast faster fastest few
fewer fewest finite first fixed flat follow following follows forbid forbidden forbids former forward forwards
frequent from full further gain gains given good gradient gradients greatest greedy green grey grow grows half
halve halved halves hard harder hardest heads heavier heaviest heavy high highest hinge hold holds horizontal if
impossible in-sample increase increases increasing independent independently infimum infinite inner inside integer
interior into invertible itself kink kinks known labelled large larger largest last late later latest latter lazy
learner least left length lengths less less-than light lightest linear linearly lipschitz logarithm logarithmic
long longer longest loose lose loses losing loss losses lost low lower lowest major majority many max maximal
maximise maximises maximum may mean min minimal minimise minimiser minimises minimum minority minus mirror misses
mistake mistakes monotone more most multiplied multiplies multiply multiplying must narrow narrower narrowest near
nearer nearest necessary need needs negative neither never new next no nobody none nonlinear nonnegative nonzero
norm normalised not nothing nowhere oblivious odd off offline often old once one online only open opponent opposite
optimist or orange orthogonal other otherwise outer outside over own paid paper past pay pays per pessimist played
plus positive possible power previous primal prior product products proportional quarter quarters quick quickest
random randomly rarely ratio real realizable recent red regret relevant require requires right rise rises rising
risk rock root roots row rows same scissors second seldom separable separate several shallow sharp sharpest short
shorter shortest shrink shrinking shrinks side simplest since size slow slower slowest small smaller smallest
smooth solid some sometimes sooner sorted sparse square squared squares start steep steeper step stochastic
straight strict strictly strong stronger strongest strongly subgradient subgradients sublinear sufficient sum sums
supremum symmetric tails tenth than thick thin third thirds though thousandth three thrice tight tightest times to
together too top total toward towards triple true twice two unbounded under unequal uniform uniformly unit unknown
unless unlike until up upper upright upwards useful useless vanish vanishes vertical weak weaker weakest weakly
whatever whenever where whereas white whole wide wider widest win winning wins within without won worse worst worth
wrong young zero zero-one zero-sum
"""
# To leave out or to add one of these turns a sentence too.
NOT = """
no not never none nobody nothing nowhere without unless every all only always cannot or squared square squares root
half twice least most strictly expected average absolute positive negative nonnegative finite infinite convex concave
closed bounded smooth independent independently separable linear deterministic random uniform integer nonzero
unit orthogonal known fixed adaptive consistent differentiable continuous symmetric sparse realizable normalised sorted
compact oblivious distinct labelled lipschitz strongly interior invertible monotone increasing decreasing relevant
"""
BETWEEN = """
a about also an and are as at be because been being but by can could did do does for from had has have he her
here hers him his how i in is it its me my nor of on our ours per she since so such than that the their them
then there these they this those to us was we were what when where which while who whoever whom whose why
will with would you your yours
"""
BY_THE_WAY = re.compile(r"\.[a-z]")  # what is stored of such a word
CONTENT = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
NUMBERS = [*sources.ONES, *sources.TENS, "hundred", "thousand", "million", "billion"]
OPPOSED = frozenset([*TURNING.split(), *NUMBERS])
ENDING = re.compile(r"(?:ies|es|ed|ing|ly|e|y|(?<!s)s)$")
FORMULA = r"\$\$[^$]*\$\$|\$[^$]*\$|`[^`]*`|\]\([^)\s]*\)"  # or where a link leads
TOKEN = re.compile(rf"{FORMULA}|[-−]?\d(?:[\d,.]*\d)?|[^\W\d_]+(?:['’-][^\W\d_]+)*")
# In a formula these end no sentence.
ASIDE = {ord(mark): 0xE000 + i for i, mark in enumerate(".!?\n")}
BACK = {aside: mark for mark, aside in ASIDE.items()}
MARK = re.compile(r"<!-- (=|given|is|so:) .*?-->", re.DOTALL)
ANSWERED = dict.fromkeys(("=", "given"), re.compile(rf"{sources.MARKED}$"))
SHOWN = re.compile(r"(?:\$\$[^$]*\$\$|\$[^$\n]*\$)\s*$")
ANSWERED |= {"is": SHOWN, "so:": re.compile(r"\w+$")}
FENCED = re.compile(r"(?sm:^```(?!\{)[^\n]*$(.*?)^```$)")
DROPPED = re.compile(
    rf"{FENCED.pattern}|(?s:<!--.*?-->)|^:(?!alt:)[\w-]+:.*$|^\([\w-]+\)=$|^:::+\{{solution.*$",
    re.MULTILINE,
)
END = re.compile(r"\n|(?<=[.!?])[)*\"”]*\s+")
CODE, ORDER = ">", ">>"  # what the line of a line of code begins with, and that of their order
SIGNS = re.compile(r"\w+|[^\w\s]+")
SEED = re.compile(r"(?<=default_rng\()\d+|(?<=seed=)\d+")  # any other is as good
COMMENT = re.compile(r"(?:^|(?<=\s))# (.*)")
SPOKEN = re.compile(r"[A-Za-z]+,? [a-z]+")  # what is a text, and no pattern or name
IN_JS = re.compile(r"""["'`][^"'`]*[A-Za-z]{3}""")
# Doctests check themselves.
TRIED = re.compile(r"^[ ]*>>>.*?(?:\n[ ]*\n|\Z)", re.MULTILINE | re.DOTALL)
DISPLAY = re.compile(r"\.\. math::\s*(.+?)(?=\n[ ]*\n|\Z)", re.DOTALL)
WRAPPED = re.compile(r"(?<=\S)\n[ ]*(?=\S)")


@dataclass(frozen=True)
class Sentence:
    """A text, its words, what is stored of each, and what they are in their order."""

    text: str
    words: tuple[str, ...]
    codes: tuple[str, ...]
    exactly: str

    @cached_property
    def line(self) -> str:
        """What is written: three letters of the whole, and the words."""
        return f"{letters(self.exactly, 3)} {line_of(self.codes)}"

    @property
    def name(self) -> str:
        """By which ``MEANT`` names it."""
        return letters(self.line, 4)


@cache
def letters(text: str, count: int) -> str:
    """So many letters, computed from a text."""
    return urlsafe_b64encode(sha256(text.encode()).digest()).decode().replace("-", "x")[:count]


@cache
def code_of(word: str, first: bool) -> str:
    """What is stored of a word: itself if it turns a meaning, else some letters."""
    if word[0] in "$`]":
        return "$" + letters(re.sub(r"\s+", "", word), 3)
    if word.lower() in OPPOSED or not word[0].isalpha():
        return word.lower()
    named = any(letter.isupper() for letter in (word[1:] if first else word))
    if named:
        return word
    kind = "abcdefghijklmnopqrstuvwxyz" if word.lower() in BETWEEN.split() else CONTENT
    return "." + kind[int(sha256(stem(word).encode()).hexdigest(), 16) % len(kind)]


def stem(word: str) -> str:
    """Four letters, of which spelling and endings change none."""
    return ENDING.sub("", word.lower())[:4]


def exactly(words: Sequence[str], codes: Sequence[str]) -> str:
    """What the words of a sentence are in their order, but for those in between."""
    told = zip(words, codes, strict=True)
    return " ".join(
        stem(word) if code[0] == "." else code for word, code in told if not BY_THE_WAY.match(code)
    )


def line_of(codes: Iterable[str]) -> str:
    """A line to store: runs of letters behind a dot, and turning words."""
    runs = groupby(codes, lambda code: code[0] == ".")
    return " ".join(
        "." + "".join(run).replace(".", "") if dot else " ".join(run) for dot, run in runs
    )


def codes_in(line: str) -> tuple[str, ...]:
    """A stored line without its first letters, a word each."""
    words = line.split()[1:]
    parts = ([f".{c}" for c in each[1:]] if each[0] == "." else [each] for each in words)
    return tuple(code for part in parts for code in part)


def prose_of(page: str, text: str) -> Iterator[str]:
    """The texts of a page: its Markdown, captions and descriptions; of a program the strings that say something."""
    if page.endswith(".ipynb"):
        for cell in json.loads(text)["cells"]:
            source = "".join(cell["source"])
            yield from COMMENT.findall(source) if cell["cell_type"] == "code" else [source]
            for drawn in cell["metadata"].get("mystnb", {}).values():
                if isinstance(drawn, dict):
                    yield from (drawn[name] for name in ("caption", "alt") if name in drawn)
    elif page.endswith(".py"):
        for said_here in strings(ast.parse(text)):
            if SPOKEN.search(said_here):
                told = DISPLAY.sub(lambda m: f"$${m[1]}$$", TRIED.sub("\n\n", said_here))
                yield WRAPPED.sub(" ", told)
    elif not page.endswith(".js"):
        yield text


def strings(node: ast.AST) -> Iterator[str]:
    """The strings of a program, docstrings too; one with values in it is one."""
    if isinstance(node, ast.Constant):
        yield from [node.value] if isinstance(node.value, str) else []
    elif isinstance(node, ast.JoinedStr):
        yield "".join(
            str(each.value) if isinstance(each, ast.Constant) else f"{{{' '.join(names_in(each))}}}"
            for each in node.values
        )
    else:
        for inner in ast.iter_child_nodes(node):
            yield from strings(inner)


def names_in(node: ast.AST) -> list[str]:
    """The names in an expression."""
    return [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]


def lines_in(page: str, text: str) -> Iterator[Sentence]:
    """The lines of code of a notebook, of a picture, of a grader; of other scripts those that say something."""
    if page.endswith(".ipynb"):
        for cell in json.loads(text)["cells"]:
            if cell["cell_type"] == "code":
                yield from lines_of("".join(cell["source"]))
    elif page.startswith(WHOLE) and page.endswith((".js", ".py")):
        yield from lines_of(text)
    elif page.endswith(".js"):
        said = filter(IN_JS.search, text.splitlines())
        yield from (each for each in lines_of("\n".join(said)) if each.codes[0] == CODE)


def lines_of(source: str) -> Iterator[Sentence]:
    r"""The lines of a program, each sign by a letter, and their order.

    Examples
    --------
    >>> [each.line for each in lines_of("total = w @ x\nsigned = y * total  # as above")]
    ['f6Z > .EOUwL', 'NGd > .SOoaE', 'xs4 >> .fN']
    """
    lines = [line for line in COMMENT.sub("", source).splitlines() if line.strip()]
    for line in lines:
        words = tuple(SIGNS.findall(SEED.sub("", line)))
        codes = (CODE, *(f".{letters(word, 1)}" for word in words))
        yield Sentence(line.strip(), (line, *words), codes, " ".join(words))
    if len(lines) > 1:
        order = tuple(f".{letters(line.strip(), 1)}" for line in lines)
        text = f"the order of the lines behind {lines[0].strip()!r}"
        yield Sentence(text, (source, *lines), (ORDER, *order), "\n".join(lines))


def closed(left_out: re.Match[str]) -> str:
    """A sign for it, and the dollar that closes a formula whose last number is left out."""
    return "…" + "$" * (left_out[0].count("$") % 2)


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a text; what runs and checked formulas answer for is left out.

    Examples
    --------
    >>> [each.line for each in sentences("It pays 3<!-- = k --> at most. The larger half is $a-b$.")]
    ['bZi .x pays .a most', 'QKa .s larger half .b $MGR']
    """
    *marked, rest = MARK.split(text)
    answered = (
        ANSWERED[mark].sub(closed, before) for before, mark in zip(*[iter(marked)] * 2, strict=True)
    )
    text = DROPPED.sub("", "".join(answered) + rest)
    text = re.sub(r"\{(?:term|doc|ref|numref)\}`([^<`]*?)\s*(?:<[^`]*>)?`", r"\1", text)
    text = re.sub(FORMULA, lambda m: m[0].translate(ASIDE), text)
    for each in END.split(text):
        words = tuple(word.translate(BACK) for word in TOKEN.findall(each))
        if len(words) > 1 or (words and words[0][0] == "$"):
            codes = tuple(code_of(word, i == 0) for i, word in enumerate(words))
            yield Sentence(each.translate(BACK).strip(), words, codes, exactly(words, codes))


def sentences_of(page: str, text: str) -> Iterator[Sentence]:
    """All sentences of a page, and the lines of its code."""
    for told in prose_of(page, text):
        yield from sentences(told)
        for shown in FENCED.findall(told):
            yield from lines_of(shown)
    yield from lines_in(page, text)


Lines = Mapping[str, Counter[str]]
Pages = Mapping[str, Sequence[Sentence]]


@cache
def pages() -> Pages:
    """The sentences of every page."""
    found = sorted(path for shape in PAGES for path in ROOT.glob(shape))
    names = {path.relative_to(ROOT).as_posix(): path for path in found}
    return {
        page: [*sentences_of(page, path.read_text(encoding="utf-8"))]
        for page, path in names.items()
    }


def stored() -> Lines:
    """The lines that are written down."""
    return by_page(FILE.read_text(encoding="utf-8") if FILE.exists() else "")


def in_last_commit(page: str) -> str:
    """What a file was in the last commit; where there is no git, nothing."""
    if not shutil.which("git"):
        return ""
    command = ["git", "show", f"HEAD:./{page}"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8").stdout


def committed() -> Lines:
    """The lines of the last commit; where there is no git those that are written down."""
    return by_page(in_last_commit(FILE.relative_to(ROOT).as_posix())) or stored()


@cache
def texts_before(page: str) -> dict[str, str]:
    """What the lines of a page were in the last commit."""
    text = in_last_commit(page)
    return {each.line: each.text for each in sentences_of(page, text)} if text else {}


def by_page(text: str) -> Lines:
    """The lines of every page; of a page twice, as a merge may leave it, the lines of both."""
    lines: dict[str, Counter[str]] = {}
    for line in text.splitlines()[1:]:
        if line.startswith("# "):
            here = lines.setdefault(line[2:], Counter())
        elif line != HEAD:
            here[line] += 1
    return lines


@dataclass(frozen=True)
class Change:
    """A sentence that has no line, and the line that it had, if a few words differ."""

    page: str
    sentence: Sentence
    old: str = ""

    @property
    def replaced(self) -> tuple[Counter[str], Counter[str]]:
        """What the line has and the sentence has not, and what it has instead."""
        old, new = Counter(codes_in(self.old)), Counter(self.sentence.codes)
        return old - new, new - old

    @property
    def names(self) -> set[str]:
        """By which ``MEANT`` accepts it: its own, or its page's."""
        return {self.sentence.name, self.page, Path(self.page).stem}

    @property
    def may_rename(self) -> bool:
        """Whether something was replaced, and in code by a name."""
        came = self.replaced[1]
        if self.sentence.codes[0] != CODE:
            return any(self.replaced)
        told = zip(self.sentence.codes, self.sentence.words, strict=True)
        return any(word.isidentifier() for code, word in told if code in came)

    @property
    def exchanged(self) -> tuple[frozenset[str], ...]:
        """The same, however often in the sentence: of a renaming all changes have the same."""
        return tuple(frozenset(each) for each in self.replaced)

    @property
    def moved(self) -> bool:
        """Whether the words that stayed stand in another order."""
        lost, came = self.replaced
        both = codes_in(self.old), self.sentence.codes
        old, new = (
            [c for c in codes if not (c in lost or c in came or BY_THE_WAY.match(c))]
            for codes in both
        )
        return old != new

    @property
    def turns(self) -> bool:
        """Whether a few other words, or another order of them, may mean the opposite."""
        lost, came = self.replaced
        if self.sentence.codes[0] == ORDER and (lost or came):
            return lost.total() == 1 and not came  # a line is gone
        if self.sentence.codes[0] in (CODE, ORDER):
            return True
        told = [
            [code for code in each.elements() if not BY_THE_WAY.match(code)]
            for each in (lost, came)
        ]
        if not any(told):
            return self.old[:3] != self.sentence.line[:3]
        if self.moved or self.page.startswith(STATEMENTS):
            return True
        turned = [{code for code in each if code[0] != "."} for each in told]
        plain = max(sum(code[0] == "." for code in each) for each in told)
        in_between = max(lost.total() - len(told[0]), came.total() - len(told[1]))
        few = max(lost.total(), came.total()) <= 2 or not all(told)
        denied = few and {*NOT.split()} & (turned[0] | turned[1])
        counted = all(each & {*NUMBERS} for each in turned)
        opposed = (in_between <= 1 or counted) and all(turned)
        if plain <= 1 and (opposed or denied):
            return True
        return lost.total() == came.total() == len(told[0]) == len(told[1]) == 1

    def __str__(self) -> str:
        """Both readings, if git knows the first, and how to accept the second."""
        was = texts_before(self.page).get(self.old, "")
        became = f"{was!r} became" if was not in ("", self.sentence.text) else "changed"
        meant = f"if it is meant: make update MEANT={self.sentence.name}"
        return f"{self.page}: {became}: {self.sentence.text!r}: {meant}"


def nearest(new: Sentence, lost: Collection[str], half: bool = False) -> str:
    """The line that a sentence differs from by a few words, or by no more than half of them, if there is one."""
    mine = Counter(new.codes)

    def apart(line: str) -> int:
        theirs = Counter(codes_in(line))
        return max((mine - theirs).total(), (theirs - mine).total())

    near = min(lost, key=apart, default="")
    had = Counter(codes_in(near))
    one_sided = not (mine - had and had - mine)
    most = had.total() // 2 if half or one_sided else max(1, had.total() // 3)
    return near if near and apart(near) <= (most if half else min(FEW, most)) else ""


def asked() -> tuple[list[Change], list[Change]]:
    """What is to be said twice of the pages of today, and what ``make update`` takes."""
    return sorted_out(pages(), stored(), committed())


def sorted_out(now: Pages, known: Lines, before: Lines) -> tuple[list[Change], list[Change]]:
    """What is to be said twice, and what ``make update`` takes; a small change that turns nothing is neither.

    A sentence that is not known is compared with the lines of before, which are those of the last commit: what
    an update took since then is a draft, and may be mended as often as one likes.
    """
    small, new = [], []
    for page, of_it in now.items():
        by_line = {each.line: each for each in reversed(of_it)}
        lines, have = known.get(page, Counter()), Counter(each.line for each in of_it)
        lost = before.get(page, Counter()) - have
        for line in have - lines:
            sentence = by_line[line]
            half = sentence.codes[0] == CODE or page.startswith(STATEMENTS)
            change = Change(page, sentence, nearest(sentence, lost, half))
            if not change.old:
                new.append(change)
            elif change.turns:
                small.append(change)
    often = Counter((each.page, each.exchanged) for each in small if each.may_rename)
    renamed = [
        each
        for each in small
        if often[each.page, each.exchanged] >= RENAMED - (each.sentence.codes[0] == CODE)
    ]
    return [change for change in small if change not in renamed], new + renamed


def write() -> tuple[list[str], list[str]]:
    """Write the lines of today; what is refused keeps the line it has. What was taken, and what refused."""
    small, new = asked()
    meant = os.environ.get("MEANT", "").split()  # `make update MEANT=...` hands it down
    refused = [each for each in small if not each.names & {*meant}]
    lines = [HEAD]
    for page, now in pages().items():
        have = Counter(each.line for each in now)
        here = [each for each in refused if each.page == page]
        have -= Counter(each.sentence.line for each in here)
        have += Counter(each.old for each in here)
        lines += [f"# {page}", *sorted(have.elements())]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    taken = [each for each in small if each not in refused] + new
    unknown = [name for name in meant if not any(name in each.names for each in small)]
    told = [
        *map(str, refused),
        *(f"MEANT={name}: nothing refused is called so" for name in unknown),
    ]
    if len(refused) > 1:
        told.append(
            f"all of these: make update MEANT='{' '.join(each.sentence.name for each in refused)}'"
        )
    return [f"{each.page}: took {each.sentence.text!r}" for each in taken], told
