//===- AccessPlan.cpp - Accesses of global memory -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPlan.h"
#include "Registers.h"
#include "heddle/analysis/AxisRules.h"
#include "heddle/analysis/Coalescing.h"
#include "heddle/f2/Elimination.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// Another basis of the registers: those of one access first, then those that
/// get the same.
struct RegisterBasis {
  /// Numbers of registers, and the elements that these hold in thread 0.
  Words numbers, images;
  /// Bits of coordinates that lanes and warps change.
  Word ofThreads;

  /// Begins with these bits of coordinates, which no other of its images has.
  RegisterBasis(const LinearLayout &layout, std::span<const Word> first);
  std::int32_t numberOf(Word index) const {
    return static_cast<std::int32_t>(f2::multiply(numbers, index));
  }
};

RegisterBasis::RegisterBasis(const LinearLayout &layout,
                             std::span<const Word> first)
    : ofThreads(bitsOfThreads(layout)) {
  std::span<const Word> registers = layout.bases(Dim::Register);
  const f2::ColumnEchelon all(registers);
  f2::VectorEchelon known;
  for (Word bit : first) {
    numbers.push_back(all.reduce(bit).columns);
    images.push_back(bit);
    known.insert(numbers.back());
  }
  for (unsigned bit = 0; bit < registers.size(); ++bit) {
    Word number = f2::unit(bit), image = registers[bit];
    if (!known.insert(number))
      continue;
    // So that it is the first of its access.
    for (unsigned i = 0; i < first.size(); ++i)
      if ((image & first[i]) != 0) {
        number ^= numbers[i];
        image ^= first[i];
      }
    numbers.push_back(number);
    images.push_back(image);
  }
}

/// Instructions have 24 bits with a sign for a constant beside an address, and
/// what does not fit takes an addition anyway.
constexpr std::int64_t MostOffset = (std::int64_t(1) << 23) - 1;

/// By how much the address grows with a bit of the basis, in every thread;
/// nothing if that is not known. Runs and equal numbers are in aligned groups,
/// and a bit that no other changes is added.
std::optional<std::int64_t> strideOfBit(const LinearLayout &layout,
                                        const RegisterBasis &basis,
                                        const AxisInfo &addresses,
                                        unsigned bit) {
  Word image = basis.images[bit];
  Word others = basis.ofThreads;
  for (unsigned each = 0; each < basis.images.size(); ++each)
    if (each != bit)
      others |= basis.images[each];
  if ((image & others) != 0)
    return std::nullopt;
  std::int64_t stride = 0;
  for (unsigned axis = 0; axis < layout.outs().size(); ++axis) {
    auto index =
        static_cast<std::int64_t>(layout.field(image, Dim::standard(axis)));
    std::optional<std::int64_t> distance = addresses.distanceOf(axis, index);
    if (!distance || std::abs(*distance) > MostOffset)
      return std::nullopt;
    stride += *distance;
  }
  return stride;
}

/// The bits of a basis whose strides are known, and together fit a constant.
struct KnownStrides {
  Word bits = 0;
  llvm::SmallVector<std::int64_t> strides;

