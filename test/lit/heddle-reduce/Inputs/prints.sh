#!/bin/sh
# Interesting, exit code 1, is a kernel that is valid and has a print.
heddle-opt "$1" -o /dev/null 2>/dev/null || exit 0
if grep -q tt.print "$1"; then exit 1; fi
