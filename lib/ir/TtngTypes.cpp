//===- TtngTypes.cpp - Types and attributes of the dialect ttng -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescriptorText.h"
#include "heddle/ir/Ttng.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#define GET_ATTRDEF_CLASSES
#include "heddle/ir/TtngAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "heddle/ir/TtngTypes.cpp.inc"

namespace heddle::ttng {

using namespace mlir;
using mlir::failure;

void TtngDialect::registerAttributesAndTypes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "heddle/ir/TtngAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "heddle/ir/TtngTypes.cpp.inc"
      >();
}

/// The names of layouts, which are the library's to read.
static bool isLayout(llvm::StringRef mnemonic) {
  return mnemonic == "tensor_memory_encoding" ||
         mnemonic == "tensor_memory_scales_encoding";
}

Attribute TtngDialect::parseAttribute(DialectAsmParser &parser,
                                      Type type) const {
  llvm::StringRef mnemonic = parser.getFullSymbolSpec().take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (isLayout(mnemonic)) {
    if (std::optional<Encoding> encoding = ir::parseEncoding(parser, "ttng"))
      return ir::layoutAttr(getContext(), *encoding);
    return {};
  }
  SMLoc place = parser.getCurrentLocation();
  Attribute attribute;
  OptionalParseResult known =
      generatedAttributeParser(parser, &mnemonic, type, attribute);
  if (known.has_value())
    return attribute;
  parser.emitError(place) << "expected an attribute of 'ttng', but got '"
                          << mnemonic << "'";
  return {};
}

void TtngDialect::printAttribute(Attribute attribute,
                                 DialectAsmPrinter &printer) const {
  if (auto layout = dyn_cast<TensorMemoryLayoutAttr>(attribute))
    return ir::printEncoding(getContext(), layout.getEncoding(), printer);
  (void)generatedAttributePrinter(attribute, printer);
}

LogicalResult TensorMemoryLayoutAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type elementType,
    function_ref<InFlightDiagnostic()> emitError) const {
  return ir::verifyTensorLayout(shape, elementType, *this, emitError);
}

LogicalResult
CachePolicyAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                        tt::CacheModifier modifier, EvictionPriority first,
                        EvictionPriority primary, EvictionPriority secondary,
                        FloatAttr fraction, IntegerAttr prefetch) {
  (void)emitError, (void)modifier, (void)first, (void)primary, (void)secondary,
      (void)fraction, (void)prefetch;
  return success();
}

Type Im2ColDescType::parse(AsmParser &parser) {
  return ir::parseDescriptor<Im2ColDescType>(parser);
}

void Im2ColDescType::print(AsmPrinter &printer) const {
  ir::printDescriptor(printer, getShape(), getElementType(), getLayout());
}

LogicalResult
Im2ColDescType::verify(function_ref<InFlightDiagnostic()> emitError,
                       ArrayRef<int64_t> shape, Type elementType,
                       Attribute layout) {
  constexpr size_t Rank = 2;
  if (shape.size() != Rank)
    return emitError() << "expects a block of 2 axes, but got one of "
                       << shape.size();
  return ir::verifyDescriptor(emitError, elementType, layout);
}

} // namespace heddle::ttng
