//===- LayoutQueries.cpp - What the library says of types -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescriptorText.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/ir/Ttng.h"

namespace heddle::ir {

using namespace mlir;

TritonVersion releaseOf(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<tt::TtDialect>();
  return dialect == nullptr ? NewestTriton : dialect->getRelease();
}

void setRelease(MLIRContext *context, TritonVersion release) {
  context->getOrLoadDialect<tt::TtDialect>()->setRelease(release);
}

const Encoding *encodingOf(Attribute attribute) {
  if (auto layout = dyn_cast_or_null<ttg::LayoutAttr>(attribute))
    return &layout.getEncoding();
  if (auto layout = dyn_cast_or_null<ttng::TensorMemoryLayoutAttr>(attribute))
    return &layout.getEncoding();
  return nullptr;
}

const Encoding *encodingOf(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return encodingOf(tensor.getEncoding());
  if (auto memory = dyn_cast<ttg::MemDescType>(type))
    return encodingOf(memory.getEncoding());
  if (auto descriptor = dyn_cast<tt::TensorDescType>(type))
    return encodingOf(descriptor.getLayout());
  if (auto descriptor = dyn_cast<ttng::Im2ColDescType>(type))
    return encodingOf(descriptor.getLayout());
  return nullptr;
}

Attribute layoutAttr(MLIRContext *context, const Encoding &encoding) {
  if (encoding.kind() == EncodingKind::TensorMemory)
    return ttng::TensorMemoryLayoutAttr::get(context, encoding);
  return ttg::LayoutAttr::get(context, encoding);
}

unsigned elementBits(Type type) {
  Type element = getElementTypeOrSelf(type);
  constexpr unsigned PointerBits = 64;
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : PointerBits;
}

/// As MLIR prints it, which takes a few microseconds: usual ones are known.
static std::string textOf(Type type) {
  if (type.isSignlessInteger())
    return "i" + std::to_string(type.getIntOrFloatBitWidth());
  if (type.isF16())
    return "f16";
  if (type.isBF16())
    return "bf16";
  if (type.isF32())
    return "f32";
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

Result<ElementType> elementType(Type type) {
  std::string text = textOf(type);
  if (isa<tt::PointerType>(type))
    return ElementType{.text = text, .bits = 64};
  if (type.isIntOrFloat())
    return ElementType{.text = text, .bits = type.getIntOrFloatBitWidth()};
  return failure(concat("expects a number or a pointer as the element of a "
                        "tensor, but got ",
                        text));
}

static Result<std::vector<std::uint64_t>> sizesOf(ArrayRef<int64_t> shape) {
  std::vector<std::uint64_t> sizes;
  for (int64_t size : shape) {
    if (size <= 0)
      return failure("expects sizes that are known");
    sizes.push_back(static_cast<std::uint64_t>(size));
  }
  return sizes;
}

Result<TensorType> tensorType(Type type) {
  TensorType result;
  ArrayRef<int64_t> shape, allocation;
  Type element;
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    shape = tensor.getShape();
    element = tensor.getElementType();
  } else if (auto memory = dyn_cast<ttg::MemDescType>(type)) {
    result.kind = TensorType::Kind::MemDesc;
    shape = memory.getShape();
    element = memory.getElementType();
    allocation = memory.getAllocShape();
    result.isMutable = memory.getMutableMemory();
    result.memorySpace = memory.isInSharedMemory() ? "#ttg.shared_memory"
                                                   : "#ttng.tensor_memory";
  } else if (auto descriptor = dyn_cast<tt::TensorDescType>(type)) {
    result.kind = TensorType::Kind::TensorDescriptor;
    shape = descriptor.getShape();
    element = descriptor.blockType().getElementType();
  } else if (auto windows = dyn_cast<ttng::Im2ColDescType>(type)) {
    result.kind = TensorType::Kind::TensorDescriptor;
    shape = windows.getShape();
    element = blockType(shape, windows.getElementType()).getElementType();
  } else {
    return failure("expects a tensor, a memdesc or a descriptor");
  }
  Result<std::vector<std::uint64_t>> sizes = sizesOf(shape);
  if (!sizes)
    return tl::unexpected(std::move(sizes.error()));
  result.shape = std::move(*sizes);
  Result<ElementType> known = elementType(element);
  if (!known)
    return tl::unexpected(std::move(known.error()));
  result.element = std::move(*known);
  if (const Encoding *encoding = encodingOf(type))
    result.encoding = *encoding;
  if (allocation != shape)
    for (int64_t size : allocation)
      result.allocShape.push_back(static_cast<std::uint64_t>(size));
  return result;
}

Result<LinearLayout> linearLayoutOf(Type type) {
  Result<TensorType> tensor = tensorType(type);
  if (!tensor)
    return tl::unexpected(std::move(tensor.error()));
  return toLinearLayout(*tensor, releaseOf(type.getContext()));
}

bool holdsOnce(Type type) {
  Result<LinearLayout> layout = linearLayoutOf(type);
  return layout && layout->isInjective();
}

InFlightDiagnostic report(function_ref<InFlightDiagnostic()> emitError,
                          const Error &error) {
  InFlightDiagnostic diagnostic = emitError() << error.reason;
  for (const std::string &more : {error.witness, error.remedy})
    if (!more.empty())
      diagnostic.attachNote() << more;
  return diagnostic;
}

} // namespace heddle::ir
