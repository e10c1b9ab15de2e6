"""Which moments of a covariate and its label an expectation works with.  Standard library only.

A moment is written as the degrees (k, m) in the covariate and in the label.  The columns of a prompt are told apart by
their index; a power or product of sums has the terms with equal and with different indices.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import count

from ...roles import letter_of
from ...statement.props import Prop, nodes_in
from ...statement.terms import Abbrev, Num, Op, Sym, Term

Degrees = tuple[int, int]
Monomial = frozenset[tuple[str, Degrees]]
"""The degrees at each column that occurs."""
_ONE: frozenset[Monomial] = frozenset({frozenset()})
_TASK = letter_of("task")
_KEEP = {"neg", "T", "tr", "expect", "expect_given", "/", "where", "norm_F", "norm_2", "entry"}


@lru_cache(maxsize=1 << 12)
def label_moments(prop: Prop) -> frozenset[Degrees]:
    """The moments with a label in them that the expectations in the proposition consist of."""
    means = [
        node for node in nodes_in(prop) if isinstance(node, Op) and node.head in {"expect", "expect_given", "finite"}
    ]
    return frozenset(
        degrees for mean in means for monomial in _monomials(mean.args[0], count()) for _, degrees in monomial
        if degrees[1]
    )


def moment(mean: Term) -> Degrees | None:
    """The degrees of an expectation of one monomial at one column; None for anything else."""
    if not isinstance(mean, Op) or mean.head != "expect":
        return None
    found = list(_monomials(mean.args[0], count()))
    if len(found) == 1 and len(found[0]) == 1:
        ((_, degrees),) = found[0]
        return degrees
    return None


def _monomials(node: Term, fresh: Iterator[int]) -> frozenset[Monomial]:
    """The monomials of the term; ``fresh`` numbers the indices that sums bind."""
    if isinstance(node, Abbrev):
        return _monomials(node.body, fresh)
    if isinstance(node, Sym):
        return _at_column(node, "q")
    if not isinstance(node, Op):
        return _ONE
    if node.head == "at" and isinstance(node.args[0], Sym):
        return _at_column(node.args[0], _column(node.args[1]))
    if node.head in {"+", "-"}:
        return frozenset().union(*(_monomials(a, fresh) for a in node.args))
    if node.head in {"*", "inner"}:
        product = _ONE
        for arg in node.args:
            product = _product(product, _monomials(arg, fresh), fresh)
        return product
    if node.head == "^" and isinstance(node.args[1], Num) and node.args[1].value in {1, 2, 3, 4}:
        base, product = _monomials(node.args[0], fresh), _ONE
        for _ in range(int(node.args[1].value)):
            product = _product(product, base, fresh)
        return product
    if node.head == "sum":
        return _bind(_monomials(node.args[2], fresh), node.args[0], fresh)
    if node.head == "prediction_on":
        # The trained model multiplies the label and the covariate of each example with the query.
        i, covariate, label, query = node.args[2], node.args[4], node.args[5], node.args[6]
        examples = _product(_monomials(covariate, fresh), _monomials(label, fresh), fresh)
        return _product(_bind(examples, i, fresh), _monomials(query, fresh), fresh)
    if node.head in _KEEP:
        powers = 2 if node.head in {"norm_F", "norm_2"} else 1
        inside = _monomials(node.args[0], fresh)
        return inside if powers == 1 else _product(inside, inside, fresh)
    return _ONE


def _at_column(sym: Sym, column: str) -> frozenset[Monomial]:
    if any(trait == "label" or trait.startswith("label:") for trait in sym.traits):
        return frozenset({frozenset({(column, (0, 1))})})
    if sym.has("random") and sym.name != _TASK and not sym.has("noise"):
        return frozenset({frozenset({(column, (1, 0))})})
    return _ONE


def _column(index: Term) -> str:
    return f"sum {index.name}" if isinstance(index, Sym) else str(index)


def _bind(found: frozenset[Monomial], index: Term, fresh: Iterator[int]) -> frozenset[Monomial]:
    name, own = _column(index), f"bound {next(fresh)}"
    return frozenset(frozenset((own if c == name else c, degrees) for c, degrees in m) for m in found)


def _product(left: frozenset[Monomial], right: frozenset[Monomial], fresh: Iterator[int]) -> frozenset[Monomial]:
    products: set[Monomial] = set()
    for a in left:
        for b in right:
            products.add(_merge(a, b))
            for first in [c for c, _ in a if c.startswith("bound")]:
                for second in [c for c, _ in b if c.startswith("bound") and c != first]:
                    products.add(_merge(a, frozenset((first if c == second else c, degrees) for c, degrees in b)))
            if any(c.startswith("bound") and c in dict(b) for c, _ in a):
                other = f"bound {next(fresh)}"
                products.add(_merge(a, frozenset((other if c.startswith("bound") else c, g) for c, g in b)))
    return frozenset(products)


def _merge(a: Monomial, b: Monomial) -> Monomial:
    total: dict[str, Degrees] = dict(a)
    for column, (k, m) in b:
        old = total.get(column, (0, 0))
        total[column] = (old[0] + k, old[1] + m)
    return frozenset(total.items())
