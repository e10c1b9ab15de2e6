"""The same certificate comes out whatever order Python gives to sets."""

import os
import subprocess
import sys

PROGRAM = """
import hashlib
from proofs_check import registry
from proofs_check.certificates.write import certificate, text
from proofs_check.results import Decided, Examined, Result
from proofs_check.verdict import Verdict

known = registry.load()
claim = known.find("zfb/lemma-18").claim
places = [(p.name, r.name) for p in claim.parts for r in p.readings]
proved = Verdict.PROVED
result = Result(claim.id, proved, "", tuple(Decided(*at, proved, "") for at in places),
                tuple(Examined(w, *at, proved, "", True, "", 0.0) for w in ("words", "proof") for at in places))
print(hashlib.sha256(text(certificate(claim, result, lambda id: known.find(id).claim)).encode()).hexdigest())
"""


def test_the_order_of_sets_changes_no_byte():
    digests = set()
    for seed in ("1", "2", "3"):
        ran = subprocess.run([sys.executable, "-c", PROGRAM], env={**os.environ, "PYTHONHASHSEED": seed},
                             capture_output=True, text=True, check=True)  # fmt: skip
        digests.add(ran.stdout)
    assert len(digests) == 1
