//===- ProductPlan.cpp - Products by matrix instructions ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductPlan.h"
#include "FragmentMatcher.h"

#include <algorithm>
#include <array>

namespace heddle {

using enum ProductAxis;

namespace {

/// Each warp has the rows and columns of its part of the result.
std::optional<Error> matchWarps(const RegisterOperand &factor,
                                const RegisterOperand &d) {
  ProductAxis lacking = factor.has(M) ? N : M;
  for (std::size_t warp = 0; warp < d.warps.size(); ++warp) {
    Word point = warp < factor.warps.size() ? factor.warps[warp] : 0;
    if (point != without(d.warps[warp], lacking))
      return unmatched("warps that have the rows and columns of their part of "
                       "the result",
                       concat("warp bit ", warp, " does not"));
  }
  return std::nullopt;
}

Result<ProductPlan> makePlan(const RegisterOperand &a, const RegisterOperand &b,
                             const RegisterOperand &d) {
  const TensorFragments ofA(a), ofB(b), ofD(d);
  ProductPlan plan = {.a = ofA.registers,
                      .b = ofB.registers,
                      .c = ofD.registers,
                      .products = {},
                      .result = ofD.positions};
  std::vector<Word> depths;
  depths.reserve(ofA.begins.size());
  for (Word begin : ofA.begins)
    depths.push_back(stepOf(begin, K));
  std::ranges::sort(depths);
  depths.erase(std::ranges::unique(depths).begin(), depths.end());
  // Neighbours add to different sums, so that none waits for the one before.
  for (Word depth : depths)
    for (const auto &[begin, number] : ofD.numbers) {
      auto left = ofA.numbers.find(without(begin, N) | pointAt(K, depth));
      auto right = ofB.numbers.find(without(begin, M) | pointAt(K, depth));
      if (left == ofA.numbers.end() || right == ofB.numbers.end())
        return tl::unexpected(unmatched(
            "operands with the rows and columns of the result",
            concat("row ", stepOf(begin, M), ", column ", stepOf(begin, N),
                   ", depth ", depth, " is missing")));
      plan.products.insert(plan.products.end(),
                           {left->second, right->second, number});
    }
  return plan;
}

} // namespace

Result<ProductPlan> planProduct(const MatrixInstruction &instruction,
                                const LinearLayout &a, const LinearLayout &b,
                                const LinearLayout &d) {
  unsigned n = instruction.n;
  RegisterOperand left(instruction, MatrixOperand::A, a, n);
  RegisterOperand right(instruction, MatrixOperand::B, b, n);
  RegisterOperand sum(instruction, MatrixOperand::C, d, n);
  std::array operands = {&left, &right, &sum};
  FragmentMatcher matcher;
  for (RegisterOperand *operand : {&sum, &left, &right})
    if (std::optional<Error> error = matcher.matchThreads(*operand))
      return tl::unexpected(std::move(*error));
  for (RegisterOperand *operand : operands)
    if (std::optional<Error> error = matcher.matchRegisters(*operand, operands))
      return tl::unexpected(std::move(*error));
  for (RegisterOperand *factor : {&left, &right})
    if (std::optional<Error> error = matchWarps(*factor, sum))
      return tl::unexpected(std::move(*error));
  return makePlan(left, right, sum);
}

} // namespace heddle
