"""Numbers at which a statement is likely to fail if it fails anywhere, read off the statement itself.

For each symbol that is a number: the roots of the polynomials in it alone, among them the differences of sides that are
compared, and where these turn; a number beyond these on either side, and one between neighbours, 0 among them; then the
numbers of the statement, their negatives, reciprocals and sums.  For vectors and matrices: lengths, these numbers and
their roots; the numbers with either sign, and half as large.  No letter is known, and a value is only looked at where
traits and hypotheses admit it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice, pairwise
from math import floor

from .props import Prop, subprops
from .roots import Polynomial, derivative, real_roots, root
from .terms import Num, Op, Sym, Term, children, symbols
from .univariate import polynomials_in

MOST = 16
"""So many values are named for one symbol."""
MOST_NEAR = 3
_COMPARE = frozenset({"eq", "ne", "le", "lt", "ge", "gt"})


@lru_cache(maxsize=256)
def special_values(props: tuple[Prop, ...]) -> dict[Sym, tuple[Fraction, ...]]:
    """Values for the symbols in ``props`` that are numbers, the roots before the others.

    >>> from .props import gt
    >>> from .terms import scalar
    >>> a = scalar("a")
    >>> str(special_values((gt((2 * a - 7) ** 2, 0),))[a][0])
    '7/2'
    """
    terms = list(compared(props))
    scalars = {s for t in terms for s in symbols(t) if s.shape == (1, 1) and not s.traits & {"index", "identity"}}
    numbers = _numbers(terms)
    found: dict[Sym, tuple[Fraction, ...]] = {}
    for s in scalars:
        roots = dict.fromkeys(r for t in terms for p in polynomials_in(t, s) for r in _named(p, s))
        found[s] = tuple(dict.fromkeys([*roots, *_around(roots, s), *numbers]))[:MOST]
    lengths = tuple(x for n in _met(terms)[:2] for x in (n, root(n)))
    near = dict.fromkeys(abs(x) for t in terms for x in _constants(t) if x)
    lengths += tuple(x for n in islice(near, MOST_NEAR) for x in (n, -n, n / 2, -n / 2) if x not in lengths)
    return found | {s: lengths for t in terms for s in symbols(t) if s.shape != (1, 1)}


def _around(roots: Iterable[Fraction], s: Sym) -> list[Fraction]:
    """Where the signs of the polynomials may be others than at their roots."""
    if s.has("integer") or not roots:
        return []
    places = sorted({*roots, Fraction(0)})
    outer = [places[-1] + 1 + abs(places[-1]), places[0] - 1 - abs(places[0])]
    return outer + [(x + y) / 2 for x, y in pairwise(places)]


def compared(props: Iterable[Prop]) -> Iterator[Term]:
    """The terms that stand in propositions, and the differences of those that are compared."""
    for prop in props:
        for _, sub in subprops(prop):
            args = [arg for arg in sub.args if isinstance(arg, Term)]
            yield from args
            if sub.head in _COMPARE and len(args) == 2:
                yield args[0] - args[1]


def _numbers(terms: Iterable[Term]) -> list[Fraction]:
    """The numbers that occur, exponents apart, the largest first, then twice as large and the square of that, with what
    is made of them."""
    met = _met(terms)
    found: dict[Fraction, None] = {}
    for x in met:
        found |= dict.fromkeys((x, -x))
    found |= {beyond: None for x in met[:1] for beyond in (2 * x, -2 * x, 4 * x**2)}
    sums = (x + s * y for k, x in enumerate(met) for y in met[k + 1:] for s in (1, -1))
    return list(found | dict.fromkeys(sums) | dict.fromkeys(1 / x for x in met))


def beyond(props: Iterable[Prop], usual: Fraction) -> Fraction | None:
    """A power of 4 above the square of every number that is named and of its reciprocal; None where ``usual`` is.

    >>> from .props import le
    >>> from .terms import scalar
    >>> a, usual = scalar("a"), Fraction(2**30)
    >>> beyond([le(a, Fraction(1, 10**6))], usual) == 4**20, beyond([le(a, 9)], usual)
    (True, None)
    """
    named = {abs(x) for t in compared(props) for x in _constants(t) if x}
    most = max((max(x, 1 / x) for x in named), default=Fraction(1)) ** 2
    return None if most <= usual else Fraction(4) ** ((floor(most).bit_length() + 1) // 2)


def _met(terms: Iterable[Term]) -> list[Fraction]:
    return sorted({abs(x) for t in terms for x in _constants(t) if abs(x) > 1}, reverse=True)[:4]


def _constants(node: Term) -> Iterator[Fraction]:
    if isinstance(node, Num):
        yield node.value
        return
    under = node.args[:1] if isinstance(node, Op) and node.head == "^" else children(node)
    for child in under:
        yield from _constants(child)


def _named(p: Polynomial, s: Sym) -> list[Fraction]:
    """Its real roots, and where it is least or greatest; of an integer those around these."""
    roots = real_roots(p)
    turns = real_roots(derivative(p))
    if not s.has("integer"):
        return [*roots, *turns]
    return [Fraction(n) for x in (*roots, *turns) for n in dict.fromkeys((floor(x), -floor(-x)))]
