r"""How many index slots the letters of a term have: the bound under which one dimension decides every dimension.

A polynomial in matrices and vectors that does not change under orthogonal changes of basis is a combination of complete
contractions of its letters, a matrix having two index slots and a vector one.  Contractions of 2k slots are linearly
independent in every dimension from k on (second fundamental theorem for the orthogonal group).  Where no trace of the
identity occurs, the coefficients do not depend on d: an identity that holds for all entries at d = k holds at every d.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Model
from ..statement.fold import Lacks
from ..statement.shape import shape
from ..statement.terms import Abbrev, Num, Op, Sym, Term, nodes, substitute, symbols

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
        if head == "inner":
            _refuse_identity(node)
        return found
    if head == "tr":
        _refuse_identity(node)
        return slots(args[0])
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
        return slots(substitute(args[0], _bindings(args[1:])))
    raise Lacks(f"grid lacks a bound on the index slots of {head}")


def _bindings(flat: Sequence[Term]) -> dict[Sym, Term]:
    return {s: v for s, v in zip(flat[::2], flat[1::2], strict=True) if isinstance(s, Sym)}


def _of_symbol(sym: Sym) -> Slots:
    if sym.name == "d" or sym.has("derived") or sym.has("prompt"):
        raise Lacks(f"grid lacks a bound on the index slots of {sym.name}")
    count = 0 if sym.has("identity") or sym.has("zero") else sum(dim == "d" for dim in sym.shape)
    return count, count


def _refuse_identity(node: Op) -> None:
    """A trace of a multiple of the identity is one of d, whatever letters the factor has."""
    if not _between(node):
        raise Lacks("grid lacks the power of d of a trace that may be that of the identity")


def _between(node: Term) -> int:
    """The least number of slots of the letters between the two sides of a matrix, or around a closed product."""
    match node:
        case Abbrev(body=body):
            return _between(body)
        case Sym() | Op(head="at", args=(Sym(), _)):
            return slots(node)[0]
        case Op(head="+" | "-", args=args):
            return min(map(_between, args))
        case Op(head="*" | "inner", args=args):
            return sum(_between(arg) for arg in args if not _is_scalar(arg))
        case Op(head="neg" | "T" | "expect" | "/" | "tr", args=(inside, *_)):
            return _between(inside)
        case Op(head="norm_F" | "norm_2", args=(inside,)):
            return 2 * _between(inside)
        case Op(head="^", args=(base, Num(value=k))):
            return _between(base) * int(k)
        case Op(head="sum" | "stack_over" | "beside_over", args=(_, _, inside)):
            return _between(inside)
        case Op(head="where", args=(body, *flat)):
            return _between(substitute(body, _bindings(flat)))
        case Op(head="grad", args=(f, Sym() as U)):
            around = (_between(x) for x in nodes(f) if isinstance(x, Op) and U in symbols(x) and _is_closed(x))
            return max(0, min(around, default=0) - _of_symbol(U)[1])
    return 0


def _is_scalar(node: Term) -> bool:
    return shape(node) == (1, 1)


def _is_closed(node: Op) -> bool:
    """Whether letters are contracted here, and not only numbers multiplied."""
    if node.head == "*":
        return _is_scalar(node) and not all(map(_is_scalar, node.args))
    return node.head in {"tr", "inner"} | NORMS


def _power(base: Term, exponent: Term) -> Slots:
    if not (isinstance(exponent, Num) and exponent.value.denominator == 1 and exponent.value >= 0):
        raise Lacks("grid lacks powers that are not polynomial")
    k = int(exponent.value)
    if isinstance(base, Op) and base.head in NORMS:
        if k % 2:
            raise Lacks("grid lacks norms that are not squared")
        if base.head == "norm_F":  # no vector is the identity
            _refuse_identity(base)
        lo, hi = slots(base.args[0])
        return lo * k, hi * k
    lo, hi = slots(base)
    return lo * k, hi * k


def _differentiates(node: Term) -> bool:
    if isinstance(node, Abbrev):
        return _differentiates(node.body)
    return isinstance(node, Op) and (node.head in {"grad", "ddt"} or any(map(_differentiates, node.args)))
