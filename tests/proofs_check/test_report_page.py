"""The pages of the report as text: what they show, that their links resolve, and that they are valid and accessible."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import html5lib
import pytest
from click.testing import CliRunner

from proofs_check.catalogue import Registry, Statement
from proofs_check.claims import Kind, claim
from proofs_check.cli import main
from proofs_check.errors import UserError
from proofs_check.registry import load
from proofs_check.report import latex, render
from proofs_check.report.page import File, files, write
from proofs_check.report.page.folder import MANIFEST, check_folder
from proofs_check.report.page.graph import svg
from proofs_check.report.page.layout import layout
from proofs_check.report.page.mathml import inline, math
from proofs_check.report.page.prose import prose
from proofs_check.report.page.site import addresses
from proofs_check.report.page.status import Status, settled, statuses, weak_ground
from proofs_check.results import Result
from proofs_check.statement.props import eq
from proofs_check.statement.terms import scalar
from proofs_check.verdict import Verdict
from tests.proofs_check.pages import COUNTEREXAMPLE, VERDICTS, chosen, pages, report, results_of, shared

STYLE = (Path(__file__).parents[2] / "proofs_check/report/page/templates/style.css").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder() -> Path:
    return shared()


@pytest.fixture(scope="module")
def registry() -> Registry:
    return load()


class Outline(HTMLParser):
    """Ids, addresses, headings, landmarks and pictures of a page, in their order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        if found.get("id"):
            self.ids.append(str(found["id"]))
        self.links += [str(found[name]) for name in ("href", "src") if found.get(name)]

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def test_every_link_leads_to_a_file_and_a_place_in_it_and_nothing_is_fetched(folder: Path) -> None:
    outlines = {path: Outline(text) for path, text in pages(folder).items()}
    for path, outline in outlines.items():
        for link in outline.links:
            if link == "data:,":
                continue
            assert not re.match(r"[a-z]+:|//", link), (path, link)
            target, _, anchor = unquote(link).partition("#")
            file = (folder / path).parent / target if target else folder / path
            assert file.is_file(), (path, link)
            if anchor:
                assert anchor in outlines[str(file.resolve().relative_to(folder.resolve()))].ids, (path, link)


def test_each_id_occurs_once_in_a_page(folder: Path) -> None:
    for path, text in pages(folder).items():
        ids = Outline(text).ids
        assert len(ids) == len(set(ids)), (path, sorted(id for id in ids if ids.count(id) > 1))


def test_the_pages_are_valid_html(folder: Path) -> None:
    for path, text in pages(folder).items():
        parser = html5lib.HTMLParser(strict=False)
        parser.parse(text)
        assert not parser.errors, (path, parser.errors[:3])


def test_the_pages_have_a_language_one_main_heading_and_headings_in_order(folder: Path) -> None:
    for path, text in pages(folder).items():
        outline = Outline(text)
        assert outline.named("html") == [{"lang": "en"}]
        levels = [int(tag[1]) for tag, _ in outline.tags if re.fullmatch("h[1-6]", tag)]
        assert levels.count(1) == 1, path
        assert levels[0] == 1, path
        assert all(b <= a + 1 for a, b in pairwise(levels)), (path, levels)


def test_the_pages_have_landmarks_names_for_pictures_and_heads_for_tables(folder: Path) -> None:
    for path, text in pages(folder).items():
        outline = Outline(text)
        assert len(outline.named("main")) == len(outline.named("footer")) == 1, path
        assert all(nav.get("aria-label") for nav in outline.named("nav")), path
        assert outline.named("a")[0]["href"] == "#main", path
        for each in outline.named("svg"):
            assert each.get("role") in ("img", "group"), path
            assert each.get("aria-label"), path
        assert all(each.get("alt") for each in outline.named("img")), path
        assert all(each.get("scope") in ("col", "row") for each in outline.named("th")), path
        scrolling = [a for _, a in outline.tags if a.get("tabindex") == "0" and a.get("role") == "region"]
        assert all(a.get("aria-label") for a in scrolling), path


def test_a_status_is_always_said_in_words_too(folder: Path) -> None:
    for text in pages(folder).values():
        for badge in re.findall(r'<span class="badge [a-z]+">(.*?)</span></?', text):
            assert re.search(r"[a-z]{4}", re.sub(r"<[^>]*>", "", badge))


def test_a_claim_shows_its_statement_verdict_evidence_and_links(folder: Path) -> None:
    text = (folder / "zfb/lemma-17.html").read_text()
    for shown in ("<h1>Lemma 17</h1>", "As printed", "As transcribed", "rejects 3 of 3 wrong twins",
                  "false-alarm rate 1e-09", "would detect an error of 0.04", "words says &lt;so&gt;", "Teschl",
                  'href="lemma-10.html"', "never uses"):
        assert shown in text
    assert "proved" in text
    assert 'class="tex"' not in text


