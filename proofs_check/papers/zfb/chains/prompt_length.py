"""How the error depends on the length M of the test prompt and the length N of the training prompts."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import Assume, Attained, Combination, Continuity, Discharge, Identity, Proof, Step
from ....statement.laws import prediction_on
from ....statement.props import conj, eq, ge, global_minimum, gt, implies, le, lt, tends
from ....statement.terms import (
    Term,
    block,
    expect,
    half,
    inner,
    inv,
    matrix,
    norm_F,
    scalar,
    term,
    tr,
    where,
    zeros,
)
from ..notation import I, Lam, M, N, w, x_q
from ..notation_prompts import i_M, x_i

n_1 = scalar("n_1", "integer", "positive")
n_2 = scalar("n_2", "integer", "positive")
"""Two lengths of training prompts."""
m_1 = scalar("m_1", "integer", "positive")
m_2 = scalar("m_2", "integer", "positive")
"""Two lengths of test prompts."""
K = matrix("K", "d", "d", "parameter")
"""Weights of the form (11), with K in the place of the inverse of Gamma."""
whole: Term = Lam + tr(Lam) * I


def shifted(n: Term) -> Term:
    r""":math:`n\Lambda+\Lambda+\mathrm{tr}(\Lambda)I=n\Gamma(n)`."""
    return whole + n * Lam


def error(n: Term, m: Term) -> Term:
    """The averaged error of the model trained on length n at test length m."""
    return tr(Lam * whole * (whole + n**2 * (1 / m) * Lam) * inv(shifted(n)) ** 2)


_square = Lam**2 * whole**2
_first = tr(_square * inv(shifted(n_1)) ** 2 * inv(shifted(n_2)))
_second = tr(_square * inv(shifted(n_1)) * inv(shifted(n_2)) ** 2)
shorter = conj(lt(n_1, n_2), le(n_2, M))
longer = conj(lt(n_1, n_2), le(M, n_1))
falls = implies(shorter, lt(error(n_2, M), error(n_1, M)))
rises = implies(longer, lt(error(n_1, M), error(n_2, M)))
improves = implies(lt(m_1, m_2), lt(error(N, m_2), error(N, m_1)))

_difference = (n_2 - n_1) / M * ((M - n_1) * _first + (M - n_2) * _second)
_excess = (N - M) ** 2 / M * tr(_square * inv(shifted(M)) * inv(shifted(N)) ** 2)
best_at_M = le(error(M, M), error(N, M))
LENGTHS = Proof((
    Step("difference", eq(error(n_1, M) - error(n_2, M), _difference), Identity()),
    Step("shorter", shorter, Assume()),
    Step("less", lt(error(n_2, M), error(n_1, M)),
         Combination(-1, (n_2 - n_1) / M * _first, (n_2 - n_1) / M * (_first + _second)),
         ("difference", "shorter#1", "shorter#2")),
    Step("falls", falls, Discharge("shorter"), ("shorter", "less")),
    Step("longer", longer, Assume()),
    Step("more", lt(error(n_1, M), error(n_2, M)),
         Combination(1, (n_2 - n_1) / M * _second, (n_2 - n_1) / M * (_first + _second)),
         ("difference", "longer#1", "longer#2")),
    Step("rises", rises, Discharge("longer"), ("longer", "more")),
    Step("excess", eq(error(N, M) - error(M, M), _excess), Identity()),
    Step("best", best_at_M, Combination(-1, plus=(_excess,)), ("excess",)),
))

endless = tr(Lam * whole**2 * inv(shifted(N)) ** 2)
"""The error at test prompts without end."""
_fall = N**2 / (m_1 * m_2) * tr(Lam**2 * whole * inv(shifted(N)) ** 2)
TEST_LENGTHS = Proof((
    Step("longer prompt", lt(m_1, m_2), Assume()),
    Step("less", lt(error(N, m_2), error(N, m_1)), Combination(_fall), ("longer prompt",)),
    Step("improves", improves, Discharge("longer prompt"), ("longer prompt", "less")),
    Step("limit", tends(error(N, M), endless, M), Continuity()),
    Step("something remains", gt(endless, 0), Combination(plus=(endless,))),
))

Gam_M: Term = (1 + Fraction(1) / M) * Lam + tr(Lam) / M * I
"""Gamma with M in the place of N."""
least = tr(Lam) - tr(Lam**2 * inv(Gam_M))
_away = K - inv(Gam_M)
squares = (
    (1 + Fraction(1) / M) * norm_F(Lam * _away * half(Lam)) ** 2
    + tr(Lam) / M * norm_F(half(Lam) * _away * half(Lam)) ** 2
)
zero = zeros("d", 1)
_PV, _KQ = block(zeros("d", "d"), zero, zero.T, term(1)), block(K, zero, zero.T, zeros(1, 1))
miss = prediction_on(_PV, _KQ, i_M, M, x_i, inner(w, x_i), x_q) - inner(w, x_q)
"""The error of one prediction with weights K."""
averaged = expect(miss**2)
best = global_minimum(least + squares, (K, inv(Gam_M)))

BEST_WEIGHTS = Proof((
    Step("squares", eq(averaged, least + squares), Identity()),
    Step("value", eq(where(squares, (K, inv(Gam_M))), 0), Identity()),
    Step("bound", ge(least + squares, where(least + squares, (K, inv(Gam_M)))), Combination(1, plus=(squares,)),
         ("value",)),
    Step("best", best, Attained((K, inv(Gam_M))), ("bound",)),
))

size = w.T * Lam * w
_at_w = K - M / ((M + 2) * size) * w * w.T
for_one_task = 2 * size / (M + 2) + (1 + Fraction(1) / M) * norm_F(half(Lam) * _at_w.T * Lam * w) ** 2 + size / M * (
    norm_F(half(Lam) * _at_w * half(Lam)) ** 2
)
