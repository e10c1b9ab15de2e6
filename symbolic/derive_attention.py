r"""What ``lemmata derive ccs/attention`` prints: forward passes and the in-context loss of attention of any activation.

In words, for every d and n: of the value of :math:`\tilde h(B_\ell X_\ell,C_\ell X_\ell)` only the first n rows matter,
P_l its columns of the demonstrations, n x n, and p_l that of the query, n x 1.  X_0 is the demonstrations' covariates D
beside the query's x, and y the row of the demonstrations' labels; Assumption 4.4 is assumed.  At a fixed dimension
everything is written out in entries, for the forward pass with all of V_l free, and layer by layer under ``steps``.
Several activations with commas are as many heads, whose letters end in h1, h2, ...; their kernels are K1, K2, ...
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from .errors import InputError
from .long_sums import in_brackets
from .typesetting.words import latex
from .words import Matrix, Scalar, Value, matrix
from .words.matrices import plus, times

Data = dict[str, Any]
SUBJECTS = ("forward", "loss", "flow")
"""What is derived; the flow at a fixed dimension alone."""
WORDED = {"forward": 10, "loss": 6}
"""What is derived in words, and of how many layers: the terms double, and of the loss quadruple, with each."""
SMOOTH = ("linear", "exp", "softmax", "rbf")
NAMES = ("general", "kernel", "linear", "relu", "exp", "softmax", "rbf")
LARGEST = 150_000
"""So many letters, about, are written out in less than a minute."""
_LEGEND = (
    "P_l and p_l are the first n rows of the value of h(B_l X_l, C_l X_l), p_l the query's column; D and x are the "
    "covariates, y the labels of the demonstrations; K_11, k_12, k_22 the second moments of the labels given the "
    "covariates; x.T is a transpose, (a.T*B*c) a number"
)
_GIVEN = (
    "the mean over the labels given the covariates, under Assumption 4.4; the mean over the covariates is left, as "
    "their law is free"
)


def derive_attention(
    what: str, dim: int | None, demonstrations: int | None, layers: int | None, activation: str | None
) -> Data:
    """The derived ``what`` (forward, loss, flow), in words or at dimension ``dim``; raises InputError."""
    if what not in SUBJECTS:
        raise InputError(
            f"{what} of ccs/attention is not derived: its activation and the law of its prompts are free. Choose "
            f"{', '.join(SUBJECTS)}."
        )
    k = _counted("layers", layers, 2)
    if dim is None:
        if demonstrations is not None or activation is not None:
            raise InputError("without dim the derivation is for every n and every activation: pass dim=1, say, too.")
        if what not in WORDED:
            raise InputError(f"the {what} of ccs/attention is derived at a fixed dimension alone: pass dim=1, say.")
        if k > WORDED[what]:
            raise InputError(f"layers must be at most {WORDED[what]} for the {what} in words, not {k}: take fewer.")
        return _in_words(what, k)
    n, names = _counted("n", demonstrations, 1), _named_heads(what, activation)
    if (letters := _written(what, dim, n, k, names)) > LARGEST:
        raise InputError(
            f"d = {dim}, n = {n} and {k} layers of {', '.join(names)} are too large: the {what} would have about "
            f"{letters:.0e} letters, at most {LARGEST} are written. Take fewer, or no dim: that is for every d and n."
        )
    return _at(what, dim, n, k, names)


def _written(what: str, d: int, n: int, layers: int, names: list[str]) -> float:
    """About how many letters: an entry of one layer names those of the layer before in its values and its scores."""
    scores = [2 * d * d * (n + 1 if name == "softmax" else 1) for name in names]
    entry = float(1 + sum(n * (d + 1 + score) for score in scores)) ** min(layers, 50)
    parameters = layers * len(names) * (1 + 3 * d * d)
    return entry * {"forward": (d + 1) * (n + 1), "loss": (n + 1) ** 2, "flow": (n + 1) ** 2 * parameters}[what]


def _named_heads(what: str, activation: str | None) -> list[str]:
    """The activation of each head."""
    names = [name.strip() for name in (activation or ("linear" if what == "flow" else "general")).split(",")]
    for name in names:
        if name not in NAMES:
            raise InputError(
                f"activation is {name!r}: choose one of {', '.join(NAMES)}, or several with commas, one for each head."
            )
        if what == "flow" and name not in SMOOTH:
            raise InputError(f"the flow needs derivatives of the activation: choose {', '.join(SMOOTH)}, not {name}.")
    return names


def _counted(name: str, value: int | None, default: int) -> int:
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InputError(f"{name} must be a positive integer, not {value!r}.")
    return value


# In words ---------------------------------------------------------------------------------------------------------

def _in_words(what: str, layers: int) -> Data:
    values = _pass(layers) if what == "forward" else {"loss": _loss(layers)}
    expression, tex = ({name: show(value) for name, value in values.items()} for show in (repr, latex))
    names = ["D", "x", "y", "n"] + [f"{name}_{k}" for k in range(layers) for name in ("A", "r", "P", "p")]
    if what == "loss":
        names = ["K_11", "k_12", "k_22", "n"] + [f"{name}_{k}" for k in range(layers) for name in ("r", "P", "p")]
    alone = what == "loss"
    return {
        "expression": expression["loss"] if alone else expression, "latex": tex["loss"] if alone else tex,
        "symbols": {name: name for name in names}, "legend": _LEGEND, "layers": layers,
        **({"sentence": _GIVEN} if alone else {}),
    }


def _pass(layers: int) -> dict[str, Value]:
    r"""The prediction and, after the last layer, the row of labels, the covariates and the query.

    :math:`D_{\ell+1}=D_\ell+A_\ell D_\ell P_\ell`, :math:`x_{\ell+1}=x_\ell+A_\ell D_\ell p_\ell`.
    """
    G, c = _labels(layers)
    y: Any = matrix("y", "n", 1)
    D: Value = matrix("D", "d", "n")
    x: Value = matrix("x", "d", 1)
    for k in range(layers):
        P, p = _weights(k)
        moved = times(matrix(f"A_{k}", "d", "d"), D)
        x, D = plus(x, times(moved, p)), plus(D, times(moved, P))
    return {"prediction": times(y.T, c), "labels": times(y.T, G), "demonstrations": D, "query": x}


def _loss(layers: int) -> Scalar:
    r""":math:`k_{22}+2c^\top k_{12}+c^\top K_{11}c`: the mean square of the prediction :math:`y^\top c` plus the
    query's label."""
    _, c = _labels(layers)
    K_11, k_12 = matrix("K_11", "n", "n", symmetric=True), matrix("k_12", "n", 1)
    row = cast(Matrix, c).T
    found = times(times(row, K_11), c)
    return cast(Scalar, plus(plus(Scalar.symbol("k_22"), times(Scalar.of(2), times(row, k_12))), found))


