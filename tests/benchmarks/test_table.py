"""The table of the benchmarks: what it says can be read again, and what has become slower is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.benchmarks import table
from tests.benchmarks.bench_startup import COMMANDS
from tests.benchmarks.measured import Figure, Growth, by_flint

SHOW = Figure("lemmata, show", 0.3, "import sympy", 0.6, "the interpreter")
LOSS = Figure("words: loss", 0.002, "SymPy ring", 1.0, "the answer")
GROWTH = Growth("entries: the loss", "d", ((2, 0.01), (3, 0.04)), "the number of monomials")


def test_the_ratios_of_a_table_are_read_as_they_were_written() -> None:
    assert table.ratios(table.written([SHOW, LOSS], [GROWTH])) == {
        ("lemmata, show", "import sympy"): 0.5, ("words: loss", "SymPy ring"): 0.002,
    }  # fmt: skip


def test_growth_stands_beside_the_figures_with_its_wall() -> None:
    text = table.written([SHOW], [GROWTH])
    assert "| d | 2 | 3 |" in text
    assert "| multiple of the first | 1 | 4 |" in text
    assert "The wall is the number of monomials." in text


@pytest.mark.parametrize(("factor", "shown"), [(1.4, 0), (1.6, 1)])
def test_a_ratio_that_grew_by_more_than_half_is_shown(factor: float, shown: int) -> None:
    before = table.ratios(table.written([SHOW, LOSS], []))
    now = [replace(SHOW, seconds=factor * SHOW.seconds), LOSS]
    assert len(list(table.slower(before, now))) == shown


def test_a_slower_machine_is_no_regression() -> None:
    before = table.ratios(table.written([SHOW], []))
    assert not list(table.slower(before, [replace(SHOW, seconds=3.0, baseline_seconds=6.0)]))


def test_make_bench_fails_on_a_regression_and_writes_the_new_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(table, "TABLE", tmp_path / "README.md")
    monkeypatch.setattr(table, "growths", lambda: [GROWTH])
    monkeypatch.setattr(table, "figures", lambda: [SHOW])
    assert table.main() == 0
    monkeypatch.setattr(table, "figures", lambda: [replace(SHOW, seconds=1.0)])
    assert table.main() == 1
    assert "slower: lemmata, show" in capsys.readouterr().out
    assert "1.67" in (tmp_path / "README.md").read_text()


def test_the_committed_table_has_every_command_against_import_sympy() -> None:
    committed = table.ratios(table.TABLE.read_text(encoding="utf-8"))
    assert {(f"lemmata, {name}", "import sympy") for name in COMMANDS} <= committed.keys()


def test_the_baseline_of_flint_counts_the_terms_that_the_one_of_sympy_counts() -> None:
    from tests.benchmarks.bench_entries import by_sympy_ring

    assert sum(by_flint(1, N) for N in (0, 1, 2)) == by_sympy_ring(1)
