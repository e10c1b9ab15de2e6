"""Steps of a chain beyond those of :mod:`proofs_check.proof.chain`: what they say, as data.  Standard library only."""
