"""Mutants of verify.py: each leniency lets something false pass, and the hostile certificates tell.

A mutant is one line changed so that something is no longer asked.
"""

import types
from pathlib import Path

import pytest

from proofs_check.certificates import verify
from proofs_check.certificates.axioms import known

from . import elsewhere, infima, kernel, letters, more_forgeries, named, places, proofs, statements
from . import forged as forging
from .disguises import DISGUISES
from .forged import forged

TEXT = Path(verify.__file__).read_text()


def asked(sentence):
    """What is refused in these words is no longer asked."""
    assert f'"{sentence}"' in TEXT, sentence
    return "def need(found, why):\n    if not found:", f"def need(found, why):\n    if not found and why != {sentence!r}:"


MUTANTS = {
    "gradients past what is not computed": ("if X in self.depends(plain,", "if False and X in self.depends(plain,"),
    "I is 1 in any size": ('else (shape(a), self.key(self.value(a))) for', 'else self.key(self.value(a)) for'),
    "symbols that cannot be": ("(law and not can_be(made[-1]))", "False"),
    "negations of inequalities of matrices": asked("the negation of an inequality of matrices"),
    "sizes that are bound": ("or any(s.name in names_of(y) for y in x.syms) for s in names", "for s in names"),
    "the flow of another loss": ("json.dumps([data[\"model\"], data[\"times\"], flow])", "json.dumps([data[\"model\"], data[\"times\"]])"),
    "a size of 0": ('if re.fullmatch(r"[\\w+]*", value):', "if False:"),
    "a size that is no number": ('raise Refused("a size that is no number")', "pass"),
    "letters of sums keep any promise": ("if k and not all(keeps_its_word(", "if False and not all(keeps_its_word("),
    "letters of slopes keep promises": ('counts = x.head != "slope" and (', "counts = True or ("),
    "numbers and matrices differ": ("or (fact.head == \"ne\" and len(sides) == 1)", "or fact.head == \"ne\""),
    "heads of numbers, of matrices": ("(1, 1) if {*shapes} == {(1, 1)} else None", "(1, 1)"),
    "the diagonal of anything": ("(a[0], a[0]) if a[1] == 1 else None", "(a[0], a[0])"),
    "any number of arguments": ("len(args) != ARITY.get(head, len(args))", "False"),
    "members of what is no family": ('raise Refused("a member of what is no family")', "pass"),
    "shapes that do not fit are there": ("or misfit(x) or", "or"),
    "sums over different indices": ('"sum_unequal": 2, ', ""),
    "laws of numbers": ("exponential gamma two_point ", ""),
    "means of what looks elsewhere": ("unseen(p) or any(s in letters", "any(s in letters"),
    "slopes in letters that are known": asked("a letter that is known"),
    "slopes of what is not computed": asked("a letter within"),
    "any term of a slope": ("powers == [1])", "True)"),
    "products the other way round": ('pair if x.head == "product_up" else pair[::-1]', "pair"),
    "products up to no layer": ('if k.head == "sym" and {"integer", "nonnegative"} <= k.traits else less(k)', 'if k.head == "sym" else less(k)'),
    "a mask is I": ("return self.plus(number(1), of_word(last + self.reversed(last)), -1)", "return number(1)"),
    "any place is positive": ('return NONNEGATIVE if args[0].traits & {"positive", "nonnegative"} else 0', "return NONNEGATIVE"),
    "laws are not asked": ("or not needed <= s.traits <= needed | free or", "or"),
    "gradients of any symbol": ('X.traits - {"parameter"}', "False"),
    "no pairing within": ("if place[0] == g:\n                    B, D", "if False:\n                    B, D"),
    "no pairing across": ("for i, (other, _) in enumerate(rest):", "for i, (other, _) in enumerate([]):"),
    "all letters commute": ("return (len(bases) == 1) or (x.diagonal", "return True or (x.diagonal"),
    "all diagonal": ('square and "diagonal" in traits', "square"),
    "all symmetric": ("symmetric = square and (", "symmetric = True or ("),
    "all invertible": ("invertible = definite == POSITIVE or", "invertible = square or"),
    "psd is posdef": ('else NONNEGATIVE * ("psd" in traits))', 'else POSITIVE * ("psd" in traits))'),
    "all orthogonal": ('square and "orthogonal" in traits', "square"),
    "all powers merge": ("merges = sign & NONZERO if", "merges = True if"),
    "roots merge": ("else sign == POSITIVE or (sign & NONNEGATIVE and e > 0)", "else True"),
    "nothing is 0": ("    return sum(bit for bit in", "    return NONZERO or sum(bit for bit in"),
    "all is positive": ("    return sum(bit for bit in", "    return POSITIVE or sum(bit for bit in"),
    "traces are equal": ("least = min(forms)", "least = tuple(sorted(word))"),
    "any two values are the same": ("return not value\n", "return True\n"),
    "a sum is as positive as one part": ("if a & b & NONNEGATIVE else 0\n", "if (a | b) & NONNEGATIVE else 0\n"),
    "a product too": ("found &= known", "found |= known"),
    "n - k": ("POSITIVE if k.value < 1 else NONNEGATIVE if k.value == 1 else 0", "POSITIVE"),
    "norms are positive": ("return POSITIVE if self.nonzero(args[0]) else NONNEGATIVE\n", "return POSITIVE\n"),
    "any product is definite": ("if all(signs) and all(self.same(", "if all(signs) or all(self.same("),
    "any congruence": ("NONNEGATIVE * bool(mirrored and (len(parts) == 2 or self.product_sign(parts[1:-1])))", "NONNEGATIVE * bool(mirrored)"),
    "differences are definite": ('if head == "+":\n            a, b = map(self.definite', 'if head in "+-":\n            a, b = map(self.definite'),
    "means of equals at one outcome": ("s in letters or drawn(s) for s in p.syms) for p", "s in letters for s in p.syms) for p"),
    "what moves is put in": ("return not transparent(x) or any(s.traits & hidden", "return any(s.traits & hidden"),
    "what is hidden is put in": ("return not transparent(x) or any(s.traits & hidden for s in x.syms)", "return not transparent(x)"),
    "laws are random alone": ('{"random", "iid", "law", "noise", "label", "haar"}) or any(\n        t.startswith(("cov:", "std:", "copy:", "label:")) for t in s.traits)', '{"random", "iid"})'),
    "laws that no trait names": (" | (DEFAULTS if unnamed else set())", ""),
    "covariances that are drawn": ("or found[0].traits - wanted - {", "or set() & {"),
    "families begin anywhere": ('in ("num", "sym") and counts(args[1]):', 'in ("num", "sym"):'),
    "values stated twice": ("need(len(x.args) == 1 + 2 * len(table) and all(", "need(all("),
    "sums of what is hidden": ("s.traits & (HIDDEN - INERT) for s in body.syms)", "() for s in ())"),
    "an index that a law names": ("i.name in body.dims | told(body)", "i.name in body.dims"),
    "where keeps promises": ("all(keeps(trait, v, Algebra()) for s, v", "all(True for s, v"),
    "sequences keep promises": ("return x.head not in SCOPES or free_letters(x)\n", "return True\n"),
    "any member is there": ('x.head not in ("at", "least_over") or', 'x.head != "least_over" or'),
    "the least of nothing": ('x.head not in ("at", "least_over") or', 'x.head != "at" or'),
    "the least of one": ('"least_unequal conserved same_flow jacobian "', '"conserved same_flow "'),
    "what is conserved": ('"least_unequal conserved same_flow jacobian "', '"least_unequal "'),
    "rewritten below anything": ("    if not x.args or not plain_head(x):\n        return x\n", "    if not x.args:\n        return x\n"),
    "seals are not asked": ("if not sealed:", "if False:"),
    "a symbol called 3": ("not x.name.isidentifier()", "False"),
    "a diagonal that is merely not 0": ('POSITIVE if "positive" in args[0].traits else', "promised(args[0]) if promised(args[0]) & NONNEGATIVE else"),
    "derivatives of any activation": ("same_flow jacobian ", "same_flow "),
    "sums up to any number": ("if x.head in UP_TO:", "if False:"),
    "no two places are the same": ("return 0 if fits(both(i, counted(p)), j)", "return 0 if True"),
    "members of a family are independent": asked("the mean of members of a family"),
    "a sum of anything": ("raise Unknown(\"a sum of this kind\")\n            factor", "pass\n            factor"),
    "a sum over another range": ('i.traits != {"index", f"range:{n}"}', "False"),
    "what is known of one index holds for all": ("i in p.syms for p in self.given", "() for p in ()"),
    "instances of something else": asked("not this instance"),
    "all layers differ": ("if head == \"delta\" and (", "if head == \"delta\" or ("),
    "a pseudo-inverse is an inverse": ("(((a, s, e),) if e or x.definite == 2 else ())", "(((a, s, e),) if e else ())"),
    "rewritten below bound letters": ("s in letters or drawn(s) for s in p.syms) for p", "drawn(s) for s in p.syms) for p"),
    "all kernels are invariant": ('and "rotation_invariant" in args[0].traits', ""),
    "circles are checked": ('v._replace(status="failed", trust={"it rests on itself"})', 'v._replace(status="checked", trust=())'),
    "steps on trust are checked": ('trust = frozenset({f"{rule} of', 'trust = frozenset() and frozenset({f"{rule} of'),
    "any implication": asked("not this implication"),
    "any premise of an implication": asked("not the implication of this"),
    "any contradiction": asked("no contradiction"),
    "any conjunction": asked("not these links"),
    "any link": asked("no such link"),
    "for all values of another letter": asked("not what is generalised"),
    "for all values of what is assumed": ("need(not any(speaks(h, x) for h in given[0].hypotheses)", "need(True"),
    "for all values of anything": ("need(s.head == \"sym\" and not s.traits & NEVER_BOUND", "need(True or not s.traits & NEVER_BOUND"),
    "for all values of a size": ('need(not any(y is not s and s.name in names_of(y) and "derived" not in y.traits for y in x.syms)', "need(True"),
    "any instance": asked("not this instance"),
    "any value that exists": asked("not the body at this value"),
    "what exists is drawn": ('need(not depends_on_draws(value), "what exists', 'need(True, "what exists'),
    "what is chosen stays": asked("what is chosen occurs elsewhere"),
    "an induction over anything": ('.get(k.traits - {"layer"})', '.get(k.traits - {"layer"}, ZERO)'),
    "an induction by any steps": asked("not these steps"),
    "an induction from what is assumed": ("need(not any(speaks(h, k) for h in rest | base.hypotheses)", "need(True"),
    "any term is rewritten": asked("another term stands there"),
    "anything is rewritten": asked("not what is rewritten"),
    "names are rewritten": ("need(not named and not (k == 0", "need(not (k == 0"),
    "equals below anything": ("                if touches(bound, s):", "                if False:"),
    "equations from inequalities": ('need(equation.shows.head == "eq", "no equation")', "need(True, 'no')"),
    "one moment for the flow": ("not any(map(moves, rest)), \"a hypothesis speaks of one moment", "True, \"a hypothesis speaks of one moment"),
    "the flow for everywhere": ("return given, frozenset(), frozenset({op(\"here\")}), frozenset()", "return kept(given)"),
    "one outcome for all": ("not any(map(depends_on_draws, given[0].hypotheses)), \"a hypothesis", "True, \"a hypothesis"),
    "hypotheses of axioms": ("need(all(form(p) in known for p in wanted)", "wanted = [p for p in wanted if form(p) in known]\n        need(True"),
    "conclusions of axioms": asked("not what the axiom says"),
    "what is put in is captured": ("need(not any(touches(bound - let, s) for s in free(v))", "need(True"),
    "an index of another range": ('need(kind != "over" or runs_to(v, other)', "need(True"),
    "matrices for numbers": ('self.wanted += promises(stand_in(m.name, *m.traits - {"meta", "moving", "drawn"}), v)', "pass"),
    "promises of what is put in": ("return [PROMISES[t](v) for t in sorted(s.traits) if t in PROMISES]", "return []"),
    "captured by what binds": ("need(not any(touches(bound - new.keys(), s) for known", "need(True or not any(touches(bound - new.keys(), s) for known"),
    "means of anything are finite": ('known = body.head == "expect" and gaussians(body.args[0]) is not None', "known = True"),
    "anything is smooth": ("and polynomial(body, xs)", ""),
    "assumptions are no trust": ('trust.add(f"assumed: {shown(p)}")', "pass"),
    "any step shows the statement": ("if not same(found.shows, prop):", "if False:"),
    "hypotheses of what is cited": ("says.prop == q and says.hypotheses <= ps for ps", "says.prop == q for ps"),
    "another statement is cited": ("says.prop == q and says.hypotheses <= ps for ps", "says.hypotheses <= ps for ps"),
    "laws that a citation does not see": ("*sorted(y.digest for name in names for y in LAWS.get(name, ()))]).encode()", "]).encode()"),
    "flows of another model": ("(says.model == model or not says.at_home)", "True"),
    "higher moments of noise": asked("a higher moment of noise"),
    "what is put in within": asked("a letter within"),
}  # fmt: skip


