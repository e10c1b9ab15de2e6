import pytest

from symbolic.flow import gradient_flow, lsa_flow, lsa_flow_on_block
from symbolic.lsa import PARAMETERS, Lam, Prompt, population_loss
from symbolic.words import Matrix, N, expect, substitute, trace
from symbolic.words.blocks import Block
from symbolic.words.operators import Vec, as_map, kron

U11, u12, u21, u_1 = PARAMETERS.U11, PARAMETERS.u12, PARAMETERS.u21, PARAMETERS.u_1
Gam = (1 + 1 / N) * Lam + trace(Lam) / N * Matrix.identity("d")


def test_the_flow_on_the_invariant_block_is_lemma_10():
    flow = lsa_flow_on_block()
    assert flow.velocity(U11) == -(u_1**2) * Gam * Lam * U11 * Lam + u_1 * Lam**2
    assert flow.velocity(u_1) == -trace(u_1 * Gam * Lam * U11 * Lam * U11.T - Lam**2 * U11.T)
    assert flow.velocity(u12).is_zero()
    assert flow.velocity(u21).is_zero()


def test_the_difference_of_squares_is_conserved_on_and_off_the_block():
    """Lemma 17 and its form in all parameters."""
    assert lsa_flow_on_block().derivative(u_1**2 - trace(U11 * U11.T)).is_zero()
    balance = u_1**2 + u12.T * u12 - trace(U11 * U11.T) - u21.T * u21
    assert lsa_flow().derivative(balance).is_zero()
    assert not lsa_flow().derivative(u_1**2 - trace(U11 * U11.T)).is_zero()


def test_the_loss_falls_at_the_rate_of_the_squared_gradient():
    flow = lsa_flow()
    squares = [trace(flow.velocity(p) * flow.velocity(p).T) for p in (U11, u12, u21)]
    assert flow.derivative(population_loss()) == -sum(squares, flow.velocity(u_1) ** 2)


def test_a_subspace_that_is_not_invariant_is_refused():
    with pytest.raises(ValueError, match="not invariant"):
        lsa_flow().restricted((U11,))


def test_the_flow_of_a_rescaled_loss_is_rescaled():
    flow = gradient_flow(3 * population_loss(), (U11, u_1))
    assert flow.velocity(U11) == 3 * lsa_flow().velocity(U11)


def test_the_printed_form_31_needs_a_factor_two():
    r"""du/dt = -2 E(<H, uu^T> H) u + 2 E(w^T x_q H) u for the derived flow in all parameters."""
    prompt = Prompt()
    X = Block([[Matrix.zero("d", "d"), prompt.x_q], [prompt.x_q.T, trace(Lam) * 0]])
    H = kron(X, prompt.E * prompt.E.T / (2 * N))
    u = as_map(Vec(PARAMETERS.U))
    form = H.after(u.after(u.T)).trace()
    right = (H * prompt.target).expect().of(PARAMETERS.U) - (H * form).expect().of(PARAMETERS.U)
    flow = lsa_flow()
    velocity = Block([[flow.velocity(U11), flow.velocity(u12)], [flow.velocity(u21).T, flow.velocity(u_1)]])
    assert right * 2 == velocity
    assert right != velocity


def test_the_empirical_covariance_drives_the_flow():
    r"""dU11/dt = -u_-1^2 E[Lam_hat^2] U11 Lam + u_-1 Lam^2."""
    X = Prompt().X
    squared = expect(X * X.T * X * X.T / N**2)
    assert lsa_flow_on_block().velocity(U11) == -(u_1**2) * squared * U11 * Lam + u_1 * Lam**2


def test_substituting_the_start_gives_the_first_velocity():
    sigma_start = {"u_-1": trace(Lam) * 0}
    assert substitute(lsa_flow_on_block().velocity(U11), sigma_start).is_zero()
