"""Attention derived from its definition: read back by SymPy, and right at exact points, against the numeric wing."""

import json
import re
from fractions import Fraction
from random import Random

import numpy as np
import pytest
import sympy as sp
from flint import fmpq

from numeric.attention.activations import LINEAR, NORMALISED, RELU, of_kernel
from numeric.attention.forward import Head, forward, start, value_matrix
from symbolic import attention as entries
from symbolic.derive import derive, read_back
from symbolic.errors import InputError
from symbolic.typesetting import attention_entries


def drawn(data, seed=0):
    """A rational value for every symbol."""
    rng = Random(seed)
    flat = [name for value in data["symbols"].values() for name in sp.flatten([value])]
    return {name: Fraction(rng.randint(-4, 4), rng.randint(1, 3)) for name in dict.fromkeys(flat)}


def array(names, values):
    return np.array([[fmpq(values[x].numerator, values[x].denominator) for x in row] for row in names], dtype=object)


def at(expression, values):
    known = {sp.Symbol(k): sp.Rational(v.numerator, v.denominator) for k, v in values.items()}
    return sp.sympify(expression).xreplace(known).doit()


def exact(value):
    return sp.Rational(int(value.p), int(value.q))


@pytest.mark.parametrize(
    ("name", "activation", "d", "n", "layers"),
    [("linear", LINEAR, 1, 1, 2), ("linear", LINEAR, 2, 2, 1), ("relu", RELU, 1, 1, 2), ("relu", RELU, 2, 1, 1)],
)
def test_the_forward_pass_is_that_of_the_numeric_wing(name, activation, d, n, layers):
    data = derive("ccs/attention", "forward", d, demonstrations=n, layers=layers, activation=name)
    data = json.loads(json.dumps(data))
    values, shape = drawn(data, d), data["symbols"]
    X, Y = array(shape["X"], values), array([shape["Y"]], values)
    made = [[Head(*(array(shape[key][k], values) for key in "VBC"), activation)] for k in range(layers)]
    outputs = forward(start(X, Y), made)
    found = read_back(data)
    for k, Z in enumerate(outputs):
        assert [[at(entry, values) for entry in row] for row in found[f"Z{k}"]] == [[exact(e) for e in r] for r in Z]
    assert found["prediction"] == found[f"Z{layers}"][d][n]


KERNELS = {"K1": lambda u, w: u * w**2 + 1, "K3": lambda u, w: (u - w) ** 2}


def test_several_heads_have_activations_of_their_own():
    """Kernels 1 and 3 are polynomials, the second head is linear; two layers, the third head's letters end in h3."""
    data = json.loads(json.dumps(
        derive("ccs/attention", "forward", 1, demonstrations=2, layers=2, activation="kernel,linear, kernel")
    ))  # fmt: skip
    assert data["functions"] == ["K1", "K3"]
    values, shape = drawn(data, 6), data["symbols"]
    numeric = [of_kernel(lambda u, w, name=name: KERNELS[name](u[0], w[0])) for name in ("K1", "K3")]
    activations = (numeric[0], LINEAR, numeric[1])
    made = [[Head(*(array(shape[key][k][s], values) for key in "VBC"), activations[s]) for s in range(3)]
            for k in range(2)]  # fmt: skip
    outputs = forward(start(array(shape["X"], values), array([shape["Y"]], values)), made)
    for k, Z in enumerate(outputs):
        for row, entries_of in zip(read_back(data)[f"Z{k}"], Z, strict=True):
            for entry, value in zip(row, entries_of, strict=True):
                known = at(entry, values)
                for name, kernel in KERNELS.items():
                    known = known.replace(sp.Function(name), kernel)
                assert known == exact(value)


