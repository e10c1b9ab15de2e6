"""Claim files to start from: one template for each kind of statement, a file that runs.  Standard library only."""

from __future__ import annotations

import keyword
import re
import shlex
from importlib.resources import files
from pathlib import Path

from ..arguments import check_id
from ..catalogue import PAPERS, Registry
from ..errors import UserError
from ..registry import load, tried
from .folders import shown

_ID, _FUNCTION, _FOLDER = "my-paper/lemma-1", "lemma_1", "CLAIMS"
"""What a template says in the place of the id, of the name of the function, and of the folder."""


def text(id: str, kind: str, folder: str) -> str:
    """The claim file for ``id``, from the template of this kind."""
    template = (files(__package__) / "templates" / f"{kind}.py.txt").read_text(encoding="utf-8")
    named = template.replace(_ID, id).replace(f"def {_FUNCTION}(", f"def {function_name(id)}(")
    paper = id.split("/")[0]
    return named.replace(f'Paper("{_ID.split("/")[0]}"', f'Paper("{paper}"').replace(_FOLDER, shlex.quote(folder))


def destination(id: str, folder: Path, out: Path | None) -> Path:
    """Where the file for ``id`` goes.

    Raises:
        UserError: the id is none, or is taken, or the file exists.
    """
    check_id(id)
    if folder.exists() and not folder.is_dir():
        raise UserError(f"--claims {str(folder)!r} must be a folder: it is a file. Name a folder.")
    known = _known(folder)
    if id in known.claims:
        taken = known.claims[id]
        raise UserError(f"The id {id!r} is taken in {shown(taken.file)}, line {taken.line}: choose a new id.")
    paper = id.split("/")[0]
    if paper in {p.name for p in PAPERS} and id not in known.listed:
        raise UserError(f"The prefix of {id!r} is a paper of the library: choose one of your own, for example mine.")
    file = out or folder / f"{function_name(id)}.py"
    if file.suffix != ".py":
        raise UserError(f"-o {str(file)!r} must be a Python file: let its name end in .py.")
    if file.exists():
        raise UserError(f"{shown(file.resolve())} exists and is left as it is: choose another label, or -o FILE.")
    return file


def _known(folder: Path) -> Registry:
    """The library with the folder's claims, as far as they can be read: a broken file is no matter of a new one."""
    try:
        return tried((str(folder),))
    except UserError:
        return load()


def function_name(id: str) -> str:
    """The label as a Python name.

    >>> function_name("my-paper/lemma-1"), function_name("my-paper/2.3"), function_name("my-paper/lambda")
    ('lemma_1', 'statement_2_3', 'lambda_')
    """
    name = re.sub(r"\W", "_", id.split("/")[1].lower())
    if keyword.iskeyword(name):
        return f"{name}_"
    return name if name.isidentifier() else f"statement_{name}"
