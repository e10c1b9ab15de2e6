"""Mutants of verify.py: each leniency lets something false pass, and the hostile certificates tell.

A mutant is one line changed so that something is no longer asked.
"""

import types
from pathlib import Path

import pytest

from proofs_check.certificates import verify

from . import elsewhere, infima, letters, more_forgeries, named, places, proofs, statements
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
    "one name for two symbols": ("named.setdefault(name, made[-1]) is not made[-1] or", "False or"),
    "symbols that cannot be": ('("zero" in traits and VALUED & set(traits))', "False"),
    "a size of 0": ('if re.fullmatch(r"[\\w+]*", value):', "if False:"),
    "a size that is no number": ('raise Refused("a size that is no number")', "pass"),
    "laws in hypotheses are not seen": (" | told(p) for a in assumed", " for a in assumed"),
    "letters of sums keep any promise": ("if k and not all(keeps_its_word(", "if False and not all(keeps_its_word("),
    "letters of slopes keep promises": ('counts = x.head != "slope" and (', "counts = True or ("),
    "numbers and matrices differ": ("or (fact.head == \"ne\" and len(sides) == 1)", "or fact.head == \"ne\""),
    "heads of numbers, of matrices": ("(1, 1) if {*shapes} == {(1, 1)} else None", "(1, 1)"),
    "the diagonal of anything": ("(a[0], a[0]) if a[1] == 1 else None", "(a[0], a[0])"),
    "any number of arguments": ("len(args) != ARITY.get(head, len(args))", "False"),
    "a size that may be 0": ('not {"integer", "positive"} <= named[s].traits', 'not {"integer"} < named[s].traits'),
    "members of what is no family": ('raise Refused("a member of what is no family")', "pass"),
    "shapes that do not fit are there": ("or misfit(x) or", "or"),
    "sums over different indices": ('"sum_unequal": 2, ', ""),
    "laws of numbers": ("exponential gamma two_point ", ""),
    "laws that a citation does not see": ("sorted(TIMES), laws]", "sorted(TIMES)]"),
    "means of what looks elsewhere": ("unseen(p) or any(s in letters", "any(s in letters"),
    "slopes in letters that are known": asked("a letter that is known"),
    "slopes of what is not computed": asked("a letter within"),
    "any term of a slope": ("powers == [1])", "True)"),
    "products the other way round": ('pair if x.head == "product_up" else pair[::-1]', "pair"),
    "products up to no layer": ('if k.head == "sym" and {"integer", "nonnegative"} <= k.traits else less(k)', 'if k.head == "sym" else less(k)'),
    "a mask is I": ("return self.plus(number(1), of_word(last + self.reversed(last)), -1)", "return number(1)"),
    "any place is positive": ('return NONNEGATIVE if args[0].traits & {"positive", "nonnegative"} else 0', "return NONNEGATIVE"),
    "predictions are constants": ('"conserved", "prediction", "prediction_on"}', '"conserved"}'),
    "laws are not asked": ("or not needed <= s.traits <= needed | free or", "or"),
    "all noise is Gaussian": ('needed, free = needed | {"normal"}, free | {"noise"}', 'needed, free = needed, free | {"noise", "normal"}'),
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
    "signs are not asked": ("for sign in signs.values()), \"a sign", "for sign in ()), \"a sign"),
    "strictness is not asked": asked("nothing makes it strict"),
    "equations from inequalities": asked("inequalities that are to show an equation"),
    "modes are not asked": ("for p in known if fixed or not moves(p)]", "for p in known]"),
    "hypotheses hold at each time": ("for a in found.assumed | self.hypotheses for p in self.shown[a].links) for found", "for a in found.assumed for p in self.shown[a].links) for found"),
    "nothing moves": ("return bool(x.traits & {\"parameter\"", "return False and bool(x.traits & {\"parameter\""),
    "one way is both": ("for pair in (p.args, p.args[::-1]))\n        if p.head == \"implies\"", "for pair in (p.args,))\n        if p.head == \"implies\""),
    "infima exist": ("need(Algebra().sign(body) & NONNEGATIVE and", "need("),
    "infima of hidden letters": asked("an infimum that may not exist"),
    "places of infima keep no promise": ("        self.keeps(table, step.facts())\n        self.at_most", "        self.at_most"),
    "places of constants": ("and table.keys() <= set(low.args[1:]) and", "and"),
    "values are not compared": asked("a bound that is not known"),
    "bounds are not compared": ("        self.at_most(bound, low.args[0], step)", "        pass"),
    "a bound may depend": ("need(not any(s in unbound(bound) or", "need(not any("),
    "bounds under assumptions": ('self.free(s, step.assumed, NOT_FREE - {"parameter"})', "True"),
    "means of equals at one outcome": ("s in letters or drawn(s) for s in p.syms) for p", "s in letters for s in p.syms) for p"),
    "hidden letters are put in below sums": ("or unseen(v, HIDDEN - INERT) for v in", "for v in"),
    "hidden letters are put in below means": (" and not any(map(unseen, table.values())), ", ", "),
    "what moves is put in": ("return not transparent(x) or any(s.traits & hidden", "return any(s.traits & hidden"),
    "what is hidden is put in": ("return not transparent(x) or any(s.traits & hidden for s in x.syms)", "return not transparent(x)"),
    "laws are random alone": ('{"random", "iid", "law", "noise", "label", "haar"}) or any(\n        t.startswith(("cov:", "std:", "copy:", "label:")) for t in s.traits)', '{"random", "iid"})'),
    "laws that no trait names": (" | (DEFAULTS if unnamed else set())", ""),
    "covariances that are drawn": ("or found[0].traits - wanted - {", "or set() & {"),
    "families begin anywhere": ('in ("num", "sym") and counts(args[1]):', 'in ("num", "sym"):'),
    "values stated twice": ("need(len(x.args) == 1 + 2 * len(table) and all(", "need(all("),
    "values stated in other shapes": ("all(s.head == \"sym\" and shape(s) == shape(v) for s, v in table.items()), \"reading", "all(s.head == \"sym\" for s, v in table.items()), \"reading"),
    "sums of what is hidden": ("s.traits & (HIDDEN - INERT) for s in body.syms)", "() for s in ())"),
    "an index that a law names": ("i.name in body.dims | told(body)", "i.name in body.dims"),
    "infima of what moves": ("and not low.heads & FLOWS and", "and"),
    "where keeps promises": ("all(keeps(trait, v, Algebra()) for s, v", "all(True for s, v"),
    "sequences keep promises": ("return x.head not in SCOPES or free_letters(x)\n", "return True\n"),
    "any member is there": ('x.head not in ("at", "least_over") or', 'x.head != "least_over" or'),
    "the least of nothing": ('x.head not in ("at", "least_over") or', 'x.head != "at" or'),
    "the least of one": ('"least_unequal conserved same_flow jacobian "', '"conserved same_flow "'),
    "what is conserved": ('"least_unequal conserved same_flow jacobian "', '"least_unequal "'),
    "open assumptions are allowed": ("if s.assumed <= chain.hypotheses]", "]"),
    "discharge forgets more": ("assumed - {opened}", "(assumed - {opened} if opened is None else frozenset())"),
    "any premise is discharged": asked("the premise of the implication is not the assumption"),
    "any conclusion is discharged": ("return all(self.among(q, [*known, *links(p.args[0])], algebra) for q in links(p.args[1]))", "return True"),
    "any implication applies": ("all(self.among(k, known, algebra) for k in links(p.args[0]))", "True"),
    "anything contradicts": asked("the premises are not seen to contradict each other"),
    "one inequality is enough": ("all(self.among(op(\"le\", *pair), known, algebra) for pair in (p.args, p.args[::-1]))", "self.among(op(\"le\", *p.args), known, algebra)"),
    "promises are not kept": ("f\"what is put in is not seen to be {trait}\")", "\"\") if False else None"),
    "hypotheses of what is cited": asked("a hypothesis of what is cited is not known"),
    "any instance": asked("not this instance of what is cited"),
    "put in below anything": ("need(transparent(x), f\"something put in", "need(True, f\"something put in"),
    "rewritten below anything": ("    if not x.args or not plain_head(x):\n        return x\n", "    if not x.args:\n        return x\n"),
    "conditions may be dropped": ("if not set(where) <= set(map(str, theorem[\"where\"])):", "if False:"),
    "seals are not asked": ("if not sealed:", "if False:"),
    "a citation without a name": asked("a citation without a name"),
    "a symbol called 3": ("not x.name.isidentifier()", "False"),
    "a diagonal that is merely not 0": ('POSITIVE if "positive" in args[0].traits else', "promised(args[0]) if promised(args[0]) & NONNEGATIVE else"),
    "derivatives of any activation": ("same_flow jacobian ", "same_flow "),
    "sums up to any number": ("if x.head in UP_TO:", "if False:"),
    "prompts stand still": ('"measured", "prompt", "layers"', '"measured", "layers"'),
    "unknown steps are checked": ("trust |= {reason if", "trust |= frozenset() if True else {reason if"),
    "letters are captured": ("need(not any(v.syms & names or unseen(", "need(not any(unseen("),
    "what is drawn is put in below means": ("need(not names & (table.keys() | free) and not any(", "need(not any("),
    "bound letters are replaced": ("if s not in names and s in x.args[scope].syms}", "if s in x.args[scope].syms}"),
    "no two places are the same": ("return 0 if fits(both(i, counted(p)), j)", "return 0 if True"),
    "members of a family are independent": asked("the mean of members of a family"),
    "a sum of anything": ("raise Unknown(\"a sum of this kind\")\n            factor", "pass\n            factor"),
    "a sum over another range": ('i.traits != {"index", f"range:{n}"}', "False"),
    "what is known of one index holds for all": ("i in p.syms for p in self.given", "() for p in ()"),
    "an induction from assumptions": ("\n             and self.free(layer, step.assumed, NOT_FREE), \"an", ", \"an"),
    "no first layer": asked("the first layer is not known"),
    "no next layer": asked("the next layer is not known"),
    "instances of what is fixed": asked("a symbol that is not free"),
    "instances of something else": asked("not this instance"),
    "all layers differ": ("if head == \"delta\" and (", "if head == \"delta\" or ("),
    "a pseudo-inverse is an inverse": ("(((a, s, e),) if e or x.definite == 2 else ())", "(((a, s, e),) if e else ())"),
    "rewritten below bound letters": ("s in letters or drawn(s) for s in p.syms) for p", "drawn(s) for s in p.syms) for p"),
    "all kernels are invariant": ('and "rotation_invariant" in args[0].traits', ""),
    "circles are checked": ('v._replace(status="failed", trust={"it rests on itself"})', 'v._replace(status="checked", trust=())'),
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
    for make in (*proofs.FALSE.values(), *places.FALSE_PROOFS.values(), *infima.FALSE.values()):
        data = make()
        for step in (step for steps in data["chains"] for step in steps):
            step.pop("checked", None)
        data["seal"] = verify.seal(data)
        yield data
    for make in (*more_forgeries.FALSE.values(), *named.FALSE.values(), *elsewhere.FALSE.values(), *letters.FALSE.values()):
        yield make()
    edited = proofs.TRUE["a combination"]()
    edited["page"] = "something else"
    yield edited


@pytest.fixture(scope="module")
def hostile():
    bundles = [[data] for data in _all()] + [make() for make in (*proofs.BUNDLES.values(), *more_forgeries.BUNDLES.values(), *named.BUNDLES.values(), *elsewhere.BUNDLES.values())]
    return [[(d["id"].replace("/", "_"), verify.canonical(d).encode()) for d in bundle] for bundle in bundles]


def _lets_pass(program, bundle):
    """Whether the last certificate of the bundle, which is wrong, is checked."""
    name = bundle[-1][0].replace("_", "/")
    return any(found.status == "checked" and found.name == name for found in program.check(bundle))


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