@pytest.mark.parametrize("activation", ["kernel", "relu", "softmax", "general", "linear,general,rbf"])
def test_what_is_shown_layer_by_layer_is_what_is_written_out(activation):
    data = derive("ccs/attention", "forward", 1, demonstrations=2, layers=2, activation=activation)
    first, second, written = data["steps"]["Z1"], data["steps"]["Z2"], read_back(data)
    letters = {name: sp.Symbol(name) for name in sp.flatten([*data["symbols"].values()])}
    letters |= {"K": sp.Function("K")}
    known = {sp.Symbol(f"Z1_{i + 1}_{j + 1}"): sp.sympify(first[i][j], letters) for i in range(2) for j in range(3)}
    unfolded = [[sp.sympify(entry, letters).subs(known, simultaneous=True) for entry in row] for row in second]
    assert all(sp.expand(a - b) == 0 for a, b in zip(sp.flatten(unfolded), sp.flatten(written["Z2"]), strict=True))
    assert data["steps"]["prediction"] == "Z2_2_3"
    assert max(map(len, str(data).splitlines())) < 600


@pytest.mark.parametrize("layers", [1, 2])
def test_an_unspecified_activation_is_any_activation(layers):
    """Its letters replaced, layer by layer, by the values of a concrete one at the printed arguments."""
    data = derive("ccs/attention", "forward", 1, demonstrations=2, layers=layers)
    values, shape = drawn({"symbols": {k: v for k, v in data["symbols"].items() if k != "h"}}), data["symbols"]
    for k in range(layers):
        U, W = ([[at(e, values) for e in row] for row in data["values"][f"h{k}"][key]] for key in "UW")
        U, W = (np.array([[fmpq(int(e.p), int(e.q)) for e in row] for row in grid], dtype=object) for grid in (U, W))
        known = NORMALISED(U, W)
        letters = [name for row in shape["h"][k] for name in row]
        values |= {name: Fraction(int(v.p), int(v.q)) for name, v in zip(letters, known.ravel(), strict=True)}
    X, Y = array(shape["X"], values), array([shape["Y"]], values)
    made = [[Head(*(array(shape[key][k], values) for key in "VBC"), NORMALISED)] for k in range(layers)]
    assert at(data["expression"]["prediction"], values) == exact(forward(start(X, Y), made)[-1][1, 2])


@pytest.mark.parametrize(("d", "n", "layers"), [(1, 1, 1), (1, 2, 2), (2, 1, 2)])
def test_the_loss_is_the_mean_over_labels_of_the_printed_second_moments(d, n, layers):
    data = derive("ccs/attention", "loss", d, demonstrations=n, layers=layers, activation="linear")
    values, shape = drawn(data, 3), data["symbols"]
    rng = Random(1)
    labels = [[Fraction(rng.randint(-3, 3)) for _ in range(n + 1)] for _ in range(4)]
    for i in range(n + 1):
        for j in range(n + 1):
            values[shape["K"][i][j]] = sum(y[i] * y[j] for y in labels) / Fraction(len(labels))
    X = array(shape["X"], values)
    mean = 0
    for y in labels:
        Y = np.array([[fmpq(int(v)) for v in y]], dtype=object)
        made = [
            [Head(value_matrix(array(shape["A"][k], values), array([[shape["r"][k]]], values)),
                  array(shape["B"][k], values), array(shape["C"][k], values), LINEAR)] for k in range(layers)
        ]  # fmt: skip
        mean += (exact(forward(start(X, Y), made)[-1][d, n]) + sp.Rational(y[-1])) ** 2
    assert at(read_back(data), values) == mean / len(labels)


def test_the_words_are_the_entries_at_every_size():
    """The loss in words, its letters replaced by the blocks of an unspecified activation."""
    for n in (1, 2):
        words = re.sub(r"(\([^()]*\))", r"\1[0, 0]", derive("ccs/attention", "loss")["expression"])
        data = derive("ccs/attention", "loss", 1, demonstrations=n)
        h = [sp.Matrix(n + 1, n + 1, lambda i, j, k=k: sp.Symbol(f"h{k}_{i + 1}_{j + 1}")) for k in (0, 1)]
        K = entries.symmetric("K", n + 1)
        known = {"K_11": K[:n, :n], "k_12": K[:n, n], "k_22": K[n, n], "r_0": sp.Symbol("r0"), "r_1": sp.Symbol("r1")}
        for k in (0, 1):
            known |= {f"P_{k}": h[k][:n, :n], f"p_{k}": h[k][:n, n]}
        assert sp.expand(eval(words, {"__builtins__": {}}, known) - read_back(data)) == 0


