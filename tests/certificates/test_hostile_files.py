"""Files that were edited, cut off, exchanged or made to exhaust the reader: each is refused in one sentence."""

import json
from typing import Any

import pytest

from proofs_check.certificates import axioms, verify

from .forged import checked_all, forged, sealed, verdicts
from .kernel import TRUE


def _good() -> dict[str, Any]:
    return TRUE["modus ponens"]()


def _text(data: dict[str, Any]) -> bytes:
    return verify.canonical(data).encode()


EDITS = {
    "a number": lambda d: d["nodes"].append(["num", "7"]),
    "a symbol's trait": lambda d: d["nodes"][0][3].append("positive"),
    "a symbol's shape": lambda d: d["nodes"][0].__setitem__(2, ["d", "d"]),
    "a hypothesis": lambda d: d["hypotheses"].pop(),
    "a hypothesis exchanged": lambda d: d["hypotheses"][0].__setitem__("prop", d["hypotheses"][1]["prop"]),
    "the statement": lambda d: d["theorems"][0].__setitem__("prop", d["hypotheses"][0]["prop"]),
    "the digest of the statement": lambda d: d["theorems"][0].__setitem__("digest", "0" * 40),
    "the id": lambda d: d.__setitem__("id", "own/another"),
    "a step": lambda d: d["log"].pop(),
    "a premise": lambda d: d["log"][-1]["from"].pop(),
    "the order of premises": lambda d: d["log"][-1]["from"].reverse(),
    "what a step shows": lambda d: d["log"][-1].__setitem__("shows", d["log"][0]["shows"]),
    "what is on trust": lambda d: d["log"][-1].__setitem__("trust", True),
    "the words": lambda d: d.__setitem__("page", {"words": "something else"}),
    "the model": lambda d: d.__setitem__("model", ["", "another"]),
    "the format": lambda d: d.__setitem__("format", "lemmata certificate 0"),
    "the seal": lambda d: d.__setitem__("seal", "0" * 64),
    "the rule": lambda d: d["log"][-1].__setitem__("rule", "normal form"),
    "the flow": lambda d: d.__setitem__("flow", [0, []]),
}  # fmt: skip


@pytest.mark.parametrize("what", EDITS)
def test_an_edited_certificate_is_refused(what):
    data = _good()
    EDITS[what](data)
    (found,) = checked_all([("own_it", _text(data))])
    assert found.status == "failed"
    assert "\n" not in str(found)


@pytest.mark.parametrize("share", [k / 20 for k in range(20)])
def test_a_certificate_that_was_cut_off_is_refused(share):
    raw = _text(_good())
    (found,) = checked_all([("own_it", raw[: int(share * len(raw))])])
    assert found.status == "failed"


RESEALED = {
    "no step of this number": lambda d: d["theorems"][0].__setitem__("row", 7),
    "a step counted from the end": lambda d: d["theorems"][0].__setitem__("row", -1),
    "a true number for a step": lambda d: d["theorems"][0].__setitem__("row", True),
    "a statement that is not there": lambda d: d["theorems"][0].__setitem__("prop", 999),
    "a statement counted from the end": lambda d: d["theorems"][0].__setitem__("prop", -1),
    "a true number for a formula": lambda d: d["theorems"][0].__setitem__("prop", True),
    "a formula that speaks of itself": lambda d: d["nodes"].append(["op", "+", [len(d["nodes"]), 0]]),
    "a formula that speaks of what comes after": lambda d: d["nodes"].insert(0, ["op", "+", [5, 6]]),
    "a formula of no form": lambda d: d["nodes"].append(["and", 1]),
    "a float": lambda d: d["nodes"].append(["num", 0.5]),
    "a division by 0 in a number": lambda d: d["nodes"].append(["num", "1/0"]),
    "a number of a million digits": lambda d: d["nodes"].append(["num", "9" * 1_000_000]),
    "an infinite number": lambda d: d["nodes"].append(["num", float("inf")]),
    "a dimension 0": lambda d: d["nodes"].append(["sym", "A", [0, 1], []]),
    "a negative dimension": lambda d: d["nodes"].append(["sym", "A", [-1, 1], []]),
    "a dimension that is a float": lambda d: d["nodes"].append(["sym", "A", [1.0, 1], []]),
    "a trait that is no text": lambda d: d["nodes"].append(["sym", "A", [1, 1], [1]]),
    "a theorem twice": lambda d: d["theorems"].append(dict(d["theorems"][0])),
    "steps that are no list": lambda d: d.__setitem__("log", 3),
    "a step that is no step": lambda d: d["log"].insert(0, 3),
    "a rule whose name is no text": lambda d: d["log"][0].__setitem__("rule", ["assume"]),
    "premises that are no list": lambda d: d["log"][-1].__setitem__("from", "01"),
    "premises that are a number": lambda d: d["log"][-1].__setitem__("from", 1),
    "a path that is none": lambda d: d["log"][-1].update(rule="rewrite", path="0"),
    "a value that is none": lambda d: d["log"][-1].update(rule="specialise", value=None),
    "bindings that are none": lambda d: d["log"][-1].update(rule="instance", scheme="antisymmetry", bind=[["a"]]),
    "a flow that is none": lambda d: d.__setitem__("flow", 3),
    "citations that are none": lambda d: d["theorems"][0].__setitem__("cites", 1),
    "no nodes": lambda d: d.pop("nodes"),
    "no times": lambda d: d.pop("times"),
    "no theorems that are a list": lambda d: d.__setitem__("theorems", None),
}  # fmt: skip


