//===- TtgTypes.cpp - Types and attributes of the dialect ttg -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Releases.h"
#include "heddle/encoding/TensorType.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/ir/Ttng.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#define GET_ATTRDEF_CLASSES
#include "heddle/ir/TtgAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "heddle/ir/TtgTypes.cpp.inc"

namespace heddle::ttg {

using namespace mlir;

void TtgDialect::registerAttributesAndTypes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "heddle/ir/TtgAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "heddle/ir/TtgTypes.cpp.inc"
      >();
}

Attribute TtgDialect::parseAttribute(DialectAsmParser &parser,
                                     Type type) const {
  llvm::StringRef mnemonic;
  if (parser.getFullSymbolSpec() == SharedMemoryAttr::getMnemonic()) {
    Attribute attribute;
    generatedAttributeParser(parser, &mnemonic, type, attribute);
    return attribute;
  }
  if (std::optional<Encoding> encoding = ir::parseEncoding(parser, "ttg"))
    return ir::layoutAttr(getContext(), *encoding);
  return {};
}

void TtgDialect::printAttribute(Attribute attribute,
                                DialectAsmPrinter &printer) const {
  if (auto layout = dyn_cast<LayoutAttr>(attribute))
    return ir::printEncoding(getContext(), layout.getEncoding(), printer);
  (void)generatedAttributePrinter(attribute, printer);
}

// `<3x128x64xf16, encoding, memory (, mutable)? (, 4x128x64)?>`
Type MemDescType::parse(AsmParser &parser) {
  llvm::SmallVector<int64_t> shape, allocation;
  Type element;
  Attribute encoding, memory;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(element) || parser.parseComma() ||
      parser.parseAttribute(encoding) || parser.parseComma() ||
      parser.parseAttribute(memory))
    return {};
  bool isMutable = false;
  if (succeeded(parser.parseOptionalComma())) {
    isMutable = succeeded(parser.parseOptionalKeyword("mutable"));
    if ((!isMutable || succeeded(parser.parseOptionalComma())) &&
        parser.parseDimensionList(allocation, /*allowDynamic=*/false,
                                  /*withTrailingX=*/false))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<MemDescType>(
      parser.getContext(), shape, element, encoding, memory, isMutable,
      allocation.empty() ? shape : allocation);
}

void MemDescType::print(AsmPrinter &printer) const {
  printer << "<";
  for (int64_t size : getShape())
    printer << size << "x";
  printer << getElementType() << ", " << getEncoding() << ", "
          << getMemorySpace();
  if (getMutableMemory())
    printer << ", mutable";
  if (getAllocShape() != getShape()) {
    printer << ", ";
    llvm::interleave(
        getAllocShape(), [&](int64_t size) { printer << size; },
        [&] { printer << "x"; });
  }
  printer << ">";
}

/// What memory is made of since 3.9: whole bytes in shared memory, and sizes
/// that are powers of two but for the number of buffers in an array.
static LogicalResult verifyMemory(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int64_t> shape, Type elementType,
                                  const Encoding &layout, bool isShared) {
  constexpr unsigned ByteBits = 8;
  unsigned bits = ir::elementBits(elementType);
  bool isWhole =
      isShared ? bits % ByteBits == 0 : bits == 1 || bits >= ByteBits;
  if (!isWhole) {
    InFlightDiagnostic diagnostic = emitError();
    diagnostic << "expects elements of whole bytes in memory, but got "
               << elementType;
    diagnostic.attachNote()
        << "store i8; releases before 3.9 have such types: --triton 3.8";
    return diagnostic;
  }
  size_t arrays = shape.size() - std::min<size_t>(layout.rank(), shape.size());
  for (size_t axis = arrays; axis < shape.size(); ++axis)
    if (!llvm::isPowerOf2_64(static_cast<uint64_t>(shape[axis])))
      return emitError()
             << "expects sizes that are powers of two in memory from Triton "
             << factsOf(TritonVersion::V3_9).name << " on, but got "
             << shape[axis] << " along axis " << axis;
  return success();
}

LogicalResult MemDescType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int64_t> shape, Type elementType,
                                  Attribute encoding, Attribute memorySpace,
                                  bool mutableMemory,
                                  ArrayRef<int64_t> allocShape) {
  if (shape.empty())
    return emitError() << "expects at least one axis, but got none";
  const Encoding *layout = ir::encodingOf(encoding);
  if (layout == nullptr || layout->kind() == EncodingKind::Distributed)
    return emitError()
           << "expects a layout of shared or tensor memory, but got "
           << encoding;
  bool isShared = isa<SharedMemoryAttr>(memorySpace);
  if (!isShared && !isa<ttng::TensorMemoryAttr>(memorySpace))
    return emitError() << "expects #ttg.shared_memory or #ttng.tensor_memory "
                          "as the memory, but got "
                       << memorySpace;
  if (isShared != (layout->kind() == EncodingKind::Shared))
    return emitError() << "expects a layout of the memory that it is in, "
                       << memorySpace << ", but got " << encoding;
  if (allocShape.size() < shape.size())
    return emitError() << "expects an allocation of at least " << shape.size()
                       << " axes, as the type has, but got "
                       << allocShape.size();
  // A type to be checked has no context to be made in.
  TensorType type;
  type.kind = TensorType::Kind::MemDesc;
  for (int64_t size : shape)
    type.shape.push_back(static_cast<std::uint64_t>(size));
  for (int64_t size : allocShape)
    type.allocShape.push_back(static_cast<std::uint64_t>(size));
  type.memorySpace = isShared ? "#ttg.shared_memory" : "#ttng.tensor_memory";
  type.isMutable = mutableMemory;
  type.encoding = *layout;
  Result<ElementType> element = ir::elementType(elementType);
  if (!element)
    return ir::report(emitError, element.error());
  type.element = *element;
  if (Result<void> fits = heddle::verify(type); !fits)
    return ir::report(emitError, fits.error());
  TritonVersion release = ir::releaseOf(encoding.getContext());
  // The bases of a padded layout are of one shape.
  if (layout->is<PaddedSharedEncoding>())
    if (Result<LinearLayout> linear = toLinearLayout(type, release); !linear)
      return ir::report(emitError, linear.error());
  if (!ir::has(encoding.getContext(), ir::Feature::WholeBytes))
    return success();
  return verifyMemory(emitError, shape, elementType, *layout, isShared);
}

MemDescType MemDescType::cloneWith(std::optional<ArrayRef<int64_t>> shape,
                                   Type elementType) const {
  return MemDescType::get(shape.value_or(getShape()), elementType,
                          getEncoding(), getMemorySpace(), getMutableMemory(),
                          getAllocShape());
}

bool MemDescType::isInSharedMemory() const {
  return isa<SharedMemoryAttr>(getMemorySpace());
}

LogicalResult
LayoutAttr::verifyEncoding(ArrayRef<int64_t> shape, Type elementType,
                           function_ref<InFlightDiagnostic()> emitError) const {
  return ir::verifyTensorLayout(shape, elementType, *this, emitError);
}

} // namespace heddle::ttg
