#!/usr/bin/env python3
"""Writes rows of random numbers and their softmax, for scripts/demo.sh.

usage: demo_softmax.py ROWS COLUMNS X.npy OUT.npy

Needs nothing but Python. (The files: NEP 1, "A simple file format for NumPy arrays".)
"""

import array
import math
import random
import struct
import sys


def write_npy(path, rows, columns, numbers):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {columns}), }}"
    # Magic, version and length are 10 bytes; the data begins at a multiple of 64.
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(numbers)}f", *numbers))


def softmax(row):
    powers = [math.exp(number - max(row)) for number in row]
    return [power / math.fsum(powers) for power in powers]


def main():
    rows, columns = int(sys.argv[1]), int(sys.argv[2])
    generator = random.Random(1)
    x = array.array("f", (generator.gauss(0, 3) for _ in range(rows * columns)))
    out = []
    for begin in range(0, rows * columns, columns):
        out += softmax(x[begin:begin + columns])
    write_npy(sys.argv[3], rows, columns, x)
    write_npy(sys.argv[4], rows, columns, out)


if __name__ == "__main__":
    main()
