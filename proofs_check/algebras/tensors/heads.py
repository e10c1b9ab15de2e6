"""Heads that need the values of their arguments alone, sizes, and what counts as an estimate."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol

from numeric.training.tensors import Enclosure
from numeric.training.tensors import functions as f
from numeric.training.tensors.dual import Dual, added, is_enclosed, midpoint

from ...statement.dimensions import size
from ...statement.fold import Lacks, strict
from ...statement.terms import Abbrev, Dim, Num, Op, Sym, Term, children, symbols

NAME = "gpu"
_TWO = Num(Fraction(2))


def lacks(what: str) -> Lacks:
    return Lacks(f"{NAME} lacks {what}")


@lru_cache(maxsize=1 << 15)
def estimated(node: Term) -> bool:
    """Whether the value of ``node`` is estimated from draws: it speaks of an expectation, or of a flow or loss that is
    one.  Expectations over laws with finitely many atoms are computed, and count as constants."""
    if isinstance(node, Sym):
        return node.has("derived") and node.shape == (1, 1) and not node.has("random")
    if isinstance(node, Op):
        if node.head == "ddt" or (node.head in {"expect", "expect_given"} and not is_finite_mean(node)):
            return True
        if node.head == "expect":
            return False
    return any(estimated(child) for child in children(node))


def is_atomic(sym: Sym) -> bool:
    """Whether the law of this symbol is one of finitely many atoms here: a random covariance, or a copy of one."""
    return sym.has("law") or any(trait.startswith("copy:") for trait in sym.traits)


@lru_cache(maxsize=1 << 15)
def is_finite_mean(node: Op) -> bool:
    drawn = [sym for sym in symbols(node) if sym.has("random")]
    return node.head == "expect" and bool(drawn) and all(is_atomic(sym) for sym in drawn)


@lru_cache(maxsize=1 << 15)
def is_random(node: Term) -> bool:
    """Whether ``node`` speaks of what is drawn and not averaged."""
    if isinstance(node, Sym):
        return node.has("random")
    if isinstance(node, Op) and node.head == "expect":
        return False
    return any(is_random(child) for child in children(node))


def refuse_estimates(node: Term, what: str) -> None:
    """The mean of a function that is not linear is not the function of the mean."""
    if estimated(node):
        raise lacks(f"{what} of an expectation")


class Reader(Protocol):
    """What heads read their arguments with."""

    def __call__(self, node: Term) -> Any: ...

    def integer(self, node: Term) -> int:
        """The integer that a constant is, found without asking the device."""
        ...


def size_of(dim: Dim, sizes: Mapping[str, int]) -> int:
    """The integer of a dimension such as ``"(d+1)^2"`` or ``"d(d+1)"``."""
    found = size(dim).value(sizes)
    if found is None:
        raise lacks(f"a size for {dim}")
    return found


def names_in(dim: Dim) -> frozenset[str]:
    """The names in a dimension."""
    return frozenset(name for monomial, _ in size(dim).terms for name in monomial if name)


def place(k: int, limit: int) -> int:
    """The row or column number ``k``, counted from 1."""
    if not 1 <= k <= limit:
        raise lacks(f"row or column {k} of {limit}")
    return k - 1


def _quotient(node: Op, read: Reader) -> Any:
    refuse_estimates(node.args[1], "the inverse")
    a, b = read(node.args[0]), read(node.args[1])
    if not f.is_number(b):
        raise lacks("division by anything but a number")
    return f.times(a, b.reciprocal())


def _curved(function: Callable[..., Any], what: str) -> Callable[[Op, Any], Any]:
    """A head that is not linear."""

    def meaning(node: Op, read: Reader) -> Any:
        for arg in node.args:
            refuse_estimates(arg, what)
        return function(*(read(arg) for arg in node.args))

    return meaning


def _power(node: Op, read: Reader) -> Any:
    base, exponent = node.args
    if isinstance(base, Op) and base.head in {"norm_F", "norm_2"} and exponent == _TWO:
        (A,) = base.args
        return f.inner(read(A), read(A))
    value = exponent.value if isinstance(exponent, Num) else None
    if value is not None and value.denominator != 1:
        refuse_estimates(base, "a root")
        root = read(base)
        if value.denominator not in (2, 4):
            raise lacks(f"the power {value}")
        power, rooted = abs(value.numerator), f.half(root)
        rooted = f.half(rooted) if value.denominator == 4 else rooted
        made = f.power(rooted, power)
        return made if value > 0 else f.inverse(made)
    k = int(value) if value is not None else read.integer(exponent)
    if k == 0:
        return _identity(read(base))
    if k < 0:
        refuse_estimates(base, "the inverse")
        return f.power(f.inverse(read(base)), -k)
    # Each factor is read anew: what is estimated has draws of its own there.
    return f.power(read(base), k) if not estimated(base) else _independent(base, k, read)


def _independent(base: Term, k: int, read: Reader) -> Any:
    made = read(base)
    for _ in range(k - 1):
        made = f.times(made, read(base))
    return made


def _identity(value: Any) -> Any:
    """The power 0."""
    one = midpoint(value).new_ones(value.shape[1]).diag()[None]
    return Enclosure.exact(one) if is_enclosed(value) else one


def _length(node: Op, read: Reader) -> Any:
    refuse_estimates(node.args[0], "the norm")
    return f.length(read(node.args[0]))


def _norm_op(A: Any) -> Any:
    return f.eigenvalues(f.product(A.mT, A))[:, -1:].sqrt()


def _cond(A: Any) -> Any:
    values = f.eigenvalues(A)
    return f.times(values[:, -1:], values[:, :1].reciprocal())


def _entry(node: Op, read: Reader) -> Any:
    a = read(node.args[0])
    r, c = place(read.integer(node.args[1]), a.shape[1]), place(read.integer(node.args[2]), a.shape[2])
    return a[:, r : r + 1, c : c + 1]


def _row(node: Op, read: Reader) -> Any:
    a = read(node.args[0])
    r = place(read.integer(node.args[1]), a.shape[1])
    return a[:, r : r + 1, :]


def _col(node: Op, read: Reader) -> Any:
    a = read(node.args[0])
    c = place(read.integer(node.args[1]), a.shape[2])
    return a[:, :, c : c + 1]


def _delta(node: Op, read: Reader) -> Any:
    i, j = (read.integer(arg) for arg in node.args)
    return read(Num(Fraction(int(i == j))))


def _columns(node: Op, read: Reader) -> Any:
    value = read(node.args[0])
    count = midpoint(value).new_full((1, 1, 1), float(value.shape[2]))
    return Enclosure.exact(count) if is_enclosed(value) else count


def _eigenvalue(node: Op, read: Reader) -> Any:
    """Number k in decreasing order."""
    refuse_estimates(node.args[0], "eigenvalues")
    A = read(node.args[0])
    if isinstance(A, Dual):
        raise lacks("the derivative of eigenvalues")
    values = f.eigenvalues(A)
    at = values.shape[1] - 1 - place(read.integer(node.args[1]), values.shape[1])
    return values[:, at : at + 1]


def _modulus(A: Any) -> Any:
    return f.half(f.product(A, A))


def _no_dual(function: Callable[..., Any], what: str) -> Callable[..., Any]:
    def checked(*values: Any) -> Any:
        if any(isinstance(value, Dual) for value in values):
            raise lacks(f"the derivative of {what}")
        return function(*values)

    return checked


HEADS: Mapping[str, Callable[[Op, Any], Any]] = {
    "+": strict(added), "-": strict(f.subtracted), "neg": strict(operator.neg), "*": strict(f.times), "/": _quotient,
    "^": _power, "T": strict(f.transposed), "tr": strict(f.trace), "inner": strict(f.inner), "vec": strict(f.vec),
    "unvec": strict(f.unvec), "kron": strict(f.kron), "block": strict(f.block),
    "stack": strict(lambda a, b: f.joined([a, b], 1)), "beside": strict(lambda a, b: f.joined([a, b], 2)),
    "entry": _entry, "row": _row, "col": _col, "delta": _delta, "eigenvalue": _eigenvalue,
    "diag": strict(f.diagonal), "columns": _columns, "norm_F": _length, "norm_2": _length,
    "det": _curved(f.determinant, "the determinant"), "sqrt": _curved(lambda a: a.sqrt(), "a root"),
    "exp": _curved(lambda a: a.exp(), "the exponential"), "exp_each": _curved(lambda a: a.exp(), "the exponential"),
    "log": _curved(lambda a: a.log(), "the logarithm"),
    "abs": _curved(f.absolute, "the absolute value"), "relu": _curved(f.relu, "the larger"),
    "relu_each": _curved(f.relu, "the larger"), "least": _curved(f.smaller, "the smaller"),
    "softmax": _curved(lambda a: f.softmax(a, a.shape[1]), "the softmax"),
    "masked_softmax": _curved(lambda a: f.softmax(a, a.shape[1] - 1), "the softmax"),
    "norm_op": _curved(_no_dual(_norm_op, "an operator norm"), "the norm"),
    "cond": _curved(_no_dual(_cond, "a condition number"), "the condition number"),
    "least_eigenvalue": _curved(_no_dual(lambda A: f.eigenvalues(A)[:, :1], "eigenvalues"), "eigenvalues"),
    "modulus": _curved(_no_dual(_modulus, "a modulus"), "the modulus"),
    "projection": _curved(_no_dual(f.projection, "a projection"), "the projection"),
    "pinv": _curved(_no_dual(f.pseudo_inverse, "a pseudo-inverse"), "the pseudo-inverse"),
    "rank": _curved(_no_dual(f.rank, "a rank"), "the rank"),
    "least_positive_eigenvalue": _curved(_no_dual(f.least_positive_eigenvalue, "eigenvalues"), "eigenvalues"),
    "nuclear": _curved(_no_dual(lambda A: f.trace(_modulus_of(A)), "singular values"), "singular values"),
}  # fmt: skip


def _modulus_of(A: Any) -> Any:
    return f.half(f.product(A.mT, A))


def opened(node: Term) -> Term:
    """What an abbreviation stands for."""
    while isinstance(node, Abbrev):
        node = node.body
    return node
