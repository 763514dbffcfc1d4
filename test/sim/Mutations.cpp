//===- Mutations.cpp - Mistakes in kernels --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutations.h"
#include "BoxMutations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

#include <set>

namespace heddle {

using namespace mlir;

namespace {

/// All sums of some of the numbers, as those of F2.
std::set<unsigned> spanOf(const std::set<unsigned> &numbers) {
  std::set<unsigned> span = {0};
  for (unsigned number : numbers) {
    std::set<unsigned> more = span;
    for (unsigned each : span)
      more.insert(each ^ number);
    span = std::move(more);
  }
  return span;
}

/// Null if the op has none.
Value predicatesOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<simt::LoadOp, simt::StoreOp, simt::AtomicOp, simt::AsyncCopyOp,
            simt::BoxLoadOp, simt::BoxStoreOp>(
          [](auto access) { return access.getPredicates(); })
      .Default(Value());
}

void setPredicates(Operation *op, Value predicates) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<simt::LoadOp, simt::StoreOp, simt::AtomicOp, simt::AsyncCopyOp,
            simt::BoxLoadOp, simt::BoxStoreOp>([&](auto access) {
        access.getPredicatesMutable().assign(predicates);
      });
}

/// Bits that are true in all registers, or in one.
Value constantBits(OpBuilder &builder, Value like, bool bit,
                   std::optional<unsigned> only = std::nullopt) {
  auto type = cast<VectorType>(like.getType());
  llvm::SmallVector<bool> bits(static_cast<std::size_t>(type.getNumElements()),
                               bit && !only);
  if (only)
    bits[*only] = true;
  return arith::ConstantOp::create(builder, like.getLoc(),
                                   DenseElementsAttr::get(type, bits));
}

Value otherPredicates(OpBuilder &builder, Operation *op,
                      const Mutation &mutation) {
  Value predicates = predicatesOf(op);
  auto flipped = [&](std::optional<unsigned> only) -> Value {
    return arith::XOrIOp::create(builder, op->getLoc(), predicates,
                                 constantBits(builder, predicates, true, only));
  };
  switch (mutation.mistake) {
  case Mistake::NotPredicate:
    return flipped(std::nullopt);
  case Mistake::NotOnePredicate:
    return flipped(mutation.detail);
  case Mistake::TruePredicate:
    return constantBits(builder, predicates, true);
  case Mistake::FalsePredicate:
    return constantBits(builder, predicates, false);
  case Mistake::OnlyLeft:
    return predicates.getDefiningOp<arith::AndIOp>().getLhs();
  case Mistake::OnlyRight:
    return predicates.getDefiningOp<arith::AndIOp>().getRhs();
  default:
    return predicates;
  }
}

std::string mistakeText(const Mutation &mutation) {
  std::string detail = std::to_string(mutation.detail);
  switch (mutation.mistake) {
  case Mistake::NoBarrier:
    return "removed";
  case Mistake::OtherLanes:
    return "lanes xor " + std::to_string(1U << mutation.detail);
  case Mistake::OwnLane:
    return "own lane";
  case Mistake::NotPredicate:
    return "predicate negated";
  case Mistake::NotOnePredicate:
    return "predicate of access " + detail + " negated";
  case Mistake::TruePredicate:
    return "predicate true";
  case Mistake::FalsePredicate:
    return "predicate false";
  case Mistake::OnlyLeft:
    return "predicate without its second condition";
  case Mistake::OnlyRight:
    return "predicate without its first condition";
  case Mistake::OtherFragment:
    return "number " + detail + " of its products is another's";
  case Mistake::OtherScale:
    return "number " + detail + " of its scales is another's";
  case Mistake::OtherDescriptor:
    return "descriptor xor bit " + detail;
  case Mistake::NoFence:
  case Mistake::NoWait:
  case Mistake::NoCopyWait:
  case Mistake::NoCommit:
  case Mistake::NoBoxOp:
    return "removed";
  case Mistake::AllThreads:
    return "by all threads";
  case Mistake::MoreArrivals:
    return "one arrival more";
  case Mistake::FewerArrivals:
    return "one arrival fewer";
  case Mistake::MoreBytes:
    return "more bytes";
  case Mistake::FewerBytes:
    return "fewer bytes";
  case Mistake::OtherParity:
    return "other parity";
  case Mistake::OtherOffset:
    return "box " + detail + " at another offset";
  case Mistake::OtherStep:
    return "coordinate " + detail + " of its boxes is another";
  case Mistake::MoreRegisters:
    return "eight registers more";
  case Mistake::EarlyRegisters:
    return "registers taken back at once";
  case Mistake::LaterCopyWait:
  case Mistake::LaterBoxWait:
    return "leaves one more group";
  }
  return {};
}

