r"""``\forall i, j: A_{ij} = A_{ji}``: of places that nothing declares, what they count is what they stand in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from ..statement.head_shapes import HeadShapes
from ..statement.heads.shaping import Shape
from ..statement.props import Prop, subprops, subterms
from ..statement.terms import Op, Sym, Term, index
from .letters import Letters
from .outcomes import Tree as Meaning
from .spellings import LAYOUT
from .tokens import Item, Tok

LIMIT = 6
"""So many dimensions are tried of a place."""


def free_indices(items: tuple[Item, ...], letters: Letters) -> list[str]:
    r"""The places of ``\forall i, j: A_{ij} = A_{ji}`` that nothing declares; nothing where others are quantified."""
    end = next((k for k, item in enumerate(items) if _is(item, {":", "\\colon"})), 0)
    names = [_text(item) for item in items[1:end] if not _is(item, LAYOUT)]
    if not end or not _is(items[0], {"\\forall"}) or any(sign != "," for sign in names[1::2]):
        return []
    found = names[::2]
    known = any(name in letters.bases or name in letters.dims for name in found)
    return [] if known or not {*found} <= {*"ijkl"} or len({*found}) < len(found) else found


def in_entries(tree: Meaning, indices: Sequence[Sym]) -> bool:
    """Whether each of the indices counts rows or columns of what it stands in, and stands nowhere else."""
    shape: Callable[[Term], Shape] = HeadShapes(repr)
    met = dict.fromkeys(indices, 0)
    seen = dict.fromkeys(indices, 0)
    for _, node in subterms(tree) if isinstance(tree, Prop) else ():
        if isinstance(node, Sym) and node in met:
            met[node] += 1
        if not (isinstance(node, Op) and node.head in ("entry", "row", "col")):
            continue
        rows, columns = shape(node.args[0])
        counted = {"entry": (rows, columns), "row": (rows,), "col": (columns,)}[node.head]
        for place, dim in zip(node.args[1:], counted, strict=False):
            if isinstance(place, Sym) and place in seen:
                if dim is None or f"range:{dim}" not in place.traits:
                    return False
                seen[place] += 1
    return all(seen.values()) and met == {i: count + _quantified(tree, i) for i, count in seen.items()}


def _quantified(tree: Meaning, i: Sym) -> int:
    """How often a quantifier names this letter."""
    props = subprops(tree) if isinstance(tree, Prop) else ()
    return sum(prop.head in ("for_all", "exists") and prop.args[0] == i for _, prop in props)


def indices_of(names: Sequence[str], letters: Letters) -> Iterator[tuple[Sym, ...]]:
    """What the names may be: places up to each of the dimensions."""
    for dims in product(letters.dims[:LIMIT], repeat=len(names)):
        yield tuple(index(name, dim) for name, dim in zip(names, dims, strict=True))


def _text(item: Item) -> str:
    return item.text if isinstance(item, Tok) else ""


def _is(item: Item, texts: set[str] | frozenset[str]) -> bool:
    return isinstance(item, Tok) and item.text in texts
