"""Random covariances in balls: laws of finitely many values, sums over indices, losses and flows of other data."""

from fractions import Fraction

import flint
import pytest

from numeric.arithmetic import ball_precision
from proofs_check.algebras.ball_values import Value, number
from proofs_check.algebras.balls import BallsAlgebra
from proofs_check.model import model_of
from proofs_check.papers.zfb.notation import U11, L_diag, L_noise, Theta, d, i_d, j, sigma, u_1
from proofs_check.papers.zfb.notation_random import Lam_diag, Lam_new_diag, gamma_i, l_rdm, l_rdm_min, l_sum, lam_tau
from proofs_check.statement.fold import Lacks
from proofs_check.statement.laws import cond, delta, least_unequal, total_unequal
from proofs_check.statement.props import almost_surely, always, le, limit
from proofs_check.statement.terms import at0, ddt, entry, expect, grad, inner, matrix, term, total, tr
from proofs_check.witnesses.balls.flow import BallFlow
from proofs_check.witnesses.balls.truth import Trace, Truth, decide
from proofs_check.witnesses.points.exact import along_flow

DIAGONAL = model_of("zfb", "diagonal covariance")
LAW = ((Fraction(1, 3), (1, 2)), (Fraction(2, 3), (3, 1)))


def column(values):
    return Value(flint.arb_mat([[x] for x in values]))


@pytest.fixture
def algebra():
    laws = {"lam_tau": tuple((p, column(v)) for p, v in LAW)}
    values = {
        "U11": Value(flint.arb_mat([[1, -2], [3, 1]])), "u_-1": number(2), "s": number(1),
        "u12": column((0, 0)), "u21": column((0, 0)),
    }
    plain = BallsAlgebra(values, {"d": 2, "N": 3}, flint.fmpq_mat(2, 2, [1, 0, 0, 1]), DIAGONAL, laws=laws)
    return plain.moved({"Lam": plain.spectral([flint.arb(1), flint.arb(4)])})


def same(algebra, left, right):
    with ball_precision(160):
        pairs = list(zip(algebra.read(left).matrix.entries(), algebra.read(right).matrix.entries(), strict=True))
    return all((x - y).contains(0) and (x - y).rad() < 1e-9 for x, y in pairs)


def test_expectations_are_finite_sums_and_copies_are_independent(algebra):
    first = entry(lam_tau, 1, 1)
    assert same(algebra, expect(first), term(Fraction(7, 3)))
    assert same(algebra, expect(first**2), term(Fraction(19, 3)))
    assert same(algebra, expect(tr(Lam_diag * Lam_new_diag)), tr(expect(Lam_diag) * expect(Lam_diag)))


def test_what_has_no_law_of_finitely_many_values_is_refused(algebra):
    with pytest.raises(Lacks, match="finitely many values for w"):
        algebra.read(expect(matrix("w", "d", 1, "random")))


def test_sums_over_unequal_indices_leave_the_diagonal_out(algebra):
    squares = total(i_d, d, total(j, d, entry(U11, i_d, j) ** 2))
    assert same(algebra, total_unequal(i_d, j, d, entry(U11, i_d, j) ** 2), squares - 2)
    assert same(algebra, total(i_d, d, total(j, d, delta(i_d, j) * entry(U11, i_d, j))), tr(U11))
    assert same(algebra, least_unequal(i_d, j, d, entry(U11, i_d, j)), term(-2))
    assert same(algebra, cond(matrix("Lam", "d", "d", "posdef")), term(4))


def test_the_two_forms_of_the_random_loss_agree_with_the_loss_of_the_model(algebra):
    assert same(algebra, l_rdm, l_sum)
    assert same(algebra, L_diag - expect(tr(Lam_diag)) / 2, l_rdm)
    assert same(algebra, ddt(l_rdm), -(inner(grad(l_rdm, U11), grad(l_rdm, U11)) + grad(l_rdm, u_1) ** 2))
    minimum = Fraction(-1, 2) * total(i_d, d, expect(entry(lam_tau, i_d, 1) ** 2) ** 2 / gamma_i)
    assert same(algebra, l_rdm_min, minimum)


def test_label_noise_is_read_on_the_block_only(algebra):
    slope = algebra.read(grad(L_noise, u_1)).scalar
    low, high = (algebra.moved({"u_-1": number(u)}).read(L_noise).scalar for u in (1, 3))
    assert (slope - (high - low) / 2).contains(0), "the loss is quadratic in u_-1 on the block"
    with pytest.raises(Lacks, match="off the invariant block"):
        algebra.moved({"u12": column((1, 0))}).read(L_noise)


def test_along_the_flow_of_a_random_covariance_the_loss_falls_to_its_minimum():
    symbols = frozenset(DIAGONAL.parameters).union(*({s} for s, _ in DIAGONAL.initial))
    point = next(along_flow(symbols | {Theta, sigma}, 2, "test", 1))
    here = point.algebra(DIAGONAL)
    flow = BallFlow(point, DIAGONAL)
    with ball_precision(160):
        assert decide(always(le(l_rdm, at0(l_rdm))), here, Trace(), flow) in {Truth.TRUE, Truth.TOUCHES}
        assert decide(always(le(at0(l_rdm), l_rdm)), here, Trace(), flow) is Truth.FALSE
        assert decide(limit(l_rdm, l_rdm_min), here, Trace(), flow) is Truth.TOUCHES
        assert decide(limit(l_rdm, 2 * l_rdm_min), here, Trace(), flow) is not Truth.TOUCHES


def test_almost_surely_asks_for_every_value(algebra):
    first = entry(lam_tau, 1, 1)
    assert decide(almost_surely(le(first, 3)), algebra, Trace()) is Truth.TRUE
    assert decide(almost_surely(le(first, 2)), algebra, Trace()) is Truth.FALSE
