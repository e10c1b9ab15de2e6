"""What goes wrong at the caller's hands in the numeric wing."""

from __future__ import annotations


class InputError(ValueError):
    """Bad input: the message names the argument, its value, the requirement and the remedy."""

    is_user_error = True
