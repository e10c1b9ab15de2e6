"""The verdicts of a paper in LaTeX for its margin: the file beside it that lemmata.sty reads."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from ...reading.tex.claims import paper
from ...results import Result

_ASKS = re.compile(r"^[^%\n]*\\usepackage\s*(?:\[[^\]]*\])?\s*\{(?:[^{}]*,)?\s*lemmata\s*(?:,[^{}]*)?\}", re.MULTILINE)


def style() -> str:
    """The package, to lie beside the paper."""
    return (files(__package__) / "lemmata.sty").read_text(encoding="utf-8")


def wanted(path: Path) -> bool:
    """Whether the paper loads the package."""
    return bool(_ASKS.search(path.read_text(encoding="utf-8")))


def text(path: Path, results: Mapping[str, Result]) -> str:
    """What the last check found of each labelled statement, and what its files were then."""
    found = paper(path)
    unread = {one.id: one for one in found.unread}
    lines = ["% Written by `lemmata check`, read by lemmata.sty; it may be deleted at any time."]
    home = path.resolve().parent
    for file in found.files:
        digest = hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest().upper()
        lines.append(f"\\lemmatasource{{{_name(file, home)}}}{{{digest}}}")
    for id, (label, file) in found.labels.items():
        words = ""
        if id in results:
            words = results[id].verdict.name
        elif id in unread:
            words = unread[id].outcome
        if words:
            shown = words.replace("_", " ").capitalize()
            lines.append(f"\\lemmataverdict{{{label}}}{{{_name(file, home)}}}{{{shown}}}")
    return "\n".join([*lines, ""])


def destination(path: Path) -> Path:
    return path.with_suffix(".lemmata")


def _name(file: Path, home: Path) -> str:
    return os.path.relpath(file, home).replace(os.sep, "/")
