"""SARIF 2.1.0, the format in which code scanning reads what a tool found."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ...catalogue import Statement
from ...results import Result
from ...verdict import Verdict
from .findings import Finding, Rule, findings

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"


def sarif(
    statements: Sequence[Statement], results: Mapping[str, Result], root: Path, *, strict: bool = False,
    beside: Sequence[Finding] = (),
) -> dict[str, Any]:
    """The log of a run: errors for what is unexpected and for defects, notes for what stays open.

    Files below ``root`` are named relative to it, so that they are shown in place; ``strict`` makes errors of notes.
    ``beside`` are findings about what is no statement: what of a paper is not read.
    """
    found = (*findings(statements, results, strict=strict), *beside)
    rules = list(dict.fromkeys(_rule_id(finding) for finding in found))
    run = {
        "tool": {"driver": {
            "name": "Lemmata",
            **_version(),
            "rules": [_rule(finding) for finding in _one_per_rule(found)],
        }},
        "automationDetails": {"id": "lemmata/"},
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the repository."}}},
        "results": [_result(finding, rules, root) for finding in found],
    }  # fmt: skip
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _version() -> dict[str, str]:
    """Where the tool is installed; a checkout on the path has no version."""
    try:
        return {"version": metadata.version("lemmata")}
    except metadata.PackageNotFoundError:
        return {}


def _rule_id(finding: Finding) -> str:
    if finding.rule is Rule.DEFECT:
        return "defect"
    if finding.rule is Rule.NOT_READ:
        return "not-read"
    return f"{finding.rule.name.lower()}-{finding.verdict.name.lower().replace('_', '-')}"


def _one_per_rule(found: Sequence[Finding]) -> list[Finding]:
    return list({_rule_id(finding): finding for finding in reversed(found)}.values())[::-1]


def _rule(finding: Finding) -> dict[str, Any]:
    name: Verdict = finding.verdict
    alone = {Rule.DEFECT: "A defect of a witness", Rule.NOT_READ: "Not read"}
    short = alone.get(finding.rule, f"{finding.rule.name.title()}: {name.name}")
    detail = "" if finding.rule in alone else f" {name.name}: {name.sentence}."
    return {
        "id": _rule_id(finding),
        "shortDescription": {"text": short},
        "fullDescription": {"text": finding.rule.value + detail},
        "help": {"text": "`lemmata show ID` prints the claim beside its transcription, with all the evidence."},
        "defaultConfiguration": {"level": "note" if finding.rule in (Rule.OPEN, Rule.NOT_READ) else "error"},
    }


def _result(finding: Finding, rules: Sequence[str], root: Path) -> dict[str, Any]:
    return {
        "ruleId": _rule_id(finding),
        "ruleIndex": rules.index(_rule_id(finding)),
        "level": "error" if finding.failing else "note",
        "message": {"text": finding.text},
        "locations": [_location(finding, root)],
        "partialFingerprints": {"claim/v1": hashlib.sha256(finding.id.encode()).hexdigest()[:32]},
        "properties": {"verdict": finding.verdict.name},
    }


def _location(finding: Finding, root: Path) -> dict[str, Any]:
    """The claim's name, and its file: relative to the repository, or absolute where it lies elsewhere."""
    location: dict[str, Any] = {"logicalLocations": [{"fullyQualifiedName": finding.id, "kind": "function"}]}
    if finding.place:
        inside = finding.place.within(root)
        artifact = {"uri": finding.place.file.resolve().as_uri()}
        if inside:
            artifact = {"uri": quote(inside), "uriBaseId": _ROOT}
        column = {"startColumn": finding.place.column} if finding.place.column else {}
        region = {"startLine": finding.place.line, **column}
        location["physicalLocation"] = {"artifactLocation": artifact, "region": region}
    return location
