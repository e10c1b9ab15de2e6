"""Prompts from the definition, and fast roads to the same law."""

from fractions import Fraction
from types import FunctionType

import numpy as np
import pytest

from numeric import prompts
from numeric.errors import InputError
from numeric.statistics import mean_test, same_law
from numeric.streams import generator

LAM = np.array([[2.0, 0.5, 0.0], [0.5, 1.0, -0.3], [0.0, -0.3, 0.7]])


def general_weights(d: int) -> tuple[np.ndarray, np.ndarray]:
    """All entries of both matrices free."""
    rng = generator("tests/prompts", f"weights {d}")
    return rng.standard_normal((d + 1, d + 1)), rng.standard_normal((d + 1, d + 1))


def test_the_embedding_is_the_printed_matrix() -> None:
    x, x_q, w = np.array([[[1.0, 2.0], [3.0, 4.0]]]), np.array([[5.0, 6.0]]), np.array([[1.0, 10.0]])
    assert np.array_equal(prompts.embedding(x, x_q, w)[0], [[1, 3, 5], [2, 4, 6], [21, 43, 0]])


def test_the_layer_agrees_with_sums_written_out_entry_by_entry() -> None:
    sample = prompts.draw(2, 3, LAM[:2, :2], 1, generator("tests/prompts", "entries"))
    E = prompts.embedding(**sample)
    W_PV, W_KQ = general_weights(2)
    e = E[0]
    for r in range(3):
        for c in range(4):
            attended = sum(
                W_PV[r, a] * e[a, k] * e[p, k] * W_KQ[p, q] * e[q, c]
                for a in range(3) for k in range(4) for p in range(3) for q in range(3)
            )
            assert np.isclose(prompts.attention(E, W_PV, W_KQ)[0, r, c], e[r, c] + attended / 3, rtol=1e-12)
    assert np.isclose(prompts.prediction(E, W_PV, W_KQ)[0], prompts.attention(E, W_PV, W_KQ)[0, 2, 3], rtol=1e-12)


def test_the_query_row_form_equals_the_layer_in_exact_rationals() -> None:
    # Fractions in object arrays: equality is exact, at a general point of all weights.
    rng = generator("tests/prompts", "exact")

    def rational(*shape: int) -> np.ndarray:
        return np.vectorize(lambda k: Fraction(int(k), 7), otypes=[object])(rng.integers(-9, 10, shape))

    d, N = 3, 2
    x, x_q, w = rational(4, N, d), rational(4, d), rational(4, d)
    W_PV, W_KQ = rational(d + 1, d + 1), rational(d + 1, d + 1)
    literal = prompts.prediction(prompts.embedding(x, x_q, w), W_PV, W_KQ)
    S = x.transpose(0, 2, 1) @ x
    a = W_PV[d, :d] + W_PV[d, d] * w
    b = x_q @ W_KQ[:d, :d].T + (x_q @ W_KQ[d, :d])[:, None] * w
    query = (x_q @ W_PV[d, :d]) * (x_q * (x_q @ W_KQ[:d, :d].T)).sum(axis=1)
    assert (((a[:, None, :] @ S @ b[:, :, None])[:, 0, 0] + query) / N == literal).all()