def test_the_flow_is_the_negative_gradient():
    loss = read_back(derive("ccs/attention", "loss", 1, layers=1, activation="softmax", demonstrations=2))
    data = derive("ccs/attention", "flow", 1, layers=1, activation="softmax", demonstrations=2)
    flow = read_back(data)
    values = drawn(data, 5)
    for name, velocity in (("r0", flow["r"][0]), ("B0_1_1", flow["B"][0][0][0]), ("C0_1_1", flow["C"][0][0][0])):
        difference = at(velocity + sp.diff(loss, sp.Symbol(name)), values)
        assert sp.simplify(difference) == 0


def test_a_kernel_is_read_back_as_a_function():
    data = json.loads(json.dumps(derive("ccs/attention", "forward", 1, layers=1, activation="kernel")))
    assert sp.Function("K") in {f.func for f in read_back(data)["prediction"].atoms(sp.core.function.AppliedUndef)}


@pytest.mark.parametrize("what", ["forward", "loss", "flow"])
@pytest.mark.parametrize(("dim", "heads"), [(1, "linear"), (2, "linear"), (1, "linear,linear")])
def test_different_letters_are_typeset_differently(what, dim, heads):
    data = derive("ccs/attention", what, dim, layers=1, activation=heads)
    names = attention_entries.tex_names(data)
    assert len(set(names.values())) == len(names)
    assert all(tex.count("{") == tex.count("}") for tex in names.values())


def test_a_forward_pass_is_typeset_layer_by_layer_with_its_kernel():
    tex = derive("ccs/attention", "forward", 1, layers=2, activation="kernel").tex()
    assert r"[Z_{1}]_{22} = \left([V_{0}]_{21} X_{11} + [V_{0}]_{22} Y_{11}\right) \mathcal{K}" in tex
    assert r"\left(B_{0} X_{11},C_{0} X_{12} \right)" in tex
    assert r"\text{prediction} = [Z_{2}]_{22}" in tex
    flow = derive("ccs/attention", "flow", 1, layers=1).tex()
    assert all(rf"\frac{{d}}{{dt}}{name} = " in flow for name in ("r_{0}", "A_{0}", "B_{0}", "C_{0}"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"what": "pl"}, "its activation and the law of its prompts are free"),
        ({"what": "flow"}, "at a fixed dimension alone"),
        ({"what": "flow", "dim": 1, "activation": "relu"}, "derivatives of the activation"),
        ({"what": "loss", "activation": "linear"}, "pass dim=1"),
        ({"what": "loss", "dim": 1, "activation": "tanh"}, "choose one of"),
        ({"what": "loss", "dim": 1, "activation": "exp,"}, "activation is '': choose one of .* one for each head"),
        ({"what": "flow", "dim": 1, "activation": "exp,relu"}, "derivatives of the activation: choose .* not relu"),
        ({"what": "forward", "dim": 3, "layers": 3, "activation": "exp,exp,exp"}, "3 layers of exp, exp, exp are"),
        ({"what": "loss", "dim": 9, "demonstrations": 9}, "too large"),
        ({"what": "forward", "dim": 4, "demonstrations": 2, "layers": 4, "activation": "softmax"}, "about 3e.10"),
        ({"what": "loss", "layers": 99}, "layers must be at most 6 for the loss in words, not 99"),
        ({"what": "loss", "dim": 1, "layers": 10**9}, "layers of general are too large"),
        ({"what": "loss", "dim": 1, "layers": 0}, "layers must be a positive integer"),
    ],
)
def test_what_is_not_derived_is_refused_in_one_sentence(arguments, sentence):
    with pytest.raises(InputError, match=sentence):
        derive("ccs/attention", **arguments)


def test_other_models_have_no_layers_to_choose():
    with pytest.raises(InputError, match="not of zfb/lsa"):
        derive("lsa", "loss", layers=2)
    with pytest.raises(InputError, match="forward passes"):
        derive("lsa", "forward")
