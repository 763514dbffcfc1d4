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

/// How many parts the blocks of a cluster cut an axis into.
static int64_t partsAlong(const Bases &blocks, size_t axis) {
  auto isAlong = [&](const UnsignedList &basis) { return basis[axis] != 0; };
  return int64_t(1) << llvm::count_if(blocks, isAlong);
}

/// Since 3.9 a tensor has a whole block of rows for each block of the cluster,
/// and of columns as many as it has itself. Scales are no arrays.
static LogicalResult
verifyTensorMemory(function_ref<InFlightDiagnostic()> emitError,
                   ArrayRef<int64_t> shape, ArrayRef<int64_t> allocShape,
                   const Encoding &layout) {
  if (layout.is<TensorMemoryScalesEncoding>()) {
    if (shape.size() == 2 && allocShape.size() == 2)
      return success();
    return emitError() << "expects 2 axes of scales in tensor memory, but got "
                       << shape.size() << " and an allocation of "
                       << allocShape.size();
  }
  const auto &tile = *layout.getIf<TensorMemoryEncoding>();
  ArrayRef<int64_t> matrix = shape.take_back(2);
  const int64_t fewest[] = {tile.blockM * partsAlong(tile.cga, 0),
                            std::min<int64_t>(tile.blockN, matrix[1]) *
                                partsAlong(tile.cga, 1)};
  if (matrix[0] >= fewest[0] && matrix[1] >= fewest[1])
    return success();
  return emitError() << "expects a matrix of at least " << fewest[0] << "x"
                     << fewest[1]
                     << ", a block of tensor memory for each block of the "
                        "cluster, but got "
                     << matrix[0] << "x" << matrix[1];
}

/// Since 3.9 rows of a swizzle are whole, even if there is only one, which no
/// swizzle moves.
static LogicalResult
verifySwizzledRow(function_ref<InFlightDiagnostic()> emitError,
                  ArrayRef<int64_t> allocShape,
                  const NvmmaSharedEncoding &layout) {
  constexpr unsigned ByteBits = 8;
  size_t rank = Encoding(layout).rank();
  if (rank == 0)
    return success();
  size_t axis = layout.transposed ? 0 : rank - 1;
  int64_t elements =
      allocShape.take_back(rank)[axis] / partsAlong(layout.cga, axis);
  int64_t row = layout.swizzlingByteWidth * ByteBits / layout.elementBitWidth;
  if (elements >= row)
    return success();
  return emitError() << "expects at least " << row
                     << " elements for a swizzle of "
                     << layout.swizzlingByteWidth << " bytes, but got "
                     << elements;
}

/// What memory is made of since 3.9: whole bytes in shared memory, and sizes
/// that are powers of two but for the number of buffers in an array.
static LogicalResult verifyMemory(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int64_t> shape, Type elementType,
                                  const Encoding &layout, bool isShared) {
  constexpr unsigned ByteBits = 8;
  unsigned bits = ir::elementBits(elementType);
  bool isWhole = isShared ? bits % ByteBits == 0 : bits >= ByteBits;
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
  if (Result<void> fits = heddle::verify(type, Meaning::Optional); !fits)
    return ir::report(emitError, fits.error());
  bool isLayout = heddle::verify(*layout).has_value();
  TritonVersion release = ir::releaseOf(encoding.getContext());
  bool isWhole = ir::has(encoding.getContext(), ir::Feature::WholeBytes);
  if (isWhole &&
      failed(verifyMemory(emitError, shape, elementType, *layout, isShared)))
    return mlir::failure();
  // The bases of a padded layout are of one shape. Since 3.9 memory also has
  // whole rows of a swizzle and whole blocks of tensor memory.
  if (layout->is<PaddedSharedEncoding>() ||
      (isWhole && isLayout && !layout->is<PartitionedSharedEncoding>()))
    if (Result<LinearLayout> linear = toLinearLayout(type, release); !linear)
      return ir::report(emitError, linear.error());
  if (!isWhole)
    return success();
  if (!isShared &&
      failed(verifyTensorMemory(emitError, shape, allocShape, *layout)))
    return mlir::failure();
  // The rows of a matrix are the layout's to check.
  const auto *rows = layout->getIf<NvmmaSharedEncoding>();
  if (rows != nullptr && (rows->rank == 1 || !isLayout))
    return verifySwizzledRow(emitError, allocShape, *rows);
  return success();
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

} // namespace heddle::ttg
