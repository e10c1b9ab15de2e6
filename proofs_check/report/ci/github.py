"""GitHub Actions: annotations at the lines of claims, and the summary of a step."""

from __future__ import annotations

import html
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...catalogue import Statement
from ...results import Result
from .findings import Finding, Rule, findings


def on_github() -> bool:
    """Whether this is a step of a workflow."""
    return os.environ.get("GITHUB_ACTIONS") == "true"


def workflow_commands(
    statements: Sequence[Statement], results: Mapping[str, Result], root: Path, *, strict: bool = False,
    beside: Sequence[Finding] = (),
) -> list[str]:
    """A workflow command for each finding: an error where the run fails for it, else a notice.

    Statements that are not transcribed are counted in the summary alone: there is no line of theirs to look at.
    """
    transcribed = [s for s in statements if s.claim is not None or strict]
    return [_command(finding, root) for finding in (*findings(transcribed, results, strict=strict), *beside)]


def _command(finding: Finding, root: Path) -> str:
    properties = {}
    inside = finding.place.within(root) if finding.place else None
    if finding.place and inside:
        properties = {"file": inside, "line": str(finding.place.line)}
        if finding.place.column:
            properties["col"] = str(finding.place.column)
    alone = {Rule.DEFECT: "defect", Rule.NOT_READ: "not read"}
    properties["title"] = f"{finding.id}: {alone.get(finding.rule, finding.verdict.name)}"
    written = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{'error' if finding.failing else 'notice'} {written}::{_data(finding.text)}"


def error_command(sentence: str) -> str:
    """The workflow command for what is wrong with the run as a whole.

    >>> error_command("--dims '1,0' must be positive")
    "::error title=lemmata::--dims '1,0' must be positive"
    """
    return f"::error title=lemmata::{_data(sentence)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def step_summary(
    statements: Sequence[Statement], results: Mapping[str, Result], totals: Mapping[str, Any], *, strict: bool = False
) -> str:
    """Markdown: the counts, then a table of what needs attention (what is only open is counted)."""
    found = [f for f in findings(statements, results, strict=strict) if f.failing]
    counts = ", ".join(f"{name} {count}" for name, count in totals["verdicts"].items())
    lines = [
        "## Lemmata", "",
        f"{totals['total']} statements: {counts}.  ",
        f"{len(totals['unexpected'])} unexpected, {len(totals['defects'])} defects, {totals['open']} open.", "",
    ]  # fmt: skip
    if found:
        lines += ["| claim | verdict | what was found |", "| --- | --- | --- |", *map(_row, found), ""]
    return "\n".join(lines) + "\n"


def _row(finding: Finding) -> str:
    verdict = "defect" if finding.rule is Rule.DEFECT else finding.verdict.name
    return f"| `{finding.id}` | {verdict} | {_cell(finding.text)} |"


def _cell(text: str) -> str:
    return html.escape(text, quote=False).replace("|", "&#124;").replace("\n", "<br>")


def write_step_summary(text: str) -> None:
    """Append to the summary of the running step, where there is one."""
    target = os.environ.get("GITHUB_STEP_SUMMARY")
    if target:
        with Path(target).open("a", encoding="utf-8") as stream:
            stream.write(text)
