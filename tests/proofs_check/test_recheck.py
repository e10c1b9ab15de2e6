"""Counterexamples are read again, before they are shown, by an evaluator that shares no code with the engines."""

from __future__ import annotations

from fractions import Fraction as F
from math import exp as e_to_the

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    absolute,
    check,
    claim,
    commute,
    det,
    diag,
    entry,
    eq,
    exp,
    expect,
    eye,
    gaussian,
    grad,
    gt,
    half,
    implies,
    index,
    inv,
    le,
    lt,
    matrix,
    noise,
    norm_2,
    norm_F,
    norm_op,
    pinv,
    posdef,
    projection,
    psd,
    rank,
    relu,
    scalar,
    sqrt,
    total,
    tr,
    vector,
)
from proofs_check.claims import Claim
from proofs_check.recheck import matrices as m
from proofs_check.recheck import recheck, spectra, surely
from proofs_check.recheck.numbers import NoValueError, Unread, ends, exponential, root
from proofs_check.recheck.terms import At, value
from proofs_check.report.jsonio import document
from proofs_check.results import Result, from_json, to_json
from proofs_check.statement.props import Prop
from proofs_check.statement.psd import curvature, eigenvalue
from proofs_check.statement.terms import Sym, Term, symbols
from proofs_check.statement.terms import at as member_of
from proofs_check.verdict import Outcome, Point, Scope
from proofs_check.witnesses import witness
from proofs_check.witnesses.entries.witness import EntriesWitness

d, N = (scalar(name, "integer", "positive") for name in ("d", "N"))
a, b, p, s = scalar("a"), scalar("b"), scalar("p", "positive"), scalar("s", "positive")
A, B, v, w = matrix("A"), matrix("B"), vector("v"), vector("w")
S, R = (matrix(name, "d", "d", "symmetric", "posdef") for name in "SR")
P = matrix("P", "d", "d", "symmetric", "psd")
x, z, g, e = gaussian("x", "d", cov=S), gaussian("z", "d"), noise("g", s, normal=True), noise("e", s)
i = index("i", "N")
HERE = At(Point({"d": 2, "N": 3}, {
    "a": F(-1), "b": F(1, 2), "p": F(2), "s": F(3), "A": [[1, 2], [0, 1]], "B": [[0, 1], [1, 1]], "v": [3, 4],
    "w": [[1], [1]], "S": [[2, 1], [1, 2]], "R": [[1, 0], [0, 4]], "P": [[1, 2], [2, 4]],
}))  # fmt: skip


def made(prop: Prop, *given: Prop, id: str = "own/lemma") -> Claim:
    @claim(id, kind=Kind.IDENTITY, given=tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given)))
    def stated() -> Prop:
        """What is stated."""
        return prop

    return stated


def found(prop: Prop, *given: Prop) -> Result:
    result = check(made(prop, *given))
    assert isinstance(result, Result)
    return result


# The evaluator -----------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("term", "expected"), [
    (tr(A * B), F(3)), (det(S), F(3)), (norm_2(v), F(5)), (norm_F(A) ** 2, F(6)), (v.T * w, F(7)),
    (tr(inv(S)), F(4, 3)), (absolute(a) + relu(a), F(1)), (rank(P), F(1)), (tr(projection(P)), F(1)),
    (tr(pinv(P)), F(1, 5)), (entry(half(R), 2, 2), F(2)), (eigenvalue(S, 1), F(3)), (norm_op(P), F(5)),
    (total(i, N, i * i), F(14)), (tr(diag(v)) ** -1, F(1, 7)), (a**3 / p, F(-1, 2)), (tr(half(R) * eye("d")), F(3)),
    (expect(x.T * x), F(4)), (expect((z.T * z) ** 2), F(8)), (expect((v.T * x) ** 4), F(3 * 74**2)),
    (expect(norm_2(z) ** 2), F(2)), (expect(g**4), F(243)), (expect(e**2) + expect(e), F(9)),
    (expect(tr(x * x.T * A)), F(6)), (tr(grad(tr(A * A), A) - 2 * A.T), F(0)), (grad(a**3, a), F(3)),
    (tr(grad(expect((v.T * A * x) ** 2), A)), F(2 * 140)),
    (expect(tr(grad(x.T * A * x, A))), F(4)), (curvature(norm_F(A) ** 2, (A, B)), F(6)),
    (tr(grad(tr(grad(tr(A * A * A), A)), A)), F(6 * 2)),
])  # fmt: skip
def test_terms_have_the_values_that_hands_compute(term: Term, expected: F) -> None:
    assert ends(m.number(value(term, HERE))) == (expected, expected)


