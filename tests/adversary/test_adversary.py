"""A seeded share of the adversary: nothing false is proved, nothing true is refuted, and enough is decided."""

from __future__ import annotations

from random import Random

import pytest

from proofs_check import registry
from proofs_check.notebook import check

from .fuzzing import seen
from .judging import Found, Tally, asked
from .known import KNOWN
from .metamorphic import FIXED, names_for, renamed, symbols_in
from .rewriting import GENERATORS
from .running import changed, everything, fuzzed, is_known, wrong
from .stating import FAMILIES, Stated, Truth

SEED = 20
CORPUS = everything()
PROOFS = [one for one in CORPUS if one.proof is not None]


def ran(statements: list[Stated]) -> Tally:
    tally = Tally()
    tally.ask(statements)
    return tally


def faults(found: list[Found]) -> list[str]:
    return [f"{one.fault}: {one}" for one in found]


def test_the_corpus_is_large_and_every_family_gives_its_argument() -> None:
    assert len(CORPUS) >= 1400
    assert {one.truth for one in CORPUS} == set(Truth) - {Truth.UNKNOWN}
    assert len(FAMILIES) >= 60
    assert len({one.id for one in CORPUS}) == len(CORPUS)
    assert all(one.why for one in CORPUS)


@pytest.mark.parametrize("share", range(3))
def test_no_statement_of_the_corpus_gets_a_verdict_that_cannot_be(share: int) -> None:
    statements = Random(SEED).sample([one for one in CORPUS if one.proof is None], 240)[share::3]
    tally = ran(statements)
    assert faults(wrong(tally)) == []
    assert tally.decided >= 50, tally.table()


def test_no_chain_of_the_corpus_shows_what_is_false() -> None:
    tally = ran(PROOFS)
    assert faults(wrong(tally)) == []
    assert tally.counts["TRUE", "PROVED"] >= 15, tally.table()


@pytest.mark.parametrize("kind", GENERATORS)
def test_no_random_statement_gets_a_verdict_that_cannot_be(kind: str) -> None:
    tally = ran(list(fuzzed(kind, 24, SEED)))
    assert faults(wrong(tally)) == []
    assert tally.decided >= (3 if kind == "minima" else 12), tally.table()


def test_no_changed_statement_gets_a_verdict_that_cannot_be() -> None:
    tally = ran(list(changed(CORPUS, 90, SEED)))
    assert faults(wrong(tally)) == []
    assert tally.decided >= 45, tally.table()


def test_new_names_change_no_verdict_of_shipped_statements_without_a_model() -> None:
    shipped = [s.claim for s in registry.load(()).select(("*",)) if s.claim is not None]
    plain = [
        claim for claim in shipped
        if not claim.model and not claim.proofs and not claim.fact and not claim.options and len(claim.parts) == 1
        and not any(s.traits & (FIXED | {"parameter", "random", "setting"}) - {"identity", "zero"}
                    for s in symbols_in((claim.parts, claim.given)))
    ]  # fmt: skip
    opposite = {"PROVED": "REFUTED", "REFUTED": "PROVED"}
    for claim in Random(SEED).sample(plain, min(4, len(plain))):
        names = names_for(symbols_in((claim.parts, claim.given)), "zz_")
        only = ("words", "entries")
        first = check(claim, only=only).verdict.name  # type: ignore[union-attr]
        second = check(renamed(claim, names), only=only).verdict.name  # type: ignore[union-attr]
        assert second != opposite.get(first), claim.id


def test_odd_means_over_rotations_vanish() -> None:
    odd = [one for one in CORPUS if one.id.startswith("rotations/odd_means")]
    assert len(odd) >= 4
    tally = ran(odd)
    assert tally.counts["TRUE", "PROVED"] == len(odd), tally.table()


def test_what_is_known_to_be_open_is_still_open() -> None:
    by_id = {one.id: one for one in CORPUS}
    assert set(KNOWN) <= set(by_id), "KNOWN names a statement that the corpus lacks"
    for id in KNOWN:
        assert asked(by_id[id]).fault in ("false PROVED", "true REFUTED"), f"{id} is mended: take it out of KNOWN"


def test_numpy_agrees_with_the_truth_of_the_corpus() -> None:
    """It finds no point where a true statement of the corpus fails, and points where most of the false ones do."""
    decided = failed = 0
    for one in CORPUS:
        if one.truth is Truth.ILL_SHAPED or one.model or one.proof is not None or one.id.startswith("expectations"):
            continue
        true, false, without = seen(one.statement(), one.given, SEED, points=6)
        decided += bool(true or false or without)
        failed += bool(false)
        if one.truth in (Truth.TRUE, Truth.VACUOUS):
            assert not false, one.id
            assert not without, one.id
        if one.truth is Truth.VALUELESS:
            assert not false, one.id
    assert decided >= 500
    assert failed >= 200


def test_the_list_of_what_is_open_excuses_nothing_else() -> None:
    assert not any(is_known(Found(one, "PROVED")) for one in CORPUS if one.id not in KNOWN)
