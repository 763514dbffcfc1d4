//===- Vectors.cpp - Vectors of registers ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/Vectors.h"

namespace heddle {

using namespace mlir;

Value vectorOf(OpBuilder &builder, Location loc,
               llvm::ArrayRef<Value> scalars) {
  Type element = scalars.front().getType();
  llvm::SmallVector<Value> vectors;
  for (Value scalar : scalars)
    vectors.push_back(simt::SplatOp::create(
        builder, loc, simt::registers(element, 1), scalar));
  if (vectors.size() == 1)
    return vectors.front();
  auto count = static_cast<std::int32_t>(scalars.size());
  return simt::PermuteOp::create(
      builder, loc, simt::registers(element, static_cast<unsigned>(count)),
      vectors, llvm::to_vector(llvm::seq<std::int32_t>(0, count)));
}

} // namespace heddle
