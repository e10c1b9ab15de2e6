r"""Limits as prompt lengths tend to infinity.

A value in normal form is a continuous function of :math:`1/N` and :math:`1/M` at 0 when its coefficients are bounded
and every sum that is divided by, or of which a root is taken, is positive there; then its limit is its value there,
in whatever way the lengths tend to infinity.
"""

from __future__ import annotations

from collections.abc import Collection

from ..errors import InputError
from ..words.coefficients import Ratio
from ..words.letters import Dim
from .binders import rebuild
from .factors import Factor, Mono
from .values import ONE, ZERO, Indexed, cleared, denominators, total


def limit(value: Indexed, lengths: Collection[str]) -> Indexed:
    """The limit of ``value`` as all of the named lengths tend to infinity; raises :class:`InputError` if not seen.

    Either every term has a limit of its own, or the value is a quotient of two that have one after division by a power
    of N.
    """
    try:
        return _by_terms(value, lengths)
    except InputError:
        below = denominators(value)
        if not below:
            raise
    return _of_quotient(value, below, lengths)


def _by_terms(value: Indexed, lengths: Collection[str]) -> Indexed:
    out = []
    for mono, c in value.terms.items():
        term = rebuild(Indexed({mono: c}), lambda f: _leading_part(f, lengths), lambda f: f.kind in _COMPOUND)
        out += [_limit_of_term(m, x, lengths) for m, x in term.terms.items()]
    return total(out)


_COMPOUND = frozenset({"poly", "sum", "call"})


def _of_quotient(value: Indexed, below: dict[Factor, int], lengths: Collection[str]) -> Indexed:
    over = ONE
    for f, e in below.items():
        value = cleared(value, f, -e)
        over = over * f.args[0] ** e
    scale = Indexed({(): Ratio.variable() ** _growth(over)})
    bottom = limit(over / scale, lengths)
    if bottom.sign < 2:
        raise InputError(f"the limit of {over} is not seen to be positive, and it is divided by.")
    return limit(value / scale, lengths) / bottom


def _growth(value: Indexed) -> int:
    """The highest power of N in the coefficients."""
    return max(c.num.degree() - c.den.degree() for c in value.terms.values())


def _leading_part(f: Factor, lengths: Collection[str]) -> Indexed | None:
    """For the base P of a power: :math:`N^kP_0` with :math:`P/N^k\\to P_0>0`."""
    if f.kind != "poly":
        return None
    base: Indexed = f.args[0]
    scale = Indexed({(): Ratio.variable() ** _growth(base)})
    found = limit(base / scale, lengths)
    if found.sign < 2:
        raise InputError(f"the limit of {base} is not seen to be positive, and a power of it is taken.")
    return found * scale


def _limit_of_term(mono: Mono, c: Ratio, lengths: Collection[str]) -> Indexed:
    kept = []
    vanishing = False
    for f, e in mono:
        if f.kind == "symbol" and f.name in lengths:
            if e > 0:
                raise InputError(f"{f.name} ** ({e}) grows.")
            vanishing = True
        elif f.kind != "symbol" and (set(lengths) & (f.leaves | ranges(f)) or ("N" in lengths and _contains_N(f))):
            raise InputError(f"{f.key} depends on a length that grows.")
        else:
            kept.append((f, e))
    rest = Indexed({tuple(kept): Ratio.of(1)})
    if "N" not in lengths:
        return ZERO if vanishing else rest * c
    above, below = c.num.degree(), c.den.degree()
    if above > below:
        raise InputError(f"the coefficient {c} grows with N.")
    if vanishing or above < below:
        return ZERO
    return rest * Ratio(c.num.leading_coefficient() / c.den.leading_coefficient() * c.num**0)


def ranges(f: Factor) -> set[Dim]:
    """The dimensions over which indices in the factor run."""
    found = {i[2] for i in f.free}
    if f.kind == "sum":
        found |= {i[2] for i in f.args[0]}
    inside = f.args[-1:] if f.kind in {"sum", "mean"} else [
        mono for v in f.args if f.kind in _COMPOUND for mono in getattr(v, "body", v).terms
    ]
    return found.union(*(ranges(g) for mono in inside for g, _ in mono))


def _contains_N(f: Factor) -> bool:
    """Whether N occurs in a coefficient within the factor: in a mean or a function."""
    if f.kind in {"sum", "mean"}:
        return any(_contains_N(g) for g, _ in f.args[-1])
    values = [getattr(v, "body", v) for v in f.args] if f.kind in _COMPOUND else []
    return any(
        not c.is_constant or any(_contains_N(g) for g, _ in mono) for v in values for mono, c in v.terms.items()
    )
