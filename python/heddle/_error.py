"""The exceptions of the package."""

__all__ = ["Error", "Trap"]


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
    location: str
    """"k.ttir:12:8", where it is about a line of a file."""

    def __init__(self, reason: str, witness: str = "", remedy: str = "",
                 location: str = "") -> None:
        begin = f"{location}: {reason}" if location else reason
        super().__init__("\n".join(part for part in (begin, witness, remedy) if part))
        self.reason = reason
        self.witness = witness
        self.remedy = remedy
        self.location = location


class Trap(Error):
    """Why a simulated kernel stopped, and where."""

    program: tuple[int, int, int]
    warp: int
    lanes: list[int]

    def __init__(self, reason: str, witness: str = "", location: str = "",
                 program: tuple[int, int, int] = (0, 0, 0), warp: int = 0,
                 lanes: list[int] | None = None) -> None:
        super().__init__(reason, witness, "", location)
        self.program = program
        self.warp = warp
        self.lanes = lanes or []


# As people catch them.
Error.__module__ = "heddle"
Trap.__module__ = "heddle"
