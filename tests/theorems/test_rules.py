"""What the rules do make, and what a theorem tells of itself."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import proofs_check.theorems as package
from proofs_check.statement.props import Prop, always, eq, exists, for_all, implies, le, lt, ne
from proofs_check.statement.terms import (
    Op,
    Sym,
    at0,
    ddt,
    expect,
    grad,
    index,
    matrix,
    minimum,
    norm_F,
    scalar,
    term,
    vector,
    where,
)
from proofs_check.theorems import kernel as K
from proofs_check.theorems import oracles
from proofs_check.theorems.binding import free, key, same, speaks, substitute
from proofs_check.theorems.schemes import ALL
from proofs_check.theorems.tactics import citing
from proofs_check.theorems.values import domain
from tests.theorems.attacks import (
    F,
    L,
    a,
    above,
    b,
    desk,
    i,
    instance,
    l0,
    lam,
    layers,
    n,
    nf,
    one,
    p,
    sign,
    step,
    u,
    v,
    x,
    zero,
)

HERE = Path(package.__file__).parent


def test_an_implication_is_discharged_generalised_specialised_and_used() -> None:
    th = K.generalise(a, K.discharge(le(0, a), sign(le(0, a + p), K.assume(le(0, a)))))
    assert not th.hypotheses
    used = K.modus_ponens(K.specialise(th, b * b), sign(le(0, b * b)))
    assert same(used.proposition, le(0, b * b + p))
    assert used.oracles == {"sign", "normal_form"}
    assert used.rule == "modus ponens"
    assert [q.rule for q in used.premises] == ["specialise", "sign"]


def test_conditions_that_are_not_shown_stay_as_hypotheses() -> None:
    th = oracles.normal_form(desk().reading, a * (1 / a), one, [K.assume(ne(a, 0))])
    assert th.hypotheses == {ne(a, 0)}
    closed = K.generalise(a, K.discharge(ne(a, 0), th))
    assert not closed.hypotheses
    at_p = K.modus_ponens(K.specialise(closed, p + 1), sign(ne(p + 1, 0)))
    assert same(at_p.proposition, eq((p + 1) * (1 / (p + 1)), 1))


def test_a_link_needs_values_where_those_before_it_hold() -> None:
    first, second = ne(b, 0), eq(a / b, 1)
    assert domain(Prop("and", (first, second))) == (implies(first, first),)
    assert domain(Prop("and", (second, first))) == (first,)
    th = K.discharge(Prop("and", (first, second)), nf(a, a), [K.discharge(first, K.assume(first))])
    assert not th.hypotheses


def test_an_induction() -> None:
    start = above(one, one)
    up = desk().find(le(one, n + 1), [above(one, n + 1, K.assume(le(one, n)))])
    assert same(K.induction(n, start, up).proposition, for_all(n, le(one, n)))
    assert step(n).hypotheses == {le(term(2), n)}


def test_what_exists_is_exhibited_and_chosen() -> None:
    some = K.exhibit(exists(a, eq(a * a, 4)), term(2), nf(term(2) * 2, term(4)))
    again = K.exhibit(exists(b, eq(b * b, 4)), a, K.assume(eq(a * a, 4)))
    assert not K.choose(some, again).hypotheses


def test_a_contradiction() -> None:
    one_is_0 = K.rewrite(K.assume(eq(a, 1)), K.rewrite(K.assume(eq(a, 0)), nf(a, a), (1,)), (0,))
    th = K.contradiction(eq(a, 0), one_is_0, sign(ne(one, 0)))
    assert th.proposition == ne(a, 0)
    assert th.hypotheses == {eq(a, 1)}


def test_a_least_value() -> None:
    f = (a - b) ** 2
    below = K.generalise(a, sign(le(0, f)))
    is_attained, least = desk().use(
        "minimum over 1", {"f": lam(a, f), "x_1": a, "p_1": b, "c": zero}, [below, nf((b - b) ** 2, zero)]
    )
    assert same(least.proposition, eq(minimum(f, a), 0))
    assert is_attained.axioms == {"minimum over 1"}


def test_always_and_one_time_are_converse() -> None:
    th = K.assume(always(eq(u, 0)))
    assert K.at_one_time(th).hypotheses == {always(eq(u, 0)), K.HERE}
    assert same(K.at_every_time(K.at_one_time(th)).proposition, th.proposition)


def test_an_equation_that_holds_everywhere_is_used_below_a_derivative() -> None:
    everywhere = nf(u * 2, u + u)
    assert same(K.rewrite(everywhere, nf(ddt(u * 2), ddt(u * 2)), (1, 0)).proposition, eq(ddt(u * 2), ddt(u + u)))


def test_propositions_are_compared_up_to_the_names_of_what_they_bind() -> None:
    c = scalar("c")
    assert same(for_all(a, lt(a, b)), for_all(c, lt(c, b)))
    assert not same(for_all(a, lt(a, b)), for_all(b, lt(b, b)))
    assert not same(for_all(a, for_all(c, lt(a, c))), for_all(a, for_all(c, lt(c, a))))
    assert not same(minimum(L, u), minimum(L, v))
    assert key(Prop("ge", (a, b))) == key(le(b, a))


def test_what_enters_unseen_is_spoken_of() -> None:
    from proofs_check.theorems.binding import moves, speaks

    assert speaks(expect(norm_F(x)), matrix("Lam", "d", "d", "symmetric", "posdef"))
    assert speaks(expect(scalar("z", "random", "noise", "std:rho")), scalar("rho"))
    assert speaks(expect(scalar("z_2", "random", "copy:z")), scalar("anything"))
    assert not speaks(expect(norm_F(x)), scalar("anything"))
    assert speaks(ddt(u), scalar("anything"))
    layer, number = scalar("l", "integer", "nonnegative", "layer"), scalar("l")
    assert speaks(expect(norm_F(x)), number)
    assert not speaks(expect(norm_F(x)), layer)
    assert speaks(at0(u), layer)
    assert speaks(expect(scalar("z", "random", "noise", "std:l")), layer)
    assert not speaks(expect(norm_F(x)), u)
    assert not moves(always(eq(u, 0)))
    assert not moves(at0(u))
    assert x not in free(expect(norm_F(x)))


def test_a_value_is_put_beside_a_derivative() -> None:
    assert substitute(ddt(u**2), {u: v}) == where(ddt(u**2), (u, v))
    assert substitute(L, {u: one}) == where(L, (u, one))
    assert substitute(grad(u**2, u), {u: one}) == where(grad(u**2, u), (u, one))


def test_conditions_come_in_the_order_of_logic() -> None:
    assert domain(implies(ne(a, 0), eq(1 / a, b))) == (implies(ne(a, 0), ne(a, 0)),)
    assert domain(for_all(a, eq(1 / a, b))) == (for_all(a, ne(a, 0)),)
    assert domain(eq(where(1 / a, (a, b)), 0)) == (ne(b, 0),)
    assert domain(eq(where(p, (p, a)), 0)) == (lt(0, a),)


def test_a_sum_is_compared_term_by_term() -> None:
    shown = K.generalise(i, sign(le(0, a * a)))
    from proofs_check.statement.terms import total

    th = instance("sum by sum", shown, f=lam(i, zero), h=lam(i, a * a), i=i, n=n)
    assert same(th.proposition, le(total(i, n, zero), total(i, n, a * a)))


def test_what_holds_at_every_outcome_holds_almost_surely() -> None:
    r = scalar("r_0", "random")
    shown = K.surely(sign(le(0, r * r)))
    assert same(shown.proposition, Prop("almost_surely", (le(0, r * r),)))


def test_equal_in_mean_square_rests_on_a_mean_that_is_shown_to_exist_or_assumed() -> None:
    r, q, gaussian = scalar("r_0", "random"), scalar("q_0", "random"), vector("x_0", "d", "random", "cov:I")
    w = vector("w_0", "d")
    for f, g, known in ((gaussian.T * w, w.T * w, True), (r, q, False)):
        square, same_surely = expect((f - g) ** 2), Prop("almost_surely", (eq(f, g),))
        given = K.assume(eq(square, 0))
        (shown,) = citing.fact(desk(), "vanishing mean square", {"f": f, "g": g}, [same_surely], [given])
        exists_ = {Prop("finite", (square,))}
        assert shown.hypotheses == {eq(square, 0)} | (set() if known else exists_)
        assert known == ("degree" in shown.oracles)


def test_a_sequence_asks_for_what_its_steps_ask_up_to_the_last_one() -> None:
    f = layers(l0, F + 1 / a, n)
    asked = domain(eq(f, f))
    assert Prop("integer", (n,)) in asked
    assert any(same(c, for_all(l0, implies(le(l0 + 1, n), ne(a, 0)))) for c in asked)
    assert not nf(layers(l0, 2 * F, l0 + 1), 2 * layers(l0, 2 * F, l0)).hypotheses


def test_an_equation_about_a_member_is_used_in_a_normal_form() -> None:
    member, after = layers(l0, F * a, n), layers(l0, F * a, n + 1)
    known = K.assume(eq(member, b))
    th = oracles.normal_form_where(desk().reading, after, b * a, [known], desk().have(after))
    assert th.hypotheses == {eq(member, b)}


@pytest.mark.parametrize("name", ["binding", "values", "metavariables", "functions", "schemes", "kernel"])
def test_the_kernel_needs_the_language_and_the_standard_library_alone(name: str) -> None:
    found = {
        node.module
        for node in ast.walk(ast.parse((HERE / f"{name}.py").read_text()))
        if isinstance(node, ast.ImportFrom) and node.level
    }
    allowed = {"statement", "roles", "errors", "binding", "values", "metavariables", "functions", "schemes"}
    assert all(module.split(".")[0] in allowed for module in found)


def test_only_the_oracles_make_theorems_beside_the_kernel() -> None:
    for path in HERE.parent.rglob("*.py"):
        names = {
            alias.name
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        text = path.read_text()
        if path not in (HERE / "kernel.py", HERE / "oracles.py"):
            assert "_theorem" not in names
            assert "_SEAL" not in text
            assert "K._" not in text


def test_for_all_sizes_is_not_for_all_of_something_else() -> None:
    """An index that runs to n is another thing for each n, also where it is bound itself."""
    m, n_, j = scalar("m", "integer", "positive"), scalar("n", "integer", "positive"), index("j", "n")
    assert not same(for_all(m, for_all(j, eq(j, 1))), for_all(n_, for_all(j, eq(j, 1))))


@pytest.mark.parametrize("name", ["\u03bb", "L_1", "Lam"])
def test_a_law_is_named_by_letters_of_any_kind(name: str) -> None:
    covariance, drawn = matrix(name, "d", "d", "symmetric", "psd"), vector("x", "d", "random", f"cov:{name}")
    assert speaks(expect(drawn * drawn.T), covariance)


def test_what_is_trusted_is_small() -> None:
    sizes = {name: len((HERE / f"{name}.py").read_text().splitlines()) for name in ("kernel", "binding", "values")}
    assert sizes["kernel"] <= 520
    assert sum(sizes.values()) <= 1100


@pytest.mark.parametrize("tex", ["", r"\alpha"])
def test_a_letter_that_is_renamed_is_printed_apart_from_the_one_that_is_put_in(tex: str) -> None:
    from proofs_check.report.render import latex, plain
    from proofs_check.theorems.binding import put

    x, y = scalar("x", tex=tex), scalar("y")
    renamed = put(for_all(x, le(x, y)), {y: x})
    for shown in (latex, plain):
        assert shown(renamed) != shown(for_all(x, le(x, x)))


def test_a_function_is_taken_at_as_many_values_as_it_has_variables_and_of_their_kind() -> None:
    """Below a sum what is promised of a value would be a condition on a letter that is bound there."""
    scheme = ALL["minimum over 1"]
    f_, whole = scheme.metas[0], K.Lam((p,), p)
    for values, bound in (((a, b), frozenset[Sym]()), ((b,), frozenset({b}))):
        with pytest.raises(K.Refused):
            K._fill(Op("apply", (f_, *values)), scheme, {f_: whole}, bound, [])
    wanted: list[Prop] = []
    assert K._fill(Op("apply", (f_, b)), scheme, {f_: whole}, frozenset(), wanted) == b
    assert wanted == [lt(0, b)]
