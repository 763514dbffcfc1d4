//===- TtgText.cpp - Text of ops of ttg -----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttributeText.h"
#include "CachePolicyText.h"
#include "Offsets.h"
#include "heddle/ir/Ttg.h"

namespace heddle::ttg {

using namespace mlir;
using mlir::failure;
using Operand = OpAsmParser::UnresolvedOperand;

ParseResult parseOffsets(OpAsmParser &parser, DenseI32ArrayAttr &offsets) {
  llvm::SmallVector<int32_t> numbers;
  if (parser.parseCommaSeparatedList(
          [&] { return parser.parseInteger(numbers.emplace_back()); }))
    return failure();
  offsets = parser.getBuilder().getDenseI32ArrayAttr(numbers);
  return success();
}

void printOffsets(OpAsmPrinter &printer, Operation *,
                  DenseI32ArrayAttr offsets) {
  llvm::interleaveComma(offsets.asArrayRef(), printer);
}

// `local|global_write`
ParseResult BarrierOp::parse(OpAsmParser &parser, OperationState &result) {
  AddressSpaces spaces = AddressSpaces::None;
  do {
    llvm::StringRef word;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&word))
      return failure();
    std::optional<AddressSpaces> space = symbolizeAddressSpaces(word);
    if (!space)
      return parser.emitError(loc)
             << "expected none, local, global_read, global_write, "
                "tensor_read, tensor_write or all, but got '"
             << word << "'";
    spaces = spaces | *space;
  } while (succeeded(parser.parseOptionalVerticalBar()));
  result.getOrAddProperties<Properties>().addrSpace =
      AddressSpacesAttr::get(parser.getContext(), spaces);
  return ir::parseAttributes(parser, result);
}

void BarrierOp::print(OpAsmPrinter &printer) {
  AddressSpaces spaces = getAddrSpace();
  printer << " "
          << (spaces == AddressSpaces::All ? "all"
                                           : stringifyAddressSpaces(spaces));
  printer.printOptionalAttrDict((*this)->getAttrs(), {getAddrSpaceAttrName()});
}

// `src, dst (mask m)? (other o)?`, as a load, `: type -> memory`
ParseResult AsyncCopyGlobalToLocalOp::parse(OpAsmParser &parser,
                                            OperationState &result) {
  Operand source, destination, mask, other;
  auto parseOptional = [&](llvm::StringRef word, Operand &operand,
                           bool &isThere) {
    isThere = succeeded(parser.parseOptionalKeyword(word));
    return isThere ? parser.parseOperand(operand) : ParseResult(success());
  };
  bool hasMask = false;
  bool hasOther = false;
  Type pointer;
  MemDescType memory;
  if (parser.parseOperand(source) || parser.parseComma() ||
      parser.parseOperand(destination) ||
      parseOptional("mask", mask, hasMask) ||
      parseOptional("other", other, hasOther) ||
      ir::parseCachePolicy(parser, result) ||
      ir::parseAttributes(parser, result) || parser.parseColonType(pointer) ||
      parser.parseArrow() || parser.parseCustomTypeWithFallback(memory) ||
      parser.resolveOperand(source, pointer, result.operands) ||
      parser.resolveOperand(destination, memory, result.operands) ||
      (hasMask &&
       parser.resolveOperand(mask, tt::boolLike(pointer), result.operands)) ||
      (hasOther &&
       parser.resolveOperand(other, tt::pointee(pointer), result.operands)))
    return failure();
  result.addTypes(AsyncTokenType::get(parser.getContext()));
  result.getOrAddProperties<Properties>().operandSegmentSizes = {
      1, 1, hasMask ? 1 : 0, hasOther ? 1 : 0};
  return success();
}

void AsyncCopyGlobalToLocalOp::print(OpAsmPrinter &printer) {
  printer << " " << getSrc() << ", " << getResult();
  if (getMask())
    printer << " mask " << getMask();
  if (getOther())
    printer << " other " << getOther();
  llvm::SmallVector<llvm::StringRef> leftOut = {"operandSegmentSizes",
                                                "isVolatile"};
  if (getContiguity() == 1)
    leftOut.push_back(getContiguityAttrName());
  ir::printWithCachePolicy(printer, *this, leftOut,
                           getIsVolatile() ? getIsVolatileAttr() : BoolAttr());
  printer << " : " << getSrc().getType() << " -> ";
  printer.printStrippedAttrOrType(getResult().getType());
}

