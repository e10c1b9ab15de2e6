"""Proof chains of Zhang, Frei, Bartlett: the printed proofs of Appendix A, one file per statement."""
