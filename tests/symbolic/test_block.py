"""The models of the linear transformer block derived from their definitions, against brute force at exact points."""

from __future__ import annotations

import random
from fractions import Fraction
from math import prod
from typing import Any

import pytest
import sympy

from symbolic import block_groups
from symbolic.block import bottom_right, models, u_1, w_1
from symbolic.block_minima import least
from symbolic.derive import derive, read_back
from symbolic.errors import InputError
from symbolic.typesetting.formulas import formulas
from symbolic.words import Matrix, Scalar, name_of, substitute
from symbolic.words.structure import depends_on

Rows = list[list[Any]]
MODELS = ("zwb/ltb", "zwb/lsa", "zwb/gd-beta")


def product_of(*factors: Rows) -> Rows:
    """The product of matrices that are lists of rows."""
    first, *rest = factors
    for other in rest:
        columns = turned(other)
        first = [[sum((a * b for a, b in zip(row, col, strict=True)), start=0 * row[0]) for col in columns]
                 for row in first]  # fmt: skip
    return first


def sum_of(a: Rows, b: Rows, factor: Any = 1) -> Rows:
    return [[x + factor * y for x, y in zip(p, q, strict=True)] for p, q in zip(a, b, strict=True)]


def turned(A: Rows) -> Rows:
    return [list(column) for column in zip(*A, strict=True)]


def normal_mean(polynomial: Any) -> Fraction:
    """The mean over independent standard normal generators, from their moments 1, 0, 1, 0, 3, ...."""
    moments = {0: 1, 2: 1, 4: 3, 6: 15, 8: 105}
    return sum((Fraction(int(c.numerator), int(c.denominator)) * prod(moments[k] for k in powers)
                for powers, c in polynomial.terms() if all(k % 2 == 0 for k in powers)), start=Fraction(0))  # fmt: skip


def leaves(names: Any) -> list[str]:
    if isinstance(names, str):
        return [names]
    return [leaf for inner in (names.values() if isinstance(names, dict) else names) for leaf in leaves(inner)]


def values_of(data: dict[str, Any], d: int, M: int) -> dict[str, Fraction]:
    """Exact values of everything in the data."""
    draw = random.Random(f"{data['model']} {d} {M}")
    values = {name: Fraction(draw.randint(-3, 3), draw.randint(1, 2)) for name in leaves(data["symbols"])}
    return values | {"M": Fraction(M), "sigma": Fraction(draw.randint(1, 3), 2)}


def root(d: int, rank: int, seed: int) -> list[list[int]]:
    """C with C C^T of this rank, as a rule."""
    draw = random.Random(seed)
    return [[draw.choice([-2, -1, 1, 2, 3]) for _ in range(rank)] for _ in range(d)]


def brute_force(name: str, d: int, M: int, values: dict[str, Fraction], A: Rows, B: Rows) -> Fraction:
    """The risk from tokens and weights written out, where H = A A^T and Psi = B B^T."""
    sizes = {"z": (len(A[0]), M), "q": (len(A[0]), 1), "w": (len(B[0]), 1), "e": (M, 1)}
    names = [f"{stem}{i}{j}" for stem, (r, c) in sizes.items() for i in range(r) for j in range(c)]
    _, *generators = sympy.ring(names, sympy.QQ)
    places = iter(generators)
    drawn = {stem: [[next(places) for _ in range(c)] for _ in range(r)] for stem, (r, c) in sizes.items()}

    def number(name: str) -> Any:
        return sympy.QQ(values[name].numerator, values[name].denominator)

    def column(stem: str) -> Rows:
        return [[number(f"{stem}_{i}")] for i in range(1, d + 1)]

    def square(stem: str) -> Rows:
        return [[number(f"{stem}_{i}_{j}") for j in range(1, d + 1)] for i in range(1, d + 1)]

    zero, share = 0 * generators[0], sympy.QQ(1, M)
    Xt, x = product_of(A, drawn["z"]), product_of(A, drawn["q"])
    X, task = turned(Xt), sum_of(product_of(B, drawn["w"]), column("beta_star"))
    y = sum_of(product_of(X, task), drawn["e"], number("sigma"))
    if name == "zwb/gd-beta":
        slope = product_of(turned(X), sum_of(product_of(X, [[zero + b for b in r] for r in column("beta")]), y, -1))
        step = product_of(square("Gamma"), slope)
        prediction = sum((b[0] - share * g[0]) * q[0] for b, g, q in zip(column("beta"), step, x, strict=True))
    else:
        E = [[*Xt[i], x[i][0]] for i in range(d)] + [[*(row[0] for row in y), zero]]
        attended = [[*row[:-1], zero] for row in E]
        keys = [[*row, 1] for row in (*square("B_1"), [b[0] for b in column("b")])]
        last = [[*(u[0] for u in column("u_1")), number("s")]]
        first = [[*(w[0] for w in column("w_1")), 7]] if name == "zwb/ltb" else [[0] * d + [1]]
        through = product_of([[zero + c for c in r] for r in last], attended, turned(E), keys, E)
        prediction = sum((w * e[-1] for w, e in zip(first[0], E, strict=True)), start=zero) + share * through[0][-1]
    target = sum(t[0] * q[0] for t, q in zip(task, x, strict=True))
    return normal_mean((prediction - target) ** 2) + values["sigma"] ** 2


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize(("d", "M", "ranks"), [(1, 1, (1, 1)), (1, 3, (1, 1)), (2, 1, (1, 2)), (2, 2, (2, 1))])
def test_the_derived_risk_is_that_of_tokens_and_weights_written_out(
    name: str, d: int, M: int, ranks: tuple[int, int]
) -> None:
    data = derive(name, "loss", d)
    values = values_of(data, d, M)
    A, B = root(d, ranks[0], 1), root(d, ranks[1], 2)
    for letter, C in (("H", A), ("Psi", B)):
        gram = product_of(C, turned(C))
        values |= {f"{letter}_{i + 1}_{j + 1}": Fraction(gram[i][j]) for i in range(d) for j in range(i, d)}
    assert eval(data["expression"], {}, values) == brute_force(name, d, M, values, A, B)


