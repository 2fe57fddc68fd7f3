#!/usr/bin/env python3
"""How far apart two runs ended: compares the fields that `tarn run ... --npy DIR` wrote.
Usage: compare_fields.py DIR_A DIR_B [FIELD]      FIELD is level (default), depth, u or v"""
import array
import ast
import math
import pathlib
import struct
import sys


def read_npy(path):
    """The numbers of a float32 .npy file in C order, version 1."""
    data = pathlib.Path(path).read_bytes()
    if data[:8] != b"\x93NUMPY\x01\x00":
        sys.exit(f"{path}: is not a .npy file of version 1")
    length = struct.unpack("<H", data[8:10])[0]
    header = ast.literal_eval(data[10:10 + length].decode("latin1"))
    if header["descr"] != "<f4" or header["fortran_order"]:
        sys.exit(f"{path}: holds {header['descr']}; expected float32 in C order")
    values = array.array("f")
    values.frombytes(data[10 + length:])
    if sys.byteorder == "big":
        values.byteswap()
    return header["shape"], values


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    field = sys.argv[3] if len(sys.argv) == 4 else "level"
    (shape_a, a), (shape_b, b) = (read_npy(pathlib.Path(folder) / f"{field}.npy") for folder in sys.argv[1:3])
    if shape_a != shape_b:
        sys.exit(f"{field}: {shape_a} and {shape_b} cannot be compared")
    apart = [x - y for x, y in zip(a, b)]
    rms, most = math.sqrt(sum(d * d for d in apart) / len(apart)), max(map(abs, apart))
    height = max(a) - min(a)
    print(f"{field}: apart {rms:.2e} (rms), {most:.2e} (most); first ranges over {height:.2e}", end="")
    print(f": {100 * rms / height:.2g} % and {100 * most / height:.2g} % of it" if height > 0.0 else "")


if __name__ == "__main__":
    main()
