//===- Memory.cpp - Loads and stores --------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "heddle/analysis/Coalescing.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// The axis along which registers 0 and 1 are neighbours; nothing if along
/// none.
std::optional<unsigned> axisOfNeighbours(const LinearLayout &layout) {
  if (layout.inBits(Dim::Register) == 0)
    return std::nullopt;
  Word first = layout.bases(Dim::Register).front();
  for (unsigned axis = 0; axis < layout.outs().size(); ++axis)
    if (first == f2::unit(layout.outShift(Dim::standard(axis))))
      return axis;
  return std::nullopt;
}

/// Instructions have 24 bits with a sign for a constant behind an address, and
/// what does not fit takes an addition anyway.
constexpr std::int64_t MostOffset = (std::int64_t(1) << 23) - 1;

/// How much further on a register bit's address is in every thread; nothing if
/// nobody knows. Runs and equal numbers are in aligned groups, and a bit that
/// no other changes is added.
std::optional<std::int64_t> strideOfBit(const LinearLayout &layout,
                                        const AxisInfo &addresses,
                                        unsigned bit) {
  Word basis = layout.bases(Dim::Register)[bit];
  Word others = 0;
  for (unsigned each = 0; each < layout.totalInBits(); ++each)
    if (each != layout.inShift(Dim::Register) + bit)
      others |= layout.bases()[each];
  if ((basis & others) != 0)
    return std::nullopt;
  std::int64_t stride = 0;
  for (unsigned axis = 0; axis < layout.outs().size(); ++axis) {
    auto index =
        static_cast<std::int64_t>(layout.field(basis, Dim::standard(axis)));
    std::optional<std::int64_t> distance = addresses.distanceOf(axis, index);
    if (!distance || std::abs(*distance) > MostOffset)
      return std::nullopt;
    stride += *distance;
  }
  return stride;
}

/// What bounds the width of an access, each bound alone.
AccessWidth boundsOf(const LinearLayout &layout, const AxisInfo &addresses,
                     const AxisInfo *mask, unsigned bytes, unsigned maxBytes) {
  AccessWidth width;
  width.elementBytes = bytes;
  width.most = std::max(maxBytes / bytes, 1U);
  std::optional<unsigned> axis = axisOfNeighbours(layout);
  if (!axis)
    return width;
  std::vector<std::uint64_t> sizes;
  for (unsigned each = 0; each < layout.outs().size(); ++each)
    sizes.push_back(layout.outSize(Dim::standard(each)));
  AddressRun run = runFrom(addresses, sizes, *axis);
  width.registers = neighboursHeld(layout, run);
  width.contiguity = run.length;
  width.alignment = std::max<std::int64_t>(run.alignment / bytes, 1);
  if (mask != nullptr)
    width.mask = constancyAlong(*mask, run, sizes);
  width.elements = static_cast<unsigned>(std::min<std::int64_t>(
      {width.registers, width.contiguity, width.alignment,
       width.mask.value_or(width.most), width.most}));
  return width;
}

AccessPlan planAccess(const LinearLayout &layout, const AxisInfo &addresses,
                      unsigned width) {
  AccessPlan plan;
  plan.width = width;
  // Bits of registers whose addresses follow from others.
  std::uint64_t known = 0;
  llvm::SmallVector<std::int64_t> strides;
  std::int64_t furthest = 0;
  for (unsigned bit = 0; bit < layout.inBits(Dim::Register); ++bit) {
    std::optional<std::int64_t> stride = strideOfBit(layout, addresses, bit);
    strides.push_back(stride.value_or(0));
    if (!stride || furthest + std::abs(*stride) > MostOffset)
      continue;
    known |= f2::unit(bit);
    furthest += std::abs(*stride);
  }
  auto count = static_cast<std::uint32_t>(layout.inSize(Dim::Register));
  llvm::DenseMap<std::uint64_t, std::int32_t> numbers;
  for (std::uint32_t index = 0; index < count; index += plan.width) {
    std::uint64_t base = index & ~known;
    auto [found, isNew] =
        numbers.try_emplace(base, static_cast<std::int32_t>(plan.bases.size()));
    if (isNew)
      plan.bases.push_back(static_cast<std::int32_t>(base));
    std::int64_t offset = 0;
    for (unsigned bit = 0; bit < strides.size(); ++bit)
      if ((index & known & f2::unit(bit)) != 0)
        offset += strides[bit];
    plan.at.push_back(found->second);
    plan.offsets.push_back(static_cast<std::int32_t>(offset));
    plan.first.push_back(static_cast<std::int32_t>(index));
  }
  return plan;
}

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

} // namespace

