#!/bin/sh
# Says what ptxas would, of two kernels.
cat >&2 <<'END'
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'other' for 'sm_90a'
ptxas info    : Function properties for other
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 17 registers, used 1 barriers
ptxas info    : Compiling entry function 'transpose' for 'sm_90a'
ptxas info    : Function properties for transpose
    8 bytes stack frame, 12 bytes spill stores, 16 bytes spill loads
ptxas info    : Used 90 registers, used 1 barriers
END
