"""Wrong twins: what is mutated, what counts as certified, and that witnesses reject them."""

import dataclasses

import pytest

from proofs_check import registry
from proofs_check.claims import Kind, Part, Reading, claim
from proofs_check.papers.zfb.corollary_16 import corollary_16
from proofs_check.papers.zfb.lemma_10 import lemma_10
from proofs_check.papers.zfb.lemma_17 import lemma_17
from proofs_check.papers.zfb.notation import U11, Gam, Lam, N, given_block, u_1
from proofs_check.statement.mutate import select, twins
from proofs_check.statement.props import always, conj, differs, eq, independent_of, le, lt, psd
from proofs_check.statement.terms import at0, ddt, matrix, term, tr, zeros
from proofs_check.twins import at_start, check_twins
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context, witness

A, B = matrix("A"), matrix("B")


def rules(prop):
    return {twin.rule for twin in twins(prop)}


def test_only_the_printed_side_is_mutated():
    printed = eq(given_block(ddt(U11)), u_1 * Lam**2)
    assert all(twin.prop.args[0] == printed.args[0] for twin in twins(printed))
    assert rules(printed) == {"constant doubled", "side doubled"}


def test_each_kind_of_slip_is_made():
    assert rules(eq(A, 1 / N * tr(A) ** 2 * A.T * B + B)) == {
        "sign", "length", "dropped 1/N", "constant doubled", "transpose dropped", "trace of square",
        "side doubled",
    }  # fmt: skip
    assert rules(le(A, B)) == {"reversed", "side doubled"}
    assert rules(independent_of(tr(U11 * U11.T) * u_1, U11)) >= {"one more variable"}


def test_selected_twins_take_the_rules_in_turn():
    chosen = select(eq(A, 2 * A + 1 / N * B - B), most=3)
    assert len({twin.rule for twin in chosen}) == 3


@pytest.mark.parametrize("name", ["words", "entries", "grid", "proof", "balls"])
def test_witnesses_reject_the_twins_of_the_dynamics(name):
    part = lemma_10.part("a")
    figures = check_twins(witness(name), lemma_10, part, part.readings[0], Context(dims=(1, 2)))
    assert figures["made"] >= (1 if name == "proof" else 3)
    assert figures["refuted"] + figures["undecided"] == figures["made"]
    assert not figures["defect"]


def test_a_twin_that_holds_along_the_flow_does_not_count():
    """With u12 = u21 = 0 the sign before their squares does not matter."""
    from proofs_check.papers.zfb.notation import u12, u21

    @claim("zfb/test-balance", kind=Kind.INVARIANCE, source="test", given=lemma_17.given, witnesses=("words",))
    def balance():
        """Both layers, whole."""
        return always(eq(u_1**2 + tr(u12 * u12.T), tr(U11 * U11.T) + tr(u21 * u21.T)))

    part = balance.parts[0]
    figures = check_twins(witness("words"), balance, part, part.readings[0], Context(dims=(1, 2)))
    assert figures["uncertified"] > 0
    assert not figures["missed"]


def test_a_witness_that_accepts_everything_is_a_defect():
    class Gullible:
        name = "words"

        def examine(self, claim, part, reading, context):
            return dataclasses.replace(witness("words").examine(claim, part, reading, context), verdict=Verdict.PROVED)

        def refutes(self, claim, part, reading, twin, context):
            return False

    part = corollary_16.part("a")
    assert check_twins(Gullible(), corollary_16, part, part.readings[0], Context(dims=(1,)))["defect"]


def test_the_words_witness_says_what_it_lacks():
    wrong = Part("", (Reading("", conj(le(tr(Gam), tr(Lam)))),))
    outcome = witness("words").examine(lemma_10, wrong, wrong.readings[0], Context())
    assert outcome.verdict is Verdict.UNDECIDED
    assert "of the other sign" in outcome.sentence


def test_a_statement_about_zero_has_wrong_twins():
    assert "not zero" in rules(eq(u_1, 0))
    assert "not zero" in rules(eq(A, zeros("d", "d")))
    part = lemma_10.part("c")
    figures = check_twins(witness("words"), lemma_10, part, part.readings[0], Context(dims=(1, 2)))
    assert figures["made"] == figures["refuted"] >= 2


def test_whole_sides_are_changed_where_there_is_little_inside_to_change():
    assert rules(eq(A, B)) == {"side doubled"}
    assert rules(eq(tr(A), tr(B))) == {"side doubled", "1 added"}
    assert rules(psd(A)) == {"negated"}
    assert rules(differs(A, B)) == {"same sides"}
    assert "same sides" in rules(lt(u_1, N))
    assert "same sides" not in rules(le(u_1, N))


def test_what_always_holds_holds_at_time_0():
    body = lt(0, u_1)
    assert at_start(conj(body, always(body))) == conj(body, lt(at0(term(0)), at0(u_1)))


@pytest.mark.parametrize("name", ["words", "entries", "grid", "proof", "balls", "sampled"])
def test_no_witness_takes_the_statement_itself_for_a_wrong_twin(name: str) -> None:
    """Else its rejections of wrong twins would mean nothing."""
    supported = 0
    for id in ("zfb/lemma-10", "zfb/lemma-17"):
        found = registry.load().find(id).claim
        assert found is not None
        for part in found.parts:
            reading = part.readings[0]
            if witness(name).examine(found, part, reading, Context()).verdict in (Verdict.PROVED, Verdict.SUPPORTED):
                supported += 1
                assert not witness(name).refutes(found, part, reading, reading.prop, Context()), (id, part.name)
    assert supported


@pytest.mark.parametrize(("id", "part", "name"), [
    ("zwb/section-4-gd-consistency", "b", "proof"), ("ccs/proposition-3.1", "c", "proof"),
    ("zfb/beyond-closed-form-isotropic", "b", "words"),
])  # fmt: skip
def test_where_the_first_twins_are_not_certified_later_ones_are_tried(id: str, part: str, name: str) -> None:
    claim = registry.load().claims[id]
    stated = claim.part(part)
    found = check_twins(witness(name), claim, stated, stated.readings[0], Context())
    assert found["made"] == found["refuted"] >= 1
    assert not found["missed"]
