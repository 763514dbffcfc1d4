//===- Atomics.cpp - Atomic accesses --------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPlan.h"
#include "Emitters.h"
#include "GlobalMemory.h"
#include "Registers.h"
#include "Scratch.h"
#include "Threads.h"
#include "heddle/ir/Amdg.h"
#include "heddle/simt/Orders.h"
#include "heddle/target/Reductions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// What atomic accesses have in common; `expected` and `mask` may be null. A
/// load is an `or` of nothing, which leaves what is there; its `value` is null.
struct Access {
  simt::Atomic kind;
  simt::Order order;
  simt::Reach reach;
  GlobalAddresses addresses;
  Value value, expected, mask;

  bool isOfTensor() const { return addresses.tensor() != nullptr; }
};

simt::Order orderOf(tt::MemoryOrder order) {
  return static_cast<simt::Order>(static_cast<std::uint32_t>(order));
}
simt::Reach reachOf(tt::MemoryScope scope) {
  return static_cast<simt::Reach>(static_cast<std::uint32_t>(scope));
}
static_assert(static_cast<std::uint32_t>(tt::AtomicOp::Exchange) ==
                  static_cast<std::uint32_t>(simt::Atomic::Exchange) &&
              static_cast<std::uint32_t>(tt::AtomicOp::FMin) ==
                  static_cast<std::uint32_t>(simt::Atomic::MinFloat) &&
              static_cast<std::uint32_t>(tt::MemoryOrder::AcquireRelease) ==
                  static_cast<std::uint32_t>(simt::Order::AcquireRelease) &&
              static_cast<std::uint32_t>(tt::MemoryScope::System) ==
                  static_cast<std::uint32_t>(simt::Reach::System));

/// An operand as registers; null stays.
Value registersOf(LoweringContext &context, Value value) {
  return value ? asVector(context.builder, context.get(value)) : Value();
}

/// What is stored, or the zeros of a load.
Value valuesOf(LoweringContext &context, Operation *op, const Access &access) {
  if (access.value)
    return registersOf(context, access.value);
  Type wanted = context.lowered(op->getResult(0).getType());
  if (!access.isOfTensor())
    wanted = simt::registers(wanted, 1);
  return context.make<arith::ConstantOp>(
      op->getLoc(), cast<TypedAttr>(context.builder.getZeroAttr(wanted)));
}

/// The block of the cluster whose thread is the owner of an element that this
/// block holds, or of a scalar; null if that is the block itself.
Value ownerBlock(LoweringContext &context, Location loc,
                 RankedTensorType tensor) {
  unsigned bits = context.threads.block;
  if (bits == 0)
    return {};
  if (!tensor)
    return context.number(0, context.builder.getI32Type());
  const LinearLayout &layout = context.layoutOf(tensor);
  Result<LinearLayout> owners = pseudoinvert(layout);
  ThreadMap map;
  for (unsigned bit = 0; bit < context.threads.lane + context.threads.warp;
       ++bit)
    map.columns.push_back(0);
  bool isOwn = true;
  for (unsigned bit = 0; bit < bits; ++bit) {
    Word owner = owners->field(owners->applyWord(layout.bases(Dim::Block)[bit]),
                               Dim::Block);
    isOwn = isOwn && owner == f2::unit(bit);
    map.columns.push_back(owner);
  }
  return isOwn ? Value() : evaluate(context, loc, map);
}

/// Shares the result that the owner of an element got with the threads that
/// hold replicas of it, through shared memory; null with an error.
Value shareResult(LoweringContext &context, Operation *op, const Access &access,
                  Value before, Value owner) {
  Location loc = op->getLoc();
  Type element = getElementTypeOrSelf(before.getType());
  RankedTensorType tensor = access.addresses.tensor();
  unsigned bytes = simt::bytesOf(element);
  std::uint64_t elements =
      tensor ? static_cast<std::uint64_t>(tensor.getNumElements()) : 1;
  Value scratch = makeScratch(context, op, elements * bytes);
  if (!scratch)
    return {};
  Value addresses = tensor ? scratchAddresses(context, loc, scratch,
                                              context.layoutOf(tensor), bytes)
                           : vectorOf(context.builder, loc, {scratch});
  storeScratch(context, loc, addresses, before, owner);
  return loadScratch(context, loc, addresses, element,
                     ownerBlock(context, loc, tensor));
}

