"""Least values, minimisers and solutions that entries certifies, and functions that are not what they look like."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import Ordering, fmpq_mpoly_ctx

from proofs_check import eq, exists, expect, gaussian, ge, matrix, norm_2, scalar, vector
from proofs_check.algebras.entries.existence import exists_at
from proofs_check.algebras.entries.minimum import quadratic_minimiser, quadratic_minimum
from proofs_check.algebras.entries.space import Setting
from proofs_check.algebras.entries.squares import all_minimisers, least_mean_square, minimiser, solved, under_the_square
from proofs_check.statement.fold import Lacks
from proofs_check.statement.props import Prop, almost_surely
from proofs_check.statement.terms import Term, entry
from symbolic.entries import Ratio

x, y, z, s = (Ratio(g) for g in fmpq_mpoly_ctx.get(["x", "y", "z", "s"], Ordering.lex).gens())
one = x.lift(1)
a, b = scalar("a"), scalar("b")
C = matrix("C", "d", "d", "symmetric", "psd")
g, v = gaussian("g", "d", cov=C), vector("v", "d")


def strict(value: Ratio) -> int:
    """1 or -1 for a sum of even powers of one sign, with a constant."""
    terms = value.num.to_dict()
    signs = {1 if c > 0 else -1 for c in terms.values()}
    even = all(e % 2 == 0 for exponent in terms for e in exponent)
    return signs.pop() if len(signs) == 1 and even and any(not any(e) for e in terms) else 0


def test_a_quadratic_has_its_least_value_and_what_is_none_is_refused() -> None:
    assert quadratic_minimum(x * x - x + y * y, ["x", "y"], None, strict) == one / -4
    assert quadratic_minimum(s * s * x * x - s * x, ["x"], "s", strict) == one / -4
    assert quadratic_minimiser(x * x - x, ["x"], strict) == {"x": one / 2}
    with pytest.raises(Lacks):
        quadratic_minimum(s * s * x * x + x, ["x"], "s", strict)
    for f, names in ((x**4 + x * x - x, "x"), (x - x * x, "x"), (x * x + 3 * x * y + y * y, "xy")):
        with pytest.raises(Lacks):
            quadratic_minimum(f, [*names], None, strict)
        with pytest.raises(Lacks):
            quadratic_minimiser(f, [*names], strict)


@pytest.mark.parametrize(("root", "least"), [
    (x - 1, 0), ((x - 1) * (y * y + 1), 0), (x * (y * y + 1) - 1, None), (x * y - 1, None),
    (x * (one + y) - 1, None), (x * z - 1, None), (x * x - 1, None), (z * (x - 1), None),
], ids=str)  # fmt: skip
def test_a_mean_square_is_least_where_the_gradient_vanishes_for_all_values_of_the_others(
    root: Ratio, least: int | None
) -> None:
    blocks = [["x"], ["y"]]
    if least is None:
        with pytest.raises(Lacks):
            least_mean_square(root * root, root, blocks, strict)
        with pytest.raises(Lacks):
            all_minimisers(root * root, root, blocks, strict)
    else:
        assert least_mean_square(root * root, root, blocks, strict) == x.lift(least)


def test_what_is_unbounded_has_no_minimiser_and_roots_are_not_solved_for() -> None:
    with pytest.raises(Lacks):
        minimiser(x + y * y, ["x", "y"], strict)
    with pytest.raises(Lacks):
        solved([x * x - 1], ["x"], strict)
    assert solved([x - y, y - 1], ["x", "y"], strict) == {"x": one, "y": one}


@pytest.mark.parametrize(("f", "inside"), [
    (expect((a - b) ** 2), a - b), (expect((a - b) ** 3), None), (expect(a * 2), None), ((a - b) ** 2, None),
    (expect(norm_2(v) ** 2), None),
], ids=repr)  # fmt: skip
def test_a_mean_square_is_written_as_one(f: Term, inside: Term | None) -> None:
    assert under_the_square(f) == inside


@pytest.mark.parametrize(("prop", "possible"), [
    (exists(a, eq(a + 1, a)), False), (exists(a, eq(a, 1)), None), (exists(a, ge(a + 1, a)), None),
    (exists(a, eq(a**2 + entry(g, 1, 1), 0)), False), (exists(a, almost_surely(eq(entry(g, 1, 1), a))), False),
    (exists(a, eq(1 / a, 0)), False),
], ids=repr)  # fmt: skip
def test_nothing_exists_where_the_equations_contradict_each_other(prop: Prop, possible: bool | None) -> None:
    assert exists_at(prop, Setting(1, values={"C": [[Fraction(1)]]})) is possible


def test_what_holds_almost_surely_under_a_singular_law_is_left_open() -> None:
    said = exists(a, almost_surely(eq(entry(g, 2, 1), a)))
    with pytest.raises(Lacks):
        exists_at(said, Setting(2, values={"C": [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(0)]]}))
    assert exists_at(said, Setting(2, values={"C": [[Fraction(0)] * 2] * 2})) is None
    assert exists_at(exists(a, almost_surely(eq(entry(g, 1, 1), a))), Setting(1)) is False
