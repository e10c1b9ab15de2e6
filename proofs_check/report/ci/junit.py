"""JUnit XML: one test case per statement."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree

from ...catalogue import Statement
from ...merging import as_expected
from ...results import Result
from ...verdict import OPEN
from .findings import account, place

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold at all, not even escaped."""


def junit(statements: Sequence[Statement], results: Mapping[str, Result], root: Path, *, strict: bool = False) -> str:
    """The report: a failure where a claim did not come out as expected, an error for a defect of the tool, skipped (a
    failure under ``strict``) where nothing came out.  Files below ``root`` are named relative to it."""
    suite = ElementTree.Element("testsuite", name="lemmata", tests=str(len(statements)))
    totals: Counter[str] = Counter()
    for statement in statements:
        _add_case(suite, statement, results[statement.id], root, totals, strict=strict)
    suite.set("failures", str(totals["failure"]))
    suite.set("errors", str(totals["error"]))
    suite.set("skipped", str(totals["skipped"]))
    suite.set("time", f"{sum(results[s.id].seconds for s in statements):.3f}")
    whole = ElementTree.Element("testsuites", name="lemmata")
    whole.append(suite)
    ElementTree.indent(whole)
    return ElementTree.tostring(whole, encoding="unicode", xml_declaration=True) + "\n"


def _add_case(
    suite: ElementTree.Element, statement: Statement, result: Result, root: Path, totals: Counter[str], *, strict: bool
) -> None:
    case = ElementTree.SubElement(
        suite, "testcase", classname=statement.paper, name=statement.label, time=f"{result.seconds:.3f}"
    )
    where = place(statement)
    if where:
        case.set("file", where.within(root) or str(where.file))
        case.set("line", str(where.line))
    properties = ElementTree.SubElement(case, "properties")
    for name, value in _properties(statement, result).items():
        ElementTree.SubElement(properties, "property", name=name, value=_allowed(value))
    headline = f"{result.verdict.name}: {result.verdict.sentence}"
    answer = as_expected(statement, result)
    text = account(statement, result)
    if result.defects:
        _outcome(case, "error", "defect", "; ".join(result.defects), text, totals)
    elif answer is False or (strict and result.verdict in OPEN):
        _outcome(case, "failure", result.verdict.name, headline, text, totals)
    elif answer is None:
        _outcome(case, "skipped", result.verdict.name, headline, "", totals)
    ElementTree.SubElement(case, "system-out").text = _allowed(text)


def _properties(statement: Statement, result: Result) -> dict[str, str]:
    found = {
        "id": statement.id, "kind": statement.kind.value, "source": statement.source, "verdict": result.verdict.name,
        "scope": result.scope, "printed_proof": result.printed_proof or "",
    }  # fmt: skip
    return {name: value for name, value in found.items() if value}


def _outcome(
    case: ElementTree.Element, tag: str, type_: str, message: str, text: str, totals: Counter[str]
) -> None:
    made = ElementTree.SubElement(case, tag, type=type_, message=_allowed(message))
    made.text = _allowed(text) or None
    totals[tag] += 1


def _allowed(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)
