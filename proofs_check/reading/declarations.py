r"""What the letters of a formula are: shapes, traits and laws, in plain words or as a paper writes them.

>>> [s.name for s in declared(r"x ~ N(0, S); A: d x d symmetric, sigma > 0")]
['S', 'x', 'A', 'sigma']
>>> [s.shape for s in declared(r"$W\in\mathbb R^{m\times d}$, $\Lambda\succ0$")]
[('m', 'd'), ('d', 'd')]
"""

from __future__ import annotations

import re

from ..errors import UserError
from ..statement.dimensions import size
from ..statement.head_shapes import HeadShapes
from ..statement.terms import Abbrev, Dim, Sym, Term, free_symbols
from .declared_laws import NORMAL, drawn, of_entries
from .family_definitions import defined_family, index_of, is_of_members
from .letters import Letters, Named
from .outcomes import Read, ReadingError, Refusal
from .specs import Spec, dim_of, one_of_a_family, specified, tex_of
from .tokens import name_of

_NAME = re.compile(r"[^\W\d]\w*")


def declared(text: str, norm: str = "") -> tuple[Named, ...]:
    """The letters that ``text`` declares, those first that others name; in formulas the norm of a matrix is ``norm``.

    Raises:
        UserError: what is no declaration, or contradicts another; with an example.
    """
    specs = specified(text)
    if open_ := [spec.member for spec in specs.values() if spec.member and "iid" not in spec.law.split()]:
        raise one_of_a_family(open_[0])
    _dimensions_are_integers(specs)
    _integers_are_positive(specs)
    _covariances_fit(specs)
    made: dict[str, Named] = {}
    for spec in specs.values():
        spec.norm = norm
    for spec in list(specs.values()):
        _make(spec, specs, made)
    formulas = [named.body for named in made.values() if isinstance(named, Abbrev)]
    limits = {sym.name: sym for body in formulas for sym in free_symbols(body) if sym.has("integer")}
    told = {tex_of(name) for name in limits} - made.keys()
    return (*made.values(), *(sym for name, sym in limits.items() if tex_of(name) in told and not sym.has("index")))


def _dimensions_are_integers(specs: dict[str, Spec]) -> None:
    """A letter that is declared, and names a dimension of another, is that dimension."""
    shapes = [dim for spec in specs.values() for dim in spec.shape or () if isinstance(dim, str)]
    for name in {word for dim in shapes for word in _NAME.findall(dim)} & specs.keys():
        spec = specs[name]
        if spec.law or spec.body or spec.shape not in (None, (1, 1)):
            raise UserError(f"{name} is a dimension, and something else: give one of the two another letter.")
        spec.shape, spec.traits = (1, 1), spec.traits | {"integer", "positive"}


def _integers_are_positive(specs: dict[str, Spec]) -> None:
    """The language has no other integers."""
    for spec in specs.values():
        if "integer" in spec.traits and "positive" not in spec.traits:
            raise UserError(f"{spec.tex} is an integer of which sign? The language has positive ones alone: write "
                            f"'{spec.tex}: positive integer', or '{spec.tex}: number'.")  # fmt: skip


def _covariances_fit(specs: dict[str, Spec]) -> None:
    """A matrix of no said size that is the covariance of a vector has the size of the vector."""
    for spec in specs.values():
        law = NORMAL.fullmatch(spec.law)
        cov = specs.get(law[2].strip()) if law is not None else None
        if cov is not None and cov.shape is None and spec.shape is not None and spec.shape[1] == 1:
            cov.shape = (spec.shape[0], spec.shape[0]) if cov.traits & {"posdef", "psd", "symmetric"} else None


