"""Macro names are letters, stable, and no two of anything share one."""

from __future__ import annotations

import re
from itertools import product

import pytest

from proofs_check.catalogue import Registry
from proofs_check.registry import load
from proofs_check.report.latex import MODELS
from proofs_check.report.latex.names import Key, name_of, spelled_out
from symbolic.typesetting.formulas import formulas


@pytest.fixture(scope="module")
def registry() -> Registry:
    return load()


def keys(registry: Registry) -> list[Key]:
    found = []
    for s in registry:
        found += [Key(s.id), Key(s.id, status=True)]
        for part in s.claim.parts if s.claim else ():
            for k in range(1, len(part.readings) + 1):
                found += [Key(s.id, part.name, k), Key(s.id, part.name, k, True)]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (Key("zfb/lemma-17"), "zfbLemmaSeventeen"),
        (Key("zfb/lemma-12", "b"), "zfbLemmaTwelveB"),
        (Key("zfb/corollary-6", "a", 2), "zfbCorollarySixAReadingTwo"),
        (Key("zfb/lemma-12", "b", status=True), "zfbLemmaTwelveBStatus"),
        (Key("zfb/appendix-a.2-second-term"), "zfbAppendixATwoSecondTerm"),
        (Key("zfb/section-4.3-one-third"), "zfbSectionFourThreeONEThird"),
        (Key("zfb/figure-1", "smaller error"), "zfbFigureOnePartSmallerError"),
        (Key("ccs/proposition-d.1-a"), "ccsPropositionDOneAWhole"),
        (Key("my-paper-2/lemma-1"), "mypapertwoLemmaOne"),
    ],
)
def test_these_names_never_change(key: Key, name: str) -> None:
    assert name_of(key) == name


def test_every_id_part_reading_and_status_of_the_papers_has_its_own_name_of_letters(registry: Registry) -> None:
    names = [name_of(key) for key in keys(registry)]
    names += [spelled_out(f"{model}-{slug}") for model in set(MODELS.values()) for slug, _, _ in formulas(model)]
    assert len(names) == len(set(names))
    assert all(re.fullmatch("[A-Za-z]+", name) for name in names)


def test_hardly_any_id_of_the_papers_needs_a_digest_in_its_name(registry: Registry) -> None:
    """An id with a number glued to a word, as u11, cannot be read back from its name."""
    with_digest = {key.id for key in keys(registry) if re.search("X[a-z]{6}$", name_of(key))}
    assert with_digest == {"zfb/appendix-a.2-u11-terms"}


def test_labels_made_of_the_words_that_names_are_made_of_never_collide() -> None:
    words = ["a", "b", "lemma", "one", "part", "status", "reading", "whole", "point", "1", "30", "2", "100", "0"]
    labels = list(words)
    for first, sign, second in product(words, ".-", words):
        labels += [first + sign + second, first + second, *(f"{first}{sign}{second}-{x}" for x in ("b", "1", "status"))]
    found: dict[str, Key] = {}
    for label in dict.fromkeys(labels):
        id = f"p/{label}"
        for key in (Key(id), Key(id, "b"), Key(id, "one"), Key(id, "b", 2), Key(id, "", 2), Key(id, status=True)):
            assert found.setdefault(name_of(key), key) == key


@pytest.mark.parametrize("label", ["Lemma-1", "lemma-017", "é", "2024", "", "eq-5-1", "x_y", "lemma 1"])
def test_unusual_labels_get_letters_and_a_name_of_their_own(label: str) -> None:
    name = name_of(Key(f"mine/{label}"))
    assert re.fullmatch("[A-Za-z]+", name)
    assert name not in {name_of(Key("mine/lemma-1")), name_of(Key("mine/lemma-17")), name_of(Key("mine/eq-5.1"))}