// See the example in TtgOps.td.
/// Triton overlooks lists of other integers than i32.
static void dropOtherLists(Location location, OperationState &op) {
  llvm::StringRef names[] = {"warpGroupStartIds", "requestedRegisters",
                             "actualRegisters"};
  for (llvm::StringRef name : names) {
    Attribute list = op.attributes.get(name);
    if (!list || isa<DenseI32ArrayAttr>(list))
      continue;
    emitWarning(location) << "'" << name << "' is ignored: expects a list of "
                          << "i32, but got " << list;
    op.attributes.erase(name);
  }
}

ParseResult WarpSpecializeOp::parse(OpAsmParser &parser,
                                    OperationState &result) {
  llvm::SmallVector<Operand> captures;
  llvm::SmallVector<int32_t> warps;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(captures, OpAsmParser::Delimiter::Paren) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  dropOtherLists(parser.getEncodedSourceLoc(loc), result);
  if (failed(verifyInherentAttrs(result.name, result.attributes,
                                 [&] {
                                   return parser.emitError(loc)
                                          << "'" << result.name.getStringRef()
                                          << "' op ";
                                 })) ||
      parser.parseKeyword("default") || parser.parseRegion(*result.addRegion()))
    return failure();
  Region *holder = result.addRegion();
  // The partitions belong to the result until all is read: what fails on the
  // way is cleaned up like any op.
  size_t first = result.regions.size();
  auto isNext = [&] {
    return succeeded(parser.parseOptionalKeyword(
        ("partition" + llvm::Twine(warps.size())).str()));
  };
  while (isNext()) {
    llvm::SmallVector<OpAsmParser::Argument> arguments;
    if (parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren,
                                 /*allowType=*/true) ||
        parser.parseKeyword("num_warps") || parser.parseLParen() ||
        parser.parseInteger(warps.emplace_back()) || parser.parseRParen() ||
        parser.parseRegion(*result.addRegion(), arguments,
                           /*enableNameShadowing=*/true))
      return failure();
  }
  OperationState partitions(parser.getEncodedSourceLoc(loc),
                            WarpSpecializePartitionsOp::getOperationName());
  FunctionType type;
  if (parser.parseColon() || parser.parseType(type) ||
      parser.resolveOperands(captures, type.getInputs(), loc,
                             partitions.operands))
    return failure();
  result.addTypes(type.getResults());
  result.addAttribute(getPartitionNumWarpsAttrName(result.name),
                      parser.getBuilder().getDenseI32ArrayAttr(warps));
  for (const std::unique_ptr<Region> &region :
       llvm::drop_begin(result.regions, first))
    partitions.addRegion()->takeBody(*region);
  result.regions.truncate(first);
  OpBuilder builder(parser.getContext());
  builder.setInsertionPointToStart(&holder->emplaceBlock());
  builder.create(partitions);
  return success();
}

void WarpSpecializeOp::print(OpAsmPrinter &printer) {
  WarpSpecializePartitionsOp partitions = getPartitionOp();
  printer << "(" << partitions.getExplicitCaptures() << ")";
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getPartitionNumWarpsAttrName()});
  printer.printNewline();
  printer << "default ";
  printer.printRegion(getDefaultRegion(), /*printEntryBlockArgs=*/false);
  for (auto [number, region] :
       llvm::enumerate(partitions.getPartitionRegions())) {
    printer.printNewline();
    printer << "partition" << number << "(";
    llvm::interleaveComma(region.getArguments(), printer, [&](BlockArgument a) {
      printer.printRegionArgument(a);
    });
    printer << ") num_warps(" << getPartitionNumWarps()[number] << ") ";
    printer.printRegion(region, /*printEntryBlockArgs=*/false);
  }
  printer << " : ";
  printer.printFunctionalType(partitions.getOperandTypes(), getResultTypes());
}

} // namespace heddle::ttg
