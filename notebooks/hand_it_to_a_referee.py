# ---
# jupyter:
#   jupytext:
#     formats: py:percent,ipynb
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Hand it to a referee
#
# You proved a lemma, and Lemmata says PROVED. Why should a referee believe either of you? This notebook writes
# certificates of two lemmas and re-checks them with one file in the standard library of Python, which shares no code
# with Lemmata and can be read in an evening.

# %%
import json
import runpy
import subprocess
import sys
import tempfile
from pathlib import Path

from proofs_check import (
    Kind,
    Proof,
    Step,
    UserError,
    certify,
    check,
    claim,
    eq,
    expect,
    eye,
    gaussian,
    ge,
    inner,
    le,
    matrix,
    scalar,
    tr,
)
from proofs_check.proof import Combination, Identity, Positivity

bundle = Path(tempfile.mkdtemp()) / "bundle"

# %% [markdown]
# ## Two lemmas of a draft
#
# The fourth moment of a Gaussian vector, for every dimension and every covariance; and a bound with its proof: the two
# sides differ by the mean of $\|x-Ax\|^2$.

# %%
S = matrix("S", "d", "d", "symmetric", "posdef")
A = matrix("A", "d", "d")
d = scalar("d", "integer", "positive")
x = gaussian("x", "d", cov=S)


@claim("mine/sandwich", kind=Kind.IDENTITY, source="my draft, Lemma 1", forall=(d, S, A))
def sandwich():
    r"""For $x\sim N(0,S)$ and any $A$: $\mathbb E[xx^\top Axx^\top]=S(A+A^\top)S+\operatorname{tr}(AS)\,S$."""
    return eq(expect(x * x.T * A * x * x.T), S * (A + A.T) * S + tr(A * S) * S)


# %%
left, right = 2 * expect(x.T * A * x), expect(inner(x, x)) + expect(inner(A * x, A * x))
square = tr((eye("d") - A) * S * (eye("d") - A).T)
PROOF = Proof((
    Step("a square", ge(square, 0), Positivity()),
    Step("its mean", eq(square, right - left), Identity()),
    Step("bound", le(left, right), Combination(1, 1), ("a square", "its mean")),
))


@claim("mine/young", kind=Kind.INEQUALITY, source="my draft, Lemma 2", forall=(d, S, A), proof=PROOF)
def young():
    r"""$2\,\mathbb E\,x^\top Ax\le\mathbb E\|x\|^2+\mathbb E\|Ax\|^2$ for $x\sim N(0,S)$ and any $A$."""
    return le(left, right)


check(sandwich, young)

# %% [markdown]
# ## The bundle
#
# One call writes a certificate for each, with the program that re-checks them, a page for the browser and a README of
# half a page. From the shell it is `lemmata certify --claims FOLDER -o bundle`.

# %%
certify(sandwich, young, to=bundle)

# %%
sorted(str(path.relative_to(bundle)) for path in bundle.rglob("*") if path.is_file())

# %% [markdown]
# ## What the referee does
#
# The referee has Python and the folder, and nothing of Lemmata. `-I` keeps everything else out.

# %% tags=["compare"]
def verified() -> str:
    ran = subprocess.run([sys.executable, "-I", "verify.py", "."], cwd=bundle, capture_output=True, text=True)
    return f"{ran.stdout}exit status {ran.returncode}"


print(verified())

# %% [markdown]
# A certificate states the lemma in words, in LaTeX and as a tree, and what the kernel did to show it; these are the
# steps of the second. What an `instance` is one of stands in `axioms.json`:

# %% tags=["compare"]
path = bundle / "certificates" / "mine_young.json"
certificate = json.loads(path.read_text())
print(certificate["page"]["words"])
print(certificate["theorems"][0]["words"])
for number, step in enumerate(certificate["log"]):
    print(f"{number:3}  {step['rule']:12} from {', '.join(map(str, step.get('from', []))) or 'nothing'}")

# %% [markdown]
# ## What does not pass
#
# Change one number in it, the 2 of the left side to a 3, and it is refused: the seal no longer fits. Whoever makes the
# seal anew as well, which anybody can, has another statement in hand than the one it says, or a step that does not
# follow.

# %% tags=["compare"]
kept = path.read_text()
path.write_text(kept.replace('["num","2"]', '["num","3"]'))
print(verified())

# %% tags=["compare"]
forged = json.loads(path.read_text())
forged["seal"] = runpy.run_path(str(bundle / "verify.py"))["seal"](forged)
path.write_text(json.dumps(forged))
print(verified())
restored = path.write_text(kept)

# %% [markdown]
# A false lemma gets no certificate, for nothing of it is proved:

# %% tags=["compare"]
@claim("mine/sandwich-first-try", kind=Kind.IDENTITY, source="my draft, Lemma 1, first try", forall=(d, S, A))
def first_try():
    r"""For $x\sim N(0,S)$ and any $A$: $\mathbb E[xx^\top Axx^\top]=2SAS+\operatorname{tr}(AS)\,S$."""
    return eq(expect(x * x.T * A * x * x.T), 2 * S * A * S + tr(A * S) * S)


try:
    certify(first_try, to=bundle.parent / "none")
except UserError as error:
    print(error)

# %% [markdown]
# What verify.py does not compute it takes *on trust*, and says so: a normal form, a cited fact.
# `lemmata show` and the report say of each statement how deep it was checked.
