//===- WrongLowering.cpp - Which op is lowered wrongly --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/verify/WrongLowering.h"
#include "Threads.h"
#include "heddle/ir/Traits.h"
#include "heddle/ir/Ttng.h"
#include "heddle/simt/Origin.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/FormatVariadic.h"

namespace heddle::equivalence {

using namespace mlir;

//===----------------------------------------------------------------------===//
// What can be observed
//===----------------------------------------------------------------------===//

namespace {

/// Are there sums of a product in it that nobody has waited for?
class SumsUnderWay {
public:
  bool isIn(Value value) {
    if (!seen.insert(value).second)
      return false;
    if (auto argument = dyn_cast<BlockArgument>(value))
      return isInArgument(argument);
    Operation *op = value.getDefiningOp();
    unsigned number = cast<OpResult>(value).getResultNumber();
    if (auto product = dyn_cast<ttng::WarpGroupDotOp>(op))
      return product.getIsAsync();
    if (auto wait = dyn_cast<ttng::WarpGroupDotWaitOp>(op))
      return wait.getPendings() != 0 && isIn(wait.getInputs()[number]);
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return isIn(loop.getInitArgs()[number]) ||
             isIn(loop.getYieldedValues()[number]);
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return llvm::any_of(op->getRegions(), [&](Region &region) {
        return !region.empty() &&
               isIn(region.front().getTerminator()->getOperand(number));
      });
    return false;
  }

private:
  bool isInArgument(BlockArgument argument) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument == loop.getInductionVar())
      return false;
    unsigned number = argument.getArgNumber() - 1;
    return isIn(loop.getInitArgs()[number]) ||
           isIn(loop.getYieldedValues()[number]);
  }

  llvm::DenseSet<Value> seen;
};

} // namespace

bool canObserve(Value value) {
  if (auto memory = dyn_cast<ttg::MemDescType>(value.getType()))
    return memory.isInSharedMemory();
  Type element = getElementTypeOrSelf(value.getType());
  return isa<IntegerType, FloatType, tt::PointerType>(element) &&
         !SumsUnderWay().isIn(value);
}

//===----------------------------------------------------------------------===//
// Which op it is
//===----------------------------------------------------------------------===//

/// In a program that waits forever: the op that lets an mbarrier wait for other
/// bytes than it says, or that brings it others.
static std::optional<WrongLowering>
findWrongBytes(const ObservedKernel &lowered) {
  std::optional<WrongLowering> found;
  auto check = [&](Operation *made, auto bytesOf) {
    std::optional<simt::Origin> origin = simt::originOf(made);
    Operation *op = origin ? lowered.withNumber(origin->number) : nullptr;
    if (op == nullptr || found)
      return;
    auto [bytes, right] = bytesOf(op);
    if (bytes != right)
      found = WrongLowering{op,
                            llvm::formatv("it is about {0} bytes, but its "
                                          "lowering about {1}",
                                          right, bytes),
                            {}};
  };
  using Bytes = std::pair<std::uint64_t, std::uint64_t>;
  simt::KernelOp kernel = lowered.kernel;
  kernel.walk([&](simt::MbarrierExpectOp made) {
    check(made, [&](Operation *op) -> Bytes {
      auto expect = dyn_cast<ttng::BarrierExpectOp>(op);
      return {made.getBytes(), expect ? expect.getSize() : made.getBytes()};
    });
  });
  kernel.walk([&](simt::BoxLoadOp made) {
    check(made, [&](Operation *op) -> Bytes {
      std::uint64_t bytes = made.getOffsets().size() * made.getBytes();
      auto copy = dyn_cast<ttng::AsyncTMACopyGlobalToLocalOp>(op);
      if (!copy)
        return {bytes, bytes};
      ttg::MemDescType type = copy.getResult().getType();
      return {bytes,
              sizeOf(type.getShape()) * simt::bytesOf(type.getElementType())};
    });
  });
  return found;
}

std::optional<WrongLowering> findWrongLowering(tt::FuncOp function,
                                               const ObservedKernel &lowered,
                                               const Target &target,
                                               const VerifyOptions &options,
                                               bool &isDifferent) {
  LockStep lockStep(function->getParentOfType<ModuleOp>(), lowered.values,
                    toleranceOf(function));
  ThreadComparison comparison(function, lowered.kernel, target, options,
                              &lockStep);
  Verdict verdict = comparison.run();
  isDifferent = verdict.kind == Verdict::Kind::Different;
  const std::optional<sim::Trap> &trap = comparison.trap;
  if (auto found = lockStep.culprit(trap.has_value()))
    return WrongLowering{found->op, found->message, verdict.witness};
  if (trap) {
    std::optional<simt::Origin> origin = simt::originOf(trap->loc);
    Operation *op = origin ? lowered.withNumber(origin->number) : nullptr;
    if (op == nullptr)
      return std::nullopt;
    if (isa<ttng::WaitBarrierOp>(op) && ir::blocksAt(op).value_or(1) == 1)
      if (std::optional<WrongLowering> other = findWrongBytes(lowered)) {
        other->witness = {trap->message};
        return other;
      }
    return WrongLowering{op, trap->message, verdict.witness};
  }
  if (!comparison.difference)
    return std::nullopt;
  if (Operation *op = comparison.difference->leftOp)
    return WrongLowering{op, "memory is wrong where it writes",
                         verdict.witness};
  return std::nullopt;
}

} // namespace heddle::equivalence
