#!/usr/bin/env python3
"""Modules depend in one direction only: reads every #include line and fails on any other arrow."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Who may include whom. Public headers (tarn/...) of plain vocabulary are open to all of src/.
VOCABULARY = {"tarn/frame.hpp", "tarn/result.hpp", "tarn/types.hpp"}
ALLOWED = {
    "src/base": {"base"},
    "src/exec": {"base", "exec"},
    # Populations lie in memory as grids do.
    "src/lattice": {"base", "lattice", "exec/extent.hpp", "exec/grid.hpp"},
    "src/scene": {"base", "scene"},
    "src/solver": {"base", "exec", "lattice", "scene", "solver"},
    "src/io": {"base", "scene", "io"},
    "src/scenery": {"base", "scenery"},
    "src/bodies": {"base", "scene", "bodies"},
    "src/coupling": {"base", "exec", "bodies", "coupling", "solver/exchange.hpp", "solver/hulls.hpp"},
    "src/spray": {"base", "exec", "scene", "spray", "solver/exchange.hpp", "solver/hulls.hpp", "solver/surface_exchange.hpp"},
    "src/water": {"base", "exec", "scene", "solver", "io", "water"},
    "src/world": {"base", "exec", "lattice", "scene", "solver", "io", "scenery", "bodies", "coupling", "spray", "water",
                  "world", "tarn"},
    "src/render": {"base", "scenery", "render", "tarn"},
    "include/tarn": {"tarn"},
    "bindings": {"tarn", "local"},
    # The command writes files and figures; it reaches the water through the public headers only.
    "apps/cli": {"tarn", "io", "base/file.hpp", "base/file_set.hpp", "base/folder_claim.hpp", "base/spelling.hpp",
                 "base/standard_streams.hpp", "viewer/app.hpp", "local"},
    "apps/viewer": {"tarn", "io", "base/file.hpp", "base/colour.hpp", "base/rotation.hpp", "base/vector.hpp", "scenery/terrain.hpp", "viewer",
                    "local"},
    "examples": {"tarn"},
}
# Platform calls live in base/ alone; the command may ask about its own terminal and signals.
POSIX = re.compile(r"<(sys/|unistd\.h|pthread\.h|dlfcn\.h|fcntl\.h|poll\.h|spawn\.h)")
POSIX_ALLOWED = ("src/base", "apps/cli", "tests")
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')


def module_of(path):
    return max((m for m in ALLOWED if path.startswith(m + "/")), key=len, default=None)


def is_allowed(module, quoted, target):
    rooms = ALLOWED[module]
    if target in VOCABULARY or target in rooms:
        return True
    room = target.split("/")[0]
    if room == "tarn":
        return "tarn" in rooms
    if not quoted:
        return True
    if (ROOT / "src" / target).exists():
        return room in rooms
    return "local" in rooms or "generated" in target or target.endswith(".inc")


def main():
    trouble, count = [], 0
    for path in sorted(ROOT.glob("**/*")):
        name = str(path.relative_to(ROOT))
        if path.suffix not in {".h", ".hpp", ".cpp", ".cu", ".cuh", ".c"} or name.startswith(("build", "out")):
            continue
        module = module_of(name)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            count += 1
            quoted, target = match.group(1) == '"', match.group(2)
            if module and not is_allowed(module, quoted, target):
                trouble.append(f"{name}:{number}: {module} may not include {target}")
            if POSIX.match(line.split("include", 1)[1].strip()) and not name.startswith(POSIX_ALLOWED):
                trouble.append(f"{name}:{number}: platform header {target} belongs into src/base")
    print("\n".join(trouble) if trouble else f"layers: {count} includes, all arrows allowed")
    return 1 if trouble else 0


if __name__ == "__main__":
    sys.exit(main())
