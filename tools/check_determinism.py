#!/usr/bin/env python3
"""Code that runs per cell gives the same bits everywhere: fails where it uses a function that does
not, and where a build flag would let the compiler change the arithmetic. See docs/determinism.md.

A line that is right all the same says so behind it: `// same bits: REASON`.
`check_determinism.py --self-test` plants one violation of each kind and expects to find them."""
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Per-cell code, and what it is made of.
WATCHED = (
    "src/base/half.hpp", "src/base/numeric.hpp", "src/exec/ordered.hpp", "src/exec/pack.hpp",
    "src/exec/cuda/*.cuh", "src/lattice/**/*.hpp",
    "src/solver/**/kernels.hpp", "src/solver/**/edges.hpp", "src/solver/**/tasks.hpp", "src/solver/volume/*.hpp",
    "src/solver/**/storage.hpp", "src/solver/**/cpu/rows.cpp", "src/solver/**/cuda/*.cuh",
    "src/solver/**/cuda/*.cu",
    # What the start and the drives of a water are made of.
    "src/base/elementary.cpp", "src/scene/expression.cpp", "src/solver/**/forces.hpp",
    "src/solver/**/setup.cpp", "src/water/shallow/drives.cpp", "src/world/footprint.cpp",
    "src/world/rain.cpp",
    # Bodies, and the forces between them and the water.
    "src/base/rotation.hpp", "src/bodies/*.?pp", "src/coupling/*.?pp",
)
BUILD = ("CMakeLists.txt", "*/CMakeLists.txt", "*/*/CMakeLists.txt", "cmake/*.cmake", "CMakePresets.json")

LIBM = ("exp|exp2|exp10|expm1|log|log2|log10|log1p|sin|cos|tan|sincos|asin|acos|atan|atan2|sinh|cosh|"
        "tanh|pow|cbrt|rcbrt|hypot|rhypot|fma|rsqrt|erf|erfc|tgamma|lgamma|fmod|remainder|nextafter")
EXACT = "use + - x / and square_root of base/numeric.hpp, or write it with them (cube_root in kernels.hpp)"
APART = "write the product and the sum apart: a fused one rounds once instead of twice"
ORDER = "join in a fixed order: exec/ordered.hpp, or join_cells() of a device"
GATHER = "gather instead of scatter: let each cell collect what is its own (whole numbers may be counted)"
RULES = [(re.compile(pattern), what, remedy) for pattern, what, remedy in (
    (rf"(?<![\w.>:])(?:(?:std)?::)?(?:{LIBM})[fl]?\s*\(", "differs between maths libraries and devices", EXACT),
    (rf"\b__builtin_(?:{LIBM})[fl]?\s*\(", "differs between maths libraries and devices", EXACT),
    (r"\b__(?:exp|exp10|log|log2|log10|sin|cos|tan|pow|sincos|tanh)f\s*\(", "is a rough device intrinsic", EXACT),
    (r"\b(?:__fdividef|__frsqrt_rn|__f(?:rcp|div|sqrt|add|sub|mul)_r[zud])\s*\(", "rounds in a way of its own", EXACT),
    (r"\b_mm\d*_\w*(?:rsqrt|rcp)\w*\s*\(", "is an approximation that differs between processors", EXACT),
    (r"\b__fma[f]?_r\w\s*\(|\b_mm\d*_\w*fn?m(?:add|sub)\w*\s*\(|\bfma(?:\.rn)?\.f(?:32|64)", "is a fused multiply-add", APART),
    (r"\b__h(?:add|sub|mul|div|fma|neg)2?(?:_\w+)?\s*\(|\bh(?:exp|log|sqrt|rsqrt|sin|cos|rcp)2?\s*\(",
     "computes in half precision", "load halves as floats, compute, store: half is for memory only"),
    (r"\batomicAdd\w*\s*\(|\bfetch_add\s*\(", "adds in whatever order threads come", GATHER),
    (r"\bstd::(?:ranges::)?(?:reduce|transform_reduce|accumulate|inner_product)\s*[(<]", "has an order of its own", ORDER),
    (r"#\s*pragma.*(?:fast-?math|fp_contract|FP_CONTRACT|reassociate|contract\s*\(|GCC\s+optimize|omp\s.*reduction)"
     r"|__attribute__\s*\(\(\s*optimize|_Pragma\s*\(", "changes the arithmetic of what follows", "leave it out"),
)]
FORBIDDEN_FLAG = re.compile(
    r"-ffast-math|-Ofast|-{1,2}use_fast_math|-ffp-contract=(?:fast|on)|-{1,2}fmad=true|-funsafe-math-optimizations|"
    r"-fassociative-math|-freciprocal-math|-ffinite-math-only|-fno-signed-zeros|-mrecip|-{1,2}ftz=true|"
    r"-{1,2}prec-(?:div|sqrt)=false|-fexcess-precision=fast|-mfpmath=387")
NEEDED_FLAGS = {"cmake/options.cmake": ("-ffp-contract=off",),
                "cmake/cuda.cmake": ("--fmad=false", "-ffp-contract=off")}
