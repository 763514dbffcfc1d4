//===- EngineBlocks.cpp - Blocks that the copy engine moves ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/EngineBlocks.h"
#include "heddle/encoding/Construct.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/ir/Layout.h"
#include "heddle/layout/Compose.h"

namespace heddle {

using namespace mlir;

namespace {

constexpr std::int64_t MostOfBox = 256;

std::vector<unsigned> rowOrder(std::size_t rank) {
  std::vector<unsigned> order;
  for (std::size_t axis = rank; axis-- > 0;)
    order.push_back(static_cast<unsigned>(axis));
  return order;
}

} // namespace

std::optional<TensorMap::Element> engineElement(Type type) {
  using enum TensorMap::Element;
  if (!type.isIntOrFloat())
    return std::nullopt;
  bool isUnsigned = type.isUnsignedInteger();
  constexpr unsigned Byte = 8, Half = 16, Single = 32, Double = 64;
  switch (type.getIntOrFloatBitWidth()) {
  case Byte:
    return U8;
  case Half:
    return type.isF16() ? F16 : type.isBF16() ? Bf16 : U16;
  case Single:
    return type.isF32() ? F32 : isUnsigned ? U32 : S32;
  case Double:
    return type.isF64() ? F64 : isUnsigned ? U64 : S64;
  default:
    return std::nullopt;
  }
}

TensorMap::Reduction engineReduction(tt::DescriptorReduceKind kind) {
  using enum TensorMap::Reduction;
  switch (kind) {
  case tt::DescriptorReduceKind::Add:
    return Add;
  case tt::DescriptorReduceKind::Min:
    return Min;
  case tt::DescriptorReduceKind::Max:
    return Max;
  case tt::DescriptorReduceKind::Inc:
    return Increment;
  case tt::DescriptorReduceKind::Dec:
    return Decrement;
  case tt::DescriptorReduceKind::And:
    return And;
  case tt::DescriptorReduceKind::Or:
    return Or;
  case tt::DescriptorReduceKind::Xor:
    return Xor;
  }
  llvm_unreachable("all kinds have been named");
}

llvm::SmallVector<std::uint32_t, TensorMap::MostAxes>
engineBox(ArrayRef<std::int64_t> shape, unsigned bytes, unsigned swizzle) {
  llvm::SmallVector<std::uint32_t, TensorMap::MostAxes> box;
  for (std::int64_t size : llvm::reverse(shape))
    box.push_back(static_cast<std::uint32_t>(std::min(size, MostOfBox)));
  if (swizzle != 0 && !box.empty())
    box.front() = std::min(box.front(), swizzle / bytes);
  return box;
}

Result<unsigned> engineSwizzle(Attribute layout) {
  const Encoding *encoding = ir::encodingOf(layout);
  if (encoding == nullptr)
    return failure("its descriptor has no layout in shared memory");
  if (const auto *mma = encoding->getIf<NvmmaSharedEncoding>()) {
    if (mma->fp4Padded)
      return failure("copies that put 8 free bytes behind each 8 bytes of "
                     "values (fp4Padded) exist from sm_100 on");
    return mma->swizzlingByteWidth;
  }
  if (const auto *swizzled = encoding->getIf<SwizzledSharedEncoding>();
      swizzled != nullptr && swizzled->maxPhase == 1)
    return 0U;
  std::string text;
  llvm::raw_string_ostream(text) << layout;
  return failure("the copy engine has no layout " + text);
}

/// Do blocks of a cluster share a tensor in such a layout?
static bool hasBlocks(const Encoding &encoding) {
  if (const auto *mma = encoding.getIf<NvmmaSharedEncoding>())
    return !mma->cga.empty();
  const auto *swizzled = encoding.getIf<SwizzledSharedEncoding>();
  return swizzled != nullptr && !swizzled->cga.empty();
}

Result<BlockPart> blockPart(ArrayRef<std::int64_t> shape, Attribute layout) {
  const Encoding *encoding = ir::encodingOf(layout);
  std::vector<std::uint64_t> sizes(shape.begin(), shape.end());
  if (encoding == nullptr || !hasBlocks(*encoding))
    return BlockPart{.shape = sizes, .begins = {}};
  Result<LinearLayout> elements =
      toLinearLayout(*encoding, sizes, ir::releaseOf(layout.getContext()));
  if (!elements)
    return tl::unexpected(std::move(elements.error()));
  return BlockPart::of(*elements);
}

Result<EngineBox> boxOf(tt::TensorDescType block, Attribute layout) {
  std::optional<TensorMap::Element> element =
      engineElement(block.getElementType());
  if (!element) {
    std::string text;
    llvm::raw_string_ostream(text) << block.getElementType();
    return failure("the copy engine has no elements of " + text);
  }
  Result<unsigned> swizzle = engineSwizzle(layout);
  if (!swizzle)
    return tl::unexpected(std::move(swizzle.error()));
  Result<BlockPart> part = blockPart(block.getShape(), layout);
  if (!part)
    return tl::unexpected(std::move(part.error()));
  llvm::SmallVector<std::int64_t> tile(part->shape.begin(), part->shape.end());
  return EngineBox{.element = *element,
                   .swizzle = *swizzle,
                   .sizes = engineBox(tile, bytesOf(*element), *swizzle)};
}

std::optional<EnginePlaces> EnginePlaces::of(const LinearLayout &offsets,
                                             ArrayRef<std::int64_t> block,
                                             ArrayRef<std::int64_t> buffer,
                                             unsigned bytes) {
  EnginePlaces places(offsets);
  places.bytes = bytes;
  std::size_t left = buffer.size();
  for (std::int64_t size : llvm::reverse(block)) {
    if (left > 0 && buffer[left - 1] == size)
      places.axes.push_back(static_cast<unsigned>(--left));
    else if (size == 1)
      places.axes.push_back(std::nullopt);
    else
      return std::nullopt;
  }
  while (left > 0 && buffer[left - 1] == 1)
    --left;
  if (left != 0)
    return std::nullopt;
  for (unsigned axis = 0; axis < buffer.size(); ++axis)
    places.zeros.push_back({Dim::standard(axis), 0});
  return places;
}

std::uint64_t EnginePlaces::at(ArrayRef<std::uint64_t> coordinates) const {
  std::vector<Coordinate> all = zeros;
  for (auto [axis, coordinate] : llvm::zip_equal(axes, coordinates))
    if (axis)
      all[*axis].value = coordinate;
  std::uint64_t offset = 0;
  const Coordinates at = offsets.apply(all).value();
  for (const Coordinate &each : at)
    if (each.dim == Dim::Offset)
      offset = each.value;
  return offset * bytes;
}

std::optional<std::string> EnginePlaces::misplaced(ArrayRef<std::uint32_t> box,
                                                   unsigned swizzle) const {
  std::uint32_t stride = bytes;
  llvm::SmallVector<std::uint64_t> element(box.size(), 0);
  for (std::size_t axis = 0; axis < box.size(); ++axis) {
    for (std::uint32_t bit = 1; bit < box[axis]; bit *= 2, stride *= 2) {
      element[axis] = bit;
      std::uint64_t found = at(element);
      std::uint32_t wanted = swizzledAddress(swizzle, stride);
      if (found != wanted) {
        std::string text;
        for (std::uint64_t each : llvm::reverse(element))
          text += concat(text.empty() ? "(" : ", ", each);
        return concat("element ", text, ") of a box lies at byte ", found,
                      ", but the copy engine has it at ", wanted);
      }
    }
    element[axis] = 0;
  }
  return std::nullopt;
}

Attribute engineLayout(ArrayRef<std::int64_t> shape, Type element,
                       const Bases &cga) {
  std::optional<TensorMap::Element> number = engineElement(element);
  if (!number || shape.empty() || shape.size() > TensorMap::MostAxes)
    return {};
  unsigned bytes = bytesOf(*number);
  // Wider ones have not been seen right on a chip.
  constexpr unsigned BoxUnit = 16, MostBytes = 4;
  if (bytes > MostBytes)
    return {};
  std::vector<std::uint64_t> sizes(shape.begin(), shape.end());
  llvm::SmallVector<std::int64_t> tile(shape);
  for (const UnsignedList &basis : cga)
    for (auto [size, step] : llvm::zip_equal(tile, basis))
      size /= step != 0 ? 2 : 1;
  if (static_cast<std::uint64_t>(tile.back()) * bytes < BoxUnit)
    return {};
  Result<NvmmaSharedEncoding> layout =
      nvmmaSharedFor(sizes, rowOrder(shape.size()), cga, bytes * 8);
  if (!layout)
    return {};
  MLIRContext *context = element.getContext();
  Result<LinearLayout> elements =
      toLinearLayout(*layout, sizes, ir::releaseOf(context));
  Result<BlockPart> part =
      elements ? BlockPart::of(*elements) : tl::unexpected(elements.error());
  Result<LinearLayout> inBlock =
      part ? part->inBlock(*elements) : tl::unexpected(part.error());
  Result<LinearLayout> offsets =
      inBlock ? pseudoinvert(*inBlock) : std::move(inBlock);
  if (!offsets)
    return {};
  unsigned swizzle = layout->swizzlingByteWidth;
  std::optional<EnginePlaces> places =
      EnginePlaces::of(*offsets, tile, tile, bytes);
  if (!places || places->misplaced(engineBox(tile, bytes, swizzle), swizzle))
    return {};
  return ir::layoutAttr(context, *layout);
}

ttg::MemDescType engineBuffer(tt::TensorDescType block,
                              RankedTensorType values) {
  MLIRContext *context = block.getContext();
  Attribute layout =
      block.getShape() == values.getShape()
          ? block.getLayout()
          : engineLayout(values.getShape(), block.blockType().getElementType());
  return ttg::MemDescType::get(values.getShape(), values.getElementType(),
                               layout, ttg::SharedMemoryAttr::get(context),
                               /*mutableMemory=*/true, values.getShape());
}

} // namespace heddle
