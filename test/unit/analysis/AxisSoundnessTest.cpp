//===- AxisSoundnessTest.cpp - No claim is wrong --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sample.h"
#include "analysis/RandomProgram.h"
#include "heddle/analysis/AxisAnalysis.h"
#include "heddle/ir/Dialects.h"
#include "mlir/IR/Verifier.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace heddle;
using namespace heddle::test;

namespace {

/// Is every number divided by what is said of places whose coordinates are
/// multiples of steps? Asked of the steps that these bits choose, from the
/// start of the largest groups down.
bool isDividedAtSteps(const AxisInfo &info, const Tensor &tensor,
                      std::vector<std::int64_t> shape, unsigned chosen) {
  std::vector<std::int64_t> steps;
  for (unsigned axis = 0; axis < shape.size(); ++axis)
    steps.push_back(std::max<std::int64_t>(
        info.largestGroups(axis).size >> (chosen >> 2 * axis & 3), 1));
  std::int64_t divisor = info.divisorAt(steps);
  for (std::size_t at = 0; at < tensor.numbers.size(); ++at) {
    auto rest = static_cast<std::int64_t>(at);
    bool isThere = true;
    for (std::size_t axis = shape.size(); axis-- > 0; rest /= shape[axis])
      isThere = isThere && rest % shape[axis] % steps[axis] == 0;
    if (isThere && tensor.numbers[at] % divisor != 0)
      return false;
  }
  return true;
}

/// What a claim says that is not so; empty if all of it is.
std::string wrongClaim(const AxisInfo &info, const Tensor &tensor) {
  std::vector<std::int64_t> shape = tensor.shape;
  if (shape.empty())
    shape = {1};
  auto size = static_cast<std::int64_t>(tensor.numbers.size());
  if (info.axes.size() != shape.size())
    return "number of axes";
  std::int64_t stride = size;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    stride /= shape[axis];
    const AxisInfo::Axis &along = info.axes[axis];
    for (std::int64_t number = 0; number < size; ++number) {
      std::int64_t index = number / stride % shape[axis];
      auto at = static_cast<std::size_t>(number);
      std::int64_t value = tensor.numbers[at];
      if (index % along.contiguity == 0 && value % along.divisibility != 0)
        return "divisibility along axis " + std::to_string(axis);
      auto before = static_cast<std::size_t>(number - stride);
      if (index % along.contiguity != 0 &&
          value != tensor.numbers[before] + info.unit)
        return "contiguity along axis " + std::to_string(axis);
      if (index % along.constancy != 0 && value != tensor.numbers[before])
        return "constancy along axis " + std::to_string(axis);
      if (index % along.regularity != 0 &&
          value != tensor.numbers[before] + along.stride)
        return "stride along axis " + std::to_string(axis);
    }
  }
  for (unsigned chosen = 0; chosen < 1U << 2 * shape.size(); ++chosen)
    if (!isDividedAtSteps(info, tensor, shape, chosen))
      return "divisor where groups begin, " + std::to_string(chosen);
  for (std::int64_t value : tensor.numbers) {
    if (info.constant && value != *info.constant)
      return "constant";
    if (value < info.low || value > info.high)
      return "bounds";
  }
  return {};
}

std::string textOf(const Tensor &tensor) {
  std::string text;
  for (std::int64_t number : tensor.numbers)
    text += (text.empty() ? "" : " ") + std::to_string(number);
  return text;
}

unsigned programs() {
  const char *wanted = std::getenv("HEDDLE_PROGRAMS");
  return wanted == nullptr ? 400 / SampledOneIn
                           : static_cast<unsigned>(std::atoi(wanted));
}

/// Of how many axes something was claimed, and seen to be so.
struct Claims {
  unsigned any = 0;
  /// Numbers in progression that are neither consecutive nor equal.
  unsigned strides = 0;
  /// Runs of at least two axes that go on in each other, and begin at a
  /// multiple of more than each axis alone says.
  unsigned joint = 0;
};

void checkProgram(const RandomProgram &program, std::uint64_t seed,
                  Claims &claims) {
  AxisFacts facts(program.function->getParentOp());
  try {
    execute(program.function, program.arguments, program.programId,
            [&](mlir::Value value, const Tensor &tensor) {
              AxisInfo info = facts.of(value);
              std::string wrong = wrongClaim(info, tensor);
              if (!wrong.empty()) {
                std::string text;
                llvm::raw_string_ostream stream(text);
                value.print(stream);
                ADD_FAILURE() << "seed " << seed << ": wrong " << wrong
                              << " of " << text << "\n"
                              << toText(info) << "\n"
                              << textOf(tensor);
              }
              std::int64_t alone = 1;
              for (const AxisInfo::Axis &axis : info.axes) {
                claims.any += axis.contiguity > 1 || axis.constancy > 1 ||
                              axis.divisibility > 1;
                claims.strides += axis.regularity > 1;
                alone = std::max(alone, axis.divisibility);
              }
              claims.joint += info.divisorAtGroupsOf(info) > alone;
            });
  } catch (const Undefined &) {
    // What came before counts.
  }
}

} // namespace

TEST(AxisSoundness, ClaimsHoldOfEveryElement) {
  mlir::DialectRegistry registry;
  ir::registerDialects(registry);
  // The last release with pointers to pointers.
  ir::setRelease(registry, TritonVersion::V3_8);
  Claims claims;
  for (std::uint64_t seed = 0; seed < programs() && !HasFailure(); ++seed) {
    mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
    context.loadAllAvailableDialects();
    std::mt19937_64 engine(seed);
    RandomProgram program = randomProgram(context, engine, 40);
    ASSERT_TRUE(mlir::succeeded(mlir::verify(*program.module)));
    checkProgram(program, seed, claims);
    if (HasFailure())
      program.module->dump();
  }
  if (HasFailure())
    return;
  // In a program something is known of a dozen values, and in every other one
  // of strides.
  EXPECT_GT(claims.any, 12 * programs());
  EXPECT_GT(claims.strides, programs() / 2);
  EXPECT_GT(claims.joint, programs() / 4);
}
