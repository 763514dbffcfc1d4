//===- GlobalMemory.cpp - Loads and stores --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalMemory.h"
#include "AccessPlan.h"
#include "Emitters.h"
#include "Registers.h"
#include "Threads.h"
#include "heddle/ir/Amdg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

tt::CachePolicyAttr policyOf(Attribute policy) {
  return dyn_cast_or_null<tt::CachePolicyAttr>(policy);
}

simt::CacheLevelAttr cacheOf(Attribute policy) {
  if (!policyOf(policy))
    return {};
  auto of = [&](simt::CacheLevel level) {
    return simt::CacheLevelAttr::get(policy.getContext(), level);
  };
  switch (policyOf(policy).getCacheModifier()) {
  case tt::CacheModifier::None:
    return {};
  case tt::CacheModifier::CacheAll:
    return of(simt::CacheLevel::All);
  case tt::CacheModifier::CacheGlobal:
    return of(simt::CacheLevel::Global);
  case tt::CacheModifier::WriteBack:
    return of(simt::CacheLevel::WriteBack);
  case tt::CacheModifier::Streaming:
    return of(simt::CacheLevel::Streaming);
  case tt::CacheModifier::WriteThrough:
    return of(simt::CacheLevel::WriteThrough);
  case tt::CacheModifier::Volatile:
    return of(simt::CacheLevel::Volatile);
  }
  return {};
}

simt::EvictionAttr evictionOf(Attribute policy) {
  if (!policyOf(policy))
    return {};
  auto of = [&](simt::Eviction eviction) {
    return simt::EvictionAttr::get(policy.getContext(), eviction);
  };
  switch (policyOf(policy).getEvictionPolicy()) {
  case tt::EvictionPolicy::Normal:
    return {};
  case tt::EvictionPolicy::First:
    return of(simt::Eviction::First);
  case tt::EvictionPolicy::Last:
    return of(simt::Eviction::Last);
  }
  return {};
}

/// One register of a mask for each access; null without a mask.
Value predicatesOf(LoweringContext &context, Value mask,
                   const AccessPlan &plan) {
  if (!mask)
    return {};
  OpBuilder &builder = context.builder;
  return pick(builder, asVector(builder, context.get(mask)), plan.first());
}

} // namespace

bool isKnownZero(Value other) {
  return matchPattern(other, m_Zero()) || matchPattern(other, m_AnyZeroFloat());
}

FailureOr<Value> loadFrom(LoweringContext &context, const GlobalLoad &load) {
  OpBuilder &builder = context.builder;
  Location loc = load.op->getLoc();
  FailureOr<AccessPlan> plan =
      load.isVolatile
          ? planAccess(context, load.op, load.addresses, load.mask)
          : planLoad(context, load.op, load.addresses, load.mask, load.other);
  if (failed(plan))
    return failure();
  Value addresses = load.addresses.registersIn(context, loc);
  Value predicates = predicatesOf(context, load.mask, *plan);
  Type registers =
      simt::registers(context.lowered(load.addresses.pointee()),
                      static_cast<unsigned>(plan->registers.size()));
  // Without an `other`, inactive lanes get zeros, as in Triton's interpreter
  // and its NVIDIA back end: programs count on it. Buffers give them anyway.
  Value buffer = load.addresses.bufferIn(context);
  bool isOtherImplied =
      load.mask && !load.other &&
      (!buffer || load.op->hasAttr(amdg::BufferLoadOp::UndefinedOther));
  Value other;
  if (isOtherImplied && !buffer)
    other =
        context.make<arith::ConstantOp>(loc, builder.getZeroAttr(registers));
  else if (load.mask && load.other && !(buffer && isKnownZero(load.other)))
    other = pick(builder, asVector(builder, context.get(load.other)),
                 plan->registers);
  Value loaded = context.make<simt::LoadOp>(
      loc, registers, simt::Space::Global,
      pick(builder, addresses, plan->bases), buffer, predicates, other,
      plan->at, plan->offsets, plan->width, cacheOf(load.cachePolicy),
      evictionOf(load.cachePolicy), load.isVolatile, isOtherImplied);
  return pick(builder, loaded, plan->slots);
}

// One of the threads that hold an element writes it.
WrittenVectors vectorsOf(LoweringContext &context, Location loc,
                         const AccessPlan &plan,
                         const GlobalAddresses &addresses, Value values,
                         Value mask) {
  OpBuilder &builder = context.builder;
  Value predicates = predicatesOf(context, mask, plan);
  if (Value owner = isOwnerOf(context, loc, addresses.elements.getType())) {
    owner = splatPredicate(builder, loc, owner,
                           static_cast<unsigned>(plan.at.size()));
    if (predicates)
      owner = context.make<arith::AndIOp>(loc, predicates, owner);
    predicates = owner;
  }
  return {
      .bases = pick(builder, addresses.registersIn(context, loc), plan.bases),
      .buffer = addresses.bufferIn(context),
      .values =
          pick(builder, asVector(builder, context.get(values)), plan.registers),
      .predicates = predicates};
}

namespace {

LogicalResult emitLoad(LoweringContext &context, tt::LoadOp load) {
  FailureOr<Value> loaded =
      loadFrom(context, {.op = load,
                         .addresses = load.getPtr(),
                         .mask = load.getMask(),
                         .other = load.getOther(),
                         .cachePolicy = load.getCachePolicyAttr(),
                         .isVolatile = load.getIsVolatile()});
  if (failed(loaded))
    return failure();
  Type type = context.lowered(load.getType());
  Value registers = *loaded;
  if (!isa<VectorType>(type))
    registers =
        context.make<simt::ExtractOp>(load.getLoc(), type, registers, 0);
  context.set(load, registers);
  return success();
}

LogicalResult emitBufferLoad(LoweringContext &context,
                             amdg::BufferLoadOp load) {
  FailureOr<Value> loaded =
      loadFrom(context, {.op = load,
                         .addresses = {load.getPtr(), load.getOffsets()},
                         .mask = load.getMask(),
                         .other = load.getOther(),
                         .cachePolicy = load.getCachePolicyAttr()});
  if (failed(loaded))
    return failure();
  context.set(load, *loaded);
  return success();
}

/// Of `tt` or of a buffer.
template <class Store>
LogicalResult storeAt(LoweringContext &context, Store store,
                      const GlobalAddresses &addresses) {
  Location loc = store.getLoc();
  FailureOr<AccessPlan> plan =
      planAccess(context, store, addresses, store.getMask());
  if (failed(plan))
    return failure();
  WrittenVectors vectors = vectorsOf(context, loc, *plan, addresses,
                                     store.getValue(), store.getMask());
  context.make<simt::StoreOp>(loc, simt::Space::Global, vectors.bases,
                              vectors.buffer, vectors.values,
                              vectors.predicates, plan->at, plan->offsets,
                              plan->width, cacheOf(store.getCachePolicyAttr()),
                              evictionOf(store.getCachePolicyAttr()));
  return success();
}

LogicalResult emitStore(LoweringContext &context, tt::StoreOp store) {
  return storeAt(context, store, store.getPtr());
}

LogicalResult emitBufferStore(LoweringContext &context,
                              amdg::BufferStoreOp store) {
  return storeAt(context, store, {store.getPtr(), store.getOffsets()});
}

} // namespace

void registerGlobalMemoryEmitters(EmitterTable &table) {
  table.add<tt::LoadOp>(emitLoad);
  table.add<tt::StoreOp>(emitStore);
  table.add<amdg::BufferLoadOp>(emitBufferLoad);
  table.add<amdg::BufferStoreOp>(emitBufferStore);
}

} // namespace heddle
