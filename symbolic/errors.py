"""Bad input to the exact wing."""


class InputError(ValueError):
    """Names the argument, its value, the requirement and the remedy, in one sentence."""

    is_user_error = True
