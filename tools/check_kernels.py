#!/usr/bin/env python3
"""Step kernels keep their cells in registers: reads the GPU code in built objects, compiles nothing.
Fails on a stack frame, which is also where spilled registers go, in any kernel whose name has "step_" or "sweep_".
Usage: check_kernels.py OBJECT...   check_kernels.py --self-test

A host object holds one fat binary with an ELF file per architecture, uncompressed. The section .nv.info of
such a file lists numbers per function as (symbol, value); cuobjdump --dump-resource-usage prints the same,
but is not part of every toolkit."""
import pathlib
import struct
import sys

ELF = b"\x7fELF"
MACHINE_CUDA = 190
SECTION_SYMBOLS = 2
FORMAT_SIZED, STACK_FRAME, REGISTERS = 0x04, 0x11, 0x2F


def sections(elf):
    """(name, type, link, contents) of each section."""
    (offset,) = struct.unpack_from("<Q", elf, 0x28)
    size, count, names = struct.unpack_from("<HHH", elf, 0x3A)
    table = []
    for k in range(count):
        name, kind, _, _, start, length, link = struct.unpack_from("<IIQQQQI", elf, offset + k * size)
        table.append((name, kind, link, elf[start : start + length]))
    return [(text_at(table[names][3], name), kind, link, part) for name, kind, link, part in table]


def text_at(strings, offset):
    return strings[offset : strings.index(b"\0", offset)].decode()


def numbers(info):
    """(attribute, symbol, value) of each entry of .nv.info that is about a function."""
    at = 0
    while at + 4 <= len(info):
        form, attribute, size = struct.unpack_from("<BBH", info, at)
        at += 4
        if form != FORMAT_SIZED:
            continue
        if attribute in (STACK_FRAME, REGISTERS) and size >= 8:
            yield attribute, *struct.unpack_from("<II", info, at)
        at += size


def kernels(elf):
    """{name: {attribute: value}} of one ELF file with GPU code."""
    parts = sections(elf)
    symbols, link = next((part, link) for _, kind, link, part in parts if kind == SECTION_SYMBOLS)
    strings = parts[link][3]
    found = {}
    for name, _, _, part in parts:
        if name != ".nv.info":
            continue
        for attribute, symbol, value in numbers(part):
            function = text_at(strings, struct.unpack_from("<I", symbols, 24 * symbol)[0])
            found.setdefault(function, {})[attribute] = value
    return found


def gpu_files(data):
    at = data.find(ELF, 1)
    while at >= 0:
        if struct.unpack_from("<H", data, at + 18)[0] == MACHINE_CUDA:
            yield data[at:]
        at = data.find(ELF, at + 1)


def trouble_of(steps):
    return [f"{name}: {used[STACK_FRAME]} bytes of stack" for name, used in steps if used.get(STACK_FRAME)]


def self_test():
    entry = struct.pack("<BBHII", FORMAT_SIZED, STACK_FRAME, 8, 3, 40)
    flag = struct.pack("<BBH", 0x01, 0x36, 0)
    assert list(numbers(flag + entry)) == [(STACK_FRAME, 3, 40)]
    assert trouble_of([("step_a", {STACK_FRAME: 40}), ("step_b", {STACK_FRAME: 0})]) == ["step_a: 40 bytes of stack"]


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    found = [k for path in sys.argv[1:] for elf in gpu_files(pathlib.Path(path).read_bytes()) for k in kernels(elf).items()]
    steps = [(name, used) for name, used in found if ("step_" in name or "sweep_" in name) and REGISTERS in used]
    if not steps:
        sys.exit("check_kernels: no step kernel in " + " ".join(sys.argv[1:]))
    bad = trouble_of(steps)
    most = max(used[REGISTERS] for _, used in steps)
    print("\n".join(bad) or f"{len(steps)} step kernels without stack frames or spills, at most {most} registers")
    return 1 if bad else 0


sys.exit(main())
