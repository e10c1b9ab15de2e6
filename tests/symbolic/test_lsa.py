from fractions import Fraction
from random import Random

import pytest

from symbolic.errors import InputError
from symbolic.lsa import HALF, PARAMETERS, Lam, Prompt, attention, population_loss, prediction, weights, y_hat
from symbolic.words import Matrix, N, Scalar, depends_on, evaluate, expect, gradient, matrix, names, substitute, trace
from symbolic.words.blocks import Block, block_trace
from symbolic.words.operators import Vec, as_map, kron, simplified
from tests.symbolic.isserlis import loss, random_fraction, random_matrix, random_posdef

U11, u12, u21, u_1 = PARAMETERS.U11, PARAMETERS.u12, PARAMETERS.u21, PARAMETERS.u_1
Gam = (1 + 1 / N) * Lam + trace(Lam) / N * Matrix.identity("d")
zero = Matrix.zero("d", 1)


def test_the_population_loss_is_twenty_trace_monomials():
    assert len(population_loss().terms) == 20


@pytest.mark.parametrize(("d", "n"), [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)])
def test_the_loss_agrees_with_isserlis_written_out_sample_by_sample(d, n):
    random = Random(100 * d + n)
    U, L = random_matrix(random, d, d), random_posdef(random, d)
    a, b = ([random_fraction(random) for _ in range(d)] for _ in range(2))
    u = random_fraction(random)
    point = {"U11": U, "u12": [[v] for v in a], "u21": [[v] for v in b], "u_-1": u, "Lam": L}
    assert evaluate(population_loss(), {"d": d, "N": n}, point) == loss(d, n, U, a, b, u, L)


def test_the_prediction_is_the_bottom_right_entry_of_the_layer():
    prompt, (W_PV, W_KQ) = Prompt(), weights()
    layer = attention(prompt.E, W_PV, W_KQ, N)
    assert layer.entries[1][1] == y_hat()


def test_the_prediction_does_not_see_the_unused_blocks():
    unused = {"W_PV11", "w_PV12", "w_KQ12", "w_KQ22"}
    assert not unused & {str(name) for name in names(y_hat())}
    assert depends_on(y_hat(), "u_-1")


def test_the_query_column_is_part_of_the_attention():
    r"""The term :math:`u_{12}^\top x_qx_q^\top U_{11}x_q/N` comes from the column (x_q, 0)."""
    x_q = Prompt().x_q
    without = y_hat() - (u12.T * x_q) * (x_q.T * U11 * x_q) / N
    assert len(without.terms) == len(y_hat().terms) - 1


def test_the_prediction_is_the_quadratic_form_of_lemma_9():
    prompt = Prompt()
    X = Block([[Matrix.zero("d", "d"), prompt.x_q], [prompt.x_q.T, Scalar.of(0)]])
    H = kron(X, prompt.E * prompt.E.T / N) * HALF
    u = as_map(Vec(PARAMETERS.U))
    assert simplified(u.T.after(H).after(u)) == y_hat()
    assert H.after(u.after(u.T)).trace() == y_hat()


def test_the_loss_on_the_invariant_block_is_the_reduced_loss_up_to_a_constant():
    r"""(41) + tr(Lam)/2, and its completed square of Corollary 16."""
    on_block = substitute(population_loss(), {next(iter(v.terms))[0]: zero for v in (u12, u21)})
    reduced = trace(HALF * u_1**2 * Gam * Lam * U11 * Lam * U11.T - u_1 * Lam**2 * U11.T)
    assert on_block - reduced == trace(Lam) / 2
    residual = u_1 * Lam**HALF * U11 * Lam**HALF - Lam * Gam**-1
    assert reduced == trace(Gam * residual * residual.T) / 2 - trace(Lam**2 * Gam**-1) / 2
    gradient_norm = trace(gradient(reduced, U11) * gradient(reduced, U11).T)
    factored = Gam * Lam**HALF * residual * Lam**HALF
    assert gradient_norm == u_1**2 * trace(factored * factored.T)


def test_the_loss_is_half_the_mean_square_of_any_prompt_of_that_law():
    other = Prompt(name="'")
    residual = y_hat(prompt=other) - other.target
    assert expect(residual**2) * HALF == population_loss()


def test_a_prompt_of_another_length_has_its_own_denominator():
    test_time = y_hat(prompt=Prompt("M"))
    assert "M" in {str(name) for name in names(test_time)}
    assert not depends_on(test_time, "N")


def test_weights_of_the_wrong_shape_are_refused():
    prompt, (W_PV, _) = Prompt(), weights()
    with pytest.raises(InputError, match="W_KQ has blocks"):
        prediction(prompt.E, W_PV, Block([[matrix("A", "d", "d")]]), N)


def test_a_prompt_has_at_least_one_example():
    with pytest.raises(InputError, match="length is 0"):
        Prompt(0)


def test_the_embedding_has_the_labels_in_its_last_row():
    E = Prompt().E
    prompt = Prompt()
    assert E.entries[1][0] == prompt.w.T * prompt.X
    assert (E.rows, E.cols) == (("d", 1), ("N", 1))
    energy = block_trace(E * E.T)
    assert expect(energy) == (N + 1) * trace(Lam) + N * trace(Lam)
    assert isinstance(energy, Scalar)
    assert Fraction(1, 2) == HALF
