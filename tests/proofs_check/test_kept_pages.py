"""Pages and formulas that a report takes from the store are those that it would make now."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from proofs_check.catalogue import Statement
from proofs_check.registry import load
from proofs_check.report.page import File, kept, mathml, pages, site
from proofs_check.report.page.site import Site
from proofs_check.results import Result
from proofs_check.workers import shared_out
from tests.proofs_check.pages import chosen, results_of


@pytest.fixture(autouse=True)
def _store_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(kept, "_formulas", {})


@pytest.fixture
def statements() -> tuple[Statement, ...]:
    ids = ("zfb/lemma-17", "zfb/eq-33", "zfb/lemma-10")
    return tuple(s for s in load() if s.id in ids)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that are made and not taken from the store."""
    found: list[str] = []
    original = pages._Pages.text

    def noted(self: pages._Pages, path: str) -> str:
        found.append(path)
        return original(self, path)

    monkeypatch.setattr(pages._Pages, "text", noted)
    return found


def _files(statements: tuple[Statement, ...], results: dict[str, Result], processes: int = 1) -> list[File]:
    return list(pages.files(statements, results, load(), processes=processes))


def test_a_second_report_is_the_first_and_makes_no_page(
    statements: tuple[Statement, ...], made: list[str]
) -> None:
    results = results_of(statements)
    first = _files(statements, results)
    assert made
    made.clear()
    assert _files(statements, results) == first
    assert not made


def test_another_result_makes_the_pages_anew(statements: tuple[Statement, ...], made: list[str]) -> None:
    results = results_of(statements)
    first = {file.path: file.text for file in _files(statements, results)}
    made.clear()
    id = "zfb/lemma-10"
    other = {**results, id: replace(results[id], scope="d = 7")}
    second = {file.path: file.text for file in _files(statements, other)}
    assert "zfb/lemma-10.html" in made
    assert first["zfb/lemma-10.html"] != second["zfb/lemma-10.html"]
    assert "d = 7" in second["zfb/lemma-10.html"]


def test_another_state_of_the_sources_and_another_template_have_another_key(
    statements: tuple[Statement, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def key(of: tuple[Statement, ...] = statements) -> str:
        return kept.key_of_pages(Site.of(of, results_of(of), load()))

    keys = {key(), key(statements[:2])}
    with monkeypatch.context() as patch:
        patch.setattr(kept.sources, "state", lambda: "another")
        keys.add(key())
    with monkeypatch.context() as patch:
        patch.setattr(kept, "_versions", lambda: "another")
        keys.add(key())
    with monkeypatch.context() as patch:
        original = Path.read_bytes
        patch.setattr(Path, "read_bytes", lambda path: original(path) + b" " * (path.name == "claim.html"))
        keys.add(key())
    with monkeypatch.context() as patch:
        patch.setattr(site, "told", lambda *_: {statements[0].id: ["checked"]})
        keys.add(key())
    assert len(keys) == 6


def test_pages_are_not_kept_where_a_claim_is_none_of_the_library_s(
    statements: tuple[Statement, ...], made: list[str]
) -> None:
    one = statements[0]
    assert one.claim is not None
    changed = (Statement(one.id, replace(one.claim, note="of one's own")), *statements[1:])
    results = results_of(changed)
    assert kept.key_of_pages(Site.of(changed, results, load())) == ""
    first = _files(changed, results)
    made.clear()
    assert _files(changed, results) == first
    assert len(made) > len(changed)


def test_nothing_is_kept_where_a_file_was_written_meanwhile(
    statements: tuple[Statement, ...], made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept.sources, "unchanged", lambda: False)
    kept._translators.cache_clear()
    try:
        results = results_of(statements)
        _files(statements, results)
        made.clear()
        _files(statements, results)
        assert made
        assert not (Path(os.environ["LEMMATA_HOME"]) / "formulas").exists()
    finally:
        kept._translators.cache_clear()


def test_formulas_of_an_earlier_page_are_not_translated_again(
    statements: tuple[Statement, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    results = results_of(statements)
    first = _files(statements, results)
    monkeypatch.setattr(kept.sources, "state", lambda: "another")
    kept._formulas.clear()
    translated: list[str] = []
    original = mathml.translated
    monkeypatch.setattr(mathml, "translated", lambda tex, block: translated.append(tex) or original(tex, block))
    assert _files(statements, results) == first
    assert not translated


def test_a_broken_file_of_formulas_counts_as_none(statements: tuple[Statement, ...]) -> None:
    results = results_of(statements)
    first = _files(statements, results)
    for file in (Path(os.environ["LEMMATA_HOME"]) / "formulas").rglob("*"):
        if file.is_file():
            file.write_text("{")
    for file in (Path(os.environ["LEMMATA_HOME"]) / "pages").rglob("*"):
        if file.is_file():
            file.unlink()
    kept._formulas.clear()
    assert _files(statements, results) == first


def test_pages_made_by_two_processes_are_those_of_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = chosen(load())
    results = results_of(found)
    monkeypatch.setattr(pages, "_WORTH_SHARING", 2)
    one = _files(found, results)
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "other"))
    assert _files(found, results, processes=2) == one


def test_what_is_shared_out_comes_in_its_order() -> None:
    assert list(shared_out(str, range(7), 3)) == [str(k) for k in range(7)]
    assert list(shared_out(str, range(1), 3)) == ["0"]
    assert list(shared_out(str, [], 3)) == []


def test_what_a_copy_that_died_does_not_answer_is_found_here() -> None:
    here = os.getpid()

    def answer(k: int) -> int:
        if k == 2 and os.getpid() != here:
            os._exit(3)
        return k * k

    assert list(shared_out(answer, range(6), 2)) == [k * k for k in range(6)]


def test_what_goes_wrong_in_a_copy_is_raised_here() -> None:
    def answer(k: int) -> float:
        return 1 / (k - 2)

    with pytest.raises(ZeroDivisionError):
        list(shared_out(answer, range(6), 2))


def test_copies_end_with_whoever_listens_no_more() -> None:
    before = _children()
    stream = shared_out(lambda k: "x" * 100_000, range(50), 2)
    next(stream)
    assert _children() > before
    stream.close()  # type: ignore[attr-defined]
    assert _children() == before


def _children() -> set[int]:
    """The processes of this one, those of other tests among them."""
    return {child.pid for child in psutil.Process().children()}
