r"""How many index slots the letters of a term have: the bound under which one dimension decides every dimension.

A polynomial in matrices and vectors that does not change under orthogonal changes of basis is a combination of complete
contractions of its letters, a matrix having two index slots and a vector one.  Contractions of 2k slots are linearly
independent in every dimension from k on (second fundamental theorem for the orthogonal group).  Where no trace of the
identity occurs, the coefficients do not depend on d: an identity that holds for all entries at d = k holds at every d.
"""

from __future__ import annotations

from ..model import Model
from ..statement.fold import Lacks
from ..statement.terms import Abbrev, Num, Op, Sym, Term, substitute, symbols

Slots = tuple[int, int]
"""The least and the largest number of index slots of a monomial."""
ADDED = frozenset({"+", "-"})
KEPT = frozenset({"neg", "T", "expect"})
NORMS = frozenset({"norm_F", "norm_2"})
SAMPLED = frozenset({"sum", "stack_over", "beside_over"})


def deciding_dimension(lhs: Term, rhs: Term, model: Model, open_slots: int) -> int:
    """The least d that decides ``lhs == rhs`` for every d; ``open_slots`` are those of the value itself."""
    for side in (lhs, rhs):
        _check_letters(side, model)
    most = max(slots(side)[1] for side in (lhs, rhs))
    return max(1, (most + open_slots + 1) // 2)


def _check_letters(side: Term, model: Model) -> None:
    for sym in symbols(side):
        named = {str(dim) for dim in sym.shape} - {"1", "d"}
        if not (named <= {"M", "N"}):
            raise Lacks(f"grid lacks sizes of {sym.name}")
        if sym.has("random") and sym.shape[1] == 1 and sym.shape[0] == "d" and "cov:I" in sym.traits:
            raise Lacks(f"grid lacks the powers of d that {sym.name}, whose covariance is the identity, may give")


def slots(node: Term) -> Slots:
    """The least and the largest number; Lacks where ``node`` is no polynomial, or explicit powers of d may occur."""
    match node:
        case Num():
            return 0, 0
        case Abbrev(body=body):
            return slots(body)
        case Sym():
            return _of_symbol(node)
        case Op(head="at", args=(Sym() as family, _)):
            return _of_symbol(family)
    assert isinstance(node, Op)
    head, args = node.head, node.args
    if head in ADDED:
        pairs = [slots(arg) for arg in args]
        return min(lo for lo, _ in pairs), max(hi for _, hi in pairs)
    if head in KEPT:
        return slots(args[0])
    if head in {"*", "inner"}:
        pairs = [slots(arg) for arg in args]
        found = sum(lo for lo, _ in pairs), sum(hi for _, hi in pairs)
        return _closed(found) if head == "inner" else found
    if head == "tr":
        return _closed(slots(args[0]))
    if head == "/" and all(sym.has("integer") and sym.name != "d" for sym in symbols(args[1])):
        return slots(args[0])
    if head == "^":
        return _power(args[0], args[1])
    if head in SAMPLED and all(sym.has("integer") and sym.name != "d" for sym in symbols(args[1])):
        return slots(args[2])
    if head == "grad" and isinstance(args[1], Sym):
        lo, hi = slots(args[0])
        own = _of_symbol(args[1])[1]
        return max(0, lo - own), max(0, hi - own)
    if head == "where" and not _differentiates(args[0]):
        bindings = {s: v for s, v in zip(args[1::2], args[2::2], strict=True) if isinstance(s, Sym)}
        return slots(substitute(args[0], bindings))
    raise Lacks(f"grid lacks a bound on the index slots of {head}")


def _of_symbol(sym: Sym) -> Slots:
    if sym.name == "d" or sym.has("derived") or sym.has("prompt"):
        raise Lacks(f"grid lacks a bound on the index slots of {sym.name}")
    count = 0 if sym.has("identity") or sym.has("zero") else sum(dim == "d" for dim in sym.shape)
    return count, count


def _closed(found: Slots) -> Slots:
    """Of a trace: without letters it could be that of the identity, which is d."""
    if found[0] == 0:
        raise Lacks("grid lacks the power of d of a trace that may be that of the identity")
    return found


def _power(base: Term, exponent: Term) -> Slots:
    if not (isinstance(exponent, Num) and exponent.value.denominator == 1 and exponent.value >= 0):
        raise Lacks("grid lacks powers that are not polynomial")
    k = int(exponent.value)
    if isinstance(base, Op) and base.head in NORMS:
        if k % 2:
            raise Lacks("grid lacks norms that are not squared")
        found = slots(base.args[0])
        lo, hi = _closed(found) if base.head == "norm_F" else found  # no vector is the identity
        return lo * k, hi * k
    lo, hi = slots(base)
    return lo * k, hi * k


def _differentiates(node: Term) -> bool:
    if isinstance(node, Abbrev):
        return _differentiates(node.body)
    return isinstance(node, Op) and (node.head in {"grad", "ddt"} or any(map(_differentiates, node.args)))
