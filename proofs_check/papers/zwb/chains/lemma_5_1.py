"""GD-beta inside LTB: the infimum over the larger class is no larger."""
