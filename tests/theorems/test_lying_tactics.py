"""Tactics that lie, or try anything at all, make no theorem of a false statement."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from proofs_check import registry
from proofs_check.naming import in_engine_letters
from proofs_check.proof.chain import Assume
from proofs_check.proof.contrary import contrary
from proofs_check.proof.logic import lines
from proofs_check.statement.props import Prop, conj, eq, exists, for_all, implies, le, lt, ne, subprops, subterms
from proofs_check.statement.terms import Op, Sym, Term, absolute, scalar, sqrt, term, total, where
from proofs_check.theorems import kernel as K
from proofs_check.theorems import oracles
from proofs_check.theorems.binding import same
from proofs_check.theorems.schemes import ALL
from proofs_check.theorems.tactics.desk import occurrences
from proofs_check.theorems.tactics.further import FAILURES
from proofs_check.theorems.tactics.replay import Replay
from tests.theorems.attacks import desk
from tests.theorems.examined import holds, i, n

a, b = scalar("a"), scalar("b")
p, q = scalar("p", "positive"), scalar("q", "nonnegative")
SYMBOLS = (a, b, p, q)
RULES = {"normal_form", "sign", "assume", "instance", "discharge", "modus_ponens", "contradiction", "conjoin", "link",
         "generalise", "specialise", "exhibit", "choose", "rewrite", "has_value"}  # fmt: skip


class Liar:
    """Applies rules to whatever it has, with whatever comes to its mind."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.made: list[K.Theorem] = []
        self.used: set[str] = set()

    def term(self, depth: int = 2) -> Term:
        if depth == 0 or self.chance.random() < 0.3:
            return self.chance.choice((*SYMBOLS, a, b, term(0), term(1), term(-1), term(2)))
        x, y = self.term(depth - 1), self.term(depth - 1)
        made = (lambda: x + y, lambda: x - y, lambda: x * y, lambda: x / y, lambda: x**2, lambda: sqrt(x),
                lambda: absolute(x), lambda: -x, lambda: where(x, (self.chance.choice(SYMBOLS), y)),
                lambda: total(i, n, x * i))  # fmt: skip
        return self.chance.choice(made)()

    def prop(self) -> Prop:
        made = self.chance.choice((eq, le, lt, ne))(self.term(), self.term())
        kind = self.chance.random()
        if kind < 0.1:
            return for_all(self.chance.choice(SYMBOLS), made)
        if kind < 0.2:
            return implies(made, le(self.term(1), self.term(1)))
        return conj(made, made) if kind < 0.25 else made

    def known(self) -> K.Theorem:
        return self.chance.choice(self.made) if self.made else K.assume(self.prop())

    def having(self) -> list[K.Theorem]:
        return self.made[-60:]

    def try_once(self) -> None:
        rule = self.chance.choice(sorted(RULES))
        try:
            found = getattr(self, rule)()
        except (*FAILURES, ZeroDivisionError):
            return
        self.used.add(rule)
        self.made += found if isinstance(found, tuple) else (found,)

    def normal_form(self) -> K.Theorem:
        x = self.term()
        y = self.chance.choice((self.term(), x, x + 0, 1 * x, x * x / x))
        return desk().equal(x, y, self.having()[-3:])

    def sign(self) -> K.Theorem:
        return oracles.sign(desk().reading, self.prop(), self.having()[-4:], self.having())

    def assume(self) -> K.Theorem:
        return K.assume(self.chance.choice((self.prop(), self.known().proposition)))

    def instance(self) -> tuple[K.Theorem, ...]:
        scheme = ALL[
            self.chance.choice(
                (
                    "slack",
                    "product",
                    "antisymmetry",
                    "weaken",
                    "apart",
                    "from slack",
                    "sum",
                    "minimum over 1",
                    "global minimum over 1",
                )
            )
        ]
        x = self.chance.choice(SYMBOLS)
        bind = {
            m: x if m.has("variable") else K.Lam((x,), self.term()) if m.has("function") else self.term()
            for m in scheme.metas
        }
        if self.made and len(scheme.hypotheses) == 1 and self.known().proposition.head in {"le", "lt"}:
            sides = self.known().proposition.args
            bind = dict(zip(scheme.metas, sides, strict=False)) if len(scheme.metas) == 2 else bind  # type: ignore[arg-type]
        asked, wanted, _ = K.filled(scheme, bind)
        return K.instance(scheme, bind, self.made, [*self.made, *self._shown([*asked, *wanted])])

    def _shown(self, props: list[Prop]) -> list[K.Theorem]:
        return [desk().prove(q) for q in props]

    def discharge(self) -> K.Theorem:
        th = self.known()
        given = self.chance.choice((*th.hypotheses, self.prop()))
        return K.discharge(given, th, [*self.having(), *self._shown(list(K.domain(given)))])

    def modus_ponens(self) -> K.Theorem:
        implications = [th for th in self.made if th.proposition.head == "implies"]
        th = self.chance.choice(implications)
        return K.modus_ponens(th, self.chance.choice((K.assume(th.proposition.args[0]), self.known())))  # type: ignore[arg-type]

    def contradiction(self) -> K.Theorem:
        th = self.known()
        other = K.assume(K.negation(th.proposition))
        given = self.chance.choice((*th.hypotheses, other.proposition))
        return K.contradiction(given, th, other, self.having())

    def conjoin(self) -> K.Theorem:
        return K.conjoin(self.known(), self.known())

    def link(self) -> K.Theorem:
        return K.link(self.known(), self.chance.choice((0, 1)))

    def generalise(self) -> K.Theorem:
        return K.generalise(self.chance.choice((*SYMBOLS, i)), self.known())

    def specialise(self) -> K.Theorem:
        general = [th for th in self.made if th.proposition.head == "for_all"]
        return K.specialise(self.chance.choice(general), self.term(1), self.having())

    def exhibit(self) -> K.Theorem:
        th, x = self.known(), self.chance.choice(SYMBOLS)
        return K.exhibit(exists(x, th.proposition), self.chance.choice((x, self.term(1))), th, self.having())

    def choose(self) -> K.Theorem:
        some = self.chance.choice([th for th in self.made if th.proposition.head == "exists"])
        return K.choose(some, self.known())

    def rewrite(self) -> K.Theorem:
        equation = self.chance.choice([th for th in self.made if th.proposition.head == "eq"])
        th = self.known()
        places = [path for path, t in subterms(th.proposition) if same(t, equation.proposition.args[0])]
        places += occurrences(th.proposition, equation.proposition.args[0])  # type: ignore[arg-type]
        return K.rewrite(equation, th, self.chance.choice(places))

    def has_value(self) -> K.Theorem:
        return K.has_value(self.known(), self.chance.choice((0, 1)))


