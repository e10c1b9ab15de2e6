"""Which terms have values where they stand, told apart from those that look alike and have none."""

from __future__ import annotations

import pytest

from proofs_check import (
    at0,
    det,
    eq,
    expect,
    gaussian,
    grad,
    implies,
    index,
    inv,
    le,
    limit,
    lt,
    matrix,
    minimum,
    ne,
    noise,
    parameter,
    saddle,
    scalar,
    sqrt,
    term,
    total,
    vector,
    where,
)  # fmt: skip
from proofs_check.proof.chain import Identity, Step
from proofs_check.proof.positivity import SignAlgebra
from proofs_check.proof.values.closing import by_structure
from proofs_check.proof.values.conditions import Condition
from proofs_check.proof.values.meaning import Meaning, is_conditional
from proofs_check.statement.domains import Kind
from proofs_check.statement.laws import least_unequal
from proofs_check.statement.props import Prop, almost_surely, always, conj, exists, for_all, tends
from proofs_check.statement.terms import Term, entry
from tests.proofs_check.test_refusals import assume, said

a, b = scalar("a"), scalar("b")
p, q = scalar("p", "positive"), scalar("q", "nonnegative")
n = scalar("n", "integer", "positive")
u = parameter("u")
A, B = matrix("A", "d", "d"), matrix("B", "d", "d")
S, R = (matrix(name, "d", "d", "symmetric", "posdef") for name in "SR")
H = matrix("H", "d", "d", "symmetric", "psd")
g, g_1 = gaussian("g", "d"), noise("g1", p, normal=True)
i, j = index("i", "N"), index("j", "N")
N = scalar("N", "integer", "positive")
r = vector("r", "N")
r_i, r_j = entry(r, i, 1), entry(r, j, 1)


def shown(prop: Prop, *known: Prop) -> bool:
    return Meaning(SignAlgebra(known, by_structure), known).shown(prop)


def has_value(node: Term, *known: Prop) -> bool:
    return shown(eq(node, node), *known)


@pytest.mark.parametrize("node", [
    1 / p, 1 / (p + q), sqrt(q), sqrt(p), inv(S), inv(S + H), inv(S * R), inv(2 * S), q ** term(2), p**-1, b / n,
    where(1 / a, (a, p)), minimum((a - 1) ** 2, a), total(i, N, 1 / (1 + r_i**2 + p)), inv(S) * A,
], ids=repr)  # fmt: skip
def test_terms_that_have_values(node: Term) -> None:
    assert has_value(node)


@pytest.mark.parametrize("node", [
    1 / a, 1 / q, 1 / (p + a), sqrt(a), sqrt(p - q), inv(A), inv(H), inv(S * A), inv(A * S), inv(a * S), inv(q * S),
    a**-1, q**-2, where(1 / a, (a, b)), where(a, (a, 1 / b)), where(a, (b, 1 / a)), minimum(1 / a, a), 2 * (1 / a),
    total(i, N, 1 / r_i), least_unequal(i, j, N, r_i * r_j) + 1, inv(inv(A)), expect(1 / (g.T * g)),
    where(grad(1 / a, a), (a, p)), inv(S + A), sqrt(1 / a),
], ids=repr)  # fmt: skip
def test_terms_that_are_not_known_to_have_values(node: Term) -> None:
    assert not has_value(node)


def test_signs_that_are_known_give_values_where_they_are_known() -> None:
    assert has_value(1 / a, lt(0, a))
    assert has_value(1 / u, lt(0, u))
    assert not has_value(1 / a, le(0, a))
    assert not has_value(minimum(1 / u, u), lt(0, u))
    assert not has_value(where(grad(1 / u, u), (u, 2)), ne(u, 0))
    assert has_value(1 / r_i, ne(r_i, 0))
    assert not has_value(total(i, N, 1 / r_i), ne(r_i, 0))
    assert has_value(total(i, N, 1 / a), ne(a, 0))


