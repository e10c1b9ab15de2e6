"""That numbers are whole, and that rows and columns that are counted exist, sizes being at least 1.  Not trusted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...claims import Claim
from ...statement.dimensions import Size, size, size_of_term
from ...statement.indices import reach
from ...statement.props import Prop, le, symbols_in
from ...statement.shape import term_of_dim
from ...statement.terms import Abbrev, Dim, Num, Op, Sym, Term, substitute, symbols, term
from .. import kernel as K
from ..binding import Refused, same
from ..kernel import Theorem

if TYPE_CHECKING:
    from .desk import Desk, Held


def numbers_of(claim: Claim) -> dict[str, Sym]:
    """The integers of which a claim speaks, by name."""
    return numbers_in([*(h.prop for h in claim.given), *(part.meant.prop for part in claim.parts)])


def numbers_in(props: Iterable[Prop]) -> dict[str, Sym]:
    found = frozenset[Sym]().union(*map(symbols_in, props))
    return {s.name: s for s in found if s.has("integer") and s.shape == (1, 1)}


def integer(desk: Desk, n: Term, premises: Held) -> Theorem:
    """A whole number, sums and products of such."""
    match n:
        case Abbrev():
            return integer(desk, n.body, premises)
        case Num(value) if value == 0 or value == 1:
            return desk.use("0 and 1", {}, [])[int(value)]
        case Num(value) if value.denominator == 1:
            step = 1 if value > 0 else -1
            found = _ring(desk, term(value - step), "+" if value > 0 else "-", term(1), premises)
            was = found.proposition.args[0]
            assert isinstance(was, Term)
            return K.rewrite(desk.equal(was, n), found, (0,))
        case Op("+" | "-" | "*" as head, (a, b)):
            return _ring(desk, a, head, b, premises)
        case Sym() if n.has("integer"):
            return desk.use("integer", {"z": n}, [])[0]
        case Sym() if n.has("index"):
            return next(th for th in _index(desk, n) if th.proposition.head == "integer")
    raise Refused("no integer: ", n)


def _ring(desk: Desk, a: Term, head: str, b: Term, premises: Held) -> Theorem:
    both = [integer(desk, a, premises), integer(desk, b, premises)]
    return desk.use("ring of integers", {"a": a, "b": b}, both)["+-*".index(head)]


def index(desk: Desk, p: Prop) -> Theorem | None:
    """That an index is in its range."""
    match p:
        case Prop("le", (_, Op("-", (_, Sym() as i)))) if i.has("index"):
            return _of_index(desk, i, p)
        case Prop("le", (_, Op("-", (Sym() as i, _)))) if i.has("index"):
            return _of_index(desk, i, p)
    return None


def _of_index(desk: Desk, i: Sym, p: Prop) -> Theorem | None:
    try:
        return next((th for th in _index(desk, i) if same(th.proposition, p)), None)
    except Refused:
        return None


def _index(desk: Desk, i: Sym) -> tuple[Theorem, ...]:
    last = next(t.partition(":")[2] for t in i.traits if t.startswith("range:"))
    return desk.use("index", {"i": i, "n": _number(desk, last)}, ())


def _number(desk: Desk, dim: Dim) -> Term:
    """The number of which a size is the name: of that name there is one symbol."""
    found = term_of_dim(dim)
    return substitute(found, {s: desk.numbers[s.name] for s in symbols(found) if s.name in desk.numbers})


def in_range(desk: Desk, p: Prop) -> Theorem:
    """0 <= e, where e is a polynomial in what sizes exceed 1 by, and indices stay below their last value by."""
    zero, e = p.args if p.head == "le" else (None, None)
    if zero != term(0) or not isinstance(e, Term) or (told := size_of_term(e)) is None:
        raise Refused("no size: ", p)
    places: dict[str, Size | None] = {}
    slacks: dict[str, Term] = {}
    known: list[Theorem] = []
    for s in symbols(e):
        falls = s.has("index") and any(names == (s.name,) and count < 0 for names, count in told.terms)
        least = 0 if s.has("nonnegative") else 1
        slacks[s.name + "'"] = _number(desk, reach(s)) - s if falls else s - least
        places[s.name] = size(reach(s)) + size(-1) * _named(s) if falls else size(least) + _named(s)
        if s.has("index"):
            bound = le(term(0), slacks[s.name + "'"])
            if same(bound, p):
                raise Refused("no sign found: ", p)
            known.append(desk.prove(bound))
    rest = told.where(places)
    if rest is not None:  # the last value of an index is a size itself
        last = {name for names, _ in rest.terms for name in names if not name.endswith("'")}
        low = {name: 0 if name in desk.numbers and desk.numbers[name].has("nonnegative") else 1 for name in last}
        slacks |= {name + "'": _number(desk, name) - low[name] for name in last}
        rest = rest.where({name: size(low[name]) + Size((((name + "'",), 1),)) for name in last})
    if rest is None or any(count < 0 for _, count in rest.terms):
        raise Refused("no sign found: ", p)
    whole: Term = term(0)
    for names, count in rest.terms:
        product: Term = term(count)
        for name in names:
            product = product * slacks[name]
        whole = whole + product
    return K.rewrite(desk.equal(whole, e), desk.sign(le(term(0), whole), known), (1,))


def _named(s: Sym) -> Size:
    return Size((((s.name + "'",), 1),))