def _labels(layers: int) -> tuple[Value, Value]:
    r"""G and c, the labels of the demonstrations being :math:`y^\top G` and the prediction :math:`y^\top c`:
    :math:`G_{\ell+1}=G_\ell(I+r_\ell P_\ell)`, :math:`c_{\ell+1}=c_\ell+r_\ell G_\ell p_\ell`."""
    G: Value = Matrix.identity("n")
    c: Value = Matrix.zero("n", 1)
    for k in range(layers):
        (P, p), r = _weights(k), Scalar.symbol(f"r_{k}")
        c = plus(c, times(r, times(G, p)))
        G = plus(G, times(r, times(G, P)))
    return G, c


def _weights(k: int) -> tuple[Matrix, Matrix]:
    return matrix(f"P_{k}", "n", "n"), matrix(f"p_{k}", "n", 1)


# At a fixed dimension ---------------------------------------------------------------------------------------------

def _at(what: str, d: int, n: int, layers: int, names: list[str]) -> Data:
    from . import attention as entries

    general = entries.General()
    heads = [_Named(name, "" if len(names) == 1 else f"h{s}") for s, name in enumerate(names, 1)]
    X, Y = entries.named("X", d, n + 1), entries.named("Y", 1, n + 1)
    found: Data = {"n": n, "layers": layers, "activation": ", ".join(names)}
    symbols: Data = {"X": _names(X), "Y": _names(Y)[0]}

    def grids(letter: str, size: int) -> list[list[Any]]:
        made = [[entries.named(f"{letter}{k}{head.suffix}", size, size) for head in heads] for k in range(layers)]
        symbols[letter] = [_per_head([_names(grid) for grid in of_layer]) for of_layer in made]
        return made

    B, C = grids("B", d), grids("C", d)
    if what == "forward":
        V = grids("V", d + 1)
        made = _layers(V, B, C, heads, general)
        outputs = entries.forward(entries.start(X, Y), made)
        found["expression"] = {"prediction": _text(outputs[-1][d, n])} | {
            f"Z{k}": _texts(Z) for k, Z in enumerate(outputs)
        }
        found["steps"] = _steps(outputs[0], _layers(V, B, C, heads, entries.General()))
    else:
        found |= _loss_at(what, X, grids("A", d), B, C, heads, general, symbols)
    if general.met:
        symbols["h"] = [_names(entries.named(f"h{k}", n + 1, n + 1)) for k in range(len(general.met))]
        found["values"] = {f"h{k}": {"U": _texts(U), "W": _texts(W)} for k, (U, W) in enumerate(general.met)}
        found["legend"] = "h0, h1, ... are the values of h(B X, C X), layer by layer and head by head"
    functions = [f"K{head.suffix[1:]}" for head in heads if head.activation == "kernel"]
    return found | {"symbols": symbols} | ({"functions": functions} if functions else {})


