"""Slides are the chapter's own: every box and figure of it, readable, and without another host."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import build
import pytest
import slides
from bs4 import BeautifulSoup, Tag
from bs4.filter import SoupStrainer
from elements import without
from playwright.sync_api import Browser
from shares import first_of_each

import olbook as ol

pytestmark = pytest.mark.landing

PARSER = "html.parser"
PAGE = """
<section><h1><span class="section-number">1. </span>A chapter<a class="headerlink">#</a></h1>
<p><strong>In this chapter</strong> you play.</p><p>Something else.</p>
<section><h2>A game</h2>
<div class="proof algorithm">An algorithm</div>
<div class="cell"><div class="cell_input"><pre>loop</pre></div></div>
<div class="cell"><div class="cell_input">silent</div></div>
<div class="proof theorem">A theorem</div><p>It says this.</p><p>Much later.</p>
<div class="proof theorem">Another</div><p>Aside. <strong>Why.</strong> Hence.</p>
<p>Then do</p><ol><li>first</li></ol>
<p>Short.</p>
<div class="cell"><div class="cell_input">silent too</div></div>
<div class="cell"><div class="cell_input">code</div><div class="cell_output">42</div></div>
<div class="cell"><div class="cell_input">no words</div><div class="cell_output">43</div></div>
<p>A helper.</p>
<div class="cell"><div class="cell_input"><pre>def g():
    return 1
</pre></div><div class="cell_output">45</div></div>
<p>A loop.</p>
<div class="cell"><div class="cell_input"><pre>def <b>f</b>():
    for t in (1, 2):
        learn(t)
