//===- Products.cpp - By what products of matrices are computed -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"
#include "LayoutDemands.h"
#include "heddle/ir/Tt.h"
#include "heddle/simt/Origin.h"
#include "heddle/simt/ProductTime.h"
#include "heddle/simt/Simt.h"
#include "heddle/target/MatrixInstruction.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/MapVector.h"

namespace heddle {

using namespace mlir;

namespace {

bool prints(simt::KernelOp kernel) {
  return kernel.walk([](simt::PrintOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Why a warp's products are not others that the chip has for their types.
std::string missedBy(simt::MmaOp op, const Target &target) {
  auto has = [&](MatrixFamily family) {
    return llvm::any_of(
        matrixInstructions(target, op.getInstruction().types()),
        [&](const MatrixInstruction *row) { return row->family == family; });
  };
  if (has(MatrixFamily::Tcgen05))
    return "tcgen05.mma cannot be compiled yet";
  if (has(MatrixFamily::Wgmma) && prints(op->getParentOfType<simt::KernelOp>()))
    return "no wgmma, since the kernel prints";
  return {};
}

/// Of an `mma` or a `scaled_mma`.
template <class Op>
ReportedProduct instructionsOfWarp(Op op, const std::string &missed) {
  const MatrixInstruction &row = *op.getInstruction().findOfWarp();
  return {.op = {},
          .instruction = mnemonicOf(row, op.getInstruction().types()),
          .warps = 1,
          .count = op.productCount(),
          .isLeftShared = false,
          .isRightShared = false,
          .peakShare = {},
          .missed = missed};
}

/// Tiles that are read with every instruction may take longer than it.
ReportedProduct instructionsOf(simt::GroupMmaOp op, const Target &target) {
  simt::ProductAttr product = op.getInstruction();
  const MatrixInstruction &row = *product.findOfGroup();
  ReportedProduct found = {.op = {},
                           .instruction =
                               mnemonicOf(row, product.types(), product.getN()),
                           .warps = warpsOf(MatrixFamily::Wgmma),
                           .count = op.productCount(),
                           .isLeftShared = op.getAAddress() != nullptr,
                           .isRightShared = true,
                           .peakShare = {},
                           .missed = {}};
  if (std::optional<simt::ProductTime> time = simt::timeOf(op, target))
    found.peakShare = time->tensor / time->longest();
  return found;
}

} // namespace

std::vector<ReportedProduct>
productsOf(simt::KernelOp kernel, const Target &target, llvm::StringRef file) {
  llvm::MapVector<unsigned, ReportedProduct> found;
  auto add = [&](Operation *op, ReportedProduct product) {
    std::optional<simt::Origin> origin = simt::originOf(op);
    if (!origin)
      return;
    ReportedProduct &entry = found[origin->number];
    product.count += entry.count;
    product.op = reportedOrigin(op, file);
    entry = std::move(product);
  };
  kernel.walk([&](Operation *op) {
    if (auto product = dyn_cast<simt::MmaOp>(op))
      return add(op, instructionsOfWarp(product, missedBy(product, target)));
    if (auto product = dyn_cast<simt::ScaledMmaOp>(op))
      return add(op, instructionsOfWarp(product, {}));
    if (auto product = dyn_cast<simt::GroupMmaOp>(op))
      return add(op, instructionsOf(product, target));
    std::optional<simt::Origin> origin = simt::originOf(op);
    if (isa<math::FmaOp>(op) && origin &&
        origin->op == tt::DotOp::getOperationName())
      add(op, {.op = {},
               .instruction = {},
               .warps = 0,
               .count = simt::registerCount(op->getResult(0).getType()),
               .isLeftShared = false,
               .isRightShared = false,
               .peakShare = {},
               .missed = {}});
  });
  std::vector<ReportedProduct> list;
  for (auto &[number, product] : found)
    list.push_back(std::move(product));
  return list;
}

} // namespace heddle
