//===- GlobalScratch.cpp - Global memory of each program ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalScratch.h"
#include "heddle/mathlib/Term.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

namespace heddle {

using namespace mlir;

/// Where the program's bytes begin: behind those of the programs before it.
static Value makeBase(LoweringContext &context, Location loc) {
  OpBuilder &builder = context.builder;
  OpBuilder::InsertionGuard guard(builder);
  Block *entry = context.entryBlock();
  builder.setInsertionPointToStart(entry);
  Type i64 = builder.getI64Type();
  Term first(builder, loc, entry->addArgument(i64, loc));
  // Its value is the size of the whole, in the end.
  context.globalScratch.size =
      context.make<arith::ConstantOp>(loc, builder.getI64IntegerAttr(0));
  auto wide = [&](Value number) { return zeroExtend(first.with(number), 64); };
  auto program = [&](simt::GridAxis axis) {
    return wide(context.make<simt::ProgramOp>(loc, builder.getI32Type(), axis));
  };
  auto programs = [&](simt::GridAxis axis) {
    return wide(
        context.make<simt::ProgramsOp>(loc, builder.getI32Type(), axis));
  };
  using enum simt::GridAxis;
  Term number =
      (program(Z) * programs(Y) + program(Y)) * programs(X) + program(X);
  return (first + number * first.with(context.globalScratch.size)).get();
}

Value globalScratchBase(LoweringContext &context, Location loc) {
  GlobalScratch &scratch = context.globalScratch;
  if (!scratch.base)
    scratch.base = makeBase(context, loc);
  return scratch.base;
}

Value allocateGlobalScratch(LoweringContext &context, Operation *op,
                            std::uint64_t bytes, std::uint64_t alignment) {
  constexpr std::uint64_t Most = std::numeric_limits<std::int32_t>::max();
  GlobalScratch &scratch = context.globalScratch;
  Value begin = globalScratchBase(context, op->getLoc());
  std::uint64_t offset = llvm::alignTo(scratch.bytes, alignment);
  scratch.alignment = std::max(scratch.alignment, alignment);
  // Each block of a cluster has its own.
  unsigned blockBits = context.threads.block;
  std::uint64_t ofBlock =
      blockBits == 0 ? bytes : llvm::alignTo(bytes, alignment);
  scratch.bytes = offset + (ofBlock << blockBits);
  if (llvm::alignTo(scratch.bytes, scratch.alignment) > Most) {
    refuse(op) << "a program has " << scratch.bytes
               << " bytes of global memory for itself, which is more than "
               << Most;
    return {};
  }
  Location loc = op->getLoc();
  Term base(context.builder, loc, begin);
  Term address = base + static_cast<double>(offset);
  if (blockBits == 0)
    return address.get();
  Term rank = zeroExtend(base.with(context.blockRank(loc)), 64);
  return (address + rank * static_cast<double>(ofBlock)).get();
}

void finishGlobalScratch(LoweringContext &context, simt::KernelOp kernel) {
  GlobalScratch &scratch = context.globalScratch;
  if (!scratch.base)
    return;
  std::uint64_t bytes = llvm::alignTo(scratch.bytes, scratch.alignment);
  Builder &builder = context.builder;
  scratch.size.getDefiningOp<arith::ConstantOp>().setValueAttr(
      builder.getI64IntegerAttr(static_cast<std::int64_t>(bytes)));
  kernel.setFunctionType(
      builder.getFunctionType(kernel.getBody().front().getArgumentTypes(), {}));
  simt::setGlobalScratch(
      kernel, {.bytes = static_cast<std::uint32_t>(bytes),
               .alignment = static_cast<std::uint32_t>(scratch.alignment)});
}

} // namespace heddle
