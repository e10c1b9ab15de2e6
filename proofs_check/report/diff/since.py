"""What changed since a commit: of the project itself, or of the repository that holds the user's claims."""

from __future__ import annotations

import fnmatch
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from ... import registry
from ...errors import UserError
from ...own.folders import claim_files, is_paper
from ...store import store_folder
from . import git
from .compare import Difference, compare
from .trees import Snapshot, Tree, examine, read

TOOL = Path(registry.__file__).resolve().parents[1]
"""Where the packages of the present tool lie."""


@dataclass(frozen=True, slots=True)
class Request:
    """What to compare."""

    patterns: tuple[str, ...] = ()
    folders: tuple[Path, ...] = ()
    """The user's claim folders or files, absolute; without ids, their claims are meant."""
    claims: bool = True
    formulas: bool = True
    """Whether the derived formulas of the project are meant, too."""
    run: bool = False
    jobs: int = 1


def since(revision: str, request: Request) -> tuple[git.Commit, Difference]:
    """The commit, and what changed between it and the files of now; nothing is written but results in the store.

    Raises:
        UserError: no repository, an unknown revision, ids that neither side knows, a tree that cannot be read.
    """
    repository = _repository(request.folders)
    commit = git.commit(repository, revision)
    own = repository == TOOL
    with TemporaryDirectory(prefix="lemmata-") as folder:
        scratch = Path(folder).resolve()
        git.export(commit, scratch / "tree")
        there = [(scratch / "tree" / f.relative_to(repository), f) for f in request.folders]
        old = Tree(commit.short, scratch / "tree" if own else TOOL, tuple(p for p, _ in there if p.exists()))
        new = Tree("now", TOOL, request.folders)
        notes = [f"{str(f)!r} is not in {commit.short}: its claims are new." for p, f in there if not p.exists()]
        before, after = _snapshots((old, new), request, own, scratch, notes)
        return commit, compare(before, after, tuple(notes))


def _repository(folders: Sequence[Path]) -> Path:
    if not folders:
        remedy = "work in a clone, or give --claims DIR, a folder of claims in a repository."
        found = git.repository(TOOL, remedy)
        if found != TOOL:
            raise UserError(f"Lemmata is installed in {str(TOOL)!r}, which is no clone of its repository: {remedy}")
        return found
    for folder in folders:
        if not is_paper(folder):
            claim_files(folder)  # is there anything to read?  It is read by a process of its own
    places = {folder if folder.is_dir() else folder.parent for folder in folders}
    all_of_them = {git.repository(place, "run `git init` there, or move it into one.") for place in places}
    if len(all_of_them) > 1:
        names = ", ".join(sorted(map(str, all_of_them)))
        raise UserError(f"--claims names folders of several repositories ({names}): compare them one by one.")
    return all_of_them.pop()


def _snapshots(
    trees: tuple[Tree, Tree], request: Request, own: bool, scratch: Path, notes: list[str]
) -> tuple[Snapshot, Snapshot]:
    """Both trees; what could not be read is noted."""
    sections = (["claims"] if request.claims else []) + (["formulas"] if own and request.formulas else [])
    place = store_folder().resolve()
    stored = ["verdicts"] if request.claims and not request.run else []
    before, after = read(trees, request.patterns, sections + stored, place, scratch)
    for tree, snapshot in zip(trees, (before, after), strict=True):
        for name, why in snapshot.missing.items():
            notes.append(f"The {name} of {tree.name} cannot be read ({why.replace(f'{scratch}/tree/', '')}).")
    if after.missing:
        raise UserError(_unreadable(after, notes))
    if set(sections) <= before.missing.keys():
        raise UserError(f"{trees[0].name} cannot be compared: {' '.join(notes)} Choose a later commit.")
    _check_patterns(request, before, after)
    if request.claims and request.run:
        for tree, snapshot in zip(trees, (before, after), strict=True):
            why = examine(tree, list(snapshot.claims), request.jobs, place, scratch) if snapshot.claims else ""
            notes += [f"Nothing of {tree.name} was examined: {why}."] if why else []
        judged = read(trees, request.patterns, ["verdicts"], place, scratch)
        before, after = (replace(s, verdicts=j.verdicts) for s, j in zip((before, after), judged, strict=True))
    both = before.claims.keys() & after.claims.keys()
    known = len(both & before.verdicts.keys() & after.verdicts.keys())
    if known < len(both):
        more = "" if request.run else ", --run examines the rest"
        notes.append(f"Verdicts are compared where both sides have stored results: {known} of {len(both)}{more}.")
    return before, after


def _unreadable(now: Snapshot, notes: Sequence[str]) -> str:
    """What is wrong with the user's own files, as every command says it; else what could not be read."""
    said = [why.removeprefix(_SAID) for why in now.missing.values() if why.startswith(_SAID)]
    return said[0] if said else f"The files of now must be readable: {' '.join(notes)} Correct them."


_SAID = f"{UserError.__name__}: "


def _check_patterns(request: Request, before: Snapshot, after: Snapshot) -> None:
    """An id that neither side knows is met with the nearest."""
    if before.missing or not request.claims:
        return
    ids = before.claims.keys() | after.claims.keys()
    for pattern in request.patterns:
        if not any(fnmatch.fnmatchcase(id, pattern) for id in ids):
            registry.load(tuple(map(str, request.folders))).select([pattern])
