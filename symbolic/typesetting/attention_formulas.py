r"""The formulas derived of ``ccs/attention``: the forward pass of two layers and its loss, for every d and n.

:math:`P_\ell` (n x n) and :math:`p_\ell` are the first n rows of :math:`\tilde h(B_\ell X_\ell,C_\ell X_\ell)`, the
columns of the demonstrations and that of the query.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..derive_attention import derive_attention

Formula = tuple[str, str, str]
LAYERS = 2
_NAMED = {
    "prediction": (r"\mathsf{TF}_2", "prediction"),
    "labels": ("[Y_2]_{1..n}", "labels of the demonstrations"),
    "demonstrations": ("D_2", "covariates of the demonstrations"),
    "query": ("x_2", "covariate of the query"),
}


def formulas() -> Iterator[Formula]:
    """Prediction, labels and covariates after two layers, and the loss given the covariates."""
    passed = derive_attention("forward", None, None, LAYERS, None)["latex"]
    for key, (left, words) in _NAMED.items():
        yield f"forward-{key}", f"{left}={passed[key]}", f"{words} after two layers of attention"
    loss = derive_attention("loss", None, None, LAYERS, None)["latex"]
    squared = r"\mathbb E_{Y|X}[(\mathsf{TF}_2+y^{(n+1)})^2]"
    yield "loss", f"{squared}={loss}", "loss of two layers of attention, given X"