def _mutant(name):
    old, new = MUTANTS[name]
    assert old in TEXT, name
    made = types.ModuleType("mutant")
    exec(compile(TEXT.replace(old, new), "mutant", "exec"), made.__dict__)
    return made


def _all():
    for prop in (*statements.FALSE_EQUATIONS, *places.FALSE):
        yield forged(prop, [("1", prop, statements.IDENTITY, [])])
    for prop in statements.FALSE_SIGNS:
        yield forged(prop, [("1", prop, statements.POSITIVITY, [])])
    for make in (*proofs.FALSE.values(), *places.FALSE_PROOFS.values(), *infima.FALSE.values()):
        yield make()
    for make in kernel.FALSE.values():
        yield make()
        data = make()
        for row in data["log"][:-1]:
            row["trust"] = True
        data["seal"] = verify.seal(data)
        yield data
    for make in (*more_forgeries.FALSE.values(), *named.FALSE.values(), *elsewhere.FALSE.values(), *letters.FALSE.values()):
        yield make()
    edited = proofs.TRUE["an implication"]()
    edited["page"] = "something else"
    yield edited


@pytest.fixture(scope="module")
def hostile():
    bundles = [[data] for data in _all()] + [make() for make in (*proofs.BUNDLES.values(), *more_forgeries.BUNDLES.values(), *named.BUNDLES.values(), *elsewhere.BUNDLES.values(), *kernel.BUNDLES.values())]
    return [[(d["id"].replace("/", "_"), verify.canonical(d).encode()) for d in bundle] for bundle in bundles]


def _lets_pass(program, bundle):
    """Whether the last certificate of the bundle, which is wrong, is checked."""
    name = bundle[-1][0].replace("_", "/")
    return any(found.status == "checked" and found.name == name for found in program.check(bundle, known())[0])


def test_verify_py_itself_checks_none(hostile):
    assert not [bundle for bundle in hostile if _lets_pass(verify, bundle)]


@pytest.mark.parametrize("name", MUTANTS)
def test_a_leniency_is_caught(name, hostile, monkeypatch):
    made = _mutant(name)
    monkeypatch.setattr(forging, "verify", made)  # formulas that are refused have no digest but the mutant's
    bundles = [[make()] for make in (*DISGUISES.values(), *elsewhere.UNREADABLE.values())] + [make() for make in elsewhere.BUNDLES.values()]
    disguised = [[(d["id"].replace("/", "_"), verify.canonical(d).encode()) for d in bundle] for bundle in bundles]

    def passes(bundle):
        try:
            return _lets_pass(made, bundle)
        except Exception:  # a mutant that breaks is caught, too
            return True

    assert any(passes(bundle) for bundle in (*hostile, *disguised))
