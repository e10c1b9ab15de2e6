"""The finder of stationary points: what it returns is shown, and the inertia is that of the definition."""

from fractions import Fraction

import numpy as np
import pytest
import sympy
from flint import arb, arb_mat, fmpq, fmpq_mat

from symbolic.critical import CriticalPoints, critical_point, critical_points, points
from symbolic.critical.inertia import enclosed_inertia, inertia
from symbolic.critical.points import BITS, _established, _krawczyk, _precision, _proposals
from symbolic.critical.polynomial import Floats, Polynomial
from symbolic.critical.scalings import scalings
from symbolic.entries.ring import ring
from symbolic.errors import InputError

x, y, u, v, s = sympy.symbols("x y u v s")


def kinds(f, **settings):
    return [(p.kind, p.value if p.exact else "ball") for p in critical_points(f, **settings).points]


def test_minima_and_the_saddle_between_them_are_exact():
    assert kinds((x**2 - 1) ** 2 + y**2) == [("local minimum", 0), ("local minimum", 0), ("saddle", 1)]


def test_a_spurious_minimum_is_told_from_the_global_one():
    f = sympy.integrate((x - 1) * (x - 2) * (x - 4), x)
    values = [(p.kind, p.coordinates["x"]) for p in critical_points(f, scale=3).points]
    assert values == [("local minimum", 4), ("local minimum", 1), ("local maximum", 2)]


def test_irrational_points_are_enclosed_and_classified():
    found = critical_points((x**2 - 2) ** 2 + y**2 * x**2).points
    minima = [p for p in found if p.kind == "local minimum"]
    assert len(minima) == 2
    assert all(isinstance(p.value, arb) and p.value.contains(0) for p in minima)
    assert all((p.coordinates["x"] ** 2).contains(2) for p in minima)
    assert not any(p.exact for p in minima)


def test_orbits_of_a_scaling_are_one_point_each_with_one_zero_eigenvalue():
    found = critical_points((u * v - 1) ** 2)
    assert found.scalings == ((1, -1),)
    assert [(p.kind, p.inertia, p.orbit) for p in found.points] == [
        ("local minimum", (1, 0, 1), 1), ("saddle", (1, 1, 0), 0),
    ]  # fmt: skip


def test_a_kernel_beyond_the_orbit_decides_nothing():
    assert kinds(x**4) == [("degenerate", 0)]
    assert kinds(x**3 - 3 * x * y**2) == [("degenerate", 0)]
    assert kinds(x**2 + y**3) == kinds(-(x**2) + y**3) == [("degenerate", 0)]


def test_every_rational_point_is_stationary_in_exact_arithmetic():
    f = (s * u - 1) ** 2 + (s * v - 2) ** 2 + (u - v) ** 2 * x**2 + x**2
    polynomial = Polynomial.of(f, (s, u, v, x))
    for p in critical_points(f, (s, u, v, x)).points:
        if p.exact:
            at = {sympy.Symbol(name): sympy.Rational(c.numerator, c.denominator) for name, c in p.coordinates.items()}
            assert all(sympy.diff(f, z).subs(at) == 0 for z in (s, u, v, x))
            assert sympy.Rational(p.value.numerator, p.value.denominator) == f.subs(at)
    assert polynomial.sympy().expand() == sympy.expand(f)


def test_the_same_seed_gives_the_same_points_and_another_the_same_kinds():
    f = (x**2 - 1) ** 2 + (y**2 - 3) ** 2
    assert repr(critical_points(f, seed=3)) == repr(critical_points(f, seed=3))
    assert len(critical_points(f, seed=4, starts=80).points) == 9


def test_scalings_are_read_off_the_exponents():
    assert scalings(Polynomial.of((u * v * s - 1) ** 2 + u**2 * v**4, (u, v, s))) == ((2, -1, -1),)
    assert scalings(Polynomial.of(x**2 + y)) == ()


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([[2, 1], [1, 2]], (2, 0, 0)), ([[1, 2], [2, 1]], (1, 1, 0)), ([[1, 1], [1, 1]], (1, 0, 1)),
        ([[0, 0], [0, -3]], (0, 1, 1)),
    ],
)  # fmt: skip
def test_inertia_is_exact(rows, expected):
    assert inertia(fmpq_mat(rows)) == expected
    shown = enclosed_inertia(arb_mat(rows))
    assert shown == (expected if expected[2] == 0 else None)


def test_an_enclosure_that_is_too_wide_shows_no_inertia():
    assert enclosed_inertia(arb_mat([[arb(1, 2)]])) is None


@pytest.mark.parametrize(
    ("f", "word"),
    [(sympy.sin(x), "polynomial"), (sympy.Integer(3), "variable"), ("x**2", "polynomial"), (x / (1 + y), "polynomial")],
)
def test_what_is_no_polynomial_is_refused_in_one_sentence(f, word):
    with pytest.raises(InputError, match=word):
        critical_points(f)


