//===- ProgramOrder.cpp - Which programs start first ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/ProgramOrder.h"

namespace heddle::simt {

using namespace mlir;

static constexpr llvm::StringLiteral Name = "simt.program_order";

std::optional<ProgramOrder> ProgramOrder::parse(llvm::StringRef text) {
  bool isDescending = text.consume_front("descending ");
  if (!isDescending && !text.consume_front("ascending "))
    return std::nullopt;
  std::optional<GridAxis> axis = symbolizeGridAxis(text);
  if (!axis)
    return std::nullopt;
  return ProgramOrder{*axis, isDescending};
}

std::optional<ProgramOrder> programOrderOf(KernelOp kernel) {
  auto text = kernel->getAttrOfType<StringAttr>(Name);
  return text ? ProgramOrder::parse(text.getValue()) : std::nullopt;
}

void setProgramOrder(KernelOp kernel, llvm::StringRef text) {
  kernel->setAttr(Name, StringAttr::get(kernel.getContext(), text));
}

LogicalResult verifyProgramOrder(Operation *op, llvm::StringRef attribute) {
  Attribute order = op->getAttr(attribute);
  if (!order)
    return success();
  auto text = dyn_cast<StringAttr>(order);
  if (text && ProgramOrder::parse(text.getValue()))
    return success();
  InFlightDiagnostic error = op->emitOpError()
                             << "expects a '" << attribute
                             << "' such as \"descending x\", but got " << order;
  error.attachNote() << "it is ascending or descending along x, y or z";
  return error;
}

LogicalResult verifyProgramOrder(KernelOp kernel) {
  return verifyProgramOrder(kernel, Name);
}

} // namespace heddle::simt
