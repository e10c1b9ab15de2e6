"""Traits that contradict each other, or of which no engine looks at values that have both, are refused in one sentence;
single ones, and those that say one thing, are not."""

from __future__ import annotations

import pytest

from proofs_check import UserError, check, entry, eq, ge, matrix, ne, scalar, tr, vector, zeros
from proofs_check.statement.terms import Sym
from tests.adversary.stating import named


@pytest.mark.parametrize(("shape", "traits"), [
    ((1, 1), ("random", "noise", "positive")), ((1, 1), ("random", "noise", "std:p", "nonnegative")),
    ((1, 1), ("random", "noise", "nonzero")), ((1, 1), ("random", "noise", "law")),
    (("d", "d"), ("random", "haar", "orthogonal", "symmetric")), (("d", "d"), ("random", "haar", "orthogonal", "psd")),
    (("d", 1), ("random", "cov:S", "positive")), (("d", 1), ("parameter", "random")), ((1, 1), ("layers", "positive")),
    ((1, 1), ("nonnegative", "nonzero")), ((1, 1), ("integer", "nonnegative", "nonzero")),
    (("d", 1), ("nonnegative", "nonzero")), (("d", "d"), ("symmetric", "positive")),
    (("d", "d"), ("symmetric", "nonzero")), (("d", "d"), ("symmetric", "psd", "nonzero")),
    (("d", "d"), ("orthogonal", "symmetric", "posdef")), (("d", "d"), ("integer", "positive")),
])  # fmt: skip
def test_a_contradiction_is_refused(shape: tuple[str | int, str | int], traits: tuple[str, ...]) -> None:
    x = Sym("x_9", shape, frozenset({*traits, *(("symmetric",) if "psd" in traits else ())}))
    with pytest.raises(UserError, match=r"^own/examined: x_9 has the traits '\w+' and '\w+', .* together: .*\.$"):
        check(named("own/examined", eq(x, 2 * x)), only=("words",))


def test_the_sentence_comes_where_the_symbol_is_written() -> None:
    with pytest.raises(UserError, match="state one of them as a hypothesis"):
        matrix("A_9", "d", "d", "symmetric", "nonzero")
    with pytest.raises(UserError, match="write 'positive'"):
        scalar("a_9", "nonnegative", "nonzero")


def test_what_says_one_thing_stays() -> None:
    for traits in (("integer", "positive"), ("positive", "nonzero"), ("symmetric", "posdef"), ("positive", "posdef",
                   "symmetric"), ("integer", "nonnegative")):  # fmt: skip
        scalar("a_9", *traits)
    vector("v_9", "d", "positive", "nonzero")
    A, R = matrix("A_9", "d", "d", "positive"), matrix("R_9", "d", "d", "symmetric", "psd", "posdef")
    assert check(named("own/examined", ge(entry(A, 1, 1), 0))).verdict.name in ("PROVED", "SUPPORTED")
    assert check(named("own/examined", ge(tr(R), 0)), only=("words",)).verdict.name == "PROVED"
    assert check(named("own/examined", ne(R, zeros("d", "d")), ne(R, zeros("d", "d")))).verdict.name != "REFUTED"
