r"""Names of symbols in LaTeX and in Unicode.  Standard library only.

>>> to_unicode(r"\tilde\ell"), to_unicode("U_{11}"), to_unicode(r"w_{21}^{PV}"), to_unicode("x_q")
('ℓ̃', 'U₁₁', 'w₂₁^PV', 'x_q')
>>> to_unicode(r"\boldsymbol\varepsilon"), to_unicode(r"\boldsymbol{\varepsilon}_{1}"), to_unicode(r"\mathbf y")
('𝛆', '𝛆₁', '𝐲')

What a page tells apart is told apart:

>>> to_unicode(r"\epsilon\varepsilon"), to_unicode(r"\phi\varphi"), to_unicode(r"L\mathcal{L}\mathsf{L}")
('ϵε', 'ϕφ', 'Lℒ𝖫')
"""

from __future__ import annotations

import re
from string import ascii_lowercase, ascii_uppercase

from ..statement.terms import Sym

_LETTERS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ",
    "eta": "η", "iota": "ι", "upsilon": "υ", "chi": "χ", "Upsilon": "Υ",
    "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ",
    "sigma": "σ", "tau": "τ", "phi": "ϕ", "varphi": "φ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ",
    "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
    "vartheta": "ϑ", "varrho": "ϱ", "varpi": "ϖ", "varsigma": "ς", "varkappa": "ϰ",
    "ell": "ℓ", "times": "×", "top": "ᵀ", "infty": "∞", "mathcal": "", "mathrm": "", "mathbb": "", "text": "",
    "operatorname": "", "rm": "", "mathbf": "", "boldsymbol": "", "bm": "", "mathsf": "",
    "mathfrak": "", "mathscr": "", "langle": "⟨", "rangle": "⟩", "cdot": "·",
}  # fmt: skip
_BOLD = {
    chr(ord(first) + k): chr(bold + k)
    for first, bold, count in (("A", 0x1D400, 26), ("a", 0x1D41A, 26), ("α", 0x1D6C2, 25), ("0", 0x1D7CE, 10))
    for k in range(count)
} | {"Γ": "𝚪", "Δ": "𝚫", "Θ": "𝚯", "Λ": "𝚲", "Ξ": "𝚵", "Π": "𝚷", "Σ": "𝚺", "Φ": "𝚽", "Ψ": "𝚿", "Ω": "𝛀"}
_BOLD |= {"ϵ": "𝛜", "ϑ": "𝛝", "ϰ": "𝛞", "ϕ": "𝛟", "ϱ": "𝛠", "ϖ": "𝛡"}
_FONTS = {
    font: {letter: chr(first + k) for k, letter in enumerate(ascii_uppercase + ascii_lowercase)}
    for font, first in (("mathcal", 0x1D49C), ("mathscr", 0x1D4D0), ("mathfrak", 0x1D504), ("mathbb", 0x1D538),
                        ("mathsf", 0x1D5A0))
}  # fmt: skip
"""Letters in another font; of those that Unicode had before, the older ones."""
_FONTS["mathcal"] |= dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True))
_FONTS["mathfrak"] |= dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True))
_FONTS["mathbb"] |= dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True))
_ACCENTS = {
    "hat": "\u0302", "tilde": "\u0303", "bar": "\u0304", "overline": "\u0304", "dot": "\u0307", "breve": "\u0306",
    "vec": "\u20d7", "check": "\u030c",
}  # fmt: skip
_SUB = str.maketrans("0123456789+-", "₀₁₂₃₄₅₆₇₈₉₊₋")
_SUPER = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")


def symbol_tex(sym: Sym) -> str:
    r"""The symbol's LaTeX; without one given, its name, what follows the first ``_`` being the subscript.

    >>> symbol_tex(Sym("sigma_2")), symbol_tex(Sym("A_hat")), symbol_tex(Sym("U_star"))
    ('\\sigma_{2}', '\\hat{A}', 'U_{\\mathrm{star}}')
    """
    if sym.has("zero"):
        return _zero_tex(sym)
    if sym.tex:
        return sym.tex
    head, _, rest = sym.name.partition("_")
    rest = rest.strip("_")
    greek = "\u0391" <= _LETTERS.get(head, "") <= "\u03f5"
    letter = rf"\{head}" if greek else head if len(head) == 1 or "'" in head else rf"\mathrm{{{head}}}"
    if rest in _ACCENTS:
        return rf"\{rest}{{{letter}}}"
    rest = rf"\mathrm{{{rest}}}" if len(rest) > 1 and rest.isalpha() else rest
    return f"{letter}_{{{rest}}}" if rest else letter


