"""Where statements come from: the three papers of the library, installed packages, and the folders of a user.

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

import importlib
import importlib.util
import os
import sys
from collections import ChainMap
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache, lru_cache
from importlib import metadata
from pathlib import Path
from types import MappingProxyType, ModuleType

from . import shelf
from .arguments import named_paths
from .catalogue import PAPERS, Paper, Registry, row_of
from .claims import Claim
from .errors import UserError
from .memory import bounded
from .own import folders as own_folders
from .own import trial
from .own.wellformed import check_claim, check_references
from .relevant_code import digest_of
from .shelf import Row, Shelf

READING = 4 << 30
"""So many bytes of memory may the reading of claim files take."""
GROUP = "lemmata.papers"
"""The entry point group under which installed packages announce their claims."""


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
        from .reading.outcomes import with_idle

        first = (f"line {one.line}: {one.sentence}" for one in found.unread[:3])
        why = "; ".join(filter(None, [*first, with_idle(found.unread)])) or "no statement was found in it"
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
