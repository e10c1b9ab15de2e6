"""What goes wrong at the user's hands: one clear sentence, exit status 2, never a traceback.

Any exception of any wing that derives from :class:`ValueError` and carries ``is_user_error = True`` is shown
the same way, so that ``symbolic`` and ``numeric`` need nothing from here.
"""


class UserError(ValueError):
    """Bad input: names the argument, its value, the requirement and the remedy."""

    is_user_error = True
