"""What needs attention in a run, and where it stands: one list that SARIF, annotations, JUnit and pytest all show."""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from ...catalogue import Registry, Statement
from ...merging import as_expected
from ...results import Examined, Result
from ...verdict import OPEN, Verdict


class Rule(Enum):
    """Why something needs attention, with a sentence for people who meet the rule's name first."""

    UNEXPECTED = "The claim did not come out as expected: its verdict is not the one that the claim file expects."
    DEFECT = "A witness is wrong, not the claim: it raised, contradicts another, or supports what it should reject."
    NOT_READ = "The statement of a paper in LaTeX is not read, and so not examined; the sentence says what to write."
    OPEN = "Nothing came out yet: the claim is undecided, was not run, or is not transcribed."


@dataclass(frozen=True, slots=True)
class Place:
    """Where a claim stands."""

    file: Path
    line: int
    column: int = 0
    """0 where it is not known."""

    def within(self, root: Path) -> str | None:
        """The path relative to ``root``, with slashes; None where the file is not below it."""
        file, root = self.file.resolve(), root.resolve()
        return file.relative_to(root).as_posix() if file.is_relative_to(root) else None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that needs attention; ``headline`` is a line, ``text`` the evidence, line by line."""

    id: str
    rule: Rule
    verdict: Verdict
    headline: str
    text: str
    place: Place | None
    failing: bool
    """Whether the run fails for it."""


def findings(
    statements: Sequence[Statement], results: Mapping[str, Result], *, strict: bool = False
) -> tuple[Finding, ...]:
    """All that needs attention, in the order of the statements."""
    return tuple(found for s in statements for found in findings_of(s, results[s.id], strict=strict))


def unread(known: Registry, *, strict: bool = False) -> tuple[Finding, ...]:
    """What is not read of the user's papers."""
    return tuple(
        Finding(one.id, Rule.NOT_READ, Verdict.NOT_TRANSCRIBED, f"{one.id} is not read", f"{one.id}: {one.outcome}: "
                f"{one.sentence}", Place(one.file, one.line, one.column), failing=strict)
        for one in known.unread
    )  # fmt: skip


def findings_of(statement: Statement, result: Result, *, strict: bool = False) -> Iterator[Finding]:
    """The defects of its witnesses, then that the claim is unexpected or open."""
    where = place(statement)
    for sentence in result.defects:
        yield Finding(statement.id, Rule.DEFECT, result.verdict, sentence, sentence, where, failing=True)
    answer = as_expected(statement, result)
    if answer is True:
        return
    rule = Rule.UNEXPECTED if answer is False else Rule.OPEN
    headline = f"{statement.id} is {result.verdict.name}: {result.verdict.sentence}"
    yield Finding(
        statement.id, rule, result.verdict, headline, account(statement, result), where,
        failing=answer is False or (strict and result.verdict in OPEN),
    )


def account(statement: Statement, result: Result) -> str:
    """The verdict, what was expected, what each witness said and the counterexample: plain text, a line each."""
    claim = statement.claim
    expected = claim.expected if claim else None
    lines = [f"{statement.id} is {result.verdict.name}: {result.verdict.sentence}"]
    if expected:
        lines.append(f"  expected: {expected.verdict.name}, because {expected.reason}")
    lines.append(f"  source: {statement.source}")
    if claim and claim.printed:
        lines.append("  printed: " + " ".join(claim.printed.split()))
    if result.scope:
        lines.append(f"  scope: {result.scope}")
    lines += [f"  {said(row)}" for row in result.witnesses]
    if result.counterexample:
        lines.append(f"  counterexample: {result.counterexample}")
    lines += [f"  defect: {sentence}" for sentence in result.defects]
    return "\n".join(lines)


def said(row: Examined) -> str:
    """What one witness said, of which part and reading."""
    of = (f" ({row.part})" if row.part else "") + (f" [{row.reading}]" if row.reading else "")
    return f"{row.name}{of}: {row.verdict.name}: {row.sentence}"


def place(statement: Statement) -> Place | None:
    """Where the claim's function stands; of what is not transcribed, its line in the paper's contents."""
    claim = statement.claim
    if claim is not None:
        return Place(Path(claim.file), max(claim.line, 1), claim.column) if claim.file else None
    return _rows(statement.paper).get(statement.id)


@cache
def _rows(paper: str) -> dict[str, Place]:
    """The lines of the paper's contents, by the ids that they name."""
    contents = importlib.import_module(f"proofs_check.papers.{paper}.contents")
    file = Path(contents.__file__ or "")
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    named = ((number, label) for number, line in lines for label in re.findall('"([^" ]+)"', line))
    return {f"{paper}/{label}": Place(file, number) for number, label in named}


def repository(start: Path | None = None) -> Path:
    """The root of the repository around ``start`` (the current directory): on GitHub the workspace, else where ``.git``
    is, else ``start`` itself."""
    here = (start or Path.cwd()).resolve()
    workspace = os.environ.get("GITHUB_WORKSPACE")
    if workspace and here.is_relative_to(Path(workspace).resolve()):
        return Path(workspace).resolve()
    return next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)
