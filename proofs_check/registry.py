"""The registry: every statement of the three papers, transcribed or not, and the claims of other people's papers.

Explicit throughout: the papers stand in one tuple, a paper's package lists its claim modules in ``MODULES``, and
a module's claims are its module-level :class:`~proofs_check.claims.Claim` objects.  No directory of the library is
scanned and importing a claim has no side effect.  Other papers come from installed packages, which announce a module
(with ``MODULES``, or holding the claims itself) under the entry point group ``lemmata.papers``, and from the folders
that a user names.  Standard library only.

>>> registry = load()
>>> len(registry.entries)
425
>>> registry.find("zfb/lema-17")
Traceback (most recent call last):
proofs_check.errors.UserError: Unknown id 'zfb/lema-17': did you mean 'zfb/lemma-17'? `lemmata list` shows all ids.
"""

from __future__ import annotations

import difflib
import fnmatch
import importlib
import importlib.util
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from importlib import metadata
from pathlib import Path
from types import MappingProxyType, ModuleType

from .claims import Claim, Kind
from .digest import claim_digest, digest
from .errors import UserError
from .own import folders as own_folders
from .own.wellformed import check_claim, check_references
from .papers.catalogue import Entry

GROUP = "lemmata.papers"
"""The entry point group under which installed packages announce their claims."""


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


@dataclass(frozen=True, slots=True)
class Statement:
    """One id: its catalogue row, its claim, or both."""

    id: str
    entry: Entry | None
    claim: Claim | None

    @property
    def paper(self) -> str:
        return self.id.split("/", 1)[0]

    @property
    def label(self) -> str:
        return self.id.split("/", 1)[1]

    @property
    def kind(self) -> Kind:
        return self.claim.kind if self.claim else self._row.kind

    @property
    def source(self) -> str:
        return self.claim.source if self.claim else self._row.source

    @property
    def uses(self) -> tuple[str, ...]:
        return self.claim.uses if self.claim else self._row.uses

    @property
    def is_ours(self) -> bool:
        """Whether the library states it beside a paper that does not print it."""
        library = self.paper in {paper.name for paper in PAPERS}
        return self.claim is not None and (bool(self.claim.corrects) or (library and self.entry is None))

    @property
    def _row(self) -> Entry:
        assert self.entry is not None, "a statement has a claim or a catalogue row"
        return self.entry


@dataclass(frozen=True, repr=False)
class Registry:
    """All statements by id: the catalogues in the order of the papers, each corrected claim behind the printed one."""

    entries: Mapping[str, Entry]
    claims: Mapping[str, Claim]
    papers: Mapping[str, Paper] = field(default_factory=dict)
    """The papers of which more is known than the prefix."""
    own: frozenset[str] = frozenset()
    """The ids of the claims in the user's folders."""
    foreign: frozenset[str] = frozenset()
    """Those, and the ids of the claims of installed packages."""
    left_out: tuple[str, ...] = ()
    """A sentence for each installed package whose claims cannot be read."""

    def __iter__(self) -> Iterator[Statement]:
        placed: set[str] = set()
        for id in self.entries:
            yield self._statement(id)
            for correction in self.corrections(id):
                placed.add(correction.id)
                yield self._statement(correction.id)
        for id in self.claims:
            if id not in self.entries and id not in placed:
                yield self._statement(id)

    def __repr__(self) -> str:
        return f"<Registry: {len(list(self))} statements, {len(self.claims)} of them transcribed>"

    def digest_for(self, claim: Claim) -> str:
        """The digest of ``claim`` with all that it may cite: one of the library cites the library alone."""
        return digest(claim_digest(claim), self._digest if claim.id in self.foreign else self._digest_of_library)

    @cached_property
    def _digest(self) -> str:
        return digest([claim_digest(claim) for claim in self.claims.values()])

    @cached_property
    def _digest_of_library(self) -> str:
        return digest([claim_digest(claim) for id, claim in self.claims.items() if id not in self.foreign])

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
        found = replace(
            self, claims=MappingProxyType({**self.claims, **added}), foreign=self.foreign | frozenset(added)
        )
        for claim in claims:
            if self.claims.get(claim.id) is not claim:  # the papers' own claims may know what others may not
                check_claim(claim)
                check_references(claim, found)
        return found

    def _statement(self, id: str) -> Statement:
        return Statement(id, self.entries.get(id), self.claims.get(id))

    def corrections(self, id: str) -> tuple[Claim, ...]:
        """The corrected claims that stand beside the printed claim ``id``."""
        return tuple(c for c in self.claims.values() if c.corrects and c.corrects.split("#")[0] == id)

    def find(self, id: str) -> Statement:
        """The statement with this id; an unknown id raises :class:`UserError` and suggests the nearest."""
        if id in self.entries or id in self.claims:
            return self._statement(id)
        raise UserError(f"Unknown id {id!r}: {self._suggestion(id)} `lemmata list` shows all ids.")

    def _suggestion(self, id: str) -> str:
        known = list(dict.fromkeys((*self.entries, *self.claims)))
        if "/" in id and Path(id).exists():
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


