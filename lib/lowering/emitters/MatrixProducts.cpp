//===- MatrixProducts.cpp - Products by matrix instructions ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixProducts.h"
#include "Emitters.h"
#include "ProductPlan.h"
#include "Registers.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/MatrixTypes.h"

namespace heddle {

using namespace mlir;

namespace {

/// A product by the first instruction that the layouts are made for.
struct Choice {
  const MatrixInstruction *instruction = nullptr;
  ProductPlan plan;
};

Result<Choice> choose(LoweringContext &context, tt::DotOp dot,
                      const MatrixTypes &types) {
  const LinearLayout a = context.layoutOf(dot.getA());
  const LinearLayout b = context.layoutOf(dot.getB());
  const LinearLayout d = context.layoutOf(dot.getD());
  Error last = {.reason =
                    concat("expects types of a matrix instruction of ",
                           context.target.name, ", but got ", nameOf(types.a),
                           ", ", nameOf(types.b), " and ", nameOf(types.c)),
                .witness = {},
                .remedy = {}};
  for (const MatrixInstruction *each :
       matrixInstructions(context.target, types)) {
    if (each->family != MatrixFamily::Mma)
      continue;
    Result<ProductPlan> plan = planProduct(*each, a, b, d);
    if (plan)
      return Choice{each, std::move(*plan)};
    last = std::move(plan.error());
  }
  return tl::unexpected(std::move(last));
}

} // namespace

bool isMatrixProduct(tt::DotOp dot) {
  const Encoding *encoding = ir::encodingOf(dot.getType());
  return encoding != nullptr && encoding->is<NvidiaMmaEncoding>();
}

LogicalResult emitMatrixProduct(LoweringContext &context, tt::DotOp dot) {
  auto element = [](Value value) { return getElementTypeOrSelf(value); };
  std::optional<MatrixTypes> types =
      ir::matrixTypes(element(dot.getA()), element(dot.getB()),
                      element(dot.getD()), dot.getInputPrecision());
  if (!types)
    return refuse(dot) << "no matrix instruction multiplies "
                       << dot.getA().getType() << " and adds in "
                       << dot.getType();
  Result<Choice> choice = choose(context, dot, *types);
  if (!choice)
    return ir::report([&] { return refuse(dot); }, choice.error());
  const MatrixInstruction &row = *choice->instruction;
  const ProductPlan &plan = choice->plan;
  auto operand = [&](Value value, const std::vector<std::int32_t> &registers) {
    return pick(context.builder, context.get(value), registers);
  };
  auto product = simt::ProductAttr::get(dot.getContext(), row.m, row.n, row.k,
                                        types->a, types->b, types->c);
  Value sum = context.make<simt::MmaOp>(
      dot.getLoc(), product, operand(dot.getA(), plan.a),
      operand(dot.getB(), plan.b), operand(dot.getC(), plan.c), plan.products);
  context.set(dot, pick(context.builder, sum,
                        llvm::ArrayRef<std::int32_t>(plan.result)));
  return success();
}

} // namespace heddle