  KnownStrides(const LinearLayout &layout, const RegisterBasis &basis,
               const AxisInfo &addresses) {
    std::int64_t furthest = 0;
    for (unsigned bit = 0; bit < basis.images.size(); ++bit) {
      std::optional<std::int64_t> stride =
          strideOfBit(layout, basis, addresses, bit);
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

RankedTensorType GlobalAddresses::tensor() const {
  return dyn_cast<RankedTensorType>(elements.getType());
}

Type GlobalAddresses::pointee() const {
  return tt::pointee(buffer ? buffer.getType()
                            : getElementTypeOrSelf(elements.getType()));
}

AxisInfo GlobalAddresses::factsIn(const LoweringContext &context) const {
  AxisInfo facts = context.facts.of(elements);
  if (!buffer)
    return facts;
  llvm::ArrayRef<std::int64_t> shape = tensor().getShape();
  constexpr unsigned AddressBits = 64;
  return axis::addPointer(axis::splat(context.facts.of(buffer), shape), facts,
                          simt::bytesOf(pointee()),
                          {.shape = shape, .bits = AddressBits});
}

Value GlobalAddresses::registersIn(LoweringContext &context,
                                   Location loc) const {
  Value registers = asVector(context.builder, context.get(elements));
  if (!buffer)
    return registers;
  unsigned bytes = simt::bytesOf(pointee());
  Type type = registers.getType();
  if (bytes == 1)
    return registers;
  return context.make<arith::MulIOp>(loc, registers,
                                     context.number(bytes, type));
}

Value GlobalAddresses::bufferIn(LoweringContext &context) const {
  return buffer ? context.get(buffer) : Value();
}

llvm::SmallVector<std::int32_t> AccessPlan::first() const {
  llvm::SmallVector<std::int32_t> numbers;
  for (std::size_t i = 0; i < registers.size(); i += width)
    numbers.push_back(registers[i]);
  return numbers;
}

AccessPlan planAccess(const LinearLayout &layout, const AxisInfo &addresses,
                      std::span<const Word> covered,
                      std::span<const Word> repeated) {
  std::vector<Word> first(covered.begin(), covered.end());
  first.insert(first.end(), repeated.begin(), repeated.end());
  const RegisterBasis basis(layout, first);
  const KnownStrides known(layout, basis, addresses);
  AccessPlan plan;
  plan.width = 1U << covered.size();
  plan.slots.resize(layout.inSize(Dim::Register));
  std::uint64_t repeats = f2::unit(static_cast<unsigned>(repeated.size()));
  llvm::DenseMap<std::uint64_t, std::int32_t> numbers;
  for (Word index = 0; index < layout.inSize(Dim::Register);
       index += plan.width * repeats) {
    Word base = index & ~known.bits;
    auto [found, isNew] =
        numbers.try_emplace(base, static_cast<std::int32_t>(plan.bases.size()));
    if (isNew)
      plan.bases.push_back(basis.numberOf(base));
    plan.at.push_back(found->second);
    plan.offsets.push_back(static_cast<std::int32_t>(known.offsetOf(index)));
    for (Word more = 0; more < plan.width; ++more) {
      auto slot = static_cast<std::int32_t>(plan.registers.size());
      plan.registers.push_back(basis.numberOf(index | more));
      for (Word repeat = 0; repeat < repeats; ++repeat)
        plan.slots[static_cast<std::size_t>(
            basis.numberOf(index | repeat * plan.width | more))] = slot;
    }
  }
  return plan;
}

namespace {

/// Bounds of an access, which allow a single element no more.
struct Accessed {
  Operation *op;
  RankedTensorType tensor;
  AxisInfo addresses;
  AccessBounds bounds;
};

/// Fails with an error at the op.
FailureOr<Accessed> boundsOf(LoweringContext &context, Operation *op,
                             const GlobalAddresses &addresses, Value mask) {
  Type element = addresses.pointee();
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() > 64)
    return refuse(op) << "it moves elements of " << element;
  Accessed accessed = {.op = op,
                       .tensor = addresses.tensor(),
                       .addresses = addresses.factsIn(context),
                       .bounds = {}};
  AccessBounds &bounds = accessed.bounds;
  bounds.width.elementBytes = simt::bytesOf(element);
  if (accessed.tensor) {
    std::optional<AxisInfo> maskFacts;
    if (mask)
      maskFacts = context.facts.of(mask);
    bounds = boundAccess(context.layoutOf(accessed.tensor), accessed.addresses,
                         maskFacts ? &*maskFacts : nullptr,
                         bounds.width.elementBytes,
                         context.target.globalAccessBytes);
  }
  return accessed;
}

/// Goes to the record, too.
AccessPlan planOf(LoweringContext &context, const Accessed &accessed,
                  std::span<const Word> repeated) {
  const AccessBounds &bounds = accessed.bounds;
  AccessWidth &width = context.record.accesses.emplace_back(bounds.width);
  width.op = accessed.op;
  width.repeats = 1U << repeated.size();
  if (accessed.tensor)
    return planAccess(context.layoutOf(accessed.tensor), accessed.addresses,
                      bounds.covered, repeated);
  return {.width = 1,
          .bases = {0},
          .at = {0},
          .offsets = {0},
          .registers = {0},
          .slots = {0}};
}

} // namespace

FailureOr<AccessPlan> planAccess(LoweringContext &context, Operation *op,
                                 const GlobalAddresses &addresses, Value mask) {
  FailureOr<Accessed> accessed = boundsOf(context, op, addresses, mask);
  if (failed(accessed))
    return failure();
  return planOf(context, *accessed, {});
}

FailureOr<AccessPlan> planLoad(LoweringContext &context, Operation *op,
                               const GlobalAddresses &addresses, Value mask,
                               Value other) {
  FailureOr<Accessed> accessed = boundsOf(context, op, addresses, mask);
  if (failed(accessed))
    return failure();
  std::vector<Word> repeated;
  if (accessed->tensor) {
    std::vector<AxisInfo> numbers = {accessed->addresses};
    if (mask)
      numbers.push_back(context.facts.of(mask));
    if (mask && other)
      numbers.push_back(context.facts.of(other));
    repeated = repeatedBits(context.layoutOf(accessed->tensor), numbers);
  }
  return planOf(context, *accessed, repeated);
}

} // namespace heddle