// One of the threads that hold an element does it, and the others learn of the
// result through shared memory. A scalar is done by one thread for all, so that
// the others' accesses are ordered with it by barriers.
LogicalResult emitAccess(LoweringContext &context, Operation *op,
                         const Access &access) {
  Location loc = op->getLoc();
  bool isOfTensor = access.isOfTensor();
  Value values = valuesOf(context, op, access);
  auto type = cast<VectorType>(values.getType());
  Value owner = isOwnerOf(context, loc, access.addresses.elements.getType());
  Value predicates =
      splatPredicate(context.builder, loc, owner, countOf(values));
  if (Value mask = registersOf(context, access.mask))
    predicates =
        predicates
            ? context.make<arith::AndIOp>(loc, predicates, mask).getResult()
            : mask;
  if (!isOfTensor && simt::releases(access.order))
    context.make<simt::BarrierOp>(loc, context.programScope());
  Value before = context.make<simt::AtomicOp>(
      loc, type, access.kind, access.order, access.reach, simt::Space::Global,
      access.addresses.registersIn(context, loc),
      access.addresses.bufferIn(context), values,
      registersOf(context, access.expected), predicates);
  bool isShared = owner && !op->use_empty();
  if (isShared) {
    before = shareResult(context, op, access, before, owner);
    if (!before)
      return failure();
  }
  // Who learns of the result has waited for it.
  if (!isOfTensor && !isShared && simt::acquires(access.order))
    context.make<simt::BarrierOp>(loc, context.programScope());
  if (op->getNumResults() == 0)
    return success();
  if (!isOfTensor)
    before =
        context.make<simt::ExtractOp>(loc, type.getElementType(), before, 0);
  context.set(op->getResult(0), before);
  return success();
}

LogicalResult emitSwap(LoweringContext &context, tt::AtomicCASOp op) {
  return emitAccess(context, op,
                    {.kind = simt::Atomic::CompareAndSwap,
                     .order = orderOf(op.getSem()),
                     .reach = reachOf(op.getScope()),
                     .addresses = op.getPtr(),
                     .value = op.getVal(),
                     .expected = op.getCmp(),
                     .mask = {}});
}

LogicalResult emitBufferReadModifyWrite(LoweringContext &context,
                                        amdg::BufferAtomicRMWOp op) {
  auto kind = static_cast<std::uint32_t>(op.getAtomicRmwOp());
  return emitAccess(context, op,
                    {.kind = static_cast<simt::Atomic>(kind),
                     .order = orderOf(op.getSem()),
                     .reach = reachOf(op.getScope()),
                     .addresses = {op.getPtr(), op.getOffsets()},
                     .value = op.getValue(),
                     .expected = {},
                     .mask = op.getMask()});
}

LogicalResult emitBufferSwap(LoweringContext &context,
                             amdg::BufferAtomicCASOp op) {
  return emitAccess(context, op,
                    {.kind = simt::Atomic::CompareAndSwap,
                     .order = orderOf(op.getSem()),
                     .reach = reachOf(op.getScope()),
                     .addresses = {op.getPtr(), op.getOffsets()},
                     .value = op.getVal(),
                     .expected = op.getCmp(),
                     .mask = {}});
}

LogicalResult emitAtomicLoad(LoweringContext &context, tt::AtomicLoadOp op) {
  return emitAccess(context, op,
                    {.kind = simt::Atomic::Or,
                     .order = orderOf(op.getSem()),
                     .reach = reachOf(op.getScope()),
                     .addresses = op.getPtr(),
                     .value = {},
                     .expected = {},
                     .mask = op.getMask()});
}

LogicalResult emitAtomicStore(LoweringContext &context, tt::AtomicStoreOp op) {
  return emitAccess(context, op,
                    {.kind = simt::Atomic::Exchange,
                     .order = orderOf(op.getSem()),
                     .reach = reachOf(op.getScope()),
                     .addresses = op.getPtr(),
                     .value = op.getValue(),
                     .expected = {},
                     .mask = op.getMask()});
}