def claims_of(module: ModuleType) -> tuple[Claim, ...]:
    """The module-level claims of a module, in the order of their definition.

    A claim counts for the module whose name it is bound to; one that a module imports from another is met again
    there and must be the very same object.
    """
    return tuple(value for value in vars(module).values() if isinstance(value, Claim))


def claim_modules(paper: str) -> tuple[ModuleType, ...]:
    """The claim modules that the paper's package lists in ``MODULES``."""
    return _listed(importlib.import_module(f"{__package__}.papers.{paper}"))


def _listed(package: ModuleType) -> tuple[ModuleType, ...]:
    names: tuple[str, ...] = getattr(package, "MODULES", ())
    return tuple(importlib.import_module(f"{package.__name__}.{name}") for name in names)


def load(folders: tuple[str, ...] = ()) -> Registry:
    """The registry of the library and of installed packages, with the claims of the user's ``folders`` added.

    Folders (or single files) are read again when a file in them has changed.

    Raises:
        UserError: a folder that cannot be read, or a claim in it that cannot be meant; the sentence says where.
    """
    if not folders:
        return _installed()
    paths = tuple(dict.fromkeys(Path(folder).resolve() for folder in folders))
    return _with_folders(paths, tuple(map(own_folders.state, paths)))


@cache
def _library() -> Registry:
    entries: dict[str, Entry] = {}
    claims: dict[str, Claim] = {}
    for paper in PAPERS:
        catalogue = importlib.import_module(f"{__package__}.papers.{paper.name}.catalogue")
        entries.update((entry.id, entry) for entry in catalogue.ENTRIES)
        for module in claim_modules(paper.name):
            _collect(module, claims)
    papers = {paper.name: paper for paper in PAPERS}
    return Registry(MappingProxyType(entries), MappingProxyType(claims), MappingProxyType(papers))


@cache
def _installed() -> Registry:
    """The library and what installed packages announce; one that cannot be read is left out, with a sentence."""
    known = _library()
    left_out: list[str] = []
    for point in sorted(metadata.entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        try:
            announced = point.load()
            known = _extended(known, (announced, *_listed(announced)), own=False)
        except (Exception, SystemExit) as error:
            place = Path(str(getattr(importlib.util.find_spec(point.module.split(".")[0]), "origin", "")))
            sentence = own_folders.explain(error, Path(point.value), place.parent)
            package = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
            left_out.append(f"the claims of the installed package {package} are left out: {sentence}")
    return replace(known, left_out=tuple(left_out))


@lru_cache(maxsize=4)
def _with_folders(paths: tuple[Path, ...], states: tuple[own_folders.State, ...]) -> Registry:
    """``states`` are part of the key, so that edited files are read again."""
    found = _extended(_installed(), [module for path in paths for module in own_folders.modules(path)], own=True)
    if not found.own:
        raise UserError(f"--claims {own_folders.shown(paths[0])!r} holds no claim: its files define none with @claim.")
    return found


def _extended(known: Registry, modules: Iterable[ModuleType], *, own: bool) -> Registry:
    """``known`` with the claims and papers of other people's modules, each looked at."""
    claims, papers = dict(known.claims), dict(known.papers)
    for module in modules:
        for paper in vars(module).values():
            if isinstance(paper, Paper) and papers.setdefault(paper.name, paper) != paper:
                raise UserError(f"The paper {paper.name!r} in {_file(module)} is described twice: keep one of the two.")
        _collect(module, claims)
    added = [claim for id, claim in claims.items() if id not in known.claims]
    found = replace(known, claims=MappingProxyType(claims), papers=MappingProxyType(papers))
    for claim in added:
        try:
            if claim.paper in {paper.name for paper in PAPERS} and claim.id not in known.entries:
                raise UserError(f"the prefix of {claim.id!r} is a paper of the library: choose one of your own.")
            check_claim(claim)
            check_references(claim, found)
        except UserError as error:
            raise UserError(f"{_place(claim)}: {error}") from error
    ids = frozenset(claim.id for claim in added)
    return replace(found, own=known.own | ids if own else known.own, foreign=known.foreign | ids)


def _collect(module: ModuleType, into: dict[str, Claim]) -> None:
    for claim in claims_of(module):
        known = into.setdefault(claim.id, claim)
        if known is not claim:
            raise UserError(
                f"{_place(claim)}: the id {claim.id!r} is taken by the claim in {_place(known)}: choose a new id."
            )


def _file(module: ModuleType) -> str:
    return own_folders.shown(module.__file__ or module.__name__)


def _place(claim: Claim) -> str:
    return f"{own_folders.shown(claim.file)}, line {claim.line}"
