"""The proof checker: decides every step of a chain by computing, and never trusts one."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from ..claims import Claim, Part
from ..errors import UserError
from ..model import model_for
from ..statement.fold import Lacks
from ..statement.props import Prop
from ..statement.sizes import check_sizes, shape_of_term
from ..statement.terms import Sym, Term
from .algebra import ProofAlgebra
from .chain import (
    AlmostSurely,
    Assume,
    AtMinimisers,
    Contradiction,
    Discharge,
    FromClaim,
    FromFact,
    Identity,
    ModusPonens,
    Proof,
    Step,
    Substitution,
)
from .contrary import contrary
from .desk import Gap, Given, Ledger
from .introduced import depends, introduced
from .logic import GROWING, Line, is_closed, lines
from .model_letters import letters_of, moves_unseen
from .on_the_page import follows_as_printed
from .positivity import SignAlgebra, free_of
from .reports import ProofReport, UsedBy, report
from .rules import RULES
from .traits import symbols_of, symbols_started, traits_used
from .values.conditions import Condition
from .values.integrability import Reading
from .values.known import ConditionsOf, Known, by_structure
from .values.label_moments import Degrees, label_moments, moment
from .values.meaning import Meaning, is_about_outcomes, is_constant, tells_values, terms_in
from .values.parts import as_prop, stated

Resolve = Callable[[str], Claim]
SHOWN_BEFORE = (AlmostSurely, AtMinimisers, Discharge, ModusPonens)
"""Rules that show what was shown before, under a condition: it had its values there."""
@dataclass(frozen=True)
class Checked:
    """A step that follows: what it shows, the open assumptions it rests on, all labels and ledgers below it."""

    step: Step
    lines: tuple[Line, ...]
    assumptions: frozenset[str]
    below: frozenset[str]
    ledger: Ledger
    tacit: frozenset[str] = frozenset()
    """Hypotheses used through traits of symbols (``Lam`` positive definite: its inverse, its root)."""
    functions: bool = False
    """Whether an inverse or a root occurs."""


class Checker:
    """Walks one chain of one claim; a premise must stand above its step."""

    def __init__(
        self, claim: Claim, proof: Proof, resolve: Resolve, algebra: ProofAlgebra,
        conditions_of: ConditionsOf = by_structure, reading: Reading | None = None,
    ) -> None:
        self.claim = claim
        self.proof = proof
        self.resolve = resolve
        self.algebra = algebra
        served = [r.prop for part in claim.parts if proof_of(claim, part) is proof for r in part.readings]
        self.conditions_of = conditions_of
        self.known = Known(claim, served, algebra, conditions_of, reading)
        self.checked: dict[str, Checked] = {}
        self.sentences: dict[str, str] = {}
        self.gap: tuple[str, str] | None = None
        self._as_printed: dict[str, bool] = {}
        self.hypotheses = {h.name: lines(h.prop) for h in claim.given}
        self.started = {h.name: symbols_started(h.prop) for h in claim.given}
        self._sizes = tuple(h.prop for h in claim.given)
        self._of_the_model = letters_of(model_for(claim))
        stated = (claim.forall, [r.prop for p in claim.parts for r in p.readings], [h.prop for h in claim.given])
        spoken = frozenset(symbols_of(stated))
        self.stated = spoken | self._of_the_model
        self.names = {sym.name: sym for sym in (*self._of_the_model, *spoken)}
        self.names_above = frozenset(self.names)
        for step in proof.steps:
            self.follow(step)

    def follow(self, step: Step) -> None:
        """Adds a step to the chain, and what became of it."""
        try:
            checked = self._check(step)
            if step.page is not None:
                self._as_printed[step.label] = follows_as_printed(step, self.refusal)
            self.checked[step.label] = checked
            self.sentences[step.label] = "follows"
        except (Gap, Lacks) as why:
            self.sentences[step.label] = str(why)
            if self.gap is None:
                self.gap = (step.label, str(why))

    # One step --------------------------------------------------------------------------------------------

    def _check(self, step: Step) -> Checked:
        if step.label in self.checked or step.label in self.hypotheses:
            raise Gap(f"the label {step.label!r} is taken")
        shown = lines(step.shows)
        self._fits(step)
        self.names_above = frozenset(self.names)
        self.take_names((step.shows, step.by))
        if isinstance(step.by, Assume):
            if step.by.whole and not all(link.along or is_closed(link.prop) for link in shown):
                raise Gap("only what holds along the flow can be assumed for the whole flow")
            return self._with_traits(Checked(step, shown, frozenset({step.label}), frozenset({step.label}), Ledger()))
        given = [self._premise(name) for name in step.premises]
        assumptions = frozenset().union(*(g.assumptions for g in given)) if given else frozenset()
        self._guard(step, given, shown, assumptions)
        self._leaves_the_model_alone(step, (*shown, *(line for g in given for line in g.lines)))
        ledger = Ledger()
        used = assumptions
        if isinstance(step.by, (Discharge, Contradiction)):
            assumptions -= {step.by.assumption}
        self._has_meaning(step, shown, used, assumptions)
        RULES[type(step.by)].check(step, shown, given, self, ledger)
        if not isinstance(step.by, (*SHOWN_BEFORE, FromClaim)):
            self._meets_conditions(shown, self._meaning(assumptions, all(link.along for link in shown)), ledger)
        below = frozenset({step.label}).union(*(g.below for g in given)) if given else frozenset({step.label})
        return self._with_traits(Checked(step, shown, assumptions, below, ledger))

    def _fits(self, step: Step) -> None:
        """Whether the shapes fit in what is shown and in what the rule works with."""
        try:
            check_sizes(step.shows, repr, self._sizes)
            for node in terms_in(step.by):
                shape_of_term(node)
        except UserError as error:
            raise Gap(f"this means nothing: {error}") from error

    def _with_traits(self, checked: Checked) -> Checked:
        """What the step takes for granted through the traits of its symbols."""
        shows = checked.step.shows
        traits = traits_used(shows)
        taken = {line.prop for p in (*checked.ledger.assumed, *traits.assumed) for line in lines(p)}
        started, means = symbols_started(shows), label_moments(shows)
        tacit = frozenset(
            name for name, held in self.hypotheses.items()
            if any(link.prop in taken or _asks_for(link.prop, means) for link in held) or self.started[name] & started
        )
        return replace(checked, tacit=tacit, functions=traits.functions)

    def refusal(self, step: Step) -> str:
        """Why a further step does not follow from the chain; empty when it does."""
        names = dict(self.names)
        try:
            self._check(step)
        except (Gap, Lacks) as why:
            return str(why)
        finally:
            self.names = names
        return ""

    def steps_showing(self, link: Line) -> Iterator[Step]:
        """The steps that show the link word for word, without open assumptions."""
        for checked in self.checked.values():
            if link in checked.lines and checked.assumptions <= self.hypotheses.keys():
                yield checked.step

    def is_repaired(self, step: Step) -> bool:
        """Whether the page prints something else here: as stated, or as its own inference shows."""
        return bool(step.instead_of) if step.page is None else not self._as_printed[step.label]

    @cached_property
    def lax(self) -> tuple[str, ...]:
        """The steps whose rule would show the contrary as well.

        Left out are assumptions, what rests on those that turn out to be impossible, and steps that the words algebra
        decides alone: these other witnesses examine.
        """
        found = []
        impossible = {step.by.assumption for step in self.proof.steps if isinstance(step.by, Contradiction)}
        for label, checked in self.checked.items():
            step = checked.step
            if isinstance(step.by, (Assume, Identity, Substitution)) or checked.assumptions & impossible:
                continue
            others = [other for line in checked.lines if (other := contrary(line)) is not None]
            if any(not self.refusal(replace(step, label=f"{label}, contrary", shows=o.stated)) for o in others):
                found.append(label)
        return tuple(found)

    @cached_property
    def needs_premises(self) -> bool:
        """Whether no step by a fact or a claim would follow without any of its premises."""
        citing = [c.step for c in self.checked.values() if isinstance(c.step.by, (FromFact, FromClaim))]
        bare = [replace(step, label=f"{step.label}, bare", premises=()) for step in citing if step.premises]
        return all(self.refusal(step) for step in bare)

    def _premise(self, name: str) -> Given:
        base, _, link = name.partition("#")
        if base in self.checked:
            found = self.checked[base]
            held, assumptions, below = found.lines, found.assumptions, found.below
        elif base in self.hypotheses:
            held, below = self.hypotheses[base], frozenset({base})
            local = any(not link.along and not is_constant(link.prop) for link in held)
            assumptions = frozenset({base}) if local else frozenset()
        elif base in self.sentences:
            raise Gap(f"the premise {base!r} does not follow")
        else:
            raise Gap(f"there is no premise {base!r} above this step")
        if link:
            if not link.isdigit() or not 1 <= int(link) <= len(held):
                raise Gap(f"the premise {base!r} has {len(held)} links, not a link {link!r}")
            held = (held[int(link) - 1],)
        return Given(name, held, assumptions, below)

    def _guard(self, step: Step, given: list[Given], shown: tuple[Line, ...], assumptions: frozenset[str]) -> None:
        """Modes: what holds along the flow, or under an assumption about one moment, proves nothing universal."""
        moving = any(link.along and not is_closed(link.prop) for g in given for link in g.lines)
        for link in shown:
            if moving and not link.along and not is_closed(link.prop):
                raise Gap("a premise holds along the flow only, the conclusion is meant for all parameters")
            if link.along and link.prop.head in GROWING and not is_closed(link.prop):
                raise Gap("what moves along the flow may depend on the integers that grow")
            if link.along and not is_closed(link.prop) and self.single_value(assumptions):
                raise Gap("what holds for some parameters is not shown along the flow")
        if isinstance(step.by, (Discharge, Contradiction)):
            if step.by.assumption not in self.checked:
                raise Gap(f"there is no assumption {step.by.assumption!r}")
            if not isinstance(self.checked[step.by.assumption].step.by, Assume):
                raise Gap(f"{step.by.assumption!r} is not an assumption")
        elif RULES[type(step.by)].whole_flow(step) and not self.rest_on_closed(assumptions):
            raise Gap("a rule about the whole flow is used under an assumption about a single moment")

    def _leaves_the_model_alone(self, step: Step, held: tuple[Line, ...]) -> None:
        if isinstance(step.by, (Discharge, ModusPonens)):
            return
        letter = moves_unseen(step, [link.prop for link in held], self._of_the_model)
        if letter:
            raise Gap(f"the model speaks of {letter}: what its flow does is not the same for every {letter}")

    def single_value(self, assumptions: frozenset[str]) -> bool:
        """Whether one of the assumptions speaks of one value of the parameters, wherever it lies."""
        held = (self.hypotheses[a] if a in self.hypotheses else self.checked[a].lines for a in assumptions)
        return any(not link.along and not is_closed(link.prop) for links in held for link in links)

    def _has_meaning(
        self, step: Step, shown: tuple[Line, ...], used: frozenset[str], assumptions: frozenset[str]
    ) -> None:
        """What the rule works with and what is shown has a value; ``used`` counts the assumption that is discharged.

        A rule that cites a claim asks for the conditions of this.
        """
        moving = all(link.along for link in shown)
        if not isinstance(step.by, (*SHOWN_BEFORE, FromClaim)):
            self._means_something(shown, self._meaning(assumptions, moving))
        meaning = self._meaning(used, moving)
        if any(meaning.lacks(node) is not None for node in terms_in(step.by)):
            raise Gap("the rule divides by what may vanish, or takes a root of what may be negative")

    def has_values(self, shown: tuple[Line, ...], assumptions: frozenset[str], ledger: Ledger) -> None:
        """Whether all terms in what is shown have values under these assumptions; raises :class:`Gap` if not."""
        meaning = self._meaning(assumptions, all(link.along for link in shown))
        self._means_something(shown, meaning)
        self._meets_conditions(shown, meaning, ledger)

    def _means_something(self, shown: tuple[Line, ...], meaning: Meaning) -> None:
        if not all(meaning.shown(link.prop) for link in shown):
            raise Gap("what is shown divides by what may vanish, or takes a root of what may be negative")

    def _meets_conditions(self, shown: tuple[Line, ...], meaning: Meaning, ledger: Ledger) -> None:
        """What the meaning of single terms does not tell: of what is bound, of derivatives, of means."""
        for link in shown:
            for found in self.known.asked(link.prop):
                if not self.known.is_known(found, meaning.signs.premises, ledger):
                    raise Gap(f"what is shown has a value where {stated(found)}, which is not known here")

    def closes(self, found: Condition, given: list[Given], along: bool, ledger: Ledger) -> bool:
        """Whether the premises, what the claim assumes and what it states as its own conditions give the condition."""
        held = [link for links in self.hypotheses.values() for link in links if link.along or is_constant(link.prop)]
        held += [link for g in given for link in g.lines]
        props = [link.prop for link in held if along or not link.along or is_closed(link.prop)]
        return self.known.is_known(found, (*props, *self.known.own), ledger)

    def _meaning(self, assumptions: frozenset[str], moving: bool) -> Meaning:
        """What the hypotheses and the steps above say under these assumptions, along the flow only when ``moving``."""
        above = [link for name, held in self.hypotheses.items() for link in held
                 if link.along or is_constant(link.prop) or name in assumptions]
        above += [link for c in self.checked.values() if c.assumptions <= assumptions for link in c.lines]
        props = [link.prop for link in above if moving or not link.along or is_closed(link.prop)]
        props += self.known.own
        return Meaning(SignAlgebra(props, self.known.same), props, self._fixed)

    @cached_property
    def _fixed(self) -> frozenset[str]:
        """The matrices that the claim quantifies over: as covariances they are not random."""
        return frozenset(s.name for s in self.claim.forall if s.shape != (1, 1) and not s.traits & {"random", "law"})

    def rest_on_closed(self, assumptions: frozenset[str]) -> bool:
        """Whether the assumptions say nothing about a single moment, value of the parameters or random event.

        A hypothesis of the claim about free parameters counts as such an assumption; it is never discharged.
        """
        return all(
            name in self.checked
            and (self.is_whole(name) or all(is_constant(link.prop) for link in self.checked[name].lines))
            for name in assumptions
        )

    def speaks_of(self, given: list[Given], syms: Collection[Term]) -> bool:
        """Whether the premises rest on an assumption about one of the symbols, or on what was made for one value.

        That terms have values any step may know from a hypothesis or a condition, also where no premise names it.
        """
        if self._told & set(syms) or not all(free_of(p, syms) for p in self._assumed(given)):
            return True
        held = set(symbols_of([line.prop for g in given for line in g.lines]))
        return any(isinstance(s, Sym) and self.depends(held, s) for s in syms)

    @cached_property
    def _told(self) -> frozenset[Sym]:
        """The symbols of which hypotheses and the claim's own conditions tell whether terms have values."""
        held = (link.prop for links in self.hypotheses.values() for link in links)
        told = [tells_values(prop) for prop in held if is_constant(prop)]
        for found in self.known.own_conditions:
            prop = as_prop(found)
            told.append(tells_values(prop) - found.bound if prop is not None and is_constant(prop) else frozenset())
        return frozenset(s for symbols_ in told for s in symbols_ if not s.has("parameter"))

    def speaks_of_outcomes(self, given: list[Given]) -> bool:
        """Whether an assumption or hypothesis that the premises rest on is about one outcome of what is drawn."""
        return any(is_about_outcomes(prop) for prop in self._assumed(given))

    def _assumed(self, given: list[Given]) -> Iterator[Prop]:
        """The assumptions and hypotheses that the premises rest on, also those with which a claim was cited."""
        below = frozenset[str]().union(*(g.below for g in given))
        cited = (met for name in below & self.checked.keys() for met in self.checked[name].ledger.through.values())
        names = (below & self.hypotheses.keys()).union(*(g.assumptions for g in given), *(m.values() for m in cited))
        for name in names:
            for link in self.hypotheses[name] if name in self.hypotheses else self.checked[name].lines:
                yield link.prop

    def take_names(self, node: object) -> None:
        """One name means one symbol: else a step could give a symbol of the statement a trait that it lacks."""
        for sym in symbols_of(node):
            if self.names.setdefault(sym.name, sym) != sym:
                raise Gap(f"{sym.name} stands for another symbol above")
        dims = {str(dim) for sym in self.names.values() for dim in sym.shape}
        for name in sorted(self.names.keys() & {name for dim in dims for name in re.findall(r"[A-Za-z_]\w*", dim)}):
            if not self.names[name].traits >= {"integer", "positive"}:
                raise Gap(f"{name} is a dimension, and so a positive integer: the symbol {name} is not said to be one")

    def is_fresh(self, sym: Sym) -> bool:
        """Whether the symbol occurs neither in the statement nor above this step."""
        return sym.name not in self.names_above

    def introduced(self, syms: Collection[Sym]) -> bool:
        """Whether one of the symbols was introduced in the chain for something that depends on others."""
        return introduced(syms, self._steps(), self.stated)

    def depends(self, syms: Collection[Sym], on: Sym) -> bool:
        """Whether one of the symbols was introduced in the chain for something that speaks of ``on``."""
        return depends(syms, on, self._steps(), self.stated)

    def _steps(self) -> Iterator[Step]:
        return (checked.step for checked in self.checked.values())

    def is_whole(self, assumption: str) -> bool:
        rule = self.checked[assumption].step.by
        return isinstance(rule, Assume) and rule.whole

    def report(self, target: Prop, used_by: UsedBy = lambda cited: None) -> ProofReport:
        """Whether the chain shows ``target``, and what that rests on."""
        return report(self, target, used_by)


def _asks_for(prop: Prop, means: frozenset[Degrees]) -> bool:
    """Whether the proposition says that one of these moments of a label is finite."""
    mean = prop.args[0]
    return prop.head == "finite" and isinstance(mean, Term) and moment(mean) in means


def proof_of(claim: Claim, part: Part) -> Proof | None:
    """The chain for a part: its own, else the one of the whole claim."""
    found = claim.proofs.get(part.name, claim.proofs.get(""))
    return found if isinstance(found, Proof) else None
