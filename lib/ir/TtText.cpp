//===- TtText.cpp - Text of ops of tt -------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ops whose text differs between releases, and functions.
//
//===----------------------------------------------------------------------===//

#include "AttributeText.h"
#include "CachePolicyText.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Tt.h"
#include "mlir/Interfaces/FunctionImplementation.h"

namespace heddle::tt {

using namespace mlir;
using mlir::failure;
using Operand = OpAsmParser::UnresolvedOperand;

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

// `ptr (, mask (, other)?)? [cacheModifier = x] [evictionPolicy = y] attributes
// : type`
/// Operands, perhaps with a comma behind the last one, which Triton reads too.
static ParseResult
parseWithTrailingComma(OpAsmParser &parser,
                       llvm::SmallVectorImpl<Operand> &list) {
  do {
    Operand operand;
    OptionalParseResult found = parser.parseOptionalOperand(operand);
    if (!found.has_value())
      return success();
    if (failed(*found))
      return failure();
    list.push_back(operand);
  } while (succeeded(parser.parseOptionalComma()));
  return success();
}

ParseResult LoadOp::parse(OpAsmParser &parser, OperationState &result) {
  llvm::SmallVector<Operand, 3> operands;
  Type pointer;
  if (parseWithTrailingComma(parser, operands) ||
      ir::parseCachePolicy(parser, result) ||
      ir::parseAttributes(parser, result) || parser.parseColonType(pointer))
    return failure();
  if (operands.empty() || operands.size() > 3)
    return parser.emitError(parser.getNameLoc())
           << "expected a pointer, perhaps a mask, and perhaps another value";
  Type value = pointee(pointer);
  const Type types[] = {pointer, boolLike(pointer), value};
  for (auto [operand, type] : llvm::zip(operands, types))
    if (parser.resolveOperand(operand, type, result.operands))
      return failure();
  result.addTypes(value);
  result.getOrAddProperties<Properties>().operandSegmentSizes = {
      1, operands.size() > 1 ? 1 : 0, operands.size() > 2 ? 1 : 0};
  return success();
}

void LoadOp::print(OpAsmPrinter &printer) {
  printer << " " << getOperands();
  ir::printWithCachePolicy(printer, *this,
                           {"operandSegmentSizes", "isVolatile"},
                           getIsVolatile() ? getIsVolatileAttr() : BoolAttr());
  printer << " : " << getPtr().getType();
}

// `ptr, value (, mask)?`, then as a load.
ParseResult StoreOp::parse(OpAsmParser &parser, OperationState &result) {
  llvm::SmallVector<Operand, 3> operands;
  Type pointer;
  if (parseWithTrailingComma(parser, operands) ||
      ir::parseCachePolicy(parser, result) ||
      ir::parseAttributes(parser, result) || parser.parseColonType(pointer))
    return failure();
  if (operands.size() < 2 || operands.size() > 3)
    return parser.emitError(parser.getNameLoc())
           << "expected a pointer, a value, and perhaps a mask";
  const Type types[] = {pointer, pointee(pointer), boolLike(pointer)};
  for (auto [operand, type] : llvm::zip(operands, types))
    if (parser.resolveOperand(operand, type, result.operands))
      return failure();
  return success();
}

void StoreOp::print(OpAsmPrinter &printer) {
  printer << " " << getOperands();
  ir::printWithCachePolicy(printer, *this, {}, {});
  printer << " : " << getPtr().getType();
}

// `desc[indices]`, as a load, `: type -> type`
ParseResult DescriptorLoadOp::parse(OpAsmParser &parser,
                                    OperationState &result) {
  Operand descriptor;
  llvm::SmallVector<Operand> indices;
  Type type, block;
  if (parser.parseOperand(descriptor) ||
      parser.parseOperandList(indices, OpAsmParser::Delimiter::Square) ||
      ir::parseCachePolicy(parser, result) ||
      ir::parseAttributes(parser, result) || parser.parseColonType(type) ||
      parser.parseArrow() || parser.parseType(block) ||
      parser.resolveOperand(descriptor, type, result.operands) ||
      parser.resolveOperands(indices, parser.getBuilder().getI32Type(),
                             result.operands))
    return failure();
  result.addTypes(block);
  return success();
}

void DescriptorLoadOp::print(OpAsmPrinter &printer) {
  printer << " " << getDesc() << "[" << getIndices() << "]";
  ir::printWithCachePolicy(printer, *this, {}, {});
  printer << " : " << getDesc().getType() << " -> " << getType();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void FuncOp::build(OpBuilder &builder, OperationState &state,
                   llvm::StringRef name, FunctionType type) {
  state.addAttribute(SymbolTable::getSymbolAttrName(),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.addRegion();
}

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto typeOf = [](Builder &builder, ArrayRef<Type> arguments,
                   ArrayRef<Type> results,
                   function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(arguments, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), typeOf,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

} // namespace heddle::tt
