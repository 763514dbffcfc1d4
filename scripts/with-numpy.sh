#!/usr/bin/env bash
# Runs a command with a python3 that has NumPy: Debian's own, which install-deps.sh gave
# one, where another stands before it on the path.
# usage: with-numpy.sh COMMAND...
set -euo pipefail

has_numpy() {
  "$1" -c 'import numpy' 2>/dev/null
}

if ! has_numpy python3 && has_numpy /usr/bin/python3; then
  PATH=/usr/bin:$PATH
fi
exec "$@"
