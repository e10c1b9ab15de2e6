"""The reference page of the language of claims, from the table of heads.

``python -m proofs_check.report.language`` writes ``proofs_check/statement/heads/README.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ..statement.heads import PROPS, TERMS, THEMES
from ..statement.heads.asking import said
from ..statement.heads.examples import example
from ..statement.heads.row import Head, PropHead, TermHead
from .render import latex

PAGE = Path(__file__).parents[1] / "statement" / "heads" / "README.md"
_OPENING = """# The language of claims

Each head of the language, as the table beside this page has it: how it is written in Python and what that prints, what
it means, what it asks of shapes, where it has a value, what it binds. This page is made by
`python -m proofs_check.report.language`.
"""


def page() -> str:
    return "\n".join([_OPENING, *(line for theme in THEMES for line in _theme(theme.__doc__, theme.HEADS))])


def _theme(title: str | None, rows: tuple[Head, ...]) -> Iterator[str]:
    yield from (f"## {(title or '').rstrip('.')}", "")
    yield from ("| head | example | printed | meaning | shapes | has a value where | binds |", "|---" * 7 + "|")
    for row in rows:
        cells = [_code(row.name), _code(row.example), _formula(row), row.means, _shapes(row), _domain(row), _binds(row)]
        yield "| " + " | ".join(cells) + " |"
    yield ""


def _code(text: str) -> str:
    return f"`{text}`"


def _formula(row: Head) -> str:
    """In a cell a bar would end it."""
    tex = latex(example(row)).replace(r"\|", r"\Vert ").replace("|", r"\vert ")
    return f"$`{tex}`$"


def _shapes(row: Head) -> str:
    if isinstance(row, TermHead):
        return _named(row, row.shape.__doc__)
    assert isinstance(row, PropHead)
    return _named(row, row.fits.__doc__)


def _domain(row: Head) -> str:
    """The condition of its own, and what it takes to have a derivative there."""
    if isinstance(row, PropHead):
        found = [f"{row.arguments[0]} {said(row.asks)}"] if row.asks else []
        return "; ".join([*found, *["the flow exists for all times"] * row.of_the_flow])
    assert isinstance(row, TermHead)
    counted = [f"{place} is in range" for place in row.arguments[1:][:len(row.counts)]]
    asked, kinks = _named(row, row.asks.__doc__), _named(row, row.kinks.__doc__)
    return "; ".join([asked] * bool(asked) + counted + [f"a derivative where {kinks}"] * bool(kinks))


def _binds(row: Head) -> str:
    if row.binds is None:
        return ""
    names = row.arguments[slice(*row.binds.names)]
    return ": ".join([", ".join(names)] * bool(names) + [row.binds.over.value])


def _named(row: Head, words: str | None) -> str:
    """What a rule says of its arguments, with their names in the row."""
    text = re.sub(r"\{(\d)\}", lambda place: row.arguments[int(place[1])], (words or "").strip())
    return " ".join(text.split())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE}: {len(TERMS) + len(PROPS)} heads")
