#!/usr/bin/env python3
"""Packs PNG files more tightly, pixel for pixel the same: shrink_png.py FILE..."""
import struct
import sys
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunks(data):
    at = len(SIGNATURE)
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + size]
        at += 12 + size


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def packed(rows):
    tries = []
    for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED):
        pack = zlib.compressobj(9, zlib.DEFLATED, 15, 9, strategy)
        tries.append(pack.compress(rows) + pack.flush())
    return min(tries, key=len)


def main():
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            data = file.read()
        if not data.startswith(SIGNATURE):
            sys.exit(f"{path}: not a PNG file")
        parts = list(chunks(data))
        if any(kind == b"PLTE" for kind, _ in parts):
            sys.exit(f"{path}: has a palette, which this tool does not keep; give it RGB pictures")
        header = next(body for kind, body in parts if kind == b"IHDR")
        rows = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
        small = SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", packed(rows)) + chunk(b"IEND", b"")
        if len(small) < len(data):
            with open(path, "wb") as file:
                file.write(small)


if __name__ == "__main__":
    main()