void findPredicateMutations(Operation *op, unsigned number,
                            std::vector<Mutation> &found) {
  Value predicates = predicatesOf(op);
  using enum Mistake;
  auto count = static_cast<unsigned>(
      cast<VectorType>(predicates.getType()).getNumElements());
  for (Mistake mistake : {NotPredicate, TruePredicate, FalsePredicate})
    found.push_back({.mistake = mistake, .op = number});
  // One of many is enough, another in each access.
  if (count > 1)
    found.push_back(
        {.mistake = NotOnePredicate, .op = number, .detail = number % count});
  if (predicates.getDefiningOp<arith::AndIOp>())
    for (Mistake mistake : {OnlyLeft, OnlyRight})
      found.push_back({.mistake = mistake, .op = number});
}

/// What the same of so many numbers is in another product; nothing if all have
/// the same.
std::optional<std::int32_t> otherNumber(llvm::ArrayRef<std::int32_t> numbers,
                                        unsigned at, unsigned ofEach) {
  for (std::size_t each = at % ofEach; each < numbers.size(); each += ofEach)
    if (numbers[each] != numbers[at])
      return numbers[each];
  return std::nullopt;
}

/// Numbers of fragments for each product: A's, B's, C's.
constexpr unsigned Fragments = 3;
/// And of its scales: fragment and lane of A's, and of B's.
constexpr unsigned ScaleNumbers = 4;

void findProductMutations(Operation *op, unsigned number,
                          std::vector<Mutation> &found) {
  // One of each operand's numbers, in another product each.
  auto findNumbers = [&](llvm::ArrayRef<std::int32_t> numbers, unsigned ofEach,
                         Mistake mistake) {
    auto products = static_cast<unsigned>(numbers.size()) / ofEach;
    for (unsigned operand = 0; operand < ofEach; ++operand) {
      unsigned at = (number + operand) % products * ofEach + operand;
      if (otherNumber(numbers, at, ofEach))
        found.push_back({.mistake = mistake, .op = number, .detail = at});
    }
  };
  if (auto product = dyn_cast<simt::MmaOp>(op))
    findNumbers(product.getProducts(), Fragments, Mistake::OtherFragment);
  if (auto product = dyn_cast<simt::ScaledMmaOp>(op)) {
    findNumbers(product.getProducts(), Fragments, Mistake::OtherFragment);
    findNumbers(product.getScales(), ScaleNumbers, Mistake::OtherScale);
  }
  // 1024 bytes more or less to the next group of rows, and another swizzle.
  constexpr unsigned StrideBit = 38, SwizzleBit = 62;
  if (isa<simt::GroupMmaOp>(op))
    for (unsigned bit : {StrideBit, SwizzleBit})
      found.push_back(
          {.mistake = Mistake::OtherDescriptor, .op = number, .detail = bit});
  if (isa<simt::ProxyFenceOp>(op))
    found.push_back({.mistake = Mistake::NoFence, .op = number});
  if (isa<simt::GroupWaitOp>(op))
    found.push_back({.mistake = Mistake::NoWait, .op = number});
}

