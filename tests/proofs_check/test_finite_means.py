"""Whether expectations are finite: words for every size, entries at exact places, and what neither may say."""

import random
from fractions import Fraction

import pytest

from proofs_check.algebras.contexts import decide_statement, refuted_at
from proofs_check.algebras.growth.classes import Growth, growth_of
from proofs_check.algebras.growth.regions import disagreement, finite_at_all
from proofs_check.claims import Hypothesis, Kind, claim
from proofs_check.errors import UserError
from proofs_check.papers.ccs.beyond_finite import one_layer
from proofs_check.papers.ccs.examples_4_5 import gaussian_x, sphere_x, xi
from proofs_check.papers.ccs.notation import I, M, Sigma, d, h, h_exp, h_softmax, inv_root, n, root
from proofs_check.papers.ccs.notation_domain import linear_y, loss, process_y
from proofs_check.statement.fold import Lacks
from proofs_check.statement.laws import expect_given, finite, gaussian, infinite, noise, relu
from proofs_check.statement.mutate import twins
from proofs_check.statement.props import Prop, ge, gt, iff, implies, le, lt, posdef
from proofs_check.statement.terms import (
    Sym,
    Term,
    at,
    entry,
    exp,
    expect,
    index,
    inner,
    matrix,
    norm_2,
    norm_op,
    scalar,
    term,
    total,
    vector,
)  # fmt: skip
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.entries.witness import EntriesWitness
from proofs_check.witnesses.words.witness import WordsWitness

beta, sigma, step = scalar("beta"), scalar("sigma", "positive"), scalar("r", "nonzero")
x, query = at(xi, 1), at(xi, n + 1)
i, j = index("i", "n"), index("j", "n")
spread = gaussian("x_5", "d", matrix("S", "d", "d", "symmetric", "posdef"))


def examined(prop: Prop, witness: WordsWitness | EntriesWitness, *given: Hypothesis) -> Outcome:
    @claim("own/finite", kind=Kind.INEQUALITY, given=given)
    def stated() -> Prop:
        """Stated."""
        return prop

    part = stated.parts[0]
    return witness.examine(stated, part, part.readings[0], Context())


def words(prop: Prop, *given: Hypothesis) -> Outcome:
    return examined(prop, WordsWitness(), *given)


@pytest.mark.parametrize(
    ("condition", "right"),
    [(lt(4 * beta**2, 1), True), (le(4 * beta**2, 1), False), (lt(2 * beta**2, 1), False), (lt(8 * beta**2, 1), False),
     (lt(2 * beta, 1), False)],
)  # fmt: skip
def test_both_routes_know_the_exact_bound_on_the_scale_of_one_layer(condition: Prop, right: bool) -> None:
    body = one_layer(beta) ** 2
    assert (disagreement(body, condition) is None) is right
    labels = linear_y(gaussian_x)
    attended = labels + step * (labels * M * h_exp(beta * inv_root * gaussian_x, inv_root * gaussian_x))
    from_definition = iff(finite(expect(entry(attended, 1, n + 1) ** 2)), condition)
    assert (refuted_at(from_definition, (), (1,)) is None) is right


def test_a_step_of_size_zero_asks_for_no_bound_so_that_words_does_not_claim_one() -> None:
    any_step = scalar("r")
    residual = inner(x, query) + any_step * inner(x, x) * exp(beta * inner(x, query))
    with pytest.raises(Lacks):
        disagreement(residual**2, lt(4 * beta**2, 1))


def test_infinite_terms_that_cancel_leave_a_finite_mean() -> None:
    big = exp(inner(x, x))
    assert finite_at_all(big)[0] is False
    assert finite_at_all(big - big)[0] is True
    assert finite_at_all(big - big + inner(x, query) ** 3)[0] is True
    with pytest.raises(Lacks):
        finite_at_all(big * (inner(x, x) * inner(query, query) - inner(x, query) ** 2))  # 0 for d = 1


def test_fixed_vectors_may_be_such_that_exponents_coincide() -> None:
    z, w = vector("z"), vector("w")
    with pytest.raises(Lacks):
        finite_at_all(exp(inner(x, x) + inner(z, x)) - exp(inner(x, x) + inner(w, x)))
    with pytest.raises(Lacks):
        finite_at_all(inner(z, x) * exp(inner(x, x)))


def test_members_that_may_be_the_same_are_not_told_apart() -> None:
    with pytest.raises(Lacks):
        finite_at_all(exp(inner(at(xi, 2), at(xi, n + 1))))
    with pytest.raises(Lacks):
        finite_at_all(exp(inner(x, query)) * total(i, n, exp(inner(at(xi, i), query))))


def test_the_number_of_a_demonstration_is_no_scalar() -> None:
    for body in (exp(i * inner(x, x)), total(i, n, exp(inner(at(xi, i), at(xi, i)) / i))):
        with pytest.raises(Lacks):
            finite_at_all(body)


