"""The risks of the linear transformer block at one exact problem, as polynomials in the parameters.

Together with :func:`.critical.critical_points` they give the landscape of a class of models at that problem.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Union

from flint import fmpq, fmpz

from .block import models
from .block_entries import BlockEntries
from .critical import Polynomial
from .entries.ring import rational, ring
from .errors import InputError

Number = Union[int, Fraction]
Rows = Sequence[Sequence[Number]]


def risk_at(
    model: str, *, H: Rows, Psi: Rows, beta_star: Sequence[Number], sigma: Number = 1, M: int = 1
) -> Polynomial:
    r"""The risk (3.5) of ``zwb/ltb``, ``zwb/lsa`` or ``zwb/gd-beta`` as a polynomial in its parameters.

    Args:
        H, Psi: d rows of exact numbers; symmetric, positive semi-definite of any rank.
        beta_star: d numbers.
        sigma: the standard deviation of the noise, at least 0.
        M: the number of context examples.

    Raises:
        InputError: an unknown model, or values that are no problem.

    >>> risk = risk_at("zwb/gd-beta", H=[[1]], Psi=[[1]], beta_star=[0])
    >>> risk.names
    ('beta_1', 'Gamma_1_1')
    >>> str(risk.f)
    '3*beta_1^2*Gamma_1_1^2 - 2*beta_1^2*Gamma_1_1 + beta_1^2 + 4*Gamma_1_1^2 - 2*Gamma_1_1 + 2'
    """
    known = models()
    if model not in known:
        raise InputError(f"model is {model!r}: choose one of {', '.join(known)}.")
    d = _check_numbers(H, Psi, beta_star, sigma, M)
    for name, rows in (("H", H), ("Psi", Psi)):
        _check_semidefinite(name, rows, d)
    if sigma < 0 or M < 1:
        raise InputError(f"sigma must be at least 0 and M at least 1, not {sigma} and {M}.")
    entries = BlockEntries(known[model], d)
    value = entries.at.scalar(known[model].risk)
    problem: dict[str, Number] = {"M": M, "sigma": sigma}
    symbols = entries.symbols()
    problem |= {name: v for name, v in zip(symbols["beta_star"], beta_star, strict=True)}
    for letter, rows in (("H", H), ("Psi", Psi)):
        problem |= {name: v for names, row in zip(symbols[letter], rows, strict=True)
                    for name, v in zip(names, row, strict=True)}  # fmt: skip
    exact: dict[str | int, int | fmpz | fmpq] = {name: rational(v) for name, v in problem.items()}
    below = value.denominator.subs(exact)
    above = value.num.subs(exact) / below.leading_coefficient()
    parameters = entries.names.parameters
    places = [above.context().names().index(name) for name in parameters]
    return Polynomial.of(ring(parameters).from_dict({
        tuple(int(e[k]) for k in places): c for e, c in above.to_dict().items()
    }))


MOST_DIMENSIONS = 8
"""Beyond, the polynomial has more terms than anybody waits for."""


def _check_numbers(H: Rows, Psi: Rows, beta_star: Sequence[Number], sigma: Number, M: int) -> int:
    """The dimension, where all are exact numbers."""
    matrices = (("H", H), ("Psi", Psi))
    try:
        rows: dict[str, list[object]] = {name: [x for row in matrix for x in row] for name, matrix in matrices}
        rows["beta_star"] = [*beta_star]
    except TypeError:
        raise InputError("H and Psi must be lists of rows and beta_star a list of numbers, [[2, 0], [0, 1]].") from None
    numbers: dict[str, list[object]] = {**rows, "sigma": [sigma], "M": [M]}
    for name, values in numbers.items():
        for value in values:
            if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
                raise InputError(
                    f"{name} holds {value!r}, which is no exact number: write Fraction(1, 10) for 0.1, and A.tolist() "
                    "for an array of integers."
                )
    if not isinstance(M, int):
        raise InputError(f"M must be an integer, not {M}: it counts the context examples.")
    d = len(rows["beta_star"])
    if not 1 <= d <= MOST_DIMENSIONS:
        raise InputError(f"beta_star has {d} entries: use 1 to {MOST_DIMENSIONS}.")
    return d


def _check_semidefinite(name: str, rows: Rows, d: int) -> None:
    from flint import fmpq_mat

    from .critical.inertia import inertia

    if len(rows) != d or any(len(row) != d for row in rows):
        raise InputError(f"{name} must have {d} rows of {d} numbers, one for each entry of beta_star.")
    if any(rows[i][j] != rows[j][i] for i in range(d) for j in range(i)):
        raise InputError(f"{name} must be symmetric, not {[[str(x) for x in row] for row in rows]}.")
    if inertia(fmpq_mat(d, d, [rational(x) for row in rows for x in row]))[1]:
        raise InputError(f"{name} must be positive semi-definite, not {[[str(x) for x in row] for row in rows]}.")
