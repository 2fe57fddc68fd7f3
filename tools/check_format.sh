#!/usr/bin/env bash
# Every C and C++ file is as clang-format would write it. To mend: tools/check_format.sh --fix
set -eu
cd "$(dirname "$0")/.."
files=$(git ls-files -co --exclude-standard '*.c' '*.h' '*.cpp' '*.hpp' '*.cu' '*.cuh')
if [ "${1:-}" = --fix ]; then
    clang-format -i $files
else
    clang-format --dry-run -Werror $files && echo "format: $(echo "$files" | wc -l) files"
fi
