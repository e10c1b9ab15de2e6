"""Mutants of verify.py: each leniency lets something false pass, and the hostile certificates tell.

A mutant is one line changed so that something is no longer asked.
"""

import types
from pathlib import Path

import pytest

from proofs_check.certificates import verify

from . import proofs, statements
from .forged import forged

TEXT = Path(verify.__file__).read_text()
MUTANTS = {
    "all is a polynomial": ("def polynomial(x, syms, done=None):\n", "def polynomial(x, syms, done=None):\n    return True\n"),
    "laws are not asked": ('if len(names) != 1 or s.traits -', "if len(names) != 1 or set() and s.traits -"),
    "copies are independent": ('s.traits - {"random", "degenerate", f"cov:{names[0]}"}', "False"),
    "gradients of any symbol": ('X.traits - {"parameter"}', "False"),
    "no pairing within": ("if u == v:  # x' M x gives tr(M C)", "if False:"),
    "no pairing across": ("for j, (a, other, b) in enumerate(rest):", "for j, (a, other, b) in enumerate([]):"),
    "all letters commute": ("return (len(bases) == 1) or (x.diagonal", "return True or (x.diagonal"),
    "all diagonal": ('x.diagonal = "diagonal" in traits and square', "x.diagonal = square"),
    "all symmetric": ('x.symmetric = square and (', "x.symmetric = True or ("),
    "all invertible": ("x.invertible = x.definite == 3 or", "x.invertible = square or"),
    "psd is posdef": ('2 if "psd" in traits and square', '3 if "psd" in traits and square'),
    "all orthogonal": ('x.orthogonal = square and "orthogonal" in traits', "x.orthogonal = square"),
    "all powers merge": ("merges = sign & NONZERO if", "merges = True if"),
    "roots merge": ("else sign == POSITIVE or (sign & NONNEGATIVE and e > 0)", "else True"),
    "nothing is 0": ("    return sum(bit for bit in", "    return NONZERO or sum(bit for bit in"),
    "all is positive": ("    return sum(bit for bit in", "    return POSITIVE or sum(bit for bit in"),
    "traces are equal": ("least = min(forms)", "least = tuple(sorted(word))"),
    "any two values are the same": ("return not value\n", "return True\n"),
    "a sum is as positive as one part": ("if a & b & NONNEGATIVE else 0\n", "if (a | b) & NONNEGATIVE else 0\n"),
    "a product too": ("found &= known", "found |= known"),
    "n - k": ("POSITIVE if k.value < 1 else NONNEGATIVE if k.value == 1 else 0", "POSITIVE"),
    "norms are positive": ("return POSITIVE if self.nonzero(args[0]) else NONNEGATIVE\n        if head == \"exp\"",
                           "return POSITIVE\n        if head == \"exp\""),
    "any product is definite": ("if all(signs) and all(self.same(", "if all(signs) or all(self.same("),
    "any congruence": ("if not inner or self.product_definite(inner):", "if True:"),
    "differences are definite": ('if head == "+":\n            a, b = map(self.definite', 'if head in "+-":\n            a, b = map(self.definite'),
    "signs are not asked": ("if left or not is_strict:", "if not is_strict:"),
    "strictness is not asked": ("if left or not is_strict:", "if left:"),
    "equations from inequalities": ('if p.head == "eq" and wanted:', "if False:"),
    "modes are not asked": ("                self.modes(shows, given)\n", "                pass\n"),
    "nothing moves": ("return bool(x.traits & {\"parameter\"", "return False and bool(x.traits & {\"parameter\""),
    "open assumptions are allowed": ("if s.assumed <= chain.hypotheses\n                  and", "if True\n                  and"),
    "discharge forgets more": ("assumed -= {opened}", "assumed = frozenset()"),
    "any premise is discharged": ("raise Unknown(\"the premise of the implication is not the assumption\")", "pass"),
    "any conclusion is discharged": ("raise Unknown(\"the conclusion is not among the premises\")", "pass"),
    "any implication applies": ("raise Unknown(\"the premise of the implication is not known\")", "pass"),
    "anything contradicts": ("raise Unknown(\"the premises are not seen to contradict each other\")", "pass"),
    "one inequality is enough": ("raise Unknown(\"not both inequalities are known\")", "pass"),
    "promises are not kept": ("raise Unknown(f\"what is put in is not seen to be {trait}\")", "break"),
    "hypotheses of what is cited": ("raise Unknown(\"a hypothesis of what is cited is not known\")", "pass"),
    "any instance": ("raise Unknown(\"not this instance of what is cited\")", "pass"),
    "put in below anything": ("    if not plain_head(x):\n        raise Unknown(f\"something put in", "    if False:\n        raise Unknown(f\"something put in"),
    "rewritten below anything": ("    if not x.args or not plain_head(x):\n        return x\n", "    if not x.args:\n        return x\n"),
    "conditions may be dropped": ("if not set(where) <= set(map(str, theorem[\"where\"])):", "if False:"),
    "seals are not asked": ("if data.get(\"seal\") != seal(data):", "if False:"),
    "unknown steps are checked": ("trust |= {reason if", "trust |= frozenset() if True else {reason if"),
    "circles are checked": ('if state.get(key) == "open":', "if False:"),
}  # fmt: skip


def _mutant(name):
    old, new = MUTANTS[name]
    assert old in TEXT, name
    made = types.ModuleType("mutant")
    exec(compile(TEXT.replace(old, new), "mutant", "exec"), made.__dict__)
    return made


def _all():
    for prop in statements.FALSE_EQUATIONS:
        yield forged(prop, [("1", prop, statements.IDENTITY, [])])
    for prop in statements.FALSE_SIGNS:
        yield forged(prop, [("1", prop, statements.POSITIVITY, [])])
    for make in proofs.FALSE.values():
        yield make()
    for make in proofs.FALSE.values():
        data = make()
        for step in (step for steps in data["chains"] for step in steps):
            step.pop("checked", None)
        data["seal"] = verify.seal(data)
        yield data
    edited = proofs.TRUE["a combination"]()
    edited["page"] = "something else"
    yield edited


@pytest.fixture(scope="module")
def hostile():
    bundles = [[data] for data in _all()] + [make() for make in proofs.BUNDLES.values()]
    return [[(d["id"].replace("/", "_"), verify.canonical(d).encode()) for d in bundle] for bundle in bundles]


def _lets_pass(program, bundle):
    """Whether the last certificate of the bundle, which is wrong, is checked."""
    name = bundle[-1][0].replace("_", "/")
    return any(found.status == "checked" and found.name == name for found in program.check(bundle))


def test_verify_py_itself_checks_none(hostile):
    assert not [bundle for bundle in hostile if _lets_pass(verify, bundle)]


@pytest.mark.parametrize("name", MUTANTS)
def test_a_leniency_is_caught(name, hostile):
    made = _mutant(name)

    def passes(bundle):
        try:
            return _lets_pass(made, bundle)
        except Exception:  # a mutant that breaks is caught, too
            return True

    assert any(passes(bundle) for bundle in hostile)
