//===- Print.cpp - Printing -----------------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "heddle/mathlib/Term.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

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

} // namespace

// A line for each element: "pid (0, 0, 0) idx (5) prefix value".
LogicalResult KernelLowering::emitPrint(Operation *op) {
  auto print = cast<tt::PrintOp>(op);
  Location place = op->getLoc();
  Type i32 = builder.getI32Type();
  llvm::SmallVector<Value> program;
  for (auto axis : {simt::GridAxis::X, simt::GridAxis::Y, simt::GridAxis::Z})
    program.push_back(make<simt::ProgramOp>(place, i32, axis));
  std::string start = "pid (%u, %u, %u) ";
  auto message = print.getPrefix().str();
  if (print.getArgs().empty())
    make<simt::PrintOp>(place, start + message + "\n", isFirst(place), program);
  for (auto [number, argument] : llvm::enumerate(print.getArgs())) {
    Value registers = get(argument);
    auto tensor = dyn_cast<RankedTensorType>(argument.getType());
    Type element = getElementTypeOrSelf(registers.getType());
    if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() < 16)
      if (!isa<IntegerType>(element))
        return refuse(op) << "it prints " << element;
    if (!tensor)
      registers = gather({registers}, place);
    Value owner = tensor ? isOwner(layoutOf(tensor), place) : isFirst(place);
    llvm::SmallVector<Value> indices;
    std::string where = start;
    if (tensor) {
      where += "idx (";
      for (unsigned axis = 0; axis < tensor.getRank(); ++axis) {
        indices.push_back(coordinates(layoutOf(tensor), axis, place));
        where += axis == 0 ? "%u" : ", %u";
      }
      where += ")";
    }
    auto count = cast<VectorType>(registers.getType()).getNumElements();
    for (unsigned index = 0; index < count; ++index) {
      llvm::SmallVector<Value> arguments = program;
      for (Value each : indices)
        arguments.push_back(make<simt::ExtractOp>(place, i32, each, index));
      Term value(builder, place,
                 make<simt::ExtractOp>(place, element, registers, index));
      auto [converted, format] =
          printed(value, print.getHex(), print.getIsSigned()[number] != 0);
      arguments.push_back(converted);
      make<simt::PrintOp>(place, where + message + format + "\n", owner,
                          arguments);
    }
  }
  return success();
}

} // namespace heddle
