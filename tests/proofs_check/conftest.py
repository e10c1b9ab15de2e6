"""What several files of these tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from proofs_check import registry
from proofs_check.papers.ccs import contents

_CACHED = (registry._library, registry._installed, registry._with_folders)


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The id of a statement that stands in the contents of a paper and is not transcribed."""
    monkeypatch.setattr(contents, "ON_THE_PAGE", (*contents.ON_THE_PAGE, "waiting"))
    for cached in _CACHED:
        cached.cache_clear()
    yield "ccs/waiting"
    monkeypatch.undo()
    for cached in _CACHED:
        cached.cache_clear()
