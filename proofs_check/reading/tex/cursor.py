"""A place in a sentence: the words and formulas from there on, and what the sentence has said before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .pieces import Piece
from .supposed import Fact, Said
from .vocabulary import Phrase


class NotUnderstood(Exception):
    """The piece at which a sentence is left, and why."""

    def __init__(self, piece: Piece, sentence: str) -> None:
        super().__init__(sentence)
        self.piece = piece
        self.sentence = sentence


class Cursor:
    def __init__(self, items: Sequence[Piece], idle: frozenset[str], defined: frozenset[str]) -> None:
        self.items = items
        self.idle = idle
        """Words of which the author says that they are no conditions."""
        self.defined = defined
        """The letters that have a formula before this sentence."""
        self.k = 0
        self.said = Said()
        self.openers = set[Phrase]()
        """What opened its conditions."""
        self.declares_first = self.trailing = False
        """Whether it declares before it has a condition; whether something is supposed behind a statement."""
        self.declared = -1
        """Where the last declarations end: what stands there belongs to them, and is not passed over."""

    @property
    def piece(self) -> Piece:
        return self.items[min(self.k, len(self.items) - 1)]

    def kind(self, ahead: int = 0) -> str:
        at = self.k + ahead
        return self.items[at].kind if at < len(self.items) else ""

    def word(self, ahead: int = 0) -> str:
        return self.items[self.k + ahead].text.lower() if self.kind(ahead) == "word" else ""

    def formula(self, ahead: int = 0) -> str:
        return self.items[self.k + ahead].body.chars if self.kind(ahead) == "math" else ""

    def phrase(self, phrases: Iterable[Phrase], ahead: int = 0) -> Phrase | None:
        """The first of the phrases that stands there."""
        return next((p for p in phrases if all(self.word(ahead + j) == word for j, word in enumerate(p))), None)

    def past(self, phrases: Iterable[Phrase]) -> Phrase | None:
        """The phrase, the cursor being behind it now."""
        found = self.phrase(phrases)
        self.k += len(found or ())
        return found

    def step(self, width: int) -> bool:
        """Goes on where there is something to pass."""
        self.k += width
        return width > 0

    def with_formulas(self) -> frozenset[str]:
        return self.defined | {e.letter for e in self.said.entries if isinstance(e, Fact) and ":=" in e.text}
