//===- TensorBoxes.cpp - The boxes of a block -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorBoxes.h"
#include "heddle/analysis/EngineBlocks.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Refusal.h"
#include "heddle/layout/Compose.h"
#include "heddle/plan/BlockPart.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

FailureOr<simt::TensorMapArgument>
tensorMapFor(Operation *op, tt::TensorDescType type, ttg::MemDescType memory) {
  Attribute layout = type.getLayout();
  if (!layout && memory)
    layout = memory.getEncoding();
  Result<EngineBox> box = boxOf(type, layout);
  if (!box)
    return refuse(op) << box.error().text();
  std::size_t rank = type.getShape().size();
  if (rank == 0 || rank > TensorMap::MostAxes)
    return refuse(op) << "a block has 1 to " << TensorMap::MostAxes
                      << " axes, but " << type << " has " << rank;
  constexpr std::uint32_t BoxUnit = 16;
  std::uint32_t row = box->sizes.front() * bytesOf(box->element);
  if (row % BoxUnit != 0)
    return refuse(op) << "the innermost axis of a block is a multiple of "
                      << BoxUnit << " bytes, but that of " << type << " is "
                      << row;
  return simt::TensorMapArgument{.element = box->element,
                                 .swizzle = box->swizzle,
                                 .box = std::move(box->sizes)};
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

namespace {

/// What a block of the cluster has of a buffer, and where it is there.
struct Places {
  EnginePlaces inBuffer;
  /// As `TensorBoxes` has them.
  std::vector<std::vector<Word>> begins;
  /// The sizes of what it copies.
  llvm::SmallVector<std::int64_t> sizes;
  Word copies = 0;
};

/// The sizes of a block's part, of axes with these begins.
llvm::SmallVector<std::int64_t>
partOf(ArrayRef<std::int64_t> shape,
       const std::vector<std::vector<std::uint64_t>> &begins) {
  llvm::SmallVector<std::int64_t> sizes(shape);
  for (const std::vector<std::uint64_t> &begin : begins)
    for (auto [size, step] : llvm::zip_equal(sizes, begin))
      size /= step != 0 ? 2 : 1;
  return sizes;
}

/// Of each axis of a descriptor, the innermost first, which one of the buffer
/// it is: nothing for axes of one element that the buffer lacks.
llvm::SmallVector<std::optional<std::size_t>>
axesOf(ArrayRef<std::int64_t> shape, ArrayRef<std::int64_t> buffer) {
  llvm::SmallVector<std::optional<std::size_t>> axes;
  std::size_t left = buffer.size();
  for (std::int64_t size : llvm::reverse(shape))
    axes.push_back(left > 0 && buffer[left - 1] == size ? std::optional(--left)
                                                        : std::nullopt);
  return axes;
}

FailureOr<Places> placesIn(Operation *op, tt::TensorDescType type,
                           ttg::MemDescType memory, unsigned bytes) {
  FailureOr<Buffer> buffer = bufferOf(op, memory);
  if (failed(buffer))
    return failure();
  Result<BlockPart> part = BlockPart::of(buffer->layout);
  Result<LinearLayout> inBlock =
      part ? part->inBlock(buffer->layout) : tl::unexpected(part.error());
  Result<LinearLayout> offsets =
      inBlock ? pseudoinvert(*inBlock) : std::move(inBlock);
  if (!offsets)
    return ir::report([&] { return op->emitOpError(); }, offsets.error());
  if (!arraySizes(memory).empty())
    return refuse(op) << "its block has other axes than the buffer " << memory;
  bool isShared = llvm::any_of(part->begins, [](const auto &begin) {
    return llvm::any_of(begin, [](std::uint64_t step) { return step != 0; });
  });
  if (isShared &&
      memory.getAllocShape().take_back(memory.getRank()) != memory.getShape())
    return refuse(op) << "it copies a slice of a buffer that the blocks of a "
                         "cluster share";
  llvm::SmallVector<std::optional<std::size_t>> axes =
      axesOf(type.getShape(), memory.getShape());
  std::vector<std::vector<Word>> begins(axes.size());
  llvm::SmallVector<std::int64_t> sizes(type.getShape());
  llvm::SmallVector<std::int64_t> inBuffer =
      partOf(memory.getShape(), part->begins);
  for (auto [index, axis] : llvm::enumerate(axes))
    for (const std::vector<std::uint64_t> &begin : part->begins) {
      Word step = axis ? begin[*axis] : 0;
      begins[index].push_back(step);
      if (step != 0)
        sizes[sizes.size() - 1 - index] /= 2;
    }
  std::optional<EnginePlaces> places =
      EnginePlaces::of(*offsets, sizes, inBuffer, bytes);
  if (!places)
    return refuse(op) << "its block has other axes than the buffer " << memory;
  Word copies = 0;
  for (const Coordinate &mask : buffer->layout.freeVariableMasks())
    if (mask.dim == Dim::Block)
      copies = mask.value;
  return Places{*places, std::move(begins), std::move(sizes), copies};
}

/// The next box of a block, in the order of the axes; false behind the last.
bool moveOn(llvm::SmallVectorImpl<std::uint64_t> &begin,
            const simt::TensorMapArgument &map, ArrayRef<std::int64_t> shape) {
  for (std::size_t axis = 0; axis < begin.size(); ++axis) {
    begin[axis] += map.box[axis];
    if (begin[axis] <
        static_cast<std::uint64_t>(shape[shape.size() - 1 - axis]))
      return true;
    begin[axis] = 0;
  }
  return false;
}

} // namespace

FailureOr<TensorBoxes> boxesIn(Operation *op, tt::TensorDescType type,
                               const simt::TensorMapArgument &map,
                               ttg::MemDescType memory, Word start) {
  unsigned bytes = bytesOf(map.element);
  FailureOr<Places> found = placesIn(op, type, memory, bytes);
  if (failed(found))
    return failure();
  const EnginePlaces *places = &found->inBuffer;
  for (auto [box, size] : llvm::zip(map.box, llvm::reverse(found->sizes)))
    if (box > size)
      return refuse(op) << "its descriptor's boxes are larger than a block's "
                           "part of the buffer "
                        << memory;
  if (std::optional<std::string> witness =
          places->misplaced(map.box, map.swizzle))
    return refuse(op) << "its buffer has another order: " << *witness;
  TensorBoxes boxes;
  boxes.begins = found->begins;
  boxes.copies = found->copies;
  boxes.bytes = bytes;
  for (std::uint32_t size : map.box)
    boxes.bytes *= size;
  constexpr std::uint32_t BoxAlignment = 128;
  std::uint32_t alignment = std::max(boxes.bytes, BoxAlignment);
  llvm::SmallVector<std::uint64_t> begin(map.box.size(), 0);
  do {
    // Swizzling twice gives the address without it, from which the engine
    // counts.
    auto place = static_cast<std::uint32_t>(places->at(begin) ^ start * bytes);
    std::uint32_t offset = swizzledAddress(map.swizzle, place);
    if (offset % alignment != 0)
      return refuse(op) << "a box of " << boxes.bytes
                        << " bytes lies at a multiple of " << alignment
                        << " bytes, but one begins at byte " << offset
                        << " of its buffer";
    boxes.offsets.push_back(static_cast<std::int32_t>(offset));
    for (std::uint64_t step : begin)
      boxes.steps.push_back(static_cast<std::int32_t>(step));
  } while (moveOn(begin, map, found->sizes));
  return boxes;
}

} // namespace heddle
