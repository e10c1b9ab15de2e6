"""What the tool must not say of a lemma that one may write: false lemmas that hold for some sizes, laws or draws."""

from __future__ import annotations

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    always,
    at,
    at0,
    check,
    claim,
    conserved,
    ddt,
    det,
    diag,
    entry,
    eq,
    exists,
    exp,
    expect,
    eye,
    flow,
    gaussian,
    ge,
    global_minimum,
    grad,
    gradient_flow,
    gt,
    implies,
    independent_of,
    index,
    inv,
    le,
    lt,
    matrix,
    minimisers_satisfy,
    ne,
    noise,
    norm_2,
    norm_op,
    parameter,
    posdef,
    psd,
    relu,
    scalar,
    term,
    total,
    tr,
    vector,
    where,
)
from proofs_check.errors import UserError
from proofs_check.model import Model
from proofs_check.results import Result
from proofs_check.statement.props import Prop

d, k, N = (scalar(name, "integer", "positive") for name in ("d", "k", "N"))
a, b, p, s = scalar("a"), scalar("b"), scalar("p", "positive"), scalar("s", "positive")
S = matrix("S", "d", "d", "symmetric", "posdef")
B = parameter("B", "d", "d")
A, W, v = matrix("A", "d", "d"), matrix("W", "k", "m"), vector("v", "d")
z, e = gaussian("z", "d"), noise("e", s)
i = index("i", "N")
GOOD = {Verdict.PROVED, Verdict.SUPPORTED}


def found(prop: Prop, *given: Prop, only: tuple[str, ...] = ()) -> Result:
    """What becomes of the statement under these hypotheses."""

    @claim("own/lemma", kind=Kind.IDENTITY, given=tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given)))
    def made() -> Prop:
        """What is stated."""
        return prop

    result = check(made, only=only)
    assert isinstance(result, Result)
    assert not result.defects
    return result


def along(
    prop: Prop, model: Model, *given: Prop, only: tuple[str, ...] = ("words", "entries", "sampled")
) -> Result:
    """The same of the flow of a model, by the exact witnesses."""

    assumed = tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given))

    @claim("own/lemma", kind=Kind.INVARIANCE, model=model, given=assumed)
    def made() -> Prop:
        """What is stated."""
        return prop

    result = check(made, only=only)
    assert isinstance(result, Result)
    assert not result.defects
    return result


# Sums --------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("wrong", [
    eq(total(i, N, i * i) * N, total(i, N, i) ** 2),
    eq(total(i, N, i), N * i),
    eq(total(i, N, i * a), N * i * a),
])  # fmt: skip
def test_words_do_not_sum_an_index_that_stands_as_a_number_as_if_it_were_a_constant(wrong: Prop) -> None:
    assert found(wrong, only=("words",)).verdict is Verdict.UNDECIDED


def test_the_sum_of_the_first_integers_is_no_matter_of_dispute() -> None:
    assert found(eq(total(i, N, i), N * (N + 1) / 2)).verdict is Verdict.SUPPORTED


# Laws --------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("wrong", [
    eq(expect(e**3), 0),
    ge(expect(e**3), 0),
    le(expect(e**3), 0),
    le(expect(e**4), 3 * s**4),
    eq(expect((e + v.T * z) ** 3), 0),
    eq(expect(relu(e) ** 2), s**2 / 2),
])  # fmt: skip
def test_noise_of_unknown_law_is_not_taken_to_be_symmetric_or_light_tailed(wrong: Prop) -> None:
    assert found(wrong, only=("sampled",)).verdict not in GOOD


def test_what_only_mean_and_variance_of_the_noise_decide_is_still_supported() -> None:
    assert found(eq(expect(e**2), s**2), only=("sampled",)).verdict is Verdict.SUPPORTED


# Sizes -------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("wrong", [
    eq(tr(eye("k")), tr(eye("m"))),
    eq(det(W.T * W), det(W * W.T)),
    eq(expect(gaussian("x", "k").T * gaussian("x", "k")), expect(gaussian("y", "m").T * gaussian("y", "m"))),
    ge(tr(eye("k")), tr(eye("d"))),
    eq(det(matrix("B", "d", "k").T * matrix("B", "d", "k")), 0),
])  # fmt: skip
def test_dimensions_of_different_names_are_not_taken_to_be_equal_or_ordered(wrong: Prop) -> None:
    assert found(wrong).verdict is Verdict.REFUTED


P = matrix("P", "d", "d", "symmetric", "psd")


@pytest.mark.parametrize("wrong", [
    minimisers_satisfy(tr(B) ** 2, eq(B, 0 * B), B),
    minimisers_satisfy(tr(B * B), eq(B, 0 * B), B),
    global_minimum(tr(B * B), (B, 0 * B)),
])  # fmt: skip
def test_what_is_known_at_dimension_one_alone_is_no_support(wrong: Prop) -> None:
    assert along(wrong, gradient_flow(tr(B * B), (B,))).verdict is Verdict.UNDECIDED


