//===- LoopBlocks.cpp - Blocks that run beside each other -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBlocks.h"
#include "SharedRoom.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/ir/Ttng.h"
#include "heddle/target/Occupancy.h"

namespace heddle {

using namespace mlir;

namespace {

/// About how many registers a thread takes: for the sums of products, and 64
/// for all else.
unsigned estimatedRegisters(scf::ForOp loop, std::uint64_t threads) {
  constexpr unsigned Others = 64;
  std::uint64_t bytes = 0;
  for (Operation &op : *loop.getBody())
    if (isProduct(&op))
      bytes += bytesOfTensor(cast<ShapedType>(op.getResult(0).getType()));
  return Others + static_cast<unsigned>(bytes / (4 * threads));
}

} // namespace

std::uint64_t blocksBeside(scf::ForOp loop, std::uint64_t sharedBytes,
                           const Target &target) {
  auto warps = static_cast<unsigned>(ir::warpsAt(loop).value_or(1));
  std::optional<Occupancy> occupancy = occupancyOf(
      {.warps = warps,
       .sharedBytes = sharedBytes,
       .registers = estimatedRegisters(loop, std::uint64_t{warps} * 32)},
      target);
  return occupancy ? occupancy->blocks : 0;
}

RegisterSources registerSources(scf::ForOp loop, const OpSet &filled) {
  RegisterSources sources;
  llvm::SmallVector<Value> open;
  for (auto product : loop.getBody()->getOps<ttng::WarpGroupDotOp>())
    open.append({product.getA(), product.getB()});
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (op == nullptr || op->getBlock() != loop.getBody() ||
        filled.contains(op) || !seen.insert(op).second)
      continue;
    if (isProduct(op))
      sources.haveProducts = true;
    else if (isTensorLoad(op))
      sources.haveLoads = true;
    else
      llvm::append_range(open, op->getOperands());
  }
  return sources;
}

bool isRecurrence(scf::ForOp loop) {
  auto hasProduct = [](const OpSet &ops) {
    return llvm::any_of(ops, isProduct);
  };
  auto products = loop.getBody()->getOps<ttng::WarpGroupDotOp>();
  return llvm::any_of(products, [&](ttng::WarpGroupDotOp product) {
    return llvm::any_of(ValueRange{product.getA(), product.getB()},
                        [&](Value factor) {
                          return hasProduct(makersOf(loop, factor)) &&
                                 !hasProduct(makersInIteration(loop, factor));
                        });
  });
}

} // namespace heddle