def test_irrational_numbers_are_enclosed_without_rounding_to_nearest() -> None:
    for low, high, exact in (
        (*ends(root(F(2))), 2**0.5), (*ends(exponential(F(-7, 3))), e_to_the(-7 / 3)),
        (*ends(spectra.eigenvalues(m.matrix([[F(1), F(1)], [F(1), F(0)]]))[0]), (1 + 5**0.5) / 2),
    ):  # fmt: skip
        assert low < high
        assert high - low < F(1, 10**40)
        assert abs(float(low) - exact) < 1e-15
    assert ends(root(F(2)))[0] ** 2 < 2 < ends(root(F(2)))[1] ** 2


def test_eigenvalues_come_with_multiplicity_in_decreasing_order() -> None:
    A = m.matrix([[F(2), F(0), F(0)], [F(0), F(5), F(0)], [F(0), F(0), F(2)]])
    assert spectra.eigenvalues(A) == [5, 2, 2]


@pytest.mark.parametrize(("diagonal", "expected"), [
    ((2, 5, 2), (3, 0, 0)), ((0, 0, 0), (0, 3, 0)), ((1, 0, -7), (1, 1, 1)), ((-1, -1, 4), (1, 0, 2)),
    ((0, -3, -3), (0, 1, 2)),
])  # fmt: skip
def test_signs_of_eigenvalues_are_counted_as_eigenvalues_say(diagonal: tuple[int, ...], expected: object) -> None:
    turn = m.matrix([[F(3, 5), F(-4, 5), F(0)], [F(4, 5), F(3, 5), F(0)], [F(0), F(0), F(1)]])
    D = m.matrix([[F(x if i == j else 0) for j in range(3)] for i, x in enumerate(diagonal)])
    A = m.product(m.product(turn, D), m.transpose(turn))
    assert surely.signature(A) == expected
    assert spectra.eigenvalues(A) == sorted(diagonal, reverse=True)


def test_roots_beside_a_rational_one_are_enclosed() -> None:
    two, one, less = spectra.eigenvalues(m.matrix([[F(1), F(1), F(0)], [F(1), F(0), F(0)], [F(0), F(0), F(1)]]))
    assert one == 1
    assert abs(float(ends(two)[0]) - (1 + 5**0.5) / 2) < 1e-15
    assert abs(float(ends(less)[1]) - (1 - 5**0.5) / 2) < 1e-15


def test_what_has_no_value_is_told_from_what_is_not_read() -> None:
    none: tuple[Term, ...] = (1 / (a + 1), inv(P), sqrt(a))
    unread: tuple[Term, ...] = (
        expect(relu(g)), expect(e**3), expect(1 / (1 + z.T * z)), scalar("unknown"), vector("v", "k"),
    )
    for term in none:
        with pytest.raises(NoValueError):
            value(term, HERE)
    for term in unread:
        with pytest.raises(Unread):
            value(term, HERE)


# Whether a point is a counterexample -----------------------------------------------------------------------

@pytest.mark.parametrize(("prop", "given", "values", "confirmed"), [
    (eq(a, b), (), {"a": F(1), "b": F(2)}, True),
    (eq(a, b), (), {"a": F(1), "b": F(1)}, False),
    (eq(a, b), (lt(a, b),), {"a": F(2), "b": F(1)}, False),
    (eq(a, b), (), {"a": F(1)}, None),
    (implies(lt(a, b), lt(b, a)), (), {"a": F(1), "b": F(2)}, True),
    (implies(lt(a, b), lt(b, a)), (), {"a": F(2), "b": F(1)}, False),
    (gt(p, 1), (), {"p": F(-1)}, False),
    (eq(exp(a), 1), (), {"a": F(1)}, True),
    (le(exp(a) * exp(-a), 1), (), {"a": F(1)}, None),
    (psd(A), (), {"A": [[1, 0], [0, -1]]}, True),
    (psd(A), (), {"A": [[1, 1], [0, 1]]}, True),
    (eq(tr(S), 1), (), {"S": [[1, 2], [2, 1]]}, False),
    (eq(tr(S), 1), (), {"S": [[1, 2], [0, 1]]}, False),
    (posdef(P), (), {"P": [[1, 1], [1, 1]]}, True),
    (commute(A, B), (), {"A": [[1, 1], [0, 1]], "B": [[1, 0], [1, 1]]}, True),
    (eq(entry(A, i, 1), 0), (), {"A": [[0, 0], [1, 0]]}, None),
])  # fmt: skip
def test_a_point_counts_where_it_meets_all_that_is_assumed_and_the_statement_is_false_there(
    prop: Prop, given: tuple[Prop, ...], values: dict[str, object], confirmed: bool | None
) -> None:
    assert recheck(made(prop, *given), prop, Point({"d": 2}, values)).confirmed is confirmed


