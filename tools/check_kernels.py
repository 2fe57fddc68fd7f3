#!/usr/bin/env python3
"""The step kernels keep their cells in registers: compiles a CUDA source and reads what ptxas reports of it.
Fails on a stack frame or a spill in any kernel whose name has "step_". Usage: check_kernels.py NVCC SOURCE FLAGS..."""
import re
import subprocess
import sys

ENTRY = re.compile(r"Compiling entry function '(\S+)' for '(\w+)'")
FRAME = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
USED = re.compile(r"Used (\d+) registers")


def report_of(command):
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"check_kernels: {' '.join(command)} failed\n{run.stderr}")
    return run.stderr + run.stdout


def kernels(report):
    kernel, frame = None, None
    for line in report.splitlines():
        if match := ENTRY.search(line):
            kernel = match.groups()
        elif match := FRAME.search(line):
            frame = tuple(int(n) for n in match.groups())
        elif (match := USED.search(line)) and kernel:
            yield *kernel, frame, int(match.group(1))
            kernel = None


def main():
    nvcc, source, *flags = sys.argv[1:]
    found = list(kernels(report_of([nvcc, *flags, "-Xptxas=-v", "-cubin", source, "-o", "/dev/null"])))
    steps = [k for k in found if "step_" in k[0]]
    if not steps:
        sys.exit("check_kernels: no step kernel in the report")
    bad = [f"{name} ({arch}): {f[0]} bytes of stack, {f[1]} stored, {f[2]} loaded" for name, arch, f, _ in steps if any(f)]
    most = max(used for *_, used in steps)
    print("\n".join(bad) or f"{len(steps)} step kernels without stack frames or spills, at most {most} registers")
    sys.exit(1 if bad else 0)


main()
