"""What the symbols of a claim are called for the engines: what has a role by its letter, everything else otherwise.

Different symbols stay different, whatever they are called; what an engine says is told in the names of the claim.
Standard library only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from .errors import UserError
from .model import Model
from .roles import LETTERS, Roles
from .statement.laws import STANDARD
from .statement.props import Prop
from .statement.terms import Abbrev, Dim, MadeSym, Op, Sym, Term, eye, zeros
from .verdict import Outcome

_Data = TypeVar("_Data")
_OWN = "__own"
"""How the name ends that a symbol without a role has for the engines, where its own is one of their letters."""
CONSTANTS = frozenset({"identity", "zero"})
POINTERS = frozenset({"claim", "setting", "measured"})
"""What points to something by its name."""
_SIGNS = frozenset({"positive", "nonnegative"})
LAWS = ("cov", "std", "copy", "label")
NAME = re.compile(r"[A-Za-z_]\w*")


def told_apart(sym: Sym) -> frozenset[str]:
    """A symmetric matrix that is invertible has the one as a trait; the other is a hypothesis to the engines."""
    return frozenset({"invertible"}) if sym.traits >= {"symmetric", "invertible"} else frozenset()


@dataclass(frozen=True, eq=False)
class Naming:
    """The engines' names of the symbols of one claim."""

    roles: Roles
    diagonals: frozenset[str] = frozenset()
    """Names of the columns that a law may have as the diagonal of its covariance."""
    counts: Mapping[str, str] = field(default_factory=dict)
    """The engines' letters of a dimension and of numbers of samples, by name."""
    places: Mapping[str, int] = field(default_factory=dict)
    """Which symbol is spoken of first, second, ...: so engines name, order and draw those without a role."""
    of_laws: Mapping[tuple[str, str], Sym] = field(default_factory=dict)
    """The claim's symbols that a law can refer to, by what they would be to it and by name."""
    as_it_is: bool = False
    """Whether nothing is to be changed."""
    cited: Callable[[str], Naming] | None = None
    """How the claims that a chain cites are named."""
    told_names: dict[str, str] = field(default_factory=dict)
    """The claim's names by the engines'."""
    _terms: dict[Term, Term] = field(default_factory=dict)

    # Names -----------------------------------------------------------------------------------------------

    def symbol(self, sym: Sym) -> Sym:
        if self.as_it_is:
            return sym
        shape = self.dim(sym.shape[0]), self.dim(sym.shape[1])
        if sym.traits & CONSTANTS:
            return sym if shape == sym.shape else eye(shape[0]) if sym.has("identity") else zeros(*shape)
        traits = frozenset(self._trait(trait, sym.traits) for trait in sym.traits - told_apart(sym))
        name = self._name(sym, shape)
        same = (name, shape, traits) == (sym.name, sym.shape, sym.traits)
        return sym if same else type(sym)(name, shape, traits, sym.tex)

    def _name(self, sym: Sym, shape: tuple[Dim, Dim]) -> str:
        if sym.traits & POINTERS:
            return sym.name
        if isinstance(sym, MadeSym):
            return self._of_start(sym)
        letter = self.roles.letter(sym)
        if letter is not None:
            return self._told(letter, sym.name)
        if sym.shape == (1, 1) and sym.has("integer"):
            return self._size(sym.name)
        square, column = _may_be_a_covariance(sym), may_be_a_diagonal(sym)
        if sym.name in self.places and not square and not column:
            return self._placed(sym.name, capital=1 not in sym.shape)
        return self._own(sym.name, square=square, column=column)

    def _of_start(self, sym: MadeSym) -> str:
        """The name of the value at time 0, by that of what moves."""
        base = sym.name.removesuffix("(0)")
        if base == sym.name or not NAME.match(base):
            return sym.name
        moving = Sym(base, sym.shape, sym.traits | {"parameter"})
        return f"{self._name(moving, moving.shape)}(0)"

    def _size(self, name: str) -> str:
        letter = self.roles.sizes.get(name) or self.counts.get(name)
        if letter is None and name in self.places and name != "d":
            return self._placed(name, capital=False)
        if letter is None and (name == "d" or not _is_taken(name)):
            return name
        return self._told(letter or f"{name}{_OWN}", name)

    def _own(self, name: str, *, square: bool, column: bool) -> str:
        """A name that is no letter of the engines, and tells a covariance from the diagonal of one."""
        if name in self.places:
            return self._placed(name, capital=square)
        if square and (name[:1].islower() or name.endswith(("_tau", "_new"))):
            return self._told(f"Own_{_word(name)}{_OWN}", name)
        if column and not name[:1].islower():
            return self._told(f"own_{_word(name)}{_OWN}", name)
        return self._told(f"{_word(name)}{_OWN}", name) if _is_taken(name) else name

    def _placed(self, name: str, *, capital: bool) -> str:
        return self._told(f"{'At' if capital else 'at'}{self.places[name]:03}{_OWN}", name)

    def _told(self, new: str, name: str) -> str:
        if new != name:
            self.told_names[new] = name
        return new

    def dim(self, dim: Dim) -> Dim:
        return NAME.sub(lambda found: self._size(found[0]), dim) if isinstance(dim, str) else dim

    def _trait(self, trait: str, among: frozenset[str]) -> str:
        kind, colon, name = trait.partition(":")
        if not colon or name == STANDARD:
            return trait
        if kind == "range":
            return f"{kind}:{self.dim(name)}"
        if kind not in LAWS:
            return trait
        meant = self.of_laws.get((kind, name))
        if meant is not None:
            return f"{kind}:{self._name(meant, (self.dim(meant.shape[0]), self.dim(meant.shape[1])))}"
        letter = self._letter_for(kind, name, degenerate="degenerate" in among)
        if letter is not None:
            return f"{kind}:{self._told(letter, name)}"
        diagonal = name in self.diagonals
        return f"{kind}:{self._own(name, square=kind == 'cov' and not diagonal, column=diagonal)}"

    def _letter_for(self, kind: str, name: str, *, degenerate: bool) -> str | None:
        """The letter of what a law refers to where the claim does not mention it by itself."""
        if kind == "std":
            return self.roles.letter(Sym(name, (1, 1), frozenset({"nonnegative" if degenerate else "positive"})))
        fit = (letter for sym, letter in self.roles.pairs if sym.name == name and kind in referred_to(sym))
        return next(fit, None)

    # Data ------------------------------------------------------------------------------------------------

    def term(self, node: Term) -> Term:
        if self.as_it_is:
            return node
        if node not in self._terms:
            self._terms[node] = self._renamed(node)
        return self._terms[node]

    def _renamed(self, node: Term) -> Term:
        if isinstance(node, Sym):
            return self.symbol(node)
        if isinstance(node, Op):
            args = tuple(map(self.term, node.args))
            return node if all(new is old for new, old in zip(args, node.args, strict=True)) else Op(node.head, args)
        if isinstance(node, Abbrev):
            sym, body = self.symbol(node.sym), self.term(node.body)
            return node if sym is node.sym and body is node.body else Abbrev(sym, body)
        return node

    def prop(self, prop: Prop) -> Prop:
        args = tuple(self.data(arg) for arg in prop.args)
        return prop if all(new is old for new, old in zip(args, prop.args, strict=True)) else Prop(prop.head, args)

    def data(self, value: _Data) -> _Data:
        """Any data of the statement language: readings, hypotheses, the steps of a chain."""
        made: Any = value
        if self.as_it_is:
            return value
        if isinstance(value, Term):
            made = self.term(value)
        elif isinstance(value, Prop):
            made = self.prop(value)
        elif isinstance(value, Roles):
            made = value.mapped(self.symbol)
        elif isinstance(value, tuple):
            found = tuple(map(self.data, value))
            made = value if all(new is old for new, old in zip(found, value, strict=True)) else found
        elif isinstance(value, Mapping):
            made = {self.data(key): self.data(one) for key, one in value.items()}
        elif is_dataclass(value) and not isinstance(value, type):
            made = self._of_fields(value)
        return made

    def _of_fields(self, value: Any) -> Any:
        """The same dataclass with its fields renamed; steps and rules check what they are made of, so they are copied.
        """
        from .proof.chain import FromClaim  # with all rules: who names nothing anew need not import them

        if isinstance(value, FromClaim):
            theirs = self.cited(value.id) if self.cited is not None else self
            bind = tuple((theirs.symbol(sym), self.term(mine)) for sym, mine in value.bind)
            return value if bind == value.bind else FromClaim(value.id, value.part, value.reading, bind)
        old = {one.name: getattr(value, one.name) for one in fields(value)}
        new = {name: self.data(one) for name, one in old.items()}
        if all(new[name] is old[name] for name in old):
            return value
        made = object.__new__(type(value))
        for name, one in new.items():
            object.__setattr__(made, name, one)
        return made

    # What is told ----------------------------------------------------------------------------------------

    @cached_property
    def _said(self) -> re.Pattern[str]:
        """Whatever the engines call otherwise: their own letters as words, the other names wherever they stand."""
        longest = sorted(self.told_names, key=len, reverse=True)
        sizes = frozenset(self.counts.values())  # these have no entries, d_1 is another size
        return re.compile("|".join(
            re.escape(name) if name.endswith(_OWN)
            else rf"(?<![A-Za-z0-9_\\]){re.escape(name)}(?!{'_' if name in sizes else '_[A-Za-z]'}|[A-Za-z])"
            for name in longest
        ))  # fmt: skip

    def told(self, value: Any) -> Any:
        """What an engine says, in the names of the claim."""
        if not self.told_names:
            return value
        if isinstance(value, str):
            return self._said.sub(lambda found: self.told_names[found[0]], value)
        if isinstance(value, Mapping):
            return {self.told(key): self.told(item) for key, item in value.items()}
        if is_dataclass(value) and not isinstance(value, (type, Term, Prop)):
            parts = {one.name: self.told(getattr(value, one.name)) for one in fields(value) if one.init}
            return replace(value, **parts)
        return type(value)(map(self.told, value)) if isinstance(value, (list, tuple, frozenset)) else value

    def outcome(self, outcome: Outcome) -> Outcome:
        return replace(
            outcome, sentence=self.told(outcome.sentence), figures=self.told(outcome.figures),
            scope=replace(outcome.scope, text=self.told(outcome.scope.text)),
            counterexample=self.told(outcome.counterexample), point=self.told(outcome.point),
        )


