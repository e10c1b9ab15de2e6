"""Concrete laws for exact points: finitely many outcomes with rational values and probabilities."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...roles import law_of
from ...statement.terms import Abbrev, Op, Sym, Term, nodes, symbols
from .laws import Atoms, LabelLaw, base_name, companions, is_law, joint
from .space import Setting

_SQUARE = frozenset({"symmetric", "psd", "posdef", "invertible"})
Pair = tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]


def free_random(terms: Iterable[Term], setting: Setting) -> frozenset[str]:
    """Names of the random symbols that some term leaves free: no expectation is taken over them."""
    found: set[Sym] = set()
    for node in terms:
        found |= _free(node)
    found |= {s for s in companions(found, setting.model) if s.has("random") and "y_hat_rdm" in {f.name for f in found}}
    return frozenset(s.name for s in found if s.has("random"))


def _free(node: Term) -> frozenset[Sym]:
    if isinstance(node, Sym):
        return frozenset({node})
    if isinstance(node, Abbrev):
        return _free(node.body)
    if not isinstance(node, Op) or node.head == "expect":
        return frozenset()
    if node.head == "expect_given":
        body, *fixed = node.args
        return frozenset(s for s in _free(body) if s in fixed)
    return frozenset().union(*map(_free, node.args))


def averages_rotations(terms: Iterable[Term]) -> bool:
    """Whether some mean is taken over a random rotation, of which a value is no mean."""
    means = (n for term in terms for n in nodes(term) if isinstance(n, Op) and n.head in {"expect", "expect_given"})
    return any(s.has("haar") and s not in mean.args[1:] for mean in means for s in symbols(mean.args[0]))


def laws_at(needed: Iterable[Sym], setting: Setting, draw: random.Random, step: int) -> dict[str, Any]:
    """A law for every random covariance, for labels and for noise."""
    found: dict[str, Any] = dict(setting.laws)
    for sym in sorted(needed, key=lambda s: s.name):
        if is_law(sym) and base_name(sym) not in found:
            found[base_name(sym)] = _outcomes(sym, setting, draw, step)
        if any(t.startswith("label") for t in sym.traits) and law_of(sym) not in found:
            labels = sum(isinstance(law, LabelLaw) for law in found.values())
            found[law_of(sym)] = _label(setting.d, draw, step + labels)
        if sym.has("noise"):
            found["noise"] = True
    return found


def _outcomes(sym: Sym, setting: Setting, draw: random.Random, step: int) -> Atoms:
    rows, columns = map(setting.size, sym.shape)
    if sym.shape[1] == 1:
        return _entries(rows, step)
    return _matrices(rows, draw, step) if sym.traits & _SQUARE else _arrays(rows, columns, draw, step)


def _entries(d: int, step: int) -> Atoms:
    """Independent entries, each with one or two positive values."""
    return joint([_two(step + k) for k in range(d)])


def _two(step: int) -> Pair:
    half = Fraction(1, 2)
    choices: Sequence[tuple[Fraction, int, int]] = (
        (half, 1, 2), (half, 1, 3), (Fraction(1, 4), 1, 3), (Fraction(1), 1, 1), (Fraction(1, 5), 10, 1),
        (Fraction(1, 20), 40, 1), (Fraction(1), 3, 3), (Fraction(3, 4), 1, 12),
    )
    p, a, b = choices[step % len(choices)]
    return (p, Fraction(a)), (1 - p, Fraction(b))


def _matrices(d: int, draw: random.Random, step: int) -> Atoms:
    """One to three positive definite matrices, diagonal ones at first."""
    if d == 1:
        return [(p, [[x]]) for p, x in _two(step) if p]
    count = 2 + step % 2
    found = []
    for k in range(count):
        G = [[draw.choice([0, 1, 1, -1, 2]) if step else int(i == j) * (k + 1) for j in range(d)] for i in range(d)]
        C = [
            [Fraction(sum(a * b for a, b in zip(G[i], G[j], strict=True)) + (i == j)) for j in range(d)]
            for i in range(d)
        ]
        found.append((Fraction(1, count), C))
    return found


def _arrays(rows: int, columns: int, draw: random.Random, step: int) -> Atoms:
    """Two or three matrices of either sign that are not symmetric."""
    count = 2 + step % 2
    return [(Fraction(1, count), [[Fraction(draw.choice((0, 1, 3, -1, -2))) for _ in range(columns)]
                                  for _ in range(rows)]) for _ in range(count)]  # fmt: skip


def _label(d: int, draw: random.Random, step: int) -> LabelLaw:
    """A linear label at first; then also curved, noisy, not centred ones."""
    slope = tuple(Fraction(draw.choice([1, 1, -1, 2]) if step else 1) for _ in range(d))
    curved, noise, constant = ((0, 0, 0), (1, 0, 0), (0, 1, 1), (1, 1, -1))[step % 4]
    return LabelLaw(Fraction(constant), slope, Fraction(curved), Fraction(noise))


class Told(str):
    """A law as text, with what a :class:`~proofs_check.verdict.Point` says of it."""

    data: tuple[tuple[Any, Any], ...]

    def __new__(cls, text: str, data: Iterable[tuple[Any, Any]]) -> Told:
        said = super().__new__(cls, text)
        said.data = tuple(data)
        return said


def described(laws: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The laws of a point as text, and as data where they are finite."""
    for name, law in laws.items():
        if isinstance(law, LabelLaw):
            terms = [f"{law.constant}"] if law.constant else []
            terms += [_times(c, f"x_{k}") for k, c in enumerate(law.slope, start=1) if c]
            terms += [_times(law.square, "x_1^2")] if law.square else []
            terms += [_times(law.noise, "(random sign)")] if law.noise else []
            yield f"law of {name}", Told(" + ".join(terms).replace("+ -", "- ") or "0", _monomials(law))
        elif isinstance(law, Op):
            yield f"law of {name}", f"{law.head} entries"
        elif isinstance(law, (list, tuple)):
            text = " or ".join(f"{_shown(v)} with probability {p}" for p, v in law)
            yield f"law of {name}", Told(text, ((p, v) for p, v in law))


def _monomials(law: LabelLaw) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    d = len(law.slope)
    yield law.constant, (0,) * (d + 1)
    yield from ((c, tuple(int(j == k) for j in range(d + 1))) for k, c in enumerate(law.slope))
    yield law.square, (2,) + (0,) * d
    yield law.noise, (0,) * d + (1,)


def _times(factor: Any, what: str) -> str:
    return {1: what, -1: f"-{what}"}.get(factor, f"{factor} {what}")


def _shown(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_shown, value)) + "]"
    return str(value)
