"""The exception of the package."""

__all__ = ["Error"]


class Error(ValueError):
    """What was expected, where the input fails, and a way out.

    >>> import heddle
    >>> heddle.LinearLayout.identity_1d(3, "lane", "dim0")
    Traceback (most recent call last):
    heddle.Error: expects the size of the input dimension to be a power of two, but got 3
    3 lies between 2 and 4
    pad it to 4 and mask the elements past 2
    """

    reason: str
    witness: str
    remedy: str

    def __init__(self, reason: str, witness: str = "", remedy: str = "") -> None:
        super().__init__("\n".join(part for part in (reason, witness, remedy) if part))
        self.reason = reason
        self.witness = witness
        self.remedy = remedy


# As people catch it.
Error.__module__ = "heddle"
