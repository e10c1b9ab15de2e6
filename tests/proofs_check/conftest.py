"""What several files of these tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from proofs_check import registry
from proofs_check.papers.catalogue import Entry
from proofs_check.papers.ccs import catalogue

_CACHED = (registry._library, registry._installed, registry._with_folders)


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The id of a statement that stands in a catalogue and is not transcribed."""
    entry = Entry("ccs/waiting", "identity", "nowhere")
    monkeypatch.setattr(catalogue, "ENTRIES", (*catalogue.ENTRIES, entry))
    for cached in _CACHED:
        cached.cache_clear()
    yield entry.id
    monkeypatch.undo()
    for cached in _CACHED:
        cached.cache_clear()
