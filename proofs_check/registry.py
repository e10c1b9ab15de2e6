"""The registry: every statement of the three papers, transcribed or not, and the claims of other people's papers.

Explicit throughout: the papers stand in one tuple, a paper's package lists its statements in the order of the page
(``contents``) and its claim modules in ``MODULES``, and a module's claims are its module-level
:class:`~proofs_check.claims.Claim` objects.  No directory of the library is scanned and importing a claim has no side
effect.  Other papers come from installed packages, which announce a module (with ``MODULES``, or holding the claims
itself) under the entry point group ``lemmata.papers``, and from the folders that a user names.  Standard library only.

>>> registry = load()
>>> len(registry.listed)
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
import os
import sys
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from importlib import metadata
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from . import shelf
from .arguments import named_paths
from .claims import Claim, Kind
from .digest import canonical, claim_digest, digest, ids_in
from .errors import UserError
from .memory import bounded
from .own import folders as own_folders
from .own import trial
from .own.wellformed import check_claim, check_references
from .relevant_code import digest_of
from .shelf import Row, Shelf, Within
from .statement.citations import any_citation
from .statement.props import Prop

if TYPE_CHECKING:
    from .reading.outcomes import Unread

READING = 4 << 30
"""So many bytes of memory may the reading of claim files take."""
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
    )


def _cites(proof: Any) -> bool:
    return any_citation(step.shows for step in getattr(proof, "steps", ()) if isinstance(step.shows, Prop))


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


def load(folders: str | Path | tuple[str, ...] = ()) -> Registry:
    """The registry of the library and of installed packages, with the claims of the user's ``folders`` added.

    Folders (or single files) are read again when a file in them has changed.

    Raises:
        UserError: a folder that cannot be read, or a claim in it that cannot be meant; the sentence says where.
    """
    known = tried(folders)
    if known.wrong:
        more = f" ({len(known.wrong) - 1} more are wrong.)" if len(known.wrong) > 1 else ""
        raise UserError(f"{known.wrong[0]}{more}")
    return known


def tried(folders: str | Path | tuple[str, ...] = ()) -> Registry:
    """What :func:`read` gives, where files that end the process that reads them, or never end, are left out, too."""
    paths = _paths(folders)
    if not paths:
        return _installed()
    return read(folders, _tried(paths, tuple(map(own_folders.state, paths)), trial.seconds()))


@lru_cache(maxsize=4)
def _tried(paths: tuple[Path, ...], states: tuple[own_folders.State, ...], seconds: float) -> own_folders.LeftOut:
    if trial.inside:
        return ()
    _installed()
    return trial.try_out(read, tuple(map(str, paths)), seconds)


def read(folders: str | Path | tuple[str, ...] = (), left_out: own_folders.LeftOut = ()) -> Registry:
    """What :func:`load` gives, where what cannot be meant is left out and told in ``wrong``: it never hides the other
    claims.  The files ``left_out`` are not run.

    Raises:
        UserError: a folder without claim files, or without anything in them that is a claim or is meant to be one.
    """
    paths = _paths(folders)
    return _with_folders(paths, tuple(map(own_folders.state, paths)), left_out) if paths else _installed()


def _paths(folders: str | Path | tuple[str, ...]) -> tuple[Path, ...]:
    return tuple(dict.fromkeys(_resolved(folder) for folder in named_paths("folders", folders)))


def _resolved(folder: str | Path) -> Path:
    try:
        path = Path(folder).resolve()
        os.stat(path)
    except FileNotFoundError:
        return path
    except (OSError, ValueError) as error:  # a name of 256 bytes, say, or a character 0
        sentence = f"{str(folder)[:60]!r} cannot be looked at ({error.args[-1]}): pass a folder of claims."
        raise UserError(sentence) from error
    return path


@cache
def _library() -> Registry:
    """The papers of the library: by the index where it holds, else read, whereupon the index is written."""
    listed: dict[str, bool] = {}
    for paper in PAPERS:
        contents = importlib.import_module(f"{__package__}.papers.{paper.name}.contents")
        listed |= {f"{paper.name}/{label}": True for label in contents.ON_THE_PAGE}
        listed |= {f"{paper.name}/{label}": False for label in contents.BEYOND}
    rows = shelf.rows()
    made = _read_papers() if rows is None else rows
    if not shelf.complete():
        shelf.keep(made, digest_of(None))
    claims = Shelf({id: row.module for id, row in made.items()}, lambda module: {c.id: c for c in claims_of(module)})
    papers = {paper.name: paper for paper in PAPERS}
    return Registry(MappingProxyType(listed), claims, MappingProxyType(papers), rows=made)


def _read_papers() -> dict[str, Row]:
    claims: dict[str, Claim] = {}
    modules: dict[str, str] = {}
    for paper in PAPERS:
        for module in claim_modules(paper.name):
            _collect(module, claims)
            modules |= {id: module.__name__ for id in claims if id not in modules}
    return {id: row_of(claim, modules[id]) for id, claim in claims.items()}


@cache
def _installed() -> Registry:
    """The library and what installed packages announce; one that cannot be read is left out, with a sentence."""
    known = _library()
    left_out: list[str] = []
    for point in sorted(metadata.entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        try:
            with redirect_stdout(sys.stderr):  # as for the user's own files
                announced = point.load()
                known = _extended(known, (announced, *_listed(announced)))
        except (Exception, SystemExit) as error:
            place = Path(str(getattr(importlib.util.find_spec(point.module.split(".")[0]), "origin", "")))
            sentence = own_folders.explain(error, Path(point.value), place.parent)
            package = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
            left_out.append(f"the claims of the installed package {package} are left out: {sentence}")
    return replace(known, left_out=tuple(left_out))


@lru_cache(maxsize=4)
def _with_folders(
    paths: tuple[Path, ...], states: tuple[own_folders.State, ...], left_out: own_folders.LeftOut
) -> Registry:
    """``states`` are part of the key, so that edited files are read again."""
    known = _installed()
    with bounded(READING):
        files = [file for path in paths for file in own_folders.read(path, left_out)]
    gathered = _Gathered(known, [sentence for file in files for sentence in file.wrong])
    for file in files:
        gathered.add(file.module, file.made)
    found = gathered.registry()
    found = replace(found, own=known.own | found.foreign - known.foreign, wrong=tuple(gathered.wrong),
                    deadly=left_out, unread=tuple(one for file in files for one in file.unread))
    if not found.own and own_folders.is_paper(paths[0]):
        first = (f"line {one.line}: {one.sentence}" for one in found.unread[:3])
        why = "; ".join(first) or "no statement was found in it"
        raise UserError(f"Nothing of {own_folders.shown(paths[0])!r} is read: {why}.")
    if not found.own and not found.wrong:
        raise UserError(f"--claims {own_folders.shown(paths[0])!r} holds no claim: its files define none with @claim.")
    return found


def _extended(known: Registry, modules: Iterable[ModuleType]) -> Registry:
    """``known`` with the claims and papers of an installed package, each looked at."""
    gathered = _Gathered(known)
    for module in modules:
        gathered.add(module)
    found = gathered.registry()
    if gathered.wrong:
        raise UserError(gathered.wrong[0])
    return found


class _Gathered:
    """Other people's claims and papers beside those that are known; what cannot be meant is told, and left out."""

    def __init__(self, known: Registry, wrong: Iterable[str] = ()) -> None:
        self.known, self.wrong = known, list(wrong)
        self.papers, self.claims = dict(known.papers), dict[str, Claim]()

    def add(self, module: ModuleType | None, made: Iterable[Claim] = ()) -> None:
        """The claims and papers that names of the module keep, and claims ``made`` that no name keeps."""
        for paper in vars(module).values() if module else ():
            if isinstance(paper, Paper) and self.papers.setdefault(paper.name, paper) != paper:
                file = own_folders.shown(module.__file__ or module.__name__)  # type: ignore[union-attr]
                self.wrong.append(f"{file}: The paper {paper.name!r} is described twice: keep one of the two.")
        kept, made = claims_of(module) if module else (), tuple(made)
        # One with a proof added has the same parts.
        of = {(claim.id, id(claim.parts)) for claim in (*kept, *self.claims.values())}
        order = {claim.id: k for k, claim in enumerate(made)}
        unkept = (claim for claim in made if (claim.id, id(claim.parts)) not in of)
        for claim in sorted((*kept, *unkept), key=lambda claim: order.get(claim.id, -1)):
            other = self.known.claims.get(claim.id) or self.claims.setdefault(claim.id, claim)
            if other is not claim:
                taken = f"the id {claim.id!r} is taken by the claim in {_place(other)}: choose a new id."
                self.wrong.append(f"{_place(claim)}: {taken}")

    def registry(self) -> Registry:
        """What is known with what can be meant of the rest; that which refers to what is left out is, too."""
        self._leave_out(lambda claim: _check_alone(claim, self.known))
        found = self._both()
        while self._leave_out(lambda claim: check_references(claim, found)):  # noqa: B023
            found = self._both()
        return found

    def _both(self) -> Registry:
        both = MappingProxyType(ChainMap(self.claims, self.known.claims))  # type: ignore[arg-type]
        foreign = self.known.foreign | frozenset(self.claims)
        return replace(self.known, claims=both, papers=MappingProxyType(self.papers), foreign=foreign)

    def _leave_out(self, check: Callable[[Claim], None]) -> bool:
        """Whether a claim was left out because ``check`` refuses it."""
        told = len(self.wrong)
        for claim in list(self.claims.values()):
            try:
                check(claim)
            except Exception as error:
                what = str(error) if isinstance(error, UserError) else f"{type(error).__name__}: {error}"
                self.wrong.append(f"{_place(claim)}: {what}")
                del self.claims[claim.id]
        return len(self.wrong) > told


def _check_alone(claim: Claim, known: Registry) -> None:
    if claim.paper in {paper.name for paper in PAPERS} and claim.id not in known.listed:
        raise UserError(f"the prefix of {claim.id!r} is a paper of the library: choose one of your own.")
    check_claim(claim)


def _collect(module: ModuleType, into: dict[str, Claim]) -> None:
    """The claims of a module of the library."""
    for claim in claims_of(module):
        known = into.setdefault(claim.id, claim)
        if known is not claim:
            raise UserError(
                f"{_place(claim)}: the id {claim.id!r} is taken by the claim in {_place(known)}: choose a new id."
            )


def _place(claim: Claim) -> str:
    return f"{own_folders.shown(claim.file)}, line {claim.line}"
