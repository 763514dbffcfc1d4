//===- ConvertLayout.cpp - From one layout to another ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvertLayout.h"
#include "Registers.h"
#include "heddle/ir/Layout.h"
#include "heddle/plan/Certificate.h"
#include "heddle/plan/Conversion.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

FailureOr<Value> convertLayout(LoweringContext &context, Operation *op,
                               Value source, const LinearLayout &from,
                               const LinearLayout &to) {
  auto type = cast<VectorType>(source.getType());
  Type element = type.getElementType();
  Result<Conversion> plan =
      planConversion(from, to, 8 * simt::bytesOf(element), context.target,
                     {.isCheapestOnly = true});
  if (!plan)
    return ir::report([&] { return op->emitOpError(); }, plan.error());
  if (Result<void> proof = checkCertificate(*plan, from, to); !proof)
    return ir::report([&] { return op->emitOpError(); }, proof.error());
  context.record.conversions.push_back({op, *plan});
  const Program &program = plan->program;
  Location loc = op->getLoc();
  if (!program.renamed.empty())
    return permute(
        context.builder, loc, source,
        RegisterNumbers(program.renamed.begin(), program.renamed.end()));
  Value words = context.make<simt::ToWordsOp>(
      loc, simt::registers(context.builder.getI32Type(), simt::wordsOf(type)),
      source);
  FailureOr<Value> result = emitPlanProgram(context, op, program, words);
  if (failed(result))
    return failure();
  auto count = static_cast<unsigned>(to.inSize(Dim::Register));
  return context
      .make<simt::FromWordsOp>(loc, simt::registers(element, count), *result)
      .getResult();
}

} // namespace heddle
