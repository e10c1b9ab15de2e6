"""Proof chains of zwb."""
