"""Expectation over prompts with labels, against polynomials in single entries (Isserlis, nothing of words)."""

from fractions import Fraction
from random import Random

import pytest

from symbolic.errors import InputError
from symbolic.least_squares import least_squares, verify
from symbolic.lsa import Lam, Prompt
from symbolic.words import Matrix, Scalar, absolute, basis, dimension, evaluate, letter, matrix, trace
from symbolic.words.joint import Joint
from symbolic.words.labels import LabelLaw
from symbolic.words.matrices import times
from symbolic.words.noise import Moments
from symbolic.words.sampling import sum_over_samples
from tests.symbolic.isserlis import (
    add,
    constant,
    expectation,
    mul,
    random_fraction,
    random_matrix,
    random_posdef,
    variable,
)

LAW = LabelLaw()
SQUARE = Scalar.symbol("s", 1) ** 2
JOINT = Joint({"y": ("X", LAW), "y_q": ("x_q", LAW)}, {"eps": Moments(SQUARE)}, ("N", "M"), frozenset({"w"}))
M = dimension("M")
X, x_q, w = Prompt("M").X, Prompt("M").x_q, Prompt("M").w
Y, eps, y_q = matrix("y", "M", 1), matrix("eps", "M", 1), Scalar.symbol("y_q")
C = matrix("C", "d", "d")


def _member(i, name="M"):
    return X * Matrix.of(basis(i, name))


def _dot(a, b):
    return add(*(mul(s, t) for s, t in zip(a, b, strict=True)))


class BruteForce:
    """The samples as variables, the label a polynomial of its covariate, everything else numbers."""

    def __init__(self, d, m, label, seed):
        random = Random(seed)
        self.d, self.m, self.label = d, m, label
        self.Lam, self.C = random_posdef(random, d), random_matrix(random, d, d)
        self.w = [random_fraction(random) for _ in range(d)]
        self.x = [[variable(f"x{i}_{a}") for a in range(d)] for i in range(m)]
        self.q = [variable(f"q_{a}") for a in range(d)]

    def E(self, p):
        def covariance(a, b):
            (left, i), (right, j) = a.split("_"), b.split("_")
            return self.Lam[int(i)][int(j)] if left == right else Fraction(0)

        return expectation(p, covariance)

    def y(self, x):
        return self.label(_dot([constant(v) for v in self.w], x))

    def risk(self):
        """E (q^T C (1/m) sum y_i x_i - y_q)^2."""
        mean = [mul(constant(Fraction(1, self.m)), add(*(mul(self.y(x), x[a]) for x in self.x))) for a in range(self.d)]
        image = [_dot([constant(v) for v in row], mean) for row in self.C]
        off = add(_dot(self.q, image), mul(constant(-1), self.y(self.q)))
        return self.E(mul(off, off))

    def numbers(self):
        """What the letters of the general law are for this label."""
        y, d = self.y(self.q), range(self.d)
        return {
            "Lam": self.Lam, "C": self.C, "w": [[v] for v in self.w], "M": self.m,
            "E[y]": self.E(y), "E[y^2]": self.E(mul(y, y)),
            "E[yx]": [[self.E(mul(y, self.q[a]))] for a in d],
            "E[y^2 xx.T]": [[self.E(mul(mul(y, y), mul(self.q[a], self.q[b]))) for b in d] for a in d],
        }


def _cube(u):
    return add(mul(u, mul(u, u)), constant(2))


def _risk(label, label_q):
    off = x_q.T * C * label / M - label_q
    return JOINT.expect(off * off)


@pytest.mark.parametrize(("d", "m"), [(1, 1), (1, 2), (2, 1), (2, 2)])
def test_the_error_for_labels_of_any_law_agrees_with_a_law_worked_out_entry_by_entry(d, m):
    brute = BruteForce(d, m, _cube, 10 * d + m)
    value = _risk(X * Y, y_q)
    assert evaluate(value, {"d": d, "N": 1, "M": m}, brute.numbers()) == brute.risk()


@pytest.mark.parametrize(("d", "m"), [(1, 1), (1, 2), (2, 1), (2, 2)])
def test_the_error_for_a_given_nonlinear_label_agrees_as_well(d, m):
    x = _member("i")
    examples = sum_over_samples(times((w.T * x) ** 3 + 2, x), "i", "M")
    brute = BruteForce(d, m, _cube, 10 * d + m)
    value = _risk(examples, (w.T * x_q) ** 3 + 2)
    assert evaluate(value, {"d": d, "N": 1, "M": m}, brute.numbers()) == brute.risk()


def test_rectified_labels_are_decided_by_the_symmetry_of_the_covariate():
    def relu(a):
        return (a + absolute(a)) / 2

    x = _member("i")
    size = w.T * Lam * w
    assert JOINT.expect(times(relu(w.T * x_q), x_q)) == Lam * w / 2
    assert JOINT.expect(relu(w.T * x_q) ** 2) == size / 2
    examples = sum_over_samples(times(relu(w.T * x), x), "i", "M")
    second = JOINT.expect(examples * examples.T)
    rank_one = Lam * w * w.T * Lam
    # M pairs of one sample: E a^2 xx^T = (size Lam + 2 rank_one)/2; M (M - 1) pairs of two.
    assert second == M / 2 * (size * Lam + 2 * rank_one) + (M**2 - M) / 4 * rank_one
    with pytest.raises(InputError):
        JOINT.expect(relu(w.T * x_q))


