"""Forgeries by names and numbers: a symbol called 1, a citation without a name, a sum up to what is no number."""

from __future__ import annotations

from proofs_check.statement.props import always, eq, posdef
from proofs_check.statement.terms import Op, entry, term, total
from tests.certificates.disguises import raw
from tests.certificates.forged import forged
from tests.certificates.proofs import by, cites, identity, positive
from tests.certificates.statements import A, a, b, n, u

w, k, h = raw("w"), raw("k", "integer"), raw("h", "activation")
layer, one = raw("l", "integer", "nonnegative", "layer"), raw("1", "integer", "positive")


def unnamed(missing):
    other = forged(eq(a, a), [("1", eq(a, a), identity(), [])], id="own/other")
    right, wrong = cites(eq(a, a)), cites(eq(a, b))
    del wrong[missing]
    return [other, forged(eq(a, b), [("1", eq(a, a), right, []), ("2", eq(a, b), wrong, [])])]


def at_two(taken, column, there):
    same, wrong = eq(entry(taken, one, column), entry(taken, 1, 1)), eq(entry(taken, 2, there), entry(taken, 1, 1))
    return forged(wrong, [("1", same, identity(), []), ("2", wrong, by("Instance", at=[[one, 2]]), ["1"])])


def alone(prop, rule=None, **more):
    return forged(prop, [("1", prop, rule or identity(), [])], **more)


def moved(trait):
    z = raw("z", trait)
    wrong = always(eq(2 * z, 2 * a))
    return forged(wrong, [("1", wrong, identity(2), ["h"])], {"h": eq(z, a)})


LAST, place = raw("n+1", "integer", "positive"), raw("i", "index", "range:n+1")
WITHOUT = {
    "steps up to a number": Op("sequence", (w, layer, a, w * 2, b)),
    "steps up to -1": Op("sequence", (w, layer, a, w * 2, term(-1))),
    "a sum up to a number": Op("sum", (k, a, b)),
    "a product up to a number": Op("product_up", (layer, a, A)),
    "a derivative of any activation": Op("jacobian", (h, Op("+", (n, n)), A, A, A)),
}
BUNDLES = {f"a citation without {missing}": lambda missing=missing: unnamed(missing) for missing in ("part", "reading")}
FALSE = {
    "an entry at a symbol called 1": lambda: at_two(A, one, 2),
    "a row at a symbol called 1": lambda: at_two(u, 1, 1),
    "a sum up to a symbol called n+1": lambda: alone(eq(total(place, LAST, a) + 0 * n, (n + 1) * a)),
    "a diagonal that is merely not 0": lambda: alone(
        posdef(Op("diag", (raw("v", "nonnegative", "nonzero", shape=("d", 1)),))), positive),
    **{what: lambda node=node: alone(eq(node, node), where=()) for what, node in WITHOUT.items()},
    **{f"{trait} that was at one moment": lambda trait=trait: moved(trait)
       for trait in ("prompt", "layers", "setting", "context")},
}  # fmt: skip
