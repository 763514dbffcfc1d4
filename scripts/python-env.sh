#!/usr/bin/env bash
# Makes a Python environment with what building and testing the package needs, of which
# Debian has no packages, and prints its folder.
# usage: python-env.sh FOLDER
set -euo pipefail

folder=$1
packages=("nanobind>=2.4,<3" "scikit-build-core>=0.10,<1" "pytest>=8" "mypy>=1.11")
if [ ! -e "$folder/complete" ]; then
  /usr/bin/python3 -m venv --clear --system-site-packages "$folder" >&2
  # Where there is no network, soon says so.
  "$folder/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 20 \
    "${packages[@]}" >&2
  touch "$folder/complete"
fi
echo "$folder"
