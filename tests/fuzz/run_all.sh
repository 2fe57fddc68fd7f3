#!/bin/sh
# Runs every fuzz target of a folder for so many seconds, some side by side, each on a copy of its corpus that grows.
# run_all.sh FOLDER SECONDS [JOBS]
# Inputs that failed, and what was said about them, are in FOLDER/found/NAME; it exits with 1 if there are any.
# Elsewhere: copy fuzz_*, this folder, libmuparser.so.2 and libgomp.so.1 beside the targets; glibc and libstdc++ are
# all they need besides.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$(cd "$1" && pwd) seconds=$2 jobs=${3:-1}
found=$folder/found
mkdir -p "$found"
export here found seconds
for target in "$folder"/fuzz_*; do
    [ -f "$target" ] && [ -x "$target" ] && echo "$target"
done | xargs -P "$jobs" -I TARGET sh -c '
    name=$(basename "$0" | sed s/^fuzz_//)
    mkdir -p "$found/$name/corpus"
    if "$0" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=4096 -print_final_stats=1 \
        -artifact_prefix="$found/$name/" "$found/$name/corpus" "$here/corpus/$name" >"$found/$name/log" 2>&1
    then echo "$name: $(sed -n "s/stat::number_of_executed_units: *//p" "$found/$name/log") runs, nothing found"
    else echo "$name: FAILED, see $found/$name"; exit 1
    fi' TARGET
