"""Names do not matter: letters of the papers, of the engines' own sizes, and of what engines make."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    conserved,
    eq,
    expect,
    ge,
    gradient_flow,
    matrix,
    noise,
    parameter,
    psd,
    scalar,
)
from proofs_check.statement.terms import Sym

from ..stating import Stated, false, family, ill_shaped, true

LETTERS = (
    "Theta",
    "sigma",
    "m_4",
    "s",
    "B",
    "N",
    "M",
    "Lam",
    "Gam",
    "U11",
    "u_1",
    "w_star",
    "root_0",
    "tau",
    "E",
    "pi",
    "X_0",
)


@family("names")
def scalars_by_any_name() -> Iterator[Stated]:
    """(x + y)^2 = x^2 + 2xy + y^2 and x >= y whatever x is called."""
    y = scalar("y_9")
    for letter in LETTERS:
        x = scalar(letter)
        yield true(eq((x + y) ** 2, x**2 + 2 * x * y + y**2))
        yield false(eq((x + y) ** 2, x**2 + x * y + y**2))
        yield false(ge(x, 0))


@family("names")
def matrices_by_any_name() -> Iterator[Stated]:
    """XY = YX is false for general matrices of any name; X X' is psd."""
    Y = matrix("Y_9", "d", "d")
    for letter in LETTERS:
        X = matrix(letter, "d", "d")
        yield false(eq(X * Y, Y * X))
        yield true(psd(X * X.T))


@family("names")
def noise_by_any_name() -> Iterator[Stated]:
    """A positive number called like an engine's letter is a standard deviation like any other."""
    for letter in ("s", "sigma", "m_4", "tau", "N", "B"):
        std = scalar(letter, "positive")
        e = noise("e_9", std, normal=True)
        yield true(eq(expect(e**4), 3 * std**4))
        yield false(eq(expect(e**2), std))


@family("names")
def flows_by_any_name() -> Iterator[Stated]:
    """u^2 - w^2 is conserved for the loss (uw - 1)^2 whatever the two are called."""
    for one, other in (("U11", "u_1"), ("x", "y"), ("theta", "phi"), ("sigma", "s")):
        u, w = parameter(one), parameter(other)
        model = gradient_flow((u * w - 1) ** 2, (u, w))
        yield true(conserved(u**2 - w**2), model=model)
        yield false(conserved(u * w), model=model)


def _named(name: str) -> Sym:
    return scalar(name)


@family("names")
def names_of_what_engines_make() -> Iterator[Stated]:
    """No symbol may bear such a name: the statement cannot be meant."""
    for name in ("infimum 1", "U(0)", "X'", "x direction", "entry(A, 1, 1)", "d+1", "", "1a", "A[1,1]"):
        yield ill_shaped(lambda name=name: eq(_named(name), 0))