def test_what_stands_in_a_line_that_holds_has_a_value() -> None:
    assert has_value(1 / a + 1, eq(1 / a, b))
    assert not has_value(1 / a + 1, eq(1 / b, a))
    assert not has_value(1 / a + 1, eq(a, b))
    for line in (implies(lt(0, b), eq(1 / a, b)), for_all(b, implies(lt(0, b), eq(1 / a, b))),
                 conj(le(0, p), implies(lt(0, b), eq(1 / a, b))), exists(b, eq(1 / a, b))):  # fmt: skip
        assert is_conditional(line), line
        assert not has_value(1 / a + 1, line), line
    assert not is_conditional(conj(le(0, p), eq(1 / a, b)))
    assert not has_value(total(i, N, 1 / r_i), eq(1 / r_i, 1))
    assert not has_value(minimum(1 / u, u), eq(1 / u, 1))
    assert not has_value(minimum(1 / a, a), eq(1 / a, b))
    assert has_value(minimum(1 / a, a) + 1, eq(minimum(1 / a, a), b))
    assert has_value(1 / r_i, eq(total(i, N, 1 / r_i), a))
    assert has_value(total(i, N, 2 * (1 / r_i)), eq(total(i, N, 1 / r_i), a))
    assert has_value(total(i, N, 1 / r_i), for_all(i, eq(1 / r_i, 1)))


def test_a_line_about_one_value_says_nothing_of_others() -> None:
    for line in (eq(where(1 / a, (a, 2)), b), eq(at0(1 / u), 1), saddle(1 / a, (a, 2)),
                 almost_surely(eq(1 / g_1, b)), Prop("order", (1 / (n - 3), 1 / n, n))):  # fmt: skip
        (inside,) = {node for node in (1 / a, 1 / u, 1 / g_1, 1 / (n - 3)) if repr(node) in repr(line)}
        assert not has_value(inside, line), line
    assert not has_value(expect(1 / (1 + g_1)), eq(1 / (1 + g_1), b))


def test_a_premise_about_one_value_says_nothing_of_all() -> None:
    for body, premise in ((1 / a, ne(a, 0)), (1 / a, lt(0, a)), (sqrt(a), le(0, a))):
        assert has_value(body, premise)
        assert not has_value(minimum(body, a), premise)
    assert not has_value(expect(sqrt(g_1)), le(0, g_1))
    assert has_value(minimum(1 / a + b**2, b), ne(a, 0))


def test_no_step_sums_over_what_is_known_for_one_index_alone() -> None:
    parts = total(i, N, 1 / r_i)
    least = minimum(1 / a**2, a)
    for known, shows in ((eq(1 / r_i, 1), eq(parts - parts, 0)), (eq(1 / r_i, 1), eq(total(i, N, r_i * (1 / r_i)), N)),
                         (eq(1 / a**2, b), eq(least - least, 0)), (ne(a, 0), eq(least - least, 0))):  # fmt: skip
        assert "not known" in said(assume("known", known), Step("sum", shows, Identity(), ("known",))) or (
            "may vanish" in said(assume("known", known), Step("sum", shows, Identity(), ("known",)))
        )


def test_a_condition_that_is_met_meets_no_wider_one() -> None:
    narrow = Condition(Kind.NONZERO, r_i)
    wide = Condition(Kind.NONZERO, r_i, bound=frozenset({i}))  # type: ignore[arg-type]
    almost = Condition(Kind.NONZERO, r_i, almost=frozenset({r}))
    assert narrow.follows_from(narrow)
    assert narrow.follows_from(wide)
    assert not wide.follows_from(narrow)
    assert almost.follows_from(narrow)
    assert not narrow.follows_from(almost)
    assert not Condition(Kind.POSITIVE, r_i).follows_from(narrow)
    assert not Condition(Kind.NONZERO, r_j).follows_from(narrow)
    late = Condition(Kind.NONZERO, n - a, late=frozenset({n}))
    assert not Condition(Kind.NONZERO, n - a).follows_from(late)
    assert late.follows_from(Condition(Kind.NONZERO, n - a))


def test_of_a_limit_what_stands_still_has_a_value_of_its_own() -> None:
    assert shown(limit(1 / u, 0))
    assert not shown(limit(u + inv(A), 0))
    assert shown(limit(u / p, 0))
    assert not shown(tends(1 / (n - a), b / a, n))
    assert not shown(always(eq(1 / u, 1)))


def test_a_premise_about_a_determinant_is_no_premise_about_another() -> None:
    assert not has_value(inv(A), ne(det(B), 0))
    assert not has_value(inv(A), eq(det(A), 0))
