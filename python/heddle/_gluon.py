"""Gluon's layout objects, known by the names of their classes: Triton is not imported."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeAlias

from heddle import encodings
from heddle._encoding import Encoding, parse
from heddle._error import Error

__all__ = ["from_gluon"]

# The attribute that a parameter is, or an element of it.
Attribute: TypeAlias = str | tuple[str, int]

# What each class of Gluon is, and what its attributes are.
RENAMED: dict[str, tuple[type[Encoding], dict[str, Attribute]]] = {
    "BlockedLayout": (encodings.Blocked, {
        "sizePerThread": "size_per_thread", "threadsPerWarp": "threads_per_warp",
        "warpsPerCTA": "warps_per_cta", "order": "order", "CGALayout": "cga_layout"}),
    "SliceLayout": (encodings.Slice, {"dim": "dim", "parent": "parent"}),
    "DotOperandLayout": (encodings.DotOperand, {
        "opIdx": "operand_index", "parent": "parent", "kWidth": "k_width"}),
    "NVMMADistributedLayout": (encodings.NvidiaMma, {
        "versionMajor": ("version", 0), "versionMinor": ("version", 1),
        "warpsPerCTA": "warps_per_cta", "CGALayout": "cga_layout", "instrShape": "instr_shape"}),
    "AMDMFMALayout": (encodings.AmdMfma, {
        "version": "version", "warpsPerCTA": "warps_per_cta", "instrShape": "instr_shape",
        "isTransposed": "transposed", "CGALayout": "cga_layout",
        "tilesPerWarp": "tiles_per_warp", "elementBitWidth": "element_bitwidth"}),
    "AMDWMMALayout": (encodings.AmdWmma, {
        "version": "version", "isTranspose": "transposed", "register": "reg_bases",
        "warp": "warp_bases", "CGALayout": "cga_layout", "instrShape": "instr_shape",
        "rank": "rank"}),
    "NVMMASharedLayout": (encodings.NvmmaShared, {
        "swizzlingByteWidth": "swizzle_byte_width", "transposed": "transposed",
        "elementBitWidth": "element_bitwidth", "fp4Padded": "fp4_padded",
        "CGALayout": "cga_layout", "rank": "rank"}),
    "SwizzledSharedLayout": (encodings.SwizzledShared, {
        "vec": "vec", "perPhase": "per_phase", "maxPhase": "max_phase", "order": "order",
        "CGALayout": "cga_layout"}),
    "SharedLinearLayout": (encodings.SharedLinear, {
        "offset": "offset_bases", "block": "block_bases", "alignment": "alignment"}),
    "PartitionedSharedLayout": (encodings.PartitionedShared, {
        "numPartitions": "num_partitions", "numGroups": "num_groups",
        "partitionDim": "partition_dim", "partitionLayout": "partition_layout"}),
    "TensorMemoryLayout": (encodings.TensorMemory, {
        "blockM": ("block", 0), "blockN": ("block", 1), "colStride": "col_stride",
        "CGALayout": "cga_layout", "twoCTAs": "two_ctas", "fp4Padded": "fp4_padded"}),
    "TensorMemoryScalesLayout": (encodings.TensorMemoryScales, {
        "CGALayout": "cga_layout", "blockRepOrder": "block_rep_order"}),
}


# Classes that stand for a layout which the compiler has yet to choose.
CHOSEN_LATER = ("AutoLayout", "CoalescedLayout")


def plain(value: Any) -> Any:
    """Without Triton's constexpr around it."""
    return value.value if type(value).__name__ == "constexpr" else value


def blocks_of(layout: Any) -> Any:
    """The bases of the blocks of a cluster; in Triton 3.6, tensor memory has a split instead."""
    if hasattr(layout, "cga_layout"):
        return plain(layout.cga_layout)
    split = plain(getattr(layout, "cta_split_num", None)) or (1, 1)
    rows, columns = split
    scales = parse(f"#ttng.tensor_memory_scales_encoding<CTASplitM = {rows}, "
                   f"CTASplitN = {columns}>")
    return vars(scales)["CGALayout"]


def value_of(layout: Any, attribute: Attribute) -> Any:
    """The value of a parameter, None if the object says nothing about it."""
    if attribute == "cga_layout":
        return blocks_of(layout)
    name, index = (attribute, None) if isinstance(attribute, str) else attribute
    value = plain(getattr(layout, name, None))
    if value is not None and index is not None:
        value = plain(value[index])
    return from_gluon(value) or value


def renamed(layout: Any, kind: type[Encoding], names: dict[str, Attribute]) -> Encoding | None:
    """The dataclass with the parameters that the object has, None if some are missing."""
    given = {name: value for name, attribute in names.items()
             if (value := value_of(layout, attribute)) is not None}
    required = (each.name for each in fields(kind) if each.default is MISSING)
    return kind(**given) if all(name in given for name in required) else None


def linear(layout: Any) -> Encoding:
    """`linear` where that can say it, else `generic_linear`."""
    bases = {"register": layout.reg_bases, "lane": layout.lane_bases, "warp": layout.warp_bases,
             "block": layout.block_bases}
    try:
        return encodings.Linear(**bases)
    except Error:
        return encodings.GenericLinear(**bases)


def padded(layout: Any) -> Encoding:
    """Bases of blocks are elements in Triton 3.6; later they count what one block holds."""
    if hasattr(layout, "block_bases"):
        blocks = layout.block_bases
    else:
        sizes = [1 << max(axis).bit_length() for axis in zip(*layout.offset_bases)]
        blocks = [[part * size for part, size in zip(basis, sizes)]
                  for basis in blocks_of(layout)]
    return encodings.PaddedShared(padding=layout.interval_padding_pairs,
                                  offset=layout.offset_bases, block=blocks)


def wmma_grid(layout: Any) -> Encoding:
    """Of Triton 3.6, which has a grid of warps and of their tiles instead of bases."""
    blocks = [list(basis) for basis in blocks_of(layout)]
    cga = f", CGALayout = {blocks}" if blocks else ""
    return parse(f"#ttg.amd_wmma<{{version = {layout.version}, "
                 f"isTranspose = {str(bool(layout.transposed)).lower()}, "
                 f"warpsPerCTA = {list(layout.warps_per_cta)}{cga}, "
                 f"tilesPerWarp = {list(layout.tiles_per_warp)}, "
                 f"instrShape = {list(layout.instr_shape)}}}>", len(layout.warps_per_cta))


def from_gluon(layout: object) -> Encoding | None:
    """The dataclass of one of Gluon's layouts, None of anything else."""
    layout = plain(layout)
    for name in (each.__name__ for each in type(layout).__mro__):
        if name in CHOSEN_LATER:
            raise Error(f"expects a layout, but got {name}", "",
                        "pass the layout that the compiler chose for it")
        if name == "DistributedLinearLayout":
            return linear(layout)
        if name == "PaddedSharedLayout":
            return padded(layout)
        if name == "AMDWMMALayout" and hasattr(layout, "tiles_per_warp"):
            return wmma_grid(layout)
        if name in RENAMED:
            return renamed(layout, *RENAMED[name])
    return None