@pytest.mark.parametrize(("f", "variables", "word"), [
    (x**2, (1,), "different names"), (x**2, ("x",), "different names"), (x**2, (x, x), "different names"),
    (x**2, (sympy.sin(x),), "different names"), (x**2 + sympy.Symbol("x", positive=True) ** 2, (), "different names"),
    (x**2 + y**2, (x,), "no polynomial"), (x**2 * sympy.I, (), "no polynomial"),
], ids=str)  # fmt: skip
def test_what_is_no_polynomial_in_its_variables_is_refused_in_one_sentence(f, variables, word):
    with pytest.raises(InputError, match=word):
        critical_points(f, variables)


@pytest.mark.parametrize("asked", [
    {"starts": 0}, {"starts": 10**9}, {"starts": None}, {"scale": 0}, {"scale": -1}, {"scale": "1"}, {"seed": -1},
])  # fmt: skip
def test_a_search_of_no_start_or_no_end_or_no_extent_is_refused(asked):
    with pytest.raises(InputError, match=f"{next(iter(asked))} must be"):
        critical_points(x**2, **asked)


def test_a_constant_is_refused_in_either_form():
    with pytest.raises(InputError, match="constant"):
        critical_points(ring(["x"]).from_dict({(0,): 3}))


def test_the_origin_is_looked_at_whatever_is_drawn():
    (first,) = _proposals(Floats.of(Polynomial.of((u * v - 1) ** 2, (u, v))), 0, 1.0, 0)
    assert list(first) == [0, 0]


def test_what_is_found_is_said_and_so_is_nothing():
    assert repr(CriticalPoints((), (), 0)) == "none found"
    assert repr(critical_points(x**2)) == "local minimum with value 0, inertia (1, 0, 0)"


def test_no_box_is_given_where_no_derivative_vanishes():
    squared = Polynomial.of(x**2 + y**2, (x, y))
    assert _krawczyk(squared, [fmpq(0), fmpq(0)], [0, 1]) is not None
    for away in ([1, 0], [0, 1], [1, 1]):
        assert _krawczyk(squared, [fmpq(v) for v in away], [0, 1]) is None


def established(f, at):
    with _precision(BITS):
        return _established(f, scalings(f), np.array(at))


def test_what_is_not_enclosed_is_not_established(monkeypatch):
    f = Polynomial.of((x**2 - 2) ** 2, (x,))
    assert established(f, [2**0.5]) is not None
    monkeypatch.setattr(points, "_krawczyk", lambda *of: None)
    assert established(f, [2**0.5]) is None


def test_a_singular_hessian_at_an_enclosed_point_decides_nothing_beside_the_orbit():
    f = Polynomial.of((x**2 - 2) ** 2 + y**3, (x, y))
    assert established(f, [2**0.5, 0.0]).kind == "degenerate"
    g = Polynomial.of((x**2 - 2) ** 2 + (u * v - 1) ** 2, (u, v, x))
    found = established(g, [2, 0.5, 2**0.5])
    assert (found.kind, found.inertia, found.exact) == ("local minimum", (2, 0, 1), False)


def test_values_are_fractions():
    assert critical_points(x**2 / 3 + x).points[0].value == Fraction(-3, 4)


def test_a_given_point_is_classified_or_is_not_stationary():
    saddle = critical_point((u * v - 1) ** 2, {"u": 0, "v": 0})
    assert saddle is not None
    assert saddle.kind == "saddle"
    least = critical_point((u * v - 1) ** 2, {"u": 2, "v": Fraction(1, 2)})
    assert least is not None
    assert (least.kind, least.orbit) == ("local minimum", 1)
    assert critical_point((u * v - 1) ** 2, {"u": 2, "v": 2}) is None


def test_a_missing_coordinate_is_named():
    with pytest.raises(InputError, match="v"):
        critical_point((u * v - 1) ** 2, {"u": 0})


@pytest.mark.parametrize(("f", "kinds_there"), [
    (10 * x**2 + x * y + (y - 1) ** 2, ["local minimum"]), (x * y + (y - 1) ** 2, ["saddle"]),
])  # fmt: skip
def test_a_coordinate_near_zero_is_not_taken_for_zero_where_its_derivative_does_not_vanish(f, kinds_there):
    found = critical_points(f, seed=1).points
    assert [p.kind for p in found] == kinds_there
    for p in found:
        values = [sympy.Rational(c.numerator, c.denominator) for c in p.coordinates.values()]
        at = dict(zip((x, y), values, strict=True))
        assert all(sympy.diff(f, s).subs(at) == 0 for s in (x, y))
