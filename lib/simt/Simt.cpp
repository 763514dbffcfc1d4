//===- Simt.cpp - The program of one thread -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/Simt.h"
#include "Access.h"
#include "heddle/simt/AssemblyText.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "heddle/simt/SimtDialect.cpp.inc"
#include "heddle/simt/SimtEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "heddle/simt/SimtAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "heddle/simt/SimtOps.cpp.inc"

namespace heddle::simt {

using namespace mlir;

void SimtDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "heddle/simt/SimtAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "heddle/simt/SimtOps.cpp.inc"
      >();
}

VectorType registers(Type element, unsigned count) {
  return VectorType::get({static_cast<int64_t>(count)}, element);
}

unsigned registerCount(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? static_cast<unsigned>(vector.getNumElements()) : 1;
}

unsigned packingCount(Type registers) {
  auto type = cast<VectorType>(registers);
  return bytesOf(type.getElementType()) < 4
             ? registerCount(type) - wordsOf(type)
             : 0;
}

unsigned unpackingCount(Type registers) {
  auto type = cast<VectorType>(registers);
  return bytesOf(type.getElementType()) < 4 ? registerCount(type) : 0;
}

unsigned bytesOf(Type element) {
  return std::max(1U, element.getIntOrFloatBitWidth() / 8);
}

