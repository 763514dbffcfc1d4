#!/bin/bash
# Completes lines as bash does, and prints what it would offer.
source <(heddle completion bash)
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder" && touch aaa.ttir || exit 1
# Outside of a completion there is nothing to set options of.
compopt() { :; }
try() {
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _heddle
    local shown
    shown=$(printf '%s\n' "${COMPREPLY[@]}" | sort -u | tr '\n' ' ')
    local line="${*}"
    line=${line/ = /=}
    echo "${line% } -> ${shown% }"
}
try heddle co
try heddle layout --vi
try heddle layout --view m
try heddle layout --view = b
try heddle layout d
try heddle layout diff --tr
try heddle compile k.ttir --target sm_9
try heddle help com
try heddle completion ''
try heddle compile aaa
try heddle compile -o aaa
try heddle sim k.ttir --seed ''
