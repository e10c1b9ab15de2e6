r"""What the letters of a formula are: shapes, traits and laws, in plain words or as a paper writes them.

>>> [s.name for s in declared(r"x ~ N(0, S); A: d x d symmetric, sigma > 0")]
['S', 'x', 'A', 'sigma']
>>> [s.shape for s in declared(r"$W\in\mathbb R^{m\times d}$, $\Lambda\succ0$")]
[('m', 'd'), ('d', 'd')]
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from ..errors import UserError
from ..statement.dimensions import size
from ..statement.head_shapes import HeadShapes
from ..statement.laws import gaussian, noise
from ..statement.terms import Abbrev, Dim, Sym, Term
from .letters import Letters, Named, spelled
from .outcomes import Read, ReadingError, Refusal
from .spellings import COMMANDS, GREEK
from .tokens import name_of

_TRAITS = {
    "symmetric": ("symmetric",), "positive": ("positive",), "nonnegative": ("nonnegative",), "nonzero": ("nonzero",),
    "posdef": ("symmetric", "posdef"), "psd": ("symmetric", "psd"), "invertible": ("invertible",),
    "integer": ("integer", "positive"), "trained": ("parameter",), "parameter": ("parameter",),
    "function": ("function",), "iid": ("iid",), "haar": ("random", "orthogonal", "haar"),
}  # fmt: skip
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
_DECLARES = re.compile(r":=|[:~]|>=|>|!=|\\succeq|\\succ|\sin\s")
_NORMAL = re.compile(r"N\s*\(\s*([^,]+),\s*(.+)\)\s*(iid)?\s*")
_NAME = re.compile(r"[^\W\d]\w*")


@dataclass
class _Spec:
    """What was said of one letter."""

    tex: str
    shape: tuple[Dim, Dim] | None = None
    traits: set[str] = field(default_factory=set)
    law: str = ""
    body: str = ""
    of: tuple[str, ...] = ()
    """Of a function that is given by a formula, its arguments."""


def declared(text: str) -> tuple[Named, ...]:
    """The letters that ``text`` declares, those first that others name.

    Raises:
        UserError: what is no declaration, or contradicts another; with an example.
    """
    specs = specified(text)
    _dimensions_are_integers(specs)
    _covariances_fit(specs)
    made: dict[str, Named] = {}
    for spec in list(specs.values()):
        _make(spec, specs, made)
    return tuple(made.values())


def specified(text: str) -> dict[str, _Spec]:
    """What ``text`` says of each letter, by its LaTeX; nothing is made of it yet.

    Raises:
        UserError: what is no declaration, or contradicts another.
    """
    specs: dict[str, _Spec] = {}
    for piece in pieces_of(text):
        _declare(piece, specs)
    return specs


def _dimensions_are_integers(specs: dict[str, _Spec]) -> None:
    """A letter that is declared, and names a dimension of another, is that dimension."""
    shapes = [dim for spec in specs.values() for dim in spec.shape or () if isinstance(dim, str)]
    for name in {word for dim in shapes for word in _NAME.findall(dim)} & specs.keys():
        spec = specs[name]
        if spec.law or spec.body or spec.shape not in (None, (1, 1)):
            raise UserError(f"{name} is a dimension, and something else: give one of the two another letter.")
        spec.shape, spec.traits = (1, 1), spec.traits | {"integer", "positive"}


def _covariances_fit(specs: dict[str, _Spec]) -> None:
    """A matrix of no said size that is the covariance of a vector has the size of the vector."""
    for spec in specs.values():
        law = _NORMAL.fullmatch(spec.law)
        cov = specs.get(law[2].strip()) if law is not None else None
        if cov is not None and cov.shape is None and spec.shape is not None and spec.shape[1] == 1:
            cov.shape = (spec.shape[0], spec.shape[0]) if cov.traits & {"posdef", "psd", "symmetric"} else None


def pieces_of(text: str) -> list[str]:
    """The declarations: names before a colon belong to it, words behind one to the declaration before."""
    for pattern, same in _SAME:
        text = re.sub(pattern, same, text)
    found: list[str] = []
    waiting: list[str] = []
    for sentence in re.split(r"[;\n]", text):
        for piece in _split(sentence):
            if _DECLARES.search(piece):
                found.append(", ".join([*waiting, piece]))
                waiting = []
            elif found and not waiting and all(word in _TRAITS or word in _KINDS for word in piece.split()):
                found[-1] += f" {piece}"
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


def _declare(piece: str, specs: dict[str, _Spec]) -> None:
    match = _DECLARES.search(piece)
    assert match is not None
    sign, rest = match.group().strip(), piece[match.end() :].strip()
    names = [name.strip() for name in _split(piece[: match.start()])]
    if not names or not rest:
        raise UserError(f"{piece!r} declares nothing: write 'A: d x d', 'x ~ N(0,S)' or 'sigma > 0'.")
    names, of = _with_arguments(names, sign)
    family = "DOTS" in names
    names = names[:1] if family else names
    for name in names:
        index = re.fullmatch(r"(.+)_\{?([a-z]|1)\}?", name) if family or sign == "~" else None
        if index is not None and (family or "iid" in rest.split() or index[2] in "ijklmnst1"):
            name = index[1]
            if "iid" not in rest.split():
                raise UserError(f"{index[0]!r} is one of a family: say that its members are independent, as in "
                                f"'{index[0]} ~ N(0,S) iid'.")
        spec = specs.setdefault(_tex(name), _Spec(_tex(name)))
        if sign == ":":
            _described(rest, spec, piece)
        elif sign in (":=", "~"):
            if rest != (spec.body if sign == ":=" else spec.law) and (spec.body or spec.law):
                raise UserError(f"{spec.tex} is said to be two things: {piece!r} says another than before.")
            spec.body, spec.law = (rest, spec.law) if sign == ":=" else (spec.body, rest)
            spec.of = of or spec.of
        elif sign == "in":
            _of_space(rest, spec, piece)
        else:
            traits = _SIGNS.get(sign + rest.replace(" ", ""))
            if traits is None:
                raise UserError(f"{piece!r} is no declaration: a sign is said as 'sigma > 0', 'a >= 0' or 'a != 0'. "
                                "A hypothesis belongs into the formula.")
            spec.traits.update(traits)
            if "symmetric" not in traits:
                _shaped(spec, (1, 1), piece)


def _with_arguments(names: list[str], sign: str) -> tuple[list[str], tuple[str, ...]]:
    """``f(x)`` of ``f(x) := ...`` as the name and its arguments."""
    found = re.fullmatch(r"([^()]+)\(([^()]*)\)", names[0]) if sign == ":=" and len(names) == 1 else None
    return (names, ()) if found is None else ([found[1].strip()], tuple(part.strip() for part in found[2].split(",")))


def _tex(name: str) -> str:
    r"""A name as LaTeX: ``sigma`` is ``\sigma``, ``x_q`` is itself."""
    name = name.strip()
    base, line, rest = name.partition("_")
    tex = (f"\\{base}" if f"\\{base}" in GREEK else base) + line + rest
    if spelled(tex) is None or base.lstrip("\\") in COMMANDS - {"E"} or base == "\\E":
        raise UserError(f"{name!r} is no letter: write a letter with scripts, such as x_q, \\hat\\Lambda or W^{{PV}}.")
    return tex


def _described(rest: str, spec: _Spec, piece: str) -> None:
    """``d x m symmetric``, ``vector``, ``integer``."""
    size = re.match(r"([\w+()^*-]+)\s+x\s+([\w+()^*-]+)|([\w+()^*-]+)x([\w+()^*-]+)(?=\s|$)", rest)
    if size is not None:
        rows, columns = (n for n in size.groups() if n)
        _shaped(spec, (_dim(rows), _dim(columns)), piece)
        rest = rest[: size.start()] + rest[size.end() :]
    else:
        size = re.search(r"(?<!\S)(\w+)\s+x\s+(\w+)|vector\s+([a-zA-Z]|\d+)(?!\S)", rest)
        if size is not None:
            _shaped(spec, (_dim(size[3]), 1) if size[3] else (_dim(size[1]), _dim(size[2])), piece)
            rest = rest[: size.start()] + rest[size.end() :]
        elif re.match(r"(R|NAT)(?!\w)", rest):
            return _of_space(rest, spec, piece)
        elif re.fullmatch(r"[A-Za-z]|\d+", rest):
            if rest in "CNQZ":
                raise UserError(f"{piece!r}: a vector of that size, or one of these numbers? Write 'vector {rest}', or "
                                "'integer'.")  # fmt: skip
            return _shaped(spec, (_dim(rest), 1), piece)
    for word in rest.split():
        if word in _KINDS and not (word in ("vector", "real") and spec.shape):
            _shaped(spec, _KINDS[word], piece)
        if word in _TRAITS:
            spec.traits.update(_TRAITS[word])
        elif word not in _KINDS:
            known = ", ".join(_TRAITS)
            raise UserError(f"{word!r} in {piece!r} is not known: write 'A: d x d', with the words {known}.")


def _of_space(rest: str, spec: _Spec, piece: str) -> None:
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
        spec.traits.update(_TRAITS["integer"])
        _shaped(spec, (1, 1), piece)
        return
    match = re.fullmatch(r"(R|NAT)\s*(?:\^\s*(?:\{([^{}]*)\}|(\w)))?\s*((?:\w+\s*)*)", rest)
    if match is None or (match[1] == "NAT" and (match[2] or match[3])):
        raise UserError(f"{piece!r} is no declaration: write 'A in R^{{d x d}}', 'v in R^d' or 'a in R'.")
    power = (match[2] or match[3] or "").replace(" ", "")
    if match[1] == "NAT":
        spec.traits.update(_TRAITS["integer"])
    rows, _, columns = power.partition("x")
    _shaped(spec, (_dim(rows or "1"), _dim(columns or "1")), piece)
    _described(match[4], spec, piece)


def _dim(text: str) -> Dim:
    if re.fullmatch(r"\d+[A-Za-z]\w*|-.*", text):
        raise UserError(f"{text!r} is no dimension: write a letter, a number, or a product as 2*d.")
    return int(text) if text.isdigit() else text


def _shaped(spec: _Spec, shape: tuple[Dim, Dim], piece: str) -> None:
    if spec.shape not in (None, shape):
        raise UserError(f"{spec.tex} has two shapes: {piece!r} says another than before.")
    spec.shape = shape


# Symbols -------------------------------------------------------------------------------------------------------

def _make(spec: _Spec, specs: dict[str, _Spec], made: dict[str, Named]) -> Named:
    if spec.tex in made:
        return made[spec.tex]
    if (spec.law or spec.body) and spec.traits - ({"iid"} if spec.law else set()):
        raise UserError(f"{spec.tex} has a law or a formula: nothing else can be said of it than its shape.")
    if spec.law:
        found: Named = _drawn(spec, specs, made)
    elif spec.body:
        found = _defined(spec, specs, made)
    else:
        matrix = spec.traits & {"posdef", "psd", "symmetric", "invertible", "haar"}
        shape = spec.shape or (("d", "d") if matrix else (1, 1))
        if matrix and shape[0] != shape[1]:
            traits = ", ".join(sorted(matrix))
            raise UserError(f"{spec.tex} is {shape[0]} x {shape[1]}: only a square matrix is {traits}.")
        if shape == (1, 1) and matrix - {"invertible"}:
            raise UserError(f"{spec.tex} is a number: say '{spec.tex} > 0' for its sign.")
        if "iid" in spec.traits:
            name = re.sub(r"_\{?\w\}?$", "", spec.tex)
            raise UserError(f"{spec.tex} is called i.i.d. without a law: write '{name}_i ~ N(0,S) iid'.")
        found = Sym(name_of(spec.tex), shape, frozenset(spec.traits), spec.tex)
    made[spec.tex] = found
    return found


def _moved(spec: _Spec, mean: str, factor: str, law: str, specs: dict[str, _Spec], made: dict[str, Named]) -> Abbrev:
    """``x ~ N(mu, sigma^2 I)`` as ``mu + sigma`` times a Gaussian letter of its own with mean 0."""
    from .reader import read

    if "iid" in spec.traits or re.search(r"(?<![A-Za-z])iid\s*$", spec.law):
        raise UserError(f"The law {spec.law!r} is read of one vector, and not of a family: declare z_i ~ N(0,I) iid, "
                        f"and write what {spec.tex}_i is of z_i.")  # fmt: skip
    base = re.match(r"([A-Za-z]|\\[A-Za-z]+|\\(?:bm|boldsymbol|mathbf)\s*\{[^{}]*\})(?=$|[_^'])", spec.tex)
    if base is None:
        raise UserError(f"The law {spec.law!r} is read of letters without an accent: rename {spec.tex}.")
    inner = _Spec(f"\\breve{{{base[1]}}}{spec.tex[base.end() :]}", spec.shape, law=law)
    drawn = _drawn(inner, specs, made)
    assert isinstance(drawn, Sym)
    drawn = made[inner.tex] = replace(drawn, name=f"{name_of(spec.tex)}__centred")
    letter = f"\\{mean}" if f"\\{mean}" in GREEK else mean
    if spelled(letter) is not None:
        mean = _tex(letter)
        specs.setdefault(mean, _Spec(mean, drawn.shape))
    for other in list(specs.values()):
        if not other.body and not other.law:
            _make(other, specs, made)
    unit = rf"\frac{{{inner.tex}}}{{\varsigma}}" if "varsigma" in law else f"{factor}{inner.tex}"
    text = unit if mean == "0" else f"{mean} + {unit}"
    found = read(text, tuple(made.values()))
    if not isinstance(found, Read):
        raise ReadingError(found)
    assert isinstance(found.tree, Term)
    return Abbrev(Sym(name_of(spec.tex), drawn.shape, frozenset(), spec.tex), found.tree)


def _drawn(spec: _Spec, specs: dict[str, _Spec], made: dict[str, Named]) -> Named:
    """A Gaussian vector, or a Gaussian number."""
    match = _NORMAL.fullmatch(spec.law)
    if match is None:
        raise UserError(
            f"The law {spec.law!r} is not read: write '{spec.tex} ~ N(0,S)', or '{spec.tex}_i ~ N(0,S) iid'."
        )
    mean, cov = match[1].strip(), match[2].strip()
    scaled = re.fullmatch(r"(.+?)\s*(I(?:_\{?\w+\}?)?)", cov)
    if (mean != "0" and cov != "1") or scaled is not None:
        root = re.fullmatch(r"((?:\\[A-Za-z]+|[A-Za-z])(?:_\w)?)\^\{?2\}?", scaled[1]) if scaled is not None else None
        if root is not None:
            specs.setdefault(_tex(root[1]), _Spec(_tex(root[1]), (1, 1), {"positive"}))
        factor = "" if scaled is None else f"{root[1]} " if root is not None else f"\\sqrt{{{scaled[1]}}} "
        members = " iid" if match[3] else ""
        return _moved(spec, mean, factor, f"N(0, {cov if scaled is None else scaled[2]}){members}", specs, made)
    if cov == "1":
        return _moved(spec, mean, "", r"N(0, \varsigma^2)" + (" iid" if match[3] else ""), specs, made)
    name, iid = name_of(spec.tex), bool(match[3]) or "iid" in spec.traits
    unit = re.fullmatch(r"I(?:_\{?(\w+)\}?)?", cov)
    own = spec.shape[0] if spec.shape else None
    if spec.shape and spec.shape[1] != 1:
        raise UserError(f"{spec.tex} is {own} x {spec.shape[1]}: laws are read of vectors and numbers alone.")
    if unit is not None:
        return gaussian(name, _dim(unit[1]) if unit[1] else own or "d", iid=iid, tex=spec.tex)
    square = re.fullmatch(r"(.+?)\^\{?2\}?", cov)
    if square is not None and _is_matrix(specs.get(_tex(square[1]))):
        raise UserError(f"The covariance {cov!r} is a power of a matrix: "
                        f"write '{spec.tex} := {square[1]} z' with 'z ~ N(0,I)'.")  # fmt: skip
    if square is not None and "I" not in cov:
        std = _make(specs.setdefault(_tex(square[1]), _Spec(_tex(square[1]), (1, 1), {"positive"})), specs, made)
        if own not in (None, 1):
            raise UserError(f"{spec.tex} is a vector: its covariance is a matrix; write {square[1]} z with z ~ N(0,I).")
        assert isinstance(std, Sym)
        return noise(name, std, normal=True, iid=iid, tex=spec.tex)
    try:
        tex = _tex(cov)
    except UserError:
        raise UserError(
            f"The covariance {cov!r} is no letter: declare one, as in 'S: d x d posdef', or write "
            f"'{spec.tex} := \\sigma z' with 'z ~ N(0,I)'."
        ) from None
    if tex not in specs:
        specs[tex] = _Spec(tex, (own or "d", own or "d"), {"symmetric", "posdef"})
    sigma = _make(specs[tex], specs, made)
    if not isinstance(sigma, Sym) or sigma.shape == (1, 1):
        raise UserError(f"{cov} is no matrix: of a number the law is written N(0, sigma^2).")
    if not sigma.traits & {"posdef", "psd"}:
        sigma = replace(sigma, traits=sigma.traits | {"symmetric", "posdef"})
        made[tex] = sigma
    return gaussian(name, own or sigma.shape[0], cov=sigma, iid=iid, tex=spec.tex)


def _is_matrix(spec: _Spec | None) -> bool:
    return spec is not None and (spec.shape not in (None, (1, 1)) or bool(spec.traits & {"posdef", "psd", "symmetric"}))


def _defined(spec: _Spec, specs: dict[str, _Spec], made: dict[str, Named]) -> Abbrev:
    """A letter that stands for a formula in the letters declared so far, or behind."""
    from .reader import read

    for other in list(specs.values()):
        if other is not spec and not other.body:
            _make(other, specs, made)
    behind = {tex: one for tex, one in specs.items() if one is not spec}
    for other in [one for tex, one in behind.items() if one.body and tex not in made and tex in spec.body]:
        _make(other, behind, made)
    found = read(spec.body, tuple(made.values()))
    if not isinstance(found, Read):
        raise ReadingError(found)
    if not isinstance(found.tree, Term):
        raise UserError(f"{spec.tex} := ... takes a formula, not a relation.")
    rows, columns = HeadShapes(repr)(found.tree)
    if rows is None or columns is None:
        raise UserError(f"The shape of {spec.tex} is not told by its formula: declare the letters in it.")
    shape: tuple[Dim, Dim] = (_dim(str(rows)), _dim(str(columns)))
    if spec.shape is not None and tuple(map(size, spec.shape)) != tuple(map(size, shape)):
        raise UserError(f"{spec.tex} is declared as {spec.shape[0]} x {spec.shape[1]}, "
                        f"and its formula is {rows} x {columns}.")  # fmt: skip
    if not spec.of:
        return Abbrev(Sym(name_of(spec.tex), shape, frozenset(), spec.tex), found.tree)
    arguments = [made.get(_tex(name)) for name in spec.of]
    if not all(isinstance(arg, Sym) and not arg.has("random") and not arg.has("iid") for arg in arguments):
        raise UserError(f"{spec.tex}({', '.join(spec.of)}) is a function of letters that are declared and not random: "
                        f"declare {spec.of[0]}.")  # fmt: skip
    traits = frozenset({f"of:{','.join(arg.name for arg in arguments if isinstance(arg, Sym))}"})
    tex = f"{spec.tex}({', '.join(map(_tex, spec.of))})"
    return Abbrev(Sym(f"{name_of(spec.tex)}_of", shape, traits, tex), found.tree)


__all__ = ["Letters", "Refusal", "declared"]
