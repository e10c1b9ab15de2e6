"""Exact points at which witnesses look: general ones, and hostile ones by design."""
