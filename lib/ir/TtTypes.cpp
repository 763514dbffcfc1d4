//===- TtTypes.cpp - Types of the dialect tt ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescriptorText.h"
#include "Releases.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Tt.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#define GET_ATTRDEF_CLASSES
#include "heddle/ir/TtAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "heddle/ir/TtTypes.cpp.inc"

namespace heddle::tt {

using namespace mlir;

void TtDialect::registerAttributesAndTypes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "heddle/ir/TtAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "heddle/ir/TtTypes.cpp.inc"
      >();
}

namespace {

/// Address spaces that have a word of their own from release 3.9 on.
struct AddressSpaceName {
  unsigned space;
  llvm::StringRef name;
};
constexpr unsigned GlobalSpace = 1;
constexpr AddressSpaceName AddressSpaceNames[] = {
    {0, "descriptor"}, {GlobalSpace, "global"}, {4, "constant"}};

ParseResult parseAddressSpace(AsmParser &parser, unsigned &space) {
  std::string word;
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeywordOrString(&word)))
    return parser.parseInteger(space);
  for (const AddressSpaceName &each : AddressSpaceNames)
    if (each.name == word) {
      space = each.space;
      return success();
    }
  return parser.emitError(loc)
         << "expected 'global', 'descriptor', 'constant' or a number as the "
            "address space, but got '"
         << word << "'";
}

} // namespace

Type PointerType::parse(AsmParser &parser) {
  Type pointee;
  unsigned space = GlobalSpace;
  if (parser.parseLess() || parser.parseType(pointee) ||
      (succeeded(parser.parseOptionalComma()) &&
       parseAddressSpace(parser, space)) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<PointerType>(parser.getContext(), pointee, space);
}

void PointerType::print(AsmPrinter &printer) const {
  printer << "<" << getPointee();
  if (getAddressSpace() != GlobalSpace) {
    printer << ", ";
    bool hasWords = ir::has(getContext(), ir::Feature::AddressSpaceWords);
    const auto *found =
        llvm::find_if(AddressSpaceNames, [&](const AddressSpaceName &each) {
          return hasWords && each.space == getAddressSpace();
        });
    if (found != std::end(AddressSpaceNames))
      printer << "\"" << found->name << "\"";
    else
      printer << getAddressSpace();
  }
  printer << ">";
}

LogicalResult PointerType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  Type pointee, unsigned) {
  if (isa<RankedTensorType>(pointee))
    return success();
  if (isa<ShapedType, FunctionType>(pointee))
    return emitError() << "expected a pointer to a scalar or a tensor, but got "
                          "one to "
                       << pointee;
  if (ir::has(pointee.getContext(), ir::Feature::PointersToNumbers) &&
      !pointee.isIntOrFloat()) {
    InFlightDiagnostic diagnostic = emitError();
    diagnostic << "expected a pointer to a number, but got one to " << pointee;
    diagnostic.attachNote()
        << "releases before 3.9 have such pointers: --triton 3.8";
    return diagnostic;
  }
  return success();
}

Type TensorDescType::parse(AsmParser &parser) {
  return ir::parseDescriptor<TensorDescType>(parser);
}

void TensorDescType::print(AsmPrinter &printer) const {
  ir::printDescriptor(printer, getShape(), getElementType(), getLayout());
}

LogicalResult
TensorDescType::verify(function_ref<InFlightDiagnostic()> emitError,
                       ArrayRef<int64_t>, Type elementType, Attribute) {
  return ir::verifyDescriptor(emitError, elementType);
}

RankedTensorType TensorDescType::blockType() const {
  return ir::blockType(getShape(), getElementType());
}

Type withElement(Type type, Type element) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(element);
  return element;
}

Type pointee(Type type) {
  if (auto pointer = dyn_cast<PointerType>(getElementTypeOrSelf(type)))
    return withElement(type, pointer.getPointee());
  return type;
}

Type pointerTo(Type type) {
  return withElement(type, PointerType::get(getElementTypeOrSelf(type)));
}

// A block pointer has the mask of its block.
Type boolLike(Type type) {
  if (auto pointer = dyn_cast<PointerType>(type);
      pointer && isa<RankedTensorType>(pointer.getPointee()))
    type = pointer.getPointee();
  return withElement(type, IntegerType::get(type.getContext(), 1));
}

Type baseOfBlock(Type type) {
  if (auto pointer = dyn_cast<PointerType>(type))
    return PointerType::get(getElementTypeOrSelf(pointer.getPointee()),
                            pointer.getAddressSpace());
  return type;
}

} // namespace heddle::tt
