"""What is known of statements: those of the three papers, transcribed or not, and the claims of other people's papers.

The statements of a paper stand in the order of its page, each corrected claim behind the printed one.  Standard library
only.
"""

from __future__ import annotations

import difflib
import fnmatch
import os
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .claims import Claim, Kind
from .digest import canonical, claim_digest, digest, ids_in
from .errors import UserError
from .own import folders as own_folders
from .own.wellformed import check_claim, check_references
from .shelf import Row, Within
from .statement.citations import any_citation
from .statement.props import Prop

if TYPE_CHECKING:
    from .reading.outcomes import Unread


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper; ``name`` is the prefix of its ids, and for one of the library its package in :mod:`proofs_check.papers`.

    A claim file says so of its own paper: ``PAPER = Paper("mine", "Me, On Traces", "draft 3")``.
    """

    name: str
    citation: str = ""
    version: str = ""

    @property
    def title(self) -> str:
        return ", ".join(filter(None, (self.citation, self.version)))


PAPERS = (
    Paper("zfb", "Zhang, Frei, Bartlett, Trained Transformers Learn Linear Models In-Context", "arXiv 2306.09927"),
    Paper("ccs", "Cheng, Chen, Sra, Transformers Implement Functional Gradient Descent to Learn Non-Linear Functions "
          "In Context", "arXiv 2312.06528"),
    Paper("zwb", "Zhang, Wu, Bartlett, In-Context Learning of a Linear Transformer Block: Benefits of the MLP "
          "Component and One-Step GD Initialization", "arXiv 2402.14951"),
)


class Statement:
    """One id, and its claim where it is transcribed; this is read when it is asked for."""

    __slots__ = ("_known", "id")

    def __init__(self, id: str, claim: Claim | None = None, known: Registry | None = None) -> None:
        self.id = id
        self._known = known or Registry({}, {} if claim is None else {id: claim})

    def __repr__(self) -> str:
        return f"<Statement: {self.id}>"

    @property
    def claim(self) -> Claim | None:
        return self._known.claims.get(self.id)

    @property
    def row(self) -> Row | None:
        """What is asked of every claim at once; None where it is not transcribed."""
        return self._known.row(self.id) if self.id in self._known.claims else None

    @property
    def paper(self) -> str:
        return self.id.split("/", 1)[0]

    @property
    def label(self) -> str:
        return self.id.split("/", 1)[1]

    @property
    def kind(self) -> Kind:
        """Of what is not transcribed nothing is examined, as of a summary."""
        return Kind(self.row.kind) if self.row else Kind.SUMMARY

    @property
    def source(self) -> str:
        return self.row.source if self.row else ""

    @property
    def uses(self) -> tuple[str, ...]:
        return self.row.uses if self.row else ()

    @property
    def reconstructed(self) -> str:
        return self.row.reconstructed if self.row else ""

    @property
    def is_ours(self) -> bool:
        """Whether the library states it beside a paper that does not print it."""
        library = self.paper in {paper.name for paper in PAPERS}
        printed = self._known.listed.get(self.id, False)
        return self.row is not None and (bool(self.row.corrects) or (library and not printed))


@dataclass(frozen=True, repr=False)
class Registry:
    """All statements by id: in the order of the papers, each corrected claim behind the printed one."""

    listed: Mapping[str, bool]
    """The ids in the contents of the papers, and whether the page has what they state; else it goes beyond it."""
    claims: Mapping[str, Claim]
    papers: Mapping[str, Paper] = field(default_factory=dict)
    """The papers of which more is known than the prefix."""
    own: frozenset[str] = frozenset()
    """The ids of the claims in the user's folders."""
    foreign: frozenset[str] = frozenset()
    """Those, and the ids of the claims of installed packages."""
    left_out: tuple[str, ...] = ()
    """A sentence for each installed package whose claims cannot be read."""
    wrong: tuple[str, ...] = ()
    """A sentence, with file and line, for each thing in the user's folders that cannot be meant; it is left out."""
    deadly: own_folders.LeftOut = ()
    """The user's files that may not be read where these claims are examined."""
    unread: tuple[Unread, ...] = ()
    """What is not read of the user's papers in LaTeX."""
    rows: Mapping[str, Row] = field(default_factory=dict)
    """What the index knows of claims; of others it is found when it is asked for."""
    whole: Registry | None = None
    """That of which this one holds a part."""

    def __iter__(self) -> Iterator[Statement]:
        placed: set[str] = set()
        for id in self.listed:
            yield self._statement(id)
            for correction in self.corrected_by(id):
                placed.add(correction)
                yield self._statement(correction)
        for id in self.claims:
            if id not in self.listed and id not in placed:
                yield self._statement(id)

    def __repr__(self) -> str:
        return f"<Registry: {len(list(self))} statements, {len(self.claims)} of them transcribed>"

    def row(self, id: str) -> Row:
        """What is asked of every claim at once."""
        return self.rows.get(id) or self._row(id)

    def _row(self, id: str) -> Row:
        if id not in self._made:
            self._made[id] = row_of(self.claims[id])
        return self._made[id]

    @cached_property
    def _made(self) -> dict[str, Row]:
        return {}

    def digest_for(self, id: str) -> str:
        """The digest of a claim with those of all claims that its examination may ask for."""
        reached = self._reached(id)
        found = {other: self.row(other).digest for other in reached if other in self.claims}
        missing = sorted(other for other in reached if other in self.listed and other not in self.claims)
        return digest(id, found, missing)

    def within(self, id: str) -> Registry:
        """What the examination of a claim may ask for: :meth:`digest_for` covers it, and nothing else is there."""
        reached = frozenset(self._reached(id))
        return replace(self, claims=Within(self.claims, reached), whole=self.whole or self)

    def _reached(self, id: str) -> set[str]:
        """The claim, what it uses, and what all of these cite, however far."""
        row = self.row(id)
        found, waiting = {id}, [*row.uses, *self._asked(row, id)]
        while waiting:
            next = waiting.pop()
            if next not in found:
                found.add(next)
                if next in self.claims:
                    waiting += self._asked(self.row(next), next)
        return found

    def _asked(self, row: Row, id: str) -> Iterator[str]:
        for name in row.ids:
            if name in self.claims or name in self.listed:
                yield name
            if row.cites:  # of what cites, the displays of its proof, whether there is a statement of the name or not
                yield from (other for other in self.claims if other.startswith(f"{name}-"))
        if row.measures:
            paper = f"{id.split('/', 1)[0]}/"
            yield from (other for other in self.claims if other.startswith(paper) and self.row(other).settings)

    def papers_of(self, statements: Iterable[Statement]) -> tuple[Paper, ...]:
        """The papers of these statements of which more is known than the prefix."""
        names = dict.fromkeys(statement.paper for statement in statements)
        return tuple(self.papers[name] for name in names if name in self.papers)

    def beside(self, *claims: Claim) -> Registry:
        """This registry with claims that stand in no file, each looked at; they take the place of others of their ids.

        Raises:
            UserError: a claim that cannot be meant.
        """
        added = {claim.id: claim for claim in claims}
        rows = {id: row for id, row in self.rows.items() if id not in added}
        both = MappingProxyType(ChainMap(added, self.claims))  # type: ignore[arg-type]
        found = replace(self, claims=both, rows=rows, foreign=self.foreign | frozenset(added))
        for claim in claims:
            if self.claims.get(claim.id) is not claim:  # the papers' own claims may know what others may not
                check_claim(claim)
                check_references(claim, found)
        return found

    def _statement(self, id: str) -> Statement:
        return Statement(id, known=self)

    def corrections(self, id: str) -> tuple[Claim, ...]:
        """The corrected claims that stand beside the printed claim ``id``."""
        return tuple(self.claims[other] for other in self.corrected_by(id))

    def corrected_by(self, id: str) -> tuple[str, ...]:
        """The ids of the corrected claims that stand beside the printed claim ``id``."""
        return self._corrected.get(id, ())

    @cached_property
    def _corrected(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for id in self.claims:
            row = self.rows.get(id)
            corrects = row.corrects if row else self.claims[id].corrects
            if corrects:
                printed = corrects.split("#")[0]
                found[printed] = (*found.get(printed, ()), id)
        return found

    def find(self, id: str) -> Statement:
        """The statement with this id; an unknown id raises :class:`UserError` and suggests the nearest."""
        if id in self.listed or id in self.claims:
            return self._statement(id)
        raise UserError(f"Unknown id {id!r}: {self._suggestion(id)} `lemmata list` shows all ids.")

    def _suggestion(self, id: str) -> str:
        if self.whole is not None:
            return "nothing that is examined names it."
        known = list(dict.fromkeys((*self.listed, *self.claims)))
        if "/" in id and os.path.exists(id):
            return f"it is a file or folder. Name it as one, --claims {id}."
        paper, papers = id.split("/")[0], dict.fromkeys(name.split("/")[0] for name in known)
        if "/" in id and paper not in papers and not any(sign in paper for sign in "*?["):
            return f"no paper here is called {paper!r}, but {', '.join(papers)}. Your own claims need --claims DIR."
        near = difflib.get_close_matches(id, known, n=1, cutoff=0.0)
        return f"did you mean {near[0]!r}?" if near else "the registry is empty."

    def select(self, patterns: Sequence[str] = ()) -> tuple[Statement, ...]:
        """The statements whose ids match any of the ids or globs, in the registry's order.

        Without patterns: those of the user's folders where there are any, else all.

        Raises:
            UserError: a pattern that matches nothing.
        """
        statements = tuple(self)
        wanted: set[str] = set()
        if not patterns:
            return tuple(s for s in statements if not self.own or s.id in self.own)
        for pattern in patterns:
            if any(sign in pattern for sign in "*?["):
                hits = {s.id for s in statements if fnmatch.fnmatchcase(s.id, pattern)}
                if not hits:
                    raise UserError(f"No id matches the pattern {pattern!r}: {self._suggestion(pattern)}")
                wanted |= hits
            else:
                wanted.add(self.find(pattern).id)
        return tuple(s for s in statements if s.id in wanted)


def row_of(claim: Claim, module: str = "") -> Row:
    """The row of a claim in the index."""
    props = [reading.prop for part in claim.parts for reading in part.readings]
    props += [hypothesis.prop for hypothesis in claim.given]
    traits = canonical([claim.parts, claim.given])
    settings = "'setting'" in traits
    return Row(
        module, claim_digest(claim), tuple(sorted(ids_in(claim))), claim.uses, claim.see, claim.witnesses,
        claim.kind.value, claim.source, claim.corrects, claim.reconstructed,
        sum(len(part.readings) for part in claim.parts), bool(claim.fact), bool(claim.proofs),
        any_citation(props) or any(_cites(proof) for proof in claim.proofs.values()),
        settings or "'measured'" in traits, settings,
        (claim.expected.verdict.name, *claim.expected.parts) if claim.expected else (),
    )


def _cites(proof: Any) -> bool:
    return any_citation(step.shows for step in getattr(proof, "steps", ()) if isinstance(step.shows, Prop))
