//===- GluonInferCoalescedEncodings.cpp - For wide accesses ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPointers.h"
#include "OpenLayouts.h"
#include "heddle/analysis/AxisAnalysis.h"
#include "heddle/analysis/Coalescing.h"
#include "heddle/encoding/Construct.h"
#include "heddle/ir/Gluon.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Pass/Pass.h"

namespace heddle {

#define GEN_PASS_DEF_GLUONINFERCOALESCEDENCODINGS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// A layout in which a lane has as many neighbours as it moves at once.
Attribute layoutFor(Operation *op, Value pointers, const AxisFacts &facts,
                    unsigned maxBytes) {
  auto type = cast<RankedTensorType>(pointers.getType());
  constexpr unsigned DefaultLanes = 32, ByteBits = 8;
  ThreadGrid threads = {.numWarps = ir::warpsAt(op).value_or(1),
                        .threadsPerWarp =
                            ir::lanesAt(op).value_or(DefaultLanes),
                        .numCTAs = ir::blocksAt(op).value_or(1)};
  std::vector<std::uint64_t> shape(type.getShape().begin(),
                                   type.getShape().end());
  AxisInfo addresses = facts.of(pointers);
  std::vector<unsigned> order = axesByContiguity(addresses);
  unsigned fastest = order.front();
  unsigned bytes = std::max(
      1U, ir::elementBits(
              cast<tt::PointerType>(type.getElementType()).getPointee()) /
              ByteBits);
  std::uint64_t share = static_cast<std::uint64_t>(type.getNumElements()) /
                        (std::uint64_t(threads.numWarps) *
                         threads.threadsPerWarp * threads.numCTAs);
  std::vector<unsigned> sizePerThread(shape.size(), 1);
  sizePerThread[fastest] = static_cast<unsigned>(std::min<std::uint64_t>(
      elementsAtOnce(addresses, fastest, bytes, shape[fastest], maxBytes),
      std::max<std::uint64_t>(share, 1)));
  Result<BlockedEncoding> blocked =
      defaultBlocked(shape, sizePerThread, order, threads);
  return blocked ? ir::layoutAttr(op->getContext(), *blocked) : Attribute();
}

class GluonInferCoalescedEncodings
    : public impl::GluonInferCoalescedEncodingsBase<
          GluonInferCoalescedEncodings> {
  void runOnOperation() final {
    // Without the dialect no layout is left open.
    if (!getContext().getLoadedDialect<gluon::GluonDialect>())
      return;
    ModuleOp module = getOperation();
    OpenLayouts layouts(module,
                        gluon::CoalescedEncodingAttr::get(&getContext()));
    const Target *target = ir::nearestTargetOf(module);
    constexpr unsigned AnyTargetBytes = 16;
    unsigned bytes = target ? target->globalAccessBytes : AnyTargetBytes;
    std::optional<AxisFacts> facts;
    module.walk([&](Operation *op) {
      Value pointers = pointersOf(op);
      if (!pointers || !layouts.isOpen(pointers))
        return;
      if (!facts)
        facts.emplace(module);
      if (Attribute layout = layoutFor(op, pointers, *facts, bytes))
        layouts.seed(pointers, layout);
    });
    if (failed(layouts.infer()) || failed(layouts.apply()))
      signalPassFailure();
  }
};

} // namespace
} // namespace heddle
