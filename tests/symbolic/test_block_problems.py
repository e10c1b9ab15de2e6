"""Risks of the linear transformer block at one exact problem, and their stationary points."""

from fractions import Fraction

import pytest

from symbolic.block_problems import risk_at
from symbolic.critical import critical_point, critical_points
from symbolic.errors import InputError

TENTH = Fraction(1, 10)
TWO = {"H": [[1, 0], [0, 1]], "Psi": [[1, 0], [0, TENTH]], "beta_star": [1, 2]}


def test_the_minimum_of_gd_beta_is_the_only_stationary_point():
    found = critical_points(risk_at("zwb/gd-beta", H=[[1]], Psi=[[1]], beta_star=[3]).f).points
    assert [(p.kind, p.value, p.coordinates) for p in found] == [
        ("local minimum", Fraction(7, 4), {"beta_1": 3, "Gamma_1_1": Fraction(1, 4)})
    ]


def test_the_block_has_a_spurious_local_minimum():
    risk = risk_at("zwb/ltb", **TWO)
    point = dict.fromkeys(risk.names, Fraction(0)) | {
        "w_1_1": 1, "w_1_2": 2, "u_1_1": Fraction(10, 41), "b_1": 1, "B_1_1_1": -1, "B_1_2_1": -2,
    }  # fmt: skip
    found = critical_point(risk.f, point)
    assert found is not None
    assert (found.kind, found.inertia, found.orbit) == ("local minimum", (10, 0, 1), 1)
    least = critical_points(risk.f, starts=12).points[0]
    assert found.value - least.value == Fraction(1, 230)


def test_attention_alone_stays_above_the_block():
    problem = {"H": [[1]], "Psi": [[1]], "beta_star": [1]}
    low, high = (critical_points(risk_at(f"zwb/{name}", **problem).f, starts=20).points[0] for name in ("ltb", "lsa"))
    above = high.value if high.exact else high.value.mid()
    assert float(above) - float(low.value) >= 0.5


@pytest.mark.parametrize(
    ("changed", "word"),
    [({"H": [[1, 2], [0, 1]]}, "symmetric"), ({"Psi": [[1, 0], [0, -1]]}, "semi-definite"), ({"M": 0}, "at least"),
     ({"H": [[1]]}, "2 rows")],
)  # fmt: skip
def test_what_is_no_problem_is_refused(changed, word):
    with pytest.raises(InputError, match=word):
        risk_at("zwb/ltb", **TWO | changed)


def test_an_unknown_model_is_refused():
    with pytest.raises(InputError, match="choose one of"):
        risk_at("zwb/gpt", **TWO)
