"""The statement language on draws: concrete laws, sources of randomness, joint outcomes, and terms read on them."""
