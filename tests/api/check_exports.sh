#!/bin/sh
# The library exports tarn_* and tarn:: and nothing else: check_exports.sh LIBRARY
set -eu
library=$1
symbols=$(nm -D --defined-only --demangle "$library" | sed 's/^[0-9a-f]* *[A-Za-z] *//')
foreign=$(printf '%s\n' "$symbols" |
    grep -v -E '^(tarn_[a-z0-9_]+|(vtable|typeinfo|typeinfo name) for tarn::.*|tarn::.*)(@@.*)?$' || true)
if [ -n "$foreign" ]; then
    echo "exported but not ours:"
    printf '%s\n' "$foreign"
    exit 1
fi
count=$(printf '%s\n' "$symbols" | grep -c '^tarn_')
declared=$(grep -c -E '^TARN_C_API' "$2")
if [ "$count" -ne "$declared" ]; then
    echo "tarn.h declares $declared functions, the library exports $count"
    exit 1
fi
echo "$count functions of the C API, $(printf '%s\n' "$symbols" | grep -c '^tarn::') of tarn::"
