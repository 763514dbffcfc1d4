#!/usr/bin/env bash
# Builds the Python package in a build folder of everything, with what is compiled there
# already, and in the environment that it keeps there: installs it, or makes a wheel.
# usage: python-package.sh BUILD install|wheel [OPTION...]
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
build=$1 command=$2
shift 2
environment=$("$root/scripts/python-env.sh" "$build/python-env")
CXX=clang++-22 CMAKE_GENERATOR=Ninja "$environment/bin/pip" "$command" --quiet \
  --disable-pip-version-check --no-build-isolation --no-deps \
  --config-settings=build-dir="$build" "$@" "$root"
