//===- EngineBlocks.h - Blocks that the copy engine moves -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which blocks of descriptors the copy engine (the tensor memory accelerator,
/// TMA) moves, in which layouts of shared memory, and in what boxes: at most
/// 256 elements along an axis, and rows no longer than the swizzle. Source: PTX
/// ISA, 5.5 "Tensors"; CUDA driver API, cuTensorMapEncodeTiled.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_ENGINEBLOCKS_H
#define HEDDLE_ANALYSIS_ENGINEBLOCKS_H

#include "heddle/encoding/Encoding.h"
#include "heddle/ir/Tt.h"
#include "heddle/ir/Ttg.h"
#include "heddle/layout/LinearLayout.h"
#include "heddle/plan/BlockPart.h"
#include "heddle/target/TensorMap.h"

namespace heddle {

/// What elements are to the engine: those that are only moved count as numbers
/// of their size, and numbers without a sign of their own have one, as in
/// Triton's metadata. Nothing for elements that it does not have.
std::optional<TensorMap::Element> engineElement(mlir::Type type);

/// What a store to a descriptor's block is to the engine.
TensorMap::Reduction engineReduction(tt::DescriptorReduceKind kind);

/// Sizes of a box, the innermost axis first, with rows within `swizzle` bytes
/// (0: no swizzle) of elements of `bytes` bytes.
llvm::SmallVector<std::uint32_t, TensorMap::MostAxes>
engineBox(llvm::ArrayRef<std::int64_t> shape, unsigned bytes, unsigned swizzle);

/// The bytes within which the engine permutes groups of 16 for a layout of
/// shared memory, 0 for none; fails, with the reason, on layouts that it does
/// not have.
Result<unsigned> engineSwizzle(mlir::Attribute layout);

/// What each block of a cluster copies of a descriptor's block: the tile that
/// the layout gives it, or all without one. Fails if there are no tiles.
Result<BlockPart> blockPart(llvm::ArrayRef<std::int64_t> shape,
                            mlir::Attribute layout);

/// What the engine copies at a time of a descriptor's block, or of the tile
/// that each block of a cluster has of it.
struct EngineBox {
  TensorMap::Element element;
  /// As `engineSwizzle` has it.
  unsigned swizzle;
  /// The innermost axis first.
  llvm::SmallVector<std::uint32_t, TensorMap::MostAxes> sizes;
};
/// Of a block that lies so in shared memory. Fails, with the reason, on
/// elements and layouts that the engine does not have.
Result<EngineBox> boxOf(tt::TensorDescType block, mlir::Attribute layout);

/// Where the elements of a block are in a buffer, in bytes: linear over F2.
class EnginePlaces {
public:
  /// `offsets` are those of a buffer with axes of these sizes; nothing if it
  /// has other axes than the block, leaving out those of size 1.
  static std::optional<EnginePlaces> of(const LinearLayout &offsets,
                                        llvm::ArrayRef<std::int64_t> block,
                                        llvm::ArrayRef<std::int64_t> buffer,
                                        unsigned bytes);

  /// Of the element with these coordinates, the innermost first.
  std::uint64_t at(llvm::ArrayRef<std::uint64_t> coordinates) const;
  /// The first element of a box that is not where the engine puts it, and where
  /// it is; nothing if all are. By linearity single bits of coordinates tell.
  std::optional<std::string> misplaced(llvm::ArrayRef<std::uint32_t> box,
                                       unsigned swizzle) const;

private:
  explicit EnginePlaces(const LinearLayout &offsets) : offsets(offsets) {}

  LinearLayout offsets;
  /// Of each axis of the block, the innermost first, the buffer's; nothing if
  /// it is one element long and the buffer does not have it.
  llvm::SmallVector<std::optional<unsigned>> axes;
  std::vector<Coordinate> zeros;
  unsigned bytes = 1;
};

/// The layout in which the engine puts a block with these axes: nvmma_shared
/// with the widest swizzle that the innermost one has. Null if there is none,
/// if boxes do not lie so in it, and for elements of 64 bits. Blocks of a
/// cluster share it as `cga` says, and each copies boxes of its tile.
mlir::Attribute engineLayout(llvm::ArrayRef<std::int64_t> shape,
                             mlir::Type element, const Bases &cga = {});

/// The buffer that the engine fills from, or empties into, a block whose
/// elements are such a tensor; the block's layout has to be one of the engine.
ttg::MemDescType engineBuffer(tt::TensorDescType block,
                              mlir::RankedTensorType values);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_ENGINEBLOCKS_H
