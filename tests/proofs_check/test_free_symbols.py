"""Which symbols are free is read off the table of heads, by one function, for terms and for propositions."""

from __future__ import annotations

import pytest

from proofs_check.algebras.contexts.sizes import free_layers
from proofs_check.algebras.entries.possible import _bound
from proofs_check.proof.deciding.recursions import at_layer
from proofs_check.proof.positivity import free_of
from proofs_check.proof.positivity import free_symbols as spoken_of
from proofs_check.statement.attention import layer, layers, product_up, sequence
from proofs_check.statement.binding import LETTERS, NAMING, free_symbols
from proofs_check.statement.heads import PROPS, TERMS
from proofs_check.statement.heads.examples import example
from proofs_check.statement.indices import free_indices
from proofs_check.statement.laws import tends_jointly
from proofs_check.statement.props import Prop, conj, eq, exists, for_all, ge, gt, implies, tends
from proofs_check.statement.psd import convex
from proofs_check.statement.terms import (
    Abbrev,
    Op,
    Sym,
    at,
    entry,
    expect,
    grad,
    index,
    matrix,
    minimum,
    parameter,
    scalar,
    total,
    vector,
    where,
)
from proofs_check.witnesses.entries.links import instances

A, u = matrix("A"), vector("u")
a, b, w = scalar("a"), scalar("b"), parameter("w")
i, j = index("i", "d"), index("j", "d")
d = scalar("d", "integer", "positive")
ell, k = layer("l"), layer("k")
B, F = layers("B", "d", "d"), matrix("F")
u_i = entry(u, i, 1)


def names(found: frozenset[Sym]) -> set[str]:
    return {sym.name for sym in found}


@pytest.mark.parametrize(("node", "outside_letters", "at_all"), [
    (total(i, d, entry(A, i, j)), {"A", "d", "j"}, {"A", "d", "j"}),
    (total(i, d, u_i) + u_i, {"d", "u", "i"}, {"d", "u", "i"}),
    (product_up(ell, k, at(B, ell)), {"B", "k"}, {"B", "k"}),
    (sequence(F, ell, F, at(B, ell) * F, k), {"B", "F", "k"}, {"B", "F", "k"}),
    (minimum((w - a) ** 2, w), {"a", "w"}, {"a"}),
    (where(w * a, (w, b)), {"a", "b", "w"}, {"a", "b"}),
    (grad(w**2, w), {"w"}, {"w"}),
    (expect(a * w), {"a", "w"}, {"a", "w"}),
    (Abbrev(scalar("c"), a + b), {"a", "b"}, {"a", "b"}),
    (exists(a, gt(a, b)), {"a", "b"}, {"b"}),
    (conj(exists(a, gt(a, b)), eq(a, 0)), {"a", "b"}, {"a", "b"}),
    (tends(a / d, b, d), {"a", "b", "d"}, {"a", "b"}),
], ids=range(12))  # fmt: skip
def test_a_symbol_is_free_where_nothing_binds_it(node: Op | Prop, outside_letters: set[str], at_all: set[str]) -> None:
    assert names(free_symbols(node)) == outside_letters
    assert names(free_symbols(node, NAMING)) == at_all


@pytest.mark.parametrize("row", [*TERMS.values(), *PROPS.values()], ids=lambda row: row.name)
def test_the_more_heads_bind_the_fewer_symbols_are_free(row: object) -> None:
    made = example(row)  # type: ignore[arg-type]
    assert free_symbols(made, NAMING) <= free_symbols(made, LETTERS) <= free_symbols(made, frozenset())


def test_an_index_that_stands_outside_its_sum_too_is_numbered_in_an_implication() -> None:
    link = implies(ge(u_i + total(i, d, u_i), 1), gt(total(i, d, u_i) + u_i, 0))
    found = list(instances(link, 2))
    assert len(found) == 2
    assert all(not free_indices(prop) for prop in found)


def test_a_quantifier_binds_its_index() -> None:
    assert names(free_indices(conj(for_all(i, ge(u_i, 0)), eq(entry(u, j, 1), 0)))) == {"j"}


def test_a_layer_that_grows_is_not_free() -> None:
    assert free_layers(tends_jointly(at(B, ell), A, ell)) == frozenset()
    assert names(free_layers(eq(at(B, ell), product_up(k, 1, at(B, k))))) == {"l"}


def test_a_premise_about_the_letter_of_a_recursion_counts_as_one_about_the_symbol() -> None:
    made = eq(sequence(F, ell, A, at(B, ell) * F, k), A)
    assert not free_of(made, [F])
    assert free_of(for_all(a, gt(a, b)), [a])
    assert names(spoken_of(minimum((w - a) ** 2, w))) == {"a"}


def test_what_holds_at_another_layer_is_caught_by_no_quantifier() -> None:
    said = at_layer(exists(k, eq(at(B, k), at(B, ell))), ell, k + 1)
    assert names(free_symbols(said, NAMING)) == {"B", "k"}
    assert at_layer(for_all(ell, eq(at(B, ell), A)), ell, k) == for_all(ell, eq(at(B, ell), A))


def test_a_value_known_by_an_equation_does_not_enter_where_its_symbol_is_bound() -> None:
    bound = convex((w - a) ** 2, w)
    assert _bound([eq(w, a), bound]) == ([bound], {w: a})