Value KernelLowering::pick(Value registers,
                           llvm::ArrayRef<std::int32_t> indices) {
  auto type = cast<VectorType>(registers.getType());
  bool isAll =
      static_cast<std::int64_t>(indices.size()) == type.getNumElements();
  for (auto [position, index] : llvm::enumerate(indices))
    isAll = isAll && static_cast<std::size_t>(index) == position;
  if (isAll)
    return registers;
  return make<simt::PermuteOp>(
      registers.getLoc(),
      simt::registers(type.getElementType(),
                      static_cast<unsigned>(indices.size())),
      registers, indices);
}

LogicalResult KernelLowering::planOf(Operation *op, Value pointers, Value mask,
                                     AccessPlan &plan) {
  Type element = tt::pointee(getElementTypeOrSelf(pointers.getType()));
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() > 64)
    return refuse(op) << "it moves elements of " << element;
  auto tensor = dyn_cast<RankedTensorType>(pointers.getType());
  AccessWidth width;
  width.op = op;
  width.elementBytes = simt::bytesOf(element);
  if (!tensor) {
    record.accesses.push_back(width);
    plan = {.width = 1, .bases = {0}, .at = {0}, .offsets = {0}, .first = {0}};
    return success();
  }
  std::optional<AxisInfo> maskFacts;
  if (mask)
    maskFacts = facts.of(mask);
  const LinearLayout &layout = layoutOf(tensor);
  AxisInfo addresses = facts.of(pointers);
  width = boundsOf(layout, addresses, maskFacts ? &*maskFacts : nullptr,
                   simt::bytesOf(element), target.globalAccessBytes);
  width.op = op;
  plan = planAccess(layout, addresses, width.elements);
  record.accesses.push_back(width);
  return success();
}

Value KernelLowering::asRegisters(Value value) {
  if (!value || isa<VectorType>(value.getType()))
    return value;
  return make<simt::SplatOp>(value.getLoc(),
                             simt::registers(value.getType(), 1), value);
}

LogicalResult KernelLowering::emitLoad(Operation *op) {
  auto load = cast<tt::LoadOp>(op);
  AccessPlan plan;
  if (failed(planOf(op, load.getPtr(), load.getMask(), plan)))
    return failure();
  Value addresses = asRegisters(get(load.getPtr()));
  Value predicates, other;
  if (load.getMask()) {
    predicates = pick(asRegisters(get(load.getMask())), plan.first);
    if (load.getOther())
      other = asRegisters(get(load.getOther()));
  }
  Type type = lowered(load.getType());
  bool isScalar = !isa<VectorType>(type);
  Value loaded = make<simt::LoadOp>(
      op->getLoc(), isScalar ? simt::registers(type, 1) : type,
      simt::Space::Global, pick(addresses, plan.bases), predicates, other,
      plan.at, plan.offsets, plan.width, cacheOf(load.getCachePolicyAttr()),
      evictionOf(load.getCachePolicyAttr()), load.getIsVolatile());
  set(load,
      isScalar
          ? make<simt::ExtractOp>(op->getLoc(), type, loaded, 0).getResult()
          : loaded);
  return success();
}

// One of the threads that hold an element stores it.
LogicalResult KernelLowering::emitStore(Operation *op) {
  auto store = cast<tt::StoreOp>(op);
  Location place = op->getLoc();
  AccessPlan plan;
  if (failed(planOf(op, store.getPtr(), store.getMask(), plan)))
    return failure();
  Value addresses = asRegisters(get(store.getPtr()));
  auto tensor = dyn_cast<RankedTensorType>(store.getPtr().getType());
  Value owner = tensor ? isOwner(layoutOf(tensor), place) : isFirst(place);
  Value predicates;
  if (store.getMask())
    predicates = pick(asRegisters(get(store.getMask())), plan.first);
  if (owner) {
    Type type = simt::registers(builder.getI1Type(),
                                static_cast<unsigned>(plan.first.size()));
    owner = make<simt::SplatOp>(place, type, owner);
    predicates = predicates
                     ? make<arith::AndIOp>(place, predicates, owner).getResult()
                     : owner;
  }
  make<simt::StoreOp>(place, simt::Space::Global, pick(addresses, plan.bases),
                      asRegisters(get(store.getValue())), predicates, plan.at,
                      plan.offsets, plan.width,
                      cacheOf(store.getCachePolicyAttr()),
                      evictionOf(store.getCachePolicyAttr()));
  return success();
}

} // namespace heddle