print(f())
</pre></div><div class="cell_output">44</div></div>
<p>The loss is</p><div class="math">F</div><p>and the bound</p><div class="math">B</div>
<p><strong>Why.</strong> For two reasons.</p><ol><li>one</li></ol>
<div class="pst-scrollable-table-container"><table><tr><td>two</td></tr></table></div>
<p>Together.</p><p>Next.</p>
<div class="mistake"><p>A tempting mistake</p><p>It holds alone.</p></div><p>between</p>
<section><h3>Deeper</h3>
<div class="mistake"><p>A tempting mistake</p><p>It holds. But no.</p></div>
<div class="cell"><div class="cell_input">trial</div><div class="cell_output">refuted</div></div>
<div class="cell"><div class="cell_output"><figure><img src="x.png"></figure></div></div>
</section></section>
<section><h2>What to remember</h2><ul><li>this</li></ul></section>
<section><h2>Your turn</h2><div class="proof theorem">not shown</div></section>
</section>
"""


def chapter() -> Tag:
    """The page above, as it comes from the site."""
    soup = BeautifulSoup(PAGE, PARSER)
    for link in soup.select("a.headerlink"):
        link.decompose()
    assert soup.section is not None
    return soup.section


def test_what_a_deck_takes_from_a_chapter() -> None:
    found = [
        (
            slide.kind,
            slide.headings[-1],
            [" ".join(node.get_text().split()) for node in slide.content],
        )
        for slide in slides.slides(chapter())
    ]
    assert found == [
        ("opening", "A chapter", ["In this chapter you play.", "A game"]),
        ("box", "A game", ["An algorithm"]),
        ("run", "A game", ["loop"]),
        ("box", "A game", ["A theorem", "It says this."]),
        ("box", "A game", ["Another"]),
        ("reason", "A game", ["Why. Hence."]),
        ("points", "A game", ["Then do", "first"]),
        ("result", "A game", ["Short.", "42"]),
        ("result", "A game", ["A helper.", "45"]),
        ("run", "A game", ["A loop.", "def f(): for t in (1, 2): learn(t)", "44"]),
        ("formula", "A game", ["The loss is", "F", "and the bound", "B"]),
        ("reason", "A game", ["Why. For two reasons.", "one", "two", "Together."]),
        ("box", "A game", ["A tempting mistakeIt holds alone."]),
        ("box", "Deeper", ["A tempting mistakeIt holds."]),
        ("result", "Deeper", ["But no.", "refuted"]),
        ("figure", "Deeper", [""]),
        ("remember", "What to remember", ["this"]),
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("long " * 100, []),
        ("long " * 100 + ". Then <em>this</em>: <b>all</b>.", ["Then this: all."]),
        ("long " * 100 + "(an aside. Still the aside.) End.", ["End."]),
        ("long " * 100 + ". So it ends. (Checked too.)", ["So it ends. (Checked too.)"]),
        ("where long is said. Next <b>this</b>.", ["Next this."]),
        ("where long is said.", ["where long is said."]),
        ("long " * 100 + ". Two ways. They differ.", ["Two ways. They differ."]),
    ],
)
def test_the_end_of_a_long_paragraph_is_a_lead(words: str, said: list[str]) -> None:
    page = chapter()
    short = page.find("p", string="Short.")
    assert isinstance(short, Tag)
    short.replace_with(BeautifulSoup(f"<p>{words}</p>", PARSER))
    runs = [slide.content for slide in slides.slides(page) if "42" in str(slide.content)]
    assert [[node.get_text() for node in run] for run in runs] == ([[*said, "42"]] if said else [])


def test_a_remark_in_brackets_leads_to_nothing() -> None:
    page = BeautifulSoup("<p>Said.</p><p>(And (this) is an aside.)</p><pre>1</pre>", PARSER)
    assert isinstance(page.pre, Tag)
    assert [node.get_text() for node in slides.lead(page.pre)] == ["Said."]


def cut(kind: str, content: str) -> list[list[str]]:
    """The words of the slides that some content becomes."""
    nodes = [node for node in BeautifulSoup(content, PARSER).children if isinstance(node, Tag)]
    made = slides.cut(slides.Slide(kind, ["A game"], nodes))
    return [[" ".join(node.get_text().split()) for node in slide.content] for slide in made]


def test_a_slide_has_sixty_words_and_no_sentence_is_cut() -> None:
    forty, fifty = "Word " * 39 + "end.", "Long " * 49 + "stop."
    assert cut("points", f"<p>{forty} {fifty}</p>") == [[forty], [fifty]]
    assert cut("points", f"<ul><li>{forty}</li><li>{fifty}</li></ul>") == [[forty], [fifty]]
    box = f'<div class="admonition"><p class="admonition-title">T</p><p>{forty}</p><p>{fifty}</p></div>'
    assert cut("box", box) == [[f"T{forty}"], [f"T continued{fifty}"]]
    opens = fifty.removesuffix(".")
    assert cut("formula", f"<p>{opens}</p><p>{forty}</p>") == [[opens, forty]]
    assert cut("formula", f"<p>First. {opens}</p><p>{forty}</p>") == [["First."], [opens, forty]]
    assert cut("result", f'<p>{forty}</p><div class="cell_output">{fifty}</div>') == [
        [forty, fifty]
    ]


def test_a_box_is_shared_out_evenly_and_goes_on_by_name() -> None:
    said = ["Let " + "it " * 15 + "be.", "So " + "it " * 25 + "is.", "Also " + "it " * 20 + "is."]
    box = '<div class="admonition"><p class="admonition-title">T</p><p>{}</p></div>'
    one, two, three = said
    (first,), (second,) = cut("box", box.format(" ".join(said)))
    assert first == f"T{one}{two}"
    assert second == f"T continued{three}"
    assert len(cut("box", box.format("word " * 59))) == 1  # it is one sentence and fits
    (*_, (last,)) = cut("box", box.format("Let it be. Word " + "word " * 57 + "end."))
    assert (
        last == "continuedWord " + "word " * 57 + "end."
    )  # without the name, for which there is no room
    long = "<p>" + "Word " * 29 + "end. " + "Word " * 29 + "end.</p>"  # the title is too much
    assert len(cut("box", box.format(long.removeprefix("<p>").removesuffix("</p>")))) == 2


def test_a_derivation_is_shared_out_so_that_it_can_be_read() -> None:
    for count, expected in ((4, [4]), (7, [4, 3]), (9, [3, 3, 3])):
        items = "".join(f"<li>step{n}</li>" for n in range(count))
        made = cut("reason", f'<ul class="derivation">{items}</ul><p>So it is.</p>')
        repeated = [0] + [1] * (len(expected) - 1)
        shown = [" ".join(words).count("step") for words in made]
        assert [n - again for n, again in zip(shown, repeated, strict=True)] == expected


def test_a_chain_is_cut_before_a_new_left_side_and_says_where_it_was() -> None:
    line = "<li><p>because</p><p>{}</p></li>"
    said = ["a ≤ b", "= c", "d ≤ e", "= f", "≤ g", "h ≤ i"]
    chain = BeautifulSoup(f'<ul class="derivation">{"".join(map(line.format, said))}</ul>', PARSER)
    first, second = slides.pieces(next(n for n in chain.children if isinstance(n, Tag)))
    assert [p.get_text() for p in first.select("li p:last-child")] == ["a ≤ b", "= c"]
    again = second.select("li.again")
    assert [item.select("p")[-1].get_text() for item in again] == ["a ≤ b", "= c"]
    assert [p.get_text() for p in second.select("li:not(.again) p:last-child")] == said[2:]
    assert [item.select("p")[-1].get_text() for item in second.select(".onward")] == [
        "= c",
        "= f",
        "≤ g",
    ]
    slides.mark_steps(second)
    assert not second.select(".again.step")


def test_a_sentence_goes_on_behind_its_formula() -> None:
    page = BeautifulSoup('<p>Let</p><div class="math">F</div><p>where F is. Next.</p>', PARSER)
    assert isinstance(page.div, Tag)
    assert [n.get_text() for n in slides.formulas(page.div)] == ["Let", "F", "where F is."]


def test_a_reason_that_is_not_over_has_its_lines() -> None:
    said = [slides.together(["Why. With this,"]), slides.together(["Why. It is so."])]
    for why, count in zip(said, (1, 2), strict=True):
        line = slides.together(["a line"])
        found = [slides.Slide("reason", [], [why]), slides.Slide("reason", [], [line])]
        assert len([*slides.with_its_lines(found)]) == count


def test_the_points_of_a_definition_come_one_by_one() -> None:
    listed = (
        '<section class="definition-content"><ol><li><p>a</p></li><li><p>b</p></li></ol></section>'
    )
    box = BeautifulSoup(f'<div class="proof definition">{listed}</div>', PARSER).div
    assert box is not None
    (made,) = slides.cut(slides.Slide("box", ["A game"], [box]))
    assert len(made.content[0].select("li.step")) == 2


def test_a_sentence_on_another_page_is_on_no_slide() -> None:
    for words in ("in the fold", "the next section", "To compute it"):
        assert slides.ELSEWHERE.search(f"It is so, {words}.")
    assert not slides.ELSEWHERE.search("The learner below is the next one; it is above zero.")


def test_a_speaker_reads_formulas_and_no_marks() -> None:
    text = r"Two *classifiers* $s\mapsto\mathrm{sign}(ws)$, [as here](#x): $\frac{1}{2}\|w_t\|\le\theta$"
    said = "Two classifiers s ↦ sign(ws), as here: 1/2‖w_t‖≤θ."
    assert slides.spoken(f"{text}<!-- is a.b -->.") == said


def test_a_claim_in_italics_stands_without_what_refutes_it() -> None:
    html = "<div><p>A tempting mistake</p><p><em>It holds.</em> But no.</p></div>"
    box = BeautifulSoup(html, PARSER).div
    assert box is not None
    claim, rest = slides.claim_and_rest(box)
    assert claim.get_text() == "A tempting mistakeIt holds."
    assert [node.get_text() for node in rest] == ["But no."]
    plain = BeautifulSoup("<p>The <em>margin</em> is. </p>", PARSER).p
    assert plain is not None
    assert [one.get_text() for one in slides.sentences(plain)] == ["The margin is."]


def test_make_finds_what_the_slides_need() -> None:
    """As a command, without the paths that pytest has."""
    makefile = (Path(__file__).parents[1] / "Makefile").read_text("utf-8")
    (paths,) = re.findall(r"PYTHONPATH=(\S+) \$\(BIN\)/python book/_tools/slides\.py", makefile)
    code = "import runpy; runpy.run_path('book/_tools/slides.py', run_name='tried')"
    subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, 'book/_tools'); {code}"],
        cwd=Path(__file__).parents[1],
        env=os.environ | {"PYTHONPATH": paths},
        check=True,
    )


def test_a_formula_is_one_word() -> None:
    formula = '<span class="katex"><span>x</span><span>= y z</span></span>'
    (node,) = BeautifulSoup(f"<p>so {formula} and {formula}.</p>", PARSER).children
    assert isinstance(node, Tag)
    assert slides.words(node) == 4  # the full stop behind a formula is no word


def test_folds_are_left_out_whole() -> None:
    page = "a<details>b<details open>c</details>d</details>e<details>f</details><p>g"
    assert without(page, "<details", "details") == "ae<p>g"


FIRST = "perceptron"  # the shortest of those with all that a deck can have


@pytest.fixture(scope="module")
def decks(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Path]:
    """A folder for decks, with that of the first chapter, fitted and printed."""
    if not (build.is_current() and (build.SITE / "_static" / "katex").exists()):
        pytest.skip("needs a built site with its formulas set")
    folder = tmp_path_factory.mktemp("slides")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slides, "SLIDES", folder)
        patch.setattr(build, "ROOT", folder.parent)
        slides.assets()
        slides.fit(browser, FIRST)
        yield folder


@pytest.mark.parametrize("topic", first_of_each([FIRST, *sorted({*ol.TOPICS} - {FIRST})]))
def test_each_box_and_figure_has_its_slide_set_and_without_another_host(
    decks: Path, topic: str
) -> None:
    file = decks / f"{topic}.html"  # that of the first chapter is fitted, the others are as made
    deck = BeautifulSoup(file.read_text("utf-8") if file.exists() else slides.deck(topic), PARSER)
    article = SoupStrainer("article", class_="bd-article")
    html = (build.SITE / "book" / f"{topic}.html").read_text("utf-8")
    page = BeautifulSoup(without(html, "<details", "details"), PARSER, parse_only=article)
    for fold in page.select(".solution"):
        if not fold.decomposed:
            fold.decompose()
    for selector in (
        "div.proof > .admonition-title > .caption-number",
        "figure figcaption .caption-number",
    ):
        expected = []
        for node in page.select(selector):
            headings = [s.find("h2", recursive=False) for s in node.find_parents("section")]
            [heading] = [h.get_text().removesuffix("#") for h in headings if h is not None]
            if not heading.startswith(slides.LEFT_OUT_SECTIONS):
                expected.append(" ".join(node.get_text().removesuffix("#").split()))
        shown = [" ".join(node.get_text().split()) for node in deck.select(selector)]
        shown = [*dict.fromkeys(shown)]  # a long box goes on on the next slide
        assert shown == expected
    assert expected
    titles = [node.get_text() for node in page.select(".admonition-title")]
    assert len(deck.select(".mistake")) == titles.count(slides.MISTAKE)
    assert "slider" not in deck.get_text()
    assert not slides.ELSEWHERE.search(" ".join(p.get_text() for p in deck.select(".content p")))
    assert "<!--" not in str(deck)
    assert deck.select(".katex")
    assert all(math.select_one(".katex") for math in deck.select(".math"))
    assert not deck.select("script, details, a, button")
    assert all(not slide.select(".mistake + *") for slide in deck.select(".slide"))
    words = [slides.words(slide) for slide in deck.select(".slide .content")]
    assert max(words) <= slides.MOST_WORDS
    for node in deck.select("[src], link[href]"):
        where = str(node.get("src") or node.get("href"))
        assert not re.match(r"[a-z]+:|//", where)
        assert (decks / where).exists()
    assert all(image.get("alt") for image in deck.select("img"))


def test_slides_are_counted_without_their_steps(decks: Path) -> None:
    deck = BeautifulSoup((decks / f"{FIRST}.html").read_text("utf-8"), PARSER)
    whole = deck.select(".slide:not(.unfinished)")
    numbers = [slide.select("footer span")[-1].get_text() for slide in whole]
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]


def test_steps_come_one_by_one_and_a_speaker_has_notes(decks: Path) -> None:
    deck = BeautifulSoup((decks / f"{FIRST}.html").read_text("utf-8"), PARSER)
    unfinished = deck.select(".unfinished")
    assert unfinished
    for slide in unfinished:
        after = slide.find_next_sibling(class_="slide")
        assert isinstance(after, Tag)
        assert len(slide.select(".step.later")) == len(after.select(".step.later")) + 1
    said = (decks / f"{FIRST}.txt").read_text("utf-8")
    assert re.search(r"\(slides? \d+( to \d+)?\)\n  (Say|Run|Prove): ", said)
    assert not re.search(r"prf:ref|<!--|[$*\\\\]", said)
    for slide in deck.select(".slide:not(.opening)"):  # every section has its line
        over = slide.select_one(".over") or slide.select_one("h2")
        assert over is not None
        assert f"\n{slides.unmarked(over.get_text())} (slide" in said
    assert all(slide.select(".step") for slide in deck.select(".slide.remember"))
    for refuting in deck.select("[data-refutes]"):  # nothing else is on it
        before = refuting.find_previous_sibling(class_="slide")
        assert isinstance(before, Tag)
        assert before.select(".mistake") or before.has_attr("data-refutes")


def test_everything_is_on_its_slide_and_large_enough(decks: Path, browser: Browser) -> None:
    sizes = """() => [...document.querySelectorAll(".slide .content")].map(box => [
      box.scrollHeight - box.clientHeight, box.scrollWidth - box.clientWidth,
      Math.min(...[...box.querySelectorAll("p, li, pre")].map(
        inner => parseFloat(getComputedStyle(inner).fontSize)))])"""
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto((decks / f"{FIRST}.html").as_uri())
    for high, wide, smallest in page.evaluate(sizes):
        assert high <= 1
        assert wide <= 1
        assert smallest >= 14
    page.evaluate("document.querySelector('.box .content').innerHTML += '<p>much</p>'.repeat(99)")
    assert page.evaluate(slides.FIT, slides.MOST_WORDS) != []
    page.close()
    assert (decks / f"{FIRST}.pdf").read_bytes().startswith(b"%PDF")