llvm::SmallVector<std::int32_t> withOther(llvm::ArrayRef<std::int32_t> numbers,
                                          unsigned at, unsigned ofEach) {
  llvm::SmallVector<std::int32_t> changed(numbers);
  changed[at] = *otherNumber(numbers, at, ofEach);
  return changed;
}

void mutateProduct(Operation *op, const Mutation &mutation) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](simt::MmaOp product) {
        product.setProducts(
            withOther(product.getProducts(), mutation.detail, Fragments));
      })
      .Case([&](simt::ScaledMmaOp product) {
        if (mutation.mistake == Mistake::OtherScale)
          product.setScales(
              withOther(product.getScales(), mutation.detail, ScaleNumbers));
        else
          product.setProducts(
              withOther(product.getProducts(), mutation.detail, Fragments));
      })
      .Case([&](simt::GroupMmaOp group) {
        group.setBDescriptor(group.getBDescriptor() ^ std::uint64_t(1)
                                                          << mutation.detail);
      })
      .Case([](simt::GroupWaitOp wait) {
        wait.replaceAllUsesWith(wait.getRegisters());
        wait.erase();
      })
      .Case([](simt::ProxyFenceOp fence) { fence.erase(); });
}

void findCopyMutations(Operation *op, unsigned number,
                       std::vector<Mutation> &found) {
  if (isa<simt::AsyncCommitOp>(op))
    found.push_back({.mistake = Mistake::NoCommit, .op = number});
  if (isa<simt::AsyncWaitOp>(op))
    for (Mistake mistake : {Mistake::NoCopyWait, Mistake::LaterCopyWait})
      found.push_back({.mistake = mistake, .op = number});
}

void mutateCopy(Operation *op, const Mutation &mutation) {
  if (mutation.mistake != Mistake::LaterCopyWait)
    return op->erase();
  auto wait = cast<simt::AsyncWaitOp>(op);
  wait.setPending(wait.getPending() + 1);
}

void mutateShuffle(Operation *op, const Mutation &mutation) {
  OpBuilder builder(op);
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](simt::ShuffleXorOp shuffle) {
        shuffle.setLanes(mutation.mistake == Mistake::OwnLane
                             ? 0
                             : shuffle.getLanes() ^ (1U << mutation.detail));
      })
      .Case([&](simt::ShuffleIndexOp shuffle) {
        Value one = arith::ConstantOp::create(builder, op->getLoc(),
                                              builder.getI32IntegerAttr(1));
        Value lane = arith::XOrIOp::create(builder, op->getLoc(),
                                           shuffle.getLane(), one);
        shuffle.getLaneMutable().assign(lane);
      });
}

void mutate(Operation *op, const Mutation &mutation) {
  if (isOfProduct(mutation))
    mutateProduct(op, mutation);
  else if (isOfCopy(mutation))
    mutateCopy(op, mutation);
  else if (isOfBox(mutation))
    mutateBox(op, mutation);
  else
    mutateShuffle(op, mutation);
}

/// Puts an op with the mistake behind it, and goes on behind both.
Operation *putWrong(OpBuilder &builder, Operation *op,
                    const Mutation &mutation) {
  Operation *wrong = builder.clone(*op);
  wrong->moveAfter(op);
  mutate(wrong, mutation);
  builder.setInsertionPointAfter(wrong);
  return wrong;
}

/// Where two values differ: numbers, or registers of them.
Value differences(OpBuilder &builder, Value one, Value other) {
  Location place = one.getLoc();
  if (isa<FloatType>(getElementTypeOrSelf(one)))
    return arith::CmpFOp::create(builder, place, arith::CmpFPredicate::UNE, one,
                                 other);
  return arith::CmpIOp::create(builder, place, arith::CmpIPredicate::ne, one,
                               other);
}

