//===- Copies.cpp - Copies that go on by themselves -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "heddle/simt/Simt.h"
#include "heddle/simt/TensorMapArgument.h"

namespace heddle::simt {

using namespace mlir;
using mlir::failure;
using enum InstructionClass;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Copies at some of these addresses, with an offset each.
static LogicalResult verifySide(AsyncCopyOp copy, const char *memory,
                                unsigned bits, Value addresses,
                                ArrayRef<std::int32_t> at,
                                ArrayRef<std::int32_t> offsets) {
  auto type = cast<VectorType>(addresses.getType());
  if (!type.getElementType().isInteger(bits))
    return copy.emitOpError() << "expects addresses of " << bits << " bits in "
                              << memory << " memory, but got " << type;
  if (at.size() != copy.getFrom().size() ||
      offsets.size() != copy.getFrom().size())
    return copy.emitOpError()
           << "expects an address and an offset in " << memory
           << " memory for each of " << copy.getFrom().size()
           << " copies, but got " << at.size() << " and " << offsets.size();
  for (std::int32_t each : at)
    if (each < 0 || each >= type.getNumElements())
      return copy.emitOpError()
             << "expects one of " << type.getNumElements() << " addresses in "
             << memory << " memory, but got number " << each;
  return success();
}

LogicalResult AsyncCopyOp::verify() {
  if (failed(verifySide(*this, "global", 64, getSources(), getFrom(),
                        getFromOffsets())) ||
      failed(verifySide(*this, "shared", 32, getTargets(), getTo(),
                        getToOffsets())))
    return failure();
  for (Value predicates : {getPredicates(), getReads()})
    if (predicates && registerCount(predicates.getType()) != getFrom().size())
      return emitOpError() << "expects a predicate for each of "
                           << getFrom().size() << " copies, but got "
                           << predicates.getType();
  constexpr unsigned Widest = 16;
  if (getBytes() != 4 && getBytes() != 8 && getBytes() != Widest)
    return emitOpError() << "expects 4, 8 or 16 bytes, but got " << getBytes();
  std::optional<CacheLevel> cache = getCache();
  if (cache && cache != CacheLevel::All && cache != CacheLevel::Global)
    return emitOpError() << "expects cache level ca or cg, but got "
                         << stringifyCacheLevel(*cache);
  if (cache == CacheLevel::Global && getBytes() != Widest)
    return emitOpError() << "expects 16 bytes with cache level cg, but got "
                         << getBytes();
  return success();
}

static LogicalResult verifyRank(Operation *op, std::size_t rank,
                                const char *what) {
  if (rank != 0 && rank <= TensorMap::MostAxes)
    return success();
  return op->emitOpError() << "expects 1 to " << TensorMap::MostAxes << " "
                           << what << ", but got " << rank;
}

/// What copies of boxes have in common: so many addresses and steps.
template <class Op> static LogicalResult verifyBoxes(Op copy) {
  std::size_t rank = copy.getCoordinates().size();
  if (failed(verifyRank(copy, rank, "coordinates")))
    return failure();
  unsigned boxes = copy.boxCount();
  if (boxes == 0)
    return copy.emitOpError() << "expects boxes, but got none";
  if (copy.getSteps().size() != boxes * rank)
    return copy.emitOpError()
           << "expects " << rank << " steps for each of " << boxes
           << " boxes, but got " << copy.getSteps().size() << " in all";
  if (Value predicates = copy.getPredicates();
      predicates && registerCount(predicates.getType()) != boxes)
    return copy.emitOpError() << "expects a predicate for each of " << boxes
                              << " boxes, but got " << predicates.getType();
  constexpr std::int32_t Unit = 16;
  auto bytes = static_cast<std::int32_t>(copy.getBytes());
  if (bytes <= 0 || bytes % Unit != 0)
    return copy.emitOpError()
           << "expects a box of a multiple of 16 bytes, but got " << bytes;
  return success();
}
LogicalResult BoxLoadOp::verify() { return verifyBoxes(*this); }
LogicalResult BoxStoreOp::verify() { return verifyBoxes(*this); }

LogicalResult TensorMapOp::verify() {
  std::size_t rank = getBoxes().size();
  if (failed(verifyRank(*this, rank, "axes")))
    return failure();
  if (getSizes().size() != rank || getElementSteps().size() != rank ||
      getStrides().size() + 1 != rank)
    return emitOpError() << "expects sizes and steps of " << rank
                         << " axes and strides of " << rank - 1 << ", but got "
                         << getSizes().size() << ", "
                         << getElementSteps().size() << " and "
                         << getStrides().size();
  if (getElement() > static_cast<std::uint32_t>(TensorMap::Element::Tf32Ftz))
    return emitOpError()
           << "expects the number of an element, 0 to 12, but got "
           << static_cast<std::int32_t>(getElement());
  constexpr std::uint32_t MostSwizzle = 3;
  if (getSwizzle() > MostSwizzle)
    return emitOpError() << "expects the number of a swizzle, 0 to 3, but got "
                         << static_cast<std::int32_t>(getSwizzle());
  if (getFill() > 1)
    return emitOpError() << "expects fill 0 or 1, but got "
                         << static_cast<std::int32_t>(getFill());
  constexpr std::uint32_t MostWarps = 32;
  if (getWarp() >= MostWarps)
    return emitOpError() << "expects a warp of the block, but got "
                         << static_cast<std::int32_t>(getWarp());
  return success();
}

//===----------------------------------------------------------------------===//
// Arguments of kernels
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral ElementName = "simt.map_element",
                                     SwizzleName = "simt.map_swizzle",
                                     BoxName = "simt.map_box";

std::optional<TensorMapArgument> tensorMapOf(KernelOp kernel,
                                             unsigned argument) {
  auto element = kernel.getArgAttrOfType<IntegerAttr>(argument, ElementName);
  auto swizzle = kernel.getArgAttrOfType<IntegerAttr>(argument, SwizzleName);
  auto box = kernel.getArgAttrOfType<DenseI32ArrayAttr>(argument, BoxName);
  if (!element || !swizzle || !box)
    return std::nullopt;
  TensorMapArgument map = {
      .element = static_cast<TensorMap::Element>(element.getInt()),
      .swizzle = static_cast<unsigned>(swizzle.getInt()),
      .box = {}};
  for (std::int32_t size : box.asArrayRef())
    map.box.push_back(static_cast<std::uint32_t>(size));
  return map;
}

void setTensorMap(KernelOp kernel, unsigned argument,
                  const TensorMapArgument &map) {
  OpBuilder builder(kernel.getContext());
  llvm::SmallVector<std::int32_t> box(map.box.begin(), map.box.end());
  kernel.setArgAttr(
      argument, ElementName,
      builder.getI32IntegerAttr(static_cast<std::int32_t>(map.element)));
  kernel.setArgAttr(
      argument, SwizzleName,
      builder.getI32IntegerAttr(static_cast<std::int32_t>(map.swizzle)));
  kernel.setArgAttr(argument, BoxName, builder.getDenseI32ArrayAttr(box));
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

// What is under way and what waits for it stay in order.
using Effects = llvm::SmallVectorImpl<MemoryEffects::EffectInstance>;

void AsyncCopyOp::getEffects(Effects &effects) { addAllEffects(effects); }
void AsyncCommitOp::getEffects(Effects &effects) { addAllEffects(effects); }
void AsyncWaitOp::getEffects(Effects &effects) { addAllEffects(effects); }
void BoxLoadOp::getEffects(Effects &effects) { addAllEffects(effects); }
void BoxStoreOp::getEffects(Effects &effects) { addAllEffects(effects); }
void BoxCommitOp::getEffects(Effects &effects) { addAllEffects(effects); }
void BoxWaitOp::getEffects(Effects &effects) { addAllEffects(effects); }
void TensorMapOp::getEffects(Effects &effects) { addAllEffects(effects); }
void TensorMapAcquireOp::getEffects(Effects &effects) {
  addAllEffects(effects);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static MemoryAccess copyAccess(AsyncCopyOp copy, Space space) {
  bool reads = space == Space::Global;
  MemoryAccess access =
      beginning(Asynchrony::ThreadCopies, space, reads, /*writes=*/!reads,
                reads ? copy.getSources() : copy.getTargets());
  access.form = MemoryAccess::Form::Vector;
  access.bytes = copy.getBytes();
  for (auto [at, offset] :
       llvm::zip(reads ? copy.getFrom() : copy.getTo(),
                 reads ? copy.getFromOffsets() : copy.getToOffsets()))
    access.instructions.push_back({static_cast<unsigned>(at), offset});
  access.predicates = copy.getPredicates();
  return access;
}

InstructionCounts AsyncCopyOp::getInstructions() {
  return one(AsyncCopy, getFrom().size());
}
MemoryAccesses AsyncCopyOp::getAccesses() {
  return {copyAccess(*this, Space::Global), copyAccess(*this, Space::Shared)};
}
std::optional<Scope> AsyncCopyOp::getSynchronizedScope() {
  return std::nullopt;
}

InstructionCounts AsyncCommitOp::getInstructions() {
  return one(InstructionClass::Fence, 1);
}
MemoryAccesses AsyncCommitOp::getAccesses() { return {}; }
std::optional<Scope> AsyncCommitOp::getSynchronizedScope() {
  return std::nullopt;
}

InstructionCounts AsyncWaitOp::getInstructions() {
  return one(InstructionClass::Fence, 1);
}
MemoryAccesses AsyncWaitOp::getAccesses() {
  return {ending(Asynchrony::ThreadCopies, /*reads=*/false, /*writes=*/true)};
}
std::optional<Scope> AsyncWaitOp::getSynchronizedScope() {
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Copies of boxes
//===----------------------------------------------------------------------===//

InstructionCounts BoxLoadOp::getInstructions() {
  return one(BoxCopy, boxCount());
}
MemoryAccesses BoxLoadOp::getAccesses() {
  MemoryAccess from = beginning(Asynchrony::BoxLoads, Space::Global,
                                /*reads=*/true, /*writes=*/false, Value());
  MemoryAccess to = beginning(Asynchrony::BoxLoads, Space::Shared,
                              /*reads=*/false, /*writes=*/true, getAddress());
  if (!getBlocks())
    return {from, to};
  to.isDistributed = true;
  return {from, to, peerMbarrier(getMbarrier())};
}
std::optional<Scope> BoxLoadOp::getSynchronizedScope() { return std::nullopt; }

InstructionCounts BoxStoreOp::getInstructions() {
  return one(BoxCopy, boxCount());
}
MemoryAccesses BoxStoreOp::getAccesses() {
  return {beginning(Asynchrony::BoxStores, Space::Shared, /*reads=*/true,
                    /*writes=*/false, getAddress()),
          beginning(Asynchrony::BoxStores, Space::Global,
                    /*reads=*/getReduction().has_value(), /*writes=*/true,
                    Value())};
}
std::optional<Scope> BoxStoreOp::getSynchronizedScope() { return std::nullopt; }

InstructionCounts BoxCommitOp::getInstructions() {
  return one(InstructionClass::Fence, 1);
}
MemoryAccesses BoxCommitOp::getAccesses() { return {}; }
std::optional<Scope> BoxCommitOp::getSynchronizedScope() {
  return std::nullopt;
}

InstructionCounts BoxWaitOp::getInstructions() {
  return one(InstructionClass::Fence, 1);
}
MemoryAccesses BoxWaitOp::getAccesses() {
  return {ending(Asynchrony::BoxStores, /*reads=*/true, /*writes=*/false)};
}
std::optional<Scope> BoxWaitOp::getSynchronizedScope() { return std::nullopt; }

// One replacement for each field, the stores and loads of 128 bytes of words,
// and two fences.
InstructionCounts TensorMapOp::getInstructions() {
  constexpr unsigned Fields = 7, FieldsOfAxis = 4;
  std::size_t axes = getBoxes().size();
  return {{SharedStore, 1},
          {Integer, static_cast<unsigned>(Fields + axes * FieldsOfAxis - 1)},
          {InstructionClass::Fence, 2}};
}
MemoryAccesses TensorMapOp::getAccesses() {
  MemoryAccess scratch = {.space = Space::Shared,
                          .reads = true,
                          .writes = true,
                          .completion = Completion::AtOnce};
  scratch.addresses = getScratch();
  return {scratch,
          {.space = Space::Global,
           .reads = false,
           .writes = true,
           .completion = Completion::AtOnce}};
}
std::optional<Scope> TensorMapOp::getSynchronizedScope() {
  return std::nullopt;
}

InstructionCounts TensorMapAcquireOp::getInstructions() {
  return one(InstructionClass::Fence, 1);
}
MemoryAccesses TensorMapAcquireOp::getAccesses() {
  return {{.space = Space::Global,
           .reads = true,
           .writes = false,
           .completion = Completion::AtOnce}};
}
std::optional<Scope> TensorMapAcquireOp::getSynchronizedScope() {
  return std::nullopt;
}

} // namespace heddle::simt
