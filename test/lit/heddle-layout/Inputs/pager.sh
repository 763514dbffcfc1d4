#!/bin/bash
# pager.sh [LINES]: marks what it shows, the whole text or so many lines of it.
echo "the pager, LESS=$LESS"
if [ -n "$1" ]; then head -n "$1"; else cat; fi