def test_what_may_be_singular_is_so_at_some_points() -> None:
    for wrong in (implies(gt(tr(P), 0), posdef(P)), posdef(P + v * v.T), implies(ne(tr(P), 0), ne(det(P), 0))):
        assert found(wrong).verdict not in GOOD
    assert found(psd(P + v * v.T)).verdict is Verdict.PROVED


def test_a_member_with_a_number_is_one_of_those_summed_only_where_there_are_so_many() -> None:
    x = gaussian("x", "d", S, iid=True)
    squares = expect(total(i, N, (at(x, i).T * at(x, 2)) ** 2))
    both = eq(squares, (N + 1) * tr(S * S) + tr(S) ** 2)
    assert found(both).verdict is Verdict.REFUTED
    alone = found(both, only=("words",))
    assert (alone.verdict, alone.scope) == (Verdict.SUPPORTED, "every d, N and S, N >= 2")


def test_a_scope_names_the_sizes_of_the_other_dimensions() -> None:
    K = matrix("K", "k", "k")
    result = found(eq(det(K * K), det(K) ** 2), only=("entries",))
    assert result.scope == "k = 1; k = 2"


def test_what_holds_at_a_size_that_is_a_number_is_not_held_against_by_words() -> None:
    u, K = vector("u", 2), matrix("K", 2, 2)
    for true in (eq(norm_2(u) ** 2, entry(u, 1, 1) ** 2 + entry(u, 2, 1) ** 2),
                 eq(K * K - tr(K) * K, (tr(K * K) - tr(K) ** 2) / 2 * eye(2))):
        assert found(true).verdict is Verdict.SUPPORTED


# Hypotheses --------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("true", "given"), [
    (eq(S, tr(S) * eye("d")), eq(d, 1)),
    (eq(S, tr(S) * eye("d")), le(d, 1)),
    (eq((N - 1) * a, 0), eq(N, 1)),
    (eq(d, k), eq(d, k)),
    (eq(tr(eye("d")), tr(eye("k"))), eq(d, k)),
    (le(tr(A.T * A), d), le(norm_op(A), 1)),
    (le(v.T * v, 1), le(norm_2(v), 1)),
    (eq(a, 0), eq(exp(a), term(1))),
    (le(a, 0), exists(p, eq(a, -p))),
    (eq(A, A.T), psd(A)),
])  # fmt: skip
def test_a_point_that_does_not_meet_the_hypotheses_refutes_nothing(true: Prop, given: Prop) -> None:
    assert found(true, given).verdict is not Verdict.REFUTED


def test_dimensions_that_are_said_to_be_equal_are_equal_where_entries_look() -> None:
    equal = found(eq(tr(eye("d")), tr(eye("k"))), eq(d, k), only=("entries",))
    assert equal.verdict is Verdict.SUPPORTED
    assert "d = 1, k = 1" in equal.scope
    assert "d = 2, k = 2" in equal.scope
    assert found(eq(tr(eye("d")), tr(eye("k")) + 1), eq(d, k), only=("entries",)).verdict is Verdict.REFUTED


def test_an_implication_about_a_size_is_not_refuted_at_another_size() -> None:
    assert found(implies(eq(d, 1), eq(S, tr(S) * eye("d")))).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize("wrong", [
    implies(gt(a, 2), gt(a**2, 5)),
    implies(gt(a, 0), gt(a, 1)),
    exists(p, lt(p, 0)),
    exists(scalar("n", "integer", "positive"), lt(scalar("n", "integer", "positive"), N)),
])  # fmt: skip
def test_draws_that_say_nothing_or_do_not_have_the_traits_support_nothing(wrong: Prop) -> None:
    assert found(wrong, only=("sampled",)).verdict not in GOOD


# What cannot be evaluated ------------------------------------------------------------------------------------

def test_inequalities_between_sizes_alone_have_no_box() -> None:
    assert found(le(1, d)).verdict is Verdict.PROVED
    assert found(le(1, d), only=("balls",)).verdict is Verdict.SUPPORTED


@pytest.mark.filterwarnings("ignore:divide by zero")
def test_a_mean_that_is_infinite_is_not_compared() -> None:
    assert found(eq(expect(1 / (z.T * z)), 1 / (d - 2)), only=("sampled",)).verdict not in GOOD


# Models ------------------------------------------------------------------------------------------------------

def test_the_time_of_the_flow_does_not_stand_in_the_loss() -> None:
    c, time = parameter("c"), scalar("t", "nonnegative")
    with pytest.raises(UserError, match="t is the time of the flow"):
        gradient_flow(time * c, (c,))
    assert gradient_flow(time * c, (c,), time=scalar("s", "nonnegative")).parameters == (c,)


