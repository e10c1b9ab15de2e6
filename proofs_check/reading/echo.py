"""What was read is printed back: the print must be the source, up to layout and brackets that do nothing.

Both are brought into one form, by rules that know no typing; a difference that is left means that the reader and the
printer do not agree on what the formula says, and then nothing is read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from ..report.render import latex
from ..statement.terms import Term
from .lexer import Lex, lexed
from .outcomes import Refusal
from .prints import with_prints
from .spellings import FUNCTIONS, IDENTITY, PSEUDO_INVERSE, TRANSPOSED
from .tokens import grouped

_SCOPED = frozenset({"h:sum", "h:grad", "h:minimum", "h:infimum", "h:argmin", "h:ddt", "h:slope", "h:product"})
_SAME_HEAD = {"partial": "h:grad", "slope": "h:ddt"}
"""Heads that are printed alike; of a derivative at 0 the bar behind it tells."""
_OPEN = frozenset({"(", "{", "|<", "||<", "<", "begin"})
_CLOSE = frozenset({")", "}", ">|", ">||", ">", "end"})
_INVERTED, _TURNED = ["^", "-", "1", "s)"], ["^", "T", "s)"]
_SIGN = {"PLUS": "+", "MINUS": "-", "SLASH": "/", "OTIMES": "*", "COMMA": ",", "MID": "mid", "DOTS": "dots",
         "AMP": "&", "ROW": "\\\\",
         "OPEN": "(", "CLOSE": ")", "LBRACE": "{", "RBRACE": "}", "SQRT": "sqrt", "NORML": "||<", "NORMR": ">||",
         "BARL": "|<", "BARR": ">|", "LANGLE": "<", "RANGLE": ">", "BEGIN": "begin", "END": "end"}  # fmt: skip


def echoes(found: Sequence[Lex], tree: Term, declared: frozenset[str], norm: str = "") -> bool:
    """Whether the print of ``tree`` is what ``found`` says; the norm of a matrix without a subscript is this one."""
    printed = lexed(with_prints(grouped(latex(tree)), declared), declared)
    if any(_is_gradient(lex) and not _is_sub(found[k + 1 : k + 2]) for k, lex in enumerate(found)):
        found, printed = _without_variables(found), _without_variables(printed)
    if norm:
        found, printed = _without_norm(found, norm), _without_norm(printed, norm)
    return _agree(normal(found, declared), normal(printed, declared))


def _without_norm(found: Sequence[Lex], norm: str) -> list[Lex]:
    return [lex for k, lex in enumerate(found)
            if not (k and found[k - 1].kind == "NORMR" and (lex.kind, lex.text) == ("SUB", norm))]  # fmt: skip


def _is_gradient(lex: Lex) -> bool:
    return (lex.kind, lex.text) == ("HEAD", "grad")


def _is_sub(found: Sequence[Lex]) -> bool:
    return bool(found) and found[0].kind == "SUB"


def _without_variables(found: Sequence[Lex]) -> list[Lex]:
    """Without what stands below gradients: it goes without saying where the source leaves it out."""
    return [lex for k, lex in enumerate(found) if not (k and _is_sub([lex]) and _is_gradient(found[k - 1]))]


def normal(found: Sequence[Lex], declared: frozenset[str]) -> list[str]:
    return _bare(_flat(found, declared))


def _flat(found: Sequence[Lex], declared: frozenset[str]) -> list[str]:
    out: list[str] = []
    k = 0
    while k < len(found):
        lex = found[k]
        scripts = []
        while k + 1 < len(found) and found[k + 1].kind in ("SUB", "SUP", "PRIME", "AT"):
            k += 1
            scripts.append(found[k])
        k += 1
        unequal = [one for one in scripts if one.kind == "SUB" and "\\ne" in one.text]
        if (lex.kind, lex.text) == ("HEAD", "sum") and unequal:
            scripts = []  # which places differ is printed, and not what they run over
            out += ["h:unequal"]
        head = lex.kind == "HEAD"
        out += _one(lex, declared)
        if lex.kind == "RBRACE" and k < len(found) and found[k].kind == "LBRACE":
            out.append("/")
        for script in sorted(scripts, key=lambda s: (s.kind == "AT", s.kind != "SUB")):
            if not _is_silent(lex, script):
                out += _script(script, head, declared)
    return out


def _one(lex: Lex, declared: frozenset[str]) -> list[str]:
    if lex.kind in _SIGN:
        return [_SIGN[lex.kind]]
    if lex.kind in ("DOT", "FRAC", "GAP"):
        return []
    if lex.kind == "NUM":
        value = Fraction(lex.text)
        if value.denominator == 1:
            return [str(value)]
        return ["{", str(value.numerator), "}", "/", "{", str(value.denominator), "}"]
    bold = lex.kind == "NAME" and lex.text in IDENTITY and lex.text not in declared
    if lex.kind == "HEAD" and lex.text in _SAME_HEAD:
        return [_SAME_HEAD[lex.text]]
    return [f"{'h' if lex.kind == 'HEAD' else 'n'}:{'I' if bold else lex.text}"]


def _is_silent(lex: Lex, script: Lex) -> bool:
    """Scripts that say what is known without: the sizes of I and 0, the 2 of a vector's norm, what a mean is over."""
    if script.kind != "SUB":
        return False
    if lex.kind == "NAME":
        return lex.text in IDENTITY
    known = (lex.kind, lex.text) in (("NUM", "0"), ("HEAD", "expect"))
    return known or (lex.kind, script.text) in (("NORMR", "2"), ("RANGLE", "F"))


