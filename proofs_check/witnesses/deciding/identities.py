"""Findings about single identities, and how several make one."""

from __future__ import annotations

from collections.abc import Iterable

from ...statement.terms import Sym, Term, term, where, zeros
from .engine import Engine, Finding


def identity(engine: Engine, lhs: Term, rhs: Term, how: str, otherwise: str = "") -> Finding:
    """What the engine finds of ``lhs = rhs``, in the words ``how`` where it holds."""
    if engine.equal(lhs, rhs):
        return Finding(True, how)
    return Finding(False, otherwise or f"not so: {how}", (lhs, rhs))


def on_block(engine: Engine, lhs: Term, rhs: Term, how: str, otherwise: str = "") -> Finding:
    """The same on the invariant block of the model's flow."""
    return identity(engine, where(lhs, *engine.model.block), where(rhs, *engine.model.block), how, otherwise)


def all_of(findings: Iterable[Finding]) -> Finding:
    """The first finding that does not hold, else that all do."""
    how: list[str] = []
    for finding in findings:
        if not finding.holds:
            return finding
        if finding.how not in how:
            how.append(finding.how)
    return Finding(True, "; ".join(how))


def zero_like(sym: Sym) -> Term:
    """The zero of the symbol's shape."""
    return term(0) if sym.shape == (1, 1) else zeros(*sym.shape)
