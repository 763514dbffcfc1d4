//===- Debug.cpp - Prints and assertions ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "Registers.h"
#include "Threads.h"
#include "heddle/mathlib/Term.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

LogicalResult emitAssert(LoweringContext &context, tt::AssertOp check) {
  context.make<simt::AssertOp>(
      check.getLoc(), context.get(check.getCondition()), check.getMessage());
  return success();
}

/// A register as printf takes it, and how it says so.
struct Printed {
  Value value;
  std::string format;
};

Printed printed(Term x, bool isHex, bool isSigned) {
  if (x.isFloat()) {
    Type f64 = x.ops().getF64Type();
    return {x.element() == f64 ? x.get() : x.unary<arith::ExtFOp>(f64).get(),
            "%f"};
  }
  bool isWide = x.bits() > 32;
  unsigned bits = isWide ? 64 : 32;
  Term wide = x.bits() == bits ? x
              : isSigned && x.bits() > 1
                  ? x.unary<arith::ExtSIOp>(x.integer(bits))
                  : zeroExtend(x, bits);
  if (isHex)
    return {wide.get(), isWide ? "0x%016llx" : "0x%08x"};
  return {wide.get(),
          std::string(isWide ? "%ll" : "%") + (isSigned ? "d" : "u")};
}

constexpr llvm::StringLiteral ProgramFormat = "pid (%u, %u, %u) ";

/// A line for each register of an argument, with its coordinates.
LogicalResult printArgument(LoweringContext &context, tt::PrintOp print,
                            unsigned number,
                            const llvm::SmallVector<Value> &program) {
  Location loc = print.getLoc();
  Value argument = print.getArgs()[number];
  Value registers = context.get(argument);
  Type element = getElementTypeOrSelf(registers.getType());
  bool isPrintable =
      isa<IntegerType>(element) ||
      (element.isIntOrFloat() && element.getIntOrFloatBitWidth() >= 16);
  if (!isPrintable)
    return refuse(print) << "it prints " << element;
  if (!isa<VectorType>(registers.getType()))
    registers = vectorOf(context.builder, loc, {registers});
  Value owner = isOwnerOf(context, loc, argument.getType());
  llvm::SmallVector<Value> indices;
  std::string start = ProgramFormat.str();
  if (auto tensor = dyn_cast<RankedTensorType>(argument.getType())) {
    start += "idx (";
    for (unsigned axis = 0; axis < tensor.getRank(); ++axis) {
      indices.push_back(
          coordinates(context, loc, context.layoutOf(tensor), axis));
      start += axis == 0 ? "%u" : ", %u";
    }
    start += ")";
  }
  start += print.getPrefix();
  Type i32 = context.builder.getI32Type();
  for (unsigned index = 0; index < countOf(registers); ++index) {
    llvm::SmallVector<Value> arguments = program;
    for (Value each : indices)
      arguments.push_back(context.make<simt::ExtractOp>(loc, i32, each, index));
    Term value(context.builder, loc,
               context.make<simt::ExtractOp>(loc, element, registers, index));
    // A sign that is missing counts as none.
    bool isSigned =
        number < print.getIsSigned().size() && print.getIsSigned()[number] != 0;
    auto [converted, format] = printed(value, print.getHex(), isSigned);
    arguments.push_back(converted);
    context.make<simt::PrintOp>(loc, start + format + "\n", owner, arguments);
  }
  return success();
}

// A line for each element: "pid (0, 0, 0) idx (5) prefix value".
LogicalResult emitPrint(LoweringContext &context, tt::PrintOp print) {
  Location loc = print.getLoc();
  llvm::SmallVector<Value> program;
  for (auto axis : {simt::GridAxis::X, simt::GridAxis::Y, simt::GridAxis::Z})
    program.push_back(
        context.make<simt::ProgramOp>(loc, context.builder.getI32Type(), axis));
  if (print.getArgs().empty())
    context.make<simt::PrintOp>(
        loc, ProgramFormat.str() + print.getPrefix().str() + "\n",
        isFirst(context, loc), program);
  for (unsigned number = 0; number < print.getArgs().size(); ++number)
    if (failed(printArgument(context, print, number, program)))
      return failure();
  return success();
}

} // namespace

void registerDebugEmitters(EmitterTable &table) {
  table.add<tt::AssertOp>(emitAssert);
  table.add<tt::PrintOp>(emitPrint);
}

} // namespace heddle
