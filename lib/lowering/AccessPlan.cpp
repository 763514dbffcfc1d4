//===- AccessPlan.cpp - Accesses of global memory -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPlan.h"
#include "heddle/analysis/Coalescing.h"

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

/// Instructions have 24 bits with a sign for a constant beside an address, and
/// what does not fit takes an addition anyway.
constexpr std::int64_t MostOffset = (std::int64_t(1) << 23) - 1;

/// By how much the address grows with a register bit, in every thread; nothing
/// if that is not known. Runs and equal numbers are in aligned groups, and a
/// bit that no other changes is added.
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

/// The register bits whose strides are known, and together fit a constant.
struct KnownStrides {
  Word bits = 0;
  llvm::SmallVector<std::int64_t> strides;

  KnownStrides(const LinearLayout &layout, const AxisInfo &addresses) {
    std::int64_t furthest = 0;
    for (unsigned bit = 0; bit < layout.inBits(Dim::Register); ++bit) {
      std::optional<std::int64_t> stride = strideOfBit(layout, addresses, bit);
      strides.push_back(stride.value_or(0));
      if (!stride || furthest + std::abs(*stride) > MostOffset)
        continue;
      bits |= f2::unit(bit);
      furthest += std::abs(*stride);
    }
  }
  /// How far the address of a register is from that of the register without the
  /// known bits.
  std::int64_t offsetOf(Word index) const {
    std::int64_t offset = 0;
    for (unsigned bit = 0; bit < strides.size(); ++bit)
      if ((index & bits & f2::unit(bit)) != 0)
        offset += strides[bit];
    return offset;
  }
};

} // namespace

AccessWidth boundAccess(const LinearLayout &layout, const AxisInfo &addresses,
                        const AxisInfo *mask, unsigned bytes,
                        unsigned maxBytes) {
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
  const KnownStrides known(layout, addresses);
  auto count = static_cast<std::uint32_t>(layout.inSize(Dim::Register));
  llvm::DenseMap<std::uint64_t, std::int32_t> numbers;
  for (std::uint32_t index = 0; index < count; index += plan.width) {
    std::uint64_t base = index & ~known.bits;
    auto [found, isNew] =
        numbers.try_emplace(base, static_cast<std::int32_t>(plan.bases.size()));
    if (isNew)
      plan.bases.push_back(static_cast<std::int32_t>(base));
    plan.at.push_back(found->second);
    plan.offsets.push_back(static_cast<std::int32_t>(known.offsetOf(index)));
    plan.first.push_back(static_cast<std::int32_t>(index));
  }
  return plan;
}

FailureOr<AccessPlan> planAccess(LoweringContext &context, Operation *op,
                                 Value pointers, Value mask) {
  Type element = tt::pointee(getElementTypeOrSelf(pointers.getType()));
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() > 64)
    return refuse(op) << "it moves elements of " << element;
  auto tensor = dyn_cast<RankedTensorType>(pointers.getType());
  if (!tensor) {
    AccessWidth width;
    width.op = op;
    width.elementBytes = simt::bytesOf(element);
    context.record.accesses.push_back(width);
    return AccessPlan{
        .width = 1, .bases = {0}, .at = {0}, .offsets = {0}, .first = {0}};
  }
  std::optional<AxisInfo> maskFacts;
  if (mask)
    maskFacts = context.facts.of(mask);
  const LinearLayout &layout = context.layoutOf(tensor);
  AxisInfo addresses = context.facts.of(pointers);
  AccessWidth width =
      boundAccess(layout, addresses, maskFacts ? &*maskFacts : nullptr,
                  simt::bytesOf(element), context.target.globalAccessBytes);
  width.op = op;
  context.record.accesses.push_back(width);
  return planAccess(layout, addresses, width.elements);
}

} // namespace heddle
