"""Functions of symmetric matrices of any rank in balls.

Where the argument is exact at the point (a rational matrix made of others) its rank is exact, and so are projections
and Moore-Penrose inverses; roots and eigenvalues are enclosed.  Otherwise only what is certainly positive definite has
an inverse or a root here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn

import flint
import numpy as np

from numeric import psd
from numeric.errors import InputError
from numeric.matrices import definiteness, identity

from ..statement.fold import Lacks, Meaning
from ..statement.terms import Abbrev, Num, Op, Sym, Term, symbols
from . import exact_psd
from .ball_values import Value, number, whole
from .sampling.algebra import SamplesAlgebra
from .sampling.exact_means import ExactDraws

if TYPE_CHECKING:
    from .balls import BallsAlgebra

Read = Callable[[Term], Any]


def heads(algebra: BallsAlgebra) -> dict[str, Meaning]:
    """The meanings of the heads of :mod:`proofs_check.statement.psd` that are terms."""

    def pinv(node: Op, read: Read) -> Value:
        (arg,) = node.args
        base = _halved(arg)
        exact = exactly(base if base is not None else arg, algebra)
        if exact is not None and base is None:
            return Value(flint.arb_mat(psd.pseudo_inverse(exact)), self_adjoint=exact == exact.transpose())
        if exact is not None:
            return Value(_power(exact, Fraction(-1, 2), "inverse root"), self_adjoint=True)
        value = read(arg)
        return Value(_definite(value, "Moore-Penrose inverse").inv(), self_adjoint=bool(value.is_symmetric))

    def projection(node: Op, read: Read) -> Value:
        exact = exactly(node.args[0], algebra)
        if exact is not None:
            return Value(flint.arb_mat(psd.projection(exact)))
        return Value(identity(_definite(read(node.args[0]), "projection").nrows()))

    def rank(node: Op, read: Read) -> Value:
        exact = exactly(node.args[0], algebra)
        return number(exact.rank() if exact is not None else _definite(read(node.args[0]), "rank").nrows())

    def eigenvalue(node: Op, read: Read) -> Value:
        found, place = spectrum(node.args[0], algebra, read), whole(read(node.args[1])) - 1
        if not 0 <= place < len(found):
            raise Lacks(f"balls lacks eigenvalue {place + 1} of {len(found)}")
        return number(found[place])

    def least_positive(node: Op, read: Read) -> Value:
        found = spectrum(node.args[0], algebra, read)
        exact = exactly(node.args[0], algebra)
        rank = exact.rank() if exact is not None else _definite(read(node.args[0]), "rank").nrows()
        if rank == 0 or not found[rank - 1] > 0:
            raise Lacks("balls lacks a positive eigenvalue of what is not seen to be positive semi-definite and not 0")
        return number(found[rank - 1])

    def modulus(node: Op, read: Read) -> Value:
        """Of what is exact at the point, or symmetric with two rows: the root of the square."""
        exact = exactly(node.args[0], algebra)
        try:
            if exact is not None:
                return Value(psd.function(exact, lambda e: abs(e.ball)), self_adjoint=True)
            value = read(node.args[0])
            if not value.is_symmetric:
                raise Lacks("balls lacks the modulus of what is not seen to be symmetric")
            return Value(psd.enclosed_root(value.matrix * value.matrix), self_adjoint=True)
        except InputError as error:
            raise Lacks(f"balls lacks this modulus: {error}") from error

    return {
        "pinv": pinv,
        "modulus": modulus,
        "projection": projection,
        "rank": rank,
        "eigenvalue": eigenvalue,
        "least_eigenvalue": lambda node, read: number(spectrum(node.args[0], algebra, read)[-1]),
        "least_positive_eigenvalue": least_positive,
    }


def root(node: Term, base: Value, algebra: BallsAlgebra) -> Value:
    """The principal square root of a psd matrix: exact argument, or two rows in closed form."""
    exact = exactly(node, algebra)
    if exact is not None:
        return Value(_power(exact, Fraction(1, 2), "square root"), self_adjoint=True)
    try:
        return Value(psd.enclosed_root(base.matrix), self_adjoint=bool(base.is_symmetric))
    except InputError as error:
        raise Lacks(f"balls lacks this square root: {error}") from error


def _power(A: flint.fmpq_mat, exponent: Fraction, what: str) -> flint.arb_mat:
    try:
        return psd.power(A, exponent)
    except InputError as error:
        raise Lacks(f"balls lacks this {what}: {error}") from error


def spectrum(node: Term, algebra: BallsAlgebra, read: Read) -> list[flint.arb]:
    """The eigenvalues in decreasing order, with multiplicity."""
    exact = exactly(node, algebra)
    try:
        if exact is not None:
            return [e.ball for e in psd.eigenvalues(exact) for _ in range(e.multiplicity)]
        return psd.enclosed_eigenvalues(read(node).matrix)
    except InputError as error:
        raise Lacks(f"balls lacks these eigenvalues: {error}") from error


def exactly(node: Term, algebra: BallsAlgebra) -> flint.fmpq_mat | None:
    """The value of a constant as an exact rational matrix, where it is one."""
    try:
        return exact_psd.rational(_in_fractions(node, algebra, {}))
    except Lacks:
        return None


def exact_values(f: Term, s: Sym, places: Sequence[int], algebra: BallsAlgebra) -> list[Fraction]:
    """What the number ``f`` is at these values of ``s``; raises :class:`Lacks` where that is no fraction."""
    at = np.array([Fraction(k) for k in places], dtype=object).reshape(-1, 1, 1)
    try:
        found = np.broadcast_to(_in_fractions(f, algebra, {s.name: at}), at.shape)
    except Lacks:  # functions of a matrix are read of one matrix at a time
        found = np.concatenate([_in_fractions(f, algebra, {s.name: one[None]}) for one in at])
    if not exact_psd.are_fractions(found):
        raise Lacks("balls lacks exact values of what is no fraction at the point")
    return [Fraction(x) for x in found.ravel()]


def _in_fractions(node: Term, algebra: BallsAlgebra, moving: Mapping[str, Any]) -> Any:
    """A constant at the exact point; each of ``moving`` has several values there, one below the other."""
    known = algebra.exact.keys() | moving.keys()
    named = {sym for sym in symbols(node) if not sym.traits & {"identity", "zero"}}
    # A matrix may bear the letter of a size: only an integer is one, where it is no value like others.
    if not all(sym.name in known or (sym.has("integer") and sym.name in algebra.sizes) for sym in named):
        raise Lacks("balls lacks exact values of all symbols")

    def constant(sym: Sym, shape: tuple[int, int]) -> Any:
        if sym.name not in algebra.exact:
            raise Lacks(f"balls lacks an exact value of {sym.name}")
        return exact_psd.array(algebra.exact[sym.name])

    drawn = _Nothing(_not_drawn, 1)
    return SamplesAlgebra(dict(algebra.sizes), constant, drawn, None, values=moving).read(node)  # type: ignore[arg-type]


class _Nothing(ExactDraws):
    """Nothing is drawn, and nothing averaged: of constants alone the value is asked."""

    def mean(self, evaluate: object) -> NoReturn:
        raise Lacks("balls averages nothing in fractions")


def _not_drawn(key: str) -> np.random.Generator:
    raise Lacks("balls draws nothing")


def _halved(node: Term) -> Term | None:
    """A in :math:`A^{1/2}`."""
    while isinstance(node, Abbrev):
        node = node.body
    if isinstance(node, Op) and node.head == "^" and node.args[1] == Num(Fraction(1, 2)):
        return node.args[0]
    return None


def _definite(A: Value, what: str) -> flint.arb_mat:
    if definiteness(A.matrix) != "positive":
        raise Lacks(f"balls lacks the {what} of a matrix of unknown rank")
    return A.matrix
