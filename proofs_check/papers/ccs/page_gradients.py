r"""The gradients of Appendices E.1 and F.1 on their pages: of f, at a point of S, by layer.

The page sums over :math:`\ell=0,\ldots,k`, the transcription with :math:`\ell=i-1` (:mod:`.notation_flow`).
"""

from __future__ import annotations

from ...statement.psd import infimum
from ...statement.terms import Sym, Term
from .notation import I, inv_root
from .notation_flow import (
    E,
    F,
    Gradients,
    derivative_along,
    i,
    over_layers,
    p_tilde,
    scalars_E,
    scalars_F,
    u_tilde,
)

Prints = tuple[tuple[str, Term], ...]
_ALONG = r"(r(t),B(t),C(t))", r"(r(t),A(t),B(t),C(t))"
_PLACES = "", "(r,B,C)", *_ALONG


def _gradients(g: Gradients) -> Prints:
    r"""``\partial r_\ell f`` is a misprint for :math:`\partial_{r_\ell}f`."""
    layer = i - 1
    found = {
        r"\partial_{r_\ell}f": g.r(layer), r"\partial r_\ell f": g.r(layer), r"\nabla_{B_\ell}f": g.B(layer),
        r"\nabla_{C_\ell}f": g.C(layer),
    }  # fmt: skip
    if g.free_A:
        found[r"\nabla_{A_\ell}f"] = g.A(layer)
    return tuple((tex + place, term) for tex, term in found.items() for place in _PLACES)


def _flow(g: Gradients) -> Prints:
    layer = i - 1
    found: list[tuple[str, Term]] = [
        (r"\tilde U_\ell(t)", u_tilde(g.B(layer)) * inv_root), (r"\tilde W_\ell(t)", u_tilde(g.C(layer)) * inv_root),
    ]  # fmt: skip
    if g.free_A:
        found.append((r"\tilde P_\ell(t)", p_tilde(g.A(layer)) * I))
    return (*found, *((rf"\frac d{{dt}}f{place}", derivative_along(g)) for place in ("", *_ALONG)))


def _squares(g: Gradients, scalars: tuple[Sym, ...]) -> Prints:
    r"""What (29) and (46) sum, and the c of the conclusion, the infimum of the sum."""
    middle = r"+\|\nabla_{A_\ell}f\|_F^2" if g.free_A else ""
    squares = [
        rf"(\partial_{{r_\ell}}f{at})^2{middle}+\|\nabla_{{B_\ell}}f{at}\|_F^2+\|\nabla_{{C_\ell}}f{at}\|_F^2"
        for at in ("", "(r,B,C)")
    ]
    least = infimum(over_layers(g.squares), *scalars)
    return (*((tex, g.squares(i - 1)) for tex in squares), (r"\mathfrak c", least))


LAYER_BY_LAYER: dict[str, Prints] = {
    "theorem-e.1": _squares(E, scalars_E), "theorem-f.1": _squares(F, scalars_F),
    "appendix-e.1-conclusion": (*_squares(E, scalars_E), *_flow(E)),
    "appendix-f.1-conclusion": (*_squares(F, scalars_F), *_flow(F)),
    **dict.fromkeys(("eq-31", "eq-32", "eq-34-bound", "eq-35-bound"), (*_gradients(E), *_flow(E))),
    **dict.fromkeys(("eq-48", "eq-49", "eq-51-bound", "eq-52-bound", "eq-53-bound"), (*_gradients(F), *_flow(F))),
}  # fmt: skip
