"""Whether terms have values: their conditions, and what gives them."""
