"""Which letters and named scalars occur where."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from typing import Any, Union

from .calls import CALLS
from .letters import Letter
from .matrices import Matrix
from .scalars import ATOMS, Atom, Scalar

Name = Union[Letter, str]
"""A letter, or the name of a scalar."""


def names(value: object) -> Iterator[Name]:
    """The letters and scalar names in a value, with repetitions, arguments of functions included.

    A transpose counts as its letter, a function of a letter as that letter; ``"N"`` counts where a coefficient has it.
    """
    if isinstance(value, Scalar):
        for a in value.atoms():
            yield from names_in(a)
        if any(not c.is_constant for c in value.terms.values()):
            yield "N"
    elif isinstance(value, Matrix):
        for word, c in value.terms.items():
            yield from _in_word(word)
            yield from names(c)
    elif isinstance(value, tuple):
        for part in value:
            yield from names(part)


def letters_in(value: Scalar | Matrix) -> Iterator[Letter]:
    """The letters of all words in a value, functions of letters as they stand, with repetitions."""
    coefficients = [value] if isinstance(value, Scalar) else list(value.terms.values())
    for word in value.terms if isinstance(value, Matrix) else ():
        yield from word
    for a in (a for c in coefficients for a in c.atoms()):
        if a.kind == "cycle":
            yield from a.args
        elif a.kind == "root":
            yield from letters_in(a.args[0])


def names_in(a: Atom) -> Iterator[Name]:
    if a.kind == "symbol":
        yield a.name
    elif a.kind == "cycle":
        yield from _in_word(a.args)
    elif a.name in CALLS:
        yield name_of_call(a)
        yield from names_in_call(a.name, a.args)
    else:
        yield from names(a.args)


def name_of_call(a: Atom) -> str:
    """The name under which the scalar value of a function of :mod:`symbolic.words.calls` is found and replaced."""
    return f"call {a.number}"


def called_by(name: str) -> Atom | None:
    """The scalar value of a function that has this name."""
    number = name.removeprefix("call ")
    return ATOMS[int(number)] if number != name and number.isdigit() else None


BOUND: dict[str, Callable[[tuple[Any, ...]], Container[Name]]] = {}
"""Functions that bind letters or names of scalars in their arguments (a mean what is drawn), and which these are."""

_IN_CALLS: dict[tuple[str, tuple[Any, ...]], tuple[Name, ...]] = {}


def names_in_call(name: str, args: tuple[Any, ...]) -> tuple[Name, ...]:
    """The letters and scalar names in the arguments of a function, each once, without those that it binds."""
    found = _IN_CALLS.get((name, args))
    if found is None:
        bound = BOUND[name](args) if name in BOUND else ()
        found = _IN_CALLS[name, args] = tuple(x for x in dict.fromkeys(names(args)) if x not in bound)
    return found


def _in_word(word: tuple[Letter, ...]) -> Iterator[Name]:
    for x in word:
        if x.call is not None:
            yield x.original
            yield from names_in_call(*x.call)
        elif x.inside:
            yield from _in_word(x.inside)
        else:
            base = x.original if x.base is None else x.base
            yield base
            yield from _in_word(base.stands_for)
        for inner in (x.shift, x.middle, x.weight):
            if inner is not None:
                yield from names(inner)


def hidden_names(x: Letter) -> Iterator[Name]:
    """What is inside a letter besides the letter: in the argument, the shift or the weight of a function, or in a word
    that the letter stands for."""
    of_word = x.inside or (x.base is not None and x.base.stands_for)
    if x.call is not None or of_word or any(part is not None for part in (x.shift, x.middle, x.weight)):
        yield from (name for name in _in_word((x,)) if name is not x.original)


def hides(letters: Iterable[Letter], wanted: Container[Name]) -> bool:
    """Whether one of these names is inside one of the letters, where counting letters does not see it."""
    return any(name in wanted for x in letters for name in hidden_names(x))


def mentions(a: Atom, wanted: Container[Name]) -> bool:
    return any(name in wanted for name in names_in(a))


def depends_on(value: object, name: Name) -> bool:
    """Whether the letter or named scalar occurs in the normal form of ``value``."""
    return any(found == name for found in names(value))
