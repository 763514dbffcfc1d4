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

namespace heddle {

using namespace mlir;
using mlir::failure;

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

FailureOr<simt::TensorMapArgument>
tensorMapFor(Operation *op, tt::TensorDescType type, ttg::MemDescType memory) {
  std::optional<TensorMap::Element> element =
      engineElement(type.getElementType());
  if (!element)
    return refuse(op) << "the copy engine has no elements of "
                      << type.getElementType();
  Attribute layout = type.getLayout();
  if (!layout && memory)
    layout = memory.getEncoding();
  Result<unsigned> swizzle = engineSwizzle(layout);
  if (!swizzle)
    return refuse(op) << swizzle.error().reason;
  std::size_t rank = type.getShape().size();
  if (rank == 0 || rank > TensorMap::MostAxes)
    return refuse(op) << "a block has 1 to " << TensorMap::MostAxes
                      << " axes, but " << type << " has " << rank;
  unsigned bytes = bytesOf(*element);
  simt::TensorMapArgument map = {
      .element = *element,
      .swizzle = *swizzle,
      .box = engineBox(type.getShape(), bytes, *swizzle)};
  constexpr std::uint32_t BoxUnit = 16;
  if (map.box.front() * bytes % BoxUnit != 0)
    return refuse(op) << "the innermost axis of a block is a multiple of "
                      << BoxUnit << " bytes, but that of " << type << " is "
                      << map.box.front() * bytes;
  return map;
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

namespace {

FailureOr<EnginePlaces> placesIn(Operation *op, tt::TensorDescType type,
                                 ttg::MemDescType memory, unsigned bytes) {
  FailureOr<Buffer> buffer = bufferOf(op, memory);
  if (failed(buffer))
    return failure();
  Result<LinearLayout> offsets = pseudoinvert(buffer->layout);
  if (!offsets)
    return ir::report([&] { return op->emitOpError(); }, offsets.error());
  std::optional<EnginePlaces> places;
  if (arraySizes(memory).empty())
    places =
        EnginePlaces::of(*offsets, type.getShape(), memory.getShape(), bytes);
  if (!places)
    return refuse(op) << "its block has other axes than the buffer " << memory;
  return *places;
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
  FailureOr<EnginePlaces> places = placesIn(op, type, memory, bytes);
  if (failed(places))
    return failure();
  if (std::optional<std::string> witness =
          places->misplaced(map.box, map.swizzle))
    return refuse(op) << "its buffer has another order: " << *witness;
  TensorBoxes boxes;
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
  } while (moveOn(begin, map, type.getShape()));
  return boxes;
}

} // namespace heddle
