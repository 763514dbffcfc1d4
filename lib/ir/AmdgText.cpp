//===- AmdgText.cpp - Text of buffer accesses -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Up to 3.8 only the type of the values is written, from 3.9 on that of the
// pointer too; and the cache policy has another position.
//
//===----------------------------------------------------------------------===//

#include "AttributeText.h"
#include "CachePolicyText.h"
#include "Releases.h"
#include "heddle/ir/Amdg.h"

namespace heddle::amdg {

using namespace mlir;
using mlir::failure;
using Operand = OpAsmParser::UnresolvedOperand;

namespace {

/// What stands in the text of an access.
struct Access {
  Operand pointer, offsets;
  llvm::SmallVector<Operand, 2> maskAndOther;
  std::optional<Operand> stride;
  tt::PointerType pointerType;
  RankedTensorType values;

  Type offsetsType() const {
    return tt::withElement(values, IntegerType::get(values.getContext(), 32));
  }
};

bool writesPointer(Operation *op) {
  return ir::has(op->getContext(), ir::Feature::BufferPointerTypes);
}

// `ptr[offsets]`
ParseResult parseAddress(OpAsmParser &parser, Access &access) {
  return failure(parser.parseOperand(access.pointer) || parser.parseLSquare() ||
                 parser.parseOperand(access.offsets) || parser.parseRSquare());
}

// `(, mask (, other)?)?`
ParseResult parseMaskAndOther(OpAsmParser &parser, Access &access,
                              size_t most) {
  while (access.maskAndOther.size() < most &&
         succeeded(parser.parseOptionalComma()))
    if (parser.parseOperand(access.maskAndOther.emplace_back()))
      return failure();
  return success();
}

// `(word = operand)?`
ParseResult parseNamed(OpAsmParser &parser, llvm::StringRef word,
                       std::optional<Operand> &operand) {
  if (failed(parser.parseOptionalKeyword(word)))
    return success();
  return failure(parser.parseEqual() || parser.parseOperand(operand.emplace()));
}

// `(stride = s)? attributes : (type(ptr) ->)? type(values)`
ParseResult parseEnd(OpAsmParser &parser, OperationState &result,
                     Access &access) {
  Type type;
  if (parseNamed(parser, "stride", access.stride) ||
      ir::parseAttributes(parser, result) || parser.parseColon())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(type))
    return failure();
  access.pointerType = dyn_cast<tt::PointerType>(type);
  if (access.pointerType) {
    if (parser.parseArrow())
      return failure();
    loc = parser.getCurrentLocation();
    if (parser.parseType(type))
      return failure();
  }
  access.values = dyn_cast<RankedTensorType>(type);
  if (!access.values)
    return parser.emitError(loc)
           << "expected a tensor, or a pointer, '->' and a tensor, but got "
           << type;
  if (!access.pointerType)
    access.pointerType =
        tt::PointerType::get(access.values.getElementType(), 1);
  return success();
}

ParseResult resolve(OpAsmParser &parser, OperationState &result,
                    const Access &access, size_t number) {
  const Type types[] = {tt::boolLike(access.values), access.values};
  return parser.resolveOperand(access.maskAndOther[number], types[number],
                               result.operands);
}

ParseResult resolveAddress(OpAsmParser &parser, OperationState &result,
                           const Access &access) {
  return failure(parser.resolveOperand(access.pointer, access.pointerType,
                                       result.operands) ||
                 parser.resolveOperand(access.offsets, access.offsetsType(),
                                       result.operands));
}

ParseResult resolveStride(OpAsmParser &parser, OperationState &result,
                          const Access &access) {
  if (!access.stride)
    return success();
  return parser.resolveOperand(*access.stride, parser.getBuilder().getI32Type(),
                               result.operands);
}

/// The word of an enumeration.
template <class Enum>
ParseResult parseWord(OpAsmParser &parser,
                      std::optional<Enum> (*read)(llvm::StringRef),
                      llvm::StringRef what, Enum &value) {
  llvm::StringRef word;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<Enum> known = read(word);
  if (!known)
    return parser.emitError(loc)
           << "expected " << what << ", but got '" << word << "'";
  value = *known;
  return success();
}

// `sem, scope,`
ParseResult parseOrder(OpAsmParser &parser, tt::MemoryOrder &order,
                       tt::MemoryScope &scope) {
  return failure(
      parseWord(parser, tt::symbolizeMemoryOrder, "a memory order", order) ||
      parser.parseComma() ||
      parseWord(parser, tt::symbolizeMemoryScope, "a memory scope", scope) ||
      parser.parseComma());
}

void printAddress(OpAsmPrinter &printer, Value pointer, Value offsets) {
  printer << pointer << "[" << offsets << "]";
}

// From `stride` on.
void printEnd(OpAsmPrinter &printer, Operation *op, Value stride, Value pointer,
              Type values, ArrayRef<llvm::StringRef> leftOut) {
  if (stride)
    printer << " stride = " << stride;
  NamedAttrList attributes(op->getAttrDictionary());
  for (llvm::StringRef name : leftOut)
    attributes.erase(name);
  printer.printOptionalAttrDict(attributes.getAttrs(),
                                {"operandSegmentSizes", "cache"});
  printer << " : ";
  if (writesPointer(op))
    printer << pointer.getType() << " -> ";
  printer << values;
}

/// The attributes of a load or store that are not written among the others.
llvm::SmallVector<llvm::StringRef> notInDictionary(Operation *op,
                                                   uint32_t contiguity) {
  llvm::SmallVector<llvm::StringRef> names;
  if (contiguity == 1)
    names.push_back("contiguity");
  if (!writesPointer(op))
    names.push_back("cachePolicy");
  return names;
}

} // namespace

