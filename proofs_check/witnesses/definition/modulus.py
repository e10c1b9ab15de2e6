"""Definition 3.3: the modulus of the page, by rational eigenvalues, and that of the numeric wing, in balls."""

from __future__ import annotations

import numpy as np

from numeric.attention.kernels import enclosed_modulus

from ...algebras.contexts.place import STYLES, Place
from ...algebras.contexts.reader import Reader
from ...claims import Claim
from ...statement.fold import Lacks
from ...statement.props import Prop, subprops
from ...statement.terms import Term, free_symbols

SIZES = (1, 2, 3)


def modulus(claim: Claim, prop: Prop) -> tuple[int, str]:
    """How many exact matrices were compared, and where the balls leave out what the page says."""
    compared = 0
    for name, body in (sub.args for _, sub in subprops(prop) if sub.head == "defined"):
        assert isinstance(name, Term)
        assert isinstance(body, Term)
        (matrix,) = (sym for sym in free_symbols(body) if sym.has("symmetric"))
        for n in SIZES:
            for style in STYLES:
                reader = Reader(Place({"n": n}, style))
                try:
                    page = reader(body)
                except Lacks:
                    continue  # its eigenvalues are not rational
                given = np.array(reader(matrix).rows, dtype=object)
                found = enclosed_modulus(given)
                if page.shape != found.shape or not all(
                    found[i, j].contains(e) for i, row in enumerate(page.rows) for j, e in enumerate(row)
                ):
                    return compared, f"n = {n}, K = {given.tolist()}"
                compared += 1
    return compared, ""


IMPLEMENTATIONS = {"modulus": modulus}
