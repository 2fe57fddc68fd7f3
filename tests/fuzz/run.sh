#!/bin/sh
# Runs a fuzz target for ten seconds at most on a fresh copy of its corpus, the same inputs in the same order each
# time:
# run.sh TARGET CORPUS FOLDER
set -eu
target=$1 corpus=$2 folder=$3
rm -rf "$folder"
mkdir -p "$folder"
cp -R "$corpus" "$folder/corpus"
exec "$target" -runs=20000 -max_total_time=10 -seed=1 -max_len=4096 -timeout=10 \
    -artifact_prefix="$folder/" "$folder/corpus"
