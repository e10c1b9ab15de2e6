"""What all pages of the report share: the statements with their results, statuses and addresses."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape

from ...catalogue import Paper, Registry, Statement
from ...certificates.depth import told
from ...results import Result
from ...store import store_folder
from .graph import Node
from .status import Status, statuses

_TAKEN = frozenset({"index", "graph", "sharpness", "con", "nul", "aux", "prn"})
"""Names of a paper's own pages, and those that Windows keeps for itself."""


@dataclass(frozen=True)
class Site:
    """Everything that is shown; addresses are relative to the page ``here``."""

    statements: tuple[Statement, ...]
    results: Mapping[str, Result]
    known: Registry
    here: str = "index.html"
    status: Mapping[str, Status] = field(default_factory=dict)
    paths: Mapping[str, str] = field(default_factory=dict)
    """The page of each statement, or the row of its paper's table where it has none."""
    depths: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By id, what verify.py says of the certificate."""

    @classmethod
    def of(cls, statements: Sequence[Statement], results: Mapping[str, Result], known: Registry) -> Site:
        return cls(
            tuple(statements), results, known, status=statuses(statements, results), paths=addresses(statements),
            depths=told(store_folder(), [s.id for s in statements if s.id in known.claims], known),
        )  # fmt: skip

    @cached_property
    def by_id(self) -> dict[str, Statement]:
        return {s.id: s for s in self.statements}

    @cached_property
    def users(self) -> dict[str, list[str]]:
        """By id, the statements that use it."""
        found: dict[str, list[str]] = {s.id: [] for s in self.statements}
        for s in self.statements:
            for used in s.uses:
                found.setdefault(used, []).append(s.id)
        return found

    @cached_property
    def papers(self) -> tuple[Paper, ...]:
        """The papers of the statements in their order; one of which nothing is known has its name for a citation."""
        present = dict.fromkeys(s.paper for s in self.statements)
        unknown = {name: Paper(name, f"{name}: claims of your own", "") for name in present}
        return tuple(self.known.papers.get(name, unknown[name]) for name in present)

    def of_paper(self, name: str) -> tuple[Statement, ...]:
        return tuple(s for s in self.statements if s.paper == name)

    def to(self, path: str) -> str:
        """The address of another page of the report, seen from here."""
        return posixpath.relpath(path, posixpath.dirname(self.here) or ".")

    def href(self, id: str) -> str:
        return self.to(self.paths[id])

    def link(self, id: str) -> str:
        """The id as HTML: a link to its page where the report has one."""
        shown = escape(id)
        return f'<a href="{escape(self.href(id))}">{shown}</a>' if id in self.paths else shown

    def shown(self, id: str) -> str:
        """The label of a statement of the paper whose page this is; the whole id of another."""
        s = self.by_id[id]
        return s.label if self.here.startswith(slug(s.paper) + "/") else s.id

    def node(self, id: str) -> Node:
        """The statement in the graph."""
        return Node(self.shown(id), self.href(id), self.status[id])


def addresses(statements: Sequence[Statement]) -> dict[str, str]:
    """A page for each transcribed statement, named after its label; the others are rows of their paper's page."""
    found: dict[str, str] = {}
    used: set[str] = set()
    for s in statements:
        folder = slug(s.paper)
        if s.row is None:
            found[s.id] = f"{folder}/index.html#{slug(s.label)}"
            continue
        for name in _names(slug(s.label)):
            path = f"{folder}/{name}.html"
            if name not in _TAKEN and path.lower() not in used:
                used.add(path.lower())
                found[s.id] = path
                break
    return found


def _names(name: str) -> Iterator[str]:
    yield name
    k = 2
    while True:
        yield f"{name}-{k}"
        k += 1


def slug(text: str) -> str:
    """A name for files and anchors.

    >>> slug("section-5.1-nonconvex"), slug("Lemma 1 (b)")
    ('section-5.1-nonconvex', 'Lemma-1-b')
    """
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip("-.") or "unnamed"


def heading(label: str) -> str:
    """A label as a reader says it.

    >>> heading("lemma-17"), heading("eq-31"), heading("section-5.1-nonconvex"), heading("fourth-moment")
    ('Lemma 17', 'Equation (31)', 'Section 5.1: nonconvex', 'Fourth moment')
    """
    match = re.fullmatch(r"([A-Za-z]+)[-_. ]([A-Z]?\.?[0-9][0-9.]*|[a-z](?:\.[0-9.]+)?(?=$|-))(?:-(.*))?", label)
    if match is None:
        words = label.replace("-", " ").replace("_", " ")
        return words[:1].upper() + words[1:]
    kind, number, rest = match.groups()
    first = f"Equation ({number})" if kind == "eq" else f"{kind.capitalize()} {number[:1].upper()}{number[1:]}"
    return first + (f": {rest.replace('-', ' ')}" if rest else "")


def upper(sentence: str) -> str:
    """The sentence with a capital, unless it starts with a formula.

    >>> upper("a word"), upper("d = 2")
    ('A word', 'd = 2')
    """
    return sentence[:1].upper() + sentence[1:] if re.match(r"[a-z][a-z]|a ", sentence) else sentence
