"""Every axiom is examined by numbers at random instances, and a wrong one would be found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs_check.statement.props import Prop, always, eq, for_all, le, lt, ne, replace_in
from proofs_check.statement.terms import exp, expect, term, total, tr
from proofs_check.statement.terms import least as smaller
from proofs_check.theorems.schemes import ALL, Scheme, integer
from tests.theorems.examined import examine
from tests.theorems.examined_functions import NAMES

TRIES = {
    **dict.fromkeys([f"{name} over 2" for name in ("minimum", "global minimum", "minimum where")], 600),
    "minimisers over 2": 12,
    "below every value over 2": 12,
    "convex": 40,
    "tends": 60,
    "minimum over 1": 600,
    "the minimiser": 3000,
    "global minimum over 1": 600,
}
WIDE = [
    name for name in ALL if (name[-1:].isdigit() and name[-1] in "3456") or name.endswith("as two integers grow")
]
"""Least values over so many symbols: the same text as over two; limits as two integers grow: as for one."""
HERE = [name for name in ALL if name not in NAMES]
"""The others are examined beside this, in ``test_schemes_of_functions``."""


@pytest.mark.parametrize("name", [name for name in HERE if name not in WIDE])
def test_the_axiom_holds_at_random_instances(name: str) -> None:
    met, failure = examine(ALL[name], tries=TRIES.get(name, 200))
    assert not failure
    assert met >= 5, "too few instances at which the hypotheses hold"


OF_LIMITS = ("a sum", "a product", "a transpose", "a trace", "a norm", "an inverse", "a reciprocal", "a root",
             "what is equal")  # fmt: skip


def _wrong() -> dict[str, Scheme]:
    """Axioms with a hypothesis lost, a sign turned or a bound made strict."""

    def without(name: str, k: int) -> Scheme:
        told = ALL[name]
        return replace(told, hypotheses=told.hypotheses[:k] + told.hypotheses[k + 1 :])

    lost = [("slack", 0), ("sum", 0), ("product", 0), ("product", 1), ("strict sum", 0), ("antisymmetry", 1),
            ("posdef is invertible", 0), ("psd is symmetric", 0), ("quadratic form", 0), ("commute", 0),
            ("exponential is increasing", 0), ("sum by sum", 0), ("equal summands", 0), ("order of means", 0),
            ("vanishing mean square", 0), ("Gronwall's inequality", 1), ("intermediate value theorem", 2),
            ("barrier", 1), ("start", 0), ("squeeze", 2), ("minimum over 1", 0), ("minimum over 1", 1),
            ("global minimum over 1", 0),
            ("minimisers over 1", 1), ("convex", 0), ("tends", 0),
            ("strict slack", 0), ("from slack", 0), ("from strict slack", 0), ("sum strict", 0), ("sum strict", 1),
            ("strict product", 0), ("strict product", 1), ("weaken", 0), ("apart", 0), ("posdef is psd", 0),
            ("inverse of posdef", 0), ("commuting", 0), ("spectral theorem", 0), ("tending", 0),
            ("ring of integers", 0), ("below both", 0), ("below both", 1), ("term of a sum", 0),
            ("term of a sum of pairs", 0),
            ("sum of pairs by sum", 0), ("distinct", 0), ("both ways", 0), ("both ways", 1),
            ("largest eigenvalue", 0), ("largest eigenvalue", 1), ("largest eigenvalue", 2), ("least eigenvalue", 0),
            ("least eigenvalue", 2), ("least positive eigenvalue", 0), ("least positive eigenvalue", 1),
            ("image of posdef", 0), ("image of posdef", 2), ("condition number", 0), ("infimum over 1", 0),
            ("operator norm and Frobenius norm", 1), *(("rank of a dyad", k) for k in (0, 1, 2)),
            ("continuation of bounded solutions", 0), ("Gronwall's inequality for a root", 4),
            *((f"limit of {of}{tail}", 0) for tail in ("", " as an integer grows") for of in OF_LIMITS),
            *((f"limit of {of}{tail}", k) for tail in ("", " as an integer grows")
              for of, k in (("a product", 1), ("an inverse", 2), ("a reciprocal", 2), ("a root", 1))),
            ("limit of a block matrix", 3), *(("limit of an entry", k) for k in (0, 1)), ("limit of a sum of n", 0),
            ("exponential decay", 0), ("forced decay", 2), ("forced decay", 4),
            ("convergence in norm", 0), ("convergence in norm as an integer grows", 0),
            ("squeeze as an integer grows", 0),
            *(("uniqueness of solutions", k) for k in (2, 3, 4, 5)),
            ("the minimiser", 1), *(("order as an integer grows", k) for k in (0, 1)), ("minimum where over 1", 0),
            *(("determinant of a product", k) for k in (0, 1)), *(("determinant of a multiple", k) for k in (0, 1)),
            ("determinant of a transpose", 0), ("determinant of an inverse", 0),
            *(("congruence", k) for k in (0, 1)),
            *((f"{of} of a rotated Gaussian", k) for of in ("mean", "law") for k in (0, 1, 2)),
            ("law that all rotations keep", 0), ("mean of what is linear in a rotation", 0)]  # fmt: skip
    found = {f"{name} without hypothesis {k + 1}": without(name, k) for name, k in lost}
    slack, product, law = ALL["slack"], ALL["strict product"], ALL["exponential law"]
    a, b = slack.metas
    found["slack, strict"] = replace(slack, conclusions=(lt(0, b - a),))
    found["slack, turned"] = replace(slack, conclusions=(le(0, a - b),))
    found["product, strict"] = replace(product, hypotheses=(le(0, product.metas[0]), *product.hypotheses[1:]))
    found["exponential law, wrong"] = replace(law, conclusions=(le(exp(law.metas[0]), term(1)),))
    for name in ("limit of a constant", "limit of a constant beside what has one",
                 "limit of a constant as an integer grows", "1/N as an integer grows"):  # fmt: skip
        (shown,) = ALL[name].conclusions
        more = Prop(shown.head, (shown.args[0] + shown.args[0] + 1, *shown.args[1:]))  # type: ignore[operator]
        found[f"{name}, moved"] = replace(ALL[name], conclusions=(more,))
    zeros, index = ALL["sum of zeros"], ALL["index"]
    found["sum of zeros, of ones"] = replace(zeros, conclusions=(eq(total(*zeros.metas, term(1)), term(0)),))
    found["index, a third"] = replace(index, conclusions=(integer(index.metas[0] / 3),))
    for name in ("invertible", "orthogonal is invertible"):
        found[f"{name}, and its trace"] = replace(ALL[name], conclusions=(ne(tr(ALL[name].metas[0]), 0),))
    gram = ALL["rank of a Gram matrix"]
    found["rank of a Gram matrix, and the trace"] = replace(gram, conclusions=(eq(tr(gram.metas[0]), 1),))
    for name in ("submultiplicativity", "Cauchy-Schwarz"):
        found[f"{name}, strict"] = replace(ALL[name], conclusions=(lt(*ALL[name].conclusions[0].args),))
    low, high = ALL["index"].conclusions[0].args
    found["index, turned"] = replace(ALL["index"], conclusions=(le(high, low),))
    below = ALL["below every value over 1"]
    x, least = below.conclusions[0].args
    found["below every value over 1, turned"] = replace(below, conclusions=(for_all(x, le(*least.args[::-1])),))
    (z,), halves = ALL["integer"].metas, ALL["0 and 1"]
    found["integer, halved"] = replace(ALL["integer"], conclusions=(integer(z / 2),))
    found["0 and 1, halved"] = replace(halves, conclusions=(integer(term(1) / 2),))
    found["least of two, turned"] = replace(ALL["least of two"], conclusions=(le(a, smaller(a, b)),))
    for name in ("least of all", "least of pairs"):
        found[f"{name}, turned"] = replace(ALL[name], conclusions=(_turned(ALL[name].conclusions[0]),))
    above = ALL["above the infimum over 1"]
    found["above the infimum over 1, turned"] = replace(above, conclusions=(_turned(above.conclusions[0]),))
    gronwall = ALL["Gronwall's inequality"]
    found["Gronwall, without its rate"] = replace(gronwall, conclusions=(always(le(gronwall.metas[0], 0)),))
    tower, out = ALL["tower"], ALL["what is known is taken out"]
    all_, given = (side.args[0] for side in tower.conclusions[1].args)
    found["tower, of one outcome"] = replace(tower, conclusions=(eq(expect(all_), given),))
    (of_product, rest), mean = out.conclusions[1].args, expect(out.metas[1])
    found["what is known is taken out, of the whole mean"] = replace(out, conclusions=(
        eq(of_product, replace_in(eq(rest, 0), (0, 0, 1), mean).args[0]),))
    return found


def _turned(p: Prop) -> Prop:
    """The other way round, below its quantifiers."""
    if p.head == "le":
        return Prop("le", p.args[::-1])
    return Prop(p.head, (*p.args[:-1], _turned(p.args[-1])))  # type: ignore[arg-type]


WRONG = _wrong()


def test_every_axiom_has_a_wrong_variant() -> None:
    """Except those over two symbols and more, and that of a mean that exists: here all do."""
    told = {name.split(" without ")[0].split(", ")[0] for name in WRONG}
    assert {name for name in set(HERE) - told if not name.endswith(" over 2") and name not in WIDE} == {"dominated"}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_axiom_is_found(name: str) -> None:
    assert any(examine(WRONG[name], seed=seed)[1] for seed in range(3))
