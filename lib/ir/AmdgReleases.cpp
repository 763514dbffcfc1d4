//===- AmdgReleases.cpp - What each release has of ops of amdg ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CachePolicyText.h"
#include "Releases.h"
#include "heddle/ir/Amdg.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle::amdg {

using namespace mlir;

namespace {

using enum TritonVersion;

/// An operand that is there in some releases.
struct Part {
  llvm::StringRef name;
  bool isThere;
  bool isWanted;
};

std::string whyNot(ArrayRef<Part> parts) {
  for (const Part &part : parts)
    if (part.isThere != part.isWanted)
      return ("it has " + llvm::Twine(part.isThere ? "a " : "no ") + part.name)
          .str();
  return "";
}

std::string text(Type type) {
  std::string result;
  llvm::raw_string_ostream(result) << type;
  return result;
}

/// Up to 3.8 neither the pointer's type nor the eviction policy is written.
std::string whyNotAccess(TritonVersion release, Operation *op, Value pointer) {
  if (release >= V3_9)
    return "";
  auto type = cast<tt::PointerType>(pointer.getType());
  if (type != tt::PointerType::get(type.getPointee(), 1))
    return "its pointer is " + text(type);
  tt::EvictionPolicy eviction = ir::cachePolicyOf(op).eviction;
  if (eviction != tt::EvictionPolicy::Normal)
    return "its eviction policy is " +
           tt::stringifyEvictionPolicy(eviction).str();
  return "";
}

std::string whyNotUpcast(TritonVersion release, Value scale, Value output) {
  if (release == V3_6 && getElementTypeOrSelf(scale).isInteger(8))
    return "its scales are i8";
  if (release >= V3_8 && getElementTypeOrSelf(output).isF32())
    return "its result is f32";
  return "";
}

std::string whyNotUpcastFp4(TritonVersion release, ScaledUpcastFp4Op op) {
  auto scale = cast<RankedTensorType>(op.getScale().getType());
  auto output = cast<RankedTensorType>(op.getOutput().getType());
  if (release < V3_9 && scale.getShape() != output.getShape())
    return "its scales are for several values each";
  return whyNotUpcast(release, op.getScale(), op.getOutput());
}

std::string whyNotMaskedLoad(TritonVersion release, MaskedLoadOp op) {
  if (release < V3_9 && op.getIsVolatile())
    return "it is volatile";
  if (Value mask = op.getMulticastMask();
      mask && mask.getType().isInteger(32) != (release >= V3_9))
    return "its mask for multicast is " + text(mask.getType());
  return "";
}

std::string whyNotCopyIn(TritonVersion release,
                         AsyncTDMCopyGlobalToLocalOp op) {
  bool isOld = release <= V3_7;
  std::string reason =
      whyNot({{"position", !op.getIndices().empty(), isOld},
              {"predicate", static_cast<bool>(op.getPred()), isOld}});
  if (reason.empty() && isOld &&
      op.getPred().getType().isInteger(1) != (release == V3_6))
    return "its predicate is " + text(op.getPred().getType());
  return reason;
}

std::string whyNotCopyOut(TritonVersion release,
                          AsyncTDMCopyLocalToGlobalOp op) {
  auto hasBarrier = static_cast<bool>(op.getBarrier());
  return whyNot({{"position", !op.getIndices().empty(), release <= V3_7},
                 {"barrier", hasBarrier, hasBarrier && release != V3_6},
                 {"token", static_cast<bool>(op.getToken()), release >= V3_9}});
}

template <class Op> std::string whyNotRows(TritonVersion release, Op op) {
  return whyNot(
      {{"column", static_cast<bool>(op.getColumn()), release <= V3_7}});
}

} // namespace

std::string whyNotIn(TritonVersion release, Operation *op) {
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case<BufferLoadOp, BufferStoreOp, BufferLoadToLocalOp, BufferAtomicRMWOp,
            BufferAtomicCASOp>([&](auto access) {
        return whyNotAccess(release, access, access.getPtr());
      })
      .Case([&](ScaledUpcastFp4Op cast) {
        return whyNotUpcastFp4(release, cast);
      })
      .Case([&](ScaledUpcastFp8Op cast) {
        return whyNotUpcast(release, cast.getScale(), cast.getOutput());
      })
      .Case([&](MaskedLoadOp load) { return whyNotMaskedLoad(release, load); })
      .Case([&](AsyncTDMCopyGlobalToLocalOp copy) {
        return whyNotCopyIn(release, copy);
      })
      .Case([&](AsyncTDMCopyLocalToGlobalOp copy) {
        return whyNotCopyOut(release, copy);
      })
      .Case<AsyncTDMGatherOp, AsyncTDMScatterOp>(
          [&](auto copy) { return whyNotRows(release, copy); })
      .Default([](Operation *) { return std::string(); });
}

} // namespace heddle::amdg
