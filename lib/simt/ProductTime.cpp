//===- ProductTime.cpp - How long products take ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/ProductTime.h"
#include "heddle/target/MatrixInstruction.h"

namespace heddle::simt {

using namespace mlir;

static std::optional<ProductTime> timeOfWarp(ProductAttr shape,
                                             const Target &target) {
  std::optional<double> cycles =
      cyclesOf(*shape.findOfWarp(), shape.types(), target);
  if (!cycles)
    return std::nullopt;
  return ProductTime{.tensor = *cycles};
}

std::optional<ProductTime> timeOf(MmaOp product, const Target &target) {
  return timeOfWarp(product.getInstruction(), target);
}

std::optional<ProductTime> timeOf(ScaledMmaOp product, const Target &target) {
  return timeOfWarp(product.getInstruction(), target);
}

std::optional<ProductTime> timeOf(GroupMmaOp product, const Target &target) {
  ProductAttr shape = product.getInstruction();
  std::optional<double> cycles =
      cyclesOf(*shape.findOfGroup(), shape.types(), target, shape.getN());
  if (!cycles)
    return std::nullopt;
  double bits = double(shape.getN()) * bitsOf(shape.getB());
  if (product.getAAddress())
    bits += double(shape.getM()) * bitsOf(shape.getA());
  return ProductTime{.tensor = *cycles,
                     .reads =
                         bits / 8 * shape.getK() / target.wavefrontBytes()};
}

double productCycles(Operation *op, std::uint64_t warpInstructions,
                     const Target &target) {
  unsigned warps = 1;
  std::optional<ProductTime> each;
  if (auto product = dyn_cast<MmaOp>(op)) {
    each = timeOf(product, target);
  } else if (auto product = dyn_cast<ScaledMmaOp>(op)) {
    each = timeOf(product, target);
  } else if (auto product = dyn_cast<GroupMmaOp>(op)) {
    each = timeOf(product, target);
    warps = warpsOf(MatrixFamily::Wgmma);
  }
  return each ? each->longest() * double(warpInstructions) / warps : 0;
}

} // namespace heddle::simt