// `ptr[offsets] (, mask (, other)?)? (cacheModifier = x)?` and the end
ParseResult BufferLoadOp::parse(OpAsmParser &parser, OperationState &result) {
  Access access;
  if (parseAddress(parser, access) || parseMaskAndOther(parser, access, 2) ||
      ir::parseCachePolicy(parser, result) ||
      parseEnd(parser, result, access) ||
      resolveAddress(parser, result, access) ||
      resolveStride(parser, result, access))
    return failure();
  for (size_t i = 0; i < access.maskAndOther.size(); ++i)
    if (resolve(parser, result, access, i))
      return failure();
  result.addTypes(access.values);
  result.getOrAddProperties<Properties>().operandSegmentSizes = {
      1, 1, access.stride ? 1 : 0, access.maskAndOther.empty() ? 0 : 1,
      access.maskAndOther.size() > 1 ? 1 : 0};
  return success();
}

void BufferLoadOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printAddress(printer, getPtr(), getOffsets());
  for (Value each : {getMask(), getOther()})
    if (each)
      printer << ", " << each;
  if (!writesPointer(*this))
    ir::printCacheModifier(printer, *this);
  printEnd(printer, *this, getStride(), getPtr(), getType(),
           notInDictionary(*this, getContiguity()));
}

// `value, ptr[offsets] (, mask)? (cacheModifier = x)?` and the end
ParseResult BufferStoreOp::parse(OpAsmParser &parser, OperationState &result) {
  Access access;
  Operand value;
  if (parser.parseOperand(value) || parser.parseComma() ||
      parseAddress(parser, access) || parseMaskAndOther(parser, access, 1) ||
      ir::parseCachePolicy(parser, result) ||
      parseEnd(parser, result, access) ||
      parser.resolveOperand(value, access.values, result.operands) ||
      resolveAddress(parser, result, access) ||
      resolveStride(parser, result, access) ||
      (!access.maskAndOther.empty() && resolve(parser, result, access, 0)))
    return failure();
  result.getOrAddProperties<Properties>().operandSegmentSizes = {
      1, 1, 1, access.stride ? 1 : 0, access.maskAndOther.empty() ? 0 : 1};
  return success();
}

void BufferStoreOp::print(OpAsmPrinter &printer) {
  printer << " " << getValue() << ", ";
  printAddress(printer, getPtr(), getOffsets());
  if (getMask())
    printer << ", " << getMask();
  if (!writesPointer(*this))
    ir::printCacheModifier(printer, *this);
  printEnd(printer, *this, getStride(), getPtr(), getValue().getType(),
           notInDictionary(*this, getContiguity()));
}

// `ptr[offsets] (mask = m)? (other = o)? (stride = s)? (cachePolicy = x)?
// into dest attributes : type(ptr)[type(offsets)] type(other)? -> memory`
ParseResult BufferLoadToLocalOp::parse(OpAsmParser &parser,
                                       OperationState &result) {
  Access access;
  Operand destination;
  std::optional<Operand> mask, other;
  if (parseAddress(parser, access) || parseNamed(parser, "mask", mask) ||
      parseNamed(parser, "other", other) ||
      parseNamed(parser, "stride", access.stride) ||
      ir::parseCachePolicy(parser, result) ||
      ir::parseCachePolicyAttr(parser, result))
    return failure();
  RankedTensorType offsets;
  Type otherType;
  ttg::MemDescType memory;
  if (parser.parseKeyword("into") || parser.parseOperand(destination) ||
      ir::parseAttributes(parser, result) || parser.parseColon() ||
      parser.parseCustomTypeWithFallback(access.pointerType) ||
      parser.parseLSquare() || parser.parseType(offsets) ||
      parser.parseRSquare() || (other && parser.parseType(otherType)) ||
      parser.parseArrow() || parser.parseCustomTypeWithFallback(memory))
    return failure();
  access.values = offsets;
  if (parser.resolveOperand(destination, memory, result.operands) ||
      resolveAddress(parser, result, access) ||
      (mask &&
       parser.resolveOperand(*mask, tt::boolLike(offsets), result.operands)) ||
      (other && parser.resolveOperand(*other, otherType, result.operands)) ||
      resolveStride(parser, result, access))
    return failure();
  result.addTypes(ttg::AsyncTokenType::get(parser.getContext()));
  result.getOrAddProperties<Properties>().operandSegmentSizes = {
      1, 1, 1, mask ? 1 : 0, other ? 1 : 0, access.stride ? 1 : 0};
  return success();
}

void BufferLoadToLocalOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printAddress(printer, getPtr(), getOffsets());
  if (getMask())
    printer << " mask = " << getMask();
  if (getOther())
    printer << " other = " << getOther();
  if (getStride())
    printer << " stride = " << getStride();
  if (writesPointer(*this))
    ir::printCachePolicyAttr(printer, *this);
  else
    ir::printCacheModifier(printer, *this);
  printer << " into " << getDest();
  llvm::SmallVector<llvm::StringRef> leftOut = {"operandSegmentSizes",
                                                "cachePolicy", "cache"};
  if (getContiguity() == 1)
    leftOut.push_back(getContiguityAttrName());
  printer.printOptionalAttrDict((*this)->getAttrs(), leftOut);
  printer << " : ";
  if (writesPointer(*this))
    printer << getPtr().getType();
  else
    printer.printStrippedAttrOrType(getPtr().getType());
  // Two spaces before the arrow without another value, as Triton prints them.
  printer << "[" << getOffsets().getType() << "] ";
  if (getOther())
    printer << getOther().getType();
  printer << " -> ";
  printer.printStrippedAttrOrType(getDest().getType());
}

// `rmw, sem, scope, value, ptr[offsets] (, mask)?` and the end
ParseResult BufferAtomicRMWOp::parse(OpAsmParser &parser,
                                     OperationState &result) {
  Access access;
  Operand value;
  tt::AtomicOp operation;
  tt::MemoryOrder order;
  tt::MemoryScope scope;
  if (parseWord(parser, tt::symbolizeAtomicOp, "an atomic operation",
                operation) ||
      parser.parseComma() || parseOrder(parser, order, scope) ||
      parser.parseOperand(value) || parser.parseComma() ||
      parseAddress(parser, access) || parseMaskAndOther(parser, access, 1) ||
      parseEnd(parser, result, access) ||
      resolveAddress(parser, result, access) ||
      parser.resolveOperand(value, access.values, result.operands) ||
      resolveStride(parser, result, access) ||
      (!access.maskAndOther.empty() && resolve(parser, result, access, 0)))
    return failure();
  result.addTypes(access.values);
  MLIRContext *context = parser.getContext();
  auto &properties = result.getOrAddProperties<Properties>();
  properties.atomic_rmw_op = tt::AtomicOpAttr::get(context, operation);
  properties.sem = tt::MemoryOrderAttr::get(context, order);
  properties.scope = tt::MemoryScopeAttr::get(context, scope);
  properties.operandSegmentSizes = {1, 1, 1, access.stride ? 1 : 0,
                                    access.maskAndOther.empty() ? 0 : 1};
  return success();
}

void BufferAtomicRMWOp::print(OpAsmPrinter &printer) {
  printer << " " << tt::stringifyAtomicOp(getAtomicRmwOp()) << ", "
          << tt::stringifyMemoryOrder(getSem()) << ", "
          << tt::stringifyMemoryScope(getScope()) << ", " << getValue() << ", ";
  printAddress(printer, getPtr(), getOffsets());
  if (getMask())
    printer << ", " << getMask();
  printEnd(printer, *this, getStride(), getPtr(), getType(),
           {getAtomicRmwOpAttrName(), getSemAttrName(), getScopeAttrName()});
}

// `sem, scope, cmp, val, ptr[offsets]` and the end
ParseResult BufferAtomicCASOp::parse(OpAsmParser &parser,
                                     OperationState &result) {
  Access access;
  Operand expected, value;
  tt::MemoryOrder order;
  tt::MemoryScope scope;
  if (parseOrder(parser, order, scope) || parser.parseOperand(expected) ||
      parser.parseComma() || parser.parseOperand(value) ||
      parser.parseComma() || parseAddress(parser, access) ||
      parseEnd(parser, result, access) ||
      resolveAddress(parser, result, access) ||
      parser.resolveOperand(expected, access.values, result.operands) ||
      parser.resolveOperand(value, access.values, result.operands) ||
      resolveStride(parser, result, access))
    return failure();
  result.addTypes(access.values);
  auto &properties = result.getOrAddProperties<Properties>();
  properties.sem = tt::MemoryOrderAttr::get(parser.getContext(), order);
  properties.scope = tt::MemoryScopeAttr::get(parser.getContext(), scope);
  return success();
}

void BufferAtomicCASOp::print(OpAsmPrinter &printer) {
  printer << " " << tt::stringifyMemoryOrder(getSem()) << ", "
          << tt::stringifyMemoryScope(getScope()) << ", " << getCmp() << ", "
          << getVal() << ", ";
  printAddress(printer, getPtr(), getOffsets());
  printEnd(printer, *this, getStride(), getPtr(), getType(),
           {getSemAttrName(), getScopeAttrName()});
}

} // namespace heddle::amdg
