"""Every notebook runs from its first cell to its last, and its formulas and verdicts are those that are committed."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

from notebooks._execute import executed, meaning, sources


def test_there_is_a_notebook() -> None:
    assert sources()


@pytest.mark.parametrize("source", sources(), ids=lambda path: path.stem)
def test_the_source_and_the_committed_notebook_have_the_same_cells(source: Path) -> None:
    import jupytext

    committed = nbformat.read(source.with_suffix(".ipynb"), as_version=4)
    cells = [(cell.cell_type, cell.source) for cell in jupytext.read(source).cells]
    assert [(cell.cell_type, cell.source) for cell in committed.cells] == cells, "run `make notebooks`"


@pytest.mark.slow
@pytest.mark.parametrize("source", sources(), ids=lambda path: path.stem)
def test_the_notebook_says_what_the_committed_one_says(source: Path) -> None:
    committed = nbformat.read(source.with_suffix(".ipynb"), as_version=4)
    expected = meaning(committed)
    assert expected, "no cell is tagged `compare` or `verdict`"
    assert meaning(executed(source)) == expected, "if the change is meant, run `make notebooks`"
