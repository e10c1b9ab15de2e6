"""Minima of expectations by descents on draws: own statements of known truth, and what a record decides of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

from numeric.training.tensors import draws
from proofs_check.claims import Claim, Hypothesis, Kind, claim
from proofs_check.evidence import records
from proofs_check.statement.laws import gaussian, noise
from proofs_check.statement.props import (
    Prop,
    almost_surely,
    conj,
    eq,
    ge,
    global_minimum,
    gt,
    implies,
    le,
    lt,
    minimisers_satisfy,
    nonconvex,
)
from proofs_check.statement.psd import convex, infimum
from proofs_check.statement.terms import (
    Op,
    Term,
    argmin,
    exp,
    expect,
    matrix,
    minimum,
    scalar,
    sqrt,
    vector,
    where,
)
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses.gpu.deciding import decide
from proofs_check.witnesses.gpu.efforts import EFFORTS
from proofs_check.witnesses.gpu.examine import examiners
from proofs_check.witnesses.gpu.population import Search, ends
from proofs_check.witnesses.gpu.population_rows import _bounds
from proofs_check.witnesses.gpu.record import make_record
from proofs_check.witnesses.gpu.rows import contradicts, holds, judge

a, b, c = (scalar(name) for name in "abc")
p, q, s = (scalar(name, "positive") for name in "pqs")
A, u, w = matrix("A"), vector("u"), vector("w")
y, e = gaussian("y", "d"), noise("e", s)
larger, smaller = Fraction(21, 20), Fraction(19, 20)

SQUARES = expect((w.T * y - u.T * y - e) ** 2)
"""Its minimum over w is s^2, at w = u."""
PRODUCT = expect((a * b * e - p * e) ** 2)
"""Its minimum over a, b is 0, on the curve a b = p."""
WELLS = expect(e**2 * ((a**2 - 1) ** 2 + (a - 1) ** 2 / 8))
"""Two wells, the one at a = 1 deeper."""
UNEVEN = expect((A * y - u).T * (A * y - u))
"""Over A: at A = 0, and u^T u there."""
AT_REST = expect((a - e**2) ** 2)
"""Over a: the variance of e^2, at s^2."""

EFFORT = replace(EFFORTS["small"], draws=1 << 16, most=1 << 18, chunk=1 << 14, twins=0, sites=1,
                 search=Search(1024, 16, 300, 1 << 12, 200, 32, 1))  # fmt: skip


def stated(prop: Prop, given: Sequence[Prop] = ()) -> Claim:
    def body() -> Prop:
        """A statement."""
        return prop

    hypotheses = [Hypothesis(f"h{k}", hypothesis) for k, hypothesis in enumerate(given)]
    return claim("attack/statement", kind=Kind.IDENTITY, given=hypotheses)(body)


def examined(prop: Prop, given: Sequence[Prop] = ()) -> Outcome:
    return decide(make_record(stated(prop, given), EFFORT, "cpu", None, None).outcomes, "", "")


TRUE: dict[str, tuple[Prop, ...]] = {
    "the value": (eq(minimum(SQUARES, w), s**2),),
    "the value, the other way round": (eq(s**2, minimum(SQUARES, w)),),
    "the value of an infimum": (eq(infimum(SQUARES, w), s**2),),
    "the value of a minimum that is 0": (eq(minimum(PRODUCT, a, b), 0),),
    "the value over matrices": (eq(minimum(UNEVEN, A), u.T * u),),
    "the point": (global_minimum(SQUARES, (w, u)),),
    "the point of a parabola": (global_minimum(AT_REST, (a, s**2)),),
    "one point of a curve of minima": (global_minimum(PRODUCT, (a, p), (b, 1)),),
    "another point of that curve": (global_minimum(PRODUCT, (a, -sqrt(p)), (b, -sqrt(p))),),
    "the deeper of two wells": (global_minimum(WELLS, (a, 1)),),
    "what holds on a curve of minima": (minimisers_satisfy(PRODUCT, eq(a * b, p), a, b),),
    "the minimiser as a number": (eq(argmin(AT_REST, a), s**2),),
    "the minimiser as an expectation": (eq(argmin(AT_REST, a), expect(e**2)),),
    "a gap of the risk": (eq(where(SQUARES, (w, 2 * u)) - minimum(SQUARES, w), u.T * u),),
    "a bound with room": (gt(minimum(SQUARES, w), s**2 / 2),),
    "a bound from above": (le(minimum(SQUARES, w), s**2 * 2),),
    "a parabola is convex": (convex(AT_REST, a),),
    "least squares are convex": (convex(SQUARES, w),),
    "a product is not": (nonconvex(PRODUCT, a, b),),
    "two wells are not": (nonconvex(WELLS, a),),
    "with a premise": (implies(eq(p, 2 * s), eq(minimum(expect((a + p * e) ** 2), a), 4 * s**4)),),
    "with a hypothesis": (eq(minimum(SQUARES, w), 9), eq(s, 3)),
}
"""With hypotheses behind; all are plainly true."""
DELICATE: dict[str, tuple[Prop, ...]] = {
    "an infimum that is not attained": (eq(infimum(expect((1 - a * b) ** 2 * e**2 + b**2 * e**2), a, b), 0),),
    "an infimum at infinity": (eq(infimum(expect(exp(-a) * e**2), a), 0),),
    "a minimum far away": (eq(minimum(expect((a - 100) ** 2 * e**2), a), 0),),
    "a minimiser far away": (global_minimum(expect((a - 100) ** 2 * e**2), (a, 100)),),
    "a minimiser far away as a number": (eq(argmin(expect((a - 100 + e) ** 2), a), 100),),
    "minima far away, compared": (le(minimum(expect((a - 100) ** 2 * e**2), a), s**2),),
    "a difference of minima": (eq(minimum(AT_REST, a) - minimum(expect((b - 100) ** 2 * e**2), b),
                                  minimum(AT_REST, a)),),
    "equality in an order": (ge(minimum(SQUARES, w), s**2),),
    "equality from above": (le(minimum(SQUARES, w), s**2),),
    "a flat valley": (minimisers_satisfy(expect((a - 1) ** 16 * e**2), eq(a, 1), a),),
    "minimisers that are nowhere": (minimisers_satisfy(expect(exp(-a) * e**2), eq(a, 7), a),),
    "heavy tails": (eq(minimum(expect((a - exp(4 * y.T * y)) ** 2 * 0 + (a - 1) ** 2), a), 0),),
    "nothing is least anywhere": (global_minimum(expect(0 * a * e), (a, 1)),),
    "a line is convex": (convex(expect(a * e**2), a),),
    "a magnified minimum": (global_minimum(10**8 * AT_REST, (a, s**2)),),
    "a minimum within a substitution": (eq(where(minimum(SQUARES, w), (s, 2)), 4),),
    "a square of a minimum": (eq(minimum(SQUARES, w) ** 2, s**4),),
    "positive variables": (global_minimum(expect((p - e**2) ** 2), (p, s**2)),),
    "at least one of many, almost surely": (
        minimisers_satisfy(SQUARES, almost_surely(eq(w.T * y, u.T * y)), w),
    ),
}  # fmt: skip
"""True, and not always to be seen."""
SEEN_FALSE: dict[str, tuple[Prop, ...]] = {
    "a value that is too large": (eq(minimum(SQUARES, w), s**2 * larger),),
    "a value that is too large, the other way round": (eq(s**2 * larger, minimum(SQUARES, w)),),
    "a value above a minimum that is 0": (eq(minimum(PRODUCT, a, b), s**2 * p**2 / 100),),
    "a bound that is too large": (ge(minimum(SQUARES, w), s**2 * larger),),
    "a strict bound that is too large": (lt(2 * s**2, minimum(SQUARES, w) * 1),),
    "a gap that is too small": (eq(where(SQUARES, (w, 2 * u)) - minimum(SQUARES, w), 0),),
    "a wrong point": (global_minimum(SQUARES, (w, u * Fraction(3, 2))),),
    "a wrong point of a parabola": (global_minimum(AT_REST, (a, s**2 * Fraction(5, 4))),),
    "a point beside the curve of minima": (global_minimum(PRODUCT, (a, p), (b, larger)),),
    "a saddle": (global_minimum(PRODUCT, (a, 0), (b, 0)),),
    "a local minimum": (global_minimum(expect(e**2 * ((a**2 - 1) ** 2 + (a - 1) ** 2 / 8)), (a, -Fraction(9, 10))),),
    "a wrong minimiser as a number": (eq(argmin(AT_REST, a), s**2 * Fraction(5, 4)),),
    "two wells are convex": (convex(WELLS, a),),
    "a product is convex": (convex(PRODUCT, a, b),),
    "with a hypothesis": (eq(minimum(SQUARES, w), 10), eq(s, 3)),
}
"""A point shows each of them to be false."""
UNSEEN_FALSE: dict[str, tuple[Prop, ...]] = {
    "a value that is too small": (eq(minimum(SQUARES, w), s**2 * smaller),),
    "a value that is too small, of an infimum": (eq(infimum(AT_REST, a), 0),),
    "a bound that is too small": (le(minimum(SQUARES, w), s**2 * smaller),),
    "one minimiser of many": (minimisers_satisfy(PRODUCT, eq(a, p), a, b),),
    "the mean of two minimisers": (minimisers_satisfy(expect((a**2 - 1) ** 2 * e**2), eq(a, 0), a),),
    "one of two minimisers": (minimisers_satisfy(expect((a**2 - 1) ** 2 * e**2), eq(a, 1), a),),
    "a condition on minimisers that is wrong": (minimisers_satisfy(AT_REST, eq(a, s**2 * larger**2), a),),
    "a gap that is too large": (eq(where(SQUARES, (w, 2 * u)) - minimum(SQUARES, w), u.T * u * 2),),
    "least squares are not convex": (nonconvex(SQUARES, w),),
    "a line is not convex": (nonconvex(expect(a * e**2), a),),
    "a minimum of what falls for ever": (eq(minimum(expect(a * e**2), a), 0),),
    "the minimiser of what falls for ever": (eq(argmin(expect(a * e**2 + a), a), 0),),
    "two conditions, one of them wrong": (minimisers_satisfy(AT_REST, conj(eq(a, s**2), eq(a, 2 * s**2)), a),),
}
"""False; what descents end at does not prove that."""


@pytest.mark.parametrize("name", TRUE)
def test_what_is_plainly_true_of_minima_is_supported(name: str) -> None:
    prop, *given = TRUE[name]
    assert examined(prop, given).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize("name", DELICATE)
def test_what_is_true_of_minima_is_not_said_to_be_false(name: str) -> None:
    prop, *given = DELICATE[name]
    assert not examined(prop, given).against


@pytest.mark.parametrize("name", SEEN_FALSE)
def test_what_a_point_contradicts_is_said_to_be_false(name: str) -> None:
    prop, *given = SEEN_FALSE[name]
    assert examined(prop, given).against


@pytest.mark.parametrize("name", UNSEEN_FALSE)
def test_what_is_false_of_minima_is_not_supported(name: str) -> None:
    prop, *given = UNSEEN_FALSE[name]
    assert examined(prop, given).verdict is not Verdict.SUPPORTED


# What a row decides -------------------------------------------------------------------------------------------

ABOUT = {"text": "min f = 0", "at": "d = 2", "met": True, "n": 10**6, "size": 1.0, "rounding": 0.0, "starts": 64}
LEAST = {**ABOUT, "kind": "mean", "relation": "eq", "estimate": 0.1, "radius": 1e-3, "detectable": 2e-3}
LOWEST = {**LEAST, "kind": "lowest", "relation": "global_minimum", "estimate": 1e-4, "above": 3, "level": 61}
ENDS = {**LEAST, "kind": "ends", "estimate": 1e-4}
ABOVE, BELOW, LEVEL = ({"estimate": k, "radius": 1e-3, "size": 1.0, "rounding": 0.0} for k in (0.1, -0.1, 0.0))
CHORDS = {**ABOUT, "kind": "chords", "relation": "convex", "figures": [BELOW, LEVEL]}


@pytest.mark.parametrize(
    ("row", "answer", "certain"),
    [
        (LOWEST, True, False),
        ({**LOWEST, "estimate": -0.1}, False, True),
        ({**LOWEST, "estimate": -0.1, "met": False}, False, False),
        ({**LOWEST, "estimate": 0.1}, None, False),  # no descent ended there
        ({**LOWEST, "radius": None}, None, False),
        ({**LOWEST, "radius": 0.2, "detectable": 0.3}, None, False),  # too coarse
        ({**LEAST, "bound": "above"}, False, False),  # the descents may have missed the minimum
        ({**LEAST, "bound": "below"}, False, True),
        ({**LEAST, "bound": ""}, False, False),
        ({**LEAST, "bound": "above", "estimate": -0.1}, False, True),
        ({**LEAST, "bound": "below", "estimate": -0.1}, False, False),
        ({**LEAST, "bound": "above", "estimate": 0.0}, True, False),
        ({**LEAST, "relation": "ge", "bound": "above", "estimate": -0.1}, False, True),
        ({**LEAST, "relation": "le", "bound": "above"}, False, False),
        (ENDS, True, False),
        ({**ENDS, "estimate": 0.1}, False, False),
        ({**ENDS, "radius": None}, None, False),
        (CHORDS, True, False),
        ({**CHORDS, "figures": [BELOW, ABOVE]}, False, True),
        ({**CHORDS, "figures": [LEVEL]}, None, False),
        ({**CHORDS, "relation": "nonconvex"}, None, False),
        ({**CHORDS, "relation": "nonconvex", "figures": [LEVEL, ABOVE]}, True, False),
    ],
)
def test_rows_about_minima_decide_from_their_figures(row: dict[str, Any], answer: bool | None, certain: bool) -> None:
    assert holds(row) is answer
    assert contradicts(row) is certain


def outcome(*rows: dict[str, Any]) -> dict[str, Any]:
    return {"part": "", "reading": "", "kind": "tensors", "rows": list(rows), "lacks": "", "twins": []}


def test_the_sentence_says_what_descents_and_draws_tell() -> None:
    said = judge([outcome(LOWEST, ENDS, CHORDS, {**LEAST, "bound": "above", "estimate": 0.0})])
    assert said.verdict is Verdict.SUPPORTED
    assert "in 1 of them the lowest end of 64 descents stands for each minimum" in said.sentence
    assert "the lowest of 64 descents is on 1e+06 other draws not below the stated minimum" in said.sentence
    assert "error found 2.0e-03 of the size, false-alarm rate 1e-10 each (3 ends lie above it)" in said.sentence
    assert "1 equations hold in the mean over the ends of up to 1000000 descents" in said.sentence
    assert "2 chords tested on 1e+06 draws" in said.sentence


@pytest.mark.parametrize(
    ("prop", "bound"),
    [
        (eq(minimum(SQUARES, w), p), "above"),
        (eq(p, minimum(SQUARES, w)), "below"),
        (ge(minimum(SQUARES, w) - a, b), "above"),
        (ge(a - minimum(SQUARES, w) / 2, b), "below"),
        (ge(p * minimum(SQUARES, w), b), "above"),
        (ge(a * minimum(SQUARES, w), b), ""),  # of either sign
        (ge(minimum(SQUARES, w) - minimum(AT_REST, a), b), ""),
        (ge(minimum(SQUARES, w) + minimum(AT_REST, a), b), "above"),
        (ge(-minimum(SQUARES, w), b), "below"),
        (ge(minimum(SQUARES, w) ** 2, b), ""),
        (ge(1 / minimum(SQUARES, w), b), ""),
        (ge(where(minimum(SQUARES, w), (s, 2)), b), ""),
    ],
)
def test_on_which_side_an_end_bounds_a_relation_is_read_off_the_signs(prop: Prop, bound: str) -> None:
    assert _bounds(prop) == bound


# How much is drawn -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("prop", [eq(minimum(SQUARES, w), s**2), global_minimum(SQUARES, (w, u)),
                                  minimisers_satisfy(SQUARES, eq(w, u), w), convex(SQUARES, w)])  # fmt: skip
def test_few_draws_decide_nothing(prop: Prop) -> None:
    few = replace(EFFORT, draws=32, most=32, chunk=32, search=Search(8, 4, 10, 16, 5, 2, 1))
    said = decide(make_record(stated(prop), few, "cpu", None, None).outcomes, "", "")
    assert said.verdict is Verdict.UNDECIDED
    assert not said.against


def test_changed_statements_are_rejected_by_the_same_record() -> None:
    made = make_record(stated(eq(minimum(AT_REST, a), 2 * s**4)), replace(EFFORT, twins=6), "cpu", None, None)
    twins = [twin for found in made.outcomes for twin in found["twins"]]
    left = [twin["rule"] for twin in twins if not twin["rejected"]]
    said = decide(made.outcomes, "", "").sentence
    assert len(left) < len(twins)
    assert f"{len(twins) - len(left)} of {len(twins)} changed statements are rejected by the same record" in said
    assert all(rule in said for rule in left)


def test_a_record_of_minima_is_written_read_and_judged_alike(tmp_path: Path) -> None:
    whole = stated(conj(global_minimum(AT_REST, (a, s**2)), convex(AT_REST, a)))
    made = make_record(whole, EFFORT, "cpu", None, None)
    path = tmp_path / "statement.gpu.json"
    records.write_record(path, made)
    kept = records.read_record(path)
    assert decide(kept.outcomes, "", "") == decide(made.outcomes, "", "")
    again = make_record(whole, EFFORT, "cpu", None, None)
    assert again.outcomes == made.outcomes  # the same streams, the same ends


def test_descents_see_other_draws_than_the_test() -> None:
    site = next(iter(examiners(stated(global_minimum(AT_REST, (a, s**2))), EFFORT, "cpu", None))).site
    tested = site.draws(0).normal("noise of e 0 in occurrence 0", 4)
    stepped = draws.Draws(f"{site.owner}, step 0").normal("noise of e 0 in occurrence 0", 4)
    assert not bool((tested == stepped).any())


def test_draws_in_common_are_the_same_for_all_starts() -> None:
    common = draws.Draws("one", repeat=3).normal("x", 12, 2, 1)
    assert (common[:4] == common[4:8]).all()
    assert (common[:4] == draws.Draws("one").normal("x", 4, 2, 1)).all()


@pytest.mark.parametrize(("f", "variables"), [(SQUARES, (w,)), (PRODUCT, (a, b))])
def test_no_descent_waits_for_the_host(f: Term, variables: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    real = draws.torch_generator

    def generator(owner: str, stream: str, seed: int | None = None, device: str = "cpu") -> Any:
        return None if device == "meta" else real(owner, stream, seed, device)

    monkeypatch.setattr(draws, "torch_generator", generator)
    whole = stated(eq(Op("minimum", (f, *variables)), 0))
    site = next(iter(examiners(whole, EFFORT, "cpu", None))).site
    found = ends(replace(site, device="meta"), 0, f, variables, Search(6, 4, 3, 8, 2, 2, 1))
    assert {str(part.device) for part in (*found.everywhere, *found.lowest, found.low, found.size)} == {"meta"}
    assert [len(part) for part in found.everywhere] == [6] * len(variables)
    assert [len(part) for part in found.lowest] == [1] * len(variables)