def test_what_fails_as_printed_is_on_the_front_page_and_among_the_errata(folder: Path) -> None:
    front, errata = ((folder / name).read_text() for name in ("index.html", "errata.html"))
    own = (folder / "zfb/section-4.2-query-orthogonal.html").read_text()
    assert "section-4.2-query-orthogonal-corrected.html" in front
    assert 'id="zfb-section-4.2-query-orthogonal"' in errata
    shown = COUNTEREXAMPLE.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert shown in errata
    assert shown in own
    assert "Not as expected" not in front


def test_an_unexpected_verdict_is_set_off_on_the_front_page_and_on_its_own(tmp_path: Path) -> None:
    folder = report(tmp_path / "out", {**VERDICTS, "zfb/lemma-17": Verdict.REFUTED})
    for name in ("index.html", "zfb/index.html", "zfb/lemma-17.html"):
        text = (folder / name).read_text()
        assert '<section class="alarm"' in text, name
        assert "REFUTED" in text or "refuted" in text
    assert 'class="unexpected"' in (folder / "zfb/graph.html").read_text()


def test_a_changed_formula_changes_the_page(registry: Registry) -> None:
    def page(value: int) -> str:
        @claim("mine/sum", kind=Kind.IDENTITY, source="draft")
        def made():
            r"""$a = 1$ & so on, see \cite{x}."""
            return eq(scalar("a"), value)

        known = Registry(registry.listed, {**registry.claims, "mine/sum": made})
        statement = known.find("mine/sum")
        found = list(files([statement], {"mine/sum": Result("mine/sum", Verdict.PROVED)}, known))
        return next(file.text for file in found if file.path == "mine/sum.html")

    assert page(1) != page(2)
    assert "<mn>2</mn>" in page(2)
    assert "&amp; so on" in page(2)


def test_every_formula_of_the_library_is_translated(registry: Registry) -> None:
    for s in registry:
        if s.claim is None:
            continue
        for formula in re.findall(r"(?<!\\)\$(.+?)\$", s.claim.printed, flags=re.DOTALL):
            assert 'class="tex"' not in inline(formula), (s.id, formula)
        for part in s.claim.parts:
            for reading in part.readings:
                tex = latex.broken(reading.prop)
                assert 'class="tex"' not in math(tex, block=True), (s.id, tex)
        for hypothesis in s.claim.given:
            assert 'class="tex"' not in inline(render.latex(hypothesis.prop)), s.id


def test_every_derived_formula_is_translated() -> None:
    for formula in latex.derived_formulas(tuple(dict.fromkeys(latex.MODELS.values()))):
        assert 'class="tex"' not in math(formula.body, block=True), formula.name


def test_a_formula_that_cannot_be_translated_is_shown_as_its_source() -> None:
    assert math(r"\nosuchcommand{x}<") == r'<code class="tex">\nosuchcommand{x}&lt;</code>'


def test_an_exponent_belongs_to_the_whole_matrix() -> None:
    made = math(r"\begin{pmatrix}a&b\end{pmatrix}^\top")
    assert re.fullmatch(r"<math><msup><mrow>.*</mtable>.*</mrow><mo>⊤</mo></msup></math>", made)


def test_scripts_and_fractions_have_as_many_children_as_they_need(folder: Path) -> None:
    counts = {"msub": 2, "msup": 2, "msubsup": 3, "mfrac": 2, "munder": 2, "mover": 2, "munderover": 3}
    for path, text in pages(folder).items():
        for formula in re.findall(r"<math.*?</math>", text, flags=re.DOTALL):
            for node in ElementTree.fromstring(formula).iter():
                assert len(node) == counts.get(node.tag, len(node)), (path, formula)


def test_a_formula_in_running_text_may_be_broken_after_a_relation() -> None:
    assert inline("a=b+(c+d)").count("<wbr>") == 2


def test_prose_keeps_displays_styles_parts_and_markup_characters() -> None:
    text = "If $x<1$: \\[x=1\\] then (a) \\emph{one}; (b) 2 < 3 & more, see mine/x."
    html = prose(text, ("a", "b"), lambda id: f"[{id}]")
    assert html.count("<p>") == 3
    assert '<math display="block">' in html
    assert "<em>one</em>" in html
    assert "2 &lt; 3 &amp; more, see [mine/x]." in html


def test_a_claim_is_proved_throughout_only_with_all_that_it_rests_on(registry: Registry) -> None:
    results = {id: Result(id, Verdict.PROVED) for id in "ac"} | {"b": Result("b", Verdict.SUPPORTED)}
    assert settled({"a": [], "b": [], "c": ["a", "b"]}, results) == {"a"}
    assert settled({"a": ["not examined"]}, results) == frozenset()
    assert weak_ground("c", {"c": ["a"], "a": ["b"], "b": []}, results) == ["b"]
    statements = chosen(registry)
    found = statuses(statements, results_of(statements, {s.id: Verdict.PROVED for s in statements}))
    assert found["zfb/lemma-17"] in (Status.SETTLED, Status.PROVED)


