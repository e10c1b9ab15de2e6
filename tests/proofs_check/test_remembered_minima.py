"""Least values at exact points are found once, and are those of the point."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from proofs_check.algebras.entries import remembered
from proofs_check.algebras.entries.prompts import wide_algebra
from proofs_check.algebras.entries.space import Setting
from proofs_check.algebras.entries.squares import least_mean_square
from proofs_check.model import model_of
from proofs_check.papers.zwb.notation import B_1, R_LSA, Gamma, R, b, beta, s, u_1
from proofs_check.statement.fold import Lacks
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import Term

least = infimum(R, beta, Gamma)
"""At d = 1: sigma^2 + H Psi - (H Psi)^2 / t with t = (H Psi (M + 2) + sigma^2) / M."""


def point(**values: Any) -> Setting:
    given = {"H": [[1]], "Psi": [[1]], "beta_star": [[1]], "sigma": 1, "Gamma": [[0]], "beta": [[0]], **values}
    exact = {name: [[Fraction(v[0][0])]] if isinstance(v, list) else Fraction(v) for name, v in given.items()}
    return Setting(1, {"M": 1}, values=exact, model=model_of("zwb", ""), laws={"noise": True})


def value(node: Term, at: Setting) -> Fraction:
    algebra = wide_algebra([node], at)
    return algebra.finish(algebra.read(node))[0, 0].constant()


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each least value that is really looked for."""
    found: list[int] = []

    def counted(*args: Any) -> Any:
        found.append(1)
        return least_mean_square(*args)

    monkeypatch.setattr(remembered, "_FOUND", {})
    monkeypatch.setattr("proofs_check.algebras.entries.algebra.least_mean_square", counted)
    return found


def test_a_least_value_is_found_once_at_a_point(calls: list[int]) -> None:
    assert value(least, point()) == value(least, point()) == Fraction(7, 4)
    assert len(calls) == 1


@pytest.mark.parametrize("name", ["beta", "Gamma"])
def test_what_is_minimised_over_has_no_say(calls: list[int], name: str) -> None:
    assert value(least, point()) == value(least, point(**{name: [[7]]}))
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("name", "other", "there"),
    [("H", [[2]], Fraction(17, 7)), ("Psi", [[2]], Fraction(17, 7)), ("sigma", 2, Fraction(34, 7))],
)
def test_at_another_point_it_is_found_anew(calls: list[int], name: str, other: Any, there: Fraction) -> None:
    assert value(least, point()) == Fraction(7, 4)
    assert value(least, point(**{name: other})) == there
    assert len(calls) == 2


def test_what_is_lacked_is_remembered_as_well(calls: list[int]) -> None:
    unknown = infimum(R_LSA, u_1, s, B_1, b)
    for _ in range(2):
        with pytest.raises(Lacks):
            value(unknown, point())
    assert len(calls) == 1
