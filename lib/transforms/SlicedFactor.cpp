//===- SlicedFactor.cpp - Factors in shared memory ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlicedFactor.h"
#include "ViewTypes.h"
#include "heddle/plan/SharedAccess.h"
#include "heddle/plan/SharedLayout.h"

namespace heddle {

using namespace mlir;

namespace {

/// What each thread has of a slice, if it has that of all slices.
Result<LinearLayout> withoutFirstAxis(const LinearLayout &layout) {
  Words words;
  DimBitsList outs;
  for (unsigned axis = 1; axis < layout.outs().size(); ++axis)
    outs.push_back(
        {Dim::standard(axis - 1), layout.outBits(Dim::standard(axis))});
  for (Word basis : layout.bases()) {
    Word word = 0;
    unsigned shift = 0;
    for (unsigned axis = 0; axis < outs.size(); ++axis) {
      word |=
          f2::shiftLeft(layout.field(basis, Dim::standard(axis + 1)), shift);
      shift += outs[axis].bits;
    }
    words.push_back(word);
  }
  return LinearLayout::fromWords(layout.ins(), outs, words);
}

} // namespace

std::uint64_t bytesOfElement(Type element) {
  Result<ElementType> type = ir::elementType(element);
  return type ? (type->bits + 7) / 8 : 0;
}

/// Looks behind the conversion to the layout of a factor, and behind a
/// transposition of what is converted.
bool SlicedFactor::findSource(Value factor) {
  origin = factor;
  whole = cast<RankedTensorType>(factor.getType());
  if (auto convert = factor.getDefiningOp<ttg::ConvertLayoutOp>()) {
    origin = convert.getSrc();
    whole = cast<RankedTensorType>(origin.getType());
    return true;
  }
  auto trans = factor.getDefiningOp<tt::TransOp>();
  auto convert = trans ? trans.getSrc().getDefiningOp<ttg::ConvertLayoutOp>()
                       : ttg::ConvertLayoutOp();
  if (!convert)
    return true;
  origin = convert.getSrc();
  order.assign(trans.getOrder().begin(), trans.getOrder().end());
  whole = transposedType(cast<RankedTensorType>(origin.getType()), order);
  return whole != nullptr;
}

/// In slices of so many elements along the axis.
bool SlicedFactor::divide(Value factor, unsigned axis, int64_t length) {
  auto type = cast<RankedTensorType>(factor.getType());
  llvm::SmallVector<int64_t> shape(type.getShape()), inSlice(type.getShape());
  inSlice[axis] = length;
  slice =
      RankedTensorType::get(inSlice, type.getElementType(), type.getEncoding());
  shape[axis] = length;
  shape.insert(shape.begin() + axis, type.getDimSize(axis) / length);
  cut = reshapedType(whole, shape);
  sliceFirst.push_back(static_cast<int32_t>(axis));
  for (unsigned each = 0; each < shape.size(); ++each)
    if (each != axis)
      sliceFirst.push_back(static_cast<int32_t>(each));
  slices = cut ? transposedType(cut, sliceFirst) : RankedTensorType();
  return slices != nullptr;
}

ttg::MemDescType SlicedFactor::typeOf(const LinearLayout &layout,
                                      std::uint64_t gap) const {
  Bases offsets;
  for (Word basis : layout.bases(Dim::Offset)) {
    UnsignedList coordinates;
    for (unsigned axis = 0; axis < layout.outs().size(); ++axis)
      coordinates.push_back(
          static_cast<unsigned>(layout.field(basis, Dim::standard(axis))));
    offsets.push_back(std::move(coordinates));
  }
  Encoding encoding = SharedLinearEncoding{offsets, {}};
  if (gap != 0)
    encoding =
        PaddedSharedEncoding{{{layout.inSize(Dim::Offset), gap}}, offsets, {}};
  MLIRContext *context = slices.getContext();
  return ttg::MemDescType::get(slices.getShape(), slices.getElementType(),
                               ir::layoutAttr(context, encoding),
                               ttg::SharedMemoryAttr::get(context));
}

/// Padded layouts are not swizzled: an offset's bit is one of one coordinate's.
/// (Triton 3.9, `padded_shared`.)
static bool canBePadded(const LinearLayout &layout) {
  return llvm::all_of(layout.bases(Dim::Offset),
                      [](Word basis) { return std::popcount(basis) <= 1; });
}

/// The smallest gap behind each slice with which stores take the fewest
/// wavefronts; loads are of one slice, which gaps do not change.
void SlicedFactor::chooseGap(const LinearLayout &stored,
                             const LinearLayout &layout, const Target &target) {
  constexpr std::array<std::uint64_t, 5> Gaps = {0, 16, 32, 64, 128};
  std::uint64_t bytesEach = bytesOfElement(slices.getElementType());
  auto count = static_cast<std::uint64_t>(slices.getDimSize(0));
  Result<LinearLayout> all = arrayOfBuffers(layout, {count});
  if (!all)
    return;
  std::uint64_t fewest = 0;
  bool isPadded = canBePadded(layout);
  for (std::uint64_t gap : Gaps) {
    if (gap != 0 && !isPadded)
      break;
    Padding padding = {layout.inSize(Dim::Offset), gap / bytesEach};
    SharedTensor tensor = {.layout = *all,
                           .paddings = {},
                           .elementBits = static_cast<unsigned>(8 * bytesEach)};
    if (gap != 0)
      tensor.paddings = {&padding, 1};
    Result<SharedAccess> access = accessShared(
        stored, tensor, AccessKind::Store, target, RegisterOrder::Any);
    if (!access)
      continue;
    std::uint64_t wavefronts = access->instructions * access->wavefronts;
    if (memory && wavefronts >= fewest)
      continue;
    fewest = wavefronts;
    memory = typeOf(layout, padding.padding);
    size = count * (padding.interval + padding.padding) * bytesEach;
    if (access->wavefronts == access->ideal)
      break;
  }
}

bool SlicedFactor::chooseMemory(const Target &target) {
  Result<LinearLayout> stored = ir::linearLayoutOf(slices);
  Result<LinearLayout> loaded = ir::linearLayoutOf(slice);
  if (!stored || !loaded || stored->inBits(Dim::Block) != 0)
    return false;
  Result<LinearLayout> storedSlice = withoutFirstAxis(*stored);
  if (!storedSlice)
    return false;
  auto bits = static_cast<unsigned>(8 * bytesOfElement(slice.getElementType()));
  Result<LinearLayout> layout =
      sharedLayoutBetween(*storedSlice, *loaded, bits, target);
  if (layout)
    chooseGap(*stored, *layout, target);
  return memory != nullptr;
}

std::optional<SlicedFactor> SlicedFactor::plan(Value factor, unsigned axis,
                                               int64_t length,
                                               const Target &target) {
  SlicedFactor sliced;
  if (!sliced.findSource(factor) || !sliced.divide(factor, axis, length) ||
      !sliced.chooseMemory(target))
    return std::nullopt;
  return sliced;
}

ttg::LocalAllocOp SlicedFactor::store(OpBuilder &builder, Location loc) const {
  Value value = origin;
  if (!order.empty())
    value = tt::TransOp::create(builder, loc, whole, value,
                                builder.getDenseI32ArrayAttr(order));
  value = tt::ReshapeOp::create(builder, loc, cut, value,
                                /*allow_reorder=*/UnitAttr(),
                                /*efficient_layout=*/UnitAttr());
  value = tt::TransOp::create(builder, loc, slices, value,
                              builder.getDenseI32ArrayAttr(sliceFirst));
  return ttg::LocalAllocOp::create(builder, loc, memory, value, IntegerAttr());
}

Value SlicedFactor::load(OpBuilder &builder, Location loc, Value buffer,
                         Value index) const {
  auto type = ttg::MemDescType::get(
      memory.getShape().drop_front(), memory.getElementType(),
      memory.getEncoding(), memory.getMemorySpace());
  Value part = ttg::MemDescIndexOp::create(builder, loc, type, buffer, index);
  return ttg::LocalLoadOp::create(builder, loc, slice, part, Value());
}

} // namespace heddle
