"""Every notebook runs from its first cell to its last, and its formulas and verdicts are those that are committed."""

from __future__ import annotations

import ast
import copy
from pathlib import Path

import jupytext
import nbformat
import pytest

from notebooks._execute import FOLDER, RESULTS, executed, meaning, sources

THEMES = {
    "quick_start", "convergence_of_linear_self_attention", "random_covariance", "prediction_error_and_shifts",
    "check_your_own_lemma", "hand_it_to_a_referee", "linear_transformer_block", "functional_gradient_descent",
}  # fmt: skip
LARGEST = 1_500_000
"""All committed notebooks together, in bytes."""


def committed(source: Path) -> nbformat.NotebookNode:
    return nbformat.read(source.with_suffix(".ipynb"), as_version=4)


def test_there_is_a_notebook_for_each_theme() -> None:
    assert {source.stem for source in sources()} == THEMES


each = pytest.mark.parametrize("source", sources(), ids=lambda path: path.stem)


@each
def test_the_source_and_the_committed_notebook_have_the_same_cells(source: Path) -> None:
    cells = [(cell.cell_type, cell.source) for cell in jupytext.read(source).cells]
    assert [(cell.cell_type, cell.source) for cell in committed(source).cells] == cells, "run `make notebooks`"


@each
def test_public_names_alone_are_imported(source: Path) -> None:
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.ImportFrom):
            names = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
            assert not [name for name in names if name.startswith("_")], ast.unparse(node)


@each
def test_links_lead_to_files_that_are_there(source: Path) -> None:
    import re

    for cell in committed(source).cells:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", cell.source if cell.cell_type == "markdown" else ""):
            assert (FOLDER / target).exists(), target


@each
def test_every_formula_is_set_by_what_browsers_know(source: Path) -> None:
    """GitHub draws math itself: no macros of our own, and balanced braces."""
    for cell in committed(source).cells:
        shown = [cell.source] if cell.cell_type == "markdown" else [
            text for output in cell.outputs for kind, text in output.get("data", {}).items()
            if kind in ("text/latex", "text/markdown")
        ]
        for text in shown:
            assert r"\newcommand" not in text
            assert r"\def" not in text
            assert text.count(r"\begin{") == text.count(r"\end{")
            assert text.replace(r"\{", "").replace(r"\}", "").count("{") == text.count("}") - text.count(r"\}")


def test_committed_outputs_hold_nothing_of_the_machine_and_are_small() -> None:
    from proofs_check.report.jupyter import RESULTS as DATA

    assert DATA == RESULTS
    assert sum(source.with_suffix(".ipynb").stat().st_size for source in sources()) < LARGEST
    for source in sources():
        text = source.with_suffix(".ipynb").read_text()
        assert "0x7f" not in text
        assert str(Path.home()) not in text
        assert str(FOLDER) not in text


def some_notebook() -> nbformat.NotebookNode:
    return committed(FOLDER / "quick_start.py")


def outputs_with(notebook: nbformat.NotebookNode, kind: str) -> list[nbformat.NotebookNode]:
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [output for cell in cells for output in cell.outputs if kind in output.get("data", {})]


def test_another_formula_is_seen() -> None:
    changed = some_notebook()
    data = outputs_with(changed, "text/latex")[0].data
    data["text/latex"] = data["text/latex"].replace(r"\frac{1}{2}", r"\frac{1}{3}")
    assert meaning(changed) != meaning(some_notebook())


def test_another_verdict_is_seen() -> None:
    changed = some_notebook()
    outputs_with(changed, RESULTS)[0].data[RESULTS][0]["parts"][0][2] = "SUPPORTED"
    assert meaning(changed) != meaning(some_notebook())


def test_another_picture_or_layout_of_a_table_is_not_a_change() -> None:
    changed = copy.deepcopy(some_notebook())
    outputs_with(changed, "image/png")[0].data["image/png"] = ""
    outputs_with(changed, "text/html")[0].data["text/html"] = "<p>another layout</p>"
    assert meaning(changed) == meaning(some_notebook())


SMALL = """# %%
from proofs_check import check, derive

derive("lsa", "minima")

# %%
check("zfb/lemma-10", only=("words",))
"""
BROKEN = """# %%
import symbolic.lsa

right = symbolic.lsa.population_loss
symbolic.lsa.population_loss = lambda *args: 3 * right(*args)

"""


@pytest.mark.slow
def test_a_wrong_engine_changes_what_a_notebook_says(tmp_path: Path) -> None:
    told = []
    for name, text in (("right", SMALL), ("wrong", BROKEN + SMALL)):
        source = tmp_path / f"{name}.py"
        source.write_text(text)
        told.append(list(meaning(executed(source)).values()))
    right, wrong = told
    assert len(right) == len(wrong) == 2
    assert right[0] != wrong[0], "the derived minimum"
    assert right[1].endswith('"verdict": "PROVED"}]')
    assert not wrong[1].endswith('"verdict": "PROVED"}]')


@pytest.mark.slow
@each
def test_the_notebook_says_what_the_committed_one_says(source: Path) -> None:
    expected = meaning(committed(source))
    assert len(expected) >= 5, "a notebook shows formulas and verdicts"
    assert meaning(executed(source)) == expected, "if the change is meant, run `make notebooks`"
