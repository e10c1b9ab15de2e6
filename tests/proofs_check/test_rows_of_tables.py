"""Rows of the tables: where each head has no value or no derivative, and what it goes through, said a second time.

A row that is lost or binds nothing leaves a condition out: nothing that the engines are asked would be asked any more.
"""

from __future__ import annotations

import pytest

from proofs_check.proof.values.conditions import conditions
from proofs_check.statement.binders import BINDERS, Over, below, heads, names_of
from proofs_check.statement.domains import Kind, asked, kinks
from proofs_check.statement.heads import TERMS
from proofs_check.statement.heads.asking import nothing
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Op, matrix, scalar, term, vector

a, b, c, e, f, g = (scalar(name) for name in "abcefg")
A, S, v = matrix("A"), matrix("S", "d", "d", "symmetric"), vector("v")

NO_VALUE = [
    (Op("/", (a, b)), {(Kind.NONZERO, b)}), (Op("^", (a, term(-1))), {(Kind.INVERTIBLE, a)}),
    (Op("sqrt", (a,)), {(Kind.NONNEGATIVE, a)}), (Op("cond", (A,)), {(Kind.POSITIVE, A)}),
    (Op("least_positive_eigenvalue", (A,)), {(Kind.NONNEGATIVE, A), (Kind.NONZERO, A)}),
    (Op("prediction", (a, b, c)), {(Kind.NONZERO, c)}), (Op("prediction_on", (a, b, c, e)), {(Kind.NONZERO, e)}),
    (Op("exponential", (a,)), {(Kind.POSITIVE, a)}), (Op("gamma", (a, b)), {(Kind.POSITIVE, a), (Kind.POSITIVE, b)}),
    (Op("two_point", (a, b, c)), {(Kind.NONNEGATIVE, c), (Kind.NONNEGATIVE, 1 - c)}),
    (Op("entry", (v, a, term(1))), {(Kind.IN_RANGE, scalar("d", "integer", "positive") - a), (Kind.IN_RANGE, a - 1)}),
    (Op("least_eigenvalue", (A,)), {(Kind.SYMMETRIC, A)}), (Op("modulus", (A,)), {(Kind.SYMMETRIC, A)}),
]  # fmt: skip


@pytest.mark.parametrize(("node", "conditions_"), NO_VALUE, ids=[str(node) for node, _ in NO_VALUE])
def test_a_head_says_where_it_has_no_value(node: Op, conditions_: set[tuple[Kind, object]]) -> None:
    assert set(asked(node)) >= conditions_


@pytest.mark.parametrize("head", ["entry", "row", "col", "eigenvalue"])
def test_places_are_in_range(head: str) -> None:
    places = (a, b) if head == "entry" else (a,)
    found = asked(Op(head, (A, *places)))
    assert {x for kind, x in found if kind is Kind.IN_RANGE} >= {place - 1 for place in places}
    assert ((Kind.SYMMETRIC, A) in found) is (head == "eigenvalue")


@pytest.mark.parametrize(("head", "kind"), [
    ("minimum", Kind.ATTAINED), ("infimum", Kind.BOUNDED), ("argmin", Kind.UNIQUE), ("expect", Kind.FINITE),
    ("expect_given", Kind.FINITE),
])  # fmt: skip
def test_what_need_not_exist_is_asked_of_the_whole(head: str, kind: Kind) -> None:
    node = Op(head, (a, b))
    assert asked(node) == ((kind, node),)


KINKED = {
    Kind.NONZERO: {"abs", "relu", "norm_2", "norm_F"}, Kind.POSITIVE: {"sqrt"}, Kind.NO_ZERO_ENTRY: {"relu_each"},
    Kind.INVERTIBLE: {"modulus"},
    Kind.SMOOTH: {"norm_op", "nuclear", "cond", "eigenvalue", "least_eigenvalue", "least_positive_eigenvalue", "rank",
                  "least_over", "least_unequal", "singular_product_sum", "pinv", "projection", "minimum", "infimum",
                  "argmin", "activated"},
}  # fmt: skip


@pytest.mark.parametrize("kind", KINKED, ids=str)
def test_a_head_says_where_it_has_no_derivative(kind: Kind) -> None:
    for head in KINKED[kind]:
        node = Op(head, (a, b))
        assert kinks(node) == ((kind, node if kind is Kind.SMOOTH else a),), head


def test_no_kink_is_forgotten() -> None:
    assert kinks(Op("least", (a, b))) == ((Kind.NONZERO, a - b),)
    assert {head for head, row in TERMS.items() if row.kinks is not nothing} == {"least", "^"}.union(*KINKED.values())
    assert all(TERMS[node.head].counts or TERMS[node.head].asks is not nothing for node, _ in NO_VALUE)


@pytest.mark.parametrize("head", ["inertia", "negative_eigenvalues_at_least", "negative_eigenvalues_equal",
                                  "positive_eigenvalue"])  # fmt: skip
def test_eigenvalues_are_counted_of_symmetric_matrices(head: str) -> None:
    found = conditions(Prop(head, (A, term(1))))
    assert (Kind.SYMMETRIC, A) in {(one.kind, one.node) for one in found}


GOES_THROUGH = {
    Over.INDICES: {"sum", "least_over", "stack_over", "beside_over", "sum_unequal", "least_unequal", "prediction_on"},
    Over.LAYERS: {"product_up", "product_down", "sequence"}, Over.STEP: {"slope", "slope_right", "slope_left"},
    Over.OUTCOMES: {"expect", "expect_given", "per_prompt", "almost_surely", "probably", "same_law", "iid_entries",
                    "finite", "infinite", "in_mean_square"},
    Over.MOMENTS: {"ddt", "at0", "always", "limit"}, Over.SOME: {"differs", "depends_on"},
    Over.FLOWS: {"conserved", "flow_exists", "always_along", "same_flow"},
    Over.GROWTH: {"tends", "tends_jointly", "order"},
}  # fmt: skip
NAMES = {
    (0,): {"sum", "least_over", "stack_over", "beside_over", "product_up", "product_down", "slope", "slope_right",
           "slope_left", "per_prompt", "for_all", "exists"},
    (0, 1): {"sum_unequal", "least_unequal", "sequence"}, (2,): {"prediction_on"},
    (1, 2, 3, 4, 5): {"minimum", "infimum", "argmin", "grad", "convex", "nonconvex", "independent_of",
                      "differentiable"},
    (1, 3, 5): {"where", "curvature", "global_minimum", "local_minimum", "saddle"},
    (2, 3, 4, 5): {"minimisers_satisfy", "minimum_where", "in_mean_square", "tends", "tends_jointly", "order",
                   "always_along", "same_flow"},
    (0, 1, 2, 3, 4, 5): {"differs", "depends_on"},
}  # fmt: skip


def test_a_head_says_what_it_goes_through() -> None:
    for over, those in GOES_THROUGH.items():
        assert heads(over) == those
    assert {head for head, row in BINDERS.items() if row.at_a_point} == {"grad", "curvature", "ddt"}


@pytest.mark.parametrize("places", NAMES, ids=str)
def test_a_head_names_the_symbols_that_have_other_values_below_it(places: tuple[int, ...]) -> None:
    symbols = (a, b, c, e, f, g)
    for head in NAMES[places]:
        node = Op(head, symbols)
        assert names_of(node) == {symbols[k] for k in places}, head
        assert any(names for _, names in below(node)), head


def test_every_binder_is_said_twice() -> None:
    assert BINDERS.keys() == set().union(*GOES_THROUGH.values(), *NAMES.values())