def test_equal_members_of_two_sums_are_their_own_case() -> None:
    small = total(i, n, exp(beta * inner(at(xi, i), at(xi, i))))
    product = small * total(j, n, exp(beta * inner(at(xi, j), at(xi, j))))
    # Different members ask for beta < 1/2 alone, the same member twice for beta < 1/4.
    assert disagreement(product, lt(beta, Fraction(1, 4))) is None
    assert disagreement(product, lt(beta, Fraction(1, 2))) is not None


def test_conditions_on_matrices_are_the_exact_ones() -> None:
    B, Q = matrix("B", "d", "d"), matrix("Q", "d", "d", "symmetric")
    mean = finite(expect(exp(inner(B * (root * x), root * query))))
    assert words(iff(mean, lt(norm_op(root * B * root), 1))).verdict is Verdict.PROVED
    assert words(iff(mean, lt(norm_op(root * B.T * root), 1))).verdict is Verdict.PROVED
    assert words(iff(mean, lt(norm_op(root * B * root), 2))).verdict is Verdict.REFUTED
    assert words(iff(mean, le(norm_op(root * B * root), 1))).verdict is Verdict.REFUTED
    assert words(iff(mean, lt(norm_op(B), 1))).verdict is Verdict.UNDECIDED
    square = finite(expect(exp((root * x).T * Q * (root * x))))
    assert words(iff(square, posdef(I - 2 * root * Q * root))).verdict is Verdict.PROVED
    assert words(iff(square, posdef(I - root * Q * root))).verdict is Verdict.REFUTED


def test_growth_is_read_off_the_structure_for_every_depth() -> None:
    assert growth_of(loss(gaussian_x, linear_y(gaussian_x), h_softmax).args[0]) is Growth.POLYNOMIAL
    assert growth_of(sphere_x) is Growth.BOUNDED
    assert growth_of(loss(sphere_x, process_y(sphere_x, h_exp), h_exp).args[0]) is Growth.POLYNOMIAL
    for slow in (loss(gaussian_x, linear_y(gaussian_x), h_exp), loss(gaussian_x, linear_y(gaussian_x), h)):
        with pytest.raises(Lacks):
            growth_of(slow.args[0])


def test_a_law_that_is_not_named_is_left_open() -> None:
    for mean in (expect(noise("eps") ** 4), expect(Sym("x", ("d", 1), frozenset({"random", "context"})).T * Sigma)):
        assert words(finite(mean)).verdict is Verdict.UNDECIDED
    assert words(finite(expect_given(exp(inner(x, x)), xi))).verdict is Verdict.UNDECIDED


def test_hypotheses_keep_words_from_refuting() -> None:
    small = Hypothesis("small", lt(beta, 1))
    assert words(finite(expect(exp(inner(x, x))))).verdict is Verdict.REFUTED
    assert words(finite(expect(exp(inner(x, x)))), small).verdict is Verdict.UNDECIDED
    # True below -1, and nowhere else.
    below, mean = Hypothesis("below", lt(beta, -1)), finite(expect(exp(beta * inner(x, x))))
    for said in (iff(mean, lt(beta, 0)), implies(lt(beta, 1), mean)):
        assert words(said).verdict is Verdict.REFUTED
        assert words(said, below).verdict is not Verdict.REFUTED


def test_entries_names_the_exponential_and_the_direction_along_which_it_does_not_decay() -> None:
    outcome = examined(finite(expect(exp(inner(x, query)))), EntriesWitness())
    assert outcome.verdict is Verdict.REFUTED
    assert outcome.counterexample is not None
    assert "does not decay along xi_1 = 1, xi_2 = 1" in outcome.counterexample


def test_entries_proves_no_finiteness_and_counts_every_member_of_a_family() -> None:
    found = decide_statement(finite(expect(total(i, n, exp(-inner(at(xi, i), at(xi, i)))))), (), dims=(1, 2))
    assert found.refuted is None
    assert not found.proved
    assert found.agreed


@pytest.mark.parametrize("statement", [
    finite(expect(exp(inner(spread, spread) / 4))), finite(expect_given(exp(inner(x, x) / 4), xi)),
    finite(expect(noise("e") ** 4)), finite(expect(exp(noise("e") * 0) * inner(x, x))),
], ids=repr)  # fmt: skip
def test_entries_reads_means_over_standard_gaussian_vectors_alone(statement: Prop) -> None:
    found = decide_statement(statement, (), dims=(1,))
    assert found.refuted is None
    assert not found.agreed


def test_relu_of_an_exponential_is_not_taken_for_a_polynomial() -> None:
    statement = finite(expect(relu(exp(inner(x, x)) - 1)))
    found = decide_statement(statement, (), dims=(1,))
    assert found.refuted is None
    assert not found.agreed


def test_the_contrary_is_a_wrong_twin_where_the_law_is_known() -> None:
    stated = infinite(expect(exp(inner(x, x))))
    assert any(twin.rule == "contrary" and twin.prop.head == "finite" for twin in twins(stated))
    unknown: Term = expect(Sym("y", (1, 1), frozenset({"random", "label"})))
    assert not any(twin.rule == "contrary" for twin in twins(finite(unknown)))