/// From an address that is in no buffer, where the predicates are true; the
/// others get something undefined.
Value insertLoad(OpBuilder &builder, Location place, Value predicates) {
  auto count = cast<VectorType>(predicates.getType()).getNumElements();
  llvm::SmallVector<std::int32_t> zeros(static_cast<std::size_t>(count), 0);
  auto base = VectorType::get({1}, builder.getI64Type());
  Value nowhere = arith::ConstantOp::create(
      builder, place, DenseElementsAttr::get(base, std::int64_t(0)));
  return simt::LoadOp::create(
      builder, place, VectorType::get({count}, builder.getI32Type()),
      simt::Space::Global, nowhere, /*buffer=*/Value(), predicates, Value(),
      zeros, zeros, 1, simt::CacheLevelAttr(), simt::EvictionAttr(),
      /*isVolatile=*/false,
      /*isOtherImplied=*/false);
}

} // namespace

Operation *findOp(simt::KernelOp kernel, unsigned number) {
  Operation *found = nullptr;
  kernel.walk([&](Operation *op) {
    if (number-- != 0)
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

bool isOfPredicate(const Mutation &mutation) {
  return mutation.mistake != Mistake::NoBarrier &&
         mutation.mistake != Mistake::OtherLanes &&
         mutation.mistake != Mistake::OwnLane && !isOfProduct(mutation) &&
         !isOfCopy(mutation) && !isOfBox(mutation);
}

bool isOfProduct(const Mutation &mutation) {
  return mutation.mistake >= Mistake::OtherFragment &&
         mutation.mistake < Mistake::NoCopyWait;
}

bool isOfCopy(const Mutation &mutation) {
  return mutation.mistake >= Mistake::NoCopyWait &&
         mutation.mistake < Mistake::NoBoxOp;
}

bool isOfBox(const Mutation &mutation) {
  return mutation.mistake >= Mistake::NoBoxOp;
}

std::vector<Mutation> findMutations(simt::KernelOp kernel) {
  std::vector<Mutation> found;
  unsigned number = 0;
  kernel.walk([&](Operation *op) {
    if (isa<simt::BarrierOp, simt::ClusterWaitOp>(op))
      found.push_back({.mistake = Mistake::NoBarrier, .op = number});
    // Each bit is seen somewhere.
    constexpr unsigned LaneBits = 5;
    if (isa<simt::ShuffleXorOp>(op)) {
      found.push_back({.mistake = Mistake::OtherLanes,
                       .op = number,
                       .detail = number % LaneBits});
      found.push_back({.mistake = Mistake::OwnLane, .op = number});
    }
    if (isa<simt::ShuffleIndexOp>(op))
      found.push_back({.mistake = Mistake::OtherLanes, .op = number});
    if (predicatesOf(op))
      findPredicateMutations(op, number, found);
    findProductMutations(op, number, found);
    findCopyMutations(op, number, found);
    findBoxMutations(op, number, found);
    ++number;
  });
  return found;
}

std::string describe(simt::KernelOp kernel, const Mutation &mutation) {
  Operation *op = findOp(kernel, mutation.op);
  std::string text = op->getName().stripDialect().str();
  llvm::TypeSwitch<Operation *>(op)
      .Case<simt::LoadOp, simt::StoreOp, simt::AtomicOp>([&](auto access) {
        text = simt::stringifySpace(access.getSpace()).str() + " " + text;
      })
      .Case([&](simt::BarrierOp barrier) {
        text = simt::stringifyScope(barrier.getScope()).str() + " " + text;
      });
  return text + ": " + mistakeText(mutation);
}

void mutate(simt::KernelOp kernel, const Mutation &mutation) {
  Operation *op = findOp(kernel, mutation.op);
  OpBuilder builder(op);
  if (isOfPredicate(mutation)) {
    setPredicates(op, otherPredicates(builder, op, mutation));
    return;
  }
  if (mutation.mistake != Mistake::NoBarrier)
    return mutate(op, mutation);
  if (auto wait = dyn_cast<simt::ClusterWaitOp>(op))
    wait.arrival().erase();
  op->erase();
}

bool reachesTheSameLanes(simt::KernelOp kernel, const Mutation &mutation) {
  auto shuffle = dyn_cast<simt::ShuffleXorOp>(findOp(kernel, mutation.op));
  if (!shuffle || mutation.mistake != Mistake::OtherLanes)
    return false;
  std::set<unsigned> with, without;
  kernel.walk([&](simt::ShuffleXorOp other) {
    if (other.getLoc() != shuffle.getLoc())
      return;
    with.insert(other.getLanes());
    if (other.getLanes() != shuffle.getLanes())
      without.insert(other.getLanes());
  });
  without.insert(shuffle.getLanes() ^ (1U << mutation.detail));
  return spanOf(with) == spanOf(without);
}

void forgetChanged(simt::KernelOp kernel, const Mutation &mutation) {
  Operation *op = findOp(kernel, mutation.op);
  OpBuilder builder(op);
  Location place = op->getLoc();
  auto number = [&](std::int32_t value) -> Value {
    return arith::ConstantOp::create(builder, place,
                                     builder.getI32IntegerAttr(value));
  };
  Value right = op->getResult(0);
  Operation *wrong = putWrong(builder, op, mutation);
  llvm::SmallPtrSet<Operation *, 2> kept;
  Value other =
      arith::XOrIOp::create(builder, place, right, wrong->getResult(0));
  kept.insert(other.getDefiningOp());
  // Bytes 4 to 7 are undefined, of which those are taken that differ.
  Value selector = number(0x3210);
  for (int byte = 0; byte < 4; ++byte) {
    Value part = arith::AndIOp::create(
        builder, place, other,
        number(static_cast<std::int32_t>(0xFFU << (8 * byte))));
    Value differs = arith::CmpIOp::create(
        builder, place, arith::CmpIPredicate::ne, part, number(0));
    Value four = arith::SelectOp::create(builder, place, differs,
                                         number(4 << (4 * byte)), number(0));
    selector = arith::OrIOp::create(builder, place, selector, four);
  }
  Value nobody = arith::ConstantOp::create(
      builder, place,
      DenseElementsAttr::get(simt::registers(builder.getI1Type(), 1), false));
  Value undefined =
      simt::ExtractOp::create(builder, place, builder.getI32Type(),
                              insertLoad(builder, place, nobody), 0);
  auto either = simt::BytePermuteOp::create(
      builder, place, builder.getI32Type(), right, undefined, selector);
  kept.insert(either);
  right.replaceUsesWithIf(
      either, [&](OpOperand &use) { return !kept.contains(use.getOwner()); });
}

bool mayOrderGlobalMemory(simt::KernelOp kernel) {
  return kernel
      .walk([](simt::AtomicOp atomic) {
        return atomic.getOrder() == simt::Order::Relaxed
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

void insertProbe(simt::KernelOp kernel, const Mutation &mutation, Probe probe) {
  Operation *op = findOp(kernel, mutation.op);
  OpBuilder builder(op);
  Location place = op->getLoc();
  if (probe == Probe::All) {
    auto one = VectorType::get({1}, builder.getI1Type());
    insertLoad(builder, place,
               arith::ConstantOp::create(builder, place,
                                         DenseElementsAttr::get(one, true)));
    return;
  }
  if (!isOfPredicate(mutation)) {
    Operation *wrong = putWrong(builder, op, mutation);
    Value differs = differences(builder, op->getResult(0), wrong->getResult(0));
    if (!isa<VectorType>(differs.getType()))
      differs = simt::SplatOp::create(
          builder, place, simt::registers(builder.getI1Type(), 1), differs);
    insertLoad(builder, place, differs);
    return;
  }
  Value before = predicatesOf(op);
  Value changed = arith::XOrIOp::create(builder, place, before,
                                        otherPredicates(builder, op, mutation));
  if (probe == Probe::Lost)
    changed = arith::AndIOp::create(builder, place, changed, before);
  insertLoad(builder, place, changed);
}

} // namespace heddle
