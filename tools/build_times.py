#!/usr/bin/env python3
"""Where the time of a build went, from the log that ninja keeps: seconds per folder, and the slowest files.
Usage: build_times.py BUILD [COUNT]      e.g. CCACHE_DISABLE=1 ninja -C build/release && tools/build_times.py build/release

A step's time is from its start to its end, so it is CPU time only where no more steps ran at once than there
are free cores. Of a file that was built several times the last time counts."""
import collections
import pathlib
import re
import sys


def steps(log):
    """{output: seconds}"""
    found = {}
    for line in log.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            start, end, _, output, _ = line.split("\t")
            found[output] = (int(end) - int(start)) / 1000
    return found


def part_of(output):
    """tests/CMakeFiles/tarn_unit_tests.dir/unit/io/npy_test.cpp.o belongs to tests/tarn_unit_tests."""
    match = re.match(r"(?:(.*)/)?CMakeFiles/([^/]+)\.dir/", output)
    return "/".join(p for p in match.groups() if p) if match else "linking and the rest"


def main():
    build, count = pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 20
    found = steps(build / ".ninja_log")
    parts = collections.Counter()
    for output, seconds in found.items():
        parts[part_of(output)] += seconds
    print(f"{sum(found.values()):8.1f} s in {len(found)} steps")
    for title, rows in (("parts", parts.most_common()), ("slowest", collections.Counter(found).most_common(count))):
        print(f"\n{title}")
        for name, seconds in rows:
            print(f"{seconds:8.1f} s  {name}")


main()
