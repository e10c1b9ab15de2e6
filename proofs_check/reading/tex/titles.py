"""Titles that may be conditions, ``Isotropic inputs``: a proof without them holds, a refutation may not count.

A statement that is proved without a condition holds with it.  Where a title may say more than that (another law, the
domain of a minimum, that a hypothesis is dropped) the statement is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...statement.binders import BINDERS
from ...statement.heads.binding import Over
from ...statement.props import Prop, subprops, subterms
from ...statement.terms import Op
from . import harmless
from .harmless import words_in
from .pieces import Piece
from .sources import Place, Text, Unreadable
from .spelled_letters import letters_in
from .supposed import Doubt, Entry, Fact, Titled

# ruff: noqa: SIM905, words are read more easily in a row
_LIFTS = frozenset(
    """
general generic arbitrary any every all without beyond no not neither relaxing relaxed dropping removing removed
extension extensions extended generalization generalizations generalized other another others over among within
constrained constraint constraints restricted instead converse counterexample counterexamples failure failures fails
fail false wrong conjecture conjectures open beyond weaker weakening lifting lifted except else different
""".split()
)
"""A title with one of them may drop a hypothesis, or speak of the domain of a bound letter."""
_LAWS = frozenset(
    """
rademacher uniform bernoulli spherical sphere sphered laplace exponential poisson discrete student heavy-tailed
light-tailed sub-gaussian subgaussian correlated dependent independent mixture skewed heteroscedastic centered
uncentered adversarial random deterministic weighted resampled conditional conditionally asymptotic asymptotics
""".split()
)
"""With one of them it may say that what is drawn has another law."""
_DENIES = re.compile(r"(?:non|un|mis|dis|anti|anis|asym|inhom|indef|indep|inex|irreg|irred)")


def only_restricts(title: str) -> bool:
    """Whether a title can be no more than a condition.

    >>> [only_restricts(title) for title in ("Isotropic inputs", "General covariance", "Non-symmetric case", "$d=1$")]
    [True, False, False, True]
    """
    words = {part for word in words_in(title) for part in (word, *word.split("-"))}
    denied = any(_DENIES.match(word) for word in words)
    return not denied and not words & (_LIFTS | _LAWS) and "\\not" not in title and "\\ne" not in title


_MEANS = frozenset(
    """
denote denotes denoted mean means meant meaning stand stands refer refers notation notations convention conventions
understood interpreted interpretation expectation expectations average averages averaged norm norms complex conjugate
hermitian conditional conditionally conditioned conditioning modulo abbreviate abbreviated omit omitted drop dropped
suppress suppressed identify identified write writes written call called logarithm logarithms inner respect limit limits
limiting sense transpose transposes derivative derivatives integral integrals index indices indexed sum sums read reads
quaternion field fields sign signs normalized normalised normalization rescaled units scaled replaced redefine redefined
""".split()
)
"""With one of them a sentence may say what a sign means."""


def no_more_than_a_condition(words: Sequence[str]) -> bool:
    """Whether a sentence that names no letter can at most suppose something."""
    return only_restricts(" ".join(words)) and not _MEANS.intersection(words)


_DEPTHS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")


def below(piece: Piece, entries: Sequence[Entry], idle: frozenset[str]) -> list[Entry]:
    """What is in force below a heading: what those above it supposed ends, and it may be a condition itself."""
    depth = _DEPTHS.index(piece.labels[0])
    kept = [e for e in entries if not (isinstance(e, Titled) and e.of_section > depth)]
    title = piece.text.strip("{}")
    if harmless.heading(piece.text, idle):
        return kept
    if only_restricts(title):
        return [*kept, Titled(f"the heading {title!r}", depth + 1)]
    return [*kept, Doubt(None, piece.body.place(0), piece.text, for_good=False)]


def titled_as(title: str, place: Place, idle: frozenset[str]) -> tuple[list[Titled], Unreadable | None]:
    """What the title of a statement may suppose, or that it is not read for it."""
    if harmless.title(title, idle):
        return [], None
    if only_restricts(title):
        return [Titled(f"the title {title!r}")], None
    why = f"the title {title!r} may be a condition: say '%! idle WORD' for words that are none"
    return [], Unreadable(place, why)


def titles_of(body: Text, entries: Sequence[Entry], prop: Prop, least_of_spaces: bool) -> tuple[str, ...]:
    """The titles of which the statement may suppose what they say.

    Raises:
        Unreadable: what they say may be of letters that the statement binds.
    """
    found = tuple(dict.fromkeys(_open(body, entries)))
    if found and (head := _binds(prop, least_of_spaces)):
        why = f"{found[0]} may be a condition, and of what {head} goes through: say '%! idle WORD' where it is none"
        raise Unreadable(body.place(0), why)
    return found


def _open(body: Text, entries: Sequence[Entry]) -> Iterator[str]:
    own = letters_in(body.chars)
    for k, title in enumerate(entries):
        if isinstance(title, Titled) and (title.for_good or not title.of_section):
            yield title.words
        elif isinstance(title, Titled):
            told = [e for e in entries if isinstance(e, Fact) and e.key in own]
            anew = {e.key for e in told if e.certain}
            anew |= {e.key for e in entries[k:] if isinstance(e, Fact) and (e.fresh or "~" in e.text or ":=" in e.text)}
            if {e.key for e in told} - anew:
                yield title.words


_THROUGH = frozenset({Over.VALUES, Over.SOME, Over.GROWTH, Over.FLOWS})


_LEAST = re.compile(r"\\(?:min|max|inf|sup|arg\s*\\?(?:min|max))(?![A-Za-z])(\s*_\s*\{[^{}]*\\in(?![A-Za-z]))?")


def spaces_named(source: str) -> bool:
    """Whether below each minimum it stands what it goes through."""
    return all(found[1] for found in _LEAST.finditer(source))


def _binds(prop: Prop, least_of_spaces: bool) -> str:
    """A head below which a condition might make the statement another one, and not one of fewer cases."""
    nodes = [sub for _, sub in subprops(prop)] + [node for _, node in subterms(prop) if isinstance(node, Op)]
    for node in nodes:
        row = BINDERS.get(node.head)
        named = node.head == "where" or (least_of_spaces and node.head in ("minimum", "infimum", "argmin"))
        if row is not None and row.over in _THROUGH and not row.at_a_point and not named:
            return str(node.head)
    return ""
