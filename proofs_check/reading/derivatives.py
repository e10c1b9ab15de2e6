r"""Gradients at a point, and Hessians, of functions that are given by formulas: written out as the language says them.

``\nabla f(v)`` is ``(\nabla_x f(x))|_{x = v}``; ``\nabla^2 f(x) = M`` says ``\nabla_x (u^\top \nabla_x f(x)) = M u``
for each vector u, and an order between matrices orders the values of their quadratic forms at each u, the other matrix
being symmetric.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..statement.terms import Abbrev, Sym
from .applied_names import closing, function_at, is_moved, named_at, tex_of, tokens_of, variable_of
from .letters import Letters, Named, arguments_of
from .lexer import CLOSING, OPENING, Lex, lexed
from .outcomes import Refusal, Span
from .spellings import TRANSPOSED
from .tokens import Tok, grouped, name_of

_ORDERS = {"psd": "ge", "nsd": "le"}
_ENDS = frozenset({"REL", "SEP", "IMPL"})


def with_derivatives(found: Sequence[Lex], letters: Letters, source: str) -> list[Lex]:
    """The tokens, with brackets around gradients, gradients at a point and Hessians written out."""
    out = _with_hessians(list(found), letters)
    for k in reversed(range(len(out) - 3)):
        if (out[k].kind, out[k].text) != ("HEAD", "grad"):
            continue
        at = k + 1 + (out[k + 1].kind == "SUB")
        named = function_at(out[at : at + 2], letters)
        if named is None:
            continue
        end = closing(out, at + 1)
        variable = variable_of(named) if at == k + 1 else None
        if at == k + 2:
            _check_slots(out[k + 1], out[at + 2 : end], out[end + 1 : end + 2], named, letters)
        if variable is not None and is_moved(out[at + 2 : end], variable, letters):
            out[k : end + 1] = _at_a_point(out[k : end + 1], variable, source)
        elif end + 1 < len(out) and (out[end + 1].kind == "AT" or _is_transposed(out[end + 1])):
            out[end + 1 : end + 1] = [Lex("CLOSE", out[end].span, "(")]
            out[k:k] = [Lex("OPEN", out[k].span, "(")]
    return out


def _is_transposed(lex: Lex) -> bool:
    return lex.kind == "SUP" and lex.text in TRANSPOSED


def _check_slots(below: Lex, told: Sequence[Lex], behind: Sequence[Lex], named: Named, letters: Letters) -> None:
    r"""``\nabla_x f(x, v)``: the letter alone in its own place and in no other, and no power of a number behind."""
    of = named_at(lexed(below.items, letters.bases), letters)
    if not isinstance(of, Sym):
        return
    if of.shape == (1, 1) and behind and behind[0].kind == "SUP" and not _is_transposed(behind[0]):
        raise Refusal(behind[0].span, "The power of the derivative, or the derivative of the power? Write brackets.")
    names = arguments_of(named.sym if isinstance(named, Abbrev) else named)
    own = [lex.text for lex in tokens_of(of, below.span)]
    for name, slot in zip(names, _slots(told), strict=False):
        alone = [lex.text for lex in slot] == own
        occurs = any(lex.kind == "NAME" and named_at(slot[k:], letters) == of for k, lex in enumerate(slot))
        if of.name in names and (not alone if name == of.name else occurs):
            raise Refusal((told[0].span[0], told[-1].span[1]), "The derivative of the function at this point, or of "
                          "what it makes of the point? Name the letter of the derivative apart.")  # fmt: skip


def _slots(told: Sequence[Lex]) -> list[list[Lex]]:
    """The arguments between the commas of a bracket."""
    slots: list[list[Lex]] = [[]]
    depth = 0
    for lex in told:
        depth += (lex.kind in OPENING) - (lex.kind in CLOSING)
        if lex.kind in ("COMMA", "SEP") and not depth:
            slots.append([])
        else:
            slots[-1].append(lex)
    return slots


def _at_a_point(found: Sequence[Lex], variable: Sym, source: str) -> list[Lex]:
    grad, name, opened, *point, closed = found
    own, span = grouped(tex_of(variable)), grad.span
    items = (*own, Tok("=", *span), *grouped(source[point[0].span[0] : point[-1].span[1]]))
    return [
        *(Lex("OPEN", span, "("),) * 2, grad, Lex("SUB", span, tex_of(variable), own), name, opened,
        *tokens_of(variable, span), closed, Lex("CLOSE", span, "("),
        Lex("AT", (opened.span[0], closed.span[1]), "=", items), Lex("CLOSE", span, "("),
    ]  # fmt: skip


# Hessians ------------------------------------------------------------------------------------------------------


def _with_hessians(found: list[Lex], letters: Letters) -> list[Lex]:
    """A relation with a Hessian alone on one of its sides, in each direction."""
    at = next((k for k, lex in enumerate(found) if (lex.kind, lex.text) == ("HEAD", "grad") and _square(found, k)), -1)
    if at < 0:
        return found
    start = max((k + 1 for k in range(at) if found[k].kind in _ENDS - {"REL"}), default=0)
    end = next((k for k in range(at, len(found)) if found[k].kind in _ENDS - {"REL"}), len(found))
    signs = [k for k in range(start, end) if found[k].kind == "REL"]
    span = found[at].span
    if len(signs) != 1 or found[signs[0]].text not in ("eq", *_ORDERS):
        raise Refusal(span, "A Hessian is read alone on one side of one relation, =, \\succeq or \\preceq.")
    sides = found[start : signs[0]], found[signs[0] + 1 : end]
    sign = found[signs[0]]
    hessians = [_alone(side, letters) for side in sides]
    variable = next((one for one in hessians if one is not None), None)
    if variable is None or variable.shape[1] != 1:
        raise Refusal(span, "A Hessian is read alone on one side of one relation, \\nabla^2 f(x) = M, of a function "
                      "f(x) of one vector that has a formula.")  # fmt: skip
    u = _direction(variable, found, letters)
    made = [_in_direction(side, one, u, span, doubled=sign.text != "eq")
            for side, one in zip(sides, hessians, strict=True)]  # fmt: skip
    link = replace(sign, text=_ORDERS.get(sign.text, "eq"))
    other = sides[hessians.index(None)] if None in hessians and sign.text != "eq" else []
    whole = [Lex("OPEN", span, "("), *other, Lex("CLOSE", span, "(")]
    transposed = [*whole, Lex("SUP", span, "\\top", (Tok("\\top", *span),))]
    plain = not other or [lex.kind for lex in other] == ["NUM"]
    symmetric = [] if plain else [Lex("SEP", span), *whole, Lex("REL", span, "eq"), *transposed]
    return [*found[:start], *made[0], link, *made[1], *symmetric, *_with_hessians(found[end:], letters)]


def _square(found: Sequence[Lex], k: int) -> bool:
    scripts = [lex for lex in found[k + 1 : k + 3] if lex.kind in ("SUB", "SUP")]
    return any(lex.kind == "SUP" and lex.text == "2" for lex in scripts)


def _alone(side: Sequence[Lex], letters: Letters) -> Sym | None:
    r"""The letter of a side that is ``\nabla^2 f(x)`` and nothing else."""
    at = next((k for k, lex in enumerate(side) if lex.kind == "NAME"), len(side))
    scripts = [lex for lex in side[1:at]]
    named = function_at(side[at : at + 2], letters)
    variable = variable_of(named) if named is not None else None
    if not side or (side[0].kind, side[0].text) != ("HEAD", "grad") or variable is None:
        return None
    above = [lex.text for lex in scripts if lex.kind == "SUP"]
    below = [lex.text for lex in scripts if lex.kind == "SUB"]
    own = [lex.text for lex in tokens_of(variable, side[0].span)]
    whole = closing(side, at + 1) == len(side) - 1 and [lex.text for lex in side[at + 2 : -1]] == own
    return variable if above == ["2"] and below in ([], [tex_of(variable)]) and whole else None


def _direction(variable: Sym, found: Sequence[Lex], letters: Letters) -> Sym:
    """A vector of its own, which stands for every direction."""
    taken = {lex.text for lex in found} | letters.bases | set(letters.dims)
    letter = next(name for name in ("u", "v", "z", "h", "p", "q", "r", "s") if name not in taken)
    made = Sym(name_of(letter), variable.shape, frozenset(), letter)
    letters.add(made)
    return made


def _in_direction(side: Sequence[Lex], of: Sym | None, u: Sym, span: Span, *, doubled: bool) -> list[Lex]:
    """A matrix times the direction, or its quadratic form there."""
    opened, closed, direction = Lex("OPEN", span, "("), Lex("CLOSE", span, "("), tokens_of(u, span)
    turned = [*direction, Lex("SUP", span, "\\top", (Tok("\\top", *span),))]
    around = [*turned, Lex("DOT", span, "\\cdot")] if doubled else []
    if of is None:
        return [*around, opened, *side, closed, *direction]
    below = Lex("SUB", span, tex_of(of), grouped(tex_of(of)))
    at = next(k for k, lex in enumerate(side) if lex.kind == "NAME")
    return [*around, side[0], below, opened, *turned, side[0], below, *side[at:], closed]
