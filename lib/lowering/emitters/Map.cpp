//===- Map.cpp - Maps of elements -----------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementRegion.h"
#include "Emitters.h"
#include "Registers.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

/// Each group of `pack` registers of an operand is as many arguments, and so
/// are the results.
static LogicalResult emitMap(LoweringContext &context,
                             tt::MapElementwiseOp map) {
  unsigned pack = map.getPack();
  llvm::SmallVector<Value> sources = context.get(map.getSrcs());
  unsigned total = countOf(sources.front());
  if (total % pack != 0)
    return refuse(map) << "threads hold " << total
                       << " elements, not groups of " << pack;
  llvm::SmallVector<Value> arguments;
  for (Value source : sources)
    for (unsigned first = 0; first < pack; ++first) {
      RegisterNumbers numbers;
      for (unsigned index = first; index < total; index += pack)
        numbers.push_back(static_cast<std::int32_t>(index));
      arguments.push_back(pick(context.builder, source, numbers));
    }
  FailureOr<llvm::SmallVector<Value>> results =
      lowerElementRegion(context, map.getScalarOp(), arguments);
  if (failed(results))
    return failure();
  // Register i of a result is register i / pack of value i % pack.
  RegisterNumbers order;
  for (unsigned index = 0; index < total; ++index)
    order.push_back(static_cast<std::int32_t>(index % pack * (total / pack) +
                                              index / pack));
  llvm::ArrayRef<Value> left = *results;
  for (Value result : map.getResults()) {
    context.set(result, permute(context.builder, map.getLoc(),
                                left.take_front(pack), order));
    left = left.drop_front(pack);
  }
  return success();
}

void registerMapEmitters(EmitterTable &table) {
  table.add<tt::MapElementwiseOp>(emitMap);
}

} // namespace heddle
