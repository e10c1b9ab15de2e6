"""Gram matrices and moduli are positive semi-definite."""

from __future__ import annotations

from ....proof.chain import Positivity, Proof, Step
from ....statement.attention import gram, modulus
from ....statement.props import psd
from ....statement.terms import matrix
from ..notation import X_0, K

gram_any = matrix("K_any", "n+1", "n+1", "symmetric", tex=r"\mathbb K")
"""The Gram matrix of any symmetric function: any symmetric matrix."""
GRAM = Proof((Step("a kernel", psd(gram(K, X_0, X_0)), Positivity()),))
MODULUS = Proof((Step("a modulus", psd(modulus(gram_any)), Positivity()),))
