from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest

from numeric import parameters
from numeric.errors import InputError
from numeric.ode import assumption_3, dense_flow, fast_flow, full_flow, measure, precise_flow, printed_bounds, problem
from numeric.ode.decay import compress
from numeric.ode.fast import _reduce, _State, _step
from numeric.ode.field import (
    Parameters,
    gradient,
    loss,
    reduced_gradient,
    reduced_loss,
    second_moment,
)

LAM = [[2, Fraction(1, 3)], [Fraction(1, 3), 1]]
START = [[Fraction(3, 10), Fraction(1, 10)], [Fraction(1, 10), Fraction(1, 5)]]
FLOAT_LAM, FLOAT_START = np.array(LAM, dtype=float), np.array(START, dtype=float)


def general_point(d: int) -> tuple[Parameters, np.ndarray]:
    rng = np.random.default_rng(d)
    A = rng.standard_normal((d, d))
    at = Parameters(rng.standard_normal((d, d)), rng.standard_normal(d), rng.standard_normal(d), 0.7)
    return at, A @ A.T + 0.3 * np.eye(d)


@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_gradient_is_the_derivative_of_the_loss_at_a_general_point(d):
    at, Lam = general_point(d)
    slope = gradient(at, Lam, 3)
    flat = np.concatenate([at.U11.ravel(), at.u12, at.u21, [at.u_1]]).astype(complex)
    for k, expected in enumerate(np.concatenate([slope.U11.ravel(), slope.u12, slope.u21, [slope.u_1]])):
        z = flat.copy()
        z[k] += 1e-30j
        moved = Parameters(z[: d * d].reshape(d, d), z[d * d : d * d + d], z[d * d + d : -1], z[-1])
        assert abs(loss(moved, Lam, 3).imag / 1e-30 - expected) < 1e-12 * (1 + abs(expected))


def test_the_loss_is_the_average_over_prompts_drawn_from_the_definition():
    d, N, n = 2, 3, 200_000
    at, Lam = general_point(d)
    rng = np.random.default_rng(7)
    root = np.linalg.cholesky(Lam)
    x, x_q = rng.standard_normal((n, N, d)) @ root.T, rng.standard_normal((n, d)) @ root.T
    w = rng.standard_normal((n, d))
    E = np.zeros((n, d + 1, N + 1))
    E[:, :d, :N], E[:, :d, N], E[:, d, :N] = x.transpose(0, 2, 1), x_q, np.einsum("nid,nd->ni", x, w)
    last_row, columns = np.append(at.u12, at.u_1), np.vstack([at.U11, at.u21])
    y_hat = np.einsum("a,nab,bc,nc->n", last_row, E @ E.transpose(0, 2, 1) / N, columns, x_q)
    sample = (y_hat - (w * x_q).sum(1)) ** 2 / 2
    assert abs(sample.mean() - loss(at, Lam, N)) < 6 * sample.std() / n**0.5


def test_the_block_is_invariant_and_the_reduced_loss_is_the_loss_up_to_a_constant_exactly():
    d, N = 2, flint.fmpq(5)
    Lam = np.array([[flint.fmpq(2), flint.fmpq(1, 3)], [flint.fmpq(1, 3), flint.fmpq(1)]], dtype=object)
    U = np.array([[flint.fmpq(1, 2), flint.fmpq(-1, 3)], [flint.fmpq(2, 7), flint.fmpq(1)]], dtype=object)
    zero, u = np.array([flint.fmpq(0)] * d, dtype=object), flint.fmpq(3, 4)
    at = Parameters(U, zero, zero, u)
    slope, (dU, du) = gradient(at, Lam, N), reduced_gradient(U, u, Lam, N)
    assert (slope.u12 == zero).all()
    assert (slope.u21 == zero).all()
    assert (dU == slope.U11).all()
    assert slope.u_1 == du
    assert loss(at, Lam, N) == reduced_loss(U, u, Lam, N) + np.trace(Lam) / 2


def test_dense_fast_and_fifty_digits_agree_within_their_stated_errors():
    times = [1, 10, 40]
    exact_sigma = Fraction(2, 5)  # u_1^2 = 0.16 > tr U U^T = 0.15: more than balanced, which the fast form allows
    start = problem(FLOAT_LAM, 4, FLOAT_START, float(exact_sigma))
    dense, fast = dense_flow(start, times), fast_flow(start, times)
    precise = precise_flow(LAM, 4, START, exact_sigma, times, digits=50)
    assert precise.error < mpmath.mpf(10) ** -50
    for k in range(3):
        truth = np.array(precise.U11[k], dtype=float)
        for U, u, error in ((dense.U11[k], dense.u_1[k], dense.error), (fast.U11(k), fast.u_1[k], fast.error)):
            assert np.hypot(np.linalg.norm(U - truth), u - float(precise.u_1[k])) <= error + 1e-14


def test_fifty_digits_agree_with_seventy():
    low, high = (precise_flow(LAM, 4, START, Fraction(2, 5), [3], digits=n) for n in (50, 70))
    with mpmath.workdps(80):
        assert 0 < abs(low.u_1[0] - high.u_1[0]) <= mpmath.mpf(10) ** -50


