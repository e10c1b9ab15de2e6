r"""Whether expectations are finite, from the joint moments of (x, y) that are: proofs, and laws for which they are not.

A polynomial in a covariate x and its label y has a finite mean where every :math:`\mathbb E[y^ax^{\otimes b}]` in it is
finite; those without a label are, x being Gaussian.  In one dimension the laws :math:`y=|x|^{-p}` show what does not
follow: :math:`\mathbb E\,|y|^a|x|^b<\infty` exactly where :math:`b-pa>-1`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ..errors import InputError
from .letters import Letter
from .matrices import Value
from .scalars import ATOMS, Mono
from .structure import Name, hidden_names, names_in
from .terms_of import term_list

Degrees = tuple[int, int]
"""How often the label and the covariate occur in a term."""
LARGEST_DENOMINATOR = 4


def joint_degrees(value: Value, label: str, covariate: str) -> frozenset[Degrees]:
    """The pairs (a, b) of the terms of ``value``, a polynomial in the named label and covariate."""
    return frozenset(_degrees(mono, [*word], label, covariate) for _, word, mono in term_list(value))


def _degrees(mono: Mono, word: list[Letter], label: str, covariate: str) -> Degrees:
    a, letters, wanted = 0, word, {label, covariate}
    for k, e in mono:
        x = ATOMS[k]
        if not wanted & _texts(names_in(x)):
            continue
        if not isinstance(e, int) or e < 0 or x.kind not in {"symbol", "cycle"}:
            raise InputError(f"({x.power(e)}) is no polynomial in {label} and {covariate}.")
        a += e if x.kind == "symbol" else 0
        letters = letters + list(x.args) * e if x.kind == "cycle" else letters
    if any(wanted & _texts(hidden_names(y)) for y in letters):
        raise InputError(f"{label} or {covariate} occurs inside a function of matrices: it is no polynomial in them.")
    return a, sum(y.original.name == covariate for y in letters)


def _texts(found: Iterable[Name]) -> set[str]:
    return {x.name if isinstance(x, Letter) else x for x in found}


def follows(wanted: Iterable[Degrees], assumed: Iterable[Degrees]) -> bool:
    r"""Whether every moment wanted is one of those assumed to be finite, or follows from one by Hoelder's inequality.

    :math:`|y|^a|x|^b=(|y|^A|x|^B)^{a/A}\,|x|^{b-Ba/A}` is integrable for a < A and :math:`b\ge Ba/A`, since every
    moment of the Gaussian x is finite; so are those without a label.
    """
    known = set(assumed)
    return all(
        a == 0 or (a, b) in known or any(a < A and b * A >= B * a for A, B in known) for a, b in wanted
    )


def unbounded_law(wanted: Iterable[Degrees], assumed: Iterable[Degrees]) -> Fraction | None:
    """A p such that for x ~ N(0, 1), y = |x|^-p all moments assumed are finite and the wanted mean is not.

    The most singular term decides, which must be one alone.  ``None``: none was found.
    """
    terms, known = set(wanted), set(assumed)
    tried = sorted({Fraction(n, m) for m in range(1, LARGEST_DENOMINATOR + 1) for n in range(1, 3 * m)},
                   key=lambda p: (p.denominator, p))
    for p in tried:
        exponents = sorted(b - p * a for a, b in terms)
        alone = len(exponents) == 1 or exponents[:1] != exponents[1:2]
        if exponents and alone and exponents[0] <= -1 and all(b - p * a > -1 for a, b in known):
            return p
    return None
