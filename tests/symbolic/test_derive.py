"""The data of ``lemmata derive``: readable back by SymPy, and right at exact points."""

import json
from fractions import Fraction

import pytest
import sympy as sp

from symbolic import entries
from symbolic.derive import LARGEST_DIM, SUBJECTS, derive
from symbolic.derive import read_back as read_all_back
from symbolic.errors import InputError


def read_back(data, expression):
    """The printed expression, with the printed symbols as locals, as a user would do it."""
    names = set()

    def walk(shape):
        for part in shape if isinstance(shape, list) else [shape]:
            if isinstance(part, list):
                walk(part)
            elif part != "0":
                names.add(part)

    for shape in data["symbols"].values():
        walk(shape)
    expr = sp.sympify(expression, locals={n: sp.Symbol(n) for n in names})
    assert {str(s) for s in expr.free_symbols} <= names
    return expr


POINT = {
    "U11": [[Fraction(1, 2), Fraction(-1, 3)], [Fraction(2), Fraction(3, 5)]],
    "u12": [Fraction(1, 7), Fraction(-2)],
    "u21": [Fraction(4, 3), Fraction(1, 5)],
    "u_-1": Fraction(-3, 4),
    "Lam": [[Fraction(2), Fraction(1, 2)], [Fraction(1, 2), Fraction(5, 3)]],
    "N": 7,
}


def substitution(data):
    values = {}
    for key, shape in data["symbols"].items():
        if isinstance(shape, str):
            values[shape] = POINT[key]
        else:
            for name, value in zip(sp.flatten(shape), sp.flatten(POINT[key]), strict=True):
                values[name] = value
    return {sp.Symbol(n): sp.Rational(v.numerator, v.denominator) for n, v in values.items()}


def test_the_loss_at_d_2_reads_back_and_keeps_its_constant():
    data = json.loads(json.dumps(derive("lsa", "loss", 2)))
    expr = read_back(data, data["expression"])
    exact = entries.loss(2).evaluate(POINT)
    assert expr.subs(substitution(data)) == sp.Rational(exact.numerator, exact.denominator)
    parameters = [n for key in ("U11", "u12", "u21", "u_-1") for n in sp.flatten([data["symbols"][key]])]
    at_origin = expr.subs({sp.Symbol(n): 0 for n in parameters})
    assert sp.expand(at_origin - (sp.Symbol("Lam_1_1") + sp.Symbol("Lam_2_2")) / 2) == 0


def test_the_flow_at_d_1_is_minus_the_gradient_of_the_loss_and_keyed_like_the_symbols():
    data = derive("zfb/lsa", "flow", 1)
    loss = read_back(data, derive("lsa", "loss", 1)["expression"])
    for key, shape in data["expression"].items():
        for name, velocity in zip(sp.flatten([data["symbols"][key]]), sp.flatten([shape]), strict=True):
            assert sp.expand(read_back(data, velocity) + sp.diff(loss, sp.Symbol(name))) == 0


def test_above_d_3_the_default_covariance_is_diagonal():
    data = derive("lsa", "loss", 4)
    assert data["symbols"]["Lam"][0] == ["Lam_1_1", "0", "0", "0"]


def test_the_only_quadratic_invariant_at_d_2_is_the_balancedness_of_the_two_layers():
    data = derive("lsa", "invariants", 2)
    (q,) = data["expression"]
    U11, u12, u21, u = (sp.flatten([data["symbols"][k]]) for k in ("U11", "u12", "u21", "u_-1"))
    norm = sum(sp.Symbol(n) ** 2 for n in [*U11, *u21]) - sum(sp.Symbol(n) ** 2 for n in [*u12, *u])
    assert sp.expand(read_back(data, q) - norm) == 0
    assert data["complete"]
    assert json.dumps(data)


def test_nonsense_is_refused_in_one_sentence():
    with pytest.raises(InputError, match="unknown"):
        derive("lstm")
    with pytest.raises(InputError, match="what is 'risk'"):
        derive("lsa", "risk")
    for dim in (0, -1, 2.0, True):
        with pytest.raises(InputError, match="dim must be a positive integer"):
            derive("lsa", "loss", dim)


@pytest.mark.parametrize("what", ["loss", "flow", "minima", "invariants", "pl"])
def test_the_words_form_is_plain_data_for_every_d(what):
    data = derive("lsa", what)
    assert json.loads(json.dumps(data)) == data
    assert data["dim"] is None


def test_the_minimum_at_d_2_is_the_loss_at_a_minimiser():
    data = derive("lsa", "minima", 2)
    loss = entries.loss(2)
    at = substitution(data)
    K = [[read_back(data, x).subs(at) for x in row] for row in data["expression"]["u_-1*U11"]]
    minimum = read_back(data, data["expression"]["minimum"]).subs(at)
    point = POINT | {
        "U11": [[Fraction(int(x.p), int(x.q)) / 5 for x in row] for row in K],
        "u_-1": Fraction(5),
        "u12": [Fraction(0)] * 2,
        "u21": [Fraction(0)] * 2,
    }
    assert loss.evaluate(point) == Fraction(int(minimum.p), int(minimum.q))
    assert data["certificate"]["verified"]


def test_the_constant_at_d_1_reads_back():
    data = derive("lsa", "pl", 1)
    mu = read_back(data, data["expression"]["mu"])
    Lam, n, sigma = sp.symbols("Lam_1_1 N sigma", positive=True)
    Gam = (1 + 2 / n) * Lam
    expected = 2 * Gam * Lam**2 * (sigma**2 - sigma**4 * Gam / 2)
    values = {sp.Symbol("Lam_1_1"): Lam, sp.Symbol("N"): n, sp.Symbol("sigma"): sigma, sp.Symbol("Theta_1_1"): 1}
    assert sp.simplify(mu.subs(values) - expected) == 0


@pytest.mark.parametrize("what", SUBJECTS)
def test_all_that_is_derived_at_a_dimension_is_read_back_in_its_shape(what):
    data = json.loads(json.dumps(derive("lsa", what, 2)))
    found = read_all_back(data)
    names = {name for shape in data["symbols"].values() for name in sp.flatten([shape])}
    one = found
    while not isinstance(one, sp.Basic):
        one = next(iter(one.values())) if isinstance(one, dict) else one[0]
    assert {str(s) for s in one.free_symbols} <= names
    assert all(isinstance(s, sp.Symbol) for s in one.free_symbols)


def test_words_are_not_read_back_by_sympy():
    with pytest.raises(InputError, match="derive with dim=2"):
        read_all_back(derive("lsa", "minima"))


@pytest.mark.parametrize("what", SUBJECTS)
def test_dimensions_that_would_take_minutes_are_refused(what):
    with pytest.raises(InputError, match=f"at most {LARGEST_DIM[what]} for {what}"):
        derive("lsa", what, 50)