@pytest.mark.parametrize("name", ["t", "d", "N", "M", "B", "n", "L", "u_-1"])
def test_a_parameter_may_be_called_like_the_time_or_a_size(name: str) -> None:
    moving, other = parameter(name), parameter("other")
    model = gradient_flow((moving * other - 1) ** 2, (moving, other))
    kept, lost = (
        along(conserved(moving**2 + sign * other**2), model).verdict for sign in (-1, 1)
    )
    assert (kept, lost) == (Verdict.PROVED, Verdict.REFUTED)


def test_a_symbol_of_the_loss_has_the_same_traits_in_the_claim() -> None:
    u = parameter("u", "d")
    model = gradient_flow(u.T * matrix("P", "d", "d") * u, (u,))
    for P in (matrix("P", "d", "d", "symmetric"), matrix("P", "d", "d", "symmetric", "psd")):
        with pytest.raises(UserError, match="stands for two symbols"):
            along(eq(ddt(u), -2 * P * u), model)


def test_a_start_that_is_equal_to_another_is_a_hypothesis_and_no_value() -> None:
    x, y = parameter("x"), parameter("y")
    model = gradient_flow((x * y - a) ** 2, (x, y))
    same = eq(at0(x), at0(y))
    assert along(always(eq(x, y)), model, same).verdict is Verdict.UNDECIDED
    assert along(conserved(x * y), model, same).verdict is Verdict.UNDECIDED
    assert along(conserved(x**2 - y**2), model, same).verdict is Verdict.PROVED


def test_a_hypothesis_about_what_the_loss_is_made_of_is_not_held_against_by_words() -> None:
    x, y = parameter("x"), parameter("y")
    model = gradient_flow(x**2 + a * y**2, (x, y))
    assert along(conserved(x * y), model, eq(a, -1)).verdict is Verdict.SUPPORTED
    assert along(conserved(x * y), model, eq(a, 1)).verdict is Verdict.REFUTED


g, h = parameter("g", "d"), vector("h", "d")
hadamard = gradient_flow(norm_2(diag(g) * v - h) ** 2, (g,))


@pytest.mark.parametrize("wrong", [
    eq(ddt(g), 0 * g),
    conserved(g),
    conserved(diag(g)),
    independent_of(tr(diag(g) * S), g),
    eq(where(tr(diag(g) * diag(g)), (g, 2 * g)), tr(diag(g) * diag(g))),
    eq(grad(tr(diag(g) * S), g), 0 * g),
    eq(expect(diag(z) * diag(z)), diag(z) * diag(z)),
])  # fmt: skip
def test_what_stands_in_a_diagonal_matrix_is_not_taken_to_be_constant(wrong: Prop) -> None:
    assert along(wrong, hadamard, only=("words",)).verdict is Verdict.UNDECIDED
    with pytest.raises(UserError, match="diagonal matrices"):
        flow(hadamard)


def test_entries_still_know_the_flow_of_a_diagonal_network() -> None:
    assert along(eq(ddt(g), -2 * diag(v) * (diag(g) * v - h)), hadamard).verdict is Verdict.SUPPORTED
    assert along(conserved(g), hadamard).verdict is Verdict.REFUTED


def test_an_entry_that_a_small_matrix_does_not_have_is_lacking_there() -> None:
    model = gradient_flow(entry(B, 1, 1) ** 2 * entry(B, 1, 2), (B,))
    assert along(conserved(tr(B)), model).verdict is not Verdict.PROVED


def test_members_with_free_indices_are_not_taken_to_be_different() -> None:
    x, j = gaussian("x", "d", iid=True), index("j", "N")
    assert found(eq(expect(at(x, i) * at(x, j).T), 0 * inv(S))).verdict is not Verdict.PROVED


def test_a_derivative_by_an_orthogonal_matrix_is_that_in_all_directions() -> None:
    """Words reads Q Q^T as the identity, which says nothing of the neighbours of Q."""
    Q, I = matrix("Q", "d", "d", "orthogonal"), eye()  # noqa: E741 - the identity
    given = (Hypothesis("orthogonal", eq(Q * Q.T, I)),)

    @claim("mine/still", kind=Kind.IDENTITY, given=given)
    def still() -> Prop:
        return eq(grad(tr(Q * Q.T), Q), 0 * Q)

    @claim("mine/moving", kind=Kind.IDENTITY, given=given)
    def moving() -> Prop:
        return eq(grad(tr(Q * Q.T), Q), 2 * Q)

    assert check(still).verdict is Verdict.REFUTED
    assert not check(still).defects
    assert check(moving).verdict is Verdict.PROVED
