"""Putting values in for letters, and derivatives, by the product rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..errors import InputError
from ..words.letters import Letter
from ..words.matrices import Matrix
from ..words.scalars import ONE as WORD_ONE
from ..words.substitution import substitute as substitute_words
from .binders import Law, averages, mean, opened, rebuild, summed
from .factors import Factor, Index, Name, entry, own
from .matrices import AnyIndexed, IndexedMatrix
from .values import ONE, ZERO, Indexed, delta, product, total

Bindings = Mapping[Name, AnyIndexed]


def substitute(value: Indexed, bindings: Bindings) -> Indexed:
    """``value`` with named scalars and letters replaced by values of the same shape; what means are over is kept.

    A function of a letter (an inverse, a root) becomes that of its replacement, which must have it:
    raises :class:`InputError` otherwise.
    """
    for name, new in bindings.items():
        for drawn in (new if isinstance(new, Indexed) else new.body).leaves:
            if isinstance(drawn, Letter) and any(
                averages(f, drawn, frozenset({name})) for mono in value.terms for f, _ in mono
            ):
                raise InputError(f"{drawn} is put in for {name} under a mean over {drawn}: rename one of the two.")
    images: dict[Letter, IndexedMatrix] = {}

    def image(x: Letter) -> IndexedMatrix:
        found = images.get(x)
        if found is None:
            new = bindings.get(x)
            found = images[x] = new if isinstance(new, IndexedMatrix) else _function(x, bindings)
        return found

    def change(f: Factor) -> Indexed | None:
        if f.kind == "symbol":
            new = bindings.get(f.name)
            return new if isinstance(new, Indexed) else None
        if f.kind == "entry":
            value = image(f.args[0])
            i, *rest = f.indices
            return value.at(i, rest[0] if rest else value.col)
        return None

    return rebuild(value, change, lambda f: bool(f.leaves & bindings.keys()))


def _function(x: Letter, bindings: Bindings) -> IndexedMatrix:
    """The function ``base^p (base + shift I)^q`` with values put in for its base and its shift."""
    from .from_words import matrix, scalar  # words are read with indices

    new = bindings.get(own(x))
    if new is None:
        new = matrix(Matrix.of(own(x)))
    if x.middle is not None or not isinstance(new, IndexedMatrix):
        raise InputError(f"{x} is no product of powers: put values in before sums and means are taken.")
    out = new.power(x.p)
    if x.shift is None:
        return out
    shift = substitute(scalar(x.shift), bindings)
    together = out.times((new + IndexedMatrix.identity(new.rows).scaled(shift)).power(x.q))
    assert isinstance(together, IndexedMatrix)
    return together


def substituted(value: Indexed, letters: Mapping[Letter, Letter]) -> Indexed:
    """``value`` with letters replaced by letters of the same kind, functions of them included."""
    def change(f: Factor) -> Indexed | None:
        if f.kind != "entry":
            return None
        image = substitute_words(Matrix.of(f.args[0]), {old: Matrix.of(new) for old, new in letters.items()})
        assert isinstance(image, Matrix)
        ((word, c),) = image.terms.items()
        assert c == WORD_ONE
        return Indexed.factor(entry(word[0], f.indices, f.sign))

    return rebuild(value, change, lambda f: bool(f.leaves & letters.keys()))


def _derived(value: Indexed, names: frozenset[Name], leaf: Callable[[Factor], Indexed]) -> Indexed:
    """The derivation that takes the symbols and entries ``names`` to what ``leaf`` says."""
    out = []
    for mono, c in value.terms.items():
        for f, e in mono:
            if not f.leaves & names:
                continue
            rest = [(g, x) for g, x in mono if g is not f]
            outer = product(rest if e == 1 else [*rest, (f, e - 1)]) * Indexed({(): c * e})
            out.append(outer * _derived_factor(f, names, leaf))
    return total(out)


def _derived_factor(f: Factor, names: frozenset[Name], leaf: Callable[[Factor], Indexed]) -> Indexed:
    if f.kind in {"symbol", "entry"}:
        return leaf(f)
    if f.kind == "sum":
        bound, body = opened(f)
        return summed(bound, _derived(body, names, leaf))
    if f.kind == "mean":
        drawn, inside = f.args
        return mean(_derived(Indexed({inside: ONE.terms[()]}), names, leaf), Law(drawn))
    if f.kind == "poly":
        return _derived(f.args[0], names, leaf)
    if f.name == "exp":
        return Indexed.factor(f) * _derived(f.args[0], names, leaf)
    raise InputError(f"the derivative of {f.name} is not known here: differentiate an expression without it.")


def gradient(f: Indexed, x: Name) -> AnyIndexed:
    r"""The gradient of the scalar ``f`` in a named scalar, or in a letter in the letter's shape."""
    if isinstance(x, str):
        return _derived(f, frozenset({x}), lambda _: ONE)
    if x.t is x:
        raise InputError(f"{x} is symmetric, so its gradient needs a convention: differentiate by a free letter.")

    def at(i: Index, j: Index) -> Indexed:
        def leaf(g: Factor) -> Indexed:
            _refuse_functions(g, x)
            first, *rest = g.indices
            return delta(first, i) * (delta(rest[0], j) if rest else ONE)

        return _derived(f, frozenset({x}), leaf)

    return IndexedMatrix.of(x.rows, x.cols, at)


def derivative(value: Indexed, velocities: Bindings) -> Indexed:
    """The derivative of ``value`` when letters and named scalars move with their velocities, others being constant."""
    def leaf(f: Factor) -> Indexed:
        name: Name = f.name if f.kind == "symbol" else f.args[0]
        velocity = velocities.get(name)
        if isinstance(velocity, Indexed):
            return velocity
        if velocity is None:
            raise InputError(f"{f.name} is a function of what moves: only letters that occur as themselves may move.")
        i, *rest = f.indices
        return velocity.at(i, rest[0] if rest else velocity.col)

    moving = frozenset(name for name, v in velocities.items() if v != ZERO)
    return _derived(value, moving, leaf)


def _refuse_functions(f: Factor, x: Name) -> None:
    if f.kind == "entry" and f.args[0] is not x:
        raise InputError(f"{f.name} is a function of {x}: only letters that occur as themselves are differentiated by.")
