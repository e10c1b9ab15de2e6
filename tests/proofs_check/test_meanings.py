"""The meanings of heads in an algebra are made when they are asked for, and are what they would be at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs_check.statement.fold import Heads, Meaning, strict


def _first(algebra: list[str]) -> Mapping[str, Meaning]:
    algebra.append("first")
    return {"a": strict(lambda: "first a"), "b": strict(lambda: "first b")}


def _second(algebra: list[str]) -> Mapping[str, Meaning]:
    algebra.append("second")
    return {"b": strict(lambda: "second b")}


PLAIN: dict[str, Any] = {"a": strict(lambda: "plain a"), "c": strict(lambda: "plain c")}


def test_of_two_the_later_counts_and_nothing_is_made_that_is_not_asked_for() -> None:
    Heads([], PLAIN, _first, _second)  # who is the first of its kind makes all, to see what there is
    made: list[str] = []
    heads = Heads(made, PLAIN, _first, _second)
    node: Any = type("Node", (), {"args": ()})()
    assert heads["c"](node, None) == "plain c"
    assert not made
    assert heads["b"](node, None) == "second b"
    assert heads["a"](node, None) == "first a"
    assert heads["b"](node, None) == "second b"
    assert made == ["second", "first"]
    assert heads.get("d") is None
    assert set(heads) == {"a", "b", "c"}
    assert len(heads) == 3
