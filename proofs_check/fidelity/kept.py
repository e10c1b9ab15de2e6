"""What came of a page is kept, for the claim and for the sources as they are; it may be deleted at any time."""

from __future__ import annotations

import json
from contextlib import suppress

from .. import sources
from ..claims import Claim
from ..digest import digest
from .judged import Judged, Outcome, fidelity


def compared(claim: Claim) -> tuple[Judged, ...]:
    """Each relation of the claim's page, compared with its transcription; from what is kept where nothing changed."""
    name = digest(claim.id, claim.printed, claim.note, claim.parts, claim.given, claim.forall)
    folders = [*sources.cache_folders("fidelity")]
    for folder in folders:
        with suppress(OSError, ValueError, KeyError):
            known = json.loads((folder / name).read_bytes())
            if known["state"] == sources.state():
                return tuple(Judged(part, tex, Outcome(outcome), why) for part, tex, outcome, why in known["rows"])
    rows = fidelity(claim)
    told = [(row.part, row.tex, row.outcome.value, row.why) for row in rows]
    for folder in folders:
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            sources.write_bytes(folder / name, json.dumps({"state": sources.state(), "rows": told}).encode())
            break
    return rows
