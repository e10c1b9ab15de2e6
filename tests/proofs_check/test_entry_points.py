"""Public functions that are called with what cannot be meant say so, at once, with the remedy."""

from __future__ import annotations

import copy
import math
import pickle
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
import sympy

import proofs_check
from numeric.ode import measure
from numeric.parameters import theta
from numeric.training.config import config
from proofs_check import (
    Abbrev,
    Head,
    Hypothesis,
    Kind,
    Proof,
    activation,
    ask,
    chain,
    check,
    claim,
    commute,
    conj,
    convex,
    critical_points,
    curvature,
    eq,
    exists,
    exp,
    expect,
    eye,
    forward_pass,
    global_minimum,
    gradient_flow,
    implies,
    inv,
    invariants,
    isotropic,
    load,
    matrix,
    minimum,
    minimum_where,
    of_kernel,
    parameter,
    psd,
    risk_at,
    scalar,
    show,
    tr,
    vector,
    words,
)
from proofs_check.errors import UserError
from proofs_check.proof import Attained, Exhibit
from proofs_check.results import Result
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Term
from proofs_check.witnesses import Context
from symbolic.derive import derive, read_back

A, a, u = matrix("A"), scalar("a"), parameter("u")
ONE = [[1, 0], [0, 1]]

NONSENSE = {
    "check nothing": (lambda: check(None), r"check\(None\) names no claim: pass an id"),
    "dims of 0": (lambda: check("zfb/lemma-17", dims=(-1,)), r"dims=\(-1,\) must be a tuple of positive integers"),
    "dims as text": (lambda: check("zfb/lemma-17", dims="12"), "must be a tuple of positive integers"),
    "dims not a number": (lambda: check("zfb/lemma-17", dims=(math.nan,)), "must be a tuple of positive integers"),
    "no dims": (lambda: check("zfb/lemma-17", dims=()), "must be a tuple of positive integers"),
    "only nothing": (lambda: check("zfb/lemma-17", only=None), r"only=None must be a tuple: write only=\('words',\)"),
    "dims of thousand millions": (
        lambda: check("zfb/lemma-17", dims=(10**9,)), r"dims=\(1000000000,\) must hold dimensions of at most 64: use 1"
    ),
    "claims 3": (lambda: check("zfb/lemma-17", claims=3), "claims=3 must be a path or a tuple of paths"),
    "context 3": (lambda: check("zfb/lemma-17", context=3), "context=3 is no Context"),
    "executor 3": (lambda: check("zfb/lemma-17", executor=3), "executor gives 3, which is no concurrent"),
    "load 3": (lambda: load(3), "folders=3 must be a path or a tuple of paths: write folders='claims'"),
    "load paths and 3": (lambda: load(("claims", 3)), "must be a path or a tuple of paths"),  # type: ignore[arg-type]
    "no pair": (lambda: global_minimum(tr(A), A), r"It is written global_minimum\(f: Term, \*bindings: tuple\[Sym"),
    "no curvature": (lambda: curvature(tr(A), A, A), r"curvature\(tr\(A\), A, A\) cannot be meant"),
    "a trait": (lambda: matrix("A", 2, 2, "symetric"), "A has the unknown trait 'symetric': did you mean 'symmetric'"),
    "symmetric and not square": (
        lambda: matrix("W", 2, 3, "symmetric"),
        "^W is 2 x 3, and only a square matrix is symmetric: give it as many columns as rows, or leave the trait out.$",
    ),
    "symmetric between names of sizes": (lambda: matrix("W", "d", "k", "symmetric"), "W is d x k, and only a square"),
    "psd and not square": (lambda: matrix("W", 2, 3, "symmetric", "psd"), "only a square matrix is psd"),
    "posdef and not square": (lambda: matrix("W", 2, 3, "symmetric", "posdef"), "only a square matrix is posdef"),
    "orthogonal and not square": (lambda: matrix("W", 3, 2, "orthogonal"), "only a square matrix is orthogonal"),
    "invertible and not square": (lambda: matrix("W", 2, 3, "invertible"), "only a square matrix is invertible"),
    "a symmetric vector": (lambda: vector("v", "d", "symmetric"), "v is d x 1, and only a square matrix is symmetric"),
    "a size of a thousand million": (
        lambda: check(claim("mine/a", kind=Kind.IDENTITY)(lambda: eq(tr(eye(10**9)), 10**9))),
        "has the size 1000000000, of which 1000 are the most: write a name, 'd'",
    ),
    "letters of a class": (lambda: ask("A", Kind), "must be a text or several"),  # type: ignore[arg-type]
    "a list of traits": (lambda: matrix("A", 2, 2, ["symmetric"]), r"traits is \['symmetric'\], where str is asked"),
    "a trait of another kind": (lambda: activation("h", iter(())), "where a trait stands: traits are texts"),
    "a relation": (lambda: chain(a, "<<", a), r"a chain is written chain\(a, '<=', b, '=', c\)"),
    "psd of True": (lambda: psd(True), r"psd\(...\) is applied to True: it takes formulas"),
    "numbers": (lambda: commute(1, 1), r"commute\(...\) is applied to 1"),
    "a text": (lambda: tr("flow"), r"tr\(...\) is applied to 'flow'"),
    "a chain of one": (lambda: chain(a), "a chain is written"),
    "an entry": (lambda: A[0], r"an entry is entry\(A, i, j\)"),
    "a hypothesis of a number": (lambda: Hypothesis("h", 3), "prop is 3, where Prop is asked for"),
    "a proof of 3": (lambda: claim("mine/a", kind=Kind.IDENTITY, proof=3), "proof is 3, where Proof"),
    "a model of 3": (lambda: claim("mine/a", kind=Kind.IDENTITY, model=3), "model is 3, where str | Model"),
    "parameters": (lambda: gradient_flow(a, a), "parameters is a, where Iterable"),
    "a pair missing": (lambda: Attained(a), r"Attained\(a\) cannot be meant: at is a, where tuple"),
    "how it is printed": (lambda: scalar("a", tex=3), "how a symbol is printed is a text of LaTeX"),
    "no trajectory": (lambda: measure(3), "trajectory must be a Trajectory, not 3. Make one by dense_flow"),
    "a model of a list": (lambda: derive([1]), r"model is \[1\], which is unknown: choose zfb/lsa"),
    "what of an array": (lambda: derive("lsa", np.eye(2)), "what is array"),
    "an activation of an array": (lambda: derive("lsa", activation=np.eye(2)), "layers and the activation are of ccs"),
    "an array of integers": (
        lambda: risk_at("zwb/ltb", H=np.eye(2, dtype=int), Psi=ONE, beta_star=[0, 0]),
        r"H holds .*1\)?, which is no exact number: .* A.tolist\(\) for an array of integers",
    ),
    "a model of an array": (lambda: config(np.eye(2)), "cannot be trained yet. Pass one of"),  # type: ignore[arg-type]
    "too many dimensions to train": (lambda: config(d=10**9), "d must be at most 2000 and N at most"),
    "a root of what is no number": (lambda: words(exp(A)), "exp"),
    "variables": (lambda: critical_points(sympy.Symbol("s") ** 2, 3), "variables must be a list of symbols, not 3"),
    "a span": (lambda: invariants(gradient_flow(u**2, (u,)), "d"), "span is 'd', where Iterable"),
    "no derived data": (lambda: read_back("lsa"), "pass what derive"),
    "no argument": (lambda: eq(a), r"missing a required argument: 'rhs'. It is written eq\(lhs"),
    "words given a number": (lambda: words(a, a), "given holds a, which is no Prop"),
    "a proof of a symbol": (lambda: Proof(a), "steps=a must be a tuple"),
    "an exhibit of an index": (lambda: Exhibit(a), r"Exhibit takes pairs of a symbol and its value"),
    "digits": (
        lambda: forward_pass(ONE, [1, 2], [Head(ONE, ONE, ONE, "linear")], arithmetic="balls", digits=10**12),
        "digits must be at most 10000, not 1000000000000",
    ),
    "digits of doubles": (
        lambda: forward_pass(ONE, [1, 2], [Head(ONE, ONE, ONE, "linear")], digits=10**12),
        "digits is 1000000000000, and arithmetic 'float64' has no digits to choose: pass arithmetic='balls'",
    ),
    "an activation misspelt": (lambda: Head(ONE, ONE, ONE, "sofmax"), "activation of a head is 'sofmax': did you mean"),
    "a head without V": (lambda: Head(None, ONE, ONE, "linear"), "V of a head is None: a matrix is needed"),
    "a kernel of 3": (lambda: of_kernel(3), "kernel is 3: pass a function of two columns"),
    "floats": (
        lambda: risk_at("zwb/ltb", H=[[0.1, 0], [0, 1]], Psi=ONE, beta_star=[0, 0]),
        r"H holds 0.1, which is no exact number: write Fraction\(1, 10\)",
    ),
    "too many dimensions": (
        lambda: risk_at("zwb/ltb", H=[[0] * 12] * 12, Psi=[[0] * 12] * 12, beta_star=[0] * 12),
        "beta_star has 12 entries: use 1 to 8",
    ),
    "a formula for a proposition": (lambda: minimum_where(a, A, eq(A, A)), "body is A, where Prop is asked for"),
    "a formula that is said to hold": (lambda: implies(a, eq(a, 1)), "hypothesis is a, where Prop is asked for"),
    "a proposition for a formula": (lambda: commute(A, eq(A, A)), "B is A = A, where Term is asked for"),
    "a formula for a symbol": (lambda: exists(2 * a, eq(a, 1)), r"variable is 2 a, where Sym is asked for"),
    "a minimum at nothing": (lambda: global_minimum(tr(A)), r"names no symbol: it is written global_minimum\(norm_F"),
    "a minimum over nothing": (lambda: minimum(tr(A)), r"minimum\(...\) names no symbol: it is written minimum"),
    "convex in nothing": (lambda: convex(tr(A)), r"convex\(...\) names no symbol"),
    "rows missing": (lambda: risk_at("zwb/ltb", H=ONE), "missing a required argument: 'Psi'"),
}