def test_the_graph_puts_a_claim_below_all_that_it_uses_and_leaves_out_what_follows(registry: Registry) -> None:
    uses = {s.id: [u for u in s.uses if registry.find(u).claim] for s in registry if s.claim}
    found = layout(uses, 8)
    row = {id: k for k, ids in enumerate(found.rows) for id in ids}
    assert row.keys() == uses.keys()
    assert max(map(len, found.rows)) <= 8
    assert all(row[used] < row[id] for id in uses for used in uses[id])
    below: dict[str, set[str]] = {id: set() for id in uses}
    for ids in found.rows:
        for id in ids:
            below[id] = set().union(*({used} | below[used] for used, user in found.edges if user == id))
    assert all(below[id].issuperset(uses[id]) for id in uses)
    assert layout({}, 8).rows == ()
    assert svg({}, lambda id: pytest.fail(id), "nothing").startswith("<svg")


def test_pages_of_labels_that_files_cannot_tell_apart_get_names_of_their_own(registry: Registry) -> None:
    some = registry.find("zfb/lemma-17").claim
    assert some is not None
    made = [Statement(id, replace(some, id=id)) for id in ("mine/A b", "mine/a-b", "mine/index", "mine/../up")]
    found = addresses(made)
    assert len({path.lower() for path in found.values()}) == 4
    assert all(path.count("/") == 1 and path.startswith("mine/") for path in found.values())
    assert "mine/index.html" not in found.values()


def test_a_new_report_removes_pages_that_vanished_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    write(folder, [File("index.html", "1"), File("a/b.html", "1"), File("a/c.html", "1"), File("d/e.html", "1")])
    (folder / "a" / "notes.txt").write_text("mine")
    write(folder, [File("index.html", "2"), File("a/c.html", "2")])
    left = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert left == {"index.html", "a/c.html", "a/notes.txt", MANIFEST}
    assert not (folder / "d").exists()
    assert (folder / "index.html").read_text() == "2"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_an_interrupted_report_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    write(folder, [File("index.html", "1")])

    def broken():
        yield File("index.html", "2")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(folder, broken())
    assert (folder / "index.html").read_text() == "1"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_file_that_no_report_wrote_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine")
    with pytest.raises(UserError, match="no report wrote"):
        check_folder(tmp_path, "--out")
    with pytest.raises(UserError, match="by no report"):
        write(tmp_path, [File("index.html", "2")])
    assert (tmp_path / "index.html").read_text() == "mine"


def test_a_list_of_files_that_was_tampered_with_removes_nothing_outside(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (tmp_path / "precious").write_text("mine")
    (folder / MANIFEST).write_text('{"files": ["../precious", "/etc/hostname"]}')
    write(folder, [File("index.html", "2")])
    assert (tmp_path / "precious").exists()


def test_the_folder_must_be_one_that_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="it is a file"):
        check_folder(tmp_path / "file", "--out")
    with pytest.raises(UserError, match="Make it first"):
        check_folder(tmp_path / "no" / "such", "--out")


# The command ---------------------------------------------------------------------------------------------

MINE = '''
from proofs_check.claims import Kind, claim
from proofs_check.statement.props import eq
from proofs_check.statement.terms import matrix, tr

A = matrix("A", "d", "d")


@claim("mine/trace", kind=Kind.IDENTITY, source="draft", forall=(A,), witnesses=("words",))
def trace():
    r"""$\\operatorname{tr}(A)=\\operatorname{tr}(A^\\top)$."""
    return eq(tr(A), tr(A.T))
'''


def test_the_command_checks_what_is_missing_and_says_where_the_report_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    (tmp_path / "mine.py").write_text(MINE)
    out = tmp_path / "out"
    asked = ["report", "mine/*", "--claims", str(tmp_path), "-o", str(out)]
    for _ in range(2):
        result = CliRunner().invoke(main, asked)
        assert (result.exit_code, result.stdout) == (0, f"{out / 'index.html'}\n"), result.output
    assert "proved throughout" in (out / "mine/trace.html").read_text()


def test_a_folder_that_cannot_be_used_is_refused_before_anything_is_checked(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["report", "zfb/lemma-17", "-o", str(tmp_path / "no" / "such")])
    assert result.exit_code == 2
    assert "Make it first" in result.output


# The palette ---------------------------------------------------------------------------------------------

def _palettes() -> dict[str, dict[str, str]]:
    blocks = re.findall(r":root \{(.*?)\}", STYLE, flags=re.DOTALL)
    light, dark = (dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block)) for block in blocks)
    return {"light": light, "dark": {**light, **dark}}


def _luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def _contrast(a: str, b: str) -> float:
    low, high = sorted((_luminance(a), _luminance(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_has_enough_contrast(theme: str) -> None:
    colours = _palettes()[theme]
    for ground in ("bg", "card", "soft"):
        for ink in ("ink", "muted", "accent"):
            assert _contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
    for status in Status:
        assert _contrast(colours[f"{status.key}-ink"], colours[f"{status.key}-bg"]) >= 4.5, status
    for line in ("one", "two", "three"):
        assert _contrast(colours[line], colours["bg"]) >= 3, line
