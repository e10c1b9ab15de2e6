r"""What ``lemmata derive ccs/attention`` prints: forward passes and the in-context loss of attention of any activation.

In words, for every d and n: of the value of :math:`\tilde h(B_\ell X_\ell,C_\ell X_\ell)` only the first n rows matter,
P_l its columns of the demonstrations, n x n, and p_l that of the query, n x 1.  X_0 is the demonstrations' covariates D
beside the query's x, and y the row of the demonstrations' labels; Assumption 4.4 is assumed.  At a fixed dimension
everything is written out in entries, for the forward pass with all of V_l free.
"""

from __future__ import annotations

from typing import Any, cast

from .errors import InputError
from .typesetting.words import latex
from .words import Matrix, Scalar, Value, matrix
from .words.matrices import plus, times

Data = dict[str, Any]
SUBJECTS = ("forward", "loss", "flow")
"""What is derived; the flow at a fixed dimension alone."""
WORDED = ("forward", "loss")
SMOOTH = ("linear", "exp", "softmax")
NAMES = ("general", "kernel", "linear", "relu", "exp", "softmax")
LARGEST = {"forward": 240, "loss": 120, "flow": 24}
"""Bounds on d (n + 1) layers^2: what is written out in less than a minute."""
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
        return _in_words(what, k)
    n, name = _counted("n", demonstrations, 1), activation or ("linear" if what == "flow" else "general")
    if name not in NAMES:
        raise InputError(f"activation is {name!r}: choose one of {', '.join(NAMES)}.")
    if what == "flow" and name not in SMOOTH:
        raise InputError(f"the flow needs derivatives of the activation: choose {', '.join(SMOOTH)}, not {name}.")
    if dim * (n + 1) * k**2 > LARGEST[what]:
        raise InputError(
            f"d = {dim}, n = {n} and {k} layers are too large for the {what} entry by entry: d (n + 1) layers^2 may be "
            f"{LARGEST[what]}. Without dim the derivation is for every d and n."
        )
    return _at(what, dim, n, k, name)


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

def _at(what: str, d: int, n: int, layers: int, name: str) -> Data:
    from . import attention as entries

    h = entries.General() if name == "general" else entries.ACTIVATIONS[name]
    X, Y = entries.named("X", d, n + 1), entries.named("Y", 1, n + 1)
    found: Data = {"n": n, "layers": layers, "activation": name}
    symbols: Data = {"X": _names(X), "Y": _names(Y)[0]}
    B, C = ([entries.named(f"{letter}{k}", d, d) for k in range(layers)] for letter in "BC")
    symbols |= {"B": [_names(b) for b in B], "C": [_names(c) for c in C]}
    if what == "forward":
        V = [entries.named(f"V{k}", d + 1, d + 1) for k in range(layers)]
        made = [entries.Layer(*parts) for parts in zip(V, B, C, strict=True)]
        outputs = entries.forward(entries.start(X, Y), made, h)
        found["expression"] = {"prediction": _text(outputs[-1][d, n])} | {
            f"Z{k}": [[_text(entry) for entry in row] for row in Z.tolist()] for k, Z in enumerate(outputs)
        }
        symbols["V"] = [_names(v) for v in V]
    else:
        found |= _loss_at(what, X, B, C, h, symbols)
    if isinstance(h, entries.General):
        symbols["h"] = [_names(entries.named(f"h{k}", n + 1, n + 1)) for k in range(len(h.met))]
        found["values"] = {
            f"h{k}": {"U": _texts(U), "W": _texts(W)} for k, (U, W) in enumerate(h.met)
        }
    return found | {"symbols": symbols} | ({"functions": ["K"]} if name == "kernel" else {})


def _loss_at(what: str, X: Any, B: list[Any], C: list[Any], h: Any, symbols: Data) -> Data:
    """The loss given the covariates and, for ``flow``, its negative gradient; adds their symbols."""
    import sympy

    from . import attention as entries

    d, size, layers = X.rows, X.cols, len(B)
    K = entries.symmetric("K", size)
    A, r = [entries.named(f"A{k}", d, d) for k in range(layers)], [sympy.Symbol(f"r{k}") for k in range(layers)]
    made = [entries.Layer(entries.sparse(A[k], r[k], size), B[k], C[k]) for k in range(layers)]
    loss = entries.loss_given_covariates(X, K, made, h)
    symbols.pop("Y")
    symbols |= {"K": _names(K), "A": [_names(a) for a in A], "r": [symbol.name for symbol in r]}
    if what == "loss":
        return {"expression": _text(loss), "sentence": _GIVEN}
    families = {"A": A, "B": B, "C": C}
    velocity: Data = {"r": [_text(-sympy.diff(loss, step)) for step in r]}
    for name, members in families.items():
        velocity[name] = [_texts(member.applyfunc(lambda entry: -sympy.diff(loss, entry))) for member in members]
    return {"expression": velocity, "sentence": f"the flow of {_GIVEN}"}


def _text(value: Any) -> str:
    import sympy

    return str(sympy.sstr(value, order="none"))


def _texts(grid: Any) -> list[list[str]]:
    return [[_text(entry) for entry in row] for row in grid.tolist()]


def _names(grid: Any) -> list[list[str]]:
    return [[entry.name for entry in row] for row in grid.tolist()]