@pytest.mark.parametrize(("stages", "order"), [(1, 1), (2, 3), (3, 5)])
def test_the_slope_of_log_error_against_log_step_is_the_order_of_the_collocation(stages, order):
    """Radau IIA with s stages has order 2s - 1 (at s = 6, which is used, rounding hides the slope)."""
    reduced, v = _reduce(np.array([1.0, 0.4]), np.array([[0.3, 0.1], [0.1, 0.2]]), 5, 0.01)

    def end(steps: int, s: int) -> np.ndarray:
        state = _State(0.0, 0.0, v, 1 / float(np.sqrt(0.16)))
        for _ in range(steps):
            state, _ = _step(reduced, state, 0.5 / steps, s)
        return np.append(state.v, state.t)

    truth, steps = end(64, 6), np.array([16, 32, 64])
    errors = [float(np.linalg.norm(end(n, stages) - truth)) for n in steps]
    slope = -np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert abs(slope - order) < 0.3


def test_balancedness_is_kept_by_the_dense_form_that_never_uses_it():
    start = assumption_3(parameters.rotated([3, 1, 0.2], "ode"), 5, parameters.random_theta(3, "ode"), 0.3)
    trajectory = dense_flow(start, np.linspace(0, 20, 9))
    assert np.max(np.abs(measure(trajectory).balancedness)) < 10 * trajectory.error


def test_the_fast_form_agrees_with_the_dense_form_at_every_condition_number():
    for spectrum in ([1, 1, 1], [2, 1, 0.5], [3, 1, 0.05]):
        Lam = parameters.rotated(spectrum, "ode")
        start = assumption_3(Lam, 5, parameters.random_theta(3, "fast"), 0.3)
        dense, fast = dense_flow(start, [0, 0.5, 5, 20]), fast_flow(start, [0, 0.5, 5, 20])
        assert np.max(np.abs(fast.dense().U11 - dense.U11)) <= fast.error + dense.error
        assert np.max(np.abs(fast.u_1 - dense.u_1)) <= fast.error + dense.error


def test_the_fast_form_reaches_the_limit_of_theorem_4():
    Lam, N = parameters.power_law(30, 1.0), 20
    fast = fast_flow(assumption_3(Lam, N, parameters.random_theta(30, "limit"), 0.1), [1e8])
    Gam = second_moment(Lam, N) @ np.linalg.inv(Lam)
    inverse = np.linalg.inv(Gam)
    assert np.allclose(fast.u_1[0] * fast.U11(0), inverse, rtol=1e-7, atol=1e-6)
    assert abs(fast.u_1[0] - np.linalg.norm(inverse) ** 0.5) < 1e-7


def test_the_compressed_sum_of_exponentials_is_within_its_bound():
    rng = np.random.default_rng(1)
    rates, weights = np.exp(rng.uniform(-12, 6, 4000)), rng.random(4000)
    decay = compress(rates, weights)
    for tau in (0.0, 1e-4, 0.3, 20.0, 1e5):
        truth = float(np.sum(weights * np.exp(-2 * rates * tau)))
        assert abs(decay(np.array([tau]))[0] - truth) <= decay.error + 1e-12


def test_the_full_flow_stays_on_the_block_and_leaves_it_when_started_off_it():
    at, Lam = general_point(2)
    zero = np.zeros(2)
    (on,), error = full_flow(Lam, 3, Parameters(0.1 * np.eye(2), zero, zero, 0.2), [1.0])
    dense = dense_flow(problem(Lam, 3, 0.1 * np.eye(2), 0.2), [1.0])
    assert (on.u12 == 0).all()
    assert (on.u21 == 0).all()
    assert np.max(np.abs(on.U11 - dense.U11[0])) <= error + dense.error
    (off,), _ = full_flow(Lam, 3, Parameters(0.1 * np.eye(2), 0.1 * at.u12, 0.1 * at.u21, 0.2), [1.0])
    assert np.linalg.norm(off.u12) > 0


def test_the_printed_bounds_hold_along_a_trajectory_and_the_ratio_says_how_loose_they_are():
    Lam, N, Theta, sigma = parameters.power_law(3, 1.0), 10, np.eye(3), 0.4
    measured = measure(trajectory := dense_flow(assumption_3(Lam, N, Theta, sigma), np.linspace(0, 30, 40)))
    bounds = printed_bounds(Lam, N, Theta, sigma)
    assert 0 < bounds.lower_u_1_squared <= np.min(trajectory.u_1) ** 2
    assert 0 < bounds.mu <= np.nanmin(measured.pl_ratio[measured.gap > 1e-12])


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: problem([[1, 0], [0, -1]], 3, np.eye(2), 1.0), "smallest eigenvalue is -1"),
        (lambda: problem(np.eye(2), 0, np.eye(2), 1.0), "N must be"),
        (lambda: problem(np.eye(2), 3, np.eye(3), 1.0), "U11 must be 2 x 2"),
        (lambda: problem(np.eye(2), 3, np.eye(2), float("nan")), "must be finite"),
        (lambda: dense_flow(problem(np.eye(2), 3, np.eye(2), 1.0), [2, 1]), "increasing"),
        (lambda: fast_flow(problem(np.eye(2), 3, np.eye(2), 1.0), [1]), "Use dense_flow"),
        (lambda: precise_flow([[1, 2], [2, 1]], 3, [[1, 0], [0, 1]], 1, [1]), "smallest eigenvalue"),
        (lambda: precise_flow([[0.5]], 3, [[1]], 1, [1]), "Pass Fraction"),
    ],
)
def test_bad_input_gets_one_clear_sentence(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()
