"""What is typeset at a fixed dimension evaluates to what was derived."""

import re
from fractions import Fraction

import pytest

from symbolic import entries
from symbolic.entries.names import Names
from symbolic.errors import InputError
from symbolic.fixed_dimension import Entrywise
from symbolic.landscape import landscape
from symbolic.typesetting.fixed_dimension import _names, formulas_at


def evaluate(tex, values):
    """The number that a formula of fractions, sums, products and powers stands for."""
    text = re.sub(r"\\[Bb]ig[lr]", "", tex).replace("[(", "((")
    for name, value in sorted(values.items(), key=lambda pair: -len(pair[0])):
        text = text.replace(name, f" V{value}V ")
    text = text.replace("[", "(").replace("]", ")")
    while r"\frac" in text:
        text = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", text)
    text = re.sub(r"\^\{?(\d+)\}?", r"**\1", text)
    text = re.sub(r"V(\d+)V", r"F(\1)", text)
    text = re.sub(r"(?<=[\d)])\s*(?=[F(])", "*", text)
    text = re.sub(r"(?<=F)\*(?=\()", "", text)
    exact = re.sub(r"(\*\*|F\()?(\d+)", lambda m: m.group() if m[1] else f"F({m[2]})", text)
    return eval(exact, {"F": Fraction})


def numbers(d):
    """A prime for each generator, by its name in LaTeX and by its name in the ring."""
    names = Names(d, general=False)
    primes = [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73]
    generators = [*names.parameters, *names.covariance, names.N]
    by_name = dict(zip(generators, primes, strict=False))
    tex = _names(names)
    return by_name, {tex[name]: value for name, value in by_name.items()}


def point(names, by_name):
    def deep(x):
        return [deep(y) for y in x] if isinstance(x, list) else by_name.get(x, 0)

    return {key: deep(shape) for key, shape in names.symbols().items()}


@pytest.mark.parametrize("d", [1, 2])
def test_loss_and_flow_are_typeset_as_derived(d):
    by_name, by_tex = numbers(d)
    here = point(Names(d, general=False), by_name)
    printed = {name: body for name, body, _ in formulas_at(d)}
    sides = printed[f"loss-dim-{d}"].split("=", 1)
    assert evaluate(sides[1], by_tex) == entries.loss(d, False).evaluate(here)
    flow = entries.flow(d, False)
    for name, expected in (
        ("u11", [q for row in flow.U11 for q in row]), ("u12", flow.u12), ("u21", flow.u21), ("u-minus-1", [flow.u_1]),
    ):
        equations = printed[f"flow-{name}-dim-{d}"].split(r",\quad ")
        assert [evaluate(x.split("=", 1)[1], by_tex) for x in equations] == [q.evaluate(here) for q in expected]


@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_block_is_the_loss_without_u12_and_u21(d):
    by_name, by_tex = numbers(d)
    names = Names(d, general=False)
    on_block = point(names, by_name | dict.fromkeys((*names.u12, *names.u21), 0))
    printed = {name: body for name, body, _ in formulas_at(d)}
    body = printed[f"block-loss-dim-{d}"].split("=", 1)[1]
    assert evaluate(body, by_tex) == entries.loss(d, False).evaluate(on_block)


@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_minimum_and_the_minimiser_are_typeset_as_derived(d):
    by_name, by_tex = numbers(d)
    printed = {name: body for name, body, _ in formulas_at(d)}
    at = Entrywise(Names(d, general=False))
    square = landscape().square
    least = printed[f"minimum-dim-{d}"].split("=", 1)[1]
    assert evaluate(least, by_tex) == value(at.scalar(square.minimum), by_name)
    body = printed[f"minimiser-dim-{d}"].split("=", 1)[1]
    grid = body.removeprefix(r"\begin{pmatrix}").removesuffix(r"\end{pmatrix}").split(r"\\")
    K = at.matrix(square.K)
    for i, row in enumerate(grid):
        for j, cell in enumerate(row.split("&")):
            assert evaluate(cell.strip(), by_tex) == value(K[i, j], by_name)


def value(ratio, by_name):
    names = [str(x) for x in ratio.num.context().names()]
    top, bottom = (p(*(by_name.get(x, 0) for x in names)) for p in (ratio.num, ratio.denominator))
    return Fraction(int(top.p), int(top.q)) / Fraction(int(bottom.p), int(bottom.q))


def test_at_dimension_one_entries_have_no_indices():
    printed = {name: body for name, body, _ in formulas_at(1)}
    assert printed["minimiser-dim-1"] == r"u_{-1}U_{11}=\frac{N}{(N+2)\lambda}"
    assert printed["invariant-dim-1"] == r"\frac{d}{dt}\Bigl(U_{11}^2-u_{12}^2+u_{21}^2-u_{-1}^2\Bigr)=0"


def test_matrices_are_shown_entry_by_entry():
    printed = {name: body for name, body, _ in formulas_at(2)}
    assert r"\Lambda=\begin{pmatrix}\lambda_1 & 0\\ 0 & \lambda_2\end{pmatrix}" in printed["symbols-dim-2"]
    assert r"u_{12}=\begin{pmatrix}[u_{12}]_1\\ [u_{12}]_2\end{pmatrix}" in printed["symbols-dim-2"]


@pytest.mark.parametrize("d", [0, -1, 4, True, 2.0])
def test_another_dimension_is_refused_in_one_sentence(d):
    with pytest.raises(InputError, match="typeset for 1 to 3"):
        next(formulas_at(d))
