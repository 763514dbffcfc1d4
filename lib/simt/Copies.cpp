//===- Copies.cpp - Copies that go on by themselves -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/Simt.h"

namespace heddle::simt {

using namespace mlir;
using mlir::failure;

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

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

// What is under way and what waits for it stay in order.
using Effects = llvm::SmallVectorImpl<MemoryEffects::EffectInstance>;

static void addAllEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

void AsyncCopyOp::getEffects(Effects &effects) { addAllEffects(effects); }
void AsyncCommitOp::getEffects(Effects &effects) { addAllEffects(effects); }
void AsyncWaitOp::getEffects(Effects &effects) { addAllEffects(effects); }

} // namespace heddle::simt
