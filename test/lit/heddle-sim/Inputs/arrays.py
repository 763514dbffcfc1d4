"""Writes arrays of many kinds, and files that are none, into the folder that is named."""

import pathlib
import sys

import numpy as np

folder = pathlib.Path(sys.argv[1])
folder.mkdir(exist_ok=True)
numbers = np.arange(128, dtype=np.float32).reshape(4, 32)
np.save(folder / "plain.npy", numbers)
np.save(folder / "columns.npy", np.asfortranarray(numbers))
np.save(folder / "cube.npy", np.asfortranarray(numbers.reshape(4, 2, 16)))
np.save(folder / "double.npy", numbers.astype(np.float64))
np.save(folder / "big_endian.npy", numbers.astype(">f4"))
np.save(folder / "complex.npy", numbers.astype(np.complex64))
np.save(folder / "bits.npy", numbers.view(np.uint32))
np.save(folder / "empty.npy", numbers[:0])
np.save(folder / "structure.npy", np.zeros(4, dtype=[("a", "<f4"), ("b", "<i4")]))
np.save(folder / "text.npy", np.array(["a", "b"]))
np.save(folder / "objects.npy", np.array([1, "b"], dtype=object), allow_pickle=True)
whole = (folder / "plain.npy").read_bytes()
(folder / "truncated.npy").write_bytes(whole[:-4])
(folder / "header.npy").write_bytes(whole[:40])
(folder / "begin.npy").write_bytes(whole[:8])
(folder / "nothing.npy").write_bytes(b"")
(folder / "other.npy").write_bytes(b"PK\x03\x04" + whole)


def with_header(header):
    text = header.encode()
    return whole[:8] + len(text).to_bytes(2, "little") + text + whole[128:]


(folder / "huge.npy").write_bytes(with_header(
    "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }"))
(folder / "overflow.npy").write_bytes(with_header(
    "{'descr': '<f4', 'fortran_order': True, 'shape': (99999999999999999999999,), }"))
(folder / "negative.npy").write_bytes(with_header(
    "{'descr': '<f4', 'fortran_order': False, 'shape': (-4,), }"))
(folder / "shapeless.npy").write_bytes(with_header("{'descr': '<f4', }"))
(folder / "typeless.npy").write_bytes(with_header("{'shape': (4,), }"))
