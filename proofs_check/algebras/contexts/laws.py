r"""Laws of contexts: finitely many atoms, invariant under signed permutations where Assumption 4.1 is made.

Where a hypothesis says that :math:`f(U)X_0\stackrel d=X_0` for orthogonal U, the atoms of the covariates are the orbits
of one or two contexts under :math:`f(g)`, g a signed permutation; given the covariates the labels are uniform over a
few rows, which the orbit shares.  For d = 1 signed permutations are all orthogonal matrices; for larger d such a law
is not invariant under all of them, so that a failure there is no counterexample.  For d = 2 it is one if every mean is
over a trigonometric polynomial of degree at most 3 in the angle of a general g, proper and improper: the mean over the
eight signed permutations is that over all orthogonal matrices then.  This is asked where a place is ``checked``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import TYPE_CHECKING

from flint import fmpq

from symbolic.contexts import gram_key
from symbolic.contexts.rotations import cayley, signed_permutations
from symbolic.entries import Matrix

from ...statement.props import Prop
from ...statement.terms import Abbrev, Op, Sym, Term, symbols
from .environment import NOTHING, bound

if TYPE_CHECKING:
    from .reader import Reader

LABELS = 2
"""Rows that the labels are drawn from, given the covariates."""


@dataclass(frozen=True, slots=True)
class Atom:
    """Values of the covariates, and those that the labels may have beside them, all equally likely."""

    covariates: dict[Sym, Matrix]
    labels: tuple[dict[Sym, Matrix], ...]


@dataclass(frozen=True, slots=True)
class Law:
    """Equally likely atoms."""

    atoms: tuple[Atom, ...]
    whole: bool
    """Whether it has all invariances that were assumed; of a checked place, where the means are what is claimed."""
    turned: tuple[tuple[str, Atom], ...] = ()
    """Of a checked place: general elements of the orbits, with the letter of their angle."""

    def given(self, fixed: dict[Sym, Matrix]) -> list[tuple[int, Atom]]:
        """The atoms at which the covariates have these values, with their numbers."""
        keys = {sym: gram_key(value) for sym, value in fixed.items()}
        return [(k, a) for k, a in enumerate(self.atoms)
                if all(gram_key(a.covariates[s]) == key for s, key in keys.items() if s in a.covariates)]


def contexts_in(terms: Sequence[Term]) -> list[Sym]:
    return sorted({sym for node in terms for sym in _contexts_of(node)}, key=lambda sym: sym.name)


@lru_cache(maxsize=1 << 14)
def _contexts_of(node: Term) -> frozenset[Sym]:
    return frozenset(sym for sym in symbols(node) if sym.has("context"))


def is_label(sym: Sym) -> bool:
    return sym.shape[0] == 1


def invariances(hypotheses: Sequence[Prop], every: Set[Sym]) -> list[tuple[Term, Sym, Sym]]:
    """Of each hypothesis f(U) X = X in law, of ``every`` orthogonal U: the left side, X, U."""
    found = []
    for prop in hypotheses:
        left, right = prop.args[:2] if prop.head == "same_law" else (None, None)
        if isinstance(left, Term) and isinstance(right, Sym) and right.has("context"):
            found += [(left, right, sym) for sym in symbols(left) if sym.has("orthogonal") and sym in every]
    return found


def law_of(reader: Reader, contexts: Sequence[Sym]) -> Law:
    """The law at the place of ``reader``; the value of a context there is one of the atoms."""
    place = reader.place
    covariates = [sym for sym in contexts if not is_label(sym)]
    labels = [sym for sym in contexts if is_label(sym)]
    atoms: list[Atom] = []
    seen: set[object] = set()
    turned: list[tuple[str, Atom]] = []
    dims = {place.shape(U)[0] for _, _, U in reader.invariances}
    for copy in range(2 if dims <= {1} else 1):
        base = {sym: place.value(sym) if copy == 0 else place.member(sym, copy) for sym in covariates}
        rows = tuple(
            {sym: place.value(sym) if (copy, row) == (0, 0) else place.member(sym, 10 * copy + row + 2)
             for sym in labels}
            for row in range(LABELS if labels else 1)
        )
        for values in _orbit(reader, base):
            key = tuple(gram_key(values[sym]) for sym in covariates)
            if key not in seen:
                seen.add(key)
                atoms.append(Atom(values, rows))
        if place.checked and dims == {2}:
            turned += [(name, Atom(values, rows)) for name, values in _turned(reader, base, copy)]
    sizes = dims <= {1} or (place.checked and dims == {2} and _are_actions(reader))
    whole = sizes and (place.style.letters or _is_kept(reader, atoms))  # of letters a refutation is not asked
    return Law(tuple(atoms), whole, tuple(turned))


def _is_kept(reader: Reader, atoms: Sequence[Atom]) -> bool:
    """Whether signed permutations keep the law, as each hypothesis says; of labels this is not looked at."""
    if any(is_label(X) for _, X, _ in reader.invariances):
        return False
    for left, X, U in reader.invariances:
        drawn = [atom.covariates for atom in atoms if X in atom.covariates]
        have = Counter(gram_key(values[X]) for values in drawn)
        for k, g in enumerate(signed_permutations(reader.place.shape(U)[0])):
            if Counter(gram_key(_put_in(reader, left, values, (U, ("group", k), g))) for values in drawn) != have:
                return False
    return True


def _put_in(
    reader: Reader, left: Term, values: Mapping[Sym, Matrix], turn: tuple[Sym, object, Matrix]
) -> Matrix:  # fmt: skip
    """The left side at these contexts and this orthogonal matrix."""
    env = bound(NOTHING, *turn)
    for X, value in values.items():
        env = bound(env, X, ("orbit", gram_key(value)), value)
    return reader(left, env)


def _are_actions(reader: Reader) -> bool:
    """Whether each hypothesis is of a context of its own, and its left side linear in the orthogonal matrix and in the
    context: then what holds of signed permutations, which span all matrices, holds of every orthogonal one."""
    turned = [X for _, X, _ in reader.invariances]
    return len(set(turned)) == len(turned) and all(
        _count(left, U) == _count(left, X) == 1 and contexts_in([left]) == [X] for left, X, U in reader.invariances
    )


def _count(node: Term, sym: Sym) -> int | None:
    """How often it is a factor of a product; None where it stands below anything else."""
    if isinstance(node, Abbrev):
        return _count(node.body, sym)
    if isinstance(node, Op) and node.head == "*":
        counts = [_count(arg, sym) for arg in node.args]
        return None if None in counts else sum(filter(None, counts))
    return int(node == sym) if node == sym or sym not in symbols(node) else None


def _turned(reader: Reader, base: dict[Sym, Matrix], copy: int) -> Iterator[tuple[str, dict[Sym, Matrix]]]:
    """A general rotation and a general reflection of the covariates."""
    name = f"turn{copy}"
    letter = reader.place.generators.letter(name)
    for reflected in (False, True):
        g = cayley([letter], 2, reflected)
        yield name, _moved(reader, base, ("turned", copy, reflected), g)


def _orbit(reader: Reader, base: dict[Sym, Matrix]) -> Iterator[dict[Sym, Matrix]]:
    if not reader.invariances:
        yield base
        return
    dim = reader.place.shape(reader.invariances[0][2])[0]
    for k, g in enumerate(signed_permutations(dim)):
        yield _moved(reader, base, ("group", k), g)


def _moved(reader: Reader, base: dict[Sym, Matrix], token: object, g: Matrix) -> dict[Sym, Matrix]:
    values = dict(base)
    for left, X, U in reader.invariances:
        if X in base:
            env = bound(bound(NOTHING, U, token, g), X, ("orbit", gram_key(base[X])), base[X])
            values[X] = reader(left, env)
    return values


def mean(values: Sequence[Matrix]) -> Matrix:
    return reduce(lambda a, b: a + b, values).scale(fmpq(1, len(values)))


def is_covariance(prop: Prop) -> tuple[Op, Term, Sym] | None:
    """Of a hypothesis ``expect_given(..., X) = f(X, ...)``: the value of f, the mean, and X."""
    if prop.head != "eq":
        return None
    for left, right in (prop.args, prop.args[::-1]):
        if isinstance(left, Op) and left.head == "expect_given" and isinstance(right, Op) and right.head in {
            "activated", "apply"
        }:
            X = left.args[1]
            if isinstance(X, Sym) and X.has("context") and X in right.args:
                return right, left, X
    return None
