"""Routes: which witnesses are independent of one another, because the mathematics that they compute with is not shared.

Two witnesses of one route read a statement in the same algebra: a slip there would mislead both.  Witnesses of two
routes share the statement language, the interpreter of propositions and plumbing, and nothing else; a test walks all
imports and keeps it so.  What is settled once for all witnesses, after they have spoken, is in ``AFTERWARDS``.
Standard library only.

>>> told(("algebra", "entrywise"))
'by two independent routes: dimension-free algebra and proofs; entrywise algebra and grids'
>>> told(("algebra",))
'rests on one route: dimension-free algebra and proofs'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .verdict import Verdict

NAMES = ("words", "entries", "grid", "proof", "balls", "sampled", "trained", "gpu", "definition")
"""All witnesses; the class of each stands in `witness.py` of the room of its name."""
OF_FACTS = ("words", "entries", "grid", "balls", "sampled")
"""Who examines what is only cited: everybody who needs no experiment.  Nothing else could tell a wrong citation."""
WITNESSES: Mapping[str, tuple[str, ...]] = {
    "algebra": ("words", "proof"),
    "entrywise": ("entries", "grid"),
    "numbers": ("balls", "sampled"),
    "training": ("trained", "gpu"),
}
"""The witnesses of each route.  ``definition`` is of none: it holds the symbolic and the numeric wing side by side."""
IN_WORDS: Mapping[str, str] = {
    "algebra": "dimension-free algebra and proofs",
    "entrywise": "entrywise algebra and grids",
    "numbers": "enclosures and draws",
    "training": "training",
}
KIN = frozenset({"numbers", "training"})
"""Not independent of one another: trained models are fed and judged with the code that draws and reads numbers."""
LANGUAGE = (
    "proofs_check.arguments", "proofs_check.catalogue", "proofs_check.claims", "proofs_check.counterexamples",
    "proofs_check.digest", "proofs_check.errors", "proofs_check.evidence", "proofs_check.merging",
    "proofs_check.model", "proofs_check.own", "proofs_check.papers", "proofs_check.registry", "proofs_check.report",
    "proofs_check.results", "proofs_check.roles", "proofs_check.routes", "proofs_check.spoken",
    "proofs_check.statement", "proofs_check.verdict", "symbolic.errors",
)
"""What every route shares as language and plumbing: statements, claims, papers, verdicts, and how they are shown."""
INTERPRETER = (
    "proofs_check.logic", "proofs_check.witnesses.deciding", "proofs_check.proof.logic",
    "proofs_check.proof.positivity", "proofs_check.proof.smooth", "proofs_check.proof.traits",
    "proofs_check.algebras.growth",
)
"""What engines share in reading a proposition: connectives and relations, what a convex function or a saddle is, which
terms are smooth, and (``growth``, the one piece of mathematics among them) which means are finite."""
BORROWED: Mapping[tuple[str, str], str] = {
    ("proofs_check.witnesses.words.engine", "proofs_check.witnesses.entries.witness"):
        "the exact points at which two sides differ",
    ("proofs_check.witnesses.words.witness", "proofs_check.witnesses.entries.witness"):
        "the exact points at which two sides differ",
}
"""Imports from one route into another; what rests on them counts for the route that it comes from (``borrows``)."""
AFTERWARDS: Mapping[str, str] = {
    "proofs_check.recheck": "whether a counterexample is one: by an evaluator that no engine has a part in",
    "proofs_check.witnesses.conditions.written": "whether terms have values: by trees and words; the rest is stated",
    "proofs_check.witnesses.conditions.met": "whether something meets the other hypotheses: by points of entries",
}
"""What the runner asks once, for all witnesses: it weakens what they say, or lets it stand."""
_OF_WITNESS = {name: route for route, names in WITNESSES.items() for name in names}
_NUMBERS = ("no", "one", "two", "three")


def route_of(witness: str, figures: Mapping[str, Any]) -> str:
    """The route of what a witness said; empty for a witness of none."""
    return _OF_WITNESS.get(str(figures.get("borrows", witness)), "")


def routes_of(rows: Iterable[tuple[str, Verdict, Mapping[str, Any]]]) -> tuple[str, ...]:
    """The routes on which a witness proves or supports a proposition, of (witness, verdict, figures)."""
    good = (Verdict.PROVED, Verdict.SUPPORTED)
    found = {route_of(name, figures) for name, verdict, figures in rows if verdict in good}
    return tuple(route for route in WITNESSES if route in found)


def independent(routes: Sequence[str]) -> int:
    """How many of the routes are independent of one another."""
    return len(set(routes)) - (1 if set(routes) >= KIN else 0)


def told(routes: Sequence[str]) -> str:
    """What a verdict rests on, in words; empty where no route speaks for it."""
    if not routes:
        return ""
    words = [IN_WORDS[route] for route in routes]
    if set(routes) >= KIN:
        words[-2:] = [f"{IN_WORDS['numbers']}, with {IN_WORDS['training']}, which shares their code"]
    count = independent(routes)
    lead = "rests on one route" if count == 1 else f"by {_NUMBERS[count]} independent routes"
    return f"{lead}: {'; '.join(words)}"
