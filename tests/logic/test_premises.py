"""Implications are taken apart in one place, and given a meaning in one other."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import proofs_check
from proofs_check import conj, implies, scalar
from proofs_check.statement.premises import implication, premises, said, with_said
from proofs_check.statement.props import Prop, almost_surely, conjuncts, eq, iff, lt

HERE = Path(proofs_check.__file__).parent
BY_CONTRACT = ("logic", "theorems", "recheck", "papers", "certificates/verify.py")
"""The interpreter; the kernel and its tactics, and two checkers that share no code with it; statements themselves."""
LOOKING = {
    "statement/premises.py",
    "__init__.py",  # the name of the constructor
    "certificates/log.py", "certificates/write.py",  # steps of the kernel, written down
    "proof/deciding/curvature.py", "proof/deciding/derivatives.py", "proof/deciding/families.py",
    "proof/deciding/recursions.py", "proof/deciding/small_gradients.py",  # the shape that a step shows
    "reading/spellings.py", "report/render.py",  # how it is written
}  # fmt: skip


def mentions(path: Path) -> bool:
    """Whether a module looks at the head, beyond building implications."""
    tree = ast.parse(path.read_text())
    built = {id(node.args[0]) for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args}
    return any(
        isinstance(node, ast.Constant) and node.value == "implies" and id(node) not in built for node in ast.walk(tree)
    )


def test_no_engine_looks_at_implications_by_itself() -> None:
    modules = ((path, path.relative_to(HERE).as_posix()) for path in HERE.rglob("*.py"))
    assert {name for path, name in modules if not name.startswith(BY_CONTRACT) and mentions(path)} == LOOKING


a, b = scalar("a"), scalar("b")
LEAVES = (eq(a, b), lt(a, b), lt(b, a), eq(a, 0))
PROPS = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda pair: implies(*pair)), st.tuples(inner, inner).map(lambda pair: conj(*pair)),
        st.tuples(inner, inner).map(lambda pair: iff(*pair)), inner.map(almost_surely),
    ),
    max_leaves=8,
)  # fmt: skip


def holds(prop: Prop, true: frozenset[Prop]) -> bool:
    """Truth tables, written out."""
    inside = [holds(arg, true) for arg in prop.args if isinstance(arg, Prop)]
    if prop.head == "implies":
        return not inside[0] or inside[1]
    if prop.head == "iff":
        return inside[0] is inside[1]
    return all(inside) if inside else prop in true


def tables() -> Iterator[frozenset[Prop]]:
    for number in range(2 ** len(LEAVES)):
        yield frozenset(leaf for k, leaf in enumerate(LEAVES) if number >> k & 1)


@given(PROPS)
def test_a_statement_is_the_conjunction_of_what_it_says_under_premises(prop: Prop) -> None:
    for through in ((), ("almost_surely",)):
        links = list(said(prop, through))
        for true in tables():
            here = all(holds(link, true) or not all(holds(p, true) for p in under) for under, link in links)
            assert here is holds(prop, true)


@given(PROPS)
def test_premises_are_the_left_sides_of_all_implications(prop: Prop) -> None:
    def every(at: Prop) -> Iterator[Prop]:
        if at.head == "implies":
            yield at.args[0]  # type: ignore[misc]
        for arg in at.args:
            if isinstance(arg, Prop):
                yield from every(arg)

    assert premises(prop) == list(every(prop))


@given(PROPS)
def test_what_is_said_is_changed_and_nothing_else(prop: Prop) -> None:
    swapped = {eq(a, b): lt(a, b), lt(a, b): eq(a, b)}
    changed = with_said(prop, lambda _, link: swapped.get(link, link))
    assert [link for _, link in said(changed)] == [swapped.get(link, link) for _, link in said(prop)]
    assert [under for under, _ in said(changed)] == [under for under, _ in said(prop)]
    assert with_said(changed, lambda _, link: swapped.get(link, link)) == prop
    assert with_said(prop, lambda _, link: link) is prop


def test_what_is_assumed_is_not_what_is_said() -> None:
    prop = implies(conj(eq(a, 0), lt(a, b)), conj(lt(b, a), implies(eq(a, b), eq(a, 0))))
    assert with_said(prop, lambda under, _: under[-1], lambda _: eq(b, b)) == implies(
        eq(b, b), conj(conj(eq(a, 0), lt(a, b)), implies(eq(b, b), eq(a, b))))  # fmt: skip
    assert implication(eq(a, b)) is None
    assert list(conjuncts(prop)) == [prop]
    assert list(conjuncts(almost_surely(conj(eq(a, 0), prop)), through={"almost_surely"})) == [eq(a, 0), prop]
