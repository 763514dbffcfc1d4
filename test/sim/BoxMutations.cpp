//===- BoxMutations.cpp - Mistakes with mbarriers and boxes ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxMutations.h"
#include "heddle/simt/RegisterLimit.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

using namespace mlir;

namespace {

/// A box's address stays a multiple of what all swizzles ask for, and a number
/// of bytes one of what copies move.
constexpr std::int32_t OtherOffset = 1024, MoreBytes = 16;

/// Only one thread does what others would repeat.
bool hasPredicate(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<simt::MbarrierInitOp, simt::MbarrierArriveOp,
            simt::MbarrierExpectOp, simt::MbarrierWaitOp>(
          [](auto mbarrier) { return bool(mbarrier.getPredicate()); })
      .Default(false);
}

/// A warp without a partition takes back at once what it has given; the others
/// of its part wait until those have begun whom they work for.
bool hasIdleWarps(simt::PartitionsOp op) {
  auto kernel = op->getParentOfType<simt::KernelOp>();
  unsigned busy = kernel.getWarps();
  for (std::int32_t warps : op.others().getWarps())
    busy += static_cast<unsigned>(warps);
  return busy < simt::blockWarps(kernel);
}

void moveParity(simt::MbarrierWaitOp wait) {
  OpBuilder builder(wait);
  Value one = arith::ConstantOp::create(builder, wait.getLoc(),
                                        builder.getI32IntegerAttr(1));
  Value other =
      arith::XOrIOp::create(builder, wait.getLoc(), wait.getParity(), one);
  wait.getParityMutable().assign(other);
}

template <class Op> void moveOffset(Op copy, unsigned box) {
  llvm::SmallVector<std::int32_t> offsets(copy.getOffsets());
  offsets[box] ^= OtherOffset;
  copy.setOffsets(offsets);
}

template <class Op> void moveStep(Op copy, unsigned step) {
  llvm::SmallVector<std::int32_t> steps(copy.getSteps());
  ++steps[step];
  copy.setSteps(steps);
}

void addCopy(unsigned boxes, unsigned steps, unsigned number,
             std::vector<Mutation> &found) {
  // Another box and another axis each time.
  found.push_back({.mistake = Mistake::OtherOffset,
                   .op = number,
                   .detail = number % boxes});
  found.push_back(
      {.mistake = Mistake::OtherStep, .op = number, .detail = number % steps});
}

} // namespace

void findBoxMutations(Operation *op, unsigned number,
                      std::vector<Mutation> &found) {
  auto add = [&](Mistake mistake) {
    found.push_back({.mistake = mistake, .op = number});
  };
  if (isa<simt::MbarrierInitOp, simt::MbarrierArriveOp, simt::MbarrierExpectOp,
          simt::MbarrierWaitOp, simt::BoxCommitOp, simt::BoxWaitOp,
          simt::TensorMapAcquireOp>(op))
    add(Mistake::NoBoxOp);
  if (hasPredicate(op))
    add(Mistake::AllThreads);
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](simt::PartitionsOp partitions) {
        std::optional<unsigned> registers = partitions.getRegisters();
        if (!registers)
          return;
        if (*registers < simt::MostExchangedRegisters)
          add(Mistake::MoreRegisters);
        if (hasIdleWarps(partitions))
          add(Mistake::EarlyRegisters);
      })
      .Case<simt::MbarrierInitOp, simt::MbarrierArriveOp>([&](auto mbarrier) {
        add(Mistake::MoreArrivals);
        if (mbarrier.getCount() > 1)
          add(Mistake::FewerArrivals);
      })
      .Case([&](simt::MbarrierExpectOp) {
        add(Mistake::MoreBytes);
        add(Mistake::FewerBytes);
      })
      .Case([&](simt::MbarrierWaitOp) { add(Mistake::OtherParity); })
      .Case([&](simt::BoxWaitOp) { add(Mistake::LaterBoxWait); })
      .Case<simt::BoxLoadOp, simt::BoxStoreOp>([&](auto copy) {
        addCopy(copy.boxCount(), static_cast<unsigned>(copy.getSteps().size()),
                number, found);
      });
}

void mutateBox(Operation *op, const Mutation &mutation) {
  switch (mutation.mistake) {
  case Mistake::NoBoxOp:
    return op->erase();
  case Mistake::AllThreads:
    llvm::TypeSwitch<Operation *>(op)
        .Case<simt::MbarrierInitOp, simt::MbarrierArriveOp,
              simt::MbarrierExpectOp, simt::MbarrierWaitOp>(
            [](auto mbarrier) { mbarrier.getPredicateMutable().clear(); });
    return;
  case Mistake::MoreArrivals:
  case Mistake::FewerArrivals:
    llvm::TypeSwitch<Operation *>(op)
        .Case<simt::MbarrierInitOp, simt::MbarrierArriveOp>([&](auto mbarrier) {
          bool isMore = mutation.mistake == Mistake::MoreArrivals;
          mbarrier.setCount(mbarrier.getCount() + (isMore ? 1 : -1));
        });
    return;
  case Mistake::MoreBytes:
  case Mistake::FewerBytes: {
    auto expect = cast<simt::MbarrierExpectOp>(op);
    bool isMore = mutation.mistake == Mistake::MoreBytes;
    expect.setBytes(expect.getBytes() + (isMore ? MoreBytes : -MoreBytes));
    return;
  }
  case Mistake::MoreRegisters: {
    auto partitions = cast<simt::PartitionsOp>(op);
    partitions.setRegisters(*partitions.getRegisters() + simt::RegisterUnit);
    return;
  }
  case Mistake::EarlyRegisters:
    return cast<simt::PartitionsOp>(op).setTakesAtOnce(true);
  case Mistake::OtherParity:
    return moveParity(cast<simt::MbarrierWaitOp>(op));
  case Mistake::LaterBoxWait: {
    auto wait = cast<simt::BoxWaitOp>(op);
    return wait.setPending(wait.getPending() + 1);
  }
  case Mistake::OtherOffset:
    llvm::TypeSwitch<Operation *>(op).Case<simt::BoxLoadOp, simt::BoxStoreOp>(
        [&](auto copy) { moveOffset(copy, mutation.detail); });
    return;
  case Mistake::OtherStep:
    llvm::TypeSwitch<Operation *>(op).Case<simt::BoxLoadOp, simt::BoxStoreOp>(
        [&](auto copy) { moveStep(copy, mutation.detail); });
    return;
  default:
    llvm_unreachable("a mistake with something else");
  }
}

} // namespace heddle
