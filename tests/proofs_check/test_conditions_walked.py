"""Which conditions stand in a proposition, under which binders, and which may be stated or follow from others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs_check import conj, eq, expect, gaussian, implies, matrix, minimum, ne, noise, parameter, scalar, term, where
from proofs_check.proof.values.closing import Closing
from proofs_check.proof.values.conditions import Condition, conditions
from proofs_check.statement.domains import Kind
from proofs_check.statement.props import Prop, for_all
from proofs_check.statement.terms import (
    Op,
    Sym,
    Term,
    entry,
    grad,
    half,
    index,
    per_prompt,
    sqrt,
    symbols,
    total,
    tr,
    vector,
)

a, b, c, x, t = (scalar(name) for name in ("a_1", "b_1", "c_1", "x_1", "t_1"))
u, w = parameter("u_1"), parameter("w_1")
y, z = noise("y_1"), gaussian("z_1", "d")
A, v, N = matrix("A_1", "d", "d"), vector("v_1", "N"), scalar("N", "integer", "positive")
i = index("i", "N")


# One condition ----------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("found", "statable"), [
    (Condition(Kind.NONZERO, a), True),
    (Condition(Kind.NONZERO, a, bound=frozenset({b})), True),
    (Condition(Kind.NONZERO, a, bound=frozenset({a})), False),
    (Condition(Kind.ATTAINED, minimum(a * x, x)), False),
    (Condition(Kind.IN_RANGE, N - 2), True),
    (Condition(Kind.IN_RANGE, term(-1)), False),
    (Condition(Kind.NONZERO, u), True),
    (Condition(Kind.NONZERO, u, moving=True), False),
    (Condition(Kind.NONZERO, a, moving=True), True),
    (Condition(Kind.NONZERO, y), False),
    (Condition(Kind.FINITE, expect(tr(z * z.T))), False),
    (Condition(Kind.FINITE, expect(y**3)), True),
], ids=lambda value: "" if isinstance(value, set) else str(value))  # fmt: skip
def test_what_is_bound_moves_or_is_drawn_is_to_be_proved(found: Condition, statable: bool) -> None:
    assert found.is_statable is statable


def test_a_condition_follows_from_the_same_for_as_many_values() -> None:
    every = Condition(Kind.NONZERO, a, bound=frozenset({a}))
    one = replace(every, bound=frozenset())
    assert one.follows_from(one)
    assert one.follows_from(every)
    assert not every.follows_from(one)
    assert not one.follows_from(replace(one, kind=Kind.POSITIVE))
    assert not one.follows_from(replace(one, node=b))
    assert not one.follows_from(replace(one, late=frozenset({a})))
    assert not one.follows_from(replace(one, almost=frozenset({a})))
    assert one.follows_from(replace(one, almost=frozenset({b})))


# The walk ---------------------------------------------------------------------------------------------------

def asked(prop: Prop, loss: Term | None = None, start: dict[Sym, Term] | None = None) -> set[tuple[Kind, Term]]:
    return {(found.kind, found.node) for found in conditions(prop, start, loss)}


def at_0(node: Term) -> Term:
    return Op("at0", (node,))


least, least_b = minimum(a * x**2, x), minimum(b * x**2, x)
NOT_0 = (Kind.NONZERO, a)


@pytest.mark.parametrize(("prop", "expected"), [
    (implies(eq(1 / a, 1), eq(b, b)), {NOT_0}),
    (Prop("global_minimum", (x**2 / a, x, 1 / b)), {NOT_0, (Kind.NONZERO, b)}),
    (Prop("differs", (1 / a, expect(y**3))), {(Kind.FINITE, expect(y**3))}),
    (Prop("finite", (expect(y**3 / a),)), {NOT_0}),
    (eq(where(b, (b, 1 / a)), 1), {NOT_0}),
    (eq(where(1 / b, (b, a)), 1), {NOT_0}),
    (eq(where(minimum(x**2 / x, x), (x, a)), 1), {(Kind.NONZERO, x), (Kind.ATTAINED, minimum(x**2 / x, x))}),
    (eq(where(1 / (b - a), (a, c)), 1), {(Kind.NONZERO, b - c)}),
    (eq(where(1 / (1 + least), (x, b)), 1), {(Kind.NONZERO, 1 + least), (Kind.ATTAINED, least)}),
    (eq(where(1 / (1 + least), (a, b)), 1), {(Kind.NONZERO, 1 + least_b), (Kind.ATTAINED, least_b)}),
    (eq(per_prompt(index("tau", "n"), 1 / a), 1), {NOT_0}),
    (Prop("tends", (1 / (N - 3), term(0), N)), {(Kind.NONZERO, N - 3)}),
    (Prop("inertia", (A, term(1), term(0))), {(Kind.SYMMETRIC, A)}),
    (eq(minimum(x**2 / a, x), 0), {NOT_0, (Kind.ATTAINED, minimum(x**2 / a, x))}),
    (Prop("posdef", (A,)), set()),
], ids=lambda value: "" if isinstance(value, set) else str(value))  # fmt: skip
def test_every_term_is_asked_for(prop: Prop, expected: set[tuple[Kind, Term]]) -> None:
    assert asked(prop) == expected


def test_what_is_said_of_all_times_asks_for_the_flow_from_where_it_starts() -> None:
    always = Prop("always", (eq(u, u),))
    loss = a * u**2
    assert asked(always, loss) == {(Kind.FLOW, loss)}
    assert asked(always, loss, {u: b}) == {(Kind.FLOW, where(loss, (u, b)))}
    assert asked(eq(u, u), loss) == set()


def test_at_the_start_a_parameter_has_its_value_and_what_is_no_parameter_stays() -> None:
    assert asked(eq(at_0(a / u), 1), start={u: b}) == {(Kind.NONZERO, b)}
    assert asked(eq(at_0(1 / (u + a)), 1), start={u: b}) == {(Kind.NONZERO, b + a)}


def under(prop: Prop) -> dict[Term, Condition]:
    return {found.node: found for found in conditions(prop)}


def test_what_is_bound_stands_with_its_condition() -> None:
    found = under(Prop("global_minimum", (x**2 / x, x, 1 / b)))
    assert found[x].bound == {x}
    assert found[b].bound == set()
    assert under(eq(minimum(b / x, x), 0))[x].bound == {x}
    assert under(eq(expect(1 / (a * y)), 0))[a * y].almost == {y}
    assert under(Prop("almost_surely", (ne(1 / (a * y), 0),)))[a * y].almost == {y}


def test_what_is_put_into_a_least_value_is_not_what_it_is_taken_over() -> None:
    captured, here = minimum(x * x, x), where(minimum(a * x, x), (a, x))
    (found,) = conditions(eq(here, 0))
    assert found.kind is Kind.ATTAINED
    assert found.node != captured
    assert Closing(()).left([found])


def test_what_a_premise_says_of_a_symbol_says_nothing_of_it_where_it_is_bound() -> None:
    premise = ne(x, 0)
    assert under(implies(premise, eq(1 / x, 1)))[x].premises == (premise,)
    assert under(implies(premise, for_all(x, eq(1 / x, 1))))[x].premises == ()
    assert under(conj(premise, for_all(x, eq(1 / x, 1))))[x].premises == ()


def test_a_place_is_in_range_for_all_indices_where_it_is_for_the_last_or_the_first() -> None:
    def gaps(place: Term) -> list[bool]:
        """Whether each of them still speaks of the index."""
        summed = eq(total(i, N, entry(v, place, 1)), 0)
        return [i in symbols(found.node) for found in conditions(summed) if found.kind is Kind.IN_RANGE]

    assert gaps(i + 1) == [False] * 3
    assert True in gaps(i * i - 3)
    assert gaps(i * i - 3 * i) == [True, True, False]
    assert True in gaps(i * N - i * i)


def test_a_derivative_asks_for_minima_and_for_symmetry_near_its_point() -> None:
    attained = [c.bound for c in conditions(eq(grad(least, a), 0)) if c.kind is Kind.ATTAINED and not c.kink]
    assert attained == [{a}]
    near = {(found.kind, found.node): found.bound for found in conditions(eq(grad(tr(half(A)), A), A))}
    assert near[Kind.SYMMETRIC, A] == {A}


def test_what_a_sequence_tends_to_is_asked_for_where_the_integer_is_large() -> None:
    assert under(Prop("tends", (1 / (N - 3), term(0), N)))[N - 3].late == {N}


def test_a_slope_asks_a_root_for_values_near_0_and_the_rest_at_0() -> None:
    slope = Op("slope", (t, sqrt(t) + 1 / (t + a)))
    found = {(c.kind, c.node): c.bound for c in conditions(eq(slope, 1))}
    assert found[Kind.NONNEGATIVE, t] == {t}
    assert (Kind.NONZERO, term(0) + a) in found