@pytest.mark.parametrize(("call", "sentence"), NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_refused_when_it_is_written(call: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as told:
        call()
    assert getattr(told.value, "is_user_error", False)


@pytest.mark.parametrize("call", [
    lambda: proofs_check.derive("lstm"),
    lambda: forward_pass(ONE, [1, 2], []),
    lambda: Head(ONE, ONE, ONE, "sofmax"),
    lambda: of_kernel(3),
    lambda: risk_at("zwb/ltb", H=[[0.1]], Psi=[[1]], beta_star=[0]),
    lambda: critical_points(sympy.Symbol("s") ** 2, 3),
])  # fmt: skip
def test_what_a_public_name_refuses_is_a_user_error(call: Any) -> None:
    with pytest.raises(UserError):
        call()


def test_a_statement_found_in_the_registry_is_checked() -> None:
    found = check(load().find("zfb/lemma-17"), only=("words",))
    assert isinstance(found, Result)
    assert found.id == "zfb/lemma-17"


def sum_of(terms: int) -> Term:
    found: Term = tr(A)
    for k in range(terms - 1):
        found = found + scalar(f"a{k}")
    return found


def test_what_is_too_long_is_refused_in_a_sentence() -> None:
    total = sum_of(100)
    with pytest.raises(UserError, match="is nested 101 levels deep, of which 80 are read: write a long sum as total"):
        claim("mine/long", kind=Kind.IDENTITY)(lambda: eq(total, total))


NESTED = {
    "a sum": lambda t: t + a, "inverses": inv, "transposes": lambda t: t.T, "powers": lambda t: t**2,
    "implications": lambda t: implies(eq(a, 1), t if isinstance(t, Prop) else eq(t, 1)),
    "conjunctions": lambda t: conj(t if isinstance(t, Prop) else eq(t, 1), eq(a, 1)),
    "abbreviations": lambda t: Abbrev(a, t),
}  # fmt: skip


@pytest.mark.parametrize("more", NESTED.values(), ids=NESTED)
def test_what_is_too_deep_is_refused_where_it_is_written_and_what_is_not_shows_itself(more: Any) -> None:
    tree: Any = A
    for _ in range(149):
        tree = more(tree)
    with pytest.raises(UserError, match="more than 150 levels deep: write a long sum as total"):
        more(more(tree))
    assert repr(tree)
    assert tree._repr_latex_()
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert hash(tree) == hash(copy.deepcopy(tree))
    assert repr(show(tree))


def test_what_is_derived_of_the_deepest_sums_is_derived_or_refused_in_a_sentence() -> None:
    assert repr(words(sum_of(100))).count("+") == 99
    for derived in (words, isotropic, lambda t: gradient_flow(t, (u,)), lambda t: expect(t)):
        with suppress(UserError):
            derived(sum_of(149))


def test_the_deepest_statement_that_is_read_is_decided() -> None:
    total = tr(A)
    for k in range(77):
        total = total + scalar(f"a{k}")
    found = check(claim("mine/long", kind=Kind.IDENTITY)(lambda: eq(total, total)), only=("words", "entries", "balls"))
    assert (found.verdict.name, found.defects) == ("PROVED", ())


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"dims": (65,)}, r"dims=\(65,\) must hold dimensions of at most 64"),
        ({"dims": ()}, "must be a tuple of positive integers"),
        ({"dims": 2}, "must be a tuple of positive integers"),
        ({"seed": "a"}, "seed='a' must be an integer, or None"),
        ({"tier": "slow"}, "tier='slow' must be 'fast' or 'full'"),
    ],
)
def test_a_context_that_no_examination_knows_is_refused_where_it_is_made(given: Any, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        Context(**given)


def test_a_context_takes_dimensions_as_check_does() -> None:
    assert Context(dims=[2, 1, 2]).dims == (2, 1)  # type: ignore[arg-type]
    assert Context(seed=3, dims=(64,), tier="full").seed == 3


def test_what_the_fuzz_has_found_is_told() -> None:
    a, S = proofs_check.scalar("a"), matrix("S")
    with pytest.raises(UserError, match="words lacks the law of a, which is no random vector"):
        proofs_check.words(a, proofs_check.iid_entries(a, S))
    with pytest.raises(ValueError, match="Theta must be a matrix of numbers") as told:
        theta(10**400, 2)  # type: ignore[arg-type]
    assert getattr(told.value, "is_user_error", False)
