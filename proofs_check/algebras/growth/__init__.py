"""How fast a term grows with what is random in it, for every dimension, length and depth: by its structure alone."""
