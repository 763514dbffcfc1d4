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
  SMLoc loc = parser.getCurrentLocation();
  Attribute attribute;
  OptionalParseResult known =
      generatedAttributeParser(parser, &mnemonic, type, attribute);
  if (known.has_value())
    return attribute;
  parser.emitError(loc) << "expected an attribute of 'ttng', but got '"
                        << mnemonic << "'";
  return {};
}

void TtngDialect::printAttribute(Attribute attribute,
                                 DialectAsmPrinter &printer) const {
  if (auto layout = dyn_cast<TensorMemoryLayoutAttr>(attribute))
    return ir::printEncoding(getContext(), layout.getEncoding(), printer);
  (void)generatedAttributePrinter(attribute, printer);
}

/// What does not go together in a policy; empty if all is well.
static llvm::StringRef conflictOf(tt::CacheModifier modifier,
                                  EvictionPriority first,
                                  EvictionPriority primary,
                                  EvictionPriority secondary,
                                  FloatAttr fraction) {
  using enum EvictionPriority;
  if (modifier != tt::CacheModifier::None && first != None)
    return "expects one of 'cache_modifier' and 'l1', but got both";
  if (primary == NoAllocate)
    return "expects a priority of lines that stay as 'l2_primary', but got "
           "no_allocate";
  bool hasRest = secondary != None && fraction;
  bool hasNoRest = secondary == None && !fraction;
  if (primary == None ? !hasNoRest : !hasRest)
    return "expects all of 'l2_primary', 'l2_secondary' and 'l2_fraction', or "
           "none";
  if (secondary != None && secondary != First && secondary != Unchanged)
    return "expects evict_first or evict_unchanged as 'l2_secondary'";
  return "";
}

LogicalResult
CachePolicyAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                        tt::CacheModifier modifier, EvictionPriority first,
                        EvictionPriority primary, EvictionPriority secondary,
                        FloatAttr fraction, IntegerAttr prefetch) {
  llvm::StringRef conflict =
      conflictOf(modifier, first, primary, secondary, fraction);
  if (!conflict.empty())
    return emitError() << conflict;
  if (fraction &&
      (!fraction.getType().isF32() || !(fraction.getValueAsDouble() > 0) ||
       fraction.getValueAsDouble() > 1))
    return emitError() << "expects a number of f32 above 0 and at most 1 as "
                          "'l2_fraction', but got "
                       << fraction;
  constexpr int64_t Sizes[] = {64, 128, 256};
  if (prefetch && (!prefetch.getType().isInteger(32) ||
                   !llvm::is_contained(Sizes, prefetch.getInt())))
    return emitError() << "expects 64, 128 or 256 of i32 as "
                          "'l2_prefetch_size', but got "
                       << prefetch;
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
                       ArrayRef<int64_t> shape, Type elementType, Attribute) {
  constexpr size_t Rank = 2;
  if (shape.size() != Rank)
    return emitError() << "expects a block of 2 axes, but got one of "
                       << shape.size();
  return ir::verifyDescriptor(emitError, elementType);
}

} // namespace heddle::ttng
