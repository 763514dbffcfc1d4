#!/bin/bash
# run-examples.sh ROOT FOLDER: runs the examples of every --help, in a copy of what they
# name, but those that need a GPU, a terminal or another shell.
root=$(cd "$1" && pwd)
rm -rf "$2" && mkdir -p "$2" && cd "$2" || exit 1
mkdir examples && ln -s "$root/examples/kernels" examples/kernels
count=0
for command in layout "layout diff" banks convert compile sim run view help completion; do
    # shellcheck disable=SC2086
    examples=$(heddle help $command | sed -n 's/^  \$ //p')
    [ -n "$examples" ] || { echo "no example: $command"; continue; }
    count=$((count + 1))
    while read -r line; do
        case $line in
        "heddle run "* | *man* | *.zfunc*) continue ;;
        esac
        # A program that was built without npm has no page.
        [[ $line == "heddle view "* ]] && ! heddle view '{x: [1]}' > /dev/null 2>&1 && continue
        bash -c "$line" > out 2>&1 || { echo "failed: $line"; cat out; }
    done <<< "$examples"
done
echo "$count commands have examples"
