"""What comes of reading: a statement that was read, one with several readings, or the place where reading stopped.

These are outcomes of reading, and never verdicts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import UserError
from ..statement.props import Prop
from ..statement.terms import Term

Tree = Term | Prop
Span = tuple[int, int]
"""Where something stands in the source: first character, and the one after the last."""


class Refusal(Exception):
    """Raised inside the reader where it cannot go on, or must not: one sentence, and the place."""

    def __init__(self, span: Span, sentence: str) -> None:
        super().__init__(sentence)
        self.span = span
        self.sentence = sentence


class Endless(Exception):
    """Raised where the ways to read a formula are too many to try: no other way of reading it is looked for."""

    def __init__(self, span: Span) -> None:
        super().__init__()
        self.span = span


@dataclass(frozen=True, slots=True)
class Read:
    """The only tree that the source can mean."""

    source: str
    tree: Tree


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """More than one tree fits; ``decide`` says what to write."""

    source: str
    trees: tuple[Tree, ...]
    decide: str

    def __str__(self) -> str:
        from ..report.render import latex

        readings = "\n".join(f"  {k}. {latex(tree)}" for k, tree in enumerate(self.trees, 1))
        return f"AMBIGUOUS: {self.source} can be read in {len(self.trees)} ways:\n{readings}\n{self.decide}"


@dataclass(frozen=True, slots=True)
class NotRead:
    """One sentence, with a caret under the place."""

    source: str
    span: Span
    sentence: str

    def __str__(self) -> str:
        return f"NOT READ: {self.sentence}\n{pointed(self.source, self.span)}"


Outcome = Read | Ambiguous | NotRead


@dataclass(frozen=True)
class Unread:
    """A statement of a paper that is not examined: where, and why in one sentence."""

    id: str
    file: Path
    line: int
    column: int
    outcome: str
    """NOT_READ, AMBIGUOUS, or SKIPPED where a comment asks for it."""
    sentence: str
    if_idle: bool = False
    """Whether it is read where the paper says ``%! idle sentences``."""

    def as_json(self) -> dict[str, Any]:
        return {"id": self.id, "file": str(self.file), "line": self.line, "column": self.column,
                "outcome": self.outcome, "sentence": self.sentence, "read_if_idle": self.if_idle}  # fmt: skip


def with_idle(unread: Sequence[Unread]) -> str:
    """What one line would do, where it would do something."""
    more = sum(one.if_idle for one in unread)
    return f"with the line '%! idle sentences', {more} more would be read" if more else ""


class ReadingError(UserError):
    """The source has no single reading; ``outcome`` tells why."""

    def __init__(self, outcome: Ambiguous | NotRead) -> None:
        super().__init__(str(outcome))
        self.outcome = outcome

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"formula": self.outcome.source, "sentence": str(self)}
        if isinstance(self.outcome, NotRead):
            return found | {"outcome": "not read", "place": list(self.outcome.span)}
        from ..report.render import latex

        return found | {"outcome": "ambiguous", "readings": [latex(tree) for tree in self.outcome.trees]}


def pointed(source: str, span: Span) -> str:
    """The line of the source with a caret under each character of the place.

    >>> print(pointed("a + b", (4, 5)))
      a + b
          ^
    """
    start = source.rfind("\n", 0, span[0]) + 1
    end = source.find("\n", span[0])
    line = source[start:] if end < 0 else source[start:end]
    width = max(1, min(span[1], start + len(line)) - span[0])
    return f"  {line}\n  {' ' * (span[0] - start)}{'^' * width}"
