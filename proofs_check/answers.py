"""`python -m proofs_check.answers PAPER` records anew what each witness said when `lemmata check` ran last, and how
long it took."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping

from . import registry
from .recorded import PAPERS, Answers, answer, place_of, seconds
from .results import Result
from .runner import stored
from .store import Store, store_folder, write_text
from .witnesses import Context


def answers_of(results: Iterable[Result]) -> Answers:
    """What is to be kept of the results."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for result in results:
        for row in result.witnesses:
            if said := answer(row):
                found.setdefault(result.id, {}).setdefault(place_of(row), {})[row.name] = said
    return found


def seconds_of(results: Iterable[Result], before: Mapping[str, float]) -> dict[str, float]:
    """How long each took; what is on record stays where it is off by less than half, so that a change shows."""
    took = {result.id: round(result.seconds, 1) for result in results}
    return {id: old if (old := before.get(id)) is not None and abs(new - old) <= max(0.5, old / 2) else new
            for id, new in took.items()}  # fmt: skip


def _text(answers: Answers) -> str:
    """JSON with one line for each proposition, so that a change shows what was lost or won."""
    blocks = []
    for id, places in answers.items():
        rows = ",\n".join(f" {json.dumps(place)}: {json.dumps(said)}" for place, said in places.items())
        blocks.append(f"{json.dumps(id)}: {{\n{rows}\n}}")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def main(paper: str) -> str:
    """Record the stored results of the default run; returns a sentence on what was done, or on what is missing."""
    known = registry.load()
    statements = known.select([f"{paper}/*"])
    results = stored(statements, Context(), known=known, store=Store(store_folder()))
    missing = [s.id for s in statements if s.claim is not None and s.id not in results]
    if missing:
        return f"Not recorded: {missing[0]} has no stored result of this source. Run `lemmata check '{paper}/*'` first."
    took = seconds_of(results.values(), seconds())
    write_text(PAPERS / paper / "seconds.json", json.dumps(took, indent=0) + "\n")
    found = answers_of(results.values())
    write_text(PAPERS / paper / "answers.json", _text(found))
    return f"{sum(len(places) for places in found.values())} propositions recorded."


if __name__ == "__main__":
    print(main(sys.argv[1]))