@pytest.mark.parametrize("what", RESEALED)
def test_a_certificate_that_is_none_fails_though_its_seal_fits(what):
    data = _good()
    RESEALED[what](data)
    raw = json.dumps(sealed(data), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    found = checked_all([("own_it", raw)])
    assert found
    assert all(f.status == "failed" for f in found)


def _deep(data: dict[str, Any]) -> None:
    for _ in range(5000):
        data["nodes"].append(["op", "neg", [len(data["nodes"]) - 1]])


def _wide(data: dict[str, Any]) -> None:
    data["nodes"] += [["num", str(k)] for k in range(verify.MOST_NODES + 1)]


def _doubling(step: dict[str, Any], data: dict[str, Any]) -> None:
    nodes = data["nodes"]
    for name in ("A", "B"):
        nodes.append(["sym", name, ["d", "d"], []])
    nodes.append(["op", "+", [len(nodes) - 2, len(nodes) - 1]])
    for _ in range(40):
        nodes.append(["op", "*", [len(nodes) - 1, len(nodes) - 1]])
    nodes.append(["op", "eq", [len(nodes) - 1, len(nodes) - 2]])
    step.update(shows=len(nodes) - 1, rule="normal form")
    data["theorems"][0]["prop"] = len(nodes) - 1


def _squares(step: dict[str, Any], data: dict[str, Any], first: list[Any]) -> None:
    """Squares of squares, on both sides of an equation that they divide."""
    nodes = data["nodes"]
    nodes.append(first)
    for _ in range(150):
        nodes.append(["op", "*", [len(nodes) - 1, len(nodes) - 1]])
    nodes.append(["op", "/", [0, len(nodes) - 1]])
    nodes.append(["op", "eq", [len(nodes) - 1, len(nodes) - 2]])
    step.update(shows=len(nodes) - 1, rule="normal form")
    data["theorems"][0]["prop"] = len(nodes) - 1


def _links(data: dict[str, Any]) -> None:
    for _ in range(100):
        data["nodes"].append(["op", "and", [len(data["nodes"]) - 1, len(data["nodes"]) - 1]])
    data["theorems"][0]["prop"] = len(data["nodes"]) - 1


def _power(step: dict[str, Any], data: dict[str, Any]) -> None:
    nodes = data["nodes"]
    nodes += [["num", "9" * 300], ["op", "^", [len(nodes), len(nodes)]]]
    nodes.append(["op", "eq", [len(nodes) - 1, 0]])
    step.update(shows=len(nodes) - 1, rule="normal form")
    data["theorems"][0]["prop"] = len(nodes) - 1


BOMBS = {
    "squares of a number": lambda d: _squares(d["log"][-1], d, ["num", "3"]),
    "squares of a letter": lambda d: _squares(d["log"][-1], d, ["sym", "y", [1, 1], []]),
    "squares of a matrix": lambda d: _squares(d["log"][-1], d, ["sym", "A", ["d", "d"], []]),
    "squares of a flow": lambda d: _squares(d["log"][-1], d, ["sym", "f", [1, 1], ["parameter"]]),
    "links": _links,
    "deep": lambda d: _deep(d), "wide": lambda d: _wide(d),
    "doubling": lambda d: _doubling(d["log"][-1], d), "a power of a power": lambda d: _power(d["log"][-1], d),
}  # fmt: skip


@pytest.mark.parametrize("what", BOMBS)
def test_what_is_made_to_exhaust_the_reader_fails_soon(what):
    data = _good()
    BOMBS[what](data)
    assert verdicts(sealed(data)) == ["failed"]


def test_brackets_without_end_are_refused():
    (found,) = checked_all([("own_it", b"[" * 1_000_000)])
    assert found.status == "failed"


def test_claims_that_cite_each_other_are_on_trust():
    from .proofs import cites, goal

    one = forged(goal, [("1", goal, cites(goal, id="own/two"), [])], id="own/one")
    two = forged(goal, [("1", goal, cites(goal, id="own/one"), [])], id="own/two")
    assert verdicts(one, two) == ["on trust", "on trust"]


def test_a_claim_that_cites_another_statement_than_is_there_stays_on_trust():
    from proofs_check.statement.props import eq

    from .proofs import a, cites, goal

    one = forged(goal, [("1", goal, cites(goal, id="own/two"), [])], id="own/one")
    two = forged(eq(a, a), [("1", eq(a, a), {"rule": "Identity"}, [])], id="own/two")
    assert verdicts(one, two) == ["on trust", "checked"]


def test_an_axiom_that_was_edited_is_refused(tmp_path, capsys):
    (tmp_path / "certificates").mkdir()
    (tmp_path / "certificates" / "own_it.json").write_bytes(_text(_good()))
    stated = tmp_path / "axioms.json"
    stated.write_text(axioms.text())
    assert verify.main([str(tmp_path)]) == 0
    for edited in (axioms.text().replace('"le"', '"lt"', 1), "[]", "{", axioms.text()[:-3]):
        stated.write_text(edited)
        assert verify.main([str(tmp_path)]) == 1
        assert "axioms" in capsys.readouterr().out


def test_verify_py_knows_the_axioms_by_their_digest():
    assert axioms.digest() == verify.AXIOMS


def test_a_name_cannot_print_a_verdict_of_its_own():
    data = _good()
    data["theorems"][0]["part"] = "a\nchecked   own/other"
    files = [("own_it", _text(sealed(data)))]
    assert all("\n" not in str(found) for found in checked_all(files))


def test_a_key_that_is_written_twice_is_refused():
    raw = _text(_good())
    assert "checked" in [found.status for found in checked_all([("own_it", raw)])]
    twice = raw.replace(b'"id":', b'"id":"own/other","id":', 1)
    assert [found.status for found in checked_all([("own_it", twice)])] == ["failed"]
