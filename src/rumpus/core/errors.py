"""What can be wrong with what somebody gave us; each says in a sentence what was wrong and what is allowed."""


class RumpusError(ValueError):
    """A mistake of whoever called, never of the engine."""


class UnknownGame(RumpusError):
    """There is no game of that name."""


class WrongSwitch(RumpusError):
    """No such switch, no such value, or a combination that is not allowed."""


class WrongSeat(RumpusError):
    """No such seat, or a seat that may not choose now."""


class WrongAction(RumpusError):
    """An action that does not exist or is not legal now."""


class WrongBox(RumpusError):
    """A file of cards that cannot be played with."""


class WrongFile(RumpusError):
    """A match file that cannot be read or does not follow the rules."""


class WrongPosition(RumpusError):
    """A position that cannot lie on a table."""


class WrongBot(RumpusError):
    """There is no bot of that name."""


class WrongMode(RumpusError):
    """There is no such way to run a kernel."""


class NotSolvable(RumpusError):
    """A game that cannot be solved exactly: by its nature, or for its size."""


class WrongOption(RumpusError):
    """An option with a value that it cannot have, or that cannot be given together with another."""


class WrongNumber(RumpusError):
    """Something else where a whole number belongs, or one that is too small."""
