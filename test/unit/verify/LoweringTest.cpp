//===- LoweringTest.cpp - Which op is lowered wrongly ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowers example kernels so that they show their registers. As they are, no op
/// may be blamed; with one op of the threads' program changed, the op of the
/// tensor program that it was made for has to be.
///
//===----------------------------------------------------------------------===//

#include "heddle/lowering/Lowering.h"
#include "Examples.h"
#include "heddle/lowering/Record.h"
#include "heddle/pipeline/PipelineSteps.h"
#include "heddle/pipeline/Pipelines.h"
#include "heddle/simt/Origin.h"
#include "heddle/simt/transforms/Passes.h"
#include "heddle/verify/WrongLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

#include <gmock/gmock.h>

using namespace heddle;
using namespace mlir;
using namespace heddle::equivalence;

namespace {

const Target &targetOf(const std::string &name) {
  return *findTarget(name).value();
}

/// A kernel that shows its registers, with its tensor program.
class Shown {
public:
  Shown(const std::string &kernel, const Target &target)
      : target(target), context(exampleContext()) {
    auto module = parseSourceFile<ModuleOp>(
        std::string(HEDDLE_EXAMPLES) + kernel + ".ttir", context.get());
    PassManager passes(context.get());
    buildTensorPipeline(passes, {.target = &target});
    record.observes = canObserve;
    passes.addPass(createLowerToSimtPass(&target, {}, &record));
    if (succeeded(passes.run(*module)))
      lowered = std::move(module);
  }

  /// The op that is blamed, once an op of the threads' program was changed, if
  /// one was.
  std::optional<WrongLowering> find(const VerifyOptions &options,
                                    std::optional<unsigned> changed = {}) {
    PassManager passes(context.get());
    passes.addPass(createCSEPass());
    passes.addPass(createLoopInvariantCodeMotionPass());
    passes.addNestedPass<simt::KernelOp>(createSimtShareOffsets());
    passes.addNestedPass<simt::KernelOp>(createSimtMarkLastUses());
    passes.addNestedPass<simt::KernelOp>(createSimtDeferWaits());
    passes.addNestedPass<simt::KernelOp>(createSimtAllocateShared());
    passes.addNestedPass<simt::KernelOp>(createSimtInsertBarriers());
    passes.addNestedPass<simt::KernelOp>(createSimtKeepInBranches());
    OwningOpRef<ModuleOp> copy(lowered->clone());
    made = nullptr;
    if (changed)
      change(*copy, *changed);
    if (failed(passes.run(*copy)))
      return std::nullopt;
    auto functions = record.tensors->getOps<tt::FuncOp>();
    auto function =
        *llvm::find_if(functions, [](auto each) { return each.isPublic(); });
    return findWrongLowering(
        function,
        {.kernel = *copy->getOps<simt::KernelOp>().begin(),
         .values = record.observed,
         .withNumber =
             [&](unsigned number) { return record.withNumber(number); }},
        target, options, isDifferent);
  }

  const Target &target;
  std::unique_ptr<MLIRContext> context;
  LoweringRecord record;
  OwningOpRef<ModuleOp> lowered;
  bool isDifferent = false;
  /// The op that was changed was made for this one; null if there is none.
  Operation *made = nullptr;

private:
  void change(ModuleOp module, unsigned number);
};

/// Moves the numbers of registers, or of bytes, one on.
llvm::SmallVector<std::int32_t> turned(ArrayRef<std::int32_t> numbers) {
  llvm::SmallVector<std::int32_t> all(numbers);
  std::rotate(all.begin(), all.begin() + 1, all.end());
  return all;
}

bool changeOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([](simt::PermuteOp permute) {
        auto numbers = turned(permute.getIndices());
        if (ArrayRef<std::int32_t>(numbers) == permute.getIndices())
          return false;
        permute.setIndices(numbers);
        return true;
      })
      .Case([](simt::ShuffleXorOp shuffle) {
        shuffle.setLanes(shuffle.getLanes() ^ 3);
        return true;
      })
      .Case<simt::StoreOp, simt::LoadOp>([](auto access) {
        if (access.getOffsets().size() < 2)
          return false;
        access.setOffsets(turned(access.getOffsets()));
        return true;
      })
      .Case([](simt::MatrixLoadOp load) {
        load.setTransposed(!load.getTransposed());
        return true;
      })
      .Case<arith::SubFOp, arith::SubIOp, arith::DivFOp, arith::CmpIOp,
            arith::CmpFOp>([](Operation *each) {
        Value left = each->getOperand(0), right = each->getOperand(1);
        if (left == right)
          return false;
        each->setOperands({right, left});
        return true;
      })
      .Case<arith::AddIOp, arith::AddFOp, arith::MulFOp, arith::MulIOp,
            arith::OrIOp, arith::XOrIOp>([](Operation *each) {
        each->setOperand(1, each->getOperand(0));
        return true;
      })
      .Default([](Operation *) { return false; });
}

