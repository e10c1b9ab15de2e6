"""The proof witness: the chains of the papers' own proofs."""
