#!/usr/bin/env bash
# Objects compiled for a newer instruction set define nothing that another object could pick up by
# mistake: every weak or global function in them carries the namespace of its instruction set.
# check_isa_symbols.sh BUILD_FOLDER
set -eu
status=0
for isa in avx2 avx512; do
    for object in $(find "$1/src" -path "*_$isa.dir*" -name '*.o'); do
        strays=$(nm -C --defined-only "$object" | awk '$2 ~ /[TWVu]/' | grep -v "isa_$isa" || true)
        if [ -n "$strays" ]; then
            printf '%s defines symbols that are not of isa_%s:\n%s\n' "$object" "$isa" "$strays" >&2
            status=1
        fi
    done
done
[ $status -eq 0 ] && echo "instruction sets: no stray symbols"
exit $status