@dataclass(frozen=True)
class _Named:
    """A head's activation, and what its letters end with."""

    activation: str
    suffix: str

    def function(self, general: Any) -> Any:
        from . import attention as entries

        if self.activation == "kernel":
            return entries.kernel(f"K{self.suffix[1:]}")
        return general if self.activation == "general" else entries.ACTIVATIONS[self.activation]


def _layers(V: Any, B: Any, C: Any, heads: list[_Named], general: Any) -> list[Any]:
    from . import attention as entries

    return [
        [entries.Head(v, b, c, head.function(general)) for v, b, c, head in zip(*parts, heads, strict=True)]
        for parts in zip(V, B, C, strict=True)
    ]


def _steps(start: Any, layers: list[Any]) -> Data:
    """Each layer in the entries ``Zl_i_j`` of the one before; the first in those of the prompt."""
    from . import attention as entries

    found, Z = {"Z0": _texts(start)}, start
    for k, layer in enumerate(layers, 1):
        found[f"Z{k}"] = _texts(entries.forward(Z, [layer])[-1])
        Z = entries.named(f"Z{k}", *start.shape)
    return found | {"prediction": Z[-1, -1].name}


def _loss_at(
    what: str, X: Any, A: Any, B: Any, C: Any, heads: list[_Named], general: Any, symbols: Data
) -> Data:
    """The loss given the covariates and, for ``flow``, its negative gradient; adds their symbols."""
    import sympy

    from . import attention as entries

    size = X.cols
    K = entries.symmetric("K", size)
    r = [[sympy.Symbol(f"r{k}{head.suffix}") for head in heads] for k in range(len(B))]
    V = [[entries.sparse(a, step, size) for a, step in zip(*pair, strict=True)] for pair in zip(A, r, strict=True)]
    loss = entries.loss_given_covariates(X, K, _layers(V, B, C, heads, general))
    symbols.pop("Y")
    symbols |= {"K": _names(K), "r": [_per_head([step.name for step in steps]) for steps in r]}
    if what == "loss":
        return {"expression": _text(loss), "sentence": _GIVEN}
    velocity: Data = {"r": [_per_head([_text(-sympy.diff(loss, step)) for step in steps]) for steps in r]}
    for name, family in (("A", A), ("B", B), ("C", C)):
        velocity[name] = [
            _per_head([_texts(member.applyfunc(lambda entry: -sympy.diff(loss, entry))) for member in members])
            for members in family
        ]
    return {"expression": velocity, "sentence": f"the flow of {_GIVEN}"}


def _per_head(values: list[Any]) -> Any:
    """One head's value alone; several as a list."""
    return values[0] if len(values) == 1 else values


def _text(value: Any) -> str:
    import sympy

    return in_brackets(sympy.sstr(value, order="none"))


def _texts(grid: Any) -> list[list[str]]:
    return [[_text(entry) for entry in row] for row in grid.tolist()]


def _names(grid: Any) -> list[list[str]]:
    return [[entry.name for entry in row] for row in grid.tolist()]