def _zero_tex(sym: Sym) -> str:
    r"""``0``, ``0_{d}`` or :math:`0_{(d+1)\times(d+1)}`."""
    rows, columns = sym.shape
    if columns == 1:
        return "0" if rows == 1 else f"0_{{{rows}}}"
    return "0_{" + r"\times ".join(f"({dim})" if _is_sum(str(dim)) else f"{dim}" for dim in sym.shape) + "}"


def _is_sum(dim: str) -> bool:
    """Whether a name such as ``d+1`` (unlike ``d(d+1)`` or ``(d+1)^2``) needs brackets beside a times sign."""
    return "+" in re.sub(r"\([^()]*\)", "", dim)


def plain_symbol(sym: Sym) -> str:
    if sym.has("zero"):
        return to_unicode(symbol_tex(sym))
    return to_unicode(sym.tex) if sym.tex else sym.name.rstrip("_")


def to_unicode(tex: str) -> str:
    """A short LaTeX name as Unicode text."""
    tex = re.sub(r"\\text\{([^{}]*)\}", r"\1", tex)
    tex = re.sub(r"\\(?:mathbf|boldsymbol|bm)(?:\s*\{(\\?\w+)\}|\s*(\\[A-Za-z]+)|\s*(\w))", _bold, tex)
    tex = re.sub(rf"\\({'|'.join(_FONTS)})(?:\s*\{{([A-Za-z])\}}|\s*([A-Za-z])(?![A-Za-z]))", _in_font, tex)
    tex = re.sub(r"(?<![_^A-Za-z])\{([^\x00-\x7f])\}", r"\1", tex)
    tex = re.sub(r"\{\\math[a-z]+\s*\{?([A-Za-z])\}?\}", r"{\1}", tex)  # the font of a letter under an accent
    tex = re.sub(rf"\\({'|'.join(_ACCENTS)})\s*\{{?(\\?[A-Za-z]+?|[A-Za-z]|[^\x00-\x7f])\}}?(?![A-Za-z])", _accent, tex)
    text = re.sub(r"\\([A-Za-z]+)\s*", lambda m: _LETTERS.get(m.group(1), m.group(1)), tex)
    text = re.sub(r"_(?:\{([^{}]*)\}|(\w))", lambda m: subscript(m.group(1) or m.group(2), False), text)
    return re.sub(r"\^(?:\{([^{}]*)\}|(\w))", lambda m: superscript(m.group(1) or m.group(2), False), text)


def _bold(match: re.Match[str]) -> str:
    """The letter in bold, which tells it from the same letter that is not; a word as it is."""
    name = match.group(1) or match.group(2) or match.group(3)
    shown = _LETTERS.get(name[1:], name[1:]) if name.startswith("\\") else name
    return _BOLD.get(shown, shown)


def _in_font(match: re.Match[str]) -> str:
    return _FONTS[match.group(1)][match.group(2) or match.group(3)]


def _accent(match: re.Match[str]) -> str:
    letter = match.group(2)
    shown = _LETTERS.get(letter[1:], letter[1:]) if letter.startswith("\\") else letter
    return shown[:1] + _ACCENTS[match.group(1)] + shown[1:]


def subscript(text: str, tex: bool) -> str:
    if tex:
        return f"_{text}" if len(text) == 1 else f"_{{{text}}}"
    return text.translate(_SUB) if re.fullmatch(r"[0-9+-]+", text) else f"_{text}" if text.isalnum() else f"_{{{text}}}"


def superscript(text: str, tex: bool) -> str:
    if tex:
        return f"^{text}" if len(text) == 1 else f"^{{{text}}}"
    bare = text.isalnum() or re.fullmatch(r"\([^()]*\)", text)
    return text.translate(_SUPER) if re.fullmatch(r"[0-9+-]+", text) else f"^{text}" if bare else f"^({text})"
