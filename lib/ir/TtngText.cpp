//===- TtngText.cpp - Text of ops of ttng ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TtngText.h"
#include "AttributeText.h"
#include "CachePolicyText.h"
#include "Releases.h"
#include "heddle/ir/Ttng.h"

namespace heddle::ttng {

using namespace mlir;
using mlir::failure;
using Operand = OpAsmParser::UnresolvedOperand;

ParseResult parseToken(OpAsmParser &parser, std::optional<Operand> &dependency,
                       Type &token) {
  if (failed(parser.parseOptionalLSquare()))
    return success();
  token = ttg::AsyncTokenType::get(parser.getContext());
  if (succeeded(parser.parseOptionalRSquare()))
    return success();
  return failure(parser.parseOperand(dependency.emplace()) ||
                 parser.parseRSquare());
}

void printToken(OpAsmPrinter &printer, Operation *, Value dependency,
                Type token) {
  if (!token && !dependency)
    return;
  printer << "[";
  if (dependency)
    printer << dependency;
  printer << "]";
}

ParseResult parseBarriersAndPreds(OpAsmParser &parser,
                                  llvm::SmallVectorImpl<Operand> &barriers,
                                  llvm::SmallVectorImpl<Operand> &conditions) {
  while (succeeded(parser.parseOptionalComma()))
    if (parser.parseOperand(barriers.emplace_back()) || parser.parseLSquare() ||
        parser.parseOperand(conditions.emplace_back()) || parser.parseRSquare())
      return failure();
  return success();
}

void printBarriersAndPreds(OpAsmPrinter &printer, Operation *,
                           OperandRange barriers, OperandRange conditions) {
  for (auto [barrier, condition] : llvm::zip(barriers, conditions))
    printer << ", " << barrier << "[" << condition << "]";
}

// `desc[coord] (offsets = [offsets])? result, barrier, pred`, as a load,
// `: type, type -> type`
ParseResult AsyncTMACopyGlobalToLocalOp::parse(OpAsmParser &parser,
                                               OperationState &result) {
  Operand descriptor, destination, barrier, condition;
  llvm::SmallVector<Operand> coord, offsets;
  Type type, barrierType, memory;
  bool hasOffsets = false;
  if (parser.parseOperand(descriptor) ||
      parser.parseOperandList(coord, OpAsmParser::Delimiter::Square))
    return failure();
  hasOffsets = succeeded(parser.parseOptionalKeyword("offsets"));
  if ((hasOffsets &&
       (parser.parseEqual() ||
        parser.parseOperandList(offsets, OpAsmParser::Delimiter::Square))) ||
      parser.parseOperand(destination) || parser.parseComma() ||
      parser.parseOperand(barrier) || parser.parseComma() ||
      parser.parseOperand(condition) || ir::parseCachePolicy(parser, result) ||
      ir::parseAttributes(parser, result) || parser.parseColonType(type) ||
      parser.parseComma() || parser.parseType(barrierType) ||
      parser.parseArrow() || parser.parseType(memory))
    return failure();
  Builder &builder = parser.getBuilder();
  result.getOrAddProperties<Properties>().operandSegmentSizes = {
      1,
      static_cast<int32_t>(coord.size()),
      static_cast<int32_t>(offsets.size()),
      1,
      1,
      1};
  return failure(
      parser.resolveOperand(descriptor, type, result.operands) ||
      parser.resolveOperands(coord, builder.getI32Type(), result.operands) ||
      parser.resolveOperands(offsets, builder.getI16Type(), result.operands) ||
      parser.resolveOperand(barrier, barrierType, result.operands) ||
      parser.resolveOperand(destination, memory, result.operands) ||
      parser.resolveOperand(condition, builder.getI1Type(), result.operands));
}

void AsyncTMACopyGlobalToLocalOp::print(OpAsmPrinter &printer) {
  printer << " " << getDesc() << "[" << getCoord() << "]";
  if (!getOffsets().empty())
    printer << " offsets = [" << getOffsets() << "]";
  printer << " " << getResult() << ", " << getBarrier() << ", " << getPred();
  ir::printWithCachePolicy(printer, *this,
                           {"operandSegmentSizes", "isVolatile"},
                           getIsVolatile() ? getIsVolatileAttr() : BoolAttr());
  printer << " : " << getDesc().getType() << ", " << getBarrier().getType()
          << " -> " << getResult().getType();
}

// `src {offset = 64 : i32, dim = 0 : i32} : type -> type`; up to 3.8 the offset
// is `N`.
ParseResult TMEMSubSliceOp::parse(OpAsmParser &parser, OperationState &result) {
  Operand source;
  Type from, to;
  if (parser.parseOperand(source))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (ir::parseAttributes(parser, result) || parser.parseColonType(from) ||
      parser.parseArrow() || parser.parseType(to) ||
      parser.resolveOperand(source, from, result.operands))
    return failure();
  result.addTypes(to);
  // Beside an offset it is an attribute as any.
  if (result.attributes.get(getOffsetAttrName(result.name)))
    return success();
  Attribute old = result.attributes.erase("N");
  if (!old)
    return success();
  auto offset = dyn_cast<IntegerAttr>(old);
  if (!offset || !offset.getType().isSignlessInteger(32))
    return parser.emitError(loc)
           << "expected a number of i32 as 'N', but got " << old;
  result.attributes.set(getOffsetAttrName(result.name), offset);
  return success();
}

void TMEMSubSliceOp::print(OpAsmPrinter &printer) {
  NamedAttrList attributes((*this)->getAttrDictionary());
  if (getDim() == 1)
    attributes.erase(getDimAttrName());
  if (ir::has(getContext(), ir::Feature::TensorMemorySliceSizes))
    attributes.set("N", attributes.erase(getOffsetAttrName()));
  printer << " " << getSrc();
  printer.printOptionalAttrDict(attributes.getAttrs());
  printer << " : " << getSrc().getType() << " -> " << getType();
}

} // namespace heddle::ttng
