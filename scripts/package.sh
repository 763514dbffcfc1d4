#!/usr/bin/env bash
# Makes the relocatable archive heddle-VERSION-linux-ARCHITECTURE.tar.xz of an
# optimized build: one folder with programs, documents and the core, which runs
# from anywhere. Prints its name.
# usage: package.sh BUILD [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
folder=$(realpath "${2:-.}")

version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=heddle-$version-linux-$(uname -m)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

env -u DESTDIR cmake --install "$build" --prefix "$stage/$name" --strip >/dev/null
scripts/check-portable.py "$stage/$name"/bin/*
# The same input gives the same archive.
tar --create --sort=name --owner=0 --group=0 --numeric-owner \
    --mtime="@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}" \
    --directory "$stage" "$name" |
  xz --threads=0 > "$folder/$name.tar.xz"
echo "$folder/$name.tar.xz"
