"""Finds the side conditions of a file, and makes for each the version that asks less.

What counts as a refusal: raising, and returning or going on with nothing (``None``, ``False``, no known sign).  An
obstacle is the other way round: a function that returns a reason, or whose name says that ``True`` is bad news.
What a generator yields is left out in turn, too: most list what is asked, or what is looked at.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Function = ast.FunctionDef
OBSTACLES = re.compile(
    r"_?(may_|lacks|clash|depends|is_random|captures|moves|unbounded|speaks|spoken|mentions|vanish|rough|loose|varies|"
    r"follows_the_flow|is_conditional|is_of_unknown_law|is_of_a_law|counts|of_the_model|single_value|contradict|unfit|"
    r"missing|left|open(?!ed)|is_size|is_tied|is_of_other|under_a_mean|is_bound(?!ed)|outside|refus|unknown|is_singular|is_degenerate)"
)
"""Names of functions whose ``True`` speaks against what is to be shown."""
COLLECTING = frozenset({
    "add", "append", "extend", "update", "discard", "pop", "remove", "insert", "clear", "setdefault", "sort", "reverse",
    "appendleft", "cache_clear", "super", "setattr", "__init__", "popleft", "push",
})  # fmt: skip
"""Calls for what they collect, not for what they ask."""
NOTHING = frozenset({"U", "UNKNOWN", "UNDECIDED", "NOTHING", "NN", "NONE"})


@dataclass(frozen=True)
class Guard:
    """A condition at a place, and how to ask less; ``change`` mutates the tree that it was found in."""

    file: str
    where: str
    line: int
    what: str
    change: Callable[[], None]
    read_in: str = ""
    """Where the table is read whose row ``change`` mutates in the running process; nothing where it mutates a tree."""

    @property
    def id(self) -> str:
        return f"{self.file}::{self.where}: {self.what}"


Weaker = tuple[str, Callable[[], None]]
"""What is asked no more, in words, and the change of the tree."""


def guards(tree: ast.Module, file: str) -> list[Guard]:
    """All guards of a file, in the order of its lines; each id occurs once."""
    found: dict[str, Guard] = {}
    for where, function in functions(tree.body, ""):
        for node, (what, change) in _of_function(function):
            guard = Guard(file, where, node.lineno, what, change)
            if guard.id in found:
                guard = Guard(file, where, node.lineno, f"{what} (at {node.lineno - function.lineno})", change)
            found[guard.id] = guard
    return sorted(found.values(), key=lambda guard: guard.line)


def functions(body: list[ast.stmt], inside: str) -> Iterator[tuple[str, Function]]:
    """Functions and methods with their qualified names; what is nested counts to the outermost."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield inside + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node.body, f"{inside}{node.name}.")


def _of_function(function: Function) -> Iterator[tuple[ast.expr | ast.stmt, Weaker]]:
    returns = ast.unparse(function.returns) if function.returns else ""
    reasons = returns in {"str", "str | None", "None"}  # a rule raises where it refuses: returning accepts
    obstacle = reasons or bool(OBSTACLES.match(function.name))
    wanted = _wanted_names(function, obstacle)
    behind = {node.body[-1] for node in ast.walk(function) if isinstance(node, ast.If)}
    asked = {argument for call in ast.walk(function) if isinstance(call, ast.Call) for argument in call.args
             if _called(call.func) in {"any", "all", "next", "sum", "min", "max"}}  # fmt: skip
    for node in ast.walk(function):
        match node:
            case ast.If(test=test, body=body) if (refuses := _refuses(body[-1], obstacle, reasons)) is not None:
                if refuses:
                    yield node, (f"never: if {_text(test)}", lambda n=node: setattr(n, "test", ast.Constant(False)))
                for weaker in weakened(test, not refuses):
                    yield node, weaker
            case ast.Return(value=ast.IfExp() as choice):
                if _is_nothing(choice.orelse) is not _is_nothing(choice.body):
                    want = _is_nothing(choice.orelse) is not obstacle
                    yield node, _whole(choice.test, want)
                    for weaker in weakened(choice.test, want):
                        yield node, weaker
            case ast.Return(value=value) if value is not None and (returns == "bool" or _is_condition(value)):
                if not isinstance(value, ast.Constant):
                    yield node, _whole(value, not obstacle)
                    for weaker in weakened(value, not obstacle):
                        yield node, weaker
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_condition(value) and name in wanted:
                yield node, _whole(value, wanted[name])
                for weaker in weakened(value, wanted[name]):
                    yield node, weaker
            case ast.Expr(value=ast.Call(func=func)) if _called(func) not in COLLECTING:
                yield node, (f"not asked: {_text(node)}", lambda n=node: setattr(n, "value", ast.Constant(None)))
            case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
                nothing = ast.YieldFrom(ast.Tuple([], ast.Load()))
                yield node, (f"left out: {_text(node)}", lambda n=node, nothing=nothing: setattr(n, "value", nothing))
            case ast.Raise() if node not in behind:
                yield node, (f"not raised: {_text(node)}", lambda n=node: _pass(n))
            case ast.ListComp(generators=made) | ast.SetComp(generators=made) | ast.GeneratorExp(generators=made):
                if node not in asked:
                    for one in made:
                        for condition in one.ifs:
                            if not _narrows(condition):
                                yield condition, (f"unfiltered: {_text(condition)}",
                                                  lambda c=condition: _become(c, ast.Constant(True)))  # fmt: skip
            case ast.match_case(guard=guard, body=body) if guard is not None:
                if (refuses := _refuses(body[-1], obstacle, reasons)) is not None:
                    for weaker in (_whole(guard, not refuses), *weakened(guard, not refuses)):
                        yield guard, weaker


