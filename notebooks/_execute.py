"""Executes the notebooks: `make notebooks` writes each .ipynb beside its .py; the tests compare what they mean.

The .py is the source.  Formulas and verdicts must come out the same everywhere: every formula that a cell displays and
every result of a check is compared, and what cells tagged ``compare`` print.  Pictures, and numbers that are printed
elsewhere, may differ from one machine to another.
"""

from __future__ import annotations

import base64
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode
from PIL import Image
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
SECONDS = 600
RESULTS = "application/vnd.lemmata.results+json"
_MEANT = ("text/latex", "text/markdown", RESULTS)
"""What is compared of every cell: formulas, statements, verdicts."""
_COLOURS = 64
"""Line drawings look the same with so many, and take a third of the space."""


def sources() -> list[Path]:
    """The notebooks, as text; this file and others that start with an underscore are none."""
    return sorted(FOLDER.glob("[!_]*.py"))


def executed(source: Path, after_cell: Callable[[], None] = lambda: None) -> NotebookNode:
    """The notebook with all its outputs; raises the error of the first cell that fails."""
    notebook = jupytext.read(source)
    for k, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{k:02}"
    resources = {"metadata": {"path": str(ROOT)}}
    client = NotebookClient(
        notebook, timeout=SECONDS, kernel_name="python3", resources=resources,
        on_cell_executed=lambda **_: after_cell(),
    )
    client.execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if "outputs" in cell:
            cell["outputs"] = [_tidied(output) for output in cell.outputs if output.get("name") != "stderr"]
    # The version of Python that ran it is no part of the notebook.
    notebook.metadata.pop("language_info", None)
    return notebook


def _tidied(output: NotebookNode) -> NotebookNode:
    """The output with its picture compressed."""
    picture = output.get("data", {}).get("image/png")
    if picture is not None:
        smaller = io.BytesIO()
        image = Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGB")
        image.quantize(_COLOURS, dither=Image.Dither.NONE).save(smaller, "PNG", optimize=True)
        output.data["image/png"] = base64.b64encode(smaller.getvalue()).decode() + "\n"
    return output


def meaning(notebook: NotebookNode) -> dict[str, str]:
    """What each cell says, by its number and its source: formulas, statements and verdicts, and all text of tagged
    cells.  A result also has a table for people; of it only the verdicts and their scopes count."""
    said = {}
    for k, cell in enumerate(notebook.cells):
        tagged = "compare" in cell.metadata.get("tags", [])
        texts = [text for output in cell.get("outputs", []) for text in _texts(output, tagged)]
        if texts:
            said[f"{k}: {cell.source}"] = "\n".join(texts)
    return said


def _texts(output: NotebookNode, tagged: bool) -> list[str]:
    if output.output_type == "stream":
        return [output.text] if tagged else []
    data = output.get("data", {})
    meant = [data[kind] for kind in _MEANT if kind in data]
    if not meant and tagged and "text/plain" in data:
        meant = [data["text/plain"]]
    return [one if isinstance(one, str) else json.dumps(one, sort_keys=True) for one in meant]


def main() -> None:
    """Regenerate all; a bar with the time left where stderr is a terminal, else a line for each."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description:<40}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    cells = {source: len(jupytext.read(source).cells) for source in sources()}
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=sum(cells.values()))
        done = 0
        for source in cells:
            bar.update(task, description=source.stem, completed=done)
            notebook = executed(source, lambda: bar.advance(task))
            nbformat.write(notebook, source.with_suffix(".ipynb"))
            done += cells[source]
            console.print(str(source.with_suffix(".ipynb").relative_to(ROOT)), highlight=False)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted: the notebooks that are listed above were written")