/// How many bytes one instruction adds to, if the access is a sum of floats of
/// which nobody learns what was there.
unsigned bytesAtOnce(LoweringContext &context, tt::AtomicRMWOp op) {
  Type element = getElementTypeOrSelf(op.getVal().getType());
  bool isSum = op.getAtomicRmwOp() == tt::AtomicOp::FAdd && op->use_empty() &&
               isa<RankedTensorType>(op.getPtr().getType());
  if (!isSum)
    return 0;
  if (element.isF32())
    return reductionBytes(context.target, ScalarType::F32);
  if (element.isF16())
    return reductionBytes(context.target, ScalarType::F16);
  return element.isBF16() ? reductionBytes(context.target, ScalarType::BF16)
                          : 0;
}

/// Adds neighbours together, where the plan has any; false if it has not.
FailureOr<bool> emitReduction(LoweringContext &context, tt::AtomicRMWOp op) {
  unsigned most = bytesAtOnce(context, op);
  unsigned bytes = simt::bytesOf(
      context.lowered(getElementTypeOrSelf(op.getVal().getType())));
  if (most <= bytes)
    return false;
  FailureOr<AccessPlan> plan =
      planAccess(context, op, op.getPtr(), op.getMask());
  if (failed(plan))
    return failure();
  if (plan->width == 1 || plan->width * bytes > most)
    return false;
  WrittenVectors vectors = vectorsOf(context, op.getLoc(), *plan, op.getPtr(),
                                     op.getVal(), op.getMask());
  context.make<simt::ReductionOp>(
      op.getLoc(), simt::Atomic::AddFloat, orderOf(op.getSem()),
      reachOf(op.getScope()), simt::Space::Global, vectors.bases,
      vectors.values, vectors.predicates, plan->at, plan->offsets, plan->width);
  return true;
}

/// Floats for operations on floats, integers for the others; an exchange takes
/// both.
LogicalResult expectOperands(tt::AtomicRMWOp op) {
  tt::AtomicOp kind = op.getAtomicRmwOp();
  Type element = getElementTypeOrSelf(op.getVal().getType());
  bool wantsFloat = llvm::is_contained(
      {tt::AtomicOp::FAdd, tt::AtomicOp::FMax, tt::AtomicOp::FMin}, kind);
  if (kind == tt::AtomicOp::Exchange || isa<FloatType>(element) == wantsFloat)
    return success();
  return op.emitOpError() << "expects " << (wantsFloat ? "floats" : "integers")
                          << " for '" << tt::stringifyAtomicOp(kind)
                          << "', but got " << element;
}

LogicalResult emitReadModifyWrite(LoweringContext &context,
                                  tt::AtomicRMWOp op) {
  if (failed(expectOperands(op)))
    return failure();
  FailureOr<bool> isReduction = emitReduction(context, op);
  if (failed(isReduction))
    return failure();
  if (*isReduction)
    return success();
  auto kind = static_cast<std::uint32_t>(op.getAtomicRmwOp());
  return emitAccess(context, op,
                    {.kind = static_cast<simt::Atomic>(kind),
                     .order = orderOf(op.getSem()),
                     .reach = reachOf(op.getScope()),
                     .addresses = op.getPtr(),
                     .value = op.getVal(),
                     .expected = {},
                     .mask = op.getMask()});
}

/// Is it true in any lane of the warp?
Value isInAnyLane(LoweringContext &context, Location loc, Value each) {
  Type i32 = context.builder.getI32Type();
  Value word = context.make<arith::ExtUIOp>(loc, i32, each);
  if (context.target.laneReduce)
    word =
        context.make<simt::LaneReduceOp>(loc, i32, simt::Combination::Or, word);
  else
    for (unsigned lane = 1; lane < context.target.lanes; lane *= 2)
      word = context.make<arith::OrIOp>(
          loc, word,
          context.make<simt::ShuffleXorOp>(loc, i32, word, lane).getResult());
  return context.make<arith::CmpIOp>(loc, arith::CmpIPredicate::ne, word,
                                     context.number(0, i32));
}

