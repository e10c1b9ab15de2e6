"""Proof chains: the paper's own proofs as data, and the checker that decides every step by computing."""
