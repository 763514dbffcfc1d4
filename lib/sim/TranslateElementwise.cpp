//===- TranslateElementwise.cpp - Arithmetic as instructions --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TranslatorTable.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

#include <tuple>

namespace heddle::sim {

using namespace mlir;

LogicalResult translateElementwise(Translator &translator, Operation *op) {
  Run run = translator.runs.elementwise().find(op);
  if (run == nullptr)
    return translator.refuse(op);
  translator.addSimple(op, run);
  return success();
}

namespace {

std::uint64_t bitsOf(Attribute value) {
  if (auto number = dyn_cast<IntegerAttr>(value))
    return number.getValue().getBitWidth() == 1
               ? number.getValue().getZExtValue()
               : static_cast<std::uint64_t>(number.getValue().getSExtValue());
  return cast<FloatAttr>(value).getValue().bitcastToAPInt().getZExtValue();
}

LogicalResult translateConstant(Translator &translator,
                                arith::ConstantOp constant) {
  if (!isa<DenseElementsAttr, IntegerAttr, FloatAttr>(constant.getValue()))
    return translator.refuse(constant);
  llvm::SmallVector<std::uint64_t> numbers;
  if (auto list = dyn_cast<DenseElementsAttr>(constant.getValue()))
    for (Attribute each : list.getValues<Attribute>())
      numbers.push_back(bitsOf(each));
  else
    numbers.push_back(bitsOf(constant.getValue()));
  translator.addConstant(constant, numbers);
  return success();
}

/// Always undefined: its masks are not shared, and stay empty.
void translatePoison(Translator &translator, ub::PoisonOp poison) {
  translator.code.poisons.push_back(
      {.where = translator.registers.defineForGood(poison),
       .count = simt::registerCount(poison.getType()),
       .op = poison});
}

LogicalResult translateSelect(Translator &translator, arith::SelectOp select) {
  Run run = translator.runs.elementwise().find(select);
  if (run == nullptr)
    return translator.refuse(select);
  // Which side is taken does not depend on what its bytes are.
  unsigned parts = std::max(translator.partsOf(select.getTrueValue()),
                            translator.partsOf(select.getFalseValue()));
  translator.addSimple(select, run, parts).immediate =
      isa<VectorType>(select.getCondition().getType()) ? 1 : 0;
  return success();
}

LogicalResult translateBitcast(Translator &translator, arith::BitcastOp cast) {
  if (translator.partsOf(cast.getIn()) != 1 ||
      bytesOf(cast.getIn().getType()) != bytesOf(cast.getType()))
    return translateElementwise(translator, cast);
  translator.registers.rename(cast, cast.getIn());
  return success();
}

/// Byte by byte, from registers with a mask for each byte to others.
void addPartial(Translator &translator, Operation *op, Run run) {
  Value value = op->getOperand(0), result = op->getResult(0);
  Operand from = translator.of(value, translator.partsOf(value));
  Operand where = translator.define(result, bytesOf(result.getType()));
  Instruction &each = translator.add(op, run);
  each.count = simt::registerCount(result.getType());
  std::tie(each.result, each.a) = std::tuple(where, from);
}

/// Part of a word.
LogicalResult translateTruncate(Translator &translator, arith::TruncIOp cast) {
  unsigned bytes = bytesOf(cast.getType());
  if (translator.partsOf(cast.getIn()) != 4 || bytes >= 4 ||
      getElementTypeOrSelf(cast.getType()).isInteger(1))
    return translateElementwise(translator, cast);
  addPartial(translator, cast, translator.runs.truncateWordsRun(bytes));
  return success();
}

/// Half a word as a word.
LogicalResult translateExtend(Translator &translator, arith::ExtUIOp cast) {
  if (translator.partsOf(cast.getIn()) != 2 || bytesOf(cast.getType()) != 4)
    return translateElementwise(translator, cast);
  addPartial(translator, cast, translator.runs.runExtendHalves);
  return success();
}

/// Results of twice the width, in two halves.
LogicalResult translateExtended(Translator &translator, Operation *op) {
  ExtendedRuns runs = translator.runs.elementwise().findExtended(op);
  if (runs.low == nullptr || runs.high == nullptr)
    return translator.refuse(op);
  for (auto [result, run] :
       llvm::zip(op->getResults(), std::array<Run, 2>{runs.low, runs.high})) {
    Operand a = translator.of(op->getOperand(0));
    Operand b = translator.of(op->getOperand(1));
    Operand where = translator.define(result);
    Instruction &each = translator.add(op, run);
    each.count = simt::registerCount(result.getType());
    std::tie(each.result, each.a, each.b) = std::tuple(where, a, b);
  }
  return success();
}

void translateApproximate(Translator &translator, simt::ApproximateOp op) {
  translator.addSimple(
      op, translator.runs.approximationRun(op.getFunction(), op.getFtz()));
}

LogicalResult translateConvertFloat(Translator &translator,
                                    simt::ConvertFloatOp convert) {
  Run run = translator.runs.floatConversionRun(convert);
  if (run == nullptr)
    return translator.refuse(convert);
  translator.addSimple(convert, run);
  return success();
}

LogicalResult refuseExternalCall(Translator &translator,
                                 simt::ExternalCallOp call) {
  return translator.refuse(call)
         << ": it calls " << call.getFunction() << ", of which there is no "
         << "program; only code for a GPU can be linked with libraries";
}

} // namespace

void addElementwise(TranslatorTable &table) {
  table.add<arith::ConstantOp>(translateConstant);
  table.add<ub::PoisonOp>(translatePoison);
  table.add<arith::SelectOp>(translateSelect);
  table.add<arith::BitcastOp>(translateBitcast);
  table.add<arith::TruncIOp>(translateTruncate);
  table.add<arith::ExtUIOp>(translateExtend);
  table.add<arith::AddUIExtendedOp>(translateExtended);
  table.add<arith::MulSIExtendedOp>(translateExtended);
  table.add<arith::MulUIExtendedOp>(translateExtended);
  table.add<simt::ApproximateOp>(translateApproximate);
  table.add<simt::ConvertFloatOp>(translateConvertFloat);
  table.add<simt::ExternalCallOp>(refuseExternalCall);
}

} // namespace heddle::sim
