"""Executes the notebooks: `make notebooks` writes each .ipynb beside its .py; the tests compare what they mean.

The .py is the source.  Cells tagged ``compare`` or ``verdict`` hold formulas and verdicts, which must come out the same
everywhere; pictures, and floating-point numbers elsewhere, may differ from one machine to another.
"""

from __future__ import annotations

import sys
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
SECONDS = 600


def sources() -> list[Path]:
    """The notebooks, as text; this file and others that start with an underscore are none."""
    return sorted(FOLDER.glob("[!_]*.py"))


def executed(source: Path) -> NotebookNode:
    """The notebook with all its outputs; raises the error of the first cell that fails."""
    notebook = jupytext.read(source)
    for k, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{k:02}"
    resources = {"metadata": {"path": str(ROOT)}}
    NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", resources=resources).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    # The version of Python that ran it is no part of the notebook.
    notebook.metadata.pop("language_info", None)
    return notebook


def meaning(notebook: NotebookNode) -> dict[str, str]:
    """Source to text of the marked cells.

    ``compare``: what was printed, and what was shown as text and as formulas.  ``verdict``: the first line of the
    text, which holds the verdict; sentences and counterexamples under it may be put differently one day.
    """
    said = {}
    for cell in notebook.cells:
        texts = [text for output in cell.get("outputs", []) for text in _texts(output)]
        tags = cell.metadata.get("tags", [])
        if "compare" in tags:
            said[cell.source] = "\n".join(texts)
        elif "verdict" in tags:
            said[cell.source] = texts[0].splitlines()[0]
    return said


def _texts(output: NotebookNode) -> list[str]:
    if output.output_type == "stream":
        return [output.text]
    return [output.data[kind] for kind in ("text/plain", "text/markdown") if kind in output.get("data", {})]


def main() -> None:
    for source in sources():
        notebook = executed(source)
        nbformat.write(notebook, source.with_suffix(".ipynb"))
        print(source.with_suffix(".ipynb").relative_to(ROOT), file=sys.stderr)


if __name__ == "__main__":
    main()