def weakened(test: ast.expr, want: bool) -> Iterator[Weaker]:
    """Versions of a condition that are more often ``want``: an operand left out, a strict comparison not strict."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from weakened(operand, not want)
        case ast.BoolOp(op=op, values=values):
            for value in list(values):
                if isinstance(op, ast.And) is want and not _narrows(value):
                    yield f"without {_text(value)}", lambda v=value: _become(v, ast.Constant(isinstance(op, ast.And)))
                yield from weakened(value, want)
        case ast.Compare(ops=[op]) if (other := _OTHERS.get((type(op), want))) is not None:
            yield f"{_SIGNS[other]} in {_text(test)}", lambda: test.ops.__setitem__(0, other())
        case ast.Call(func=ast.Name(id="all" | "any" as name), args=[ast.GeneratorExp(elt=elt, generators=made)]):
            if (name == "all" and want) or (name == "any" and not want):
                yield f"not looked at: {_text(test)}", lambda: _become(test, ast.Constant(want))
            yield from weakened(elt, want)
            if name == "any" and want:
                for one in made:
                    for k, condition in enumerate(one.ifs):
                        yield f"any without {_text(condition)}", lambda o=one, k=k: o.ifs.pop(k)
        case ast.IfExp(body=body, orelse=orelse):
            yield from weakened(body, want)
            yield from weakened(orelse, want)


_OTHERS: dict[tuple[type[ast.cmpop], bool], type[ast.cmpop]] = {
    (ast.Lt, True): ast.LtE, (ast.Gt, True): ast.GtE, (ast.LtE, False): ast.Lt, (ast.GtE, False): ast.Gt,
}  # fmt: skip
_SIGNS: dict[type[ast.cmpop], str] = {ast.LtE: "<=", ast.GtE: ">=", ast.Lt: "<", ast.Gt: ">"}


def _whole(test: ast.expr, want: bool) -> Weaker:
    return f"always {want}: {_text(test)}", lambda: _become(test, ast.Constant(want))


def _become(node: ast.expr, other: ast.expr) -> None:
    """Turn a node into another one, in its place: ``node`` computes ``other`` and keeps its position."""
    new = ast.BoolOp(op=ast.And(), values=[other, other])
    node.__class__ = new.__class__
    node.__dict__.update(new.__dict__)


def _pass(node: ast.stmt) -> None:
    node.__class__ = ast.Pass


def _wanted_names(function: Function, obstacle: bool) -> dict[str, bool]:
    """Local names that hold a condition, and which value of each leads to acceptance."""
    seen: dict[str, set[bool]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.If) and (refuses := _refuses(node.body[-1], obstacle, False)) is not None:
            _signs(node.test, not refuses, seen)
        elif isinstance(node, ast.Return) and node.value is not None and _is_condition(node.value):
            _signs(node.value, not obstacle, seen)
    return {name: wants.pop() for name, wants in seen.items() if len(wants) == 1}


def _signs(test: ast.expr, want: bool, seen: dict[str, set[bool]]) -> None:
    match test:
        case ast.Name(id=name):
            seen.setdefault(name, set()).add(want)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            _signs(operand, not want, seen)
        case ast.BoolOp(values=values):
            for value in values:
                _signs(value, want, seen)


def _refuses(last: ast.stmt, obstacle: bool, reasons: bool) -> bool | None:
    """Whether a branch that ends like this refuses; ``None`` where it neither refuses nor accepts."""
    match last:
        case ast.Raise() | ast.Continue():
            return True
        case ast.Return(value=ast.Constant(value="")):
            return not reasons
        case ast.Return(value=value):
            return (value is None or _is_nothing(value)) is not obstacle
    return None


def _is_nothing(value: ast.expr) -> bool:
    match value:
        case ast.Constant(value=held):
            return held is None or held is False or held == 0
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in NOTHING
        case ast.Tuple(elts=[]) | ast.List(elts=[]):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in {"Lacks", "frozenset"} and not (name == "frozenset" and value.args)
    return False


def _is_condition(value: ast.expr) -> bool:
    match value:
        case ast.BoolOp() | ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Call(func=ast.Name(id="all" | "any")):
            return True
    return False


def _narrows(value: ast.expr) -> bool:
    """``isinstance``, or that it is not: without it the next operand raises."""
    asked = value.operand if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not) else value
    return isinstance(asked, ast.Call) and _called(asked.func) == "isinstance"


def _called(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def _text(node: ast.AST) -> str:
    text = ast.unparse(node)
    return text if len(text) <= 110 else f"{text[:80]} ... {text[-25:]}"