def _script(lex: Lex, head: bool, declared: frozenset[str]) -> list[str]:
    close = "h:)" if head else "s)"
    if lex.kind == "AT":
        inner = [one for one in lexed(lex.items, declared) if one.kind != "SEP"]
        return ["_", "at", *normal(inner, declared), close]
    if lex.kind == "SUB":
        places = re.sub(r"(^|,)\(([^()]*)\)(?=,|$)", r"\1\2", lex.text)
        return ["_", places.replace(",", "").replace("\\min", "min").replace("\\max", "1").replace("max", "1"), close]
    if (lex.kind == "PRIME" and len(lex.text) == 1) or lex.text in TRANSPOSED | {"\\prime"}:
        return ["^", "T", close]
    if lex.text in ("-T", "-\\top", "-\\intercal"):
        return ["^", "-T", close]
    if lex.text in PSEUDO_INVERSE:
        return ["^", "pinv", close]
    if lex.text in ("*", "\\ast"):
        return ["^", "*", close]
    try:
        return ["^", *normal(lexed(lex.items, declared), declared), close]
    except Refusal:
        return ["^", lex.text, close]  # words in the name of a letter


# Brackets that do nothing ----------------------------------------------------------------------------------------

def _bare(found: list[str]) -> list[str]:
    """Without the brackets that change nothing."""
    k = 0
    while k < len(found):
        if found[k] in ("(", "{"):
            end = _partner(found, k)
            inside = found[k + 1 : end]
            if found[k] == "(" and inside[:1] == ["h:expect"] and _is_mean(inside):
                found = [*found[:k], inside[0], "(", *inside[1:], ")", *found[end + 1 :]]
                continue
            if found[k - 1 : k] == ["h:ddt"] and k and _is_power(inside) and found[end + 1 : end + 2] != ["^"]:
                found = [*found[:k], *inside, *found[end + 1 :]]
                continue
            alone = not k or found[k - 1] in (")", "}", "(", "{", "+", "-", ",")
            if found[k] == "(" and (alone or found[end + 1 : end + 2] == ["^"]) and _is_applied(inside):
                found = [*found[:k], inside[0], "(", *inside[1:], ")", *found[end + 1 :]]
                continue
            if found[k] == "{" and inside[1:2] != ["("] and _is_applied(inside):
                found = [*found[: k + 1], inside[0], "(", *inside[1:], ")", *found[end:]]
                continue
            if found[k] == "(" and inside[-4:] == _INVERTED and found[end + 1 : end + 4] == _TURNED:
                found = [*found[:k], "(", *inside[:-4], ")", "^", "-T", "s)", *found[end + 4 :]]
                k = 0
                continue
            if found[k] == "(" and inside[-3:] == ["(", "0", ")"] and inside[:1] != ["("] and _is_value(inside):
                found = found[:k] + inside + found[end + 1 :]
                continue
            before = "" if _behind_a_sum(found, k) and _is_product(inside) else found[k - 1] if k else ""
            if _is_idle(before, found[k : end + 1], found[end + 1] if end + 1 < len(found) else ""):
                found = found[:k] + found[k + 1 : end] + found[end + 1 :]
                k = 0
                continue
        k += 1
    return ["(" if token == "{" else ")" if token == "}" else token for token in found]


def _is_applied(inside: list[str]) -> bool:
    """Whether this is a function before operands without signs, ``(tr AB)^2``, which is printed ``tr(A B)^2``."""
    if not inside or inside[0][:2] != "h:" or inside[0][2:] not in FUNCTIONS or inside[1:2] in (["_"], ["^"]):
        return False
    operands = [piece for piece in _pieces(inside)[1:] if piece not in ("_", "^")]
    return len(operands) == 1 or (len(operands) > 1 and all(piece.startswith("n:") for piece in operands))


def _is_mean(inside: list[str]) -> bool:
    """Whether this is the mean of one product, without brackets of its own, as in ``(E x x^T)``."""
    return inside[1:2] not in (["("], ["_"], []) and not {"+", "-", "mid", ","} & {*_pieces(inside)}


