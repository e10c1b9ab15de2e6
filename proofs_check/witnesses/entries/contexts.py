"""What the entrywise witness says of attention statements: at small d, n and k, from the definition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...algebras.contexts import decide_statement, refuted_at
from ...algebras.contexts.plans import admitted
from ...algebras.contexts.shown import in_words, span
from ...algebras.contexts.truth import LAYERS
from ...claims import Claim
from ...statement.layers import counts_layers
from ...statement.props import Prop, subprops, subterms
from ...statement.terms import Num, Op, Sym, Term, nodes, symbols
from ...verdict import Outcome, Point, Scope, Verdict
from .. import Context


def examine_context(claim: Claim, prop: Prop, context: Context) -> Outcome:
    """Refuted at an exact place, proved as identities of rational functions at small sizes, or supported by places."""
    given = tuple(hypothesis.prop for hypothesis in claim.given)
    if prop.head == "differs":
        return _differing(prop, given, context)
    found = decide_statement(prop, given, dims=context.dims, tier=context.tier)
    if found.refuted is not None:
        sizes = in_words([found.refuted.sizes])
        point = Point(dict(found.refuted.sizes), found.refuted.values, functions=found.refuted.functions)
        scope = Scope(sizes, dims=_dims([found.refuted.sizes]))
        return Outcome(
            Verdict.REFUTED, "fails at an exact place", scope, counterexample=found.refuted.text, point=point
        )
    if not found.agreed:
        reason = found.lacks or found.undefined or "no exact place was found at which the hypotheses hold"
        return Outcome(Verdict.UNDECIDED, reason)
    figures = {"places": len(found.agreed), "proved at": len(found.proved)}
    laws = "" if found.whole else "; for d > 1 the laws there are invariant under signed permutations alone"
    sizes = span(found.agreed)
    layers = f"layers up to {LAYERS}" if counts_layers((prop, *given)) else ""
    places = f"{len(found.agreed)} exact places{f' with {sizes}' if sizes else ''}"
    least = _first_with_a_mean(prop)
    of_sizes = [Prop(head, h.args) for h in given for head in (("le", "ge") if h.head == "eq" else (h.head,))]
    if least > max(_dims(found.agreed), default=0) and admitted(iter([{"d": least}]), of_sizes):
        return Outcome(Verdict.UNDECIDED, f"a mean with the determinant of a random rotation may differ at d = {least}")
    if found.proved:
        sentence = f"an identity in all entries and in all values of the functions; holds at {places} as well{laws}"
        everything = not any(found.proved) and not layers  # the statement speaks of no dimension and of no layer
        said = "; ".join(filter(None, (in_words(found.proved), layers)))
        scope = Scope("every case", whole=True) if everything else Scope(
            said, dims=_dims(found.proved), also=_dims(found.agreed)
        )
        return Outcome(Verdict.PROVED, sentence, scope, figures)
    why = found.lacks or found.undefined
    sentence = "holds at exact places, which prove nothing" + laws + (f"; {why}" if why else "")
    places = "; ".join(filter(None, (places, layers)))
    return Outcome(Verdict.SUPPORTED, sentence, Scope(places, dims=_dims(found.agreed)), figures)


def _dims(places: Sequence[Mapping[str, int]]) -> tuple[int, ...]:
    """The values of d, where all places have one."""
    return tuple(sorted({sizes["d"] for sizes in places})) if all("d" in sizes for sizes in places) else ()


def _first_with_a_mean(prop: Prop) -> int:
    """The degree in random rotations of what is averaged beside the determinant of one: the mean may differ from 0
    there though it is 0 at smaller d.  0 without such a mean."""
    heads = {"expect", "expect_given"}
    means = (node.args[0] for _, node in subterms(prop) if isinstance(node, Op) and node.head in heads)
    return max((_degree(body) for body in means if any(map(_turned, nodes(body)))), default=0)


def _turned(node: Term) -> bool:
    return isinstance(node, Op) and node.head == "det" and any(sym.has("haar") for sym in symbols(node))


def _degree(node: Term) -> int:
    """The degree of a polynomial in random rotations, determinants left out."""
    if isinstance(node, Sym):
        return int(node.has("haar"))
    if not isinstance(node, Op) or _turned(node):
        return 0
    below = [_degree(arg) for arg in node.args if isinstance(arg, Term)]
    if node.head == "^" and isinstance(node.args[1], Num):
        return below[0] * max(int(node.args[1].value), 1)
    return sum(below) if node.head in {"*", "inner", "kron"} else max(below, default=0)


def _differing(prop: Prop, given: tuple[Prop, ...], context: Context) -> Outcome:
    """One exact place at which two terms differ shows that they are different functions."""
    point = refuted_at(Prop("eq", prop.args), given, context.dims)
    if point is None:
        return Outcome(Verdict.UNDECIDED, "no exact place was found at which the two sides differ")
    return Outcome(Verdict.PROVED, f"they differ at {point}", Scope("one exact place is enough", whole=True))


def _looks_at_all_families(prop: Prop) -> bool:
    """Whether it speaks of infima, or of all values of numbers by layer, of which one place shows nothing."""
    infima = (isinstance(node, Op) and node.head == "infimum" for _, node in subterms(prop))
    quantified = (part.args[0] for _, part in subprops(prop) if part.head in {"exists", "for_all"})
    return any(infima) or any(isinstance(x, Sym) and x.has("layers") for x in quantified)


def refutes_context(claim: Claim, twin: Prop, context: Context) -> bool:
    """Whether the twin fails at an exact place."""
    if twin.head == "differs":
        lhs, rhs = twin.args
        return lhs == rhs
    if _looks_at_all_families(twin):
        return False
    given = tuple(hypothesis.prop for hypothesis in claim.given)
    return refuted_at(twin, given, sorted(context.dims)[:2]) is not None
