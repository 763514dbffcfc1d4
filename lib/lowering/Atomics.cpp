//===- Atomics.cpp - Atomic accesses --------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

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
  Value pointers, value, expected, mask;
};

Access accessOf(Operation *op) {
  auto order = [](tt::MemoryOrder each) {
    return static_cast<simt::Order>(static_cast<std::uint32_t>(each));
  };
  auto reach = [](tt::MemoryScope each) {
    return static_cast<simt::Reach>(static_cast<std::uint32_t>(each));
  };
  if (auto swap = dyn_cast<tt::AtomicCASOp>(op))
    return {simt::Atomic::CompareAndSwap,
            order(swap.getSem()),
            reach(swap.getScope()),
            swap.getPtr(),
            swap.getVal(),
            swap.getCmp(),
            Value()};
  if (auto load = dyn_cast<tt::AtomicLoadOp>(op))
    return {simt::Atomic::Or,
            order(load.getSem()),
            reach(load.getScope()),
            load.getPtr(),
            Value(),
            Value(),
            load.getMask()};
  if (auto store = dyn_cast<tt::AtomicStoreOp>(op))
    return {simt::Atomic::Exchange,  order(store.getSem()),
            reach(store.getScope()), store.getPtr(),
            store.getValue(),        Value(),
            store.getMask()};
  auto each = cast<tt::AtomicRMWOp>(op);
  return {static_cast<simt::Atomic>(
              static_cast<std::uint32_t>(each.getAtomicRmwOp())),
          order(each.getSem()),
          reach(each.getScope()),
          each.getPtr(),
          each.getVal(),
          Value(),
          each.getMask()};
}

static_assert(static_cast<std::uint32_t>(tt::AtomicOp::Exchange) ==
                  static_cast<std::uint32_t>(simt::Atomic::Exchange) &&
              static_cast<std::uint32_t>(tt::MemoryOrder::AcquireRelease) ==
                  static_cast<std::uint32_t>(simt::Order::AcquireRelease) &&
              static_cast<std::uint32_t>(tt::MemoryScope::System) ==
                  static_cast<std::uint32_t>(simt::Reach::System));

} // namespace

// One of the threads that hold an element does it, and the others learn of the
// result through shared memory. A scalar is done by one thread for all, so that
// the others' accesses are ordered with it by barriers.
LogicalResult KernelLowering::emitAtomic(Operation *op) {
  Access access = accessOf(op);
  Location place = op->getLoc();
  auto tensor = dyn_cast<RankedTensorType>(access.pointers.getType());
  auto given = [&](Value value) {
    return value ? asRegisters(get(value)) : Value();
  };
  Value registers = given(access.value);
  if (!registers) {
    Type wanted = lowered(op->getResult(0).getType());
    if (!tensor)
      wanted = simt::registers(wanted, 1);
    registers = make<arith::ConstantOp>(
        place, cast<TypedAttr>(builder.getZeroAttr(wanted)));
  }
  auto type = cast<VectorType>(registers.getType());
  auto count = static_cast<unsigned>(type.getNumElements());
  Value owner = tensor ? isOwner(layoutOf(tensor), place) : isFirst(place);
  Value predicates = forAll(owner, count, place);
  if (Value mask = given(access.mask))
    predicates = predicates
                     ? make<arith::AndIOp>(place, predicates, mask).getResult()
                     : mask;
  if (!tensor && access.order != simt::Order::Relaxed &&
      access.order != simt::Order::Acquire)
    make<simt::BarrierOp>(place, simt::Scope::Block);
  Value before = make<simt::AtomicOp>(
      place, type, access.kind, access.order, access.reach, simt::Space::Global,
      given(access.pointers), registers, given(access.expected), predicates);
  bool isShared = owner && !op->use_empty();
  if (isShared) {
    unsigned bytes = simt::bytesOf(type.getElementType());
    std::uint64_t elements =
        tensor ? static_cast<std::uint64_t>(tensor.getNumElements()) : 1;
    Value piece = makeScratch(elements * bytes, op);
    if (!piece)
      return failure();
    Value addresses =
        tensor ? scratchAddresses(piece, layoutOf(tensor), bytes, place)
               : gather({piece}, place);
    storeScratch(addresses, before, owner, place);
    before = loadScratch(addresses, type.getElementType(), place);
  }
  // Who learns of the result has waited for it.
  if (!tensor && !isShared && access.order != simt::Order::Relaxed &&
      access.order != simt::Order::Release)
    make<simt::BarrierOp>(place, simt::Scope::Block);
  if (op->getNumResults() == 0)
    return success();
  set(op->getResult(0),
      tensor ? before
             : make<simt::ExtractOp>(place, type.getElementType(), before, 0)
                   .getResult());
  return success();
}

} // namespace heddle
