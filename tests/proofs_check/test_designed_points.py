"""Points of three dimensions, of matrices that belong together, and the paths along which integers grow: each witness
alone sees what is false there."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import flint
import pytest

from numeric.psd import eigenvalues
from proofs_check import (
    Kind,
    Verdict,
    absolute,
    check,
    claim,
    commute,
    conj,
    det,
    eigenvalue,
    eq,
    expect,
    gaussian,
    ge,
    iff,
    implies,
    le,
    matrix,
    ne,
    noise,
    norm_2,
    norm_F,
    norm_op,
    rank,
    relu,
    scalar,
    tr,
    vector,
    zeros,
)
from proofs_check.results import Result
from proofs_check.statement.laws import order, tends_jointly
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import eye
from proofs_check.witnesses.points.designed import THEMES, Theme, designed_values
from proofs_check.witnesses.points.exact import Rows
from proofs_check.witnesses.points.hostile import hostile_points

A, B, C = (matrix(name, "d", "d") for name in "ABC")
F = matrix("F", "d", "d", "symmetric")
K = matrix("K_1", "d", "d", "symmetric", "psd")
S, R, T = (matrix(name, "d", "d", "symmetric", "posdef") for name in ("S", "R", "T_1"))
P = matrix("P_1", "d", "k")
v, w = vector("v"), vector("w")
a, p, q = scalar("a"), scalar("p", "positive"), scalar("q", "nonnegative")
n, m, d, k = (scalar(name, "integer", "positive") for name in ("n_1", "m_1", "d", "k"))
g, z, x = gaussian("g"), gaussian("z", cov=S), noise("x_1", p, normal=True)
zero = zeros("d", "d")
every_theme = pytest.mark.parametrize("theme", THEMES[3], ids=range(len(THEMES[3])))


def by(witness: str, prop: Prop) -> Result:
    def body() -> Prop:
        """Words."""
        return prop

    result = check(claim("mine/a", kind=Kind.IDENTITY, witnesses=(witness,))(body))
    assert isinstance(result, Result)
    return result


def exact(rows: Rows) -> flint.fmpq_mat:
    return flint.fmpq_mat([[flint.fmpq(x.numerator, x.denominator) for x in row] for row in rows])


def least(rows: Rows) -> flint.arb:
    return eigenvalues(exact(rows))[-1].ball


def squares(theme: Theme) -> Sequence[Rows]:
    return (*theme.definite, *theme.psd, *theme.symmetric)


@every_theme
def test_the_values_of_a_theme_have_the_traits_of_their_symbols(theme: Theme) -> None:
    assert all(exact(rows) == exact(rows).transpose() for rows in squares(theme))
    assert all(least(rows) > 0 for rows in theme.definite)
    assert all(least(rows) >= 0 or least(rows).contains(0) for rows in theme.psd)
    one = flint.fmpq_mat(3, 3, [1, 0, 0, 0, 1, 0, 0, 0, 1])
    assert all(exact(Q) * exact(Q).transpose() == one for Q in theme.orthogonal)


def test_symbols_get_the_values_of_a_theme_in_every_order_and_each_choice_once() -> None:
    units = THEMES[2][0]
    two = list(designed_values([(A, 3, 3), (B, 3, 3)], [units]))
    assert len(two) == 6
    assert {(point["A"], point["B"]) for point in two} == {
        (one, other) for one in units.general for other in units.general if one != other
    }
    assert len(list(designed_values([(A, 3, 3)], [units]))) == 3


def test_matrices_of_other_sizes_have_fewer_columns_than_rows_and_more() -> None:
    sizes = {tuple(dict(point.sizes)[name] for name in "dk")
             for point in hostile_points([eq(rank(P), 1)], frozenset({P}), (1, 2, 3))}  # fmt: skip
    assert {(1, 2), (2, 1), (3, 2), (2, 3)} <= sizes


@pytest.mark.parametrize("witness", ["balls", "sampled"])
@pytest.mark.parametrize("prop", [
    ge(tr(S * R * T), 0), ge(tr(S * R * T), -tr(S) * tr(R) * tr(T) / 9),
    iff(commute(A, B), eq((A + B) ** 3, A**3 + 3 * A**2 * B + 3 * A * B**2 + B**3)),
    le(tr(A) ** 2, 2 * norm_F(A) ** 2), le(tr(K) ** 2, 2 * tr(K**2)), le(rank(K), 2),
    eq(rank(A**2), rank(A**3)), ge(rank(A**2), 2 * rank(A) - 2), eq(tr((A * B - B * A) ** 3), 0),
    implies(conj(ge(tr(F), 0), ge(det(F), 0)), ge(tr(F) ** 2, tr(F**2))),
    implies(conj(commute(A, B), commute(A, C), ne(d * A, tr(A) * eye("d"))), commute(B, C)),
    implies(eq(A**3, zero), eq(A**2, zero)), implies(ne(det(P.T * P), 0), eq(k, d)),
    implies(le(tr(S), d), le(norm_2(S * w), norm_2(w))), implies(eq(tr(S), d), le(norm_op(S), 1)),
    implies(le(eigenvalue(S, 1), eigenvalue(R, 1)), le(tr(S), 2 * tr(R))),
], ids=repr)  # fmt: skip
def test_what_fails_in_three_dimensions_or_far_from_commuting_is_not_supported(witness: str, prop: Prop) -> None:
    assert by(witness, prop).verdict is not Verdict.SUPPORTED


@pytest.mark.parametrize("prop", [
    le(norm_F(A) ** 2, 2 * norm_op(A) ** 2), le(norm_op(A * B - B * A), Fraction(19, 10) * norm_op(A) * norm_op(B)),
], ids=repr)  # fmt: skip
def test_operator_norms_are_known_where_singular_values_coincide(prop: Prop) -> None:
    assert by("balls", prop).verdict is Verdict.REFUTED


@pytest.mark.parametrize("prop", [
    ge(expect((z.T * A * z) ** 2), 2 * tr(A * S) ** 2), ge(expect((g.T * g) ** 2), 2 * d**2),
    le(expect((g.T * g) ** 3), 33 * d - 18), le(expect((g.T * A * g) ** 2), 4 * norm_F(A) ** 2),
], ids=repr)  # fmt: skip
def test_inequalities_of_means_are_looked_at_in_three_dimensions(prop: Prop) -> None:
    assert by("sampled", prop).verdict is Verdict.REFUTED


def test_samples_speak_against_an_inequality_of_means_at_other_numbers() -> None:
    assert by("sampled", le(expect(relu(x + a)), relu(a) + p / 3)).verdict is Verdict.UNDECIDED
    assert by("sampled", le(expect(relu(x + a)), relu(a) + p / 2)).verdict is Verdict.SUPPORTED


def test_a_descent_moves_five_numbers_together() -> None:
    wedge = le(p * q + q * (v.T * w), (p + q) ** 2 + (v.T * v) * (w.T * w) * tr(S))
    assert by("sampled", wedge).verdict is Verdict.REFUTED


@pytest.mark.parametrize("prop", [
    order(n, n / (1 + absolute(n - m)), n, m), order(n, n / (1 + absolute(n - 2 * m)), n, m),
    order(n, n / (1 + absolute(n - m - 1)), n, m), order(n * m, n + m**2, n, m), order(n / m, 1, n, m),
    tends_jointly(n / (1 + (n - 2 * m) ** 2), 0, n, m), tends_jointly(1 / (1 + absolute(n - m**2)), 0, n, m),
], ids=repr)  # fmt: skip
@pytest.mark.parametrize("witness", ["balls", "sampled"])
def test_integers_grow_along_lines_and_powers_and_one_of_them_may_stay(witness: str, prop: Prop) -> None:
    assert by(witness, prop).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("prop", [
    order(n + m, n * m, n, m), order(n * m, n**2 + m**2, n, m), tends_jointly((n + m) / (n * m), 0, n, m),
    order(n / (n + 100), 1, n),
], ids=repr)  # fmt: skip
def test_what_holds_along_every_path_is_supported(prop: Prop) -> None:
    assert by("sampled", prop).verdict is Verdict.SUPPORTED
