"""Whether the shapes in a statement fit together, as far as they can be read off the tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from re import findall

from ..errors import UserError
from .dimensions import Size, size
from .head_shapes import HeadShapes, is_law
from .heads import PROPS, TERMS
from .heads.row import Head
from .heads.shaping import SCALAR, Say, Shape, fits
from .premises import premises
from .props import Prop, conjuncts, subprops, subterms
from .terms import Num, Op, Sym, Term, nodes, symbols


def sizes_of(props: Iterable[Prop]) -> frozenset[str]:
    """The names of sizes: of the integers that the propositions speak of, and in the shapes of their symbols."""
    met = {s for prop in props for _, t in subterms(prop) for s in symbols(t)}
    words = {name for s in met for dim in s.shape for name in findall(r"[A-Za-z_]\w*", str(dim))}
    return frozenset({"d"} | words | {s.name for s in met if s.has("integer")})


def shape_of_term(node: Term) -> Shape:
    """The shape as far as the tree tells it.

    Raises:
        UserError: shapes that do not fit.
    """
    return HeadShapes(repr)(node)


def check_sizes(prop: Prop, say: Say, given: Iterable[Prop] = ()) -> None:
    """Raise :class:`UserError` at the first place in ``prop`` where shapes do not fit; ``say`` prints terms for it.

    Where a hypothesis, of those ``given`` or of an implication, says that a dimension is a number, it is that number.
    """
    check_heads(prop)
    shapes = HeadShapes(say, dict(_fixed([*given, *premises(prop)])))
    for _, inner in subprops(prop):
        _check_values(inner, shapes)
        rows = [(arg, shapes(arg)) for arg in inner.args if isinstance(arg, Term)]
        PROPS[inner.head].fits(shapes, inner, rows)


def check_heads(prop: Prop) -> None:
    """Raise :class:`UserError` for a head that has no row in the table, or is given more or fewer arguments."""
    for _, inner in subprops(prop):
        _check_head(inner.head, PROPS.get(inner.head), len(inner.args))
        for arg in inner.args:
            if isinstance(arg, Term):
                _check_heads_in(arg)


@lru_cache(maxsize=1 << 14)
def _check_heads_in(term: Term) -> None:
    for node in nodes(term):
        if isinstance(node, Op):
            _check_head(node.head, TERMS.get(node.head), len(node.args))


def _check_head(head: str, row: Head | None, count: int) -> None:
    if row is None:
        raise UserError(f"{head!r} is no head of the statement language.")
    if not row.takes_so_many(count):
        raise UserError(f"{head} takes {row.takes!r}: {count} arguments are given.")


def _fixed(hypotheses: Iterable[Prop]) -> Iterator[tuple[str, Size]]:
    for hypothesis in conjuncts(*hypotheses):
        if hypothesis.head == "eq":
            sym, value = hypothesis.args
            whole = isinstance(value, Num) and value.value.denominator == 1
            if isinstance(sym, Sym) and sym.has("integer") and isinstance(value, Num) and whole:
                yield sym.name, size(int(value.value))


def _check_values(prop: Prop, shapes: HeadShapes) -> None:
    """What is compared has a value: a function only stands with a quantifier, a law only with a vector."""
    bound = prop.args[:1] if prop.head in {"exists", "for_all"} else ()
    for arg in prop.args:
        law = prop.head == "iid_entries" and isinstance(arg, Term) and is_law(arg)
        function = prop.head in {"defined", "defined_as", "differentiable"} and isinstance(arg, Sym)
        if isinstance(arg, Term) and arg not in bound and not law and not function:
            shapes.value(arg)


def check_number(what: str, value: Term, say: Say) -> None:
    """Raise :class:`UserError` where shapes in ``value`` do not fit, or it is no number as far as the tree tells."""
    shapes = HeadShapes(say)
    shape = shapes(value)
    if not fits(shape, SCALAR):
        raise UserError(
            f"{what} must be a number: {say(value)} is {shapes.text(shape)}. Of a matrix A, norm_F(A) ** 2 is one, or "
            "tr(A)."
        )
