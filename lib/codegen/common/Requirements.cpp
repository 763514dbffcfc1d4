//===- Requirements.cpp - What ops need of a target -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/common/Requirements.h"
#include "heddle/target/MatrixInstruction.h"

#include <algorithm>

namespace heddle::codegen {

using namespace mlir;

namespace {

/// The most bytes that a lane moves at once in shared memory.
constexpr unsigned SharedAccessBytes = 1U << (AccessSizes - 1);

template <class Access> bool hasAccess(Access access, const Target &target) {
  if (access.getBuffer() && target.vendor != Vendor::Amd)
    return false;
  if (access.getSpace() == simt::Space::Cluster && target.clusterBlocks == 1)
    return false;
  return access.getAccessBytes() <= (access.getSpace() == simt::Space::Global
                                         ? target.globalAccessBytes
                                         : SharedAccessBytes);
}

template <class Access>
bool hasMatrix(Access access, const MatrixAccess &matrix) {
  return matrix.exists && (!access.getTransposed() || matrix.transposes16);
}

bool hasMove(LaneMove::Kind kind, unsigned lanes, const Target &target) {
  return std::ranges::any_of(target.laneMoves, [&](const LaneMove &move) {
    return move.kind == kind && lanes < move.within;
  });
}

bool isFloat8(Type type) {
  return getElementTypeOrSelf(type).getIntOrFloatBitWidth() == 8;
}

} // namespace

bool hasLoad(simt::LoadOp load, const Target &target) {
  return hasAccess(load, target) &&
         (!load.getIsTransposed() || target.dsReadTranspose);
}

bool hasStore(simt::StoreOp store, const Target &target) {
  return hasAccess(store, target);
}

bool hasMatrixLoad(simt::MatrixLoadOp load, const Target &target) {
  return hasMatrix(load, target.loadMatrix);
}

bool hasMatrixStore(simt::MatrixStoreOp store, const Target &target) {
  return hasMatrix(store, target.storeMatrix);
}

// With one address for all, what lanes do not read is not filled with zeros.
bool hasAsyncCopy(simt::AsyncCopyOp copy, const Target &target) {
  const AsyncCopies &copies = target.asyncCopies;
  return copies.has(copy.getBytes()) &&
         !(copies.oneAddressPerWarp && copy.getReads());
}

bool hasBoxCopies(Operation *, const Target &target) {
  return target.hasBoxCopies;
}

bool hasMma(simt::MmaOp mma, const Target &target) {
  return hasInstruction(target, *mma.getInstruction().findOfWarp());
}

bool hasScaledMma(simt::ScaledMmaOp mma, const Target &target) {
  return hasInstruction(target, *mma.getInstruction().findOfWarp());
}

bool hasGroupMma(simt::GroupMmaOp group, const Target &target) {
  return hasInstruction(target, *group.getInstruction().findOfGroup());
}

bool hasShuffleXor(simt::ShuffleXorOp shuffle, const Target &target) {
  return hasMove(LaneMove::Kind::Xor, shuffle.getLanes(), target);
}

// Any lane may be asked for.
bool hasShuffleIndex(simt::ShuffleIndexOp, const Target &target) {
  return hasMove(LaneMove::Kind::Index, target.lanes - 1, target);
}

bool hasLaneReduce(simt::LaneReduceOp, const Target &target) {
  return target.laneReduce;
}

bool hasBytePermute(simt::BytePermuteOp, const Target &target) {
  return !target.bytePermute.empty();
}

bool hasFloatConversion(simt::ConvertFloatOp convert, const Target &target) {
  bool needsFloat8 =
      isFloat8(convert.getSrc().getType()) || isFloat8(convert.getType());
  return target.float8Casts || !needsFloat8;
}

} // namespace heddle::codegen
