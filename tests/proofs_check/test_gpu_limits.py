"""Limits along flows from many starts, on a device: own flows of known truth, and what a record decides of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

pytest.importorskip("torch")

import torch

from numeric.training.tensors import draws
from numeric.training.tensors.polynomials import polynomial_of
from numeric.training.tensors.settling import ByDifferences, settle
from proofs_check.claims import Claim, Hypothesis, Kind, claim
from proofs_check.model import gradient_flow
from proofs_check.papers.zfb.theorem_4 import theorem_4
from proofs_check.papers.zwb.theorem_6_3 import theorem_6_3
from proofs_check.statement.laws import noise
from proofs_check.statement.props import Prop, conj, gt, implies, limit, lt
from proofs_check.statement.terms import (
    Sym,
    at0,
    exp,
    expect,
    matrix,
    norm_F,
    parameter,
    scalar,
    sqrt,
    vector,
)
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses.gpu.deciding import decide
from proofs_check.witnesses.gpu.efforts import EFFORTS
from proofs_check.witnesses.gpu.examine import Examiner, examiners
from proofs_check.witnesses.gpu.limit_rows import answer
from proofs_check.witnesses.gpu.record import make_record, of_tensors
from proofs_check.witnesses.gpu.rows import contradicts, holds, judge
from proofs_check.witnesses.gpu.starts import Starts, begun, settled

EFFORT = replace(EFFORTS["small"], sites=1, means=1, twins=4, limits=Starts(1, 24, 300, 1 << 24))
p, q = (scalar(name, "positive") for name in "pq")
t = scalar("t", "nonnegative")
b = vector("b", "d")
w = parameter("w", "d", 1)
u, v = parameter("u", 1, 1), parameter("v", 1, 1)
A = matrix("A", "d", "d", "posdef")
e = noise("e", q)

QUADRATIC = gradient_flow(Fraction(1, 2) * (w - b).T * A * (w - b), (w,))
"""To b, from anywhere."""
PRODUCT = gradient_flow(Fraction(1, 2) * (u * v - p) ** 2, (u, v))
"""u v tends to p from almost anywhere; u^2 - v^2 stays."""
WELLS = gradient_flow((u**2 - 1) ** 2 / 4, (u,))
"""To the sign of the start."""
SLOW = gradient_flow(u**4 / 4, (u,))
"""To 0, like the square root of 1/(2 t)."""
DRAWN = gradient_flow(expect((u * v * e - p * e) ** 2), (u, v), {u: q, v: 0})
"""u v tends to p."""


def stated(prop: Prop, model: Any, given: Sequence[Prop] = ()) -> Claim:
    def body() -> Prop:
        """A statement."""
        return prop

    hypotheses = [Hypothesis(f"h{k}", hypothesis) for k, hypothesis in enumerate(given)]
    return claim("attack/statement", kind=Kind.LIMIT, given=hypotheses, model=model)(body)


def examined(prop: Prop, model: Any, given: Sequence[Prop] = ()) -> Outcome:
    return decide(make_record(stated(prop, model, given), EFFORT, "cpu", None, None).outcomes, "", "")


TRUE: dict[str, tuple[Prop, Any, tuple[Prop, ...]]] = {
    "the minimiser of a quadratic": (limit(w, b), QUADRATIC, ()),
    "what it gives": (limit(norm_F(w - b) ** 2, 0), QUADRATIC, ()),
    "a product": (limit(u * v, p), PRODUCT, (gt(at0(u * v), 0),)),
    "one well": (limit(u, 1), WELLS, (gt(at0(u), 0),)),
    "the other well": (limit(u, -1), WELLS, (lt(at0(u), 0),)),
    "a premise": (implies(gt(at0(u), 0), limit(u, 1)), WELLS, ()),
    "an envelope": (limit(exp(-p * t) * at0(u), 0), WELLS, ()),
    "the flow of a population": (limit(u * v, p), DRAWN, ()),
    "both": (conj(limit(w, b), limit(A * w, A * b)), QUADRATIC, ()),
}

FALSE: dict[str, tuple[Prop, Any, tuple[Prop, ...]]] = {
    "twice the minimiser": (limit(w, 2 * b), QUADRATIC, ()),
    "nearly the minimiser": (limit(w, Fraction(11, 10) * b), QUADRATIC, ()),
    "twice the product": (limit(u * v, 2 * p), PRODUCT, (gt(at0(u * v), 0),)),
    "a root of the product": (limit(u, sqrt(p)), PRODUCT, (gt(at0(u), 0), gt(at0(v), 0))),
    "the other well": (limit(u, -1), WELLS, (gt(at0(u), 0),)),
    "the same well from everywhere": (limit(u, 1), WELLS, ()),
    "twice the product of a population": (limit(u * v, 2 * p), DRAWN, ()),
}

CERTAIN = {"twice the minimiser", "nearly the minimiser", "the other well", "the same well from everywhere"}
"""Where the loss is strongly convex about each end; where minima form a curve nothing is certain."""


@pytest.mark.parametrize("name", TRUE)
def test_a_true_limit_is_supported_from_all_starts(name: str) -> None:
    said = examined(*TRUE[name])
    assert said.verdict is Verdict.SUPPORTED, said.sentence
    assert "starts: at T, 2T and 4T the distances fall and end below 9.8e-04 of the size" in said.sentence


@pytest.mark.parametrize("name", FALSE)
def test_a_false_limit_is_seen_and_contradicted_where_its_end_is_enclosed(name: str) -> None:
    said = examined(*FALSE[name])
    assert said.verdict is Verdict.UNDECIDED
    assert said.against is (name in CERTAIN), said.sentence
    assert any(row["kind"] == "limit" and holds(row) is False for row in said.figures["rows"]), said.sentence


@pytest.mark.parametrize("name", [name for name in TRUE if name != "an envelope"])
def test_the_same_record_rejects_changed_limits(name: str) -> None:
    made = make_record(stated(*TRUE[name]), EFFORT, "cpu", None, None)
    assert any(twin["rejected"] for outcome in made.outcomes for twin in outcome["twins"])


@pytest.mark.parametrize(
    ("prop", "model"), [(limit(u, 0), SLOW), (limit(u**2 - v**2, at0(u**2 - v**2)), PRODUCT)], ids=["slow", "stays"]
)
def test_a_true_limit_that_some_start_does_not_reach_within_the_resolution_is_open(prop: Prop, model: Any) -> None:
    said = examined(prop, model)
    assert said.verdict is Verdict.UNDECIDED
    assert not said.against
    assert said.sentence.startswith("the runs do not decide this")


def test_near_a_saddle_a_flow_seems_to_rest_and_contradicts_nothing() -> None:
    resting = gradient_flow((u**2 - 1) ** 2 / 4, (u,), {u: Fraction(1, 10**30)})
    said = examined(limit(u, 1), resting)
    assert not said.against


def test_starts_differ_in_what_the_start_depends_on_alone_and_meet_the_hypotheses() -> None:
    examiner = first(stated(*TRUE["a product"]))
    found = begun(examiner.site, examiner.points[0], 100)
    assert found.count == 100
    for site, points in found.sites:
        place = site.place(None)
        assert len({float(place.value(p).mid[k]) for k in points}) == 1
        followed = settled(site, points, examiner.points[0], EFFORT.limits)
        assert bool((followed.fine[:, 0].prod(1) > 0).all())
        assert len(followed.fine[:, 0].unique(dim=0)) > len(points) // 2


def first(stated_claim: Claim) -> Examiner:
    return next(iter(examiners(stated_claim, EFFORT, "cpu", None)))


# What a row decides -------------------------------------------------------------------------------------------

ROW: dict[str, Any] = {
    "kind": "limit", "relation": "limit", "text": "a -> b", "at": "d = 2", "met": True, "starts": 2, "certain": 0,
    "resolution": 2.0**-10, "steps": 10, "near": [1e-2, 0.0], "middle": [1e-3, 0.0], "far": [1e-5, 0.0],
    "error": [1e-6, 0.0], "moved": [1e-3, 0.0], "time": [1e6, 1e6],
}  # fmt: skip
AWAY = {"near": [0.5, 0.0], "middle": [0.5, 0.0], "far": [0.5, 0.0], "moved": [0.0, 0.0]}


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, True),
        ({"far": [1e-2, 0.0]}, None),  # not below the resolution
        ({"error": [1e-2, 0.0]}, None),  # nor with its error
        ({"near": [1e-2, 0.0], "middle": [9e-3, 0.0]}, None),  # does not fall fast enough
        ({"near": [0.0, 0.0], "middle": [1e-2, 0.0]}, None),  # returns
        ({"time": [1.0, 1e6]}, None),  # too short
        (AWAY, False),
        ({**AWAY, "moved": [1e-3, 0.0]}, None),  # still moves
        ({**AWAY, "time": [100.0, 1e6]}, None),  # may be slow
        ({**AWAY, "error": [0.5, 0.0]}, None),  # within the discretisation error
    ],
)
def test_limits_decide_from_their_figures(changes: Mapping[str, Any], found: bool | None) -> None:
    assert answer({**ROW, **changes}) is found


def test_what_seems_to_rest_is_not_against_and_what_is_enclosed_is() -> None:
    assert not contradicts({**ROW, **AWAY})
    assert contradicts({**ROW, **AWAY, "certain": 1})
    assert not contradicts({**ROW, **AWAY, "certain": 1, "met": False})
    outcome = {"part": "", "reading": "", "kind": "tensors", "rows": [ROW], "lacks": "", "twins": []}
    assert "1 limits are approached from all of 2 starts" in judge([outcome]).sentence


# The integrator -----------------------------------------------------------------------------------------------


def test_stiff_flows_are_followed_to_their_ends_with_an_error_that_is_told() -> None:
    found = polynomial_of(lambda at: (at[:, 0] * at[:, 1] - 2) ** 2 / 2 + 500 * (at[:, 2] - 1) ** 2, 3, "cpu")
    assert found is not None
    start = torch.linspace(0.3, 2.0, 24, dtype=torch.float64).reshape(8, 3)
    made = settle(found, start, 300)
    end = made.fine[:, -1]
    assert bool((made.times[:, -1] * made.lipschitz > 1e6).all())
    assert float((end[:, 0] * end[:, 1] - 2).abs().max()) < 1e-9
    kept = (end[:, 0] ** 2 - end[:, 1] ** 2 - start[:, 0] ** 2 + start[:, 1] ** 2).abs()
    assert bool((kept <= 1e-4).all())


def test_what_is_no_polynomial_of_degree_four_is_not_taken_for_one() -> None:
    assert polynomial_of(lambda at: at[:, 0].exp(), 1, "cpu") is None
    assert polynomial_of(lambda at: at[:, 0] ** 5, 1, "cpu") is None


def test_a_growing_direction_is_not_missed() -> None:
    field = ByDifferences(lambda at: torch.stack([-1000 * at[:, 0], at[:, 1] - at[:, 1] ** 3], 1))
    start = torch.tensor([[1.0, 1e-6]], dtype=torch.float64)
    assert float(settle(field, start, 400).fine[0, -1, 1]) == pytest.approx(1.0, abs=1e-6)


# Statements of the papers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "part"), [(theorem_4, "b"), (theorem_6_3, "a")])
def test_limits_of_the_papers_are_supported_at_the_smallest_sizes(paper: Claim, part: str) -> None:
    effort = replace(EFFORT, sites=3, twins=2, limits=Starts(1, 8, 300, 1 << 16))
    examiner = list(examiners(paper, effort, "cpu", None))[2]
    chosen = paper.part(part)
    rows = [row for row in of_tensors(examiner, chosen, chosen.readings[0], set())["rows"] if row["kind"] == "limit"]
    assert rows
    assert all(holds(row) for row in rows)


def test_the_time_of_a_flow_is_no_letter() -> None:
    s = Sym("s", (1, 1), frozenset({"nonnegative"}))
    model = gradient_flow((u - scalar("t")) ** 2, (u,), time=s)
    assert examined(conj(limit(u, scalar("t")), limit(exp(-p * s), 0)), model).verdict is Verdict.SUPPORTED


# On a device that holds no numbers ----------------------------------------------------------------------------


def test_no_flow_to_its_limit_waits_for_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    real = draws.torch_generator

    def generator(owner: str, stream: str, seed: int | None = None, device: str = "cpu") -> Any:
        return None if device == "meta" else real(owner, stream, seed, device)

    monkeypatch.setattr(draws, "torch_generator", generator)
    examiner = first(stated(*TRUE["a product"]))
    found = begun(examiner.site, examiner.points[0], 8)
    (site, points), *_ = found.sites
    followed = settled(replace(site, device="meta"), points, examiner.points[0], Starts(1, 8, 3, 1))
    assert str(followed.times.device) == "meta"
    assert tuple(followed.fine.shape) == (len(points), 4, 2)
