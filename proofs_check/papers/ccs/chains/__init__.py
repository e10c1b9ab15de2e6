"""Proof chains of Cheng, Chen, Sra (arXiv 2312.06528)."""