unsigned wordsOf(VectorType type) {
  auto bytes = static_cast<unsigned>(type.getNumElements()) *
               bytesOf(type.getElementType());
  return (bytes + 3) / 4;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

static LogicalResult expectElement(Operation *op, Type element,
                                   VectorType type) {
  if (type.getElementType() == element)
    return success();
  return op->emitOpError() << "expects registers of " << element << ", but got "
                           << type;
}

LogicalResult SplatOp::verify() {
  return expectElement(*this, getSrc().getType(), getType());
}

LogicalResult ExtractOp::verify() {
  auto type = cast<VectorType>(getSrc().getType());
  if (getIndex() >= type.getNumElements())
    return emitOpError() << "expects a register of " << type
                         << ", but got number "
                         << static_cast<int32_t>(getIndex());
  return expectElement(*this, getType(), type);
}

LogicalResult PermuteOp::verify() {
  if (getSrcs().empty())
    return emitOpError() << "expects registers, but got none";
  int64_t count = 0;
  for (Value src : getSrcs()) {
    auto type = cast<VectorType>(src.getType());
    if (failed(expectElement(*this, getType().getElementType(), type)))
      return mlir::failure();
    count += type.getNumElements();
  }
  auto indices = static_cast<int64_t>(getIndices().size());
  if (indices != getType().getNumElements())
    return emitOpError() << "expects a number for each register of "
                         << getType() << ", but got " << indices;
  for (int32_t index : getIndices())
    if (index < 0 || index >= count)
      return emitOpError() << "expects numbers of " << count
                           << " registers, but got " << index;
  return success();
}

static LogicalResult expectWords(Operation *op, VectorType registers,
                                 VectorType words) {
  unsigned expected = wordsOf(registers);
  if (words.getNumElements() == expected)
    return success();
  return op->emitOpError() << "expects " << expected << " words of "
                           << registers << ", but got " << words;
}

LogicalResult ToWordsOp::verify() {
  return expectWords(*this, cast<VectorType>(getSrc().getType()), getType());
}
LogicalResult FromWordsOp::verify() {
  return expectWords(*this, getType(), cast<VectorType>(getSrc().getType()));
}

LogicalResult ApproximateOp::verify() {
  if (getFtz() && getFunction() == Approximation::Tanh)
    return emitOpError() << "expects tanh without ftz: it has no such form";
  return success();
}

LogicalResult ConvertFloatOp::verify() {
  Type from = getElementTypeOrSelf(getSrc().getType());
  Type to = getElementTypeOrSelf(getType());
  auto isByte = [](Type type) {
    return isa<Float8E4M3FNType, Float8E5M2Type>(type);
  };
  bool isNearest = getRounding() == Rounding::NearestEven;
  bool exists =
      isNearest ? (from.isF32() && isByte(to)) || (isByte(from) && to.isF16())
                : from.isF32() && to.isF16();
  if (!exists)
    return emitOpError() << "expects a conversion that there is, but got "
                         << from << " to " << to << ", "
                         << stringifyRounding(getRounding());
  auto source = dyn_cast<VectorType>(getSrc().getType());
  auto result = dyn_cast<VectorType>(getType());
  if (!source != !result ||
      (source && source.getNumElements() != result.getNumElements()))
    return emitOpError() << "expects as many registers as "
                         << getSrc().getType() << " has, but got " << getType();
  return success();
}

LogicalResult RoundedOp::verify() {
  unsigned wanted = getKind() == Arithmetic::Sqrt  ? 1
                    : getKind() == Arithmetic::Fma ? 3
                                                   : 2;
  if (getOperands().size() != wanted)
    return emitOpError() << "expects " << wanted << " operands of "
                         << stringifyArithmetic(getKind()) << ", but got "
                         << getOperands().size();
  return success();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

LogicalResult SharedOp::verify() {
  if (static_cast<int32_t>(getBytes()) <= 0)
    return emitOpError() << "expects a positive number of bytes, but got "
                         << static_cast<int32_t>(getBytes());
  if (!llvm::isPowerOf2_32(getAlignment()))
    return emitOpError() << "expects an alignment that is a power of two, but "
                            "got "
                         << static_cast<int32_t>(getAlignment());
  auto kernel = (*this)->getParentOfType<KernelOp>();
  if (!getAt() || !kernel)
    return success();
  auto at = static_cast<int32_t>(*getAt());
  if (at < 0 || *getAt() % getAlignment() != 0)
    return emitOpError() << "expects an offset that is a multiple of "
                         << getAlignment() << ", but got " << at;
  if (*getAt() + std::uint64_t(getBytes()) > kernel.getSharedBytes())
    return emitOpError() << "expects to end within the kernel's "
                         << kernel.getSharedBytes() << " bytes, but got "
                         << *getAt() + std::uint64_t(getBytes());
  return success();
}

/// Offsets in a buffer and addresses in shared memory are of 32 bits.
static LogicalResult verifyAddresses(Operation *op, Space space, Value buffer,
                                     VectorType addresses) {
  if (buffer && space != Space::Global)
    return op->emitOpError() << "expects a buffer in global memory, but got "
                                "one in shared memory";
  unsigned bits = space == Space::Global && !buffer ? 64 : 32;
  if (addresses.getElementType().isInteger(bits))
    return success();
  if (buffer)
    return op->emitOpError()
           << "expects offsets of 32 bits in a buffer, but got " << addresses;
  return op->emitOpError() << "expects addresses of " << bits << " bits in "
                           << stringifySpace(space) << " memory, but got "
                           << addresses;
}

LogicalResult verifyHasPeers(Operation *op) {
  auto kernel = op->getParentOfType<KernelOp>();
  if (!kernel || kernel.getClusterBlocks() != 1)
    return success();
  return op->emitOpError() << "expects a kernel with several blocks in a "
                              "cluster, but got one of one block";
}

/// Nothing but a plain access goes to other blocks of the cluster.
template <class Access> static LogicalResult verifyDistributed(Access op) {
  if (op.getSpace() != Space::Cluster)
    return success();
  if (failed(verifyHasPeers(op)))
    return mlir::failure();
  for (llvm::StringRef name : {"cache", "eviction", "isVolatile"})
    if (op->hasAttr(name))
      return op.emitOpError()
             << "expects no '" << name << "' of shared memory of the cluster";
  return success();
}

/// What loads and stores have in common. `moved` are the registers.
template <class Access>
static LogicalResult verifyAccess(Access op, Value buffer, VectorType moved) {
  auto bases = cast<VectorType>(op.getBases().getType());
  if (failed(verifyAddresses(op, op.getSpace(), buffer, bases)) ||
      failed(verifyDistributed(op)))
    return mlir::failure();
  auto width = static_cast<int32_t>(op.getWidth());
  auto accesses = static_cast<int64_t>(op.getAt().size());
  if (width <= 0 || accesses * width != moved.getNumElements())
    return op.emitOpError()
           << "expects " << moved.getNumElements() << " registers, but got "
           << accesses << " accesses of " << width;
  if (op.getOffsets().size() != op.getAt().size())
    return op.emitOpError() << "expects an offset for each of " << accesses
                            << " accesses, but got " << op.getOffsets().size();
  for (int32_t at : op.getAt())
    if (at < 0 || at >= bases.getNumElements())
      return op.emitOpError() << "expects one of " << bases.getNumElements()
                              << " addresses, but got number " << at;
  unsigned bytes = op.getAccessBytes();
  if (!llvm::isPowerOf2_32(bytes) || bytes > 32)
    return op.emitOpError() << "expects accesses of a power of two of bytes up "
                               "to 32, but got "
                            << bytes;
  if (Value predicates = op.getPredicates()) {
    auto type = cast<VectorType>(predicates.getType());
    if (type.getNumElements() != accesses)
      return op.emitOpError() << "expects a predicate for each of " << accesses
                              << " accesses, but got " << type;
  }
  return success();
}

/// A last use is a hint of its own.
template <class Access> static LogicalResult verifyLastUse(Access op) {
  if (!op.getIsLastUse() ||
      (op.getSpace() == Space::Global && !op.getCache() && !op.getEviction()))
    return success();
  return op.emitOpError()
         << "expects a last use of global memory, without a cache or a policy";
}

unsigned LoadOp::getAccessBytes() {
  return getWidth() * bytesOf(getType().getElementType());
}
LogicalResult LoadOp::verify() {
  if (getOther() && getOther().getType() != getType())
    return emitOpError() << "expects other registers of " << getType()
                         << ", but got " << getOther().getType();
  if (getOther() && !getPredicates())
    return emitOpError()
           << "expects predicates where there are other registers";
  bool hasZeros = getBuffer() && getPredicates() && !getOther();
  if (getIsOtherImplied() && !getOther() && !hasZeros)
    return emitOpError() << "expects the other registers that are implied";
  if (failed(verifyLastUse(*this)))
    return mlir::failure();
  if (getIsTransposed() &&
      (getSpace() != Space::Shared || getAccessBytes() != 8 ||
       bytesOf(getType().getElementType()) > 2 || getPredicates()))
    return emitOpError(
               "expects transposed accesses of 8 bytes of shared memory, of "
               "elements of one or two, without predicates, but got ")
           << getType() << " in accesses of " << getAccessBytes()
           << " bytes of '" << stringifySpace(getSpace())
           << (getPredicates() ? "' with predicates" : "'");
  return verifyAccess(*this, getBuffer(), getType());
}

unsigned StoreOp::getAccessBytes() {
  auto type = cast<VectorType>(getValue().getType());
  return getWidth() * bytesOf(type.getElementType());
}
LogicalResult StoreOp::verify() {
  if (failed(verifyLastUse(*this)))
    return mlir::failure();
  return verifyAccess(*this, getBuffer(),
                      cast<VectorType>(getValue().getType()));
}

unsigned ReductionOp::getAccessBytes() {
  auto type = cast<VectorType>(getValue().getType());
  return getWidth() * bytesOf(type.getElementType());
}
LogicalResult ReductionOp::verify() {
  if (getSpace() != Space::Global || getKind() != Atomic::AddFloat)
    return emitOpError() << "expects sums of floats in global memory, but got '"
                         << stringifyAtomic(getKind()) << "', '"
                         << stringifySpace(getSpace()) << "'";
  return verifyAccess(*this, Value(), cast<VectorType>(getValue().getType()));
}

static LogicalResult verifyMatrices(Operation *op, Type words) {
  std::int64_t count = cast<VectorType>(words).getNumElements();
  if (count == 1 || count == 2 || count == 4)
    return success();
  return op->emitOpError() << "expects one, two or four matrices, but got "
                           << count;
}
LogicalResult MatrixLoadOp::verify() {
  return verifyMatrices(*this, getType());
}
LogicalResult MatrixStoreOp::verify() {
  return verifyMatrices(*this, getValue().getType());
}

LogicalResult AtomicOp::verify() {
  if (getSpace() == Space::Cluster)
    return emitOpError() << "expects global or shared memory, but got that of "
                            "other blocks";
  auto type = cast<VectorType>(getValue().getType());
  auto addresses = cast<VectorType>(getAddresses().getType());
  if (failed(verifyAddresses(*this, getSpace(), getBuffer(), addresses)))
    return mlir::failure();
  if (addresses.getNumElements() != type.getNumElements())
    return emitOpError() << "expects an address for each register of " << type
                         << ", but got " << addresses;
  if (getType() != type)
    return emitOpError() << "expects a result of " << type << ", but got "
                         << getType();
  bool isSwap = getKind() == Atomic::CompareAndSwap;
  if (isSwap != bool(getExpected()) ||
      (isSwap && getExpected().getType() != type))
    return emitOpError() << "expects what is swapped to be " << type
                         << ", and only then anything";
  if (Value predicates = getPredicates())
    if (cast<VectorType>(predicates.getType()).getNumElements() !=
        type.getNumElements())
      return emitOpError() << "expects a predicate for each register of "
                           << type << ", but got " << predicates.getType();
  return success();
}

/// Code that only others know may read and write anything, unless it is pure.
static void
addUnknownEffects(bool isPure,
                  llvm::SmallVectorImpl<MemoryEffects::EffectInstance> &list) {
  if (!isPure)
    addAllEffects(list);
}

void AssemblyOp::getEffects(
    llvm::SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addUnknownEffects(getPure(), effects);
}

LogicalResult AssemblyOp::verify() {
  Result<void> checked =
      checkAssembly(getText(), getConstraints(), getNumResults(),
                    static_cast<unsigned>(getOperands().size()));
  if (checked)
    return success();
  InFlightDiagnostic diagnostic = emitOpError() << checked.error().reason;
  if (!checked.error().remedy.empty())
    diagnostic.attachNote() << checked.error().remedy;
  return diagnostic;
}

void ExternalCallOp::getEffects(
    llvm::SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addUnknownEffects(getPure(), effects);
}

LogicalResult ExternalCallOp::verify() {
  for (Type operand : getOperandTypes())
    if (isa<VectorType>(operand) != isa<VectorType>(getType()) ||
        registerCount(operand) != registerCount(getType()))
      return emitOpError() << "expects as many registers as " << getType()
                           << " has, but got " << operand;
  return success();
}

} // namespace heddle::simt
