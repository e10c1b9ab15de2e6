"""Comments to the reader: whose notation is meant, what a bracket behind a letter is; and papers that are watched."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofs_check import UserError
from proofs_check.cli import main
from proofs_check.reading.tex.claims import PaperRead, paper
from proofs_check.reading.tex.notations import PAPERS, letters_of
from proofs_check.reading.tex.watching import changes
from proofs_check.report.render import plain


def _paper(folder: Path, body: str) -> PaperRead:
    file = folder / "p.tex"
    file.write_text(body, encoding="utf-8")
    return paper(file)


def _stated(found: PaperRead) -> list[str]:
    return [plain(part.readings[0].prop) for claim in found.claims for part in claim.parts]


MEAN = r"\begin{lemma}\label{l} We have $\mathbb E[\hat\Lambda]=\Lambda$.\end{lemma}"


@pytest.mark.parametrize("name", PAPERS)
def test_each_shipped_paper_has_a_table_of_letters(name):
    assert len(letters_of(name)) > 25


def test_the_notation_of_a_shipped_paper_is_in_force(tmp_path):
    assert not _paper(tmp_path, MEAN).claims
    assert _stated(_paper(tmp_path, "%! notation zfb\n" + MEAN)) == ["E[Λ\u0302] = Λ"]
    with pytest.raises(UserError, match="names no shipped paper: write zfb, zwb, ccs"):
        _paper(tmp_path, "%! notation abc\n" + MEAN)


def test_what_is_said_of_a_letter_of_the_notation_is_not_passed_over(tmp_path):
    for said in (r"Suppose $\Lambda$ symmetric.", r"Here $\Lambda$ commutes.", r"All matrices are diagonal."):
        found = _paper(tmp_path, f"%! notation zfb\n{said}\n\n{MEAN}")
        assert not found.claims, said
        assert len(found.unread) == 1


def test_a_letter_that_is_declared_anew_is_no_letter_of_the_notation(tmp_path):
    text = r"\begin{lemma}\label{l} Let $\Lambda\in\mathbb R^{m\times m}$. Then $\Lambda=\Lambda^\top$.\end{lemma}"
    (claim,) = _paper(tmp_path, "%! notation zfb\n" + text).claims
    assert [(s.shape, sorted(s.traits)) for s in claim.forall] == [(("m", "m"), [])]


def test_what_a_bracket_behind_a_letter_is_may_be_said(tmp_path):
    lemma = r"Let $a,b,c\in\mathbb R$. \begin{lemma}\label{l} Then $a(b)+a(b+c)=2ab+ac$.\end{lemma}"
    (left,) = _paper(tmp_path, lemma).unread
    assert "or a product?" in left.sentence
    assert _stated(_paper(tmp_path, "%! reading product\n" + lemma)) == ["a b + a (b + c) = 2 a b + a c"]
    assert not _paper(tmp_path, "%! reading application\n" + lemma.replace("a(b)+", "ab+")).claims
    with pytest.raises(UserError, match="'%! reading both' is not known"):
        _paper(tmp_path, "%! reading both\n" + lemma)


def test_a_paper_is_examined_again_when_it_or_a_file_that_it_inputs_changes(tmp_path):
    main_file, more = tmp_path / "p.tex", tmp_path / "more.tex"
    main_file.write_text(r"\input{more}")
    more.write_text("a")
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            more.write_text("ab")
        if len(waits) == 6:
            raise KeyboardInterrupt

    seen = []
    with suppress(KeyboardInterrupt):
        for _ in changes([main_file], wait):
            seen.append(len(waits))
    assert seen == [0, 3]


def test_watch_runs_until_it_is_interrupted_and_keeps_the_last_status(tmp_path, monkeypatch):
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    file = tmp_path / "p.tex"
    lemma = r"\begin{lemma}\label{l} Let $a\in\mathbb R$. Then $a%s=a$.\end{lemma}"
    file.write_text(lemma % "")
    runs: list[int] = []

    def stopping(seconds: float) -> None:
        runs.append(1)
        if len(runs) > 1:
            raise KeyboardInterrupt
        file.write_text(lemma % "^2")

    monkeypatch.setattr("proofs_check.reading.tex.watching.changes.__defaults__", (stopping,))
    found = CliRunner().invoke(main, ["check", str(file), "--watch", "--jobs", "1"])
    assert found.exit_code == 1, found.output
    assert "PROVED" in found.output
    assert "REFUTED" in found.output
    assert CliRunner().invoke(main, ["check", "zfb/lemma-1*", "--watch"]).exit_code == 2
