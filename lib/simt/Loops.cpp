//===- Loops.cpp - What is known of loops ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/Loops.h"
#include "mlir/IR/Matchers.h"

namespace heddle::simt {

using namespace mlir;

static constexpr llvm::StringLiteral Name = "simt.iterates";

bool iterates(scf::ForOp loop) {
  if (loop->hasAttr(Name))
    return true;
  llvm::APInt from, to;
  if (!matchPattern(loop.getLowerBound(), m_ConstantInt(&from)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&to)))
    return false;
  return loop.getUnsignedCmp() ? from.ult(to) : from.slt(to);
}

void markIterating(scf::ForOp loop) {
  loop->setAttr(Name, UnitAttr::get(loop.getContext()));
}

} // namespace heddle::simt
