//===- AmdgCopyText.cpp - Text of asynchronous copies of amdg -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttributeText.h"
#include "CachePolicyText.h"
#include "Releases.h"
#include "heddle/ir/Amdg.h"
#include "mlir/IR/Diagnostics.h"

namespace heddle::amdg {

using namespace mlir;
using mlir::failure;
using Operand = OpAsmParser::UnresolvedOperand;

// `src, dst (mask m)? (cachePolicy = x)? attributes : type -> type`; up to 3.8
// the policy is that of a load.
ParseResult AsyncCopyLocalToGlobalOp::parse(OpAsmParser &parser,
                                            OperationState &result) {
  Operand source, destination, mask;
  Type memory, pointer;
  if (parser.parseOperand(source) || parser.parseComma() ||
      parser.parseOperand(destination))
    return failure();
  bool hasMask = succeeded(parser.parseOptionalKeyword("mask"));
  if ((hasMask && parser.parseOperand(mask)) ||
      ir::parseCachePolicy(parser, result) ||
      ir::parseCachePolicyAttr(parser, result) ||
      ir::parseAttributes(parser, result) || parser.parseColonType(memory) ||
      parser.parseArrow() || parser.parseType(pointer) ||
      parser.resolveOperand(source, memory, result.operands) ||
      parser.resolveOperand(destination, pointer, result.operands) ||
      (hasMask &&
       parser.resolveOperand(mask, tt::boolLike(pointer), result.operands)))
    return failure();
  result.addTypes(ttg::AsyncTokenType::get(parser.getContext()));
  return success();
}

void AsyncCopyLocalToGlobalOp::print(OpAsmPrinter &printer) {
  printer << " " << getSrc() << ", " << getDst();
  if (getMask())
    printer << " mask " << getMask();
  llvm::SmallVector<llvm::StringRef> leftOut;
  if (getContiguity() == 1)
    leftOut.push_back(getContiguityAttrName());
  if (ir::has(getContext(), ir::Feature::CachePolicyAttributes)) {
    ir::printCachePolicyAttr(printer, *this);
    leftOut.append({"cachePolicy", "cache", "evict"});
    printer.printOptionalAttrDict((*this)->getAttrs(), leftOut);
  } else {
    ir::printWithCachePolicy(printer, *this, leftOut, {});
  }
  printer << " : " << getSrc().getType() << " -> " << getDst().getType();
}

namespace {

/// Resolves a predicate, whose type is not written: an i32 (3.7), or an i1
/// (3.6) if the value is known to be one. MLIR's parser does not say what type
/// a value has, but refuses a wrong one; that message is held back.
ParseResult resolvePredicate(OpAsmParser &parser, const Operand &predicate,
                             llvm::SmallVectorImpl<Value> &operands) {
  Location loc = parser.getEncodedSourceLoc(predicate.location);
  {
    ScopedDiagnosticHandler handler(
        parser.getContext(), [&](Diagnostic &diagnostic) {
          return success(diagnostic.getLocation() == loc);
        });
    if (succeeded(parser.resolveOperand(
            predicate, parser.getBuilder().getI32Type(), operands)))
      return success();
  }
  return parser.resolveOperand(predicate, parser.getBuilder().getI1Type(),
                               operands);
}

// `([indices])?`
ParseResult parseIndices(OpAsmParser &parser,
                         llvm::SmallVectorImpl<Operand> &indices) {
  return parser.parseOperandList(indices,
                                 OpAsmParser::Delimiter::OptionalSquare);
}

void printIndices(OpAsmPrinter &printer, OperandRange indices) {
  if (!indices.empty())
    printer << "[" << indices << "]";
}

// `barrier = b`
ParseResult parseBarrier(OpAsmParser &parser, std::optional<Operand> &barrier) {
  return failure(parser.parseKeyword("barrier") || parser.parseEqual() ||
                 parser.parseOperand(barrier.emplace()));
}

void printBarrier(OpAsmPrinter &printer, Value barrier) {
  if (barrier)
    printer << ", barrier = " << barrier;
}

void printBarrierType(OpAsmPrinter &printer, Value barrier) {
  if (barrier)
    printer << ", " << barrier.getType();
}

} // namespace

// `desc([indices])? into dst (, pred)? (, barrier = b)? attributes
// : type(desc) (, type(b))? -> type(dst)`
ParseResult AsyncTDMCopyGlobalToLocalOp::parse(OpAsmParser &parser,
                                               OperationState &result) {
  Operand descriptor, destination;
  llvm::SmallVector<Operand> indices;
  std::optional<Operand> predicate, barrier;
  Type from, to, signal;
  if (parser.parseOperand(descriptor) || parseIndices(parser, indices) ||
      parser.parseKeyword("into") || parser.parseOperand(destination))
    return failure();
  while (!barrier && succeeded(parser.parseOptionalComma())) {
    Operand operand;
    OptionalParseResult found =
        predicate ? std::nullopt : parser.parseOptionalOperand(operand);
    if (!found.has_value()) {
      if (parseBarrier(parser, barrier))
        return failure();
      continue;
    }
    if (failed(*found))
      return failure();
    predicate = operand;
  }
  if (ir::parseAttributes(parser, result) || parser.parseColonType(from) ||
      (barrier && (parser.parseComma() || parser.parseType(signal))) ||
      parser.parseArrow() || parser.parseType(to) ||
      parser.resolveOperand(descriptor, from, result.operands) ||
      parser.resolveOperands(indices, parser.getBuilder().getI32Type(),
                             result.operands) ||
      parser.resolveOperand(destination, to, result.operands) ||
      (predicate && resolvePredicate(parser, *predicate, result.operands)) ||
      (barrier && parser.resolveOperand(*barrier, signal, result.operands)))
    return failure();
  result.addTypes(ttg::AsyncTokenType::get(parser.getContext()));
  result.getOrAddProperties<Properties>().operandSegmentSizes = {
      1, static_cast<int32_t>(indices.size()), 1, predicate ? 1 : 0,
      barrier ? 1 : 0};
  return success();
}

void AsyncTDMCopyGlobalToLocalOp::print(OpAsmPrinter &printer) {
  printer << " " << getDesc();
  printIndices(printer, getIndices());
  printer << " into " << getDst();
  if (getPred())
    printer << ", " << getPred();
  printBarrier(printer, getBarrier());
  llvm::SmallVector<llvm::StringRef> leftOut = {"operandSegmentSizes"};
  if (getCache() == tt::CacheModifier::None)
    leftOut.push_back(getCacheAttrName());
  printer.printOptionalAttrDict((*this)->getAttrs(), leftOut);
  printer << " : " << getDesc().getType();
  printBarrierType(printer, getBarrier());
  printer << " -> " << getDst().getType();
}

// `desc([indices])? from src (, barrier = b)? attributes
// : type(src) (, type(b))? -> type(desc)`
ParseResult AsyncTDMCopyLocalToGlobalOp::parse(OpAsmParser &parser,
                                               OperationState &result) {
  Operand descriptor, source;
  llvm::SmallVector<Operand> indices;
  std::optional<Operand> barrier;
  Type from, to, signal;
  if (parser.parseOperand(descriptor) || parseIndices(parser, indices) ||
      parser.parseKeyword("from") || parser.parseOperand(source) ||
      (succeeded(parser.parseOptionalComma()) &&
       parseBarrier(parser, barrier)) ||
      ir::parseAttributes(parser, result) || parser.parseColonType(from) ||
      (barrier && (parser.parseComma() || parser.parseType(signal))) ||
      parser.parseArrow() || parser.parseType(to) ||
      parser.resolveOperand(descriptor, to, result.operands) ||
      parser.resolveOperands(indices, parser.getBuilder().getI32Type(),
                             result.operands) ||
      parser.resolveOperand(source, from, result.operands) ||
      (barrier && parser.resolveOperand(*barrier, signal, result.operands)))
    return failure();
  // An unnamed token: the text is the same with and without it.
  bool hasToken = indices.empty() &&
                  ir::has(parser.getContext(), ir::Feature::StoresWithTokens);
  if (parser.getNumResults() > 0 || hasToken)
    result.addTypes(ttg::AsyncTokenType::get(parser.getContext()));
  result.getOrAddProperties<Properties>().operandSegmentSizes = {
      1, static_cast<int32_t>(indices.size()), 1, barrier ? 1 : 0};
  return success();
}

void AsyncTDMCopyLocalToGlobalOp::print(OpAsmPrinter &printer) {
  printer << " " << getDesc();
  printIndices(printer, getIndices());
  printer << " from " << getSrc();
  printBarrier(printer, getBarrier());
  llvm::SmallVector<llvm::StringRef> leftOut = {"operandSegmentSizes"};
  if (getCache() == tt::CacheModifier::None)
    leftOut.push_back(getCacheAttrName());
  printer.printOptionalAttrDict((*this)->getAttrs(), leftOut);
  printer << " : " << getSrc().getType();
  printBarrierType(printer, getBarrier());
  printer << " -> " << getDesc().getType();
}

} // namespace heddle::amdg
