//===- Kernels.cpp - What the threads of a grid execute -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/ProgramOrder.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"

namespace heddle::simt {

using namespace mlir;

void KernelOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getSymName());
  printer << "(";
  llvm::interleaveComma(getArguments(), printer, [&](BlockArgument argument) {
    printer.printRegionArgument(
        argument, getArgAttrsAttr()
                      ? getArgAttrDict(argument.getArgNumber()).getValue()
                      : ArrayRef<NamedAttribute>());
  });
  printer << ") warps(" << getWarps() << ") lanes(" << getLanes() << ")";
  if (getClusterBlocks() != 1)
    printer << " cluster(" << getClusterBlocks() << ")";
  if (getSharedBytes() != 0)
    printer << " shared(" << getSharedBytes() << ")";
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getSymNameAttrName(), getFunctionTypeAttrName(), getWarpsAttrName(),
       getLanesAttrName(), getSharedBytesAttrName(), getArgAttrsAttrName(),
       getResAttrsAttrName(), getClusterBlocksAttrName()});
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

/// "warps(4)": a positive number in parentheses behind its name.
static ParseResult parseInParens(OpAsmParser &parser, IntegerAttr &number) {
  int32_t value = 0;
  if (parser.parseLParen() || parser.parseInteger(value) ||
      parser.parseRParen())
    return mlir::failure();
  number = parser.getBuilder().getI32IntegerAttr(value);
  return success();
}

static ParseResult parseNumber(OpAsmParser &parser, llvm::StringRef name,
                               IntegerAttr &number) {
  return mlir::failure(parser.parseKeyword(name) ||
                       parseInParens(parser, number));
}

/// Leaves the number as it is if the keyword is not there.
static ParseResult parseOptionalNumber(OpAsmParser &parser,
                                       llvm::StringRef name,
                                       IntegerAttr &number) {
  return succeeded(parser.parseOptionalKeyword(name))
             ? parseInParens(parser, number)
             : success();
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  llvm::SmallVector<OpAsmParser::Argument> arguments;
  IntegerAttr warps, lanes, blocks = parser.getBuilder().getI32IntegerAttr(1),
                            shared = parser.getBuilder().getI32IntegerAttr(0);
  if (parser.parseSymbolName(name, getSymNameAttrName(result.name),
                             result.attributes) ||
      parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren,
                               /*allowType=*/true, /*allowAttrs=*/true) ||
      parseNumber(parser, "warps", warps) ||
      parseNumber(parser, "lanes", lanes) ||
      parseOptionalNumber(parser, "cluster", blocks) ||
      parseOptionalNumber(parser, "shared", shared))
    return mlir::failure();
  result.addAttribute(getWarpsAttrName(result.name), warps);
  result.addAttribute(getLanesAttrName(result.name), lanes);
  result.addAttribute(getClusterBlocksAttrName(result.name), blocks);
  result.addAttribute(getSharedBytesAttrName(result.name), shared);
  llvm::SmallVector<Type> types;
  for (const OpAsmParser::Argument &argument : arguments)
    types.push_back(argument.type);
  result.addAttribute(
      getFunctionTypeAttrName(result.name),
      TypeAttr::get(parser.getBuilder().getFunctionType(types, {})));
  call_interface_impl::addArgAndResultAttrs(
      parser.getBuilder(), result, arguments, /*resultAttrs=*/{},
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return mlir::failure();
  return parser.parseRegion(*result.addRegion(), arguments);
}

static constexpr llvm::StringLiteral ScratchBytes = "simt.scratch_bytes",
                                     ScratchAlignment =
                                         "simt.scratch_alignment";

std::optional<GlobalScratch> globalScratchOf(KernelOp kernel) {
  if (kernel.getNumArguments() == 0)
    return std::nullopt;
  unsigned last = kernel.getNumArguments() - 1;
  auto bytes = kernel.getArgAttrOfType<IntegerAttr>(last, ScratchBytes);
  auto alignment = kernel.getArgAttrOfType<IntegerAttr>(last, ScratchAlignment);
  if (!bytes || !alignment)
    return std::nullopt;
  return GlobalScratch{.bytes = static_cast<std::uint32_t>(bytes.getInt()),
                       .alignment =
                           static_cast<std::uint32_t>(alignment.getInt())};
}

void setGlobalScratch(KernelOp kernel, GlobalScratch scratch) {
  OpBuilder builder(kernel.getContext());
  unsigned last = kernel.getNumArguments() - 1;
  // The argument is newer than the attributes of the others.
  if (ArrayAttr known = kernel.getArgAttrsAttr();
      known && known.size() != kernel.getNumArguments()) {
    llvm::SmallVector<Attribute> all(known.getValue());
    all.resize(kernel.getNumArguments(), builder.getDictionaryAttr({}));
    kernel.setArgAttrsAttr(builder.getArrayAttr(all));
  }
  kernel.setArgAttr(last, ScratchBytes,
                    builder.getI64IntegerAttr(scratch.bytes));
  kernel.setArgAttr(last, ScratchAlignment,
                    builder.getI64IntegerAttr(scratch.alignment));
}

LogicalResult KernelOp::verify() {
  if (!getFunctionType().getResults().empty())
    return emitOpError() << "expects no results, but got "
                         << getFunctionType().getResults();
  for (auto [name, value] :
       {std::pair("warps", getWarps()), std::pair("lanes", getLanes()),
        std::pair("blocks in a cluster", getClusterBlocks())})
    if (!llvm::isPowerOf2_32(value))
      return emitOpError() << "expects a power of two of " << name
                           << ", but got " << static_cast<int32_t>(value);
  if (static_cast<int32_t>(getSharedBytes()) < 0)
    return emitOpError() << "expects no negative number of bytes, but got "
                         << static_cast<int32_t>(getSharedBytes());
  return verifyProgramOrder(*this);
}

} // namespace heddle::simt
