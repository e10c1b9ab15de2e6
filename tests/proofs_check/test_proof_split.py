"""The display that proves (43): a product over layers is split at one of them; false variants are refused."""

from __future__ import annotations

from dataclasses import replace

from proofs_check.claims import Part, Reading, with_proof
from proofs_check.papers.ccs.chains.split import SPLIT, around, display, still, turned
from proofs_check.papers.ccs.notation import X_0, R, k
from proofs_check.papers.ccs.notation_rotations import RU, UX, j, j_in_depth
from proofs_check.papers.ccs.proposition_e_3_rotations import eq_43_proof_display_corrected as corrected
from proofs_check.proof.chain import Assume, Proof
from proofs_check.statement.props import Prop, conj, eq, le
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses import Context, witness

(PART,) = corrected.parts
LINKS = PART.readings[0].prop.args
CHAIN = corrected.proofs[""]


def said(chain: Proof = CHAIN, shown: Prop = PART.readings[0].prop, **changes) -> Outcome:
    claim = replace(with_proof(corrected, whole=Proof(chain.steps)), **changes)
    reading = Reading("", shown)
    return witness("proof").examine(claim, Part("", (reading,)), reading, Context())


def changed(label: str, **changes) -> str:
    """Why the first link does not follow where one step is another one."""
    steps = tuple(replace(step, **changes) if step.label == label else step for step in CHAIN.steps[:-3])
    outcome = said(Proof(steps), LINKS[0])
    assert outcome.verdict is not Verdict.PROVED
    return outcome.sentence


def test_the_display_is_proved_for_every_layer_and_depth() -> None:
    outcome = said()
    assert outcome.verdict is Verdict.PROVED, outcome.sentence
    assert "k, j" in outcome.scope.text


def test_a_difference_of_layers_is_one_only_where_it_is_not_negative() -> None:
    assert "is not known to" in changed("first", premises=("split",))
    assert said(given=()).verdict is not Verdict.PROVED
    turned_round = replace(j_in_depth, prop=le(k, j))
    assert said(given=(turned_round,)).verdict is not Verdict.PROVED


def test_what_is_assumed_of_the_factors_is_discharged() -> None:
    assert changed("split", by=Assume(), premises=())
    assert changed("unmoved", premises=("on",))
    assert changed("one more behind", premises=("some behind", "not j"))
    assert len(SPLIT) > 10


def test_other_products_are_refused() -> None:
    first, *rest = LINKS
    assert isinstance(first, Prop)
    for wrong in (
        around(UX, turned(j, UX, RU), still),
        around(X_0, turned(j, UX, 2 * R), still),
        around(UX, turned(j, UX, R), still, k - j - 1),
        around(UX, turned(j + 1, UX, R), still),
    ):
        shown = conj(eq(first.args[0], wrong), *rest)  # type: ignore[arg-type]
        steps = (*CHAIN.steps[:-4], replace(CHAIN.steps[-4], shows=eq(first.args[0], wrong)), *CHAIN.steps[-3:])
        assert said(Proof(steps), shown).verdict is not Verdict.PROVED


def test_the_display_at_other_places_is_not_this_one() -> None:
    assert said(display(corrected, (UX, RU), (X_0, R))).verdict is not Verdict.PROVED
