"""Means of polynomials in Gaussian entries as Python: what a script draws from, and Isserlis' pairings.

In a script what is drawn is a column of polynomials, each one entry; the helpers for matrices of numbers take it as it
is.  The mean of a product of entries is the sum over all pairings of the products of their covariances.
"""

from __future__ import annotations

from ...lsa import Lam, w, x, x_q
from ...statement.laws import RANDOM_COVARIANCES, STANDARD
from ...statement.terms import Sym

HELPERS = {
    "P": (
        "class P(dict):  # a polynomial in Gaussian entries: its coefficients, by products of entries\n"
        "    def __add__(self, other):\n"
        "        other = other if isinstance(other, P) else P({(): other})\n"
        "        return P({word: self.get(word, 0) + other.get(word, 0) for word in {**self, **other}})\n\n"
        "    def __mul__(self, other):\n"
        "        other, made = other if isinstance(other, P) else P({(): other}), P()\n"
        "        for v, a in self.items():\n"
        "            for u, b in other.items():\n"
        "                word = tuple(sorted(v + u))\n"
        "                made[word] = made.get(word, 0) + a * b\n"
        "        return made\n\n"
        "    __radd__, __rmul__ = __add__, __mul__\n"
        "    __neg__ = lambda self: self * -1\n"
        "    __sub__ = lambda self, other: self + -1 * other\n"
        "    __rsub__ = lambda self, other: -1 * self + other\n"
        "    __truediv__ = lambda self, number: self * (1 / F(number))\n"
        "    __pow__ = lambda self, n: self * self ** (n - 1) if n else P({(): F(1)})"
    ),
    "gaussian": (
        "COVARIANCE = {}\n\n\n"
        "def gaussian(name, covariance):  # a column; what has another name is independent of it\n"
        "    for j, row in enumerate(covariance):\n"
        "        COVARIANCE.update({((name, j), (name, k)): c for k, c in enumerate(row)})\n"
        "    return [[P({((name, k),): F(1)})] for k in range(len(covariance))]"
    ),
    "paired": (
        "@cache\n"
        "def paired(word):  # Isserlis: the mean of a product of centred Gaussian entries\n"
        "    if not word:\n"
        "        return F(1)\n"
        "    others = [(COVARIANCE.get((word[0], word[k]), 0), k) for k in range(1, len(word))]\n"
        "    return sum((c * paired(word[1:k] + word[k + 1:]) for c, k in others if c), F(0))"
    ),
    "mean": (
        "def mean(A):\n"
        "    if isinstance(A, list):\n"
        "        return [[mean(a) for a in row] for row in A]\n"
        "    return sum((c * paired(word) for word, c in A.items()), F(0)) if isinstance(A, P) else A"
    ),
}
"""Functions that a script with means defines; a script that has one of them has all."""
_OF_THE_PROMPT = {x: Lam.name, x_q: Lam.name, w: STANDARD}
"""The covariances of the prompt of linear self-attention, whose letters name none."""
_OTHER_LAWS = {"label", "law", "prompt", "context", "haar", "derived"}
MOST = 10_000
"""How many products of entries a mean may have at most to be written out."""


def covariance(sym: Sym) -> str | None:
    """The name of the covariance, or of the standard deviation, of what is drawn; None for any law but a Gaussian.

    Noise of any law is told by its variance alone: see :func:`most`.
    """
    named = {kind: name for kind, _, name in (trait.partition(":") for trait in sym.traits) if name}
    if sym.shape[1] != 1 or sym.traits & _OTHER_LAWS or named.keys() & {"copy", "label"}:
        return None
    if sym.has("noise"):
        return named.get("std", "s") if sym.shape == (1, 1) else None
    name = named.get("cov", _OF_THE_PROMPT.get(sym))
    return None if name in RANDOM_COVARIANCES else name


def most(sym: Sym) -> int | None:
    """The largest power of it whose mean its law tells; None where every one is known."""
    return 2 if sym.has("noise") and not sym.has("normal") else None
