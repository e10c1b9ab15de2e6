"""Equal trees are compared from top to bottom once, and renaming leaves alone what it does not reach."""

from __future__ import annotations

import copy
import pickle

from proofs_check.statement.apart import apart
from proofs_check.statement.props import Prop, eq, exists, for_all, gt, le, substitute_in
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import MadeSym, Op, Sym, scalar

a, b = scalar("a"), scalar("b")


def made(depth: int) -> Op:
    """A tree with 2^depth leaves."""
    return made(depth - 1) * made(depth - 1) if depth else a + b


def test_equal_trees_are_equal_again_and_others_never() -> None:
    x, y, z = made(8), made(8), made(8)
    for _ in range(2):
        assert x == y == z
        assert z == x
        assert x != made(7)
        assert made(8) + 1 != x + 2
    assert len({x, y, z, copy.copy(x), pickle.loads(pickle.dumps(x))}) == 1
    assert eq(x, 1) == eq(y, 1) != le(x, 1)
    assert eq(x, 1) != Op("eq", (x, x))
    assert Prop("neg", (a,)) != Op("neg", (a,))


def test_a_tree_that_was_found_equal_is_told_from_its_neighbours() -> None:
    trees = [made(3) + k for k in range(4)] * 2
    assert [[x == y for y in trees] for x in trees] == [[i % 4 == j % 4 for j in range(8)] for i in range(8)]


def test_a_symbol_of_an_engine_in_a_tree_is_not_one_that_was_written() -> None:
    own, ours = Sym("c"), MadeSym("c'")
    for _ in range(2):
        assert own + 1 != ours + 1
        assert ours + 1 == MadeSym("c'") + 1


def test_what_a_substitution_does_not_reach_stays_the_same_object() -> None:
    bound = exists(a, gt(a, 0))
    assert substitute_in(bound, {b: a}) is bound
    assert substitute_in(for_all(a, le(b, a**2)), {b: a + 1}).args[0] != a


def test_only_what_is_bound_and_free_gets_another_letter() -> None:
    clear, met = eq(b, 1), le(a - 1, infimum(a**2, a))
    first, second = apart([clear, met])
    assert first is clear
    assert second != met
    assert apart([clear, met]) == (first, second)
