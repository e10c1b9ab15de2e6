"""What is true of a statement after a change, from its truth before: hostile names, other scales, its negation, one
statement in the hypothesis of another, quantifiers in front, a weaker trait.  ``changed(seed)`` draws one; nothing registers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as put_into
from random import Random
from typing import Any

from ..stating import FAMILIES, members
from . import refereed_textbooks as refereed_textbooks
from .refereed_fuzzer import letters_of, seen_false
from .refereed_words import *  # noqa: F403

BINDERS = {"grad", "curvature", "slope", "minimum", "infimum", "argmin", "where", "sum", "sum_unequal", "least_over", "exists", "for_all",
           "global_minimum", "local_minimum", "saddle", "minimisers_satisfy", "minimum_where", "convex", "nonconvex", "differentiable",
           "independent_of", "depends_on", "tends", "tends_jointly", "order", "expect_given", "at", "kernel_value", "gram", "spectrum_products"}  # fmt: skip
HOSTILE = ["t", "I", "e", "pi", "E", "i", "Lam", "lambda", "inf", "nan", "oo", "zoo", "sum", "S", "Q", "O", "N_", "x_1", "A_T", "Gamma", "beta", "re", "one",
           "zeros", "u12", "y_q", "L", "W_PV", "None", "True", "x_q", "Theta", "h0", "sigma", "I_n", "Id", "U11", "w", "half", "M", "B", "tau", "eps"]  # fmt: skip


def mapped(node: Any, change: Any) -> Any:
    if isinstance(node, Sym):
        return change(node)
    return type(node)(node.head, tuple(mapped(arg, change) for arg in node.args)) if isinstance(node, (Op, Prop)) else node


def bound_in(node: Any) -> set[str]:
    if not isinstance(node, (Op, Prop)):
        return set()
    here = {arg.name for arg in node.args if isinstance(arg, Sym)} if node.head in BINDERS else set()
    return here.union(*map(bound_in, node.args)) if node.args else here


def plain(one: Stated) -> list[Sym]:
    """Letters that nothing binds, that are not drawn and of which no law speaks."""
    every = set().union(*map(letters_of, (one.statement(), *one.given)))
    bound = set().union(*map(bound_in, (one.statement(), *one.given)))
    spoken = {trait.partition(":")[2] for sym in every for trait in sym.traits}
    dims = {dim for sym in every for dim in sym.shape}
    wrong = {"identity", "zero", "index", "random", "parameter", "haar", "orthogonal", "kernel", "integer", "iid"}
    return sorted((s for s in every if not s.traits & wrong and s.name not in bound | spoken | dims), key=lambda s: s.name)


def renamed(rng: Random, one: Stated) -> Stated | None:
    found = plain(one)
    if not found or one.model:
        return None
    every = {s.name for s in set().union(*map(letters_of, (one.statement(), *one.given)))}
    names = rng.sample([h for h in HOSTILE if h not in every], min(len(found), 12))
    new = {s.name: name for s, name in zip(found, names, strict=False)}

    def change(sym: Sym) -> Sym:
        return Sym(new[sym.name], sym.shape, sym.traits) if sym.name in new else sym

    return put_into(one, prop=mapped(one.statement(), change), given=tuple(mapped(g_, change) for g_ in one.given))


def rescaled(rng: Random, one: Stated) -> Stated | None:
    """For every value of a letter is for every value of its multiple by a positive number."""
    found = plain(one)
    if not found or one.model or one.proof:
        return None
    by = {s.name: rng.choice((H(10**6), H(1, 10**6), H(7, 3))) for s in rng.sample(found, rng.randint(1, len(found)))}

    def change(sym: Sym) -> Any:
        return by[sym.name] * sym if sym.name in by else sym

    return put_into(one, prop=mapped(one.statement(), change), given=tuple(mapped(g_, change) for g_ in one.given), large=True)


OPPOSITE = {"eq": "ne", "ne": "eq", "le": "gt", "lt": "ge", "ge": "lt", "gt": "le"}


def against(one: Stated) -> Prop | None:
    prop = one.statement()
    return Prop(OPPOSITE[prop.head], prop.args) if prop.head in OPPOSITE else None


def negated(rng: Random, one: Stated) -> Stated | None:
    other = against(one)
    return put_into(one, truth=Truth.FALSE, prop=other) if other is not None and one.truth is Truth.TRUE else None


def nested(rng: Random, one: Stated, two: Stated) -> Iterator[Stated]:
    """Of statements without hypotheses, whose terms have values everywhere."""
    p_, q_ = one.statement(), two.statement()
    no = against(one)
    so = {True: Truth.TRUE, False: Truth.FALSE}
    both = (one.truth is Truth.TRUE, two.truth is Truth.TRUE)
    yield Stated(so[all(both)], conj(p_, q_))
    if both[0]:
        yield Stated(two.truth, implies(p_, q_))
        yield Stated(two.truth, iff(p_, q_))
        yield Stated(two.truth, q_, (p_,))
        if no is not None:
            yield Stated(Truth.TRUE, implies(no, q_))
            yield Stated(Truth.VACUOUS, q_, (no,))
            yield Stated(Truth.FALSE, implies(p_, no))
            yield Stated(two.truth, implies(implies(no, q_), q_))
            yield Stated(Truth.FALSE, iff(no, p_))
    free = [s for s in plain(two) if s.shape == (1, 1)]
    if free:
        s = rng.choice(free)
        yield Stated(two.truth, for_all(s, q_))
        if both[1]:
            yield Stated(Truth.TRUE, exists(s, q_))
            other = against(two)
            if other is not None:
                yield Stated(Truth.FALSE, exists(s, other))
                yield Stated(Truth.FALSE, implies(for_all(s, q_), other))
                yield Stated(Truth.TRUE, implies(exists(s, other), p_))


def weaker(rng: Random, one: Stated) -> Stated | None:
    """Without a trait; kept where a point in fractions refutes it, else of unknown truth."""
    found = [s for s in plain(one) if s.traits & {"posdef", "psd", "symmetric", "positive", "nonnegative"}]
    if not found or one.model:
        return None
    s = rng.choice(found)
    less = {"posdef": "psd", "psd": "", "positive": "nonnegative", "nonnegative": "", "symmetric": ""}
    which = rng.choice(sorted(s.traits & set(less)))
    traits = (s.traits - {which}) | ({less[which]} if less[which] else set())
    if which == "symmetric":
        traits -= {"posdef", "psd"}
    new = Sym(s.name, s.shape, frozenset(traits))
    prop = mapped(one.statement(), lambda sym: new if sym.name == s.name else sym)
    given = tuple(mapped(g_, lambda sym: new if sym.name == s.name else sym) for g_ in one.given)
    try:
        wrong = seen_false(rng, prop, given, 60)
    except Exception:
        wrong = False
    return Stated(Truth.FALSE if wrong else Truth.UNKNOWN, prop, given)


def total_(one: Stated) -> bool:
    """No term without a value anywhere, by the heads and letters that stand in it."""
    text = repr(one.statement())
    return not one.given and not one.model and "/" not in text and "⁻¹" not in text and "sqrt" not in text and "√" not in text and "E[" not in text


def everything() -> list[Stated]:
    return [one for name in FAMILIES if name.startswith("refereed_textbooks/") for one in members(name)]


def changes(seed: int) -> list[Stated]:
    rng, all_ = Random(f"changes/{seed}"), everything()
    one = rng.choice(all_)
    found: list[Stated | None] = [renamed(rng, one), rescaled(rng, one), negated(rng, one)]
    if one.truth is Truth.TRUE:
        found += [weaker(rng, one)]
    easy = [s for s in all_ if total_(s)]
    sure = [s for s in easy if s.truth is Truth.TRUE]
    made = list(nested(rng, rng.choice(sure), rng.choice(easy)))
    found += rng.sample(made, 3)
    return [put_into(s, id=f"refereed_changes/{seed}.{k}") for k, s in enumerate(found) if s is not None]
