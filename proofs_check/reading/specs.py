r"""What is said of each letter, in plain words or as a paper writes it: shapes, traits, laws and formulas.

>>> specified("A: d x d symmetric, sigma > 0")["A"].shape, specified(r"W_{ij} ~ N(0,1) iid; W: m x d")["W"].entries
(('d', 'd'), 'N(0,1)')
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..errors import UserError
from ..statement.terms import Dim
from .family_definitions import place_of
from .letters import spelled
from .spellings import COMMANDS, GREEK

_TRAITS = {
    "symmetric": ("symmetric",), "positive": ("positive",), "nonnegative": ("nonnegative",), "nonzero": ("nonzero",),
    "posdef": ("symmetric", "posdef"), "psd": ("symmetric", "psd"), "invertible": ("invertible",),
    "integer": ("integer",), "trained": ("parameter",), "parameter": ("parameter",),
    "function": ("function",), "iid": ("iid",), "haar": ("random", "orthogonal", "haar"),
}  # fmt: skip
_COUNTING = frozenset({"integer", "positive"})
_KINDS: dict[str, tuple[Dim, Dim]] = {
    **dict.fromkeys(("number", "scalar", "real", "integer", "function"), (1, 1)),
    "vector": ("d", 1), "matrix": ("d", "d"),
}  # fmt: skip
_SIGNS = {
    ">0": ("positive",), ">=0": ("nonnegative",), "!=0": ("nonzero",), "\\succ0": ("symmetric", "posdef"),
    "\\succeq0": ("symmetric", "psd"),
}  # fmt: skip
_SAME = (
    (r"\$|\\left|\\right|\\,|\\;|\\!|\\quad|~(?=\s*$)", " "), (r"\\sim(?![A-Za-z])|∼", "~"),
    (r"\\mathcal\s*\{?N\}?", "N"),
    (r"\\mathbb\s*\{?R\}?|\\R(?![A-Za-z])|ℝ", " R "), (r"\\mathbb\s*\{?N\}?|ℕ", " NAT "),
    (r"\\times(?![A-Za-z])|×", " x "),
    (r"\\in(?![A-Za-z])|∈", " in "), (r"i\.\s*i\.\s*d\.?|\\text\s*\{\s*iid\s*\}|\\text\s*\{i\.i\.d\.\}", " iid "),
    (r"\\geq?(?![A-Za-z])|≥", ">="), (r"\\gt(?![A-Za-z])", ">"), (r"\\neq?(?![A-Za-z])|≠", "!="),
    (r"positive\s+semi-?\s*definite", "psd"), (r"positive\s+definite", "posdef"), (r"\\coloneqq", ":="),
    (r"≻", r"\\succ "), (r"⪰", r"\\succeq "), (r"\\(?:dots|ldots|cdots)|…|\.\.\.", "DOTS"),
)  # fmt: skip
_ONE = r"\\?[A-Za-z]+(?:_\w)?"
_IS = r"\s+(?:(?:is|are)\s+)?(?:an?\s+)?"
_GAUSSIAN = r"(?:Gaussian|normal)(?:\s+(?:random\s+)?(?:vector|variable))?\s+"
_COVARIANCE = r"covariance(?:\s+matrix)?\s+(\S+)"
_PLURALS = (
    (r"\bmatrices\b", "matrix"), (r"\b(vector|number|scalar|real|integer)s\b", r"\1"),
    (rf"\b({_ONE})\s+and\s+({_ONE})\s+are\s", r"\1, \2 are "), (rf"\s+and\s+(?={_ONE}\s*(?:is|are|in|[~:>])\s)", ", "),
    (rf"\s+and\s+(?=(?:{'|'.join(_TRAITS)})\b)", " "),
    (r"\bvector of (?:the same )?(?:length|size|dimension) (\w+)", r"vector \1"),
    (r"(?<=[\w}])\s+(?:an?|any)\s+(?=(?:vector|matrix|number|scalar|symmetric|positive|random|function)\b)", " "),
    (r"\b[Hh]aar(?: orthogonal)?\b", "haar"), (r"\s(?:vector|matrix|number)\s+in\s", " in "),
    (r"(\S+)\s+by\s+(\S+)", r"\1 x \2"),
    (rf"{_IS}standard\s+(?:Gaussian|normal)(?:\s+vector)?\s+in\s+R\s*\^\s*(\w+)", r" ~ N(0, I_\1)"),
    (r"(?<![:\s])\s+(?:(?:is|are)\s+)?(?:an?\s+)?(\w+)-(?:dimensional\s+)?vector\b", r": vector \1"),
    (r"(\w+)-(?:dimensional\s+)?vector\b", r"vector \1"),
    (rf"{_IS}{_GAUSSIAN}with\s+mean\s+(\S+)\s+and\s+{_COVARIANCE}", r" ~ N(\1, \2)"),
    (rf"{_IS}(?:centred|centered|mean-zero)\s+{_GAUSSIAN}with\s+{_COVARIANCE}", r" ~ N(0, \1)"),
    (r"(N\s*\([^()]*\))[\s,]+independent\b", r"\1"),
    (r"\s(?:is|are)\s+(?:an?\s+)?", ": "),
)  # fmt: skip
"""Words as people type them."""
_SIZED = re.compile(r"(\S+)\s+((?:\S+\s+)*?)([\w+()^*-]+\s*x\s*[\w+()^*-]+)((?:\s+\S+)*)")
_DECLARES = re.compile(r":=|(?<![<>!:=])=(?!=)|[:~]|>=|>|!=|\\succeq|\\succ|\sin\s")


@dataclass
class Spec:
    """What was said of one letter."""

    tex: str
    shape: tuple[Dim, Dim] | None = None
    traits: set[str] = field(default_factory=set)
    law: str = ""
    body: str = ""
    of: tuple[str, ...] = ()
    """Of a function that is given by a formula, its arguments."""
    place: str = ""
    """Of a family that is given by a formula, its index."""
    entries: str = ""
    """Of a matrix whose entries are independent, their law."""
    member: str = ""
    """Of a family of which a space was said, a member."""
    norm: str = ""
    """Of a formula, which norm that of a matrix is."""
    begun: bool = False
    """Whether its letter is being made: one that is made of itself is none."""


def specified(text: str) -> dict[str, Spec]:
    """What ``text`` says of each letter, by its LaTeX; nothing is made of it yet.

    Raises:
        UserError: what is no declaration, or contradicts another.
    """
    specs: dict[str, Spec] = {}
    for piece in pieces_of(text):
        _declare(piece, specs)
    return specs


def pieces_of(text: str) -> list[str]:
    """The declarations: names before a colon belong to it, words behind one to the declaration before."""
    for pattern, same in (*_SAME, *_PLURALS):
        text = re.sub(pattern, same, text)
    text = _INDEPENDENT.sub(lambda said: "" if _all_drawn(said[1], text) else said[0], text)
    found: list[str] = []
    waiting: list[str] = []
    for sentence in re.split(r"[;\n]", text):
        for piece in _split(sentence):
            if _DECLARES.search(piece):
                found.append(", ".join([*waiting, piece]))
                waiting = []
            elif found and not waiting and all(word in _TRAITS or word in _KINDS for word in piece.split()):
                found[-1] += f" {piece}"
            elif (sized := _sized(piece)) is not None:
                found.append(", ".join([*waiting, sized]))
                waiting = []
            elif piece.split()[-1] in {*_TRAITS, *_KINDS}:
                name, _, words = piece.partition(" ")
                found.append(", ".join([*waiting, f"{name}: {words}"]))
                waiting = []
            else:
                waiting.append(piece)
        if waiting:
            raise UserError(
                f"{', '.join(waiting)!r} declares nothing: write 'A: d x d symmetric', 'x ~ N(0,S)' or 'sigma > 0'."
            )
    return found


_AND = r"(?:\s*,\s*|\s+and\s+)"
_INDEPENDENT = re.compile(rf"(?<![^\s,;])({_ONE}(?:{_AND}{_ONE})+)\s*(?::|are)?\s*independent(?=\s*(?:[,;.]|$))")


def one_of_a_family(member: str) -> UserError:
    example = f"'{member} ~ N(0,S) iid'"
    return UserError(f"{member!r} is one of a family: say that its members are independent, as in {example}.")


def _all_drawn(names: str, text: str) -> bool:
    """Whether each letter has a law of its own: such letters are independent, and saying so adds nothing."""
    return all(re.search(rf"(?<![\w\\]){re.escape(name)}\s*~", text) for name in re.split(_AND, names))


def _sized(piece: str) -> str | None:
    """``A symmetric d x d`` as a declaration."""
    found = _SIZED.fullmatch(piece)
    words = found is not None and {*found[2].split(), *found[4].split()} <= {*_TRAITS, *_KINDS}
    return f"{found[1]}: {found[3]} {found[2]}{found[4]}" if found is not None and words else None


def _split(text: str) -> list[str]:
    """At commas outside of brackets."""
    depth, last, found = 0, 0, []
    for found_sign in re.finditer(r"\\[lr]angle(?![A-Za-z])|.", text, re.DOTALL):
        sign, k = found_sign[0], found_sign.start()
        depth += (sign in ("(", "{", "[", "\\langle")) - (sign in (")", "}", "]", "\\rangle"))
        if sign == "," and depth == 0:
            found.append(text[last:k])
            last = k + 1
    return [piece.strip().rstrip(".") for piece in (*found, text[last:]) if piece.strip().rstrip(".")]


def _declare(piece: str, specs: dict[str, Spec]) -> None:
    match = _DECLARES.search(piece)
    assert match is not None
    sign, rest = match.group().strip(), piece[match.end() :].strip()
    names = [name.strip() for name in _split(piece[: match.start()])]
    if sign == "=" and any("^" in name or re.search(r"_\{?\w\}?$", name) for name in names):
        raise UserError(f"{piece!r} may suppose something of another letter: write ':=' for a definition.")
    sign = ":=" if sign == "=" else sign
    if not names or not rest:
        raise UserError(f"{piece!r} declares nothing: write 'A: d x d', 'x ~ N(0,S)' or 'sigma > 0'.")
    names, of = _with_arguments(names, sign)
    family = "DOTS" in names
    names = names[:1] if family else names
    for name in names:
        if sign == "~" and (place := _PLACE.fullmatch(name)) is not None:
            _of_entries(place["whole"] or place["letter"], rest, specs, piece)
            continue
        index = re.fullmatch(r"(.+)_\{?([a-z]|1)\}?", name) if family or sign == "~" else None
        if index is not None and (family or "iid" in rest.split() or index[2] in "ijklmnst1"):
            name = index[1]
            if sign == "in":
                specs.setdefault(tex_of(name), Spec(tex_of(name))).member = index[0]
            elif "iid" not in rest.split():
                raise one_of_a_family(index[0])
        spec = specs.setdefault(tex_of(name), Spec(tex_of(name)))
        if sign == ":":
            _described(rest, spec, piece)
        elif sign in (":=", "~"):
            if rest != (spec.body if sign == ":=" else spec.law) and (spec.body or spec.law):
                raise UserError(f"{spec.tex} is said to be two things: {piece!r} says another than before.")
            spec.body, spec.law = (rest, spec.law) if sign == ":=" else (spec.body, rest)
            spec.of = of or spec.of
            spec.place = place_of(name, rest) if sign == ":=" else spec.place
        elif sign == "in":
            _of_space(rest, spec, piece)
        else:
            traits = _SIGNS.get(sign + rest.replace(" ", ""))
            if traits is None:
                raise UserError(
                    f"{piece!r} is no declaration: a sign is said as 'sigma > 0', 'a >= 0' or 'a != 0'. "
                    "A hypothesis belongs into the formula."
                )
            spec.traits.update(traits)
            if "symmetric" not in traits:
                _shaped(spec, (1, 1), piece)


_PLACE = re.compile(r"(?:\[(?P<whole>.+)\]|(?P<letter>[^_]+))\s*_\s*\{\s*[a-z]\s*,?\s*[a-z]\s*\}")


def _of_entries(name: str, law: str, specs: dict[str, Spec], piece: str) -> None:
    """``W_{ij} ~ N(0,1) iid``: what each entry of a matrix is."""
    if "iid" not in law.split():
        raise UserError(f"{piece!r}: say that the entries are independent, as in 'W_{{ij}} ~ N(0,1) iid'.")
    spec, law = specs.setdefault(tex_of(name), Spec(tex_of(name))), law.replace("iid", "").strip()
    if spec.entries not in ("", law):
        raise UserError(f"{spec.tex} is said to be two things: {piece!r} says another than before.")
    spec.entries = law


def _with_arguments(names: list[str], sign: str) -> tuple[list[str], tuple[str, ...]]:
    """``f(x)`` of ``f(x) := ...`` as the name and its arguments."""
    found = re.fullmatch(r"([^()]+)\(([^()]*)\)", names[0]) if sign == ":=" and len(names) == 1 else None
    return (names, ()) if found is None else ([found[1].strip()], tuple(part.strip() for part in found[2].split(",")))


def tex_of(name: str) -> str:
    r"""A name as LaTeX: ``sigma`` is ``\sigma``, ``x_q`` is itself."""
    name = name.strip()
    base, line, rest = name.partition("_")
    tex = (f"\\{base}" if f"\\{base}" in GREEK else base) + line + rest
    if spelled(tex) is None or base.lstrip("\\") in COMMANDS - {"E"} or base == "\\E":
        raise UserError(f"{name!r} is no letter: write a letter with scripts, such as x_q, \\hat\\Lambda or W^{{PV}}.")
    return tex


def _described(rest: str, spec: Spec, piece: str) -> None:
    """``d x m symmetric``, ``vector``, ``integer``."""
    size = re.match(r"([\w+()^*-]+)\s+x\s+([\w+()^*-]+)|([\w+()^*-]+)x([\w+()^*-]+)(?=\s|$)", rest)
    if size is not None:
        rows, columns = (n for n in size.groups() if n)
        _shaped(spec, (dim_of(rows), dim_of(columns)), piece)
        rest = rest[: size.start()] + rest[size.end() :]
    else:
        size = re.search(r"(?<!\S)(\w+)\s+x\s+(\w+)|vector\s+([a-zA-Z]|\d+)(?!\S)", rest)
        if size is not None:
            _shaped(spec, (dim_of(size[3]), 1) if size[3] else (dim_of(size[1]), dim_of(size[2])), piece)
            rest = rest[: size.start()] + rest[size.end() :]
        elif re.match(r"(R|NAT)(?!\w)", rest):
            return _of_space(rest, spec, piece)
        elif re.fullmatch(r"[A-Za-z]|\d+", rest):
            if rest in "CNQZ":
                raise UserError(f"{piece!r}: a vector of that size, or one of these numbers? Write 'vector {rest}', or "
                                "'positive integer'.")  # fmt: skip
            return _shaped(spec, (dim_of(rest), 1), piece)
    for word in rest.split():
        if word in _KINDS and not (word in ("vector", "real", "matrix") and spec.shape):
            _shaped(spec, _KINDS[word], piece)
        if word in _TRAITS:
            spec.traits.update(_TRAITS[word])
        elif word not in _KINDS:
            known = ", ".join(_TRAITS)
            raise UserError(f"{word!r} in {piece!r} is not known: write 'A: d x d', with the words {known}.")


def _of_space(rest: str, spec: Spec, piece: str) -> None:
    """``R``, ``R^d``, ``R^{d x m}``, ``NAT``."""
    signed = re.fullmatch(r"R\s*_\s*(?:\{([^{}]*)\}|(\+))", rest)
    if signed is not None:
        sign = re.sub(r"\s", "", signed[1] or signed[2])
        if sign == "+":
            raise UserError(f"{piece!r}: with 0, or without? Write \\mathbb R_{{\\ge0}} or \\mathbb R_{{>0}}.")
        if sign in ("++", ">0", ">=0"):
            spec.traits.update(_SIGNS[">0" if sign == "++" else sign])
            _shaped(spec, (1, 1), piece)
            return
    if re.fullmatch(r"(?:NAT|\\mathbb\s*\{?Z\}?)\s*_\s*\{?\s*(?:>=\s*1|>\s*0)\s*\}?", rest):
        spec.traits.update(_COUNTING)
        _shaped(spec, (1, 1), piece)
        return
    match = re.fullmatch(r"(R|NAT)\s*(?:\^\s*(?:\{([^{}]*)\}|(\w)))?\s*((?:\w+\s*)*)", rest)
    if match is None or (match[1] == "NAT" and (match[2] or match[3])):
        raise UserError(f"{piece!r} is no declaration: write 'A in R^{{d x d}}', 'v in R^d' or 'a in R'.")
    power = (match[2] or match[3] or "").replace(" ", "")
    if match[1] == "NAT":
        spec.traits.update(_COUNTING)
    rows, _, columns = power.partition("x")
    _shaped(spec, (dim_of(rows or "1"), dim_of(columns or "1")), piece)
    _described(match[4], spec, piece)


def dim_of(text: str) -> Dim:
    if re.fullmatch(r"\d+[A-Za-z]\w*|-.*", text):
        raise UserError(f"{text!r} is no dimension: write a letter, a number, or a product as 2*d.")
    return int(text) if text.isdigit() else text


def _shaped(spec: Spec, shape: tuple[Dim, Dim], piece: str) -> None:
    if spec.shape not in (None, shape):
        raise UserError(f"{spec.tex} has two shapes: {piece!r} says another than before.")
    spec.shape = shape