def test_a_rotation_is_orthogonal_at_a_counterexample() -> None:
    turn = Sym("O", ("d", "d"), frozenset({"orthogonal"}))
    claimed = eq(norm_op(turn), 1)
    assert recheck(made(eq(a, a)), claimed, Point({"d": 1}, {"O": [[2]]})).confirmed is False


# In a run ------------------------------------------------------------------------------------------------------

FALSE = {
    "products": eq(A * B, B * A), "a sum of inverses": eq(inv(S + R), inv(S) + inv(R)), "roots": eq(sqrt(a**2), a),
    "a fourth moment": eq(expect((v.T * x) ** 4), (v.T * S * v) ** 2), "a product": psd(S * R + R * S),
    "commuting": commute(S, R), "a rank": eq(rank(P), d), "a norm": le(tr(A), norm_F(A)), "zero": gt(a * a, 0),
    "a sum": eq(total(i, N, i), N * N), "relu": eq(relu(a + b), relu(a) + relu(b)), "a size": le(d, 2),
    "an eigenvalue": le(eigenvalue(S, 1), tr(S) / d), "a condition": implies(le(a, b), le(a * p, b * a)),
    "an exponential": eq(exp(a * b), exp(a) * exp(b)),
}  # fmt: skip


@pytest.mark.parametrize("prop", FALSE.values(), ids=FALSE.keys())
def test_each_engine_hands_over_a_point_that_the_second_evaluator_confirms(prop: Prop) -> None:
    result = found(prop)
    assert result.verdict is Verdict.REFUTED
    assert not result.defects
    for row in result.witnesses:
        if row.verdict is Verdict.REFUTED:
            assert row.figures["read again"] == "confirmed", (row.name, row.figures, row.counterexample)
            assert row.point is not None
            assert row.point["values"] or row.point["sizes"]


def test_a_counterexample_that_is_none_refutes_nothing_and_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    def lies(self: EntriesWitness, claim: Claim, *arguments: object) -> Outcome:
        at = Point({"d": 1}, {s.name: F(1) for s in symbols(claim.parts[0].readings[0].prop.args[0])})
        shown = "d = 1, first = 1, second = 2"
        return Outcome(Verdict.REFUTED, "so it is", Scope("d = 1"), counterexample=shown, point=at)

    witness.cache_clear()
    monkeypatch.setattr(EntriesWitness, "examine", lies)
    first, second = scalar("first"), scalar("second")
    result = check(made(eq(first + second, second + first)), only=("entries",))
    witness.cache_clear()
    assert isinstance(result, Result)
    assert result.verdict is Verdict.UNDECIDED
    assert "is none: the statement is true there" in result.defects[0]


def test_what_meets_the_other_hypotheses_is_part_of_the_point() -> None:
    row = next(row for row in found(eq(b, 0), gt(a, 5)).witnesses if row.verdict is Verdict.REFUTED)
    assert row.point is not None
    assert F(row.point["values"]["a"]) > 5
    assert row.figures["read again"] == "confirmed"


def test_points_and_sizes_survive_the_store_and_stand_in_the_document() -> None:
    from proofs_check.catalogue import Statement
    from proofs_check.registry import load

    stated = made(eq(A * B, B * A))
    result = check(stated)
    assert isinstance(result, Result)
    again = from_json(to_json(result))
    assert again.witnesses == result.witnesses
    rows = document([Statement(stated.id, stated)], {stated.id: result}, load())["claims"][0]["witnesses"]
    row = next(row for row in rows if row["name"] == "entries")
    assert row["point"]["sizes"] == {"d": 2}
    assert row["dims"] == [2]
    assert row["counterexample"].startswith("d = 2, A = ")


def test_grid_shows_symmetric_values_of_symmetric_symbols() -> None:
    row = next(row for row in found(commute(S, R)).witnesses if row.name == "grid")
    assert row.verdict is not Verdict.REFUTED or row.figures["read again"] == "confirmed"


def test_a_member_of_a_family_is_no_symbol_that_is_called_like_it() -> None:
    member, own = member_of(gaussian("z", "d", iid=True), 1), vector("z_1")
    point = Point({"d": 1}, {"z[1]": F(2), "z_1": F(3)})
    assert recheck(made(eq(a, a)), eq(member, own), point).confirmed is True
    assert recheck(made(eq(a, a)), eq(3 * member, 2 * own), point).confirmed is False
