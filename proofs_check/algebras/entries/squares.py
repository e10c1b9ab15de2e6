r"""Least values of a mean square, :math:`f=\mathbb E g^2` with g affine in blocks of variables.

Where g is affine in a block, f is a convex quadratic in it, whatever the other variables are.  If one point of the
block makes the gradient vanish for all values of the others, the minimum over the block is taken there, and what
remains is a function of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from symbolic.entries import Ratio

from ...statement.fold import Lacks
from ...statement.terms import Abbrev, Num, Op, Term

MOST_BLOCKS = 3
"""With more, one block after the other, the search is long and hardly ever ends well."""
Sign = Callable[[Ratio], int]
Block = Sequence[str]


_ROOTS = frozenset({"norm_2", "norm_F", "norm_op", "sqrt", "abs"})


def under_the_square(f: Term) -> Term | None:
    """g where ``f`` is written E[g^2], g no norm: that is a root, of which the square alone is a polynomial."""
    while isinstance(f, Abbrev):
        f = f.body
    if isinstance(f, Op) and f.head == "expect":
        body = f.args[0]
        while isinstance(body, Abbrev):
            body = body.body
        if isinstance(body, Op) and body.head == "^" and isinstance(body.args[1], Num) and body.args[1].value == 2:
            inside = body.args[0]
            return None if isinstance(inside, Op) and inside.head in _ROOTS else inside
    return None


def is_affine(g: Ratio, names: Block) -> bool:
    """Whether ``g`` is a polynomial of degree at most 1 in these generators together."""
    slopes = [g.derivative(name) for name in names]
    return not any(slope.derivative(name) for slope in slopes for name in names)


def least_mean_square(f: Ratio, g: Ratio, blocks: Sequence[Block], sign: Sign) -> Ratio:
    """The minimum of ``f``, the mean of the square of ``g``, over all blocks; Lacks where no certificate is found."""
    blocks = [block for block in blocks if any(f.derivative(name) for name in block)]
    together = [name for block in blocks for name in block]
    if not blocks:
        return f
    if is_affine(g, together):
        return f.substitute(minimiser(f, together, sign))
    if len(blocks) > MOST_BLOCKS:
        raise Lacks("entries lacks a minimum over so many variables, in which the function is no quadratic")
    for block in blocks:
        rest = [other for other in blocks if other is not block]
        if is_affine(g, block):
            point = minimiser(f, block, sign, others=[name for other in rest for name in other])
            if not any(f.derivative(name).substitute(point) for name in block):
                return least_mean_square(f.substitute(point), g.substitute(point), rest, sign)
    raise Lacks("entries lacks a minimum over variables in which the function is no quadratic")


def minimiser(f: Ratio, names: Block, sign: Sign, others: Block = ()) -> dict[str, Ratio]:
    """A minimiser of the convex quadratic ``f`` of ``names``, ``others`` being 0: free variables are 0."""
    zero = {name: f.lift(0) for name in (*names, *others)}
    slopes = [f.derivative(name) for name in names]
    rows = [
        [slope.derivative(name).substitute(zero) for name in names] + [-slope.substitute(zero)] for slope in slopes
    ]
    pivots = _eliminate(rows, sign)
    return {name: rows[k][-1] if k in pivots else f.lift(0) for k, name in enumerate(names)}


def all_minimisers(f: Ratio, g: Ratio, blocks: Sequence[Block], sign: Sign) -> dict[str, Ratio]:
    """All minimisers of ``f``, the mean of the square of ``g``: values of some generators, the others being free."""
    blocks = [block for block in blocks if any(f.derivative(name) for name in block)]
    together = [name for block in blocks for name in block]
    if not blocks:
        return {}
    if is_affine(g, together):
        return _kernel_at(f, together, minimiser(f, together, sign), {}, sign)
    if len(blocks) > MOST_BLOCKS:
        raise Lacks("entries lacks the minimisers over so many variables, in which the function is no quadratic")
    for block in blocks:
        rest = [other for other in blocks if other is not block]
        if is_affine(g, block):
            point = minimiser(f, block, sign, others=[name for other in rest for name in other])
            if not any(f.derivative(name).substitute(point) for name in block):
                # f = f(point, rest) + (x - point)^T Q(rest) (x - point) / 2 with a positive semi-definite Q
                known = all_minimisers(f.substitute(point), g.substitute(point), rest, sign)
                return known | _kernel_at(f, block, point, known, sign)
    raise Lacks("entries lacks the minimisers over variables in which the function is no quadratic")


def _kernel_at(
    f: Ratio, names: Block, point: Mapping[str, Ratio], known: Mapping[str, Ratio], sign: Sign
) -> dict[str, Ratio]:
    """The variables that differ from ``point`` by the kernel of the Hessian there."""
    generator = {name: Ratio(f.ctx.gen(f.ctx.variable_to_index(name))) for name in names}
    hessian = [[f.derivative(a).derivative(b).substitute(known) for b in names] for a in names]
    rows = [[*row, f.lift(0)] for row in hessian]
    pivots = _eliminate(rows, sign)
    found: dict[str, Ratio] = {}
    for k in pivots:
        shift = f.lift(0)
        for j, other in enumerate(names):
            if j not in pivots and rows[k][j]:
                shift = shift + rows[k][j] * (generator[other] - point[other])
        found[names[k]] = point[names[k]] - shift
    return found


def _eliminate(rows: list[list[Ratio]], sign: Sign) -> list[int]:
    """The equations ``A x = b`` of a positive semi-definite A solved in place; the columns that have a pivot.

    A pivot must vanish identically, its row with it, or be certain to vanish nowhere.
    """
    pivots: list[int] = []
    for k in range(len(rows)):
        pivot = rows[k][k]
        if not pivot:
            continue
        if not sign(pivot):
            raise Lacks(f"entries lacks a certificate that the pivot {pivot} of the Hessian is positive")
        rows[k] = [e / pivot for e in rows[k]]
        for i, row in enumerate(rows):
            if i != k and row[k]:
                rows[i] = [a - row[k] * b for a, b in zip(row, rows[k], strict=True)]
        pivots.append(k)
    if any(any(rows[k]) for k in range(len(rows)) if k not in pivots):
        raise Lacks("entries lacks the minimum of a function that is not bounded below")
    return pivots


def solved(gaps: Sequence[Ratio], names: Block, sign: Sign) -> dict[str, Ratio]:
    """Where all ``gaps`` vanish: one variable after the other, from an equation linear in it whose coefficient vanishes
    nowhere; the others are free."""
    found: dict[str, Ratio] = {}
    for gap in gaps:
        rest = gap.substitute(found)
        if not rest:
            continue
        name = next((n for n in names if sign(rest.derivative(n)) and not rest.derivative(n).derivative(n)), "")
        if not name:
            raise Lacks("entries lacks the solutions of these equations")
        value = -rest.substitute({name: rest.lift(0)}) / rest.derivative(name)
        found = {k: v.substitute({name: value}) for k, v in found.items()} | {name: value}
    return found


def second_order(f: Ratio, directions: Sequence[tuple[str, Ratio]]) -> Ratio:
    r""":math:`\frac{d^2}{dh^2}f(x+h\delta)|_{h=0}`, no root in ``f`` depending on the generators that move."""
    total = f.lift(0)
    for name, delta in directions:
        slope = f.derivative(name)
        for other, epsilon in directions:
            total = total + slope.derivative(other) * delta * epsilon
    return total