def test_sums_with_more_factors_of_one_sample_have_weights():
    x, y = _member("i"), Y.T * Matrix.of(basis("i", "M"))
    assert sum_over_samples(times(y, x), "i", "M") == X * Y
    assert JOINT.expect(sum_over_samples(times(y * y, x * x.T), "i", "M")) == M * Matrix.of(LAW.outer)
    assert JOINT.expect(sum_over_samples(y, "i", "M")) == M * LAW.mean
    assert sum_over_samples(Scalar.of(3), "i", "M") == 3 * M


def test_two_single_samples_may_be_the_same():
    pair = times(Y.T * Matrix.of(basis("i", "M")), _member("i"))
    other = times(Y.T * Matrix.of(basis("j", "M")), _member("j"))
    mean = JOINT.expect(pair * other.T)
    everything = sum_over_samples(sum_over_samples(mean, "j", "M"), "i", "M")
    assert everything == JOINT.expect(X * Y * (X * Y).T)


def test_the_indicator_of_equal_samples_counts_equal_samples():
    e_i, e_j = Matrix.of(basis("i", "M")), Matrix.of(basis("j", "M"))
    delta = e_i.T * e_j
    mean = JOINT.expect(times(delta, times(Y.T * e_i, X * e_j)))
    assert mean == times(delta, LAW.cross)
    assert sum_over_samples(sum_over_samples(mean, "j", "M"), "i", "M") == M * LAW.cross


def test_weights_that_reach_other_samples_are_refused():
    e_i = Matrix.of(basis("i", "M"))
    inner = sum_over_samples((_member("i").T * _member("j")) ** 3, "j", "M")
    with pytest.raises(InputError, match="sums with weights"):
        sum_over_samples(inner, "i", "M")
    nested = sum_over_samples((w.T * X * X.T * X * e_i) ** 3 * (Y.T * e_i), "i", "M")
    with pytest.raises(InputError, match="weight"):
        JOINT.expect(nested)


def test_absolute_values_in_the_coefficients_of_a_matrix_are_seen():
    x = _member("1")
    assert JOINT.expect(times(absolute(w.T * x), x)).is_zero()
    with pytest.raises(InputError):
        JOINT.expect(times(absolute(w.T * x), x * x.T))


def test_only_the_assumed_moments_of_a_label_are_used():
    with pytest.raises(InputError, match=r"y\^1 x\^2"):
        JOINT.expect(y_q * (x_q.T * x_q))
    with pytest.raises(InputError, match=r"y\^3"):
        JOINT.expect(y_q**3)


def test_a_label_given_its_covariate_is_refused_and_the_rest_is_conditional():
    with pytest.raises(InputError, match="given"):
        Joint(JOINT.labels, {}, ("M",), frozenset({"x_q"})).expect(y_q * (C * x_q))
    both = Joint(JOINT.labels, {}, ("M",), frozenset({"x_q", "y_q"}))
    assert both.expect(times(y_q, x_q)) == times(y_q, x_q)
    assert both.expect(x_q.T * X * Y) == M * (x_q.T * LAW.cross)


def test_noise_given_the_covariates_is_averaged_alone():
    given = Joint({}, JOINT.noises, ("M",), frozenset({"X"}))
    assert given.expect(X * eps * (X * eps).T) == SQUARE * X * X.T
    assert JOINT.expect(X * eps * (X * eps).T) == M * SQUARE * Lam


def test_sums_of_products_with_what_is_held_fixed_are_refused_where_they_are_not_written_out():
    given = Joint(JOINT.labels, JOINT.noises, ("M",), frozenset({"eps", "w"}))
    x, e = _member("i"), eps.T * Matrix.of(basis("i", "M"))
    assert given.expect(X * eps).is_zero()
    for body in (times(e, times(Y.T * Matrix.of(basis("i", "M")), x)), times(e * (w.T * x) ** 3, x)):
        with pytest.raises(InputError, match="not known"):
            given.expect(sum_over_samples(body, "i", "M"))


def test_different_families_with_one_index_are_independent():
    other = letter("Z", "d", "M", covariance=(letter("Psi", "d", "d", posdef=True),))
    Z = Matrix.of(other)
    assert JOINT.expect(trace(X * Z.T * C)).is_zero()
    assert JOINT.expect(Z * Y).is_zero()


def test_the_best_linear_predictor_solves_the_normal_equations():
    v = matrix("v", "d", 1)
    off = v.T * x_q - y_q
    fit = least_squares(JOINT.expect(off * off), v)
    assert verify(fit)
    assert fit.point == Lam**-1 * LAW.cross
    assert fit.minimum == LAW.square - LAW.cross.T * Lam**-1 * LAW.cross


def test_a_vector_of_labels_that_counts_no_samples_is_no_constant():
    """Without members the label of a covariate would stay where it is while the covariate is averaged."""
    with pytest.raises(InputError, match="counts no samples"):
        Joint({"y": ("X", LAW)}, {}, ("N",)).expect((Y.T * Matrix.of(basis("i", "M"))) * _member("i"))
