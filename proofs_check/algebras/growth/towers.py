r"""Exponentials of sums of polynomials times exponentials: where they grow faster than any Gaussian density decays.

Along a ray all Gaussian vectors are multiples :math:`\alpha_js` of one direction, so that every form
:math:`\langle\xi_i,\xi_j\rangle` is :math:`\alpha_i\alpha_js^2`, in every dimension, and the exponent of the outer
exponential is :math:`T(s)=\sum_kc_ks^{2m_k}e^{\kappa_ks^2}`.  If one :math:`\kappa_k>0` is larger than all others and
:math:`c_k>0`, then T grows like :math:`e^{\kappa_ks^2}`; both inequalities are strict, so that they hold for all rays
near this one, and :math:`\mathbb Ee^T=\infty`.
"""

from __future__ import annotations

from itertools import product

import sympy as sp

from ...statement.fold import Lacks
from ...statement.terms import Op, Term
from .pieces import Pieces
from .reading import pieces_of

MULTIPLES = (1, -1, 2, -2)


def ray_of_divergence(body: Term) -> str:
    """Along what the term, the exponential of a sum with exponentials in it, has an infinite mean.

    Raises ``Lacks`` for another term, and where no ray of small multiples shows it.
    """
    if not (isinstance(body, Op) and body.head == "exp"):
        raise Lacks("words finds rays for exponentials alone")
    pieces = pieces_of(body.args[0])
    groups = pieces.grouped()
    forms = [form for exponent in groups for form, _ in exponent] + list(pieces.letters.values())
    if any(p.indices for p in pieces.pieces) or any(chain or not (a[2] and b[2]) for a, chain, b in forms):
        raise Lacks("words finds rays for exponentials of forms in Gaussian vectors alone")
    atoms = sorted({atom for a, _, b in forms for atom in (a, b)})
    for multiples in product(MULTIPLES, repeat=len(atoms)):
        if _grows(pieces, dict(zip(atoms, multiples, strict=True))):
            named = (name + (f"_{index}" if index else "") for name, index, _ in atoms)
            along = ", ".join(f"{name} = {m} s" for name, m in zip(named, multiples, strict=True))
            return f"along {along}, in one direction, the exponent grows like an exponential of s^2: an infinite mean"
    raise Lacks("words finds no ray along which this grows fast enough")


def _grows(pieces: Pieces, along: dict[tuple[str, str, bool], int]) -> bool:
    square = sp.Symbol("s^2", positive=True)
    put = {letter: along[a] * along[b] * square for letter, (a, _, b) in pieces.letters.items()}
    letters = sorted(put, key=str)
    terms: list[tuple[sp.Expr, sp.Expr]] = []
    for exponent, group in pieces.grouped().items():
        rate = sp.expand(sum((c * along[a] * along[b] for (a, _, b), c in exponent), sp.Integer(0)))
        factor = sp.expand(sum(piece.coefficient for piece in group))
        if factor == 0:
            continue
        # The part of highest degree: where it vanishes on this ray, it may have either sign on rays nearby.
        degree = sp.Poly(factor, *letters).total_degree() if letters else 0
        terms.append((rate, sp.Poly(factor.subs(put), square).coeff_monomial(square**degree)))
    return any(
        rate.is_positive and leading.is_positive
        and all((rate - other).is_positive for k, (other, _) in enumerate(terms) if k != i)
        for i, (rate, leading) in enumerate(terms)
    )
