"""The PL constant from its ingredients; the local one against a Hessian made by SymPy."""

from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
import sympy as sp

from symbolic import entries
from symbolic.curvature import best_per_square, local_rate
from symbolic.errors import InputError
from symbolic.landscape import on_block
from symbolic.lsa import PARAMETERS, Lam, population_loss
from symbolic.minima import complete_square
from symbolic.polyak import norm_form, polyak_constant
from symbolic.words import Matrix, N, Scalar, dimension, matrix, norm_F, norm_op, trace

Theta, sigma = matrix("Theta", "d", "d"), Scalar.symbol("sigma", 1)
S = Theta * Theta.T
Gam = Lam * (1 + 1 / N) + Matrix.identity("d") * (trace(Lam) / N)
square = complete_square(on_block(population_loss()), PARAMETERS.U11, PARAMETERS.u_1)


def test_the_ingredients_are_those_of_lemmas_18_to_20():
    constant = polyak_constant(square, S, sigma)
    fall = sigma**2 * trace(Lam**2 * S) - sigma**4 * trace(Gam * Lam * S * Lam * S) / 2
    assert (constant.fall - fall).is_zero()
    assert (constant.per_square - 2 / (trace(Gam**-1 * Lam**-1) * trace(Lam**-1))).is_zero()
    assert constant.slope == norm_F(Lam**2)


def test_in_the_norms_of_the_paper_the_constant_is_30():
    root = dimension("d") ** Fraction(1, 2)
    bracket = 2 - root * sigma**2 * norm_op(Gam)
    mu = sigma**2 / (root * norm_op(Lam) ** 2 * trace(Gam**-1 * Lam**-1) * trace(Lam**-1)) * norm_F(Lam * Theta) ** 2
    assert (norm_form(polyak_constant(square, S, sigma), square, Theta, sigma) - mu * bracket).is_zero()


def test_a_certificate_of_another_function_is_refused():
    with pytest.raises(InputError, match="derived gradient"):
        polyak_constant(replace(square, f=square.f * 2), S, sigma)


def sympy_hessian(eigenvalues, n):
    """The nonzero eigenvalues of the Hessian at the balanced minimiser, from the entrywise loss, in 30 digits."""
    d = len(eigenvalues)
    names = entries.loss(d, False).names
    loss = entries.loss(d, False).to_sympy()
    values = {sp.Symbol(names.Lam[i][i]): eigenvalues[i] for i in range(d)} | {sp.Symbol("N"): n}
    loss = loss.subs(values | {sp.Symbol(x): 0 for x in names.u12 + names.u21})
    gam = [(1 + sp.Rational(1, n)) * x + sp.Rational(sum(eigenvalues), n) for x in eigenvalues]
    u = sp.root(sum(g**-2 for g in gam), 4)
    at = {sp.Symbol(names.U11[i][j]): (1 / gam[i] / u if i == j else 0) for i in range(d) for j in range(d)}
    at[sp.Symbol(names.u_1)] = u
    hessian = sp.hessian(sp.expand(loss), list(at)).subs(at)
    with mpmath.workdps(30):
        return list(mpmath.eigsy(mpmath.matrix(hessian.evalf(30).tolist()), eigvals_only=True))


def test_the_local_constant_is_twice_the_smallest_nonzero_eigenvalue_of_the_hessian():
    zero, smallest, *_ = sympy_hessian([1, 3], 2)
    assert abs(zero) < 1e-20
    mu = local_rate(square, [1, 3], 2).mu
    assert abs(float(mu.mid()) - 2 * smallest) < 1e-12
    # The eigenvalue 0 is the direction (U, -u) along which the product u U does not change.


def test_at_d_1_the_local_constant_is_four_times_the_squared_variance():
    for n in (1, 5):
        assert (local_rate(square, [Fraction(3, 2)], n).mu - 9).contains(0)


def test_the_best_constant_of_its_form_is_never_below_the_papers():
    spectrum = [Fraction(1), Fraction(2), Fraction(7, 2)]
    n = 4
    gam = [(1 + Fraction(1, n)) * x + sum(spectrum) / n for x in spectrum]
    printed = 2 / (sum(1 / (g * x) for g, x in zip(gam, spectrum, strict=True)) * sum(1 / x for x in spectrum))
    assert best_per_square(square, spectrum, n) > printed


@pytest.mark.parametrize(
    ("eigenvalues", "n", "sentence"),
    [([1, -2], 3, "smallest eigenvalue is -2"), ([0.5], 3, "exact"), ([], 3, "empty"), ([1], 0, "N must be")],
)
def test_a_bad_spectrum_is_refused(eigenvalues, n, sentence):
    with pytest.raises(InputError, match=sentence):
        local_rate(square, eigenvalues, n)