def _is_power(inside: list[str]) -> bool:
    """Whether this is one letter with its scripts, of which a derivative is printed without brackets."""
    pieces = _pieces(inside)
    return bool(pieces) and pieces[0].startswith("n:") and all(piece in ("_", "^") for piece in pieces[1:])


def _is_value(inside: list[str]) -> bool:
    """Whether this is a letter at time 0, ``(w(0))^2``, which people write ``w(0)^2``; no product ends in (0)."""
    return inside[0].startswith("n:") and [piece for piece in _pieces(inside) if piece not in ("_", "^")][1:] == ["()"]


def _partner(found: Sequence[str], k: int) -> int:
    depth = 0
    for j in range(k, len(found)):
        depth += (found[j] in _OPEN or found[j] in "_^") - (found[j] in _CLOSE or found[j] in ("s)", "h:)"))
        if depth == 0:
            return j
    return len(found) - 1


def _behind_a_sum(found: Sequence[str], k: int) -> bool:
    start = k
    while start and found[start - 1] == "h:)":
        depth, start = 1, start - 1
        while start and depth:
            start -= 1
            depth += (found[start] in ("h:)", "s)")) - (found[start] in "_^")
    return start < k and found[start - 1] == "h:sum"


def _is_product(inside: Sequence[str]) -> bool:
    """Whether there are factors alone: with those behind the bracket they are one product, all of it summed."""
    other = ("+", "-", "*", "/", ",", "mid")
    return not any(piece in other or piece.startswith("h:") for piece in _pieces(list(inside)))


def _is_idle(before: str, bracket: list[str], after: str) -> bool:
    """Whether a bracket (that of a fraction, which is no bracket in print, is written with braces) changes nothing."""
    inside = bracket[1:-1]
    if not inside or before == "sqrt" or (before.startswith("h:") and bracket[0] == "("):
        return False
    pieces = _pieces(inside)
    if "," in pieces or "mid" in pieces:
        return False
    if "dots" in pieces:
        return before in ("", "&", "\\\\", "begin") and after in ("", "&", "\\\\", "end")
    operands = [p for p in pieces if not p.startswith(("_", "^"))]
    if len(operands) == 1 and operands[0] not in ("+", "-"):
        return after not in ("_", "^") or len(pieces) == 1 or (after == "^" and pieces[1:] == ["_"])
    if after in ("_", "^"):
        return False
    starts, ends = before == "" or before in _OPEN or before in (",", "&", "\\\\", "mid"), after == "" or after in (
        *_CLOSE, ",", "&", "\\\\", "mid", "s)", "h:)")  # fmt: skip
    if "+" in pieces or "-" in pieces:
        return (starts or (before == "+" and pieces[0] != "-")) and (ends or after in ("+", "-"))
    whole = (starts or before in ("+", "-")) and (ends or after in ("+", "-"))
    if "*" in pieces and not starts and _is_number(before) and (ends or after in ("+", "-")):
        return True  # a number before a product belongs to all of it
    behind = before and before not in ("/", "*") and not before.startswith("h:")
    if behind and any(p in _SCOPED for p in pieces) and not {"*", "+", "-"} & {*pieces} and (ends or after in "+-"):
        return True  # nothing follows that the prefix could take
    if "*" in pieces or any(p in _SCOPED or (p.startswith("h:") and p != "h:)") for p in pieces):
        return whole
    if "/" in pieces:
        return before != "/" and after not in ("/", "*") and before != "*"
    return before != "/"  # a product binds tighter than \\otimes


def _is_number(token: str) -> bool:
    return token.isdigit() or token == "}"


def _pieces(inside: list[str]) -> list[str]:
    """What stands at the level of the bracket itself: brackets and scripts are one piece each, ``tr(A)``, too."""
    out: list[str] = []
    k = 0
    while k < len(inside):
        token = inside[k]
        if token in _OPEN or token in ("_", "^"):
            end = _partner(inside, k)
            applied = token == "(" and out and out[-1].startswith("h:") and out[-1] not in _SCOPED
            if applied or (out and out[-1] == "sqrt"):
                out[-1] = "()"
            elif token in ("_", "^") and out and out[-1].startswith("h:"):
                pass
            else:
                out.append(token if token in ("_", "^") else "()")
            k = end + 1
        else:
            out.append(token)
            k += 1
    return out


# Comparison ------------------------------------------------------------------------------------------------------

def _agree(source: list[str], printed: list[str]) -> bool:
    """Whether they are the same, the print being free to bracket what stands behind a prefix."""
    i = 0
    free: set[int] = set()
    for j, token in enumerate(printed):
        if j in free:
            continue
        if i < len(source) and source[i] == token:
            i += 1
            continue
        if token == "(" and j and printed[j - 1].startswith("h:"):
            free.add(_partner(printed, j))
            continue
        return False
    return i == len(source)