/// Reads until the warp has found all of `left`, or time is up: each lane its
/// own elements, all as long as one of them has to. Which ones were not found.
/// A swap of equal values reads, with any order and of 16 bits, too.
Value pollInLoop(LoweringContext &context, tt::AtomicPollOp op, Value left) {
  Location loc = op.getLoc();
  OpBuilder &builder = context.builder;
  Value expected = registersOf(context, op.getExpected());
  Value pointers = registersOf(context, op.getPtr());
  Value timeout = op.getTimeout() ? context.get(op.getTimeout()) : Value();
  auto now = [&] {
    return context.make<simt::ClockOp>(loc, builder.getI64Type()).getResult();
  };
  Value start = timeout ? now() : Value();
  auto loop = context.make<scf::WhileOp>(loc, left.getType(), left);
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&loop.getBefore());
  left = body->addArgument(left.getType(), loc);
  Value found = context.make<simt::AtomicOp>(
      loc, expected.getType(), simt::Atomic::CompareAndSwap,
      orderOf(op.getSem()), reachOf(op.getScope()), simt::Space::Global,
      pointers, /*buffer=*/Value(), expected, expected, left);
  Value differs = context.make<arith::CmpIOp>(loc, arith::CmpIPredicate::ne,
                                              found, expected);
  left = context.make<arith::AndIOp>(loc, left, differs);
  Value goesOn;
  for (unsigned index = 0; index < countOf(left); ++index) {
    Value each =
        context.make<simt::ExtractOp>(loc, builder.getI1Type(), left, index);
    goesOn = goesOn ? context.make<arith::OrIOp>(loc, goesOn, each) : each;
  }
  if (timeout) {
    Value passed = context.make<arith::SubIOp>(loc, now(), start);
    Value isInTime = context.make<arith::CmpIOp>(loc, arith::CmpIPredicate::ult,
                                                 passed, timeout);
    goesOn = context.make<arith::AndIOp>(loc, goesOn, isInTime);
  }
  context.make<scf::ConditionOp>(loc, isInAnyLane(context, loc, goesOn), left);
  body = builder.createBlock(&loop.getAfter());
  context.make<scf::YieldOp>(loc, body->addArgument(left.getType(), loc));
  return loop.getResult(0);
}

// One thread polls an element, and all threads of the program wait for it.
LogicalResult emitPoll(LoweringContext &context, tt::AtomicPollOp op) {
  Location loc = op.getLoc();
  Access access = {.kind = simt::Atomic::CompareAndSwap,
                   .order = orderOf(op.getSem()),
                   .reach = reachOf(op.getScope()),
                   .addresses = op.getPtr(),
                   .value = {},
                   .expected = op.getExpected(),
                   .mask = {}};
  Value pointers = registersOf(context, op.getPtr());
  unsigned count = countOf(pointers);
  VectorType flags = simt::registers(context.builder.getI1Type(), count);
  Value all = context.number(1, flags);
  Value owner = isOwnerOf(context, loc, op.getPtr().getType());
  Value left = owner ? splatPredicate(context.builder, loc, owner, count) : all;
  Value missing = pollInLoop(context, op, left);
  Value found = context.make<arith::XOrIOp>(loc, missing, all);
  if (owner && !op->use_empty()) {
    found = shareResult(context, op, access, found, owner);
    if (!found)
      return failure();
  } else {
    context.make<simt::BarrierOp>(loc, context.programScope());
  }
  if (!access.isOfTensor())
    found =
        context.make<simt::ExtractOp>(loc, flags.getElementType(), found, 0);
  context.set(op, found);
  return success();
}

LogicalResult emitGridWait(LoweringContext &context,
                           tt::GridDependencyWaitOp op) {
  context.make<simt::GridDependencyOp>(op.getLoc(), simt::GridDependency::Wait);
  return success();
}

LogicalResult emitGridLaunch(LoweringContext &context,
                             tt::GridDependencyLaunchDependentsOp op) {
  context.make<simt::GridDependencyOp>(op.getLoc(),
                                       simt::GridDependency::Launch);
  return success();
}

} // namespace

void registerAtomicEmitters(EmitterTable &table) {
  table.add<tt::AtomicCASOp>(emitSwap);
  table.add<tt::AtomicLoadOp>(emitAtomicLoad);
  table.add<tt::AtomicStoreOp>(emitAtomicStore);
  table.add<tt::AtomicRMWOp>(emitReadModifyWrite);
  table.add<tt::AtomicPollOp>(emitPoll);
  table.add<amdg::BufferAtomicRMWOp>(emitBufferReadModifyWrite);
  table.add<amdg::BufferAtomicCASOp>(emitBufferSwap);
  table.add<tt::GridDependencyWaitOp>(emitGridWait);
  table.add<tt::GridDependencyLaunchDependentsOp>(emitGridLaunch);
}

} // namespace heddle
