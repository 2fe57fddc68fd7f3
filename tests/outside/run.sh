#!/usr/bin/env bash
# Installs the release build into a folder, looks for what belongs there, and uses it from projects that
# know nothing of this tree: through find_package and through pkg-config, the water and the picture. Then
# a project that builds Tarn with itself.
set -eu
cd "$(dirname "$0")/../.."
. tools/setup.sh
build release
out=$PWD/build/outside
prefix=$out/prefix
rm -rf "$out"
cmake --install build/release --prefix "$prefix" >/dev/null

fail() { echo "outside: $*" >&2; exit 1; }
# quietly LOG COMMAND...: shows what the command said only when it fails.
quietly() {
    "${@:2}" >"$out/$1.log" 2>&1 || { tail -n 30 "$out/$1.log" >&2; fail "$1 failed"; }
}

check_files() {
    local file
    for file in bin/tarn include/tarn/world.hpp include/tarn/render.hpp share/doc/tarn/LICENSE \
        share/doc/tarn/CHANGELOG.md share/doc/tarn/docs/third_party.md share/doc/tarn/docs/embed.md \
        share/tarn/scene.schema.json share/man/man1/tarn.1 share/bash-completion/completions/tarn; do
        [ -s "$prefix/$file" ] || fail "$file is not installed"
    done
}

# Each subcommand and each of its options is on the man page, and bash offers them.
check_manual() {
    local subcommand option
    . "$prefix/share/bash-completion/completions/tarn"
    for subcommand in $("$prefix/bin/tarn" --help | awk '/^Subcommands:/ { on = 1; next } !NF { on = 0 } on { print $1 }'); do
        grep -qx "\.SS $subcommand" "$prefix/share/man/man1/tarn.1" || fail "the man page lacks $subcommand"
        complete_line tarn "${subcommand:0:2}" | grep -qx "$subcommand" || fail "bash does not complete $subcommand"
        for option in $("$prefix/bin/tarn" "$subcommand" --help | grep -oE '^  (-.,)?--[a-z-]+' | grep -oE -e '--.*'); do
            grep -qF -e "${option//-/\\-}" "$prefix/share/man/man1/tarn.1" || fail "the man page lacks $option"
            complete_line tarn "$subcommand" "$option" | grep -qx -e "$option" || fail "bash does not complete $subcommand $option"
        done
    done
    complete_line "$prefix/bin/tarn" run po | grep -qx pool || fail "bash does not complete names of scenes"
    [ -z "$(complete_line tarn run --csv '')" ] || fail "bash offers options where a file belongs"
}

# complete_line WORDS...: what the completion offers for the last word.
complete_line() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _tarn "$1"
    printf '%s\n' "${COMPREPLY[@]}"
}

# find_package: NAME of a folder here and of the program it makes.
through_cmake() {
    quietly "$1-configure" cmake -S "tests/outside/$1" -B "$out/$1" -G Ninja -DCMAKE_PREFIX_PATH="$prefix"
    quietly "$1-build" cmake --build "$out/$1"
    "$out/$1/$2"
}

refuses_unknown_component() {
    mkdir "$out/nothing"
    printf '%s\n' 'cmake_minimum_required(VERSION 3.22)' 'project(nothing NONE)' \
        'find_package(tarn REQUIRED COMPONENTS spoon)' >"$out/nothing/CMakeLists.txt"
    if cmake -S "$out/nothing" -B "$out/nothing/build" -DCMAKE_PREFIX_PATH="$prefix" >"$out/nothing.log" 2>&1; then
        fail "find_package found a component that is none"
    fi
    tr -s ' \n' ' ' <"$out/nothing.log" | grep -q "no component 'spoon'" || fail "find_package does not say which component is missing"
}

# Warnings are errors in our own builds only: the smallest part shows it and is built in seconds.
embedded() {
    quietly embed-configure cmake -S tests/outside/embed -B "$out/embed" -G Ninja
    quietly embed-build cmake --build "$out/embed" --target tarn_base
    grep -q 'warning:.*-Waggregate-return' "$out/embed-build.log" || fail "the embedding project saw no warning"
}

check_files
check_manual
through_cmake cmake stranger
through_cmake render painter
refuses_unknown_component

export PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name tarn.pc)")
export LD_LIBRARY_PATH=$(pkg-config --variable=libdir tarn)
cc -std=c11 -Wall -Wextra -Werror tests/outside/pkgconfig/main.c -o "$out/six_calls" \
    $(pkg-config --cflags --libs tarn)
"$out/six_calls"
c++ -std=c++20 -Wall -Wextra -Werror tests/outside/render/main.cpp -o "$out/painter" \
    $(pkg-config --cflags --libs tarn_render)
"$out/painter"
unset LD_LIBRARY_PATH

embedded
"$prefix/bin/tarn" list >/dev/null
echo "outside: files, man page, completion, find_package, pkg-config, the renderer, embedding and the installed command work"
