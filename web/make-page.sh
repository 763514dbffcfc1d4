#!/usr/bin/env bash
# Builds the viewer's page into FOLDER/viewer.html, with npm's tools in that folder.
#
# usage: make-page.sh SOURCE FOLDER [heddle.wasm]
#
# Without the tools the page is an empty file, and the rest of the build goes on.
set -euo pipefail
source=$1 folder=$2 wasm=${3:-}
cd "$folder"

tools=$(cat "$source/package.json" "$source/package-lock.json" | sha256sum)
if [ "$(cat tools.sum 2>/dev/null)" != "$tools" ]; then
  cp "$source/package.json" "$source/package-lock.json" .
  if ! npm ci --ignore-scripts --no-fund --no-audit >npm.log 2>&1; then
    echo "heddle view: the page is not built, because npm ci failed:" >&2
    tail -3 npm.log >&2
    : >viewer.html
    exit 0
  fi
  echo "$tools" >tools.sum
fi

# The compiler looks for packages beside what it reads.
ln -sfn "$source/src" src
cp "$source/tsconfig.json" .
node_modules/.bin/tsc --noEmit -p .
node "$source/build.mjs" viewer.html "$wasm"
