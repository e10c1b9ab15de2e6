r"""The letters of a shipped paper, for papers of others: ``%! notation zfb``."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from ...errors import UserError
from ...report.symbols import symbol_tex
from ...statement.terms import Abbrev, Sym
from ..letters import PREDICTOR, Key, Named, spelled
from .sources import Place, Text, Unreadable
from .spelled_letters import base_of
from .supposed import Doubt, Entry, Fact, Notation

PAPERS = ("zfb", "zwb", "ccs")


def notation_in(rest: str, place: Place, where: str) -> Notation:
    """What the comment names.

    Raises:
        UserError: no paper that is shipped.
    """
    if rest.strip() not in PAPERS:
        raise UserError(f"{where}: '%! notation {rest}' names no shipped paper: write {', '.join(PAPERS)}.")
    return Notation(rest.strip(), place)


def letters_of(paper: str) -> dict[Key, Named]:
    """The letters of a shipped paper's notation by their prints; those that name two things are left out."""
    found: dict[Key, set[Named]] = {}
    for named in vars(import_module(f"proofs_check.papers.{paper}.notation")).values():
        if isinstance(named, Sym | Abbrev) and (where := spelled(_tex(named))) is not None:
            predicts = isinstance(named, Sym) and named.has("predictor")
            found.setdefault((*where[:2], PREDICTOR) if predicts else where, set()).add(named)
    return {where: named for where, (named, *others) in found.items() if not others}


def with_notation(
    letters: tuple[Named, ...], entries: Sequence[Entry], used: frozenset[str], body: Text
) -> tuple[Named, ...]:
    """The declared letters, and those of the notation that is in force where nothing else was said of them.

    Raises:
        Unreadable: something is said of a letter of the notation that does not declare it anew, or is not understood.
    """
    at = max((k for k, entry in enumerate(entries) if isinstance(entry, Notation)), default=None)
    if at is None:
        return letters
    notation = entries[at]
    assert isinstance(notation, Notation)
    own = {spelled(_tex(named)) for named in letters}
    bases = {base_of(_tex(named)) for named in letters}
    out = []
    for where, named in letters_of(notation.paper).items():
        base = base_of(_tex(named))
        if where in own or base in bases:
            _check_anew(base, used, entries[at:], body)
            continue
        doubts = [entry for entry in entries[at:] if isinstance(entry, Doubt)]
        doubt = next((entry for entry in doubts if entry.letters is None or base in entry.letters), None)
        if doubt is not None and base in used:
            raise Unreadable(body.place(0), f"what is said of {base} in {doubt.words!r} is not understood: say "
                             f"'%! let {base}: ...'")  # fmt: skip
        out.append(named)
    return (*letters, *out)


def _check_anew(base: str, used: frozenset[str], entries: Sequence[Entry], body: Text) -> None:
    said = [entry for entry in entries if isinstance(entry, Fact) and entry.key == base]
    if base in used and said and not any(fact.fresh for fact in said):
        raise Unreadable(body.place(0), f"{base} is a letter of the notation, and more is said of it: say what it is "
                         f"here, '%! let {base}: ...'", "AMBIGUOUS")  # fmt: skip


def _tex(named: Named) -> str:
    return symbol_tex(named.sym if isinstance(named, Abbrev) else named)