def test_the_gram_form_equals_the_layer() -> None:
    sample = prompts.draw(3, 5, LAM, 100, generator("tests/prompts", "gram"))
    W_PV, W_KQ = general_weights(3)
    literal = prompts.prediction(prompts.embedding(**sample), W_PV, W_KQ)
    S = sample["x"].transpose(0, 2, 1) @ sample["x"]
    fast = prompts.prediction_from_gram(S, sample["x_q"], sample["w"], W_PV, W_KQ, 5)
    assert np.allclose(fast, literal, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("N", [1, 2, 3, 7])
def test_bartlett_has_the_mean_of_the_gram_matrix(N: int) -> None:
    # E S = N Lam, and Var S_ij = N (Lam_ij^2 + Lam_ii Lam_jj) exactly.
    S = prompts.wishart(3, N, LAM, 40_000, generator("tests/prompts", f"wishart {N}"))
    for i in range(3):
        for j in range(i + 1):
            variance = N * (LAM[i, j] ** 2 + LAM[i, i] * LAM[j, j])
            assert mean_test(S[:, i, j], N * LAM[i, j], variance=variance).compatible
            if i == j:
                assert not mean_test(S[:, i, j], (N + 1) * LAM[i, j], variance=variance).compatible


def test_bartlett_has_the_law_of_the_gram_matrix() -> None:
    x = prompts.draw(3, 2, LAM, 20_000, generator("tests/prompts", "oracle"))["x"]
    literal, fast = x.transpose(0, 2, 1) @ x, prompts.wishart(3, 2, LAM, 20_000, generator("tests/prompts", "fast"))
    u = np.array([1.0, -2.0, 0.5])
    for functional in (lambda S: S[:, 0, 2], lambda S: S @ u @ u, lambda S: np.einsum("nij,nji->n", S, S)):
        assert same_law(functional(literal), functional(fast)).compatible


def test_fast_predictions_have_the_law_of_the_layer_at_a_general_point() -> None:
    d, N, n = 3, 4, 40_000
    W_PV, W_KQ = general_weights(d)
    sample = prompts.draw(d, N, LAM, n, generator("tests/prompts", "law oracle"))
    literal = prompts.prediction(prompts.embedding(**sample), W_PV, W_KQ)
    target = np.einsum("nd,nd->n", sample["w"], sample["x_q"])
    rng = generator("tests/prompts", "law fast")
    fast, fast_target = prompts.fast_predictions(d, N, LAM, n, rng, W_PV, W_KQ)
    assert same_law(literal, fast).compatible
    assert same_law(literal - target, fast - fast_target).compatible
    assert same_law(literal * target, fast * fast_target).compatible
    # The test has teeth: a context longer by one is told apart at this n when it is short.
    longer, _ = prompts.fast_predictions(d, 1, LAM, n, rng, W_PV, W_KQ)
    assert not same_law(literal, longer).compatible


def test_both_ways_to_draw_give_labels_of_the_stated_size() -> None:
    """E <w, x_q>^2 = tr(Lam): seven standard errors, a false alarm in 10^11; weights ten percent too large are told."""
    n = 40_000
    sample = prompts.draw(3, 1, LAM, n, generator("tests/prompts", "labels"))
    literal = np.einsum("nd,nd->n", sample["w"], sample["x_q"])
    _, fast = prompts.fast_predictions(3, 4, LAM, n, generator("tests/prompts", "fast labels"), *general_weights(3))
    for squares in (literal**2, fast**2):
        assert abs(squares.mean() - np.trace(LAM)) < 7 * squares.std() / np.sqrt(n)
        assert abs(1.21 * squares.mean() - np.trace(LAM)) > 7 * 1.21 * squares.std() / np.sqrt(n)


def test_shapes_in_the_signatures_are_true() -> None:
    jaxtyping, beartype = pytest.importorskip("jaxtyping"), pytest.importorskip("beartype")
    sample = prompts.draw(3, 5, LAM, 4, generator("tests/prompts", "shapes"))
    W_PV, W_KQ = general_weights(3)

    def checked(function):  # the annotations are strings; they are read with jaxtyping's names in scope
        scope = {**vars(prompts), "Float": jaxtyping.Float}
        copy = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
        copy.__annotations__ = {name: eval(text, scope) for name, text in function.__annotations__.items()}
        return jaxtyping.jaxtyped(typechecker=beartype.beartype)(copy)

    E = checked(prompts.embedding)(**sample)
    checked(prompts.attention)(E, W_PV, W_KQ)
    checked(prompts.prediction)(E, W_PV, W_KQ, 5)
    with pytest.raises(jaxtyping.TypeCheckError):
        checked(prompts.embedding)(sample["x"][:2], sample["x_q"], sample["w"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((0, 1, [[1.0]], 1), "d must be an integer of at least 1, not 0"),
        ((1.5, 1, [[1.0]], 1), "d must be an integer"),
        ((1, 0, [[1.0]], 1), "N must be an integer of at least 1"),
        ((2, 1, [[1.0, 2.0], [2.0, 1.0]], 1), "smallest eigenvalue is -1"),
        ((2, 1, [[1.0, 0.1], [0.0, 1.0]], 1), "must be symmetric"),
        ((2, 1, [[1.0, 0.0]], 1), "must be a square matrix"),
        ((1, 1, [[float("nan")]], 1), "NaN"),
        ((3, 1, [[1.0]], 1), "must be 3 x 3"),
    ],
)
def test_bad_input_is_one_sentence(arguments: tuple, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        prompts.draw(*arguments, generator("tests/prompts", "bad"))