ALLOWED = re.compile(r"//\s*same bits:\s*\S")
COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def code_of(text):
    """The text with comments and string literals blanked, line by line where they were."""
    return COMMENT_OR_TEXT.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)


def files_of(root, patterns):
    return sorted({path for pattern in patterns for path in root.glob(pattern)
                   if not str(path.relative_to(root)).startswith(("build", "out"))})


def check_source(name, text):
    lines = text.splitlines()
    for number, line in enumerate(code_of(text).splitlines(), 1):
        if ALLOWED.search(lines[number - 1]):
            continue
        for pattern, what, remedy in RULES:
            for match in pattern.finditer(line):
                yield f"{name}:{number}: {match.group(0).strip().rstrip('(').strip()} {what}: {remedy}"


def check_flags(name, text):
    code = re.sub(r"#[^\n]*", "", text)
    for number, line in enumerate(code.splitlines(), 1):
        for match in FORBIDDEN_FLAG.finditer(line):
            yield f"{name}:{number}: {match.group(0)} lets the compiler change results: leave it out"
    for flag in NEEDED_FLAGS.get(name, ()):
        if flag not in code:
            yield f"{name}: {flag} is missing: contraction must be off for every compiler of per-cell code"


def check(root):
    """All trouble below `root`, and how many files were read."""
    trouble, count = [], 0
    for patterns, look in ((WATCHED, check_source), (BUILD, check_flags)):
        for path in files_of(root, patterns):
            trouble += look(str(path.relative_to(root)), path.read_text(encoding="utf-8"))
            count += 1
    trouble += [f"{name} is not there" for name in NEEDED_FLAGS if not (root / name).is_file()]
    return trouble, count


GOOD_BUILD = {name: f"set(flags {' '.join(flags)})\n" for name, flags in NEEDED_FLAGS.items()}
PLANTED = [("src/lattice/bad.hpp", line) for line in (
    "y = std::exp(x);", "y = expf(x);", "y = log(x);", "y = ::sinf(x);", "y = std::pow(x, 2);", "y = cbrt(x);",
    "y = hypot(a, b);", "y = std::fma(a, b, c);", "y = rsqrt(x);", "y = __expf(x);", "y = __fmaf_rn(a, b, c);",
    "y = __builtin_fmaf(a, b, c);", "y = _mm256_fmadd_ps(a, b, c);", "y = _mm_rsqrt_ps(a);", "atomicAdd(&sum, x);",
    "y = std::accumulate(a, b, 0.0f);", "y = std::reduce(a, b);", "#pragma GCC optimize(\"fast-math\")",
    "#pragma STDC FP_CONTRACT ON", "y = __hfma(a, b, c);", "y = __fdividef(a, b);")]
PLANTED += [(name, "y = std::sin(x);") for name in (
    "src/solver/shallow/d2q9/kernels.hpp", "src/solver/shallow/d2q9/edges.hpp", "src/solver/shallow/d2q9/tasks.hpp",
    "src/lattice/planes.hpp", "src/solver/shallow/d2q9/cpu/rows.cpp", "src/solver/shallow/d2q9/cuda/step.cuh",
    "src/solver/shallow/d2q9/cuda/solver.cuh", "src/exec/ordered.hpp", "src/lattice/collisions/bad.hpp")]
PLANTED += [("cmake/extra.cmake", flag) for flag in ("add_compile_options(-ffast-math)", "set(f --use_fast_math)", "set(f -Ofast)")]
PLANTED += [("cmake/options.cmake", "# -ffp-contract=off\n"), ("cmake/cuda.cmake", "set(f -ffp-contract=off)\n")]
INNOCENT = ("// std::exp(x) would differ", "y = square_root(x); /* not pow(x, 0.5) */", "log(hook, \"exp(x)\"); // same bits: a word for people",
            "y = view.log(x);", "atomicMin(&first, step);", "const int exponent = expand(x);", "y = lattice::cosine(x);")


def self_test():
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)

        def plant(name, text):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")

        for name, text in GOOD_BUILD.items():
            plant(name, text)
        for name, line in PLANTED:
            plant(name, line if name in GOOD_BUILD else f"// line one\n{line}\n")
            trouble, _ = check(root)
            if len(trouble) != 1 or name not in trouble[0]:
                missed.append(f"self-test: {name}: {line.strip()!r} gave {trouble}")
            plant(name, GOOD_BUILD.get(name, ""))
        for line in INNOCENT:
            plant("src/lattice/good.hpp", line)
            missed += [f"self-test: {line!r} is innocent, but: {found}" for found in check(root)[0]]
    print("\n".join(missed) if missed else f"determinism: all {len(PLANTED)} planted violations found")
    return 1 if missed else 0


def main():
    if "--self-test" in sys.argv:
        return self_test()
    trouble, count = check(ROOT)
    print("\n".join(trouble) if trouble else f"determinism: {count} files use nothing that changes bits")
    return 1 if trouble else 0


if __name__ == "__main__":
    sys.exit(main())
