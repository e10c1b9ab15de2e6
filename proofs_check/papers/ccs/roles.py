"""Which symbols of the paper are what the engines know of layers of attention."""

from __future__ import annotations

from ...roles import roles_of
from ...statement.terms import scalar
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
    first_weights=z.B,
    second_weights=z.C,
    covariate_scales=z.a,
    first_scales=z.b,
    second_scales=z.c,
    steps=z.r,
)
