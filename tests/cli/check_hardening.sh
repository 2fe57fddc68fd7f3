#!/bin/sh
# What is released is hardened, and loads no library from the folder one happens to be in:
# check_hardening.sh FILE...
set -eu
status=0
complain() {
    echo "$file: $*"
    status=1
}
for file in "$@"; do
    dynamic=$(readelf --dynamic --wide "$file")
    paths=$(printf '%s\n' "$dynamic" | sed -n 's/.*(R\(UN\)\?PATH).*\[\(.*\)\]/\2/p')
    case ":$paths:" in
        ::) ;; # none at all
        *::*) complain "an empty entry in its search path \"$paths\" stands for the current folder" ;;
    esac
    printf '%s\n' "$paths" | tr ':' '\n' | grep -v -E '^(/|\$ORIGIN(/|$)|$)' &&
        complain "a relative entry in its search path \"$paths\""
    printf '%s\n' "$dynamic" | grep -q -E 'BIND_NOW|FLAGS_1.*NOW' || complain "functions are bound late (no -z now)"
    segments=$(readelf --segments --wide "$file")
    printf '%s\n' "$segments" | grep -q GNU_RELRO || complain "no RELRO"
    printf '%s\n' "$segments" | grep -q 'GNU_STACK.* RW ' || complain "the stack is executable"
    readelf --file-header "$file" | grep -q 'Type: *DYN' || complain "not position-independent"
    symbols=$(readelf --dyn-syms --wide "$file")
    printf '%s\n' "$symbols" | grep -q __stack_chk_fail || complain "no stack protector"
    printf '%s\n' "$symbols" | grep -q '_chk@' || complain "no _FORTIFY_SOURCE"
done
[ "$status" -ne 0 ] || echo "$# files are hardened"
exit "$status"
