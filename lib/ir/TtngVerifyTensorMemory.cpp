//===- TtngVerifyTensorMemory.cpp - Rules of tensor memory ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TtngVerify.h"
#include "Verify.h"
#include "heddle/layout/Compose.h"
#include "heddle/target/Capability.h"
#include "mlir/IR/PatternMatch.h"

namespace heddle::ttng {

using namespace mlir;
using ir::expectSame;
using ir::expectShape;
using ir::expectTensorMemory;
using ir::expectType;
using mlir::failure;

std::optional<unsigned> capabilityOf(Operation *op) {
  auto module = op->getParentOfType<ModuleOp>();
  auto target = module ? module->getAttrOfType<StringAttr>(ttg::TargetAttr)
                       : StringAttr();
  if (!target)
    return std::nullopt;
  unsigned capability = 0;
  llvm::StringRef number = target.getValue();
  if (number.consume_front("cuda:"))
    (void)number.getAsInteger(10, capability);
  return capability;
}

LogicalResult expectTensorCores(Operation *op) {
  constexpr CapabilityRange Range = TensorMemoryCapabilities;
  std::optional<unsigned> capability = capabilityOf(op);
  if (!capability || Range.has(*capability))
    return success();
  return op->emitOpError() << "expects a target with tensor memory, cuda:"
                           << Range.first << " to cuda:" << Range.last
                           << ", but got "
                           << op->getParentOfType<ModuleOp>()->getAttr(
                                  ttg::TargetAttr);
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// Warp w of four sees rows 32 * w to 32 * w + 31 alone (PTX ISA, "Access
/// restrictions"); of scales all have the same. True of tensors without
/// layouts, and of parts of a buffer.
static bool hasOwnRows(RankedTensorType tensor, ttg::MemDescType memory) {
  constexpr unsigned RowBits = 5, GroupBits = 2;
  constexpr std::uint64_t Rows = std::uint64_t(1) << RowBits;
  Result<LinearLayout> registers = ir::linearLayoutOf(tensor);
  Result<LinearLayout> cells = ir::linearLayoutOf(memory);
  if (ir::encodingOf(tensor) == nullptr || !registers || !cells ||
      cells->outs().size() != registers->outs().size() ||
      memory.getShape() != memory.getAllocShape())
    return true;
  Result<LinearLayout> toMemory = invertAndCompose(*registers, *cells);
  if (!toMemory)
    return true;
  auto rowOf = [&](Word basis) { return toMemory->field(basis, Dim::Row); };
  bool isOwn = toMemory->inBits(Dim::Warp) >= GroupBits;
  for (Dim in : {Dim::Register, Dim::Lane})
    for (Word basis : toMemory->bases(in))
      isOwn = isOwn && rowOf(basis) < Rows;
  for (auto [bit, basis] : llvm::enumerate(toMemory->bases(Dim::Warp))) {
    bool isCopy =
        bit >= GroupBits || cells->bases(Dim::Row)[RowBits + bit] == 0;
    isOwn =
        isOwn && (isCopy ? rowOf(basis) < Rows : rowOf(basis) == Rows << bit);
  }
  return isOwn;
}

static LogicalResult expectOwnRows(Operation *op, RankedTensorType tensor,
                                   ttg::MemDescType memory) {
  if (hasOwnRows(tensor, memory))
    return success();
  return op->emitOpError() << "expects a layout in which each of four warps "
                              "has its 32 rows of tensor memory, but got "
                           << tensor << " with " << memory;
}

/// A token is made where one is needed: the text has no other form.
static LogicalResult expectToken(Operation *op, Value needed, Value made) {
  if (!needed || made)
    return success();
  return op->emitOpError("expects a token as result, as there is one as "
                         "operand");
}

/// Each block of the cluster has the same part of the tensor in registers and
/// in its tensor memory.
static LogicalResult expectOwnPart(Operation *op, RankedTensorType tensor,
                                   ttg::MemDescType memory) {
  Result<LinearLayout> registers = ir::linearLayoutOf(tensor);
  Result<LinearLayout> cells = ir::linearLayoutOf(memory);
  if (ir::encodingOf(tensor) == nullptr || !registers || !cells ||
      registers->inBits(Dim::Block) != cells->inBits(Dim::Block))
    return success();
  for (unsigned bit = 0; bit < cells->inBits(Dim::Block); ++bit)
    for (unsigned axis = 0; axis < cells->outs().size(); ++axis) {
      Dim dim = Dim::standard(axis);
      std::uint64_t held = registers->basis(Dim::Block, bit, dim);
      std::uint64_t stored = cells->basis(Dim::Block, bit, dim);
      if (held != stored)
        return op->emitOpError()
               << "expects block " << (1U << bit) << " to hold what is at "
               << stored << " along axis " << axis
               << " of its tensor memory, but got " << held << " with "
               << tensor << " and " << memory;
    }
  return success();
}

static LogicalResult verifyAccess(Operation *op, Type tensor,
                                  ttg::MemDescType memory) {
  if (failed(expectTensorCores(op)) || failed(expectTensorMemory(op, memory)) ||
      failed(expectSame(op, tensor, memory)) ||
      failed(expectOwnPart(op, cast<RankedTensorType>(tensor), memory)))
    return failure();
  return expectOwnRows(op, cast<RankedTensorType>(tensor), memory);
}

LogicalResult TMEMAllocOp::verify() {
  ttg::MemDescType memory = getResult().getType();
  if (failed(expectTensorCores(*this)) ||
      failed(expectTensorMemory(*this, memory)))
    return failure();
  if (memory.getShape() != memory.getAllocShape())
    return emitOpError() << "expects a buffer that is no part of another, but "
                            "got "
                         << memory;
  if (getSrc())
    return verifyAccess(*this, getSrc().getType(), memory);
  return ir::expectMutable(*this, memory);
}

static LogicalResult verifyReduction(TMEMLoadOp op) {
  auto tensor = cast<RankedTensorType>(op.getResult().getType());
  if (!op.getRedOp()) {
    if (op.getRed())
      return op.emitOpError("expects 'redOp' with a result of a reduction");
    for (StringAttr name : {op.getAbsAttrName(), op.getNaNAttrName()})
      if (op->getAttr(name))
        return op.emitOpError() << "expects 'redOp' with " << name;
    return success();
  }
  if (!op.getRed())
    return op.emitOpError("expects a result of the reduction with 'redOp'");
  for (StringAttr name : {op.getAbsAttrName(), op.getNaNAttrName()})
    if (op->getAttr(name) && !tensor.getElementType().isF32())
      return op.emitOpError() << "expects elements of f32 with " << name
                              << ", but got " << tensor;
  Result<LinearLayout> layout = ir::linearLayoutOf(tensor);
  if (ir::encodingOf(tensor) == nullptr || !layout)
    return success();
  for (Dim in : {Dim::Lane, Dim::Warp, Dim::Block})
    for (Word basis : layout->bases(in))
      if (layout->field(basis, Dim::standard(1)) != 0)
        return op.emitOpError()
               << "expects each row in one thread to be reduced, but got "
               << tensor;
  return success();
}

LogicalResult TMEMLoadOp::verify() {
  if (failed(verifyAccess(*this, getResult().getType(), getSrc().getType())) ||
      failed(expectToken(*this, getDep(), getToken())))
    return failure();
  return verifyReduction(*this);
}

LogicalResult TMEMStoreOp::verify() {
  if (failed(verifyAccess(*this, getSrc().getType(), getDst().getType())) ||
      failed(expectToken(*this, getDep(), getToken())))
    return failure();
  return ir::expectMutable(*this, getDst().getType());
}

/// The store takes any layout of the right rows, so it needs no conversion from
/// another one.
LogicalResult TMEMStoreOp::canonicalize(TMEMStoreOp op,
                                        PatternRewriter &rewriter) {
  auto convert = op.getSrc().getDefiningOp<ttg::ConvertLayoutOp>();
  if (!convert ||
      !hasOwnRows(convert.getSrc().getType(), op.getDst().getType()))
    return failure();
  rewriter.modifyOpInPlace(
      op, [&] { op.getSrcMutable().assign(convert.getSrc()); });
  return success();
}

LogicalResult TMEMWaitOp::verify() { return expectTensorCores(*this); }

//===----------------------------------------------------------------------===//
// Parts and copies
//===----------------------------------------------------------------------===//

/// Where a part may start: at a block of rows, at a word of columns.
static LogicalResult verifyStart(TMEMSubSliceOp op, int64_t axis,
                                 int64_t offset) {
  ttg::MemDescType from = op.getSrc().getType();
  const Encoding *encoding = ir::encodingOf(from);
  const auto *layout = encoding->getIf<TensorMemoryEncoding>();
  auto rank = static_cast<int64_t>(from.getShape().size());
  if (layout == nullptr || axis < rank - 2)
    return success();
  if (axis == rank - 2 && offset % layout->blockM != 0)
    return op.emitOpError() << "expects an offset that is a multiple of "
                               "blockM = "
                            << layout->blockM << ", but got " << offset;
  constexpr int64_t WordBits = 32;
  int64_t bits = offset * ir::elementBits(from.getElementType()) *
                 static_cast<int64_t>(layout->colStride);
  if (axis == rank - 1 && bits % WordBits != 0)
    return op.emitOpError() << "expects an offset that is a multiple of "
                            << WordBits << " bits, but got " << bits;
  return success();
}

LogicalResult TMEMSubSliceOp::verify() {
  ttg::MemDescType from = getSrc().getType();
  ttg::MemDescType to = getType();
  auto rank = static_cast<int64_t>(from.getShape().size());
  int64_t axis = getDimAttr() ? getDimAttr().getInt() : 1;
  if (!getOffsetAttr()) {
    InFlightDiagnostic diagnostic = emitOpError("expects 'offset', but got "
                                                "none");
    diagnostic.attachNote() << "what releases before 3.9 call 'N' is read in "
                               "the custom form only: 'ttng.tmem_subslice %a "
                               "{N = 64 : i32}'";
    return diagnostic;
  }
  int64_t offset = getOffsetAttr().getInt();
  if (failed(expectTensorCores(*this)) ||
      failed(expectTensorMemory(*this, from)) ||
      failed(expectType(*this, "a part with elements", to.getElementType(),
                        from.getElementType())) ||
      failed(ir::expectAxis(*this, axis, rank)))
    return failure();
  if (from.getEncoding() != to.getEncoding())
    return emitOpError() << "expects the layout of the source, "
                         << from.getEncoding() << ", but got " << to;
  if (from.getAllocShape() != to.getAllocShape())
    return emitOpError() << "expects the allocation of the source, "
                         << ir::shapeText(from.getAllocShape()) << ", but got "
                         << to;
  llvm::SmallVector<int64_t> shape(from.getShape());
  if (to.getShape().size() == shape.size())
    shape[static_cast<size_t>(axis)] = to.getShape()[static_cast<size_t>(axis)];
  if (failed(expectShape(*this, "a part", to, shape)))
    return failure();
  int64_t end = offset + shape[static_cast<size_t>(axis)];
  int64_t size = from.getShape()[static_cast<size_t>(axis)];
  if (offset < 0 || end > size)
    return emitOpError() << "expects a part of the source's " << size
                         << " along axis " << axis << ", but got " << offset
                         << " to " << end;
  return verifyStart(*this, axis, offset);
}

/// Matrices are copied in rows of swizzled words.
static LogicalResult verifyMatrixCopy(TMEMCopyOp op,
                                      const TensorMemoryEncoding &to) {
  constexpr unsigned Rows = 128, WordBits = 32;
  ttg::MemDescType from = op.getSrc().getType();
  if (to.blockM != Rows)
    return op.emitOpError() << "expects blockM = " << Rows << ", but got "
                            << op.getDst().getType();
  if (ir::elementBits(from.getElementType()) != WordBits)
    return op.emitOpError()
           << "expects elements of " << WordBits << " bits, but got " << from;
  const auto *layout = ir::encodingOf(from)->getIf<NvmmaSharedEncoding>();
  if (layout != nullptr && (layout->transposed || layout->fp4Padded ||
                            layout->swizzlingByteWidth == 0))
    return op.emitOpError() << "expects a source that is swizzled, and neither "
                               "transposed nor padded, but got "
                            << from;
  return success();
}

LogicalResult TMEMCopyOp::verify() {
  ttg::MemDescType from = getSrc().getType();
  ttg::MemDescType to = getDst().getType();
  if (failed(expectTensorCores(*this)) ||
      failed(ir::expectShared(*this, from)) ||
      failed(expectTensorMemory(*this, to)) ||
      failed(ir::expectMutable(*this, to)) ||
      failed(expectShape(*this, "a copy", to, from.getShape())))
    return failure();
  if (const auto *layout = ir::encodingOf(to)->getIf<TensorMemoryEncoding>())
    return verifyMatrixCopy(*this, *layout);
  return success();
}

} // namespace heddle::ttng
