#!/bin/sh
# Interesting, exit code 1, is a kernel with this function.
if grep -q math.erf "$1"; then exit 1; fi
