"""Accesses of shared memory."""

import pytest

import heddle

MMA = heddle.layout("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
                    "warpsPerCTA = [4, 1], instrShape = [16, 8]}>", [64, 64])


def swizzled(vector, phases):
    return (f"#ttg.swizzled_shared<{{vec = {vector}, perPhase = 1, maxPhase = {phases}, "
            "order = [1, 0]}>")


def conflicts(access):
    """By hand: the words of each bank that the lanes want, four bytes a lane."""
    words = {offset // 4 for offset in access.offsets if offset is not None}
    banks = [word % 32 for word in words]
    return max(banks.count(bank) for bank in set(banks))


@pytest.mark.parametrize("phases, wavefronts", [(1, 8), (2, 4), (4, 2), (8, 1)])
def test_conflicts_are_counted(phases, wavefronts):
    access = heddle.banks(MMA, swizzled(8, phases), [64, 64], 16, kind="store", matrices=False)
    assert access.instruction == "st.shared.b32" and access.instructions == 16
    assert access.wavefronts == conflicts(access) == wavefronts
    assert access.least_wavefronts == 1 and len(access.offsets) == 32


def test_matrices_take_fewer_instructions():
    access = heddle.banks(MMA, swizzled(8, 8), [64, 64], 16, kind="store")
    assert access.instruction.startswith("stmatrix") and access.instructions == 4
    assert access.wavefronts == access.least_wavefronts == 4
    old = heddle.banks(MMA, swizzled(8, 8), [64, 64], 16, "sm_80", kind="store")
    assert old.instruction == "st.shared.b32"


@pytest.mark.parametrize("call", [
    lambda: heddle.banks(MMA, swizzled(8, 8), [64, 64], 16, kind="move"),
    lambda: heddle.banks(MMA, swizzled(8, 8), [64, 128], 16, "sm_1"),
    lambda: heddle.banks(MMA, swizzled(8, 3), [64, 64], 16),
    lambda: heddle.banks(MMA, "#ttg.nonsense<{}>", [64, 64], 16),
    lambda: heddle.banks(MMA, swizzled(8, 8), [32, 64], 16),
    lambda: heddle.banks(MMA, swizzled(8, 8), [64, 64], 3),
])
def test_errors_say_why(call):
    with pytest.raises(heddle.Error, match="expects"):
        call()
