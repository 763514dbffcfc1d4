//===- EngineBlocks.cpp - Blocks that the copy engine moves ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/EngineBlocks.h"
#include "heddle/encoding/Construct.h"
#include "heddle/ir/Layout.h"

namespace heddle {

using namespace mlir;

namespace {

constexpr std::int64_t MostOfBox = 256;
constexpr unsigned BoxUnit = 16;

/// As if axes of size 1 were not there, but for the innermost one.
llvm::SmallVector<std::int64_t> squeezed(ArrayRef<std::int64_t> shape) {
  llvm::SmallVector<std::int64_t> sizes;
  for (std::int64_t size : shape.drop_back())
    if (size != 1)
      sizes.push_back(size);
  sizes.push_back(shape.back());
  return sizes;
}

std::vector<unsigned> rowOrder(std::size_t rank) {
  std::vector<unsigned> order;
  for (std::size_t axis = rank; axis-- > 0;)
    order.push_back(static_cast<unsigned>(axis));
  return order;
}

SwizzledSharedEncoding rowMajor(ArrayRef<std::int64_t> shape) {
  SwizzledSharedEncoding rows;
  rows.order = rowOrder(shape.size());
  return rows;
}

/// Do boxes follow one another as rows do? Not if an axis in between is cut.
bool isInBoxes(ArrayRef<std::int64_t> shape, unsigned swizzle) {
  llvm::SmallVector<std::int64_t> sizes = squeezed(shape);
  if (sizes.size() > 1 && swizzle == 0 && sizes.back() > MostOfBox)
    return false;
  ArrayRef<std::int64_t> between = ArrayRef(sizes).drop_back();
  return llvm::all_of(between.drop_front(between.empty() ? 0 : 1),
                      [](std::int64_t size) { return size <= MostOfBox; });
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
  if (swizzle != 0)
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

Attribute engineLayout(ArrayRef<std::int64_t> shape, Type element) {
  std::optional<TensorMap::Element> number = engineElement(element);
  if (!number || shape.empty() || shape.size() > TensorMap::MostAxes)
    return {};
  unsigned bytes = bytesOf(*number);
  if (static_cast<std::uint64_t>(shape.back()) * bytes < BoxUnit)
    return {};
  Encoding layout = rowMajor(shape);
  unsigned swizzle = 0;
  if (shape.size() > 1) {
    std::vector<std::uint64_t> sizes(shape.begin(), shape.end());
    NvmmaSharedEncoding widest =
        nvmmaSharedFor(sizes, rowOrder(shape.size()), {}, bytes * 8).value();
    swizzle = widest.swizzlingByteWidth;
    if (swizzle != 0)
      layout = widest;
  }
  if (!isInBoxes(shape, swizzle))
    return {};
  return ir::layoutAttr(element.getContext(), layout);
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
