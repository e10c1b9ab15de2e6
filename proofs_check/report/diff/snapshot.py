"""A script that writes down one tree of source: its claims, their stored verdicts, the derived formulas.

It is run by the Python of the user with one tree on its path, an old one or the present one, and so relies on what
trees have had in common: it imports nothing of the tree at the top, and what a tree lacks is said in ``missing``.

    python -P snapshot.py '{"tree": …, "folders": […], "patterns": […], "own": true, "read": ["claims"]}' OUT.json
"""

from __future__ import annotations

import dataclasses
import fnmatch
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from pathlib import Path
from typing import Any

DIMS = (None, 1, 2)
"""Derived formulas are compared for every d, and at these dimensions."""


def main(wanted: Mapping[str, Any], out: Path) -> None:
    missing: dict[str, str] = {}
    document: dict[str, Any] = {"missing": missing, "claims": {}, "verdicts": {}, "formulas": {}}

    def attempt(name: str, work: Callable[[], dict[str, Any]]) -> None:
        try:
            document[name] = work()
        except Exception as error:
            missing[name] = f"{type(error).__name__}: {error}"

    work: dict[str, Callable[[], dict[str, Any]]] = {
        "claims": lambda: _claims(wanted), "verdicts": lambda: _verdicts(wanted), "formulas": lambda: _formulas(),
    }  # fmt: skip
    for name in wanted["read"]:
        attempt(name, work[name])
    out.write_text(json.dumps(document), encoding="utf-8")


# Claims -----------------------------------------------------------------------------------------------------------

def _registry(wanted: Mapping[str, Any]) -> Any:
    from proofs_check import registry

    home = Path(registry.__file__).resolve().parents[1]
    if home != Path(wanted["tree"]):
        raise ImportError(f"its package was read from {home} instead")
    return registry.load(tuple(wanted["folders"]))


def _selected(known: Any, wanted: Mapping[str, Any]) -> list[Any]:
    """A pattern that matches nothing here may match something in the other tree.  Claims are read last: that takes
    longest."""
    from proofs_check import registry

    patterns = wanted["patterns"]
    left_out = {s.id for s in registry.load()} if wanted["own"] else set()
    return [
        s for s in known
        if s.id not in left_out and (not patterns or any(fnmatch.fnmatchcase(s.id, p) for p in patterns))
        and s.claim
    ]


def _claims(wanted: Mapping[str, Any]) -> dict[str, Any]:
    return {s.id: _claim(s.claim) for s in _selected(_registry(wanted), wanted)}


def _claim(claim: Any) -> dict[str, Any]:
    """By the kinds of what may change, and by name."""
    statements = {
        _place(part.name, reading.name): _told(reading.prop, reading.prop)
        for part in claim.parts
        for reading in part.readings
    }
    proofs = {
        f"{name}: {step.label}" if name else step.label: _told(step, step.shows)
        for name, proof in claim.proofs.items()
        for step in proof.steps
    }
    hypotheses = {h.name: _told(h.prop, h.prop) for h in claim.given}
    other = {
        "kind": claim.kind.value,
        "source": claim.source,
        "printed words": claim.printed,
        "quantifiers": ", ".join(sorted(symbol.name for symbol in claim.forall)),
        "uses": ", ".join(claim.uses),
        "witnesses": ", ".join(claim.witnesses),
        "expected": canonical(claim.expected),
        "corrects": claim.corrects or "",
        "cited from": claim.fact or "",
        "model": canonical(getattr(claim, "model", "")),
        "options": canonical(claim.options),
        "reconstructed": getattr(claim, "reconstructed", ""),
    }
    return {"statement": statements, "hypothesis": hypotheses, "proof step": proofs, "other": other}


def _place(part: str, reading: str) -> str:
    return " ".join(filter(None, (f"({part})" if part else "", f"[{reading}]" if reading else "")))


def _told(value: Any, prop: Any) -> dict[str, str]:
    """The text to compare, the one to show, and the abbreviations in it, which that one does not open."""
    from proofs_check.report import render

    text = canonical(value)
    try:
        where = [f"{render.plain(a.sym)} = {render.plain(a.body)}" for a in render.abbreviations(prop)]
        return {"tree": text, "shown": render.plain(prop), "where": ", ".join(where)}
    except KeyError:  # a tree that cannot print all its heads
        return {"tree": text, "shown": text, "where": ""}


_texts: dict[int, tuple[Any, str]] = {}
"""The texts of dataclasses by identity, with the object, which so stays alive: claims share most of their subtrees."""


def canonical(value: Any) -> str:
    """One text per value; a field that has its default is left out, so that a new one changes nothing."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        if id(value) not in _texts:
            _texts[id(value)] = value, _of_fields(value)
        return _texts[id(value)][1]
    if isinstance(value, Mapping):
        return "{" + ", ".join(sorted(f"{canonical(k)}: {canonical(v)}" for k, v in value.items())) + "}"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(canonical, value))) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(canonical, value)) + "]"
    if callable(value):
        return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value).__name__)}"
    return repr(value)


def _of_fields(value: Any) -> str:
    inside = [
        f"{field.name}={canonical(getattr(value, field.name))}"
        for field in dataclasses.fields(value)
        if not _is_default(field, getattr(value, field.name))
    ]
    return f"{type(value).__name__}({', '.join(inside)})"


def _is_default(field: dataclasses.Field[Any], value: Any) -> bool:
    if field.default is not dataclasses.MISSING:
        return bool(value == field.default)
    if field.default_factory is not dataclasses.MISSING:
        return bool(value == field.default_factory())
    return False


# Verdicts and formulas ----------------------------------------------------------------------------------------------

def _verdicts(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What is stored of runs of this very tree, in the default context."""
    from proofs_check import runner, store
    from proofs_check.witnesses import Context

    known = _registry(wanted)
    selected = _selected(known, wanted)
    results = runner.stored(tuple(selected), Context(), known=known, store=store.Store(store.home()))
    return {
        id: {
            "verdict": result.verdict.name,
            "parts": {_place(d.part, d.reading): d.verdict.name for d in result.parts},
            "printed_proof": result.printed_proof,
        }
        for id, result in results.items()
    }


def _formulas() -> dict[str, str]:
    from symbolic import derive

    found: dict[str, str] = {}
    for model in sorted(set(derive.DERIVED.values())):
        for dim in DIMS:
            where = f"d = {dim}" if dim else "every d"
            for subject in derive.SUBJECTS:
                try:
                    expression = derive.derive(model, subject, dim)["expression"]
                except Exception as error:  # one that cannot be derived any more is a change like any other
                    expression = f"cannot be derived: {type(error).__name__}: {error}"
                found |= dict(_leaves(f"{model} {subject}, {where}", expression))
    return found


def _leaves(name: str, value: Any) -> Iterable[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _leaves(f"{name}, {key}", item)
    elif isinstance(value, (list, tuple)):
        for k, item in enumerate(value, start=1):
            yield from _leaves(f"{name}[{k}]", item)
    else:
        yield name, str(value)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), Path(sys.argv[2]))
