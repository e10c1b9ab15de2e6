"""Attacks by means, slopes, degrees and densities of what is not of the kind that an oracle reads."""

from __future__ import annotations

from proofs_check.statement.attention import activation
from proofs_check.statement.laws import noise
from proofs_check.statement.props import Prop, eq, for_all, ne
from proofs_check.statement.terms import (
    Op,
    Sym,
    Term,
    absolute,
    expect,
)
from proofs_check.theorems import kernel as K
from proofs_check.theorems import oracles
from proofs_check.theorems.binding import speaks
from tests.theorems.attacks import A, F, L, a, attack, b, desk, l0, layers, m, n, nf, one, p, sign
from tests.theorems.attacks_of_functions import ATTACKS as ATTACKS

smooth = activation("h_9", "smooth")
e, f = noise("e", p), noise("f_1", p)


def slope_of(body: Term) -> K.Theorem:
    """That it has a slope, whatever has to have a value for that."""
    assumed = [K.assume(for_all(b, c) if speaks(c, b) else c) for c in K.domain(eq(body, body))]
    return oracles.slope(desk().reading, Op("slope", (b, body)), assumed)


def averaged(body: Term, *fixed: Term) -> K.Theorem:
    """That it has a mean given what is fixed, whatever has to have a value for that."""
    node = Op("expect_given", (body, *fixed))
    return oracles.given(desk().reading, node, [K.assume(c) for c in K.domain(eq(body, body))])


def by_degree(head: str, body: Term, *xs: Sym) -> K.Theorem:
    return oracles.degree(desk().reading, Prop(head, (body, *xs)))


# Means that need not exist ---------------------------------------------------------------------------------


@attack
def a_mean_given_something_of_what_is_derived() -> object:
    return averaged(L * e, e)


@attack
def a_mean_that_is_no_mean_given_something() -> object:
    node = Op("minimum", (e * f, e))
    return oracles.given(desk().reading, node)


# Slopes ----------------------------------------------------------------------------------------------------


@attack
def a_slope_of_an_activation_of_a_kink() -> object:
    return slope_of(Op("activated", (smooth, absolute(b) * A, A)))


@attack
def a_slope_of_a_sequence_from_a_kink() -> object:
    return slope_of(layers(l0, F * a, l0, absolute(b)))


@attack
def a_slope_of_what_is_derived() -> object:
    return slope_of(L)


@attack
def a_slope_of_a_power_of_a_kink() -> object:
    return slope_of(absolute(b) ** 3)



# Degrees and densities -------------------------------------------------------------------------------------


@attack
def smoothness_along_an_integer() -> object:
    return by_degree("smooth", a * n, n)


@attack
def a_density_of_what_is_not_drawn() -> object:
    member = Sym("e_9", (1, 1), frozenset({"iid"}))
    return oracles.density(desk().reading, member, K.assume(ne(expect(member), 0)))


# Layers ----------------------------------------------------------------------------------------------------


@attack
def a_quotient_by_positive_layers_put_in_below_a_product_from_layer_0() -> object:
    late = Sym("l_8", (1, 1), frozenset({"layer", "integer", "positive"}))
    is_one = nf(one, late * (1 / late), sign(ne(late, 0)))
    ones = Op("product_up", (late, m, one))
    return K.rewrite(is_one, nf(ones, ones), (0, 2))