def test_entries_of_the_weights_that_are_starred_do_not_enter_the_prediction() -> None:
    prediction = bottom_right(w_1.T, u_1.T)
    assert not depends_on(prediction, "star")
    assert substitute(prediction, {name_of(w_1): Matrix("d", 1, {})}) == models()["zwb/lsa"].prediction


@pytest.mark.parametrize("name", MODELS)
def test_the_flow_at_a_dimension_is_minus_the_gradient_of_the_risk(name: str) -> None:
    loss, flow = read_back(derive(name, "loss", 1)), derive(name, "flow", 1)
    velocities = read_back(flow)
    for parameter, names in flow["symbols"].items():
        if parameter in velocities:
            entries = zip(leaves(names), sympy.flatten(velocities[parameter]) if isinstance(names, list)
                          else [velocities[parameter]], strict=True)  # fmt: skip
            for entry, velocity in entries:
                assert sympy.expand(sympy.together(velocity + sympy.diff(loss, sympy.Symbol(entry)))) == 0


@pytest.mark.parametrize("name", ["zwb/ltb", "zwb/gd-beta"])
def test_the_least_risk_is_certified_by_squares_and_attained_at_the_point(name: str) -> None:
    assert least(name).verified
    data = read_back(derive(name, "minima", 1))
    loss = derive(name, "loss", 1)
    at = {sympy.Symbol(leaf): value for key, names in loss["symbols"].items() if key in data
          for leaf, value in zip(leaves(names), sympy.flatten([data[key]]), strict=True)}  # fmt: skip
    assert sympy.simplify(read_back(loss).subs(at) - data["minimum"]) == 0


def test_both_models_have_the_same_least_risk() -> None:
    assert derive("zwb/ltb", "minima", 2)["expression"]["minimum"] == (
        derive("zwb/gd-beta", "minima", 2)["expression"]["minimum"]
    )


def test_another_value_is_not_certified(monkeypatch: pytest.MonkeyPatch) -> None:
    from symbolic import block_minima

    least.cache_clear()
    right = block_minima.closed_form
    monkeypatch.setattr(block_minima, "closed_form", lambda c: right(c) + Scalar.symbol("sigma", 1))
    assert not least("zwb/gd-beta").verified
    least.cache_clear()


def test_the_scaling_of_attention_conserves_a_difference_of_norms() -> None:
    (basis,) = derive("zwb/ltb", "invariants")["expression"]
    assert basis == "(b.T*b) + tr(B_1*B_1.T) - (u_1.T*u_1) - s**2"
    assert derive("zwb/gd-beta", "invariants")["expression"] == []


def test_a_derivation_that_does_not_exist_is_refused_in_one_sentence() -> None:
    for name in MODELS:
        with pytest.raises(InputError, match="Polyak"):
            derive(name, "pl")
    with pytest.raises(InputError, match="no closed form"):
        derive("zwb/lsa", "minima")
    with pytest.raises(InputError, match="at most"):
        derive("zwb/ltb", "flow", 9)


def test_all_formulas_of_the_block_are_typeset_under_names_of_their_own() -> None:
    found = {f"{model}-{name}": body for model in MODELS for name, body, _ in formulas(model)}
    assert {"zwb/ltb-risk", "zwb/lsa-flow-b-1", "zwb/gd-beta-least-risk", "zwb/ltb-invariant-1"} <= found.keys()
    assert "zwb/lsa-least-risk" not in found
    assert found["zwb/ltb-minimiser"].replace("\n", "").count("B_1") == 1


@pytest.mark.parametrize("name", MODELS)
def test_data_on_words_show_themselves_with_the_length_m(name: str) -> None:
    data = derive(name, "loss")
    assert repr(data).startswith(f"{name}, loss, every d and M")
    assert r"\beta^*" in str(data._repr_latex_())


@pytest.mark.parametrize("name", MODELS)
def test_the_risk_is_shown_in_noise_bias_and_variances_with_norms_of_h(name: str) -> None:
    data = derive(name, "loss")
    assert [group["name"] for group in data["groups"]][:3] == ["noise", "bias", "variance by the task"]
    assert r"\|m\|_H^2" in data["latex"]
    assert max(map(len, repr(data).splitlines())) < 200
    assert set(data["where"]) >= {"m", "A", "g", "v"}


def test_groups_that_do_not_sum_up_to_the_risk_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    right = block_groups._of_descent()
    wrong = block_groups.Grouped(right.groups[1:], right.where)
    monkeypatch.setattr(block_groups, "_of_descent", lambda: wrong)
    block_groups.groups.cache_clear()
    with pytest.raises(ArithmeticError, match="do not sum up"):
        block_groups.groups("zwb/gd-beta")
    block_groups.groups.cache_clear()