@dataclass(frozen=True, eq=False)
class Letters(Naming):
    """A model in letters of one's choice: ``letters(term)`` is the term in them, ``letters.model`` the model."""

    roles: Roles = field(default_factory=Roles)
    names: Mapping[str, str] = field(default_factory=dict)
    model: Model = field(kw_only=True)

    def __call__(self, node: _Data) -> _Data:
        return self.data(node)

    def _name(self, sym: Sym, shape: tuple[Dim, Dim]) -> str:
        moved = sym.name.removesuffix("(0)") if isinstance(sym, MadeSym) else sym.name
        return self._size(moved) + sym.name[len(moved):]

    def _size(self, name: str) -> str:
        return self.names.get(name, name)

    def _own(self, name: str, *, square: bool, column: bool) -> str:
        return self._size(name)


def letters_for(model: Model, names: Mapping[Sym, str]) -> Letters:
    """The model with these symbols called otherwise, and everything that is said in its letters.

    Raises:
        UserError: a symbol that has no role in the model, or two that would be called the same.
    """
    known = {sym.name for one in fields(Roles) for sym in getattr(model.roles, one.name)}
    for sym, new in names.items():
        if sym.name not in known:
            raise UserError(f"{sym.name} has no role in this model: leave it out, or name one of {_listed(known)}.")
        if new in known - {other.name for other in names} or list(names.values()).count(new) > 1:
            raise UserError(f"{new} would be the name of two symbols of this model: choose another for {sym.name}.")
    called = {sym.name: new for sym, new in names.items()}
    return Letters(names=called, model=Letters(names=called, model=model).data(model))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def _word(name: str) -> str:
    """A name without the signs that stand at the end of one alone."""
    return name.replace("-", "m").replace(".", "p")


def _is_taken(name: str) -> bool:
    """Whether a symbol without a role needs another name: it has a letter of the engines, or what could be made of one.
    """
    return name in LETTERS or name.endswith(_OWN)


def _may_be_a_covariance(sym: Sym) -> bool:
    return sym.shape[0] == sym.shape[1] != 1 and bool(sym.traits & {"psd", "posdef"})


def may_be_a_diagonal(sym: Sym) -> bool:
    return sym.shape[1] == 1 != sym.shape[0] and bool(sym.traits & {"positive", "nonnegative", "law"})


def referred_to(sym: Sym) -> frozenset[str]:
    """What the symbol can be to a law that refers to it by its name: no family of matrices is a covariance."""
    found = {"copy", "label"} if sym.has("random") else set()
    if sym.shape == (1, 1):
        return frozenset(found | ({"std"} if sym.traits & _SIGNS else set()))
    if sym.has("law") or _may_be_a_covariance(sym) or may_be_a_diagonal(sym):
        found |= {"cov", "copy"}
    return frozenset(found)
