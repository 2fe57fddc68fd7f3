#!/usr/bin/env bash
# ./run says how long the first build takes, which depends on nvcc.
#   setup_test.sh SOURCE_DIR
set -eu
cd "$1"
. tools/setup.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '#!/bin/sh\n' >"$folder/nvcc"
chmod +x "$folder/nvcc"

(PATH=$folder:$PATH; has_nvcc)
(PATH=$folder:$PATH; first_build_text) | grep -q 'nvcc is here.*five to ten minutes'
has_nvcc() { false; }
first_build_text | grep -q 'three to seven minutes'
grep -q first_build_text run
