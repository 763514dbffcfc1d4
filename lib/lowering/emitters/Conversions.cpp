//===- Conversions.cpp - Conversions of layouts ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvertLayout.h"
#include "Emitters.h"
#include "heddle/ir/Amdg.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

/// Also what is known to stay in its thread.
template <class Op>
static LogicalResult emitConversion(LoweringContext &context, Op op) {
  const LinearLayout from = context.layoutOf(op.getSrc());
  const LinearLayout to = context.layoutOf(op.getResult());
  FailureOr<Value> result =
      convertLayout(context, op, context.get(op.getSrc()), from, to);
  if (failed(result))
    return failure();
  context.set(op, *result);
  return success();
}

void registerConversionEmitters(EmitterTable &table) {
  table.add<ttg::ConvertLayoutOp>(emitConversion<ttg::ConvertLayoutOp>);
  table.add<amdg::InThreadTransposeOp>(
      emitConversion<amdg::InThreadTransposeOp>);
}

} // namespace heddle
