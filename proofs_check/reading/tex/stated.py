"""What a paper states, and what is in force while it is read.  Standard library only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .pieces import Piece
from .sources import Place, Text, Unreadable
from .spelled_letters import base_of, letters_in
from .supposed import Condition, Doubt, Entry, Fact, Said

STATEMENTS = {
    "theorem": "theorem", "thm": "theorem", "lemma": "lemma", "lem": "lemma", "proposition": "proposition",
    "prop": "proposition", "corollary": "corollary", "cor": "corollary", "claim": "claim", "fact": "fact",
}  # fmt: skip
_TITLES = ("theorem", "lemma", "proposition", "corollary", "claim", "fact", "observation", "identity")
_OTHERS = (
    "assumption", "assumptions", "hypothesis", "condition", "conjecture", "problem", "question", "definition",
    "example", "remark", "exercise", "setting", "notation",
)
"""Environments that need no declaration to be known."""
_NEWTHEOREM = re.compile(r"\\newtheorem\*?\s*\{([^{}]*)\}\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}")
@dataclass(frozen=True)
class Formula:
    """A formula that is stated, with what is in force where it stands."""

    body: Text
    labels: tuple[str, ...]
    entries: tuple[Entry, ...]
    display: bool


@dataclass(frozen=True)
class Stated:
    """A statement of the paper, or the reason why it is none that can be examined."""

    kind: str
    labels: tuple[str, ...]
    place: Place
    printed: str
    formulas: tuple[Formula, ...] = ()
    problem: Unreadable | None = None
    skipped: bool = False
    number: int = 0
    of: str = ""
    """Of a formula in a proof, the label of what is proved."""


@dataclass
class Scope:
    """What is in force in the document, in a statement or in a proof."""

    kind: str
    entries: list[Entry]
    place: Place = (0, 0)
    labels: list[str] = field(default_factory=list)
    formulas: list[Formula] = field(default_factory=list)
    problem: Unreadable | None = None
    skipped: bool = False
    of: str = ""
    after: int = 0
    """How much was supposed when the last formula was stated."""
    conditional: bool = False
    """Whether a sentence before had a condition of its own, which may hold on."""
    ranging: tuple[Entry, ...] = ()
    """What a sentence said of the letters that it went through, ``for every $a>0$``."""
    shown: int | None = None
    """The last display of this paragraph, by its place among what is stated."""
    latest: int | None = None
    """What was stated last in this paragraph, a lemma before it as well."""
    denied: bool = False
    """Whether a sentence of this paragraph may deny, or suppose, what is displayed next."""


def names_of(chars: str) -> dict[str, str]:
    """The environments of statements, by their names."""
    found = STATEMENTS | {name: f"other:{name}" for name in _OTHERS}
    for name, title in _NEWTHEOREM.findall(chars):
        word = title.strip().lower()
        found[name] = word if word in _TITLES else f"other:{word}"
    return found


def idle_item(item: str) -> bool:
    """Whether the label of an item is a number alone."""
    return "$" not in item and "\\(" not in item and all(
        re.fullmatch(r"[ivxlIVXL]+|\d+|[A-Za-z]\d*", word)
        for word in re.findall(r"[^\W_]+", re.sub(r"\\[A-Za-z]+", " ", item))
    )


def in_doubt(entry: Entry, words: str, *, for_good: bool = True) -> Entry:
    """Something is said, and it is not known where; but ``for_good`` it ends where the letter is introduced anew."""
    if isinstance(entry, Fact):
        return Doubt(frozenset({entry.key}), entry.place, words, for_good)
    if isinstance(entry, Condition):
        left = entry.body.chars.partition("=")[0]
        function = entry.defines and re.match(r"\s*([^()=]+?)\s*\(", left)
        letters = frozenset({base_of(function[1])}) if function else letters_in(entry.body.chars, scripts=False)
        return Doubt(letters, entry.body.place(0), words, for_good)
    return entry


def premises_of(at: int, said: Said, items: Sequence[Piece]) -> Iterator[Condition]:
    """What stands before ``hence``, and what that follows from."""
    while at in said.premises:
        at = said.premises[at]
        yield Condition(items[at].body)
