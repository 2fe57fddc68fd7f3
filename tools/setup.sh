# Sourced by ./run and ./test: installs the packages that are missing, builds, and says how long that takes.
# need_packages run|test

need_packages() {
    local wanted missing=()
    wanted=$(awk -v what="$1" '$1 == "run" || $1 == what { for (i = 2; i <= NF; ++i) print $i }' tools/packages.txt)
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        for tool in cmake ninja c++; do
            command -v "$tool" >/dev/null && continue
            echo "This is not a Debian system. Please install what these Debian packages hold:" >&2
            echo $wanted >&2
            return 1
        done
        return 0
    fi
    for package in $wanted; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "These packages are missing and need root to install: ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo)
    fi
    echo "Installing ${missing[*]}" >&2
    "${as_root[@]}" apt-get update -qq >&2 &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# Whether code for GPUs will be built: nvcc is looked for where cmake/cuda.cmake looks.
has_nvcc() { command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ]; }

first_build_text() {
    if has_nvcc; then
        echo "Building Tarn for CPU and GPU (nvcc is here): five to ten minutes on two cores, the first time"
    else
        echo "Building Tarn: three to seven minutes on two cores, the first time"
    fi
}

# build PRESET [TARGET...]: configures, builds quietly, shows the log only when it fails. With
# TARN_CONFIGURE_ONCE=1 a build folder that is there is taken as it is, which starts faster.
build() {
    local preset=$1 log
    shift
    log=build/$preset.log
    mkdir -p build
    if ! { { [ -n "${TARN_CONFIGURE_ONCE:-}" ] && [ -f "build/$preset/build.ninja" ] || cmake --preset "$preset"; } &&
           cmake --build "build/$preset" ${1:+--target "$@"}; } >"$log" 2>&1; then
        grep -E -A6 'error|Error|FAILED' "$log" | head -60 >&2
        echo "The build failed; all of it is in $log" >&2
        return 1
    fi
}
