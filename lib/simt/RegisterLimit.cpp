//===- RegisterLimit.cpp - How many registers a thread may have -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/RegisterLimit.h"

namespace heddle::simt {

static constexpr llvm::StringLiteral Name = "simt.max_registers";

std::optional<unsigned> registerLimitOf(KernelOp kernel) {
  auto limit = kernel->getAttrOfType<mlir::IntegerAttr>(Name);
  if (!limit)
    return std::nullopt;
  return static_cast<unsigned>(limit.getInt());
}

void setRegisterLimit(KernelOp kernel, unsigned registers) {
  mlir::Builder builder(kernel.getContext());
  kernel->setAttr(
      Name, builder.getI32IntegerAttr(static_cast<std::int32_t>(registers)));
}

unsigned registersAtLaunch(unsigned warps, std::optional<unsigned> limit) {
  constexpr unsigned Registers = 65536, Lanes = 32, Most = 248;
  unsigned each =
      std::min({Most, limit.value_or(Most), Registers / (warps * Lanes)});
  return each / RegisterUnit * RegisterUnit;
}

} // namespace heddle::simt