POINTS = [dict(zip(SYMBOLS, values, strict=True)) for values in (
    (0, 0, 1, 0), (1, -1, 2, 0), (-1, 1, 0.5, 1), (2, 0.5, 1, 2), (-0.5, -2, 3, 0.25), (1, 1, 1, 1),
    (0, -1, 0.1, 0))]  # fmt: skip


def is_false(th: K.Theorem) -> bool:
    """Whether the hypotheses hold at some point, with room to spare, and the proposition does not."""
    if any(q.head == "exists" for p in (th.proposition, *th.hypotheses) for _, q in subprops(p)):
        return False  # grids do not tell
    for values in POINTS:
        env: dict[Sym, np.ndarray] = {s: np.array([[float(x)]]) for s, x in values.items()}
        env[i] = np.array([[2.0]])
        try:
            if not all(holds(h, env, 0.0) for h in th.hypotheses):
                continue
        except (KeyError, ZeroDivisionError, ValueError, TypeError):
            continue
        try:
            if not holds(th.proposition, env, 1e-6):
                return True
        except KeyError:
            continue
        except (ZeroDivisionError, TypeError):
            return True
    return False


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_hundred_tactics_that_try_anything_make_no_false_theorem() -> None:
    used: set[str] = set()
    count = 0
    for seed in range(100):
        liar = Liar(seed)
        for _ in range(150):
            liar.try_once()
        used |= liar.used
        for th in liar.made:
            count += 1
            assert not is_false(th), f"{th!r} by {th.rule}"
    assert used == RULES
    assert count > 1000


def test_a_false_theorem_would_be_found() -> None:
    forged = K._theorem("forged", [le(0, a)], lt(0, a))
    assert is_false(forged)
    assert is_false(K._theorem("forged", [], eq(a / a, 1)))


def _wrong(line: Prop) -> list[Prop]:
    """The contrary of a line, twice one side, or a bound that is lower by 1."""
    found = [other.prop for other in [contrary(lines(line)[0])] if other is not None]
    x, y = line.args if len(line.args) == 2 else (None, None)
    if isinstance(x, Term) and isinstance(y, Term) and line.head in {"eq", "le", "lt"}:
        found.append(Prop(line.head, (x * 2, y) if line.head == "eq" else (x, y - 1)))
    return found


@pytest.mark.parametrize("id", ["zfb/lemma-17", "zfb/corollary-16", "zfb/lemma-18", "zfb/lemma-18-initial-loss"])
def test_no_wrong_line_of_a_chain_becomes_a_theorem(id: str) -> None:
    known = registry.load()

    def resolve(id: str):
        return in_engine_letters(known.find(id).claim, known.claims.get)[0]

    claim = resolve(id)
    (proof,) = claim.proofs.values()
    replay, tried = Replay(claim, proof, resolve), 0
    for step in proof.steps:
        for line in lines(step.shows) if not isinstance(step.by, Assume) else ():
            for wrong in _wrong(line.prop):
                tried += 1
                stated = Prop("always", (wrong,)) if line.along else wrong
                try:
                    made = replay.step(replace(step, label="wrong", shows=stated))
                except FAILURES:
                    continue
                found = [th for th in made if same(th.proposition, wrong)]
                assert all(_is_true_as_well(replay, wrong) for _ in found), (step.label, wrong)
    assert tried > 10


def _is_true_as_well(replay: Replay, wrong: Prop) -> bool:
    """2 * 0 = 0: both sides have the normal form 0, or may be 0 where another line says so."""
    x, y = wrong.args
    return (
        wrong.head == "eq"
        and isinstance(x, Op)
        and isinstance(y, Term)
        and any(
            same(th.proposition, eq(x.args[0], y)) and same(y, term(0)) for some in replay.at.values() for th in some
        )
    ) or (wrong.head == "eq" and replay.desk.reading.is_equal(x, y))
