"""Records are read back as written, broken ones give one sentence, outdated ones say what changed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from proofs_check.evidence.records import (
    Record,
    RecordError,
    digests,
    find_record,
    outcomes_digest,
    provenance,
    read_record,
    record_path,
    stale,
    write_record,
)
from tests.proofs_check.stubs import make_claim

CLAIM = make_claim("t/a")
EMPTY = {"schema": 1, "claim": "", "witness": "", "digests": {}, "provenance": {}, "outcomes": []}


@pytest.fixture
def record() -> Record:
    return Record(CLAIM.id, "gpu", digests(CLAIM, "lsa 1", "1"), provenance("cpu"), ({"W": [[1.0]]},))


def test_a_record_is_read_back_as_written(tmp_path, record: Record) -> None:
    path = record_path(CLAIM, "gpu", tmp_path)
    write_record(path, record)
    sealed = replace(record, digests={**record.digests, "outcomes": outcomes_digest(record)})
    assert read_record(path) == sealed
    assert find_record(CLAIM, "gpu", tmp_path) == sealed
    assert find_record(CLAIM, "trained", tmp_path) is None


def test_a_record_is_stale_when_the_statement_or_the_trainer_changed(record: Record) -> None:
    assert stale(record, digests(CLAIM, "lsa 1", "1")) is None
    assert "the trainer changed since" in (stale(record, digests(CLAIM, "lsa 1", "2")) or "")
    assert "the statement changed since" in (stale(record, digests(make_claim("t/b"), "lsa 1", "1")) or "")


def test_edited_outcomes_are_stale_with_or_without_their_digest(tmp_path, record: Record) -> None:
    path, current = record_path(CLAIM, "gpu", tmp_path), digests(CLAIM, "lsa 1", "1")
    write_record(path, record)
    assert stale(read_record(path), current) is None
    held = json.loads(path.read_text())
    held["outcomes"][0]["W"] = [[2.0]]
    for seal in ("kept", "taken away"):
        if seal == "taken away":
            del held["digests"]["outcomes"]
        path.write_text(json.dumps(held))
        assert "are not those" in (stale(read_record(path), current) or "")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "is no JSON document"),
        ("[]", "must be a JSON object, not a list"),
        ("{}", "must have 'schema' of type int"),
        (json.dumps({**EMPTY, "schema": 9}), "schema 9"),
    ],
)
def test_a_broken_record_gives_one_sentence(tmp_path, text: str, sentence: str) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text)
    with pytest.raises(RecordError, match=sentence) as caught:
        read_record(path)
    assert caught.value.is_user_error
