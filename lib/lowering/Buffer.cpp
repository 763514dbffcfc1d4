//===- Buffer.cpp - Buffers in shared memory ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffer.h"
#include "ElementContext.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/ir/Layout.h"
#include "heddle/plan/SharedLayout.h"
#include "heddle/simt/Simt.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

/// The bytes from a buffer to the next one of an array, or those of one that is
/// alone: the padding behind its last element counts only if one follows.
static std::uint64_t bytesOfOne(const Buffer &buffer, bool isInArray) {
  constexpr unsigned Alignment = 16;
  std::uint64_t size = buffer.layout.inSize(Dim::Offset);
  std::uint64_t elements = isInArray
                               ? paddedOffset(buffer.paddings, size)
                               : paddedOffset(buffer.paddings, size - 1) + 1;
  return llvm::alignTo(elements * (buffer.elementBits / 8),
                       isInArray ? std::max(buffer.alignment, Alignment)
                                 : Alignment);
}

std::vector<std::uint64_t> arraySizes(ttg::MemDescType type) {
  std::size_t arrays = ir::tensorType(type).value().leadingDims();
  std::vector<std::uint64_t> sizes;
  for (int64_t size : type.getShape().take_front(arrays))
    sizes.push_back(static_cast<std::uint64_t>(size));
  return sizes;
}

FailureOr<Buffer> bufferOf(Operation *op, ttg::MemDescType type) {
  if (!type.isInSharedMemory())
    return refuse(op) << "it is in tensor memory";
  Result<LinearLayout> layout = ir::linearLayoutOf(type);
  if (!layout)
    return ir::report([&] { return op->emitOpError(); }, layout.error());
  for (const DimBits &in : layout->ins())
    if (in.dim != Dim::Offset && in.dim != Dim::Block && in.bits != 0)
      return refuse(op) << "its buffer is in parts";
  Type element = type.getElementType();
  if (isa<tt::PointerType>(element))
    element = IntegerType::get(type.getContext(), 64);
  if (!element.isIntOrFloat())
    return refuse(op) << "it has elements of " << element;
  const Encoding &encoding = *ir::encodingOf(type);
  std::span<const Padding> paddings = paddingsOf(encoding);
  Buffer buffer = {.layout = *layout,
                   .paddings = {paddings.begin(), paddings.end()},
                   .elementBits = 8 * simt::bytesOf(element),
                   .alignment = std::max(16U, alignmentOf(encoding))};
  buffer.bytes = bytesOfOne(buffer, !arraySizes(type).empty());
  return buffer;
}

FailureOr<Buffer> wholeBufferOf(Operation *op, ttg::MemDescType type) {
  FailureOr<Buffer> buffer = bufferOf(op, type);
  if (failed(buffer))
    return failure();
  std::vector<std::uint64_t> sizes = arraySizes(type);
  if (sizes.empty())
    return buffer;
  std::uint64_t bytes = buffer->elementBits / 8;
  std::uint64_t size = buffer->layout.inSize(Dim::Offset);
  std::erase_if(buffer->paddings, [&](const Padding &padding) {
    return padding.interval > size;
  });
  if (std::uint64_t rest =
          buffer->bytes - paddedOffset(buffer->paddings, size) * bytes;
      rest != 0)
    buffer->paddings.push_back({size, rest / bytes});
  Result<LinearLayout> all = arrayOfBuffers(buffer->layout, sizes);
  if (!all)
    return ir::report([&] { return op->emitOpError(); }, all.error());
  buffer->layout = *all;
  return buffer;
}

} // namespace heddle
