"""Titles that may be conditions, ``Isotropic inputs``: a proof without them holds, a refutation may not count.

A statement that is proved without a condition holds with it.  Where a title may say more than that (another law, the
domain of a minimum, that a hypothesis is dropped) the statement is not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...statement.binders import BINDERS, Over
from ...statement.props import Prop, subprops, subterms
from ...statement.terms import Op, Sym
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
fail false wrong fallacy refuted superfluous unnecessary needless negative signed skew rectangular complex maximum
supremum hadamard entrywise elementwise componentwise reversed modulo conjecture conjectures errata erratum heuristic
heuristics guess guesses assumption assumptions open beyond weaker weakening lifting lifted except else different
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
_OF_PARAMETERS = frozenset(
    """
isotropic noiseless noise-free scalar diagonal commuting commutative invertible special one-dimensional case cases
simple definite semidefinite singular rank full low square identity
""".split()
)
_CASES = frozenset(
    """
symmetric self-adjoint hermitian orthogonal orthonormal balanced tied positive negative nonnegative convex concave
strongly realizable realisable small large wide infinite narrow deep lazy regime limit zero one two single unit
normalized whitened bounded clipped truncated sparse independent equal unequal distinct repeated real rational odd even
integer stationary critical minimal optimal stable normal idempotent nilpotent unitary triangular
""".split()
)
"""Of a heading, words that say how something is."""
_DENIES = re.compile(r"(?:non|un|mis|dis|anti|anis|asym|inhom|indef|indep|inex|irreg|irred)")


def only_restricts(title: str) -> bool:
    """Whether a title can be no more than a condition.

    >>> [only_restricts(title) for title in ("Isotropic inputs", "General covariance", "Non-symmetric case", "$d=1$")]
    [True, False, False, True]
    """
    words = {part for word in words_in(title) for part in (word, *word.split("-"))}
    denied = any(_DENIES.match(word) for word in words)
    return not denied and not words & (_LIFTS | _LAWS) and not re.search(r"\\\\(?:not|ne|ell)", title)


_DEPTHS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")


def below(piece: Piece, entries: Sequence[Entry], idle: frozenset[str], *, sure: bool) -> list[Entry]:
    """What is in force below a heading: what those above it supposed ends, and it may be a condition itself.

    Where the author says so, it is one at most: ``sure``.
    """
    depth = _DEPTHS.index(piece.labels[0])
    kept = [e for e in entries if not (isinstance(e, Titled) and e.of_section > depth)]
    title = piece.text.strip("{}")
    if harmless.heading(piece.text, idle):
        return kept
    if sure or only_restricts(title):
        return [*kept, Titled(f"the heading {title!r}", title, depth + 1, sure=sure)]
    return [*kept, Doubt(None, piece.body.place(0), piece.text, for_good=False)]


def titled_as(title: str, place: Place, idle: frozenset[str], *, sure: bool) -> tuple[list[Titled], Unreadable | None]:
    """What the title of a statement may suppose, or that it is not read for it."""
    if harmless.title(title, idle):
        return [], None
    if sure or only_restricts(title):
        return [Titled(f"the title {title!r}", title, sure=sure)], None
    why = f"the title {title!r} may be a condition: say '%! idle WORD' for words that are none"
    return [], Unreadable(place, why)


def titles_of(body: Text, entries: Sequence[Entry], prop: Prop, least_of_spaces: bool) -> tuple[str, ...]:
    """The titles of which the statement may suppose what they say.

    Raises:
        Unreadable: what they say may be of letters that the statement binds, or draws.
    """
    own = letters_in(body.chars)
    titles = [(title, _is_open(title, entries, own)) for title in entries if isinstance(title, Titled)]
    what = _binds(prop, least_of_spaces)
    for title, open_ in titles:
        of = what or ("" if _is_of_parameters(title.title) else _draws(prop))
        if open_ and of and not title.sure:
            why = f"{title.words} may be a condition, and of what {of}: say '%! idle WORD' for words that are none"
            raise Unreadable(body.place(0), why)
    return tuple(dict.fromkeys(t.words for t, open_ in titles if open_ or t.supposes or _says_how(t.title, prop)))


def _is_open(title: Titled, entries: Sequence[Entry], own: frozenset[str]) -> bool:
    """Whether it is of a statement, or of a section in which a letter is not said anew of what it is."""
    told = [e for e in entries if isinstance(e, Fact) and e.key in own]
    below = entries[entries.index(title) :]
    anew = {e.key for e in below if isinstance(e, Fact) and (e.fresh or "~" in e.text or ":=" in e.text)}
    return not title.of_section or bool({e.key for e in told if not e.certain} - anew)


def _draws(prop: Prop) -> str:
    nodes = [node for _, node in subterms(prop)]
    drawn = any(isinstance(node, Sym) and node.has("random") for node in nodes)
    return "is drawn" if drawn else ""


def _is_of_parameters(title: str) -> bool:
    """Whether it can be no condition on what is drawn."""
    words = {part for word in words_in(title) for part in word.split("-")}
    return all(word in _OF_PARAMETERS or harmless.names_a_matter(word) for word in words)


def _says_how(title: str, prop: Prop) -> bool:
    """Whether a heading says how something is: what is stated below may suppose it, though all is declared anew."""
    words = {part for word in words_in(title) for part in word.split("-")}
    if all(node.shape == (1, 1) for _, node in subterms(prop) if isinstance(node, Sym)):
        words -= {"scalar", "case"}
    return bool(words & (_CASES | _OF_PARAMETERS)) or "$" in title or any(w.endswith(("less", "free")) for w in words)


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
            return f"{node.head} goes through"
    return ""
