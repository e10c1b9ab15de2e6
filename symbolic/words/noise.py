r"""Expectation over independent noise of which only moments are known: mean 0, variance, third and fourth moment.

Noise of a sample is a vector letter :math:`\varepsilon=(\varepsilon_1,\dots,\varepsilon_N)` with independent entries of
one law, or a named scalar.  With :math:`\kappa_4=m_4-3m_2^2` the moments of the vector are, for tensors t,

.. math:: \mathbb E\,t(\varepsilon^{\otimes2})=m_2\textstyle\sum_it(e_i^{\otimes2}),\quad
   \mathbb E\,t(\varepsilon^{\otimes3})=m_3\sum_it(e_i^{\otimes3}),\quad
   \mathbb E\,t(\varepsilon^{\otimes4})=m_2^2\sum_{\text{pairings}}+\kappa_4\sum_it(e_i^{\otimes4}).

Normal noise has all moments: those of order k are sums over pairings, times :math:`m_2^{k/2}`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import cast

from ..errors import InputError
from .letters import Letter, basis
from .matrices import Matrix, Value
from .moments import contract_index, expect, pair_letter
from .scalars import ATOMS, ONE, ZERO, Mono, Scalar
from .structure import hides, mentions
from .substitution import substitute

_INDEX = "noise"


@dataclass(frozen=True)
class Moments:
    """The moments of orders 2, 3, 4 of a law of mean 0; ``None``: not known, and refused where it is needed.

    Of a ``normal`` law the second moment gives all others.
    """

    second: Scalar
    third: Scalar | None = None
    fourth: Scalar | None = None
    normal: bool = False

    def of_order(self, k: int) -> Scalar:
        """The moment of order ``k``; raises :class:`InputError` for one that is not known."""
        if self.normal:
            return ZERO if k % 2 else self.second ** (k // 2) * prod(range(1, k, 2))
        known = {0: ONE, 1: ZERO, 2: self.second, 3: self.third, 4: self.fourth}.get(k)
        if known is None:
            raise InputError(f"the moment of order {k} of the noise is not known: only those assumed may be used.")
        return known


def expect_noise(
    value: Value, noise: Letter | str, moments: Moments, others: Callable[[Value], Value] = expect
) -> Value:
    """The expectation of ``value`` over a noise vector (a letter, ``n x 1``) or a scalar (its name) alone.

    ``others`` is the expectation over what is independent of the noise and will be taken next: where it vanishes by
    parity, a moment that is not known is not needed.  Raises :class:`InputError` where one is.
    """
    parts = _by_degree(value, noise)
    total = parts.pop(0, value * 0)
    for degree, part in sorted(parts.items()):
        if degree == 1:
            continue
        new = _of_scalar(part, noise, degree, moments, others) if isinstance(noise, str) else _of_vector(
            part, noise, degree, moments, others
        )
        total = cast(Value, total + new)  # type: ignore[operator]
    return total


def _of_scalar(part: Value, noise: str, degree: int, moments: Moments, others: Callable[[Value], Value]) -> Value:
    bare = substitute(part, {noise: ONE})
    return others(bare) if others(bare).is_zero() else bare * moments.of_order(degree)


def _of_vector(part: Value, noise: Letter, degree: int, moments: Moments, others: Callable[[Value], Value]) -> Value:
    if degree == 2:
        return pair_letter(part, noise) * moments.second
    if moments.normal:
        return part * 0 if degree % 2 else pair_letter(part, noise) * moments.second ** (degree // 2)
    at_index = substitute(part, {noise: Matrix.of(basis(_INDEX, noise.rows))})
    if others(at_index).is_zero():
        return others(at_index)
    if degree == 3:
        return contract_index(at_index, _INDEX, noise.rows) * moments.of_order(3)
    excess = moments.of_order(degree) - 3 * moments.second**2
    paired = pair_letter(part, noise) * moments.second**2
    return cast(Value, paired + contract_index(at_index, _INDEX, noise.rows) * excess)  # type: ignore[operator]


def _by_degree(value: Value, noise: Letter | str) -> dict[int, Value]:
    """The parts of ``value`` that are homogeneous in the noise, by their degree."""
    found: dict[int, Value] = {}
    if isinstance(value, Scalar):
        for mono, c in value.terms.items():
            _put(found, _degree(mono, noise), Scalar({mono: c}))
        return found
    for word, factor in value.terms.items():
        if hides(word, (noise,)):
            raise InputError(f"the noise occurs inside {word}: its expectation is known for polynomials only.")
        own = 0 if isinstance(noise, str) else _count(word, noise)
        for mono, c in factor.terms.items():
            _put(found, own + _degree(mono, noise), Matrix(value.rows, value.cols, {word: Scalar({mono: c})}))
    return found


def _put(found: dict[int, Value], degree: int, term: Value) -> None:
    found[degree] = cast(Value, found[degree] + term) if degree in found else term  # type: ignore[operator]


def _count(word: tuple[Letter, ...], noise: Letter) -> int:
    return sum(x.original is noise for x in word)


def _degree(mono: Mono, noise: Letter | str) -> int:
    total = 0
    for k, e in mono:
        a = ATOMS[k]
        if isinstance(noise, str):
            count = int(a.kind == "symbol" and a.name == noise)
        else:
            count = _count(a.args, noise) if a.kind == "cycle" else 0
        hidden = hides(a.args, (noise,)) if a.kind == "cycle" else a.kind != "symbol" and mentions(a, (noise,))
        if hidden or (count and (not isinstance(e, int) or e < 0)):
            raise InputError(f"the noise occurs in ({a})**({e}): its expectation is known for polynomials only.")
        total += count * int(e) if count else 0
    return total
