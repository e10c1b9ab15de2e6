"""Means on a device without chance: sums over all outcomes, exact variances that the draws bear out, and orbits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

pytest.importorskip("torch")

import torch

from numeric.mean_rows import decided
from numeric.training.tensors import means
from numeric.training.tensors.sums import Moments, known_of
from proofs_check.claims import Claim, Kind, claim
from proofs_check.papers.ccs.proposition_e_3 import eq_38
from proofs_check.papers.zfb.theorem_4 import theorem_4
from proofs_check.statement.attention import haar
from proofs_check.statement.laws import gaussian, noise, relu
from proofs_check.statement.props import Prop, eq, le
from proofs_check.statement.terms import Term, exp, expect, inner, matrix, norm_F, scalar, tr
from proofs_check.witnesses.gpu import examine, summing
from proofs_check.witnesses.gpu.efforts import EFFORTS
from proofs_check.witnesses.gpu.examine import Examiner, examiners
from proofs_check.witnesses.gpu.orbits import averaged, orbits_of, shared_by
from proofs_check.witnesses.gpu.rows import SUMMED, holds, judge
from proofs_check.witnesses.gpu.summing import Comparison, mean_summed, variance_summed

d_by_d = ("d", "d")
C = matrix("C", *d_by_d, "symmetric", "posdef")
A = matrix("A", *d_by_d)
x, y = gaussian("x", "d", C), gaussian("y", "d", C)
s = scalar("s", "positive")
e, g = noise("e", s), noise("g", s, normal=True)
Q = haar("Q")
EFFORT = replace(EFFORTS["small"], twins=0, points=1)
MOST, CHUNK = 1 << 16, 1 << 13


def made(prop: Prop) -> Claim:
    def body() -> Prop:
        """A statement."""
        return prop

    return claim("exact/statement", kind=Kind.IDENTITY)(body)


def there(prop: Prop, site: int = 0) -> Examiner:
    return list(examiners(made(prop), EFFORT, "cpu", None))[site]


def comparison(prop: Prop, site: int = 0) -> Comparison:
    examiner = there(prop, site)
    return Comparison(examiner.site, prop, examiner.points[0], {})


def found(what: Any) -> Moments:
    assert isinstance(what, Moments), what
    return what


QUADRATIC = eq(expect(inner(x, A * x)), tr(A * C))
QUARTIC = eq(expect(inner(x, x) ** 2), tr(C) ** 2 + 2 * tr(C * C))
BOTH = eq(expect(inner(x, x) * g**2) + expect(e * inner(y, y)), s**2 * tr(C))
TRUE = {"quadratic": QUADRATIC, "quartic": QUARTIC, "two occurrences": BOTH}


def times(prop: Prop, factor: Fraction) -> Prop:
    left, right = prop.args
    assert isinstance(left, Term)
    assert isinstance(right, Term)
    return Prop(prop.head, (left, factor * right))


@pytest.mark.parametrize("name", TRUE)
@pytest.mark.parametrize("site", [0, 1, 2])
def test_the_mean_over_all_outcomes_is_the_mean_to_rounding(name: str, site: int) -> None:
    compared = comparison(TRUE[name], site)
    moments = found(mean_summed(compared, MOST, CHUNK))
    assert float(moments.mean.abs().max()) < 1e-12 * float(moments.size.max())
    (row,) = summing.summed_rows(moments)
    assert decided(row, "eq") is True
    broken = found(mean_summed(comparison(times(TRUE[name], 1 + Fraction(1, 10**8)), site), MOST, CHUNK))
    assert decided(summing.summed_rows(broken)[0], "eq") is False


def test_the_variance_is_that_of_isserlis() -> None:
    compared = comparison(QUADRATIC)
    place = compared.place(1, compared.site.draws(0))
    values = {sym.name: place.value(sym)[0] for sym in (A, C)}
    S = (values["A"] + values["A"].mT) / 2 @ values["C"]
    moments = found(variance_summed(compared, MOST, CHUNK))
    assert float(moments.variance[0]) == pytest.approx(2 * float(torch.trace(S @ S)), rel=1e-12)
    assert float(moments.slack[0]) < 1e-6 * float(moments.variance[0])


@pytest.mark.parametrize("name", TRUE)
def test_the_variance_is_that_of_the_draws(name: str) -> None:
    compared = comparison(TRUE[name])
    moments = found(variance_summed(compared, MOST, CHUNK))
    values = compared.apart(1 << 16, compared.site.draws(1))[0]
    assert float(values.var(0)[0]) == pytest.approx(float(moments.variance[0]), rel=0.3)


def test_parts_that_nothing_ties_together_are_summed_apart() -> None:
    drawn = comparison(BOTH).drawn()
    assert len(drawn.groups) == 2
    moments = found(variance_summed(comparison(BOTH), MOST, CHUNK))
    assert moments.outcomes < 100


def test_what_is_no_polynomial_is_not_summed() -> None:
    for prop in (eq(expect(exp(g)), 1), eq(expect(relu(g)), s), eq(expect(inner(x, x) * exp(g)), tr(C))):
        assert "no polynomial" in str(mean_summed(comparison(prop), MOST, CHUNK))


def test_what_has_finitely_many_atoms_needs_no_polynomial() -> None:
    """At the second site the noise has two values."""
    rademacher = there(eq(expect(exp(e)), (exp(s) + exp(-s)) / 2), 2)
    compared = Comparison(rademacher.site, eq(expect(exp(e)), (exp(s) + exp(-s)) / 2), rademacher.points[0], {})
    assert abs(float(found(mean_summed(compared, MOST, CHUNK)).mean[0])) < 1e-14


def test_what_is_too_dear_is_said() -> None:
    assert str(mean_summed(comparison(QUARTIC), 2, CHUNK)).startswith("too dear: ")


def rows_of(prop: Prop, site: int = 0) -> list[dict[str, Any]]:
    rows, lacking = there(prop, site).rows(prop)
    assert not lacking
    return rows


def test_a_record_says_which_variance_was_used_and_how_the_draws_bear_it_out() -> None:
    drawn, summed = rows_of(QUADRATIC)
    assert drawn["ground"] == "EXACT"
    assert abs(drawn["measured"] - drawn["stated"]) <= drawn["apart"]
    assert summed["ground"] == SUMMED
    said = judge([{"part": "", "reading": "", "kind": "tensors", "rows": [drawn, summed], "lacks": "", "twins": []}])
    assert "(variance exact for 1)" in said.sentence
    assert "1 means over all of up to " in said.sentence
    assert "outcomes agree, to rounding" in said.sentence


def test_a_record_says_why_a_variance_was_estimated() -> None:
    (row,) = rows_of(eq(expect(relu(g) ** 2), s**2 / 2))
    assert row["ground"] == "CEILING"
    assert "no polynomial" in row["unused"]
    said = judge([{"part": "", "reading": "", "kind": "tensors", "rows": [row], "lacks": "", "twins": []}])
    assert "variance estimated for 1, kurtosis assumed at most" in said.sentence


def test_with_the_exact_variance_fewer_draws_reject_what_is_two_per_cent_off() -> None:
    broken = times(eq(expect(g**2), s**2), Fraction(102, 100))
    compared = comparison(broken)
    known = known_of(found(variance_summed(compared, MOST, CHUNK)))

    def rejected(n: int, told: tuple[Any, ...]) -> bool:
        (row,) = means.collect(lambda count, number: compared.apart(count, compared.site.draws(number)), n, n,
                               known=told)  # fmt: skip
        return decided(row, "eq") is False

    sizes = [k << 15 for k in range(4, 33)]
    with_it = next(n for n in sizes if rejected(n, known))
    without = next(n for n in sizes if rejected(n, ()))
    assert 1.2 * with_it < without


def test_a_wrong_variance_is_caught_in_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    real = variance_summed

    def wrong(*arguments: Any) -> Any:
        moments = found(real(*arguments))
        return replace(moments, variance=moments.variance / 16)

    monkeypatch.setattr(examine, "variance_summed", wrong)
    monkeypatch.setattr(examine, "mean_summed", lambda *arguments: "nothing")
    (row,) = rows_of(QUADRATIC)
    assert row["why"] == means.CONTRADICTED
    assert holds(row) is None


# Orbits -------------------------------------------------------------------------------------------------------


ROTATED = eq(expect(exp(inner(Q, A) ** 2) * inner(Q, A)), 0 * norm_F(A))
"""What is odd, and no polynomial, in a random rotation."""


def test_the_mean_over_an_orbit_has_no_variance_where_the_group_averages_it() -> None:
    for site in (0, 1):
        compared = comparison(ROTATED, site)
        assert "no polynomial" in str(mean_summed(compared, MOST, CHUNK))
        orbits = orbits_of(compared)
        assert orbits is not None
        values = averaged(compared, orbits, 64, compared.site.draws(1))[0]
        plain = compared.apart(64, compared.site.draws(1))[0]
        assert float(values.abs().max()) < 1e-12 * float(plain.abs().max())


def test_orbits_change_no_mean() -> None:
    """Signed permutations are no rule for degree 4; the draws that they turn make up for it."""
    prop = eq(expect(exp(-(inner(Q, A) ** 2))), 0)
    compared = comparison(prop)
    orbits = orbits_of(compared)
    assert orbits is not None
    turned = averaged(compared, orbits, 1 << 13, compared.site.draws(1))[0]
    plain = compared.apart(1 << 13, compared.site.draws(2))[0]
    spread = float((turned.var(0) + plain.var(0))[0] / (1 << 13)) ** 0.5
    assert float(turned.std(0)[0]) > 0
    assert abs(float((turned.mean(0) - plain.mean(0))[0])) < 6 * spread


def test_groups_share_draws_and_what_is_tied_together_does_not() -> None:
    shared: Mapping[str, str] = shared_by([
        ("x 0 in occurrence 0", "x 0 in occurrence 2"), ("x 0 in occurrence 1",), ("y 0 in occurrence 1",),
    ])  # fmt: skip
    assert shared["x 0 in occurrence 0"] == shared["x 0 in occurrence 1"]
    assert shared["x 0 in occurrence 2"] != shared["x 0 in occurrence 0"]
    assert shared["y 0 in occurrence 1"] not in {v for k, v in shared.items() if k[0] == "x"}


def test_the_stationarity_of_ccs_is_read_over_orbits_and_holds_to_rounding() -> None:
    """(38): both sides have the same mean over the rotations of any covariates, so that nothing varies."""
    examiner = next(iter(examiners(eq_38, EFFORT, "cpu", None)))
    prop = eq_38.parts[0].readings[0].prop
    (_, leaf, points, bound), *_ = examiner.comparisons(prop)[0]
    compared = Comparison(examiner.site, leaf, points[0], dict(bound))
    orbits = orbits_of(compared)
    assert orbits is not None
    turned, sizes, *_ = averaged(compared, orbits, 128, compared.site.draws(1))
    assert float(turned.abs().max()) < 1e-12 * float(sizes.mean())
    assert float(compared.apart(128, compared.site.draws(1))[0].std()) > 0.1 * float(sizes.mean())


def test_the_number_of_outcomes_of_a_theorem_is_told_before_they_are_summed() -> None:
    examiner = next(iter(examiners(theorem_4, EFFORTS["dry"], "cpu", None)))
    assert examiner.effort.outcomes == 1 << 10


def test_an_order_is_not_turned_into_more_than_it_is() -> None:
    rows = rows_of(le(expect(inner(x, x)), 2 * tr(C)))
    assert all(holds(row) is True for row in rows)
    assert any(holds(row) is False for row in rows_of(le(expect(inner(x, x)), tr(C) / 2)))