def test_a_condition_on_the_bandwidth_of_the_labels_is_exact() -> None:
    label = finite(expect(exp(inner(x, x) / sigma**2)))
    assert words(iff(label, gt(sigma**2, 2))).verdict is Verdict.PROVED
    outcome = words(iff(label, gt(sigma**2, 1)))
    assert outcome.verdict is Verdict.REFUTED
    assert outcome.counterexample is not None
    assert "sigma" in outcome.counterexample


def test_dimensions_are_not_scalars_to_be_varied() -> None:
    with pytest.raises(Lacks):
        disagreement(exp(inner(x, x) / d), gt(d, 2))


def test_an_exponential_of_exponentials_has_an_infinite_mean_where_one_of_them_prevails() -> None:
    positive, either = scalar("p", "positive"), scalar("e")
    big, small = exp(inner(x, x) + inner(query, query)), exp(inner(x, query))
    assert words(infinite(expect(exp(positive * big - either * inner(x, query) * small)))).verdict is Verdict.PROVED
    assert words(infinite(expect(exp(either * big)))).verdict is Verdict.UNDECIDED
    assert words(infinite(expect(exp(-positive * big)))).verdict is Verdict.UNDECIDED
    assert words(finite(expect(exp(positive * big)))).verdict is Verdict.REFUTED


def test_a_factor_that_vanishes_on_a_ray_decides_nothing_there() -> None:
    apart = x - query
    body = exp((1 - inner(apart, apart)) * exp(inner(x, query)))
    assert words(infinite(expect(body))).verdict is Verdict.UNDECIDED
    assert examined(infinite(expect(body)), EntriesWitness()).verdict is Verdict.UNDECIDED


def test_an_exponential_of_what_is_not_positive_is_bounded() -> None:
    apart = norm_2(x - query)
    assert growth_of(exp(-(apart**2) / 2)) is Growth.BOUNDED
    assert growth_of(inner(x, x) * exp(-(inner(x, x) + inner(query, query) ** 2))) is Growth.POLYNOMIAL
    assert growth_of(exp(-3 * (sigma * apart))) is Growth.BOUNDED
    for doubtful in (exp(apart), exp(-inner(x, query)), exp(-(inner(x, query) ** 3)), exp(-(beta * apart))):
        with pytest.raises(Lacks):
            growth_of(doubtful)


def random_sum(source: random.Random) -> Term:
    """A sum of a few terms c <a, b>^m exp(q), q a quadratic form in two Gaussian vectors."""
    forms = (inner(x, x), inner(x, query), inner(query, query))
    total_: Term = term(0)
    for _ in range(source.randint(1, 3)):
        exponent: Term = term(0)
        for form in source.sample(forms, source.randint(1, 3)):
            exponent = exponent + Fraction(source.randint(-4, 4), source.choice((4, 5))) * form
        factor = source.choice((-2, -1, 1, 3)) * source.choice(forms) ** source.randint(0, 2)
        total_ = total_ + factor * exp(exponent)
    return total_


def test_the_two_routes_agree_on_sums_of_exponentials() -> None:
    source, seen = random.Random(7), set()
    for _ in range(25):
        body = random_sum(source)
        holds, why = finite_at_all(body)
        seen.add(holds)
        for d_ in (1, 2):
            refuted = refuted_at(finite(expect(body)), (), (d_,))
            assert (refuted is None) is holds, (body, why)
    assert seen == {True, False}


def test_a_condition_on_a_scalar_may_be_enough_or_too_little() -> None:
    mean = expect(exp(2 * beta * inner(x, query)))
    assert words(implies(lt(9 * beta**2, 1), finite(mean))).verdict is Verdict.PROVED
    assert words(implies(ge(4 * beta**2, 1), infinite(mean))).verdict is Verdict.PROVED
    refuted = words(implies(lt(3 * beta**2, 1), finite(mean)))
    assert refuted.verdict is Verdict.REFUTED
    assert refuted.counterexample is not None
    assert "infinite" in refuted.counterexample
    assert words(implies(gt(beta, 0), infinite(mean))).verdict is Verdict.REFUTED
    assert words(implies(lt(beta**2, -1), infinite(mean))).verdict is not Verdict.PROVED  # it holds nowhere
    for statement in (implies(lt(3 * beta**2, 1), finite(mean)), implies(gt(beta, 0), infinite(mean))):
        assert examined(statement, EntriesWitness()).verdict is Verdict.REFUTED


def test_a_factor_that_may_vanish_hides_an_infinite_mean() -> None:
    a, b, positive = scalar("a"), scalar("b"), scalar("p", "positive")
    for factor, seen in ((b, Verdict.REFUTED), (positive, Verdict.SUPPORTED)):
        mean = expect(factor * exp(a * inner(gaussian_x, gaussian_x)))
        assert examined(implies(gt(a, 1), infinite(mean)), EntriesWitness()).verdict is seen, factor


def test_finiteness_is_asked_of_expectations() -> None:
    for asked in (finite, infinite):
        with pytest.raises(UserError, match=rf"{asked.__name__} takes an expectation"):
            asked(inner(x, x))