def _make(spec: Spec, specs: dict[str, Spec], made: dict[str, Named]) -> Named:
    if spec.tex in made:
        return made[spec.tex]
    if spec.begun:
        raise UserError(f"{spec.tex} is made of letters that are made of it: say what one is without the other.")
    spec.begun = True
    if (spec.law or spec.body) and spec.traits - ({"iid"} if spec.law else set()):
        raise UserError(f"{spec.tex} has a law or a formula: nothing else can be said of it than its shape.")
    if spec.entries and (spec.law or spec.body or spec.traits):
        raise UserError(f"{spec.tex} has entries with a law: nothing else can be said of it than its shape.")
    if spec.entries:
        found: Named = of_entries(spec, specs, made, _make)
    elif spec.law:
        found = drawn(spec, specs, made, _make)
    elif spec.body:
        found = _defined(spec, specs, made)
    else:
        matrix = spec.traits & {"posdef", "psd", "symmetric", "invertible", "haar"}
        shape = spec.shape or (("d", "d") if matrix else (1, 1))
        if matrix and shape[0] != shape[1]:
            traits = ", ".join(sorted(matrix))
            raise UserError(f"{spec.tex} is {shape[0]} x {shape[1]}: only a square matrix is {traits}.")
        if shape == (1, 1) and matrix - {"invertible"}:
            raise UserError(f"{spec.tex} is a number: say '{spec.tex} > 0' for its sign.")
        if "iid" in spec.traits:
            name = re.sub(r"_\{?\w\}?$", "", spec.tex)
            raise UserError(f"{spec.tex} is called i.i.d. without a law: write '{name}_i ~ N(0,S) iid'.")
        if "invertible" in spec.traits and spec.traits & {"psd", "posdef"}:
            spec.traits = spec.traits - {"invertible", "psd"} | {"posdef"}  # the two say the same
        found = Sym(name_of(spec.tex), shape, frozenset(spec.traits), spec.tex)
    made[spec.tex] = found
    return found


def _defined(spec: Spec, specs: dict[str, Spec], made: dict[str, Named]) -> Abbrev:
    """A letter that stands for a formula in the letters declared so far, or behind."""
    from .reader import read

    for other in list(specs.values()):
        if other is not spec and not other.body and spec.tex not in other.law:
            _make(other, specs, made)
    behind = {tex: one for tex, one in specs.items() if one is not spec}
    for other in [one for tex, one in behind.items() if one.body and tex not in made and tex in spec.body]:
        _make(other, behind, made)
    places = [index_of(spec.place)] if spec.place else []
    found = read(spec.body, (*made.values(), *places), norm=spec.norm)
    if not isinstance(found, Read):
        raise ReadingError(found)
    if not isinstance(found.tree, Term):
        raise UserError(f"{spec.tex} := ... takes a formula, not a relation.")
    rows, columns = HeadShapes(repr)(found.tree)
    if rows is None or columns is None:
        raise UserError(f"The shape of {spec.tex} is not told by its formula: declare the letters in it.")
    shape: tuple[Dim, Dim] = (dim_of(str(rows)), dim_of(str(columns)))
    if spec.shape is not None and tuple(map(size, spec.shape)) != tuple(map(size, shape)):
        raise UserError(f"{spec.tex} is declared as {spec.shape[0]} x {spec.shape[1]}, "
                        f"and its formula is {rows} x {columns}.")  # fmt: skip
    if places and not is_of_members(found.tree, places[0]):
        raise UserError(f"{spec.tex} := ... with an index is read of members of families, such as x_{spec.place}.")
    if places:
        return defined_family(name_of(spec.tex), spec.tex, spec.place, shape, found.tree)
    if not spec.of:
        return Abbrev(Sym(name_of(spec.tex), shape, frozenset(), spec.tex), found.tree)
    arguments = [made.get(tex_of(name)) for name in spec.of]
    if not all(isinstance(arg, Sym) and not arg.has("random") and not arg.has("iid") for arg in arguments):
        raise UserError(f"{spec.tex}({', '.join(spec.of)}) is a function of letters that are declared and not random: "
                        f"declare {spec.of[0]}.")  # fmt: skip
    traits = frozenset({f"of:{','.join(arg.name for arg in arguments if isinstance(arg, Sym))}"})
    tex = f"{spec.tex}({', '.join(map(tex_of, spec.of))})"
    return Abbrev(Sym(f"{name_of(spec.tex)}_of", shape, traits, tex), found.tree)


__all__ = ["Letters", "Refusal", "declared"]
