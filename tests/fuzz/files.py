"""Claim files: whole ones put together of what one writes, and then damaged."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

from .commands import GOOD, a_folder, run

HEADS = (
    "from proofs_check import *\n", "import proofs_check\n", "from proofs_check import Kind, claim, eq, tr, matrix\n",
    "from proofs_check import *\nfrom proofs_check.proof import *\n",
    "from .two import A\nfrom proofs_check import *\n",
    "from proofs_check import *\nfrom proofs_check.lsa import *\n", "from proofs_check import nobody\n", "",
)  # fmt: skip
TOPS = (
    'A = matrix("A", "d", "d")\n', 'A = matrix("A", "d")\n', 'x = gaussian("x", "d", cov=eye("d"))\n',
    'a = scalar("a")\n',
    'A = matrix("A", "d", "d", "symetric")\n', 'PAPER = Paper("mine", "citation", "v1")\n', "PAPER = 3\n", "A = 3\n",
    'W = parameter("W", "d", "d")\n', "import os\n", "1 / 0\n", "raise SystemExit\n", "import os; os._exit(0)\n",
    "raise KeyError('A')\n", "exec('1/0')\n", "def f(): return f()\nf()\n", "x: int\n", "raise Exception()\n", "A.B\n",
    "class Odd(BaseException): pass\nraise Odd\n", "import no_such_module\n", "print('said')\n", "assert False\n",
    'M = gradient_flow(tr(A.T * A), (A,))\n', "eq(A, A) and eq(A, A)\n", "__all__ = 3\n", "del claim\n", "claim = 3\n",
)  # fmt: skip
DECORATORS = (
    '@claim("mine/{k}", kind=Kind.IDENTITY)', '@claim("mine/{k}", kind=Kind.INEQUALITY, source=3)', "@claim",
    "@claim()",
    '@claim("mine/{k}")', '@claim("mine/{k}", kind="identity")', '@claim("mine", kind=Kind.IDENTITY)',
    '@claim("mine/same", kind=Kind.IDENTITY)', '@claim("mine/{k}", kind=Kind.SUMMARY)',
    '@claim("mine/{k}", kind=Kind.IDENTITY, given=Hypothesis("h", eq(A, A)))',
    '@claim("mine/{k}", kind=Kind.IDENTITY, given=(Hypothesis("h", eq(A, A)),))',
    '@claim("mine/{k}", kind=Kind.IDENTITY, uses=("mine/0",))', '@claim("mine/{k}", kind=Kind.IDENTITY, uses="mine/0")',
    '@claim("mine/{k}", kind=Kind.IDENTITY, model=M)', '@claim("mine/{k}", kind=Kind.IDENTITY, model=3)',
    '@claim("mine/{k}", kind=Kind.IDENTITY, proof=Proof((Step("a", eq(A, A), Identity()),)))',
    '@claim("mine/{k}", kind=Kind.IDENTITY, proof=3)', '@claim("mine/{k}", kind=Kind.IDENTITY, witnesses=("wrds",))',
    '@claim("mine/{k}", kind=Kind.IDENTITY, corrects="zfb/lemma-17#q")',
    '@claim("mine/{k}", kind=Kind.IDENTITY, see=1)',
    '@claim("mine/{k}", kind=Kind.IDENTITY, expected=Expected(Verdict.REFUTED, "so", parts=("q",)))',
    '@claim("mine/{k}", kind=Kind.IDENTITY, forall=(A,))', '@claim("mine/{k}", kind=Kind.IDENTITY, forall=3)',
)  # fmt: skip
RETURNS = (
    "return eq(tr(A), tr(A.T))", "return eq(A, A.T)", "return eq(tr(A), A)", "return A", "return None", "return 3",
    "pass",
    "return A == A", "return [eq(A, A)]", "return {{}}", 'return {{"a": eq(A, A), "b": psd(A.T * A)}}',
    "return {{1: eq(A, A)}}",
    'return {{"a": [Reading("one", eq(A, A)), Reading("two", eq(A, A.T))]}}', "return eq(1 / 0, A)", "yield eq(A, A)",
    "return eq(expect(x * x.T), eye())", "return eq(a, 0.5)", "return conj()", "return chain(1, '<', 2)",
    "return psd(x)",
    "return always(eq(W, W))", "return limit(W, 0)", "return eq(ddt(W), -W)", "return exists(a, eq(a, 1))",
    "raise Exception",
    "return implies(psd(A), ge(tr(A), 0))", "return eq(det(A), 1 / det(inv(A)))", "return for_all(a, ge(a * a, 0))",
    "return eq(A, B)",
)  # fmt: skip
DAMAGES = (
    "(", ")", '"', "'", ":", ",", "=", "\x00", "\n", "    ", "é", "\\", "None", "3", "A", "\t", "#", "*", "@", "\ufeff",
)  # fmt: skip


def claim_files(draws: Random) -> Iterator[tuple[str, Callable[[], None]]]:
    """A folder of one to three files, and one command on it."""
    texts = {name: _file(draws) for name in ("one.py", "two.py", "sub/three.py")[: draws.choice((1, 1, 2, 3))]}
    if draws.random() < 0.5:
        texts["good.py"] = GOOD
    command = draws.choice(("check", "check", "list", "show", "latex"))
    more = {
        "check": ("--witness=words,entries,proof", "--dims=1,2", "--time-limit=5", "--jobs=1"), "show": ("mine/0",),
        "latex": ("mine/*",),
    }.get(command, ())  # fmt: skip

    def call() -> None:
        with a_folder() as folder:
            for name, text in texts.items():
                file = folder / "claims" / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8", newline="")
            run(command, "--claims", "claims", *more)

    yield f"lemmata {command} of {texts}", call


def _file(draws: Random) -> str:
    tops = draws.sample(TOPS, draws.choice((0, 0, 1, 1, 2)))
    if draws.random() < 0.8:
        tops[:0] = TOPS[:1]
    decorators = draws.choice((DECORATORS, DECORATORS[:1]))
    claims = [
        f"\n{draws.choice(decorators)}\ndef f{k}():\n    {draws.choice(RETURNS)}\n"
        for k in range(draws.choice((0, 1, 1, 2)))
    ]
    if draws.random() < 0.1:
        claims = [f"for j in range(2):\n{re.sub('^', '    ', text, flags=re.MULTILINE)}" for text in claims]
    pieces = "".join(text.replace("{k}", str(k)) for k, text in enumerate(claims)).replace("{{", "{").replace("}}", "}")
    text = draws.choice(HEADS if draws.random() < 0.3 else HEADS[:1]) + "".join(tops) + pieces
    for _ in range(draws.choice((0, 0, 0, 1, 2))):
        place = draws.randrange(len(text) + 1)
        text = text[:place] + draws.choice(("", *DAMAGES)) + text[place + draws.randint(0, 3) :]
    return text
