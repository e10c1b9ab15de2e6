"""A handful of lenient versions that are known to be noticed, and what finds and makes them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.numeric import test_enclosure as enclosing
from tests.proofs_check import test_closing as closing
from tests.proofs_check import test_leniency as conditions
from tests.proofs_check import test_refusals as refusals
from tests.proofs_check import test_refused_bounds as bounds
from tests.proofs_check import test_refused_by_the_checker as checking

from .applying import ROOT, apply, found_in, live_functions
from .equivalent import EQUIVALENT
from .files import DECIDING, TESTS
from .guards import Guard, guards
from .killing import forked
from .named import NAMED
from .tables import TABLES, rows_of

_PROOF = "proofs_check/proof"
HANDFUL: list[tuple[str, str, Callable[[], None]]] = [
    (f"{_PROOF}/deciding/logical.py", "antisymmetry: never", conditions.test_one_inequality_is_no_equation),
    (f"{_PROOF}/deciding/logical.py", "discharge: never: if not any",
     refusals.test_an_implication_has_the_assumption_as_its_hypothesis),
    (f"{_PROOF}/positivity.py", "_commuting: not looked at",
     conditions.test_a_product_of_definite_matrices_is_definite_only_if_they_commute),
    (f"{_PROOF}/positivity.py", "_expect: self._knowing(()) becomes self",
     conditions.test_what_holds_at_one_outcome_bounds_no_mean),
    (f"{_PROOF}/positivity.py", "_over_indices: self._knowing", conditions.test_what_holds_for_one_index_bounds_no_sum),
    (f"{_PROOF}/matching.py", "shown_in: unfiltered", checking.test_a_line_along_the_flow_shows_no_universal_one),
    (f"{_PROOF}/deciding/optima.py", "attained: never: if not any((p.head == 'le'",
     bounds.test_a_minimum_needs_its_bound_for_all_values),
    (f"{_PROOF}/values/closing.py", "grows: without growing[0] in late",
     closing.test_what_grows_is_an_integer_plus_what_does_not),
    (f"{_PROOF}/checker.py", "_check: never: if step.label in", checking.test_a_label_is_taken_once),
    ("numeric/ode/enclosure.py", "(widest + local).upper() becomes",
     enclosing.test_a_step_contains_the_exponential_with_what_the_series_leaves_out),
    ("numeric/ode/enclosure.py", "_a_priori: not looked at: all((b.contains",
     enclosing.test_no_box_is_found_for_a_step_past_a_pole),
]  # fmt: skip
"""A file, a part of a guard's id, and the test that notices when the guard is taken away."""


def outcome(test: Callable[[], None], guard: Guard | None) -> str:
    """What the test says in a child, with the guard taken away if there is one."""

    def run() -> str:
        if guard is not None and not apply(guard):
            return "not applied"
        try:
            test()
        except Exception:
            return "fails"
        return "passes"

    live_functions.cache_clear()
    return next(forked([("", run)], 1, 120.0))[1]


@pytest.mark.parametrize(("file", "what", "test"), HANDFUL, ids=lambda one: one if isinstance(one, str) else "")
def test_a_condition_that_is_taken_away_is_noticed(file: str, what: str, test: Callable[[], None]) -> None:
    guard = next(guard for guard in found_in(file) if what in guard.id)
    assert outcome(test, None) == "passes"
    assert outcome(test, guard) == "fails"


@pytest.mark.parametrize(("source", "found"), [
    ("def f(x) -> bool:\n    return x > 0 and x != 2",
     {"always True: x > 0 and x != 2", "without x > 0", "without x != 2", ">= in x > 0"}),
    ("def f(x):\n    if not x or x < 3:\n        raise ValueError", {"never: if not x or x < 3", "without not x",
                                                                "without x < 3"}),
    ("def f(x):\n    if x <= 3:\n        return None\n    return x", {"never: if x <= 3", "< in x <= 3"}),
    ("def f(xs) -> bool:\n    return all(x > 0 for x in xs)", {"always True: all((x > 0 for x in xs))", ">= in x > 0",
                                                             "not looked at: all((x > 0 for x in xs))"}),
    ("def f(x):\n    check(x)\n    found.append(x)", {"not asked: check(x)"}),
    ("def f(x):\n    return POS if x else U", {"always True: x"}),
    ("def f(xs):\n    return [x for x in xs if good(x)]", {"unfiltered: good(x)"}),
    ("def may_vanish(x) -> bool:\n    return a(x) or b(x)",
     {"always False: a(x) or b(x)", "without a(x)", "without b(x)"}),
    ("def f(x) -> bool:\n    return isinstance(x, int) and x.real", {"always True: isinstance(x, int) and x.real",
                                                                   "without x.real"}),
    ("def f(x):\n    yield x\n    yield from x", {"left out: yield x", "left out: yield from x"}),
    ("def f(x):\n    try:\n        g(x)\n    except KeyError:\n        raise Lacks('g') from None",
     {"not asked: g(x)", "not raised: raise Lacks('g') from None"}),
])  # fmt: skip
def test_guards_are_found_and_weakened(source: str, found: set[str]) -> None:
    assert {guard.what for guard in guards(ast.parse(source), "f.py")} == found


def test_a_lenient_version_says_what_it_is_and_computes_it() -> None:
    source = "def f(x):\n    if not x > 0:\n        raise ValueError\n    return x"
    for what, at in (("never: if not x > 0", -1), (">= in x > 0", 0)):
        tree = ast.parse(source)
        next(guard for guard in guards(tree, "f.py") if guard.what == what).change()
        made: dict[str, Callable[[int], int]] = {}
        exec(compile(ast.fix_missing_locations(tree), "f.py", "exec"), made)
        assert made["f"](at) == at


def test_every_guard_has_a_name_of_its_own_and_every_change_compiles() -> None:
    for file in Random(1).sample(DECIDING, 6):
        found = found_in(file)
        assert len({guard.id for guard in found}) == len(found), file
        for guard in found:
            if not guard.read_in:
                guard.change()
    assert all(rows_of(table.file) for table in TABLES)
    assert len(rows_of("proofs_check/proof/rules.py")) >= 25
    assert all((ROOT / file).exists() for file in (*DECIDING, *TESTS))
    assert {change[0] for change in NAMED} <= set(DECIDING)


def test_what_is_called_equivalent_stands_in_the_code_and_gives_its_reason() -> None:
    files = {id.split("::")[0] for id in EQUIVALENT}
    found = {guard.id for file in files for guard in found_in(file)}
    assert set(EQUIVALENT) <= found, sorted(set(EQUIVALENT) - found)[:5]
    assert all(len(reason) > 20 for reason in EQUIVALENT.values())
    assert all(Path(file).suffix == ".py" for file in files)