void Shown::change(ModuleOp module, unsigned number) {
  std::vector<Operation *> all;
  module.walk([&](Operation *op) {
    if (simt::originOf(op) && !isa<simt::ObserveOp>(op))
      all.push_back(op);
  });
  for (; number < all.size(); ++number)
    if (changeOp(all[number])) {
      made = record.withNumber(simt::originOf(all[number])->number);
      return;
    }
}

TEST(Lowering, NothingIsBlamedWhereAllIsRight) {
  // Those that take long to execute, and one with inline assembly.
  const std::set<std::string> others = {
      "bit_tricks",        "atomic_append", "conv2d",
      "fused_linear_jsd",  "grouped_gemm",  "matmul_scaled",
      "template_attention"};
  unsigned values = 0;
  for (const std::string name : {"sm_90", "gfx942"})
    for (const std::filesystem::path &file : exampleFiles()) {
      if (others.contains(file.stem().string()))
        continue;
      Shown shown(file.stem().string(), targetOf(name));
      ASSERT_TRUE(shown.lowered) << file << " " << name;
      values += static_cast<unsigned>(shown.record.observed.size());
      std::optional<WrongLowering> found = shown.find({.trials = 1});
      EXPECT_FALSE(shown.isDifferent) << file << " " << name;
      if (found)
        ADD_FAILURE() << file << " " << name << ": "
                      << found->op->getName().getStringRef().str() << ": "
                      << found->message;
    }
  EXPECT_GT(values, 5000U);
}

std::string nameOf(Operation *op) { return op->getName().getStringRef().str(); }

// Every so many ops are changed, one at a time.
TEST(Lowering, AChangedOpIsNamed) {
  unsigned named = 0, others = 0;
  for (auto [kernel, target, step] : {std::tuple("softmax_rows", "sm_90", 5U),
                                      {"layer_norm", "gfx942", 9U},
                                      {"matmul_fp16", "sm_80", 11U},
                                      {"matmul_fp16", "gfx942", 11U},
                                      {"transpose_tiles", "sm_90", 3U},
                                      {"cumulative_sums", "sm_90", 7U},
                                      {"column_sums", "sm_80", 5U},
                                      {"complex_multiply", "sm_90", 3U}}) {
    Shown shown(kernel, targetOf(target));
    ASSERT_TRUE(shown.lowered) << kernel << " " << target;
    for (unsigned number = 0;; number += step) {
      std::optional<WrongLowering> found = shown.find({.trials = 2}, number);
      if (shown.made == nullptr)
        break;
      if (!shown.isDifferent)
        continue;
      bool isNamed = found && found->op == shown.made;
      ++(isNamed ? named : others);
      if (!isNamed)
        ADD_FAILURE() << kernel << " " << target << " " << number
                      << ": expects " << nameOf(shown.made) << ", but got "
                      << (found ? nameOf(found->op) + ": " + found->message
                                : "nothing");
    }
  }
  RecordProperty("named", static_cast<int>(named));
  EXPECT_GT(named, 100U);
}

} // namespace
