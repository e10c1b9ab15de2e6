"""Every step of every chain with one thing changed: the checker refuses it, unless the changed step is still true.

That it is still true is decided without the proof checker and without the words algebra: either the changed term equals
the printed one entry by entry, or the step stands in ``STILL_TRUE`` with a reason and another engine supports it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest

from proofs_check.claims import Claim, Part, Reading
from proofs_check.model import Model, initial_values
from proofs_check.papers.zfb.chains.assumption_3 import M
from proofs_check.papers.zfb.chains.corollary_16 import product, target
from proofs_check.papers.zfb.chains.section_5_1 import blocks, label, rank
from proofs_check.papers.zfb.chains.sharp_bounds import X1, X2, Y1, Y2, at_q, delta
from proofs_check.papers.zfb.notation import U11, Gam, Theta, c, i_d, j, u_1
from proofs_check.papers.zwb.chains.appendix_h import A_any
from proofs_check.papers.zwb.chains.section_2 import of_LTB
from proofs_check.papers.zwb.notation import H, P, Psi, t
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Assume, Combination, Diagonal, Dominated, Positivity, Proof, Step
from proofs_check.proof.checker import Checker
from proofs_check.proof.positivity import Sign, SignAlgebra
from proofs_check.proof.rules import RULES
from proofs_check.registry import load
from proofs_check.statement.fold import Lacks
from proofs_check.statement.mutate import Twin, twins
from proofs_check.statement.props import Prop, gt, implies, ne, replace_in, subprops
from proofs_check.statement.terms import Abbrev, Op, Sym, Term, half, inv, norm_F, term, where, zeros
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context, witness
from proofs_check.witnesses.entries import EntriesEngine
from proofs_check.witnesses.proof import WordsEquality

REGISTRY = load()
CHAINS = [statement.claim for statement in REGISTRY if statement.claim is not None and statement.claim.proofs]
SMALL = Context(dims=(1, 2))
STRICTER = {"le": "lt", "ge": "gt", "eq": "ne", "ne": "eq"}
MIRRORED = {"eq": "eq", "ne": "ne", "le": "ge", "ge": "le", "lt": "gt", "gt": "lt"}

# Changed steps that are true for another reason than that a term is only written otherwise -------------------

def _replaced(node: Term, old: Term, new: Term) -> Term:
    if node == old:
        return new
    if isinstance(node, Op):
        return Op(node.head, tuple(_replaced(arg, old, new) for arg in node.args))
    return node


def _with(prop: Prop, old: Term, new: Term) -> Prop:
    return Prop(prop.head, tuple(_replaced(arg, old, new) if isinstance(arg, Term) else arg for arg in prop.args))


def _at_the_minimum(prop: Prop) -> Prop:
    """The body of the two existence statements where U11 = Gam^-1 and u_-1 = 1."""
    for _ in range(2):
        (prop,) = (arg for arg in prop.args if isinstance(arg, Prop))
    sides = (where(side, (U11, inv(Gam)), (u_1, 1)) for side in prop.args if isinstance(side, Term))
    return Prop(prop.head, tuple(sides))


def _at_the_eigenvector(prop: Prop) -> Prop:
    """The forms in the eigenvector q with their values put in."""
    for form, value in ((X1, delta**2), (X2, at_q**2 * delta**2), (Y1, delta), (Y2, at_q * delta)):
        prop = _with(prop, form, value)
    return prop


def _corner(prop: Prop) -> Prop:
    """The blocks and the numbers of eigenvalues as printed: the sign of the corner, the label c not being 0."""
    matrix, *counts = prop.args
    if isinstance(matrix, Op) and matrix.args[:3] == blocks.args[:3] and tuple(counts) == (rank + 1, term(0)):
        return gt(_replaced(matrix.args[3], label, c), 0)
    return prop


def as_it_is(prop: Prop) -> Prop:
    return prop


def _norm(prop: Prop) -> Prop:
    """With a number c that is not 0 for the norm of a matrix that is not 0."""
    return _with(prop, norm_F(product - target), c)


def _vanishing_norm(prop: Prop) -> Prop:
    """With 0 for the norm of Theta Theta^T, as the steps above suppose."""
    return _with(prop, norm_F(Theta * Theta.T), term(0))


def _off_the_diagonal(prop: Prop) -> Prop:
    """For the indices that the steps above assume to differ."""
    return implies(ne(i_d, j), prop)


def _where_t_is_positive(prop: Prop) -> Prop:
    return implies(gt(t, 0), prop)


def _unseen(prop: Prop) -> Prop:
    """For the matrices that the step supposes, whose projection is 0."""
    return _with(prop, P * A_any * P, zeros("d", "d"))


def _norm_of_root(prop: Prop) -> Prop:
    """With a number c that is not 0 for the norm of H^(1/2) Psi^(1/2), which is not 0 there."""
    return _with(prop, norm_F(half(H) * half(Psi)), c)


def _at_the_weights(prop: Prop) -> Prop:
    """The body of the existence statement at the reduced parameters that the step exhibits."""
    for _ in of_LTB:
        (prop,) = (arg for arg in prop.args if isinstance(arg, Prop))
    return Prop(prop.head, tuple(where(side, *of_LTB) for side in prop.args if isinstance(side, Term)))


Asked = Callable[[Prop], Prop]
SUM = "a sum of positive multiples of Lam and of the identity"
TRACES = "a sum of products of traces of functions of Lam"
STILL_TRUE: dict[tuple[str, str], tuple[str, Asked]] = {
    ("zfb/eq-37", "commute"): ("every combination of Lam and the identity commutes with Lam", as_it_is),
    ("zfb/eq-37", "norm"): (f"the norm of {SUM} is positive", as_it_is),
    ("zfb/corollary-16", "Gam"): (f"{SUM} is positive definite", as_it_is),
    ("zfb/corollary-16", "Gam psd"): (f"{SUM} is positive definite", as_it_is),
    ("zfb/corollary-16", "positive"): ("a power of a positive number is positive", _norm),
    ("zfb/lemma-11", "positive"): ("a power of a positive number is positive", _norm),
    ("zfb/lemma-12", "mu"): ("a product of positive factors, whatever their powers and multiples", as_it_is),
    ("zfb/lemma-19", "bound positive"): ("a product of positive factors, whatever their powers", as_it_is),
    ("zfb/lemma-19-proof", "Gam Lam"): (f"{SUM} commutes with Lam, so their product is definite", as_it_is),
    ("zfb/lemma-18-initial-loss", "norm"): ("every power of a number that is not 0 is not 0", as_it_is),
    ("zfb/lemma-18-initial-loss", "d <= d"): ("d >= d", as_it_is),
    ("zfb/lemma-18-initial-loss", "von Neumann"): ("d >= d", as_it_is),
    ("zfb/lemma-19-proof", "d <= d"): ("d >= d", as_it_is),
    ("zfb/lemma-19-proof", "von Neumann"): ("d >= d; a matrix has the singular values of its transpose", as_it_is),
    ("zfb/lemma-19-proof", "von Neumann at n = d"): ("a matrix has the singular values of its transpose", as_it_is),
    ("zfb/lemma-27", "d <= d"): ("d >= d", as_it_is),
    ("zfb/lemma-27", "von Neumann"): ("d >= d; a matrix has the singular values of its transpose", as_it_is),
    ("zfb/lemma-27", "von Neumann at n = d"): ("a matrix has the singular values of its transpose", as_it_is),
    ("zfb/lemma-27", "Gam Lam"): (f"{SUM} commutes with Lam_tau, so their product is definite", as_it_is),
    ("zfb/lemma-26-initial-loss", "d <= d"): ("d >= d", as_it_is),
    ("zfb/lemma-26-initial-loss", "von Neumann"): ("d >= d", as_it_is),
    ("zfb/corollary-22", "off the diagonal"): ("the mean of Lam_tau^2 is diagonal", _off_the_diagonal),
    ("zfb/lemma-23", "constant"): ("0 is put in for u12 and u21", as_it_is),
    ("zfb/section-4.3-no-in-context-learning", "positive"): ("a positive multiple of d", as_it_is),
    ("zfb/section-5.3-pl-implies-convergence", "reduced"): ("indefinite at the origin whatever its factors", as_it_is),
    ("zfb/section-5.2-loss-up-to-constant", "constant"): ("0 is put in for u12 and u21", as_it_is),
    ("zfb/section-5.2-loss-up-to-constant", "exists"): ("negative at the same point", _at_the_minimum),
    ("zfb/appendix-a.2-blocks-stay-zero", "inner product"): ("both sides are 0", as_it_is),
    ("zfb/section-5.1-characteristic-polynomial", "determinant"): ("the spectrum of X_tau is symmetric", as_it_is),
    ("zfb/section-5.1-negative-eigenvalues-corrected", "blocks"): ("the corner keeps its sign", _corner),
    ("zfb/section-4.1-noiseless-bound", "gap positive"): (f"{SUM} is positive definite", as_it_is),
    ("zfb/section-4.1-noiseless-bound", "Gamma > Lambda"): (f"{SUM} is positive definite", as_it_is),
    ("zfb/section-4.1-rate-remark", "not negative"): (f"{TRACES} is positive", as_it_is),
    ("zfb/section-4.1-variance-remark", "positive"): (f"{TRACES} is positive", as_it_is),
    ("zfb/section-4.1-error-floor", "positive"): (f"{TRACES} is positive", as_it_is),
    ("zfb/section-4.1-error-floor", "not negative"): ("it is positive", as_it_is),
    ("zfb/section-4.1-error-floor", "multiple"): ("both sides are equal", as_it_is),
    ("zfb/section-4.1-error-floor", "above"): (f"what is left out, {TRACES}, is positive", as_it_is),
    ("zfb/section-4.1-rate-remark", "first"): (f"what is left out, {TRACES}, is positive", as_it_is),
    ("zfb/section-4.1-rate-remark", "multiple"): (f"what is left out, {TRACES}, is positive", as_it_is),
    ("zfb/section-4.1-averaged-bound", "first"): (f"what is left out, {TRACES}, is positive", as_it_is),
    **{
        ("zfb/section-4.1-averaged-bound", f"{step}, {matrix}"): ("the identity has equal singular values", as_it_is)
        for step in ("von Neumann", "links") for matrix in ("Lambda", "its inverse")
    },
    **{
        ("zfb/beyond-global-optimality", step): ("a positive multiple of what is positive", as_it_is)
        for step in ("both positive", "u12 positive", "U11 positive", "u21 positive", "something left")
    },
    **{
        (f"zfb/beyond-{id}", step): ("positive whatever its positive factors are", as_it_is)
        for id in ("sigma-condition", "label-noise") for step in ("lower", "mu")
    },
    ("zfb/beyond-sigma-condition", "starts below"): ("it starts strictly below", as_it_is),
    ("zfb/beyond-label-noise", "starts below"): ("it starts strictly below", as_it_is),
    ("zfb/beyond-sharp-bounds", "slope there"): ("the bracket whose square is taken is 0 there", _at_the_eigenvector),
    ("zfb/beyond-sharp-bounds-random", "Gam Lam"): (f"{SUM} commutes with Lam_tau", as_it_is),
    ("zfb/beyond-task-prior", "G"): ("a sum of semi-definite matrices with other factors", as_it_is),
    ("zfb/appendix-b-hessian", "twice Lambda"): ("every positive multiple of Lam is positive definite", as_it_is),
    ("zfb/appendix-b-hessian-corrected", "twice Lambda"): ("so is every positive multiple of Lam", as_it_is),
    ("zfb/section-3.3-random-initialization", "so the square"): (
        "a factor M M^T, which is 0 there, is left", lambda prop: _with(prop, M * M.T, zeros("d", "d"))
    ),
    **{
        (id, "so its norm"): ("a multiple of 0 is 0", _vanishing_norm)
        for id in (
            "zfb/section-3.3-random-initialization", "zfb/lemma-12", "zfb/lemma-18-initial-loss", "zfb/lemma-19",
            "zfb/lemma-19-proof", "zfb/eq-45", "zfb/lemma-26-initial-loss", "zfb/lemma-27",
            "zfb/lemma-28", "zfb/theorem-8", "zfb/appendix-a.4-saddle-origin", "zfb/beyond-sigma-condition",
            "zfb/beyond-label-noise", "zfb/beyond-sharp-bounds", "zfb/beyond-sharp-bounds-random",
        )
    },
    ("zfb/beyond-task-prior", "inside"): ("X Lam^p X^T is semi-definite for every power p", as_it_is),
    ("zwb/eq-a.3-corrected", "definite"): ("positive multiples of Phi and of the identity", _where_t_is_positive),
    ("zwb/eq-b.1", "Omega"): ("positive multiples of Phi and of the identity", as_it_is),
    ("zwb/lemma-h.5", "form"): ("a form of a semi-definite matrix", as_it_is),
    ("zwb/lemma-h.6", "on the left"): ("a trace of a semi-definite matrix", as_it_is),
    ("zwb/lemma-h.6", "on the right"): ("a trace of a semi-definite matrix", as_it_is),
    ("zwb/lemma-h.6", "nothing projected"): ("what is projected is 0, whatever its sign", _unseen),
    ("zwb/eq-b.19-without-spread", "size"): ("a power of a positive number is positive", _norm_of_root),
    ("zwb/section-2-gd-beta-corrected", "GD-beta"): ("what is changed is multiplied by b = 0", _at_the_weights),
}
"""Why the changes of these steps that are accepted are true, and what another engine is asked about them."""


@dataclass(frozen=True)
class Change:
    """A step of a chain, changed in one place."""

    claim: Claim
    step: Step
    twin: Twin

    def __str__(self) -> str:
        return f"{self.claim.id}, step {self.step.label}: {self.twin.rule} at {self.twin.path}"


def find(id: str) -> Claim:
    found = REGISTRY.find(id).claim
    assert found is not None
    return found


Start = tuple[str, str | Model, frozenset[tuple[Sym, Term]]]


def start_of(claim: Claim) -> Start:
    """The paper, the training data and the values at time 0."""
    return claim.paper, claim.model, frozenset(initial_values(claim).items())


@cache
def algebra(start: Start) -> ProofAlgebra:
    """One memory for all claims on the same data that start from the same values."""
    return ProofAlgebra(WordsEquality(next(c for c in CHAINS if start_of(c) == start)))


def changes(prop: Prop) -> Iterator[Twin]:
    """The wrong twins of both sides, and relations made stricter or turned into their opposites."""
    yield from twins(prop)
    for path, sub in subprops(prop):
        if sub.head in MIRRORED:
            mirrored = replace_in(prop, path, Prop(MIRRORED[sub.head], sub.args[::-1]))
            yield from (twin for twin in twins(mirrored) if twin.rule != "reversed" and twin.path[: len(path)] == path)
        if sub.head in STRICTER:
            yield Twin("stricter", path, replace_in(prop, path, Prop(STRICTER[sub.head], sub.args)))


def sample(claim: Claim, step: Step, most: int | None) -> list[Twin]:
    """At most ``most`` changes of a step, the same ones on every run."""
    found = list(changes(step.shows))
    if most is None or len(found) <= most:
        return found
    return Random(f"{claim.id} {step.label}").sample(found, most)


def accepted(most: int | None, by: type | None = None) -> Iterator[Change]:
    """The changed steps (of one rule, if it is given) that the checker takes for proved."""
    for claim in CHAINS:
        shared = algebra(start_of(claim))
        for proof in {id(proof): proof for proof in claim.proofs.values()}.values():
            if by is not None and not any(isinstance(step.by, by) for step in proof.steps):
                continue
            checker = Checker(claim, Proof(()), find, shared)
            for step in proof.steps:
                if not isinstance(step.by, Assume) and (by is None or isinstance(step.by, by)):
                    for twin in sample(claim, step, most):
                        if not checker.refusal(replace(step, shows=twin.prop)):
                            yield Change(claim, step, twin)
                checker.follow(step)


# Whether a changed step is still true -----------------------------------------------------------------------

def is_still_true(change: Change) -> bool:
    id, printed, changed = change.claim.id, change.step.shows, change.twin.prop
    if _is_rewritten(id, printed, changed):
        return True
    _, asked = STILL_TRUE.get((id, change.step.label), ("", None))
    return asked is not None and _is_supported(id, asked(changed))


def _is_rewritten(id: str, a: Prop, b: Prop) -> bool:
    """Whether each changed term equals the printed one, entry by entry for d = 1, 2; relations may be turned round."""
    if a.head == b.head and len(a.args) == len(b.args) and _are_rewritten(id, a.args, b.args):
        return True
    return MIRRORED.get(a.head) == b.head and _are_rewritten(id, a.args, b.args[::-1])


def _are_rewritten(id: str, a: tuple[Term | Prop, ...], b: tuple[Term | Prop, ...]) -> bool:
    for x, y in zip(a, b, strict=True):
        if isinstance(x, Prop) and isinstance(y, Prop):
            same = x == y or _is_rewritten(id, x, y)
        else:
            same = x == y or (isinstance(x, Term) and isinstance(y, Term) and _equal_entries(id, x, y))
        if not same:
            return False
    return True


@cache
def _equal_entries(id: str, a: Term, b: Term) -> bool:
    """Equal themselves, or the same function of equal arguments."""
    try:
        if all(EntriesEngine(find(id), d).equal(a, b) for d in SMALL.dims):
            return True
    except Lacks:
        pass
    old, new = (node.body if isinstance(node, Abbrev) else node for node in (a, b))
    if not (isinstance(old, Op) and isinstance(new, Op) and old.head == new.head and len(old.args) == len(new.args)):
        return False
    return all(x == y or _equal_entries(id, x, y) for x, y in zip(old.args, new.args, strict=True))


@cache
def _is_supported(id: str, prop: Prop) -> bool:
    """Whether the entries, or rigorous balls at exact points, support the proposition by itself."""
    reading = Reading("", prop)
    outcomes = (
        witness(name).examine(find(id), Part("", (reading,)), reading, SMALL).verdict for name in ("entries", "balls")
    )
    return any(verdict in {Verdict.PROVED, Verdict.SUPPORTED} for verdict in outcomes)


# The tests --------------------------------------------------------------------------------------------------

def test_no_changed_step_is_accepted_unless_it_is_still_true() -> None:
    assert [str(change) for change in accepted(most=2) if not is_still_true(change)] == []


@pytest.mark.exhaustive
def test_none_of_all_changed_steps_is_accepted_unless_it_is_still_true() -> None:
    found = list(accepted(most=None))
    assert [str(change) for change in found if not is_still_true(change)] == []
    listed = {(change.claim.id, change.step.label) for change in found}
    assert STILL_TRUE.keys() <= listed, "a step is listed that no change leaves true"


UNTOUCHED = {Diagonal, Dominated}
"""New symbols have no wrong value, and no small change makes a finite mean infinite: see the tests of these rules."""


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in UNTOUCHED], ids=lambda rule: rule.__name__)
def test_a_rule_that_accepts_everything_is_caught(rule: type, monkeypatch: pytest.MonkeyPatch) -> None:
    careless = replace(RULES[rule], check=lambda step, shown, given, desk, ledger: None)
    monkeypatch.setitem(RULES, rule, careless)
    assert any(not is_still_true(change) for change in accepted(most=8, by=rule))


def test_signs_that_are_guessed_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SignAlgebra, "sign", lambda self, node: Sign.POSITIVE)
    assert any(not is_still_true(change) for change in accepted(most=None, by=Positivity))


def test_an_equality_that_is_too_lenient_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProofAlgebra, "same", lambda self, lhs, rhs: True)
    assert any(not is_still_true(change) for change in accepted(most=2, by=Combination))
