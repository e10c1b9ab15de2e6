"""`python -m proofs_check.answers PAPER` records anew what each witness said when `lemmata check` ran last."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

from . import registry
from .recorded import PAPERS, Answers, answer, place_of
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
    found = answers_of(results.values())
    write_text(PAPERS / paper / "answers.json", _text(found))
    return f"{sum(len(places) for places in found.values())} propositions recorded."


if __name__ == "__main__":
    print(main(sys.argv[1]))
