"""Whether an expectation is finite: a random covariance is only known to have third moments.  Standard library only."""

from __future__ import annotations

from fractions import Fraction

from ...roles import letter_of
from ...statement.laws import STANDARD
from ...statement.terms import Abbrev, Num, Op, Sym, Term, symbols
from ..traits import is_random

MOST = Fraction(3)
HALF = Fraction(1, 2)
_LARGEST = frozenset({
    "+", "-", "neg", "T", "tr", "norm_F", "norm_op", "norm_2", "abs", "diag", "block", "stack", "beside", "vec",
    "entry", "row", "col", "at", "beside_over", "stack_over", "expect_given", "least",
    "least_over", "least_unequal", "relu",
})
_OF_THE_MODEL = {letter_of("drawn_prediction"): Fraction(3, 2)}


def has_moments(body: Term, fixed: frozenset[str] = frozenset()) -> bool:
    """Whether the mean of ``body`` is known to be finite; of what is not drawn from a random law nothing is asked.

    ``fixed``: names of covariances that are not random.
    """
    if not any(is_of_a_law(sym) and not _is_fixed(sym, fixed) for sym in symbols(body)):
        return True
    found = degree(body)
    return found is not None and found <= MOST


def degree(node: Term) -> Fraction | None:
    """A k with :math:`|node|\\le C(1+\\|\\Lambda\\|)^k` up to Gaussian factors, where Lambda is drawn; None: not known.

    A Gaussian vector counts one half, like the root of its covariance.
    """
    if isinstance(node, Sym):
        return _of_symbol(node)
    if isinstance(node, Abbrev):
        return degree(node.body)
    if not isinstance(node, Op) or not is_random(node):
        return Fraction(0)
    if node.head == "sequence":
        return _of_sequence(node)
    parts = [degree(arg) for arg in node.args]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    if node.head in {"*", "kron", "inner"}:
        return sum(known, Fraction(0))
    if node.head == "/":
        return known[0] if not is_random(node.args[1]) else None
    if node.head == "^":
        return _power(node, known[0])
    if node.head == "sqrt":
        return known[0] / 2
    if node.head in {"sum", "sum_unequal"}:
        return known[-1]
    if node.head == "prediction_on":
        covariate, label, query = known[4:]
        return 2 * max(covariate, label, query) + query
    if node.head == "where":
        return known[0] if not any(known[1:]) else None
    return max(known) if node.head in _LARGEST else None


def _of_sequence(node: Op) -> Fraction | None:
    """Polynomials in standard Gaussian vectors have all moments, those of every layer too."""
    drawn = [sym for sym in symbols(node) if is_random(sym)]
    parts = [degree(arg) for arg in node.args[2:4]]
    known = [part for part in parts if part is not None]
    standard = all(f"cov:{STANDARD}" in sym.traits for sym in drawn)
    return max(known) if standard and len(known) == len(parts) else None


def _power(node: Op, base: Fraction) -> Fraction | None:
    exponent = node.args[1]
    return base * exponent.value if isinstance(exponent, Num) and exponent.value >= 0 else None


def is_of_a_law(sym: Sym) -> bool:
    """Whether a random covariance, or one of which no more is said than its name, is behind the symbol."""
    return sym.name in _OF_THE_MODEL or any(trait == "law" or trait[:4] in {"copy", "cov:"} for trait in sym.traits)


def _is_fixed(sym: Sym, fixed: frozenset[str]) -> bool:
    """Whether a Gaussian vector has a covariance that is not random."""
    return any(trait.removeprefix("cov:") in fixed for trait in sym.traits if trait.startswith("cov:"))


def _of_symbol(sym: Sym) -> Fraction:
    if sym.name in _OF_THE_MODEL:
        return _OF_THE_MODEL[sym.name]
    if sym.has("law") or any(trait.startswith("copy:") for trait in sym.traits):
        return Fraction(1)
    return HALF if any(trait.startswith("cov:") for trait in sym.traits) else Fraction(0)
