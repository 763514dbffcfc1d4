//===- MatrixProducts.cpp - Products by matrix instructions ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixProducts.h"
#include "DotFactors.h"
#include "Emitters.h"
#include "ProductPlan.h"
#include "Registers.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/MatrixTypes.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// A product by the first instruction that the layouts are made for.
struct Choice {
  const MatrixInstruction *instruction = nullptr;
  ProductPlan plan;
  /// D^T = B^T * A^T.
  bool isTurned = false;
};

Result<Choice> choose(LoweringContext &context, const MatrixTypes &types,
                      const LinearLayout &a, const LinearLayout &b,
                      const LinearLayout &d) {
  Error last = {.reason =
                    concat("expects types of a matrix instruction of ",
                           context.target.name, ", but got ", nameOf(types.a),
                           ", ", nameOf(types.b), " and ", nameOf(types.c)),
                .witness = {},
                .remedy = {}};
  for (const MatrixInstruction *each :
       matrixInstructions(context.target, types)) {
    if (!isOfWarp(each->family))
      continue;
    Result<ProductPlan> plan = planProduct(*each, a, b, d);
    if (plan)
      return Choice{each, std::move(*plan)};
    // Either factor of AMD's may come first: their fragments are alike.
    if (each->family != MatrixFamily::Mma)
      if (Result<ProductPlan> turned = planTurnedProduct(*each, a, b, d))
        return Choice{each, std::move(*turned), /*isTurned=*/true};
    last = std::move(plan.error());
  }
  return tl::unexpected(std::move(last));
}

} // namespace

bool isMatrixProduct(tt::DotOp dot) {
  const Encoding *encoding = ir::encodingOf(dot.getType());
  return encoding != nullptr &&
         (encoding->is<NvidiaMmaEncoding>() ||
          encoding->is<AmdMfmaEncoding>() || encoding->is<AmdWmmaEncoding>());
}

LogicalResult emitMatrixProduct(LoweringContext &context, tt::DotOp dot) {
  auto element = [](Value value) { return getElementTypeOrSelf(value); };
  std::optional<MatrixTypes> types = ir::matrixTypes(
      element(dot.getA()), element(dot.getB()), element(dot.getD()),
      dot.getInputPrecision(), context.target);
  if (!types)
    return refuse(dot) << "no matrix instruction multiplies "
                       << dot.getA().getType() << " and adds in "
                       << dot.getType();
  const LinearLayout d = context.layoutOf(dot.getD());
  std::optional<Choice> choice;
  std::optional<Error> reason;
  auto fit = [&](const DotFactors &factors) {
    Result<Choice> found =
        choose(context, *types, factors.layoutOfA, factors.layoutOfB, d);
    if (found)
      choice = std::move(*found);
    else if (!reason)
      reason = std::move(found.error());
    return found.has_value();
  };
  FailureOr<std::optional<DotFactors>> found =
      fittingFactors(context, dot, fit);
  if (failed(found))
    return failure();
  if (!*found)
    return ir::report([&] { return refuse(dot); }, *reason);
  const DotFactors &factors = **found;
  const MatrixInstruction &row = *choice->instruction;
  const ProductPlan &plan = choice->plan;
  auto operand = [&](Value value, const std::vector<std::int32_t> &registers) {
    return pick(context.builder, value, registers);
  };
  Value left = factors.a, right = factors.b;
  if (choice->isTurned) {
    std::swap(left, right);
    std::swap(types->a, types->b);
  }
  auto product = simt::ProductAttr::get(dot.getContext(), row, row.n, *types);
  Value a = operand(left, plan.a), b = operand(right, plan.b);
  Value sum = operand(context.get(dot.getC()), plan.c);
  auto most = static_cast<std::int64_t>(dot.getMaxNumImpreciseAcc());
  auto depth = cast<RankedTensorType>(dot.getA().getType()).getShape().back();
  if (addsImprecisely(*types) && most > 0 && most < depth) {
    Value zero = context.make<arith::ConstantOp>(
        dot.getLoc(), context.builder.getZeroAttr(sum.getType()));
    for (const std::vector<std::int32_t> &products :
         inRounds(plan.products, static_cast<std::size_t>(most) / row.k)) {
      Value part = context.make<simt::MmaOp>(dot.getLoc(), product, a, b, zero,
                                             products);
      sum = context.make<arith::AddFOp>(dot.getLoc(), part, sum);
    }
  } else {
    sum = context.make<simt::MmaOp>(dot.getLoc(), product, a, b, sum,
                                    plan.products);
  }
  context.set(dot, pick(context.builder, sum,
                        llvm::ArrayRef<std::int32_t>(plan.result)));
  return success();
}

} // namespace heddle
