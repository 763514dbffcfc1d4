//===- MemoryViews.cpp - Views of buffers ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffer.h"
#include "Emitters.h"
#include "heddle/ir/Layout.h"
#include "heddle/layout/Compose.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// The same memory, whose layout follows from the result's type.
LogicalResult emitMemoryView(LoweringContext &context, Operation *op) {
  Value from = op->getOperand(0), to = op->getResult(0);
  Word offset = context.subviewOffsets.lookup(from);
  context.set(to, context.get(from));
  context.subviewOffsets[to] = offset;
  return success();
}

LogicalResult emitMemoryReinterpret(LoweringContext &context,
                                    ttg::MemDescReinterpretOp op) {
  if (context.subviewOffsets.lookup(op.getSrc()) != 0)
    return refuse(op) << "it is of a part of a buffer";
  return emitMemoryView(context, op);
}

LogicalResult emitMemoryIndex(LoweringContext &context,
                              ttg::MemDescIndexOp index) {
  Location loc = index.getLoc();
  ttg::MemDescType from = index.getSrc().getType();
  FailureOr<Buffer> buffer = bufferOf(index, from);
  if (failed(buffer))
    return failure();
  std::vector<std::uint64_t> sizes = arraySizes(from);
  if (sizes.empty())
    return refuse(index) << "its layout describes the axis of the index";
  std::uint64_t stride = buffer->bytes;
  for (std::uint64_t size : std::span(sizes).subspan(1))
    stride *= size;
  Value distance = context.make<arith::MulIOp>(
      loc, context.get(index.getIndex()),
      context.number(static_cast<std::int64_t>(stride),
                     context.builder.getI32Type()));
  Word offset = context.subviewOffsets.lookup(index.getSrc());
  context.set(index, context.make<arith::AddIOp>(
                         loc, context.get(index.getSrc()), distance));
  context.subviewOffsets[index] = offset;
  return success();
}

LogicalResult emitMemorySubslice(LoweringContext &context,
                                 ttg::MemDescSubsliceOp slice) {
  ttg::MemDescType from = slice.getSrc().getType();
  FailureOr<Buffer> buffer = bufferOf(slice, from);
  if (failed(buffer))
    return failure();
  std::size_t arrays = arraySizes(from).size();
  std::vector<Coordinate> begin;
  for (auto [axis, offset] : llvm::enumerate(slice.getOffsets())) {
    if (axis < arrays && offset != 0)
      return refuse(slice) << "it is of an array of buffers";
    if (axis >= arrays)
      begin.push_back({Dim::standard(static_cast<unsigned>(axis - arrays)),
                       static_cast<std::uint64_t>(offset)});
  }
  Result<LinearLayout> offsets = pseudoinvert(buffer->layout);
  if (!offsets)
    return ir::report([&] { return slice.emitOpError(); }, offsets.error());
  Word start = context.subviewOffsets.lookup(slice.getSrc());
  const Coordinates at = offsets->apply(begin).value();
  for (const Coordinate &each : at)
    if (each.dim == Dim::Offset)
      start ^= each.value;
    else if (each.value != 0)
      return refuse(slice) << "it begins in another block of the cluster";
  context.set(slice, context.get(slice.getSrc()));
  context.subviewOffsets[slice] = start;
  return success();
}

} // namespace

void registerMemoryViewEmitters(EmitterTable &table) {
  table.add<ttg::MemDescTransOp, ttg::MemDescReshapeOp>(emitMemoryView);
  table.add<ttg::MemDescReinterpretOp>(emitMemoryReinterpret);
  table.add<ttg::MemDescIndexOp>(emitMemoryIndex);
  table.add<ttg::MemDescSubsliceOp>(emitMemorySubslice);
}

} // namespace heddle
