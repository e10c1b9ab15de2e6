"""Sharper constants in Lemmas 27 and 28."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import takewhile

from ....proof.chain import Combination, FromClaim, ModusPonens, Proof, Step
from ....statement.props import always, chain, eq, ge, implies, le
from ....statement.terms import at0, norm_F, norm_op, nuclear, singular_product_sum, sqrt, tr
from ..lemma_31 import U_n, V_n, n
from ..notation import U11, d, sigma, u_1
from ..notation_random import E_Lam2, bracket_rdm, l_rdm, l_rdm_min, least_curvature
from .lemma_24 import gap
from .lemma_26 import descent, initial_loss, positive_bracket
from .lemma_27 import CHAIN, cross, lower_bound_rdm
from .lemma_28 import gradient_squared, lower

length = norm_F(E_Lam2)
improved = -(at0(l_rdm)) / length
bounded = always(le(improved, u_1**2))
never_worse = le(lower_bound_rdm**2, improved)
constant = 2 * least_curvature * improved
pl = always(ge(gradient_squared, constant * (l_rdm - l_rdm_min)))

_below = {"Gam Lam", "middle", "trace", "scaled trace", "in mean", "c1", "c2"}
_von_neumann = chain(
    tr(E_Lam2.T * E_Lam2),
    "<=", singular_product_sum(E_Lam2, E_Lam2),
    "<=", norm_op(E_Lam2) * nuclear(E_Lam2),
    "<=", sqrt(d) * norm_op(E_Lam2) * norm_F(E_Lam2),
)
_printed_size = sqrt(d) * norm_op(E_Lam2)


def _shown(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Steps of the printed proofs, where no page is compared with."""
    return tuple(replace(step, printed="", instead_of="") for step in steps)


PROOF = Proof((
    *_shown(positive_bracket), *_shown(descent), *_shown(initial_loss),
    *_shown(step for step in CHAIN.steps if step.label in _below),
    Step("Lemma 25", always(eq(u_1**2, tr(U11 * U11.T))), FromClaim("zfb/lemma-25")),
    Step("cross", le(2 * cross, length * u_1**2 + length * norm_F(U11) ** 2),
         Combination(plus=(norm_F((u_1 / sqrt(length)) * E_Lam2 - sqrt(length) * U11) ** 2,))),
    Step("bounded", bounded,
         Combination(*(x / length for x in (1, 1, -1, Fraction(1, 2), -length / 2))),
         ("below the start", "c1", "c2", "cross", "Lemma 25")),
    Step("d <= d", le(d, d), Combination()),
    Step("von Neumann", implies(le(d, d), _von_neumann),
         FromClaim("zfb/lemma-31", bind=((n, d), (U_n, E_Lam2), (V_n, E_Lam2)))),
    Step("at n = d", _von_neumann, ModusPonens(), ("von Neumann", "d <= d")),
    Step("sizes", le(length, _printed_size), Combination(*3 * (1 / length,)),
         ("at n = d#1", "at n = d#2", "at n = d#3")),
    Step("never worse", never_worse,
         Combination(1 / length, sigma**2 / 2 * bracket_rdm / (length * _printed_size)),
         ("initial loss", "sizes", "bracket")),
    *_shown(takewhile(lambda step: step.label != "Lemma 27", lower)),
    Step("gap", ge(l_rdm - l_rdm_min, 0), Combination(-1, plus=(gap,)), ("Lemma 24",)),
    Step("PL", pl, Combination(1, 2 * least_curvature * (l_rdm - l_rdm_min)), ("curved", "bounded", "gap")),
))
