#!/usr/bin/env bash
# Installs the release build into a folder and uses it from two projects that know nothing of this
# tree: one through find_package, one through pkg-config.
set -eu
cd "$(dirname "$0")/../.."
. tools/setup.sh
build release
prefix=$PWD/build/outside/prefix
rm -rf build/outside
cmake --install build/release --prefix "$prefix" >/dev/null

cmake -S tests/outside/cmake -B build/outside/cmake -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build build/outside/cmake >/dev/null
build/outside/cmake/stranger

export PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name tarn.pc)")
cc -std=c11 -Wall -Wextra -Werror tests/outside/pkgconfig/main.c -o build/outside/six_calls \
    $(pkg-config --cflags --libs tarn)
LD_LIBRARY_PATH=$(pkg-config --variable=libdir tarn) build/outside/six_calls

"$prefix/bin/tarn" list >/dev/null
echo "outside: find_package, pkg-config and the installed command work"
