//===- ReloadFactors.cpp - Factors that a loop reads again and again ------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions of one warp have their factors in registers. One that a loop
// does not change would have them for the whole loop, beside the sums: those of
// attention with 128 numbers a head alone are more than a thread has.
//
//===----------------------------------------------------------------------===//

#include "ProductFactor.h"
#include "ReloadedFactors.h"
#include "SharedRoom.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/plan/SharedAccess.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heddle {

#define GEN_PASS_DEF_TRITONGPURELOADFACTORS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// Words of a thread for what a loop holds from one iteration to the next; of
/// the 255 that there are, the others are for addresses and other factors.
constexpr std::uint64_t MostHeldWords = 208;

/// Of a thread; 0 for what is no tensor in registers.
std::uint64_t wordsOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.getElementType().isIntOrFloat())
    return 0;
  Result<LinearLayout> layout = ir::linearLayoutOf(tensor);
  if (!layout)
    return 0;
  return (layout->inSize(Dim::Register) * tensor.getElementTypeBitWidth() +
          31) /
         32;
}

/// A factor of an instruction of one warp, made by a conversion outside of the
/// loop; null if it is none.
ttg::ConvertLayoutOp fixedFactor(scf::ForOp loop, Value factor) {
  auto convert = factor.getDefiningOp<ttg::ConvertLayoutOp>();
  return convert && loop.isDefinedOutsideOfLoop(factor) &&
                 makesRegisterFactor(convert)
             ? convert
             : ttg::ConvertLayoutOp();
}

/// Memory for the source of a conversion in which its store and the loads of
/// its result take the fewest cycles; null if none holds it.
ttg::MemDescType memoryFor(ttg::ConvertLayoutOp convert, const Target &target) {
  RankedTensorType type = convert.getSrc().getType();
  MLIRContext *context = type.getContext();
  unsigned bits = type.getElementTypeBitWidth();
  Result<LinearLayout> stored = ir::linearLayoutOf(type);
  Result<LinearLayout> loaded = ir::linearLayoutOf(convert.getType());
  if (!stored || !loaded || type.getRank() != 2 || bits < 8)
    return nullptr;
  constexpr unsigned VectorBits = 128, MostPhases = 8;
  ttg::MemDescType best;
  double least = 0;
  for (const UnsignedList &order : {UnsignedList{1, 0}, UnsignedList{0, 1}})
    for (unsigned phases = 1; phases <= MostPhases; phases *= 2) {
      SwizzledSharedEncoding encoding{.vec = VectorBits / bits,
                                      .perPhase = MostPhases / phases,
                                      .maxPhase = phases,
                                      .order = order,
                                      .cga = {}};
      auto memory =
          ttg::MemDescType::get(type.getShape(), type.getElementType(),
                                ir::layoutAttr(context, Encoding(encoding)),
                                ttg::SharedMemoryAttr::get(context));
      Result<LinearLayout> layout = ir::linearLayoutOf(memory);
      if (!layout)
        continue;
      SharedTensor tensor = {*layout, {}, bits, alignmentOf(encoding)};
      auto cyclesOfAccess = [&](const LinearLayout &registers,
                                AccessKind kind) -> double {
        Result<SharedAccess> access =
            cheapestAccess(registers, tensor, 0, kind, target);
        return access ? cyclesOf(*access, registers.inSize(Dim::Warp), target)
                      : std::numeric_limits<double>::infinity();
      };
      double cycles = cyclesOfAccess(*stored, AccessKind::Store) +
                      cyclesOfAccess(*loaded, AccessKind::Load);
      if (!std::isfinite(cycles) || (best && cycles >= least))
        continue;
      best = memory;
      least = cycles;
    }
  return best;
}

/// Words that the loop holds without factors: what it carries, and the largest
/// of its products.
std::uint64_t wordsHeld(scf::ForOp loop) {
  std::uint64_t carried = 0, largest = 0;
  for (Value value : loop.getRegionIterArgs())
    carried += wordsOf(value.getType());
  loop.getBody()->walk([&](tt::DotOp dot) {
    if (!isa<BlockArgument>(dot.getC()))
      largest = std::max(largest, wordsOf(dot.getType()));
  });
  return carried + largest;
}

/// Reads the factor from memory before each product of the loop.
void reload(scf::ForOp loop, ttg::ConvertLayoutOp convert,
            ttg::MemDescType memory) {
  OpBuilder builder(convert);
  Location loc = convert.getLoc();
  Value buffer =
      ttg::LocalAllocOp::create(builder, loc, memory, convert.getSrc());
  llvm::SmallVector<OpOperand *> uses;
  for (OpOperand &use : convert->getUses())
    if (isa<tt::DotOp>(use.getOwner()) && loop->isAncestor(use.getOwner()))
      uses.push_back(&use);
  for (OpOperand *use : uses) {
    builder.setInsertionPoint(use->getOwner());
    use->set(ttg::LocalLoadOp::create(builder, loc, convert.getType(), buffer,
                                      Value()));
  }
  if (convert->use_empty())
    convert.erase();
}

/// Offers the factors that the loop does not change, the largest first, while
/// it holds too much; `take` says whether the loop holds one no longer.
void offerFactors(scf::ForOp loop,
                  llvm::function_ref<bool(ttg::ConvertLayoutOp)> take) {
  llvm::SmallVector<ttg::ConvertLayoutOp> factors;
  loop.getBody()->walk([&](tt::DotOp dot) {
    for (Value factor : {dot.getA(), dot.getB()})
      if (ttg::ConvertLayoutOp fixed = fixedFactor(loop, factor))
        if (!llvm::is_contained(factors, fixed))
          factors.push_back(fixed);
  });
  if (factors.empty())
    return;
  auto words = [](ttg::ConvertLayoutOp factor) {
    return wordsOf(factor.getType());
  };
  std::uint64_t held = wordsHeld(loop);
  for (ttg::ConvertLayoutOp factor : factors)
    held += words(factor);
  while (held > MostHeldWords && !factors.empty()) {
    auto *largest = std::ranges::max_element(factors, {}, words);
    ttg::ConvertLayoutOp factor = *largest;
    factors.erase(largest);
    std::uint64_t own = words(factor);
    if (take(factor))
      held -= own;
  }
}

void reloadFactors(scf::ForOp loop, const Target &target) {
  offerFactors(loop, [&](ttg::ConvertLayoutOp factor) {
    std::uint64_t bytes = bytesOfTensor(factor.getSrc().getType());
    ttg::MemDescType memory = memoryFor(factor, target);
    if (!memory ||
        sharedBytesDuring(loop, {}, target) + bytes > target.sharedBytes)
      return false;
    reload(loop, factor, memory);
    return true;
  });
}

class TritonGPUReloadFactors
    : public impl::TritonGPUReloadFactorsBase<TritonGPUReloadFactors> {
public:
  using Base::Base;

  void runOnOperation() final {
    const Target *target = ir::nearestTargetOf(getOperation());
    // The memory would be of one block.
    if (target == nullptr || ir::blocksAt(getOperation()).value_or(1) != 1)
      return;
    getOperation().walk([&](scf::ForOp loop) { reloadFactors(loop, *target); });
  }
};

} // namespace

std::uint64_t bytesOfReloadedFactors(scf::ForOp loop) {
  std::uint64_t bytes = 0;
  offerFactors(loop, [&](ttg::ConvertLayoutOp factor) {
    bytes += bytesOfTensor(factor.getSrc().getType());
    return true;
  });
  return bytes;
}

} // namespace heddle
