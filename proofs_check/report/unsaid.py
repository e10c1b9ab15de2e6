"""What the page of a claim leaves unsaid, in plain English: conditions, and hypotheses that we added.

Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from ..claims import Claim, Hypothesis
from ..results import Asked, Decided, Result
from ..verdict import GOOD

_SAID = (
    (" != 0", " is not 0"), (" < oo", " is finite"), (" >= 0", " is not negative"), (" > 0", " is positive"),
    (" invertible", " is invertible"), (" positive semi-definite", " is positive semi-definite"),
    (" positive definite", " is positive definite"), (" differentiable", " is differentiable"),
)  # fmt: skip


_LONG = 100


def in_words(prop: str) -> str:
    """A condition as a sentence.

    >>> in_words("a != 0"), in_words("E[y_q^2] < oo")
    ('a is not 0', 'E[y_q^2] is finite')
    """
    return next((prop.removesuffix(sign) + words for sign, words in _SAID if prop.endswith(sign)), prop)


@cache
def said_elsewhere(paper: str) -> dict[str, str]:
    """The conditions that the pages of a paper state in another place than beside the formula, with the place."""
    if paper != "zfb":
        return {}
    from ..papers.zfb.elsewhere import SAID

    return {f"{prop.args[0]!r} < oo": place for prop, place in SAID.items()}


@dataclass(frozen=True, slots=True)
class Line:
    """A condition of some parts of a claim."""

    parts: tuple[str, ...]
    condition: Asked
    elsewhere: str = ""
    """Where else the page states it."""

    @property
    def words(self) -> str:
        """Such as ``(b) a is not 0``."""
        place = " ".join(f"({part})" for part in self.parts)
        return f"{place} {in_words(self.condition.prop)}".strip()

    @property
    def sentence(self) -> str:
        """Such as ``(b) a is not 0: follows from t > 0``."""
        return f"{self.words}: {self.fate}"

    @property
    def is_long(self) -> bool:
        """Whether it is longer than a reader takes in, as are the means in the middle of a proof."""
        return len(self.condition.prop) > _LONG

    @property
    def fate(self) -> str:
        """What becomes of the condition."""
        if self.condition.discharged_by is not None:
            return f"follows from {self.condition.discharged_by}"
        if self.elsewhere:
            return f"stated in {self.elsewhere}"
        return "assumed, as nothing here gives it" if self.condition.stated else "still to be shown"


def lines(claim: Claim, result: Result) -> tuple[Line, ...]:
    """The conditions of a claim, each with the parts that have it, and their readings where not all of these do;
    without them where all parts do."""
    return _lines(claim, result.parts)


def _lines(claim: Claim, decided: Iterable[Decided]) -> tuple[Line, ...]:
    where: dict[Asked, dict[str, list[str]]] = {}
    readings: dict[str, list[str]] = {}
    for d in decided:
        readings.setdefault(d.part, []).append(d.reading)
        for asked in d.conditions:
            where.setdefault(asked, {}).setdefault(d.part, []).append(d.reading)
    every = {part.name for part in claim.parts}
    known = said_elsewhere(claim.paper)

    def places(having: dict[str, list[str]]) -> tuple[str, ...]:
        whole = all(readings[part] == read for part, read in having.items())
        if whole and having.keys() == every:
            return ()
        named = ([part] if readings[part] == read else [f"{part} {r}".strip() for r in read]
                 for part, read in having.items())  # fmt: skip
        return tuple(place for each in named for place in each)

    return tuple(Line(places(having), asked, known.get(asked.prop, "")) for asked, having in where.items())


@dataclass(frozen=True, slots=True)
class Unsaid:
    """What the page of one claim leaves unsaid."""

    conditions: tuple[Line, ...] = ()
    """Of what stands: those that nothing on the page gives."""
    hypotheses: tuple[Hypothesis, ...] = ()
    """Those that we added."""

    def __bool__(self) -> bool:
        return bool(self.conditions or self.hypotheses)


def unsaid(claim: Claim, result: Result) -> Unsaid:
    """What has to be added to the page of a claim so that it says what stands here; nothing where nothing stands."""
    standing = [d for d in result.parts if d.verdict in GOOD]
    if not standing:
        return Unsaid()
    found = (line for line in _lines(claim, standing) if line.condition.stated and not line.elsewhere)
    return Unsaid(tuple(found), tuple(h for h in claim.given if h.unstated))
