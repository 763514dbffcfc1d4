//===- DotFactors.cpp - What a dot multiplies -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DotFactors.h"
#include "ConvertLayout.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/ir/Layout.h"
#include "heddle/layout/Reshape.h"

#include <algorithm>

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// As they are.
DotFactors factorsOf(LoweringContext &context, Operation *dot) {
  return {.a = context.get(dot->getOperand(0)),
          .b = context.get(dot->getOperand(1)),
          .layoutOfA = context.layoutOf(dot->getOperand(0)),
          .layoutOfB = context.layoutOf(dot->getOperand(1))};
}

/// Neighbours along K that a lane has at once: what fills a word of NVIDIA's
/// fragments, two of MFMA's, four if they know scales, all of WMMA's. Products
/// without an instruction have none.
unsigned neighboursOf(Operation *dot, const Encoding &result, unsigned bits) {
  if (result.is<NvidiaMmaEncoding>())
    return std::max(1U, 32 / bits);
  if (result.is<AmdMfmaEncoding>())
    return std::max(1U, (isa<tt::DotScaledOp>(dot) ? 128 : 64) / bits);
  if (const auto *wmma = result.getIf<AmdWmmaEncoding>())
    return wmma->version == 1 ? 16 : 8;
  return 0;
}

/// The layouts that the encoding of the result has for its factors; the
/// registers are still those of `factors`. Nothing if it has none.
std::optional<DotFactors> matchedFactors(LoweringContext &context,
                                         Operation *dot,
                                         const DotFactors &factors) {
  const Encoding &result = *ir::encodingOf(dot->getResult(0).getType());
  auto layoutOf = [&](unsigned index, Value value) -> Result<LinearLayout> {
    auto type = cast<RankedTensorType>(value.getType());
    unsigned bits = type.getElementTypeBitWidth();
    unsigned kWidth = neighboursOf(dot, result, bits);
    ttg::LayoutAttr attr = ttg::LayoutAttr::get(
        context.builder.getContext(),
        DotOperandEncoding{.opIdx = index, .parent = result, .kWidth = kWidth});
    Result<LinearLayout> layout = ir::linearLayoutOf(
        RankedTensorType::get(type.getShape(), type.getElementType(), attr));
    if (!layout)
      return layout;
    return removeZeroBases(*layout, Dim::Register);
  };
  Result<LinearLayout> a = layoutOf(0, dot->getOperand(0));
  Result<LinearLayout> b = layoutOf(1, dot->getOperand(1));
  if (!a || !b)
    return std::nullopt;
  return DotFactors{.a = factors.a,
                    .b = factors.b,
                    .layoutOfA = std::move(*a),
                    .layoutOfB = std::move(*b)};
}

/// Converts the registers of `to` from the layouts of `from` to its own.
LogicalResult convertFactors(LoweringContext &context, Operation *dot,
                             const DotFactors &from, DotFactors &to) {
  auto convert = [&](Value &value, const LinearLayout &before,
                     const LinearLayout &after) {
    FailureOr<Value> moved = convertLayout(context, dot, value, before, after);
    if (succeeded(moved))
      value = *moved;
    return LogicalResult(moved);
  };
  if (failed(convert(to.a, from.layoutOfA, to.layoutOfA)))
    return failure();
  return convert(to.b, from.layoutOfB, to.layoutOfB);
}

} // namespace

FailureOr<std::optional<DotFactors>>
fittingFactors(LoweringContext &context, Operation *dot,
               llvm::function_ref<bool(const DotFactors &)> fit) {
  DotFactors factors = factorsOf(context, dot);
  if (fit(factors))
    return std::optional(std::move(factors));
  std::optional<DotFactors> matched = matchedFactors(context, dot, factors);
  if (!matched || !fit(*matched))
    return std::optional<DotFactors>();
  if (failed(convertFactors(context, dot, factors, *matched)))
    return failure();
  return matched;
}

} // namespace heddle
