//===- RegisterExchange.cpp - Who gives registers, who takes them ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/RegisterExchange.h"
#include "heddle/simt/RegisterLimit.h"

namespace heddle::simt {

using namespace mlir;

namespace {

/// Of the kernel's warps, and of each group behind them, while partitions are
/// executed.
struct Share {
  unsigned first, warps, registers;
};

llvm::SmallVector<Share> sharesOf(PartitionsOp op, unsigned start) {
  auto kernel = op->getParentOfType<KernelOp>();
  unsigned own = kernel.getWarps(), all = blockWarps(kernel);
  unsigned ofKernel = op.getRegisters().value_or(start);
  llvm::SmallVector<Share> shares = {{0, own, ofKernel}};
  // Warps without a partition do as the others of their group.
  unsigned next = std::min<unsigned>(llvm::alignTo(own, GroupWarps), all);
  if (own < next)
    shares.push_back({own, next - own, ofKernel});
  OtherPartitionsOp others = op.others();
  std::optional<ArrayRef<std::int32_t>> registers = others.getRegisters();
  for (; next < all; next += GroupWarps) {
    Share share = {next, std::min(GroupWarps, all - next), start};
    if (registers)
      for (auto [each, first, warps] :
           llvm::zip(*registers, others.getFirst(), others.getWarps()))
        if (first < static_cast<std::int32_t>(next + GroupWarps) &&
            first + warps > static_cast<std::int32_t>(next))
          share.registers = static_cast<unsigned>(each);
    shares.push_back(share);
  }
  return shares;
}

} // namespace

std::optional<unsigned> registersAtStart(KernelOp kernel) {
  bool changes = kernel
                     .walk([](PartitionsOp op) {
                       return op.getRegisters() || op.others().getRegisters()
                                  ? WalkResult::interrupt()
                                  : WalkResult::advance();
                     })
                     .wasInterrupted();
  if (!changes)
    return std::nullopt;
  return registersAtLaunch(blockWarps(kernel), registerLimitOf(kernel));
}

RegisterExchange registerExchangeOf(PartitionsOp op) {
  RegisterExchange exchange;
  std::optional<unsigned> start =
      registersAtStart(op->getParentOfType<KernelOp>());
  if (!start)
    return exchange;
  llvm::SmallVector<Share> shares = sharesOf(op, *start);
  auto add = [&](llvm::SmallVector<RegisterChange> &changes, bool isBack,
                 bool isGiven) {
    for (const Share &share : shares) {
      RegisterChange change = {.first = share.first,
                               .warps = share.warps,
                               .from = isBack ? share.registers : *start,
                               .to = isBack ? *start : share.registers};
      if (change.from != change.to && change.isGiven() == isGiven)
        changes.push_back(change);
    }
  };
  add(exchange.entering, /*isBack=*/false, /*isGiven=*/true);
  add(exchange.entering, /*isBack=*/false, /*isGiven=*/false);
  add(exchange.leaving, /*isBack=*/true, /*isGiven=*/true);
  add(op.getTakesAtOnce() ? exchange.leaving : exchange.behind, /*isBack=*/true,
      /*isGiven=*/false);
  return exchange;
}

} // namespace heddle::simt
