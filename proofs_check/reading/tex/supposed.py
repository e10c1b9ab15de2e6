"""What sentences suppose and state, as entries that hold from there on: facts of letters, conditions, doubts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .sources import Place, Text
from .spelled_letters import base_of

BUILT_IN = frozenset({"I", "\\mathbfI", "\\boldsymbolI", "e"})
"""Letters that mean something where nothing is said of them."""


@dataclass(frozen=True)
class Fact:
    """Something said of one letter, in the language of declarations."""

    letter: str
    text: str
    place: Place
    fresh: bool = False
    """Whether the letter is introduced by it: a shape, a law, or a formula."""
    relation: Text | None = None
    """The formula itself, where it is one about a letter that may be known already."""
    independent: bool = False
    """Whether it is independent of everything."""
    apart_from: frozenset[str] = frozenset()
    """Where it is not said of everything, the letters, and the nouns, of which it is independent."""
    together: bool = False
    """Whether it is independent of what else its formula draws: x_q of x_1, ..., x_N."""
    certain: bool = False
    """Whether a comment to the reader says it."""
    family: bool = False
    """Whether it is about the members of a family, x_1, ..., x_N."""
    of_entries: bool = False
    """Whether numbers a_1, ..., a_n are meant, as the entries of a vector."""
    sentence: int = field(default=0, compare=False)
    """The number of the sentence that says it."""

    @property
    def key(self) -> str:
        return base_of(self.letter)


@dataclass(frozen=True)
class Condition:
    """A relation that is supposed."""

    body: Text
    defines: bool = False
    """Whether it may be a definition: ``let B = A + I``."""
    sentence: int = field(default=0, compare=False)
    """The number of the sentence that says it."""


@dataclass(frozen=True)
class Held:
    """Letters that are said to stand for any value, ``for every fixed $w$``: no mean is over them."""

    letters: frozenset[str]
    anew: frozenset[str] = frozenset()
    """Those that range over all values, ``for all $c$``."""
    ranging: tuple[Fact | Condition, ...] = ()
    """What is said of them by the same words, ``for all $c <= 2$``."""


@dataclass(frozen=True)
class Called:
    """What letters are called: ``the inputs``."""

    letters: frozenset[str]
    nouns: frozenset[str]
    anew: bool = False
    """Whether they stand for any such thing from here on: ``an arbitrary matrix $A$``."""
    sentence: int = field(default=0, compare=False)
    """The number of the sentence that says it."""


@dataclass(frozen=True)
class Doubt:
    """A sentence that says something of letters, and was not understood."""

    letters: frozenset[str] | None
    """Their bases; None for all."""
    place: Place
    words: str
    for_good: bool
    why: str = ""
    """The word at which it is left."""
    signs: frozenset[str] = frozenset()
    """The norm, or the inner product, that it speaks of."""
    marks: frozenset[str] = frozenset()
    """Letters with a mark that it may explain, as they are written."""
    spoken: frozenset[str] = frozenset()
    """Letters that stand in it alone: it may say something of what they have for a formula."""
    says: frozenset[str] | None = None
    """Where it can be no more than a condition, what it may be a condition of; None where it may say anything."""
    sure: bool = False
    """Whether the author says that it is no more than a condition, by ``%! idle sentences``."""


@dataclass(frozen=True)
class Notation:
    """The letters of a shipped paper are in force, by ``%! notation zfb``."""

    paper: str
    place: Place


@dataclass(frozen=True)
class Habit:
    """What signs mean in this paper."""

    brackets: str = ""
    """What a letter before a bracket is, by ``%! reading``: a ``product``, or an ``application``."""
    norm: str = ""
    r"""Which norm ``\|A\|`` of a matrix is: ``op`` or ``F``."""


@dataclass(frozen=True)
class Spectrum:
    """What the eigenvalues of a matrix are called, or its rows or columns."""

    base: str
    of: str
    last: str
    ordered: bool
    """Whether it is said in which order: for eigenvalues, that it is the decreasing one."""
    place: Place
    what: str = "eigenvalues"


@dataclass(frozen=True)
class Coined:
    """A word that stands for a relation: ``balanced``."""

    word: str
    body: Text


@dataclass(frozen=True)
class Along:
    """``Under gradient flow,`` of a flow whose equation was said before."""


@dataclass(frozen=True)
class Extent:
    r"""What each member of a family is was said ``for $i=1,\dots,n$``."""

    base: str
    last: str


@dataclass(frozen=True)
class Titled:
    """A title that may be a condition of what stands below it."""

    words: str
    """``the title 'Isotropic inputs'``."""
    title: str
    of_section: int = 0
    """Of a section, how deep it is; 0 for the title of a statement."""
    supposes: bool = False
    """Whether it is a sentence that supposes something, ``Suppose that the gradients are noisy``."""
    sure: bool = False
    """Whether the author says that it is no more than a condition."""


Entry = Titled | Fact | Condition | Held | Called | Doubt | Notation | Habit | Extent | Along | Coined | Spectrum


@dataclass
class Said:
    """What a sentence supposes and states."""

    entries: list[Entry] = field(default_factory=list)
    passing: list[Entry] = field(default_factory=list)
    """What it supposes for itself alone."""
    tentative: bool = False
    """Whether it supposes something for now: in running text that ends with the paragraph."""
    for_section: bool = False
    """Whether what it supposes ends with the section."""
    stated: list[int] = field(default_factory=list)
    """Its formulas that are statements, by their places among its pieces."""
    premises: dict[int, int] = field(default_factory=dict)
    """Of a formula behind ``hence``, the place of the one that it follows from."""


def numbered(said: Said, sentence: int) -> None:
    """Notes at all that a sentence says which one it is."""
    for entries in (said.entries, said.passing):
        entries[:] = [replace(e, sentence=sentence) if isinstance(e, Fact | Condition | Called) else e
                      for e in entries]
