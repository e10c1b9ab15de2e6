"""Which symbols of the paper are what the engines know of layers of attention."""

from __future__ import annotations

from ...roles import roles_of
from ...statement.attention import layers
from ...statement.terms import matrix, scalar
from . import notation as z

roles = roles_of(
    dimension=z.d,
    context_length=z.n,
    test_length=scalar("M", "integer", "positive"),
    depth=z.k,
    layer=z.l,
    mask=z.M,
    context_covariance=z.Sigma,
    covariate_weights=z.A,
    # (2) is one layer: its weights and its input are no families
    sample=matrix("X", "d", "n+1"),
    first_weights=(z.B, matrix("B")),
    second_weights=(z.C, matrix("C")),
    block_values=layers("B_1", "d", "d"),
    covariate_scales=z.a,
    first_scales=z.b,
    second_scales=z.c,
    steps=z.r,
)
