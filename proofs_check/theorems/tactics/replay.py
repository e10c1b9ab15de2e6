"""A proof chain, step by step, as steps of the kernel.  Not trusted: what does not replay makes no theorem."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...claims import Claim
from ...proof import chain as C
from ...proof.logic import lines
from ...statement.props import Prop
from ...statement.terms import Sym
from .. import kernel as K
from ..binding import Refused, moves, same
from ..kernel import Theorem
from ..oracles import Reading, needed, reading_of
from ..values import domain
from . import algebra, citing, means, optima, ranges
from .bounds import cleared
from .desk import Desk, Held, is_moment, split
from .further import FAILURES, further

Resolve = Callable[[str], Claim]
_BEFORE = "the premise does not follow"


@dataclass(frozen=True)
class Outcome:
    """What became of a step: its theorems, or why there is none."""

    label: str
    rule: str
    theorems: tuple[Theorem, ...] = ()
    refused: str = ""


class Replay:
    """The theorems that the steps of a chain make."""

    desk_of = Desk

    def __init__(self, claim: Claim, proof: C.Proof, resolve: Resolve, reading: Reading | None = None) -> None:
        self.claim, self.proof, self.resolve = claim, proof, resolve
        self.given = {h.name: h.prop for h in claim.given}
        ambient = [th for p in self.given.values() for th in self._links(p)]
        self.desk = self.desk_of(reading or reading_of(claim), ambient)
        self.cited: dict[Prop, tuple[str, str]] = {}
        """The hypotheses that are cited claims."""
        self.at: dict[str, tuple[Theorem, ...]] = {}
        self.outcomes: list[Outcome] = []
        self.desk.numbers |= ranges.numbers_in([step.shows for step in proof.steps])
        for th in cleared(self.desk, self.desk.ambient):
            self.desk.learn(th)
        for step in proof.steps:
            self.outcomes.append(self._follow(step))
        while self._again(proof):  # a condition may be shown further down, as on the page
            pass

    def _follow(self, step: C.Step) -> Outcome:
        rule = type(step.by).__name__
        try:
            found = tuple(self.step(step))
        except FAILURES as why:
            return Outcome(step.label, rule, refused=str(why) or type(why).__name__)
        self.at[step.label] = found
        for th in found:
            if self._is_closed(th):
                self.desk.learn(th)
        return Outcome(step.label, rule, found)

    def _again(self, proof: C.Proof) -> bool:
        """Whether a step that failed does not any more, now that more is known."""
        found = [self._follow(s) if o.refused else o for s, o in zip(proof.steps, self.outcomes, strict=True)]
        changed = [o.refused for o in found] != [o.refused for o in self.outcomes]
        self.outcomes = found
        return changed

    @property
    def is_whole(self) -> bool:
        return all(not o.refused for o in self.outcomes)

    def _links(self, p: Prop) -> list[Theorem]:
        try:
            return split(K.assume(p))
        except Refused:
            return []

    # Premises --------------------------------------------------------------------------------------------

    def premise(self, name: str) -> tuple[Theorem, ...]:
        base, _, k = name.partition("#")
        if base in self.at:
            found = self.at[base]
        elif base in self.given:
            found = tuple(split(K.assume(self.given[base])))
        else:
            raise Refused(_BEFORE, ": ", base)
        return (found[int(k) - 1],) if k else found

    def hypotheses(self) -> list[Theorem]:
        return [th for p in self.given.values() for th in (K.assume(p), *split(K.assume(p)))]

    # Steps -----------------------------------------------------------------------------------------------

    def step(self, step: C.Step) -> list[Theorem]:
        by, given = step.by, [self.premise(name) for name in step.premises]
        flat = [th for some in given for th in some]
        goals = [line.prop for line in lines(step.shows)]
        desk = self.desk
        match by:
            case C.Assume(whole=True):
                return split(K.assume(step.shows))
            case C.Assume() if step.shows.head == "always":
                return [K.assume(goal) for goal in goals]
            case C.Assume():
                return split(K.assume(step.shows))
            case C.Substitution(into) if into:
                rest = _but(into, step, given)
                return [algebra.substitution_into(desk, goal, rest, self.premise(into)) for goal in goals]
            case C.ModusPonens():
                return self._apply(flat[0], goals, flat[1:])
            case C.Discharge(assumption):
                return [self._discharge(step.shows, _but(assumption, step, given))]
            case C.Contradiction(assumption):
                return self._contradiction(step, given, assumption)
            case C.FromClaim():
                return citing.claim(self, by, step.shows, goals, flat)
        return further(desk, by, goals, given, flat)

    def _apply(self, implication: Theorem, goals: list[Prop], held: Held) -> list[Theorem]:
        p = implication.proposition.args[0]
        assert isinstance(p, Prop)
        shown = split(K.modus_ponens(implication, self.desk.build(p, held)))
        return [self.desk.find(goal, shown) for goal in goals]

    def _discharge(self, goal: Prop, held: Held) -> Theorem:
        p, q = (goal.args[0] if goal.head == "always" else goal).args  # type: ignore[union-attr]
        assert isinstance(p, Prop)
        assert isinstance(q, Prop)
        return K.discharge(p, self.desk.build(q, held), self._values(p, held))

    def _values(self, p: Prop, held: Held) -> list[Theorem]:
        """That an assumption has a value, without itself."""
        others = {h for th in held for h in th.hypotheses if not same(h, p)}
        apart = [th for th in held if not any(same(h, p) for h in th.hypotheses)]
        supposed = [th for h in sorted(others, key=repr) for th in split(K.assume(h))]
        return self.desk.have(p, premises=[*apart, *supposed])

    def _contradiction(self, step: C.Step, given: list[tuple[Theorem, ...]], assumption: str) -> list[Theorem]:
        p, rest = self.premise(assumption)[0].proposition, _but(assumption, step, given)
        for x in rest:
            for y in rest:
                try:
                    contrary = self.desk.convert(y, K.negation(x.proposition))
                    return [K.contradiction(p, x, contrary, self._values(p, rest))]
                except Refused:
                    continue
        raise Refused("the premises do not contradict each other")

    # Statements ------------------------------------------------------------------------------------------

    def theorem(self, prop: Prop) -> Theorem:
        """``prop`` from the hypotheses of the claim, the claims that are cited, and the moments that it and the steps
        need."""
        held = [th for some in self.at.values() for th in some if self._is_closed(th)]
        th = self.desk.build(prop, held)
        if K.HERE in th.hypotheses and not moves(prop):
            th = self.desk.use("what moves at no time", {"P": K.Lam((), prop)}, [K.at_every_time(th)], [th])[0]
        own = self._moments(prop, *(s.shows for s in self.proof.steps))
        allowed = {K.key(m) for m in own}

        def stays(h: Prop) -> bool:
            """What is shown at a symbol is shown for all of its values."""
            return h in self.cited or self._is_given(h) or K.key(h) in allowed or (
                h.head == "for_all" and isinstance(h.args[1], Prop) and is_moment(h) and stays(h.args[1]))

        for h in sorted(th.hypotheses, key=repr):
            if not stays(h):
                shown = next((x for x in self.hypotheses() if same(x.proposition, h)), None)
                shown = shown or means.finite_as(self.desk, h, own, held)
                if shown is None:
                    raise Refused("a hypothesis that the claim lacks: ", h)
                th = self.desk.cut(th, shown)
        if not same(th.proposition, prop) or not all(map(stays, th.hypotheses)):
            raise Refused("this rests on more than the claim and what it cites: ", th)
        return th

    def _moments(self, *props: Prop) -> list[Prop]:
        """The moments that what is said needs."""
        stated = [line.prop for p in (*props, *self.given.values()) for line in lines(p)]
        asked = [c for p in stated for c in domain(p)]
        return [m for c in asked for m in (c, *self._needed(c)) if m.head == "finite" or is_moment(m)]

    def _needed(self, c: Prop) -> list[Prop]:
        bound = list[Sym]()
        while c.head == "for_all":
            x, c = c.args  # type: ignore[assignment]
            bound.append(x)  # type: ignore[arg-type]
        return [m for m in needed(self.desk.reading, c) if not any(K.speaks(m, x) for x in bound)]

    def told(self, prop: Prop) -> dict[str, list[str] | str]:
        """What the theorem rests on, or why there is none."""
        try:
            th = self.theorem(prop)
        except FAILURES as why:
            # First the step that fails by itself, not those that lack what it would show.
            o = next((o for o in self.outcomes if o.refused and not o.refused.startswith(_BEFORE)), None)
            return {"refused": f"step {o.label}, by {o.rule}: {o.refused}" if o else str(why) or type(why).__name__}
        cited = (self.cited[h] for h in th.hypotheses if h in self.cited)
        own = {K.key(m) for m in self._moments(prop)}
        means = (h for h in th.hypotheses if h not in self.cited and not self._is_given(h) and K.key(h) not in own)
        return {"axioms": sorted(th.axioms), "oracles": sorted(th.oracles), "where": sorted(map(str, means)),
                "cites": sorted({f"{id} ({part})" if part else id for id, part in cited})}

    def closed(self, prop: Prop) -> Theorem:
        """``prop`` under the claim's hypotheses as premises: what whoever cites it takes as a hypothesis."""
        th = self.theorem(prop)
        for h in reversed(self.given.values()):
            th = K.discharge(h, th, self.desk.have(h))
        return optima.every(tuple(citing.quantified(th.proposition)), th)

    def _is_given(self, h: Prop) -> bool:
        return h.head == "as_named" or any(same(h, p) for p in self.given.values())

    def _is_closed(self, th: Theorem) -> bool:
        """Whether it rests on no assumption made on the way."""
        started = self.desk.reading.start
        stated = [x.proposition for x in self.desk.stated]
        kept = (*self.cited, K.HERE, *started, *stated)
        return all(h in kept or self._is_given(h) for h in th.hypotheses)


def _but(assumption: str, step: C.Step, given: list[tuple[Theorem, ...]]) -> list[Theorem]:
    """The premises but for one."""
    return [th for name, some in zip(step.premises, given, strict=True) if name != assumption for th in some]
