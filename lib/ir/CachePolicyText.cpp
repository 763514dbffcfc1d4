//===- CachePolicyText.cpp - Text of cache policies -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CachePolicyText.h"
#include "Releases.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Tt.h"

namespace heddle::ir {

using namespace mlir;
using mlir::failure;
using tt::CacheModifier;
using tt::EvictionPolicy;

namespace {

constexpr llvm::StringRef PolicyName = "cachePolicy";
constexpr llvm::StringRef ModifierName = "cache";
constexpr llvm::StringRef EvictionName = "evict";

/// One `key = word` of an enumeration.
template <class Enum>
ParseResult parseWord(OpAsmParser &parser, llvm::StringRef key,
                      std::optional<Enum> (*read)(llvm::StringRef), Enum &value,
                      bool &isThere) {
  if (failed(parser.parseOptionalKeyword(key)))
    return success();
  isThere = true;
  if (parser.parseEqual())
    return failure();
  llvm::StringRef word;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<Enum> known = read(word);
  if (!known)
    return parser.emitError(loc)
           << "expected a value of '" << key << "', but got '" << word << "'";
  value = *known;
  return success();
}

} // namespace

ParseResult parseCachePolicy(OpAsmParser &parser, OperationState &result) {
  CachePolicy policy;
  bool isThere = false;
  // In either order.
  for (int round = 0; round < 2; ++round)
    if (parseWord(parser, "cacheModifier", tt::symbolizeCacheModifier,
                  policy.modifier, isThere) ||
        parseWord(parser, "evictionPolicy", tt::symbolizeEvictionPolicy,
                  policy.eviction, isThere))
      return failure();
  if (isThere)
    result.addAttribute(
        PolicyName, tt::CachePolicyAttr::get(parser.getContext(),
                                             policy.modifier, policy.eviction));
  return success();
}

ParseResult parseCachePolicyAttr(OpAsmParser &parser, OperationState &result) {
  Attribute policy;
  if (failed(parser.parseOptionalKeyword(PolicyName)))
    return success();
  if (parser.parseEqual() || parser.parseAttribute(policy))
    return failure();
  result.addAttribute(PolicyName, policy);
  return success();
}

CachePolicy cachePolicyOf(Operation *op) {
  CachePolicy policy;
  if (auto known = op->getAttrOfType<tt::CachePolicyAttr>(PolicyName))
    policy = {known.getCacheModifier(), known.getEvictionPolicy()};
  if (auto modifier = op->getAttrOfType<tt::CacheModifierAttr>(ModifierName))
    policy.modifier = modifier.getValue();
  if (auto eviction = op->getAttrOfType<tt::EvictionPolicyAttr>(EvictionName))
    policy.eviction = eviction.getValue();
  return policy;
}

/// The policy as an attribute: null if there is none and the default is meant.
static Attribute cachePolicyAttrOf(Operation *op) {
  CachePolicy policy = cachePolicyOf(op);
  Attribute attribute = op->getAttr(PolicyName);
  if (attribute || (policy.modifier == CacheModifier::None &&
                    policy.eviction == EvictionPolicy::Normal))
    return attribute;
  return tt::CachePolicyAttr::get(op->getContext(), policy.modifier,
                                  policy.eviction);
}

void printCacheModifier(OpAsmPrinter &printer, Operation *op) {
  CacheModifier modifier = cachePolicyOf(op).modifier;
  if (modifier != CacheModifier::None)
    printer << " cacheModifier = " << tt::stringifyCacheModifier(modifier);
}

void printCachePolicyAttr(OpAsmPrinter &printer, Operation *op) {
  if (Attribute policy = cachePolicyAttrOf(op))
    printer << " cachePolicy = " << policy;
}

void printWithCachePolicy(OpAsmPrinter &printer, Operation *op,
                          ArrayRef<llvm::StringRef> leftOut,
                          BoolAttr isVolatile) {
  NamedAttrList attributes(op->getAttrDictionary());
  for (llvm::StringRef name : leftOut)
    attributes.erase(name);
  for (llvm::StringRef name : {PolicyName, ModifierName, EvictionName})
    attributes.erase(name);
  // The generic form of releases with block pointers has it always.
  if (auto axes =
          dyn_cast_or_null<DenseI32ArrayAttr>(attributes.get("boundaryCheck"));
      axes && axes.empty())
    attributes.erase("boundaryCheck");
  if (isVolatile)
    attributes.set("isVolatile", isVolatile);
  if (has(op->getContext(), Feature::CachePolicyAttributes)) {
    if (Attribute policy = cachePolicyAttrOf(op))
      attributes.set(PolicyName, policy);
  } else {
    printCacheModifier(printer, op);
    EvictionPolicy eviction = cachePolicyOf(op).eviction;
    if (eviction != EvictionPolicy::Normal)
      printer << " evictionPolicy = " << tt::stringifyEvictionPolicy(eviction);
  }
  printer.printOptionalAttrDict(attributes.getAttrs());
}

} // namespace heddle::ir
