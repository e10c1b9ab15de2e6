"""The letters of a page: those of its transcription first, then those of its paper."""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from ..claims import Claim
from ..reading.letters import Key, Named, letter_of, spelled
from ..report.symbols import symbol_tex
from ..statement.binding import free_symbols
from ..statement.props import Prop, subterms
from ..statement.terms import Abbrev, Op, Sym, Term, nodes


def letters_for(claim: Claim, part: str = "", times: tuple[str, ...] = ()) -> tuple[Named, ...]:
    """One letter for each print: where a print names two things, the one that the transcription speaks of, or else the
    one that is called as it is printed.

    A letter for time is one only where the transcription has it.  Where several contexts share a letter, ``x^{(i)}`` is
    a column of the one that the transcription speaks of; ``r_l`` is a member of a family where it speaks of one.
    """
    table: dict[tuple[Key, bool], Named] = {}
    doubtful: set[tuple[Key, bool]] = set()
    paper = _of_paper(claim.paper)
    own = tuple(named for named in _of_file(claim.file) if not any(named is one for one in paper))
    contexts: set[str] = set()
    for group in (_spoken(claim, part), _spoken(claim, None), own, paper):
        here: dict[tuple[Key, bool], Named] = {}
        for named in group:
            sym = named.sym if isinstance(named, Abbrev) else named
            where = key_of_letter(named)
            if where is None:
                continue
            place = where, sym.has("iid") and isinstance(named, Sym)
            if here.setdefault(place, named) != named:
                if sym.name == symbol_tex(sym):
                    here[place] = named
                elif _name(here[place]) != symbol_tex(sym):
                    doubtful.add(place)
        met = set(contexts)
        for place, named in here.items():
            (base, sub, sup), _ = place
            family = table.get(((base, "", sup), False)) if sub and group in (own, paper) else None
            member = isinstance(family, Sym) and family.has("layers")
            if place in doubtful or place in table or member or (group is paper and base in (*times, "I")):
                continue
            if isinstance(named, Sym) and named.has("context"):
                named = replace(named, traits=named.traits - {"context"}) if base.lower() in met else named
                contexts.add(base.lower())
            table[place] = named
    return tuple(table.values())


def _spoken(claim: Claim, part: str | None) -> Iterator[Named]:
    chosen = [p for p in claim.parts if part is None or p.name == part]
    props = [r.prop for p in chosen for r in p.readings]
    if part is None:
        props += [h.prop for h in claim.given]
        yield from claim.forall
    for prop in props:
        yield from named_in(prop)


def named_in(prop: Prop) -> Iterator[Named]:
    """The letters of a statement, but for those that a recursion binds."""
    met = dict.fromkeys(node for _, node in subterms(prop) if isinstance(node, Sym | Abbrev))
    inside = {n: None for a in met if isinstance(a, Abbrev) for n in nodes(a.body) if isinstance(n, Sym | Abbrev)}
    own = {a.sym for a in (*met, *inside) if isinstance(a, Abbrev)}
    bound = {s for _, n in subterms(prop) if isinstance(n, Op) and n.head == "sequence" for s in n.args[:2]}
    bound -= free_symbols(prop)
    yield from (n for n in met if n not in own and n not in bound)


def named_in_all(claim: Claim) -> tuple[Named, ...]:
    """The letters of all that the claim says, and of what others stand for."""
    props = [*(r.prop for p in claim.parts for r in p.readings), *(h.prop for h in claim.given)]
    found = [node for prop in props for _, node in subterms(prop) if isinstance(node, Sym | Abbrev)]
    return tuple(dict.fromkeys(found))


def key_of_letter(named: Named) -> Key | None:
    sym = named.sym if isinstance(named, Abbrev) else named
    return None if sym.has("identity") or sym.has("zero") else spelled(letter_of(sym))


def _name(named: Named) -> str:
    return named.sym.name if isinstance(named, Abbrev) else named.name


def silent_in(letters: tuple[Named, ...], silent: tuple[str, ...]) -> frozenset[str]:
    """The letters whose names have an index that is silent elsewhere."""
    texs = [letter_of(named.sym if isinstance(named, Abbrev) else named) for named in letters]
    keys = [key for tex in texs if (key := spelled(tex)) is not None]
    return frozenset(base for base, sub, _ in keys if sub.split(",")[0] in silent)


@cache
def _of_file(file: str) -> tuple[Named, ...]:
    """The letters that the claim's own file names."""
    module = next((m for m in sys.modules.values() if file and getattr(m, "__file__", None) == file), None)
    return tuple(v for v in vars(module).values() if isinstance(v, Sym | Abbrev)) if module else ()


@cache
def _of_paper(paper: str) -> tuple[Named, ...]:
    """All letters of the files of notation."""
    name = f"proofs_check.papers.{paper}"
    if not paper.isidentifier() or find_spec(name) is None:
        return ()
    found: list[Named] = []
    for info in pkgutil.iter_modules(import_module(name).__path__):
        if info.name.startswith("notation"):
            values: list[Term] = [v for v in vars(import_module(f"{name}.{info.name}")).values() if isinstance(v, Term)]
            found += [v for v in values if isinstance(v, Sym | Abbrev)]
    return tuple(found)
