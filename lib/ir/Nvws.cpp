//===- Nvws.cpp - Data handed between groups of warps ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Nvws.h"
#include "InlinesAnywhere.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include <set>

#include "heddle/ir/NvwsDialect.cpp.inc"
#include "heddle/ir/NvwsEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "heddle/ir/NvwsAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "heddle/ir/NvwsTypes.cpp.inc"
#define GET_OP_CLASSES
#include "heddle/ir/NvwsOps.cpp.inc"

namespace heddle::nvws {

using namespace mlir;
using mlir::failure;
using Operand = OpAsmParser::UnresolvedOperand;

void NvwsDialect::registerAttributesAndTypes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "heddle/ir/NvwsAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "heddle/ir/NvwsTypes.cpp.inc"
      >();
}

void NvwsDialect::initialize() {
  registerAttributesAndTypes();
  addOperations<
#define GET_OP_LIST
#include "heddle/ir/NvwsOps.cpp.inc"
      >();
  addInterfaces<ir::InlinesAnywhere>();
}

//===----------------------------------------------------------------------===//
// Arrays of buffers
//===----------------------------------------------------------------------===//

ParseResult ArefCreateOp::parse(OpAsmParser &parser, OperationState &result) {
  llvm::SmallVector<Operand> buffers;
  ArefType type;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(buffers) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.parseCustomTypeWithFallback(type) ||
      parser.resolveOperands(buffers, type.getBuffers(), loc, result.operands))
    return failure();
  result.addTypes(type);
  return success();
}

void ArefCreateOp::print(OpAsmPrinter &printer) {
  printer << " " << getBuffers();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : ";
  printer.printStrippedAttrOrType(getResult().getType());
}

LogicalResult ArefCreateOp::verify() {
  if (!llvm::equal(getBuffers().getTypes(), getType().getBuffers()))
    return emitOpError() << "expects buffers of the types in " << getType();
  for (Value buffer : getBuffers()) {
    auto first = cast<ttg::MemDescType>(getBuffers().front().getType());
    auto type = cast<ttg::MemDescType>(buffer.getType());
    if (type.getShape().front() != first.getShape().front())
      return emitOpError() << "expects as many buffers of each type, but got "
                           << first << " and " << type;
  }
  return success();
}

/// A buffer of each of the arrays.
template <class EnterOp> static LogicalResult verifyEnter(EnterOp op) {
  ArrayRef<Type> arrays = op.getAref().getType().getBuffers();
  if (op.getBuffers().size() != arrays.size())
    return op.emitOpError()
           << "expects a buffer for each of " << arrays.size() << " types in "
           << op.getAref().getType() << ", but got " << op.getBuffers().size();
  for (auto [buffer, type] : llvm::zip(op.getBuffers(), arrays)) {
    auto array = dyn_cast<ttg::MemDescType>(type);
    auto part = cast<ttg::MemDescType>(buffer.getType());
    if (array && array.getShape().drop_front() == part.getShape() &&
        array.getElementType() == part.getElementType())
      continue;
    return op.emitOpError()
           << "expects a buffer with the shape and elements of "
              "one of "
           << type << ", but got " << part;
  }
  return success();
}

LogicalResult ArefPutEnterOp::verify() { return verifyEnter(*this); }
LogicalResult ArefGetEnterOp::verify() { return verifyEnter(*this); }

template <class EnterOp>
static void nameResults(EnterOp op, OpAsmSetValueNameFn setName) {
  if (!op.getBuffers().empty())
    setName(op.getBuffers().front(), "buffers");
  setName(op.getToken(), "token");
}

void ArefPutEnterOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  nameResults(*this, setName);
}
void ArefGetEnterOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  nameResults(*this, setName);
}

constexpr llvm::StringLiteral PartitionAttr = "ttg.partition";

/// The partitions that an op is of; none where no attribute says so.
static std::set<int32_t> partitionsOf(Operation *op) {
  auto numbers = op == nullptr
                     ? DenseI32ArrayAttr()
                     : op->getAttrOfType<DenseI32ArrayAttr>(PartitionAttr);
  if (!numbers)
    return {};
  return {numbers.asArrayRef().begin(), numbers.asArrayRef().end()};
}

LogicalResult ArefPhiOp::verify() {
  std::set<int32_t> own = partitionsOf(*this);
  if (own.empty())
    return emitOpError() << "expects partitions as '" << PartitionAttr
                         << "', but got none";
  std::set<int32_t> sources;
  for (Value source : {getLocal(), getRemote()}) {
    std::set<int32_t> partitions = partitionsOf(source.getDefiningOp());
    if (partitions.empty())
      return emitOpError() << "expects operands that are of partitions, but "
                              "got one without '"
                           << PartitionAttr << "'";
    sources.insert(partitions.begin(), partitions.end());
  }
  if (own == sources)
    return success();
  return emitOpError("expects to be of the partitions that its operands are "
                     "of, and of no others");
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

LogicalResult CreateTokenOp::verify() {
  constexpr int64_t LoadTypes = 5;
  int64_t kind = getLoadTypeAttr().getInt();
  if (kind >= 0 && kind < LoadTypes)
    return success();
  return emitOpError() << "expects a number from 0 to " << LoadTypes - 1
                       << " as 'loadType', but got " << kind;
}

//===----------------------------------------------------------------------===//
// Groups of warps
//===----------------------------------------------------------------------===//

ParseResult WarpGroupOp::parse(OpAsmParser &parser, OperationState &result) {
  llvm::SmallVector<int32_t> warps;
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  while (succeeded(parser.parseOptionalKeyword(
      ("partition" + llvm::Twine(warps.size())).str())))
    if (parser.parseKeyword("num_warps") || parser.parseLParen() ||
        parser.parseInteger(warps.emplace_back()) || parser.parseRParen() ||
        parser.parseRegion(*result.addRegion()))
      return failure();
  result.addAttribute(getNumWarpsAttrName(result.name),
                      parser.getBuilder().getDenseI32ArrayAttr(warps));
  return parser.parseOptionalArrowTypeList(result.types);
}

void WarpGroupOp::print(OpAsmPrinter &printer) {
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getNumWarpsAttrName()});
  for (auto [number, region] : llvm::enumerate(getPartitionRegions())) {
    printer.printNewline();
    printer << "partition" << number << " num_warps(" << getNumWarps()[number]
            << ") ";
    printer.printRegion(region, /*printEntryBlockArgs=*/false);
  }
  printer.printOptionalArrowTypeList(getResultTypes());
}

LogicalResult WarpGroupOp::verify() {
  if (getNumWarps().size() != getPartitionRegions().size())
    return emitOpError() << "expects a number of warps for each of "
                         << getPartitionRegions().size()
                         << " partitions, but got " << getNumWarps().size();
  if (getNumResults() == 0)
    return success();
  Operation *exit = getPartitionRegions().empty()
                        ? nullptr
                        : &getPartitionRegions().front().front().back();
  if (isa_and_nonnull<WarpGroupYieldOp>(exit))
    return success();
  return emitOpError("expects a first partition that yields the results");
}

} // namespace heddle::nvws
