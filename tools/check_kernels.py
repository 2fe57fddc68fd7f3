#!/usr/bin/env python3
"""Reads what ptxas reported of the step kernels: no stack frame, no spills. Usage: check_kernels.py LOG"""
import re
import subprocess
import sys

ENTRY = re.compile(r"Compiling entry function '(\S+)' for '(\w+)'")
FRAME = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
USED = re.compile(r"Used (\d+) registers")


def main():
    kernel, bad, rows = None, [], []
    for line in open(sys.argv[1], encoding="utf-8", errors="replace"):
        if match := ENTRY.search(line):
            kernel = match.groups()
        elif (match := FRAME.search(line)) and kernel:
            frame = tuple(int(n) for n in match.groups())
        elif (match := USED.search(line)) and kernel:
            rows.append((kernel, frame, int(match.group(1))))
            kernel = None
    names = subprocess.run(["c++filt"], input="\n".join(r[0][0] for r in rows), text=True, capture_output=True).stdout.splitlines()
    steps = [(n, arch, frame, used) for n, ((_, arch), frame, used) in zip(names, rows) if "step_" in n]
    for name, arch, frame, used in steps:
        short = re.sub(r"tarn::|shallow::|lattice::|cuda::|\(.*", "", name).replace("void ", "")
        if any(frame):
            bad.append(f"{arch} {short}: {frame[0]} bytes of stack, {frame[1]} spilled")
        if "-v" in sys.argv:
            print(f"{arch} {used:4d} registers  {short}")
    if not steps:
        sys.exit("check_kernels: no step kernel in the report")
    print("\n".join(bad) if bad else f"kernels: {len(steps)} step kernels without stack frames or spills")
    sys.exit(1 if bad else 0)


main()
