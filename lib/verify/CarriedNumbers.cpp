//===- CarriedNumbers.cpp - What a nest of loops counts -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedNumbers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle::equivalence {

using namespace mlir;

std::optional<std::int64_t> CarriedNumbers::startOf(unsigned number) const {
  for (std::size_t level = nest.size(); level-- != 0;) {
    scf::ForOp loop = nest[level];
    Value start = loop.getInitArgs()[number];
    if (level == 0)
      return constantOf(start);
    scf::ForOp outer = nest[level - 1];
    auto argument = dyn_cast<BlockArgument>(start);
    if (!argument || argument.getOwner() != outer.getBody() ||
        argument == outer.getInductionVar())
      return std::nullopt;
    unsigned around = argument.getArgNumber() - 1;
    if (outer.getYieldedValues()[around] != loop.getResult(number))
      return std::nullopt;
    number = around;
  }
  return std::nullopt;
}

bool CarriedNumbers::add(Value value) {
  llvm::SmallVector<Value> open = {value};
  while (!open.empty()) {
    Value each = open.pop_back_val();
    std::optional<unsigned> number;
    if (auto argument = dyn_cast<BlockArgument>(each)) {
      if (argument.getOwner() == inner.getBody() &&
          argument != inner.getInductionVar())
        number = argument.getArgNumber() - 1;
    } else if (each.getDefiningOp() == inner) {
      number = cast<OpResult>(each).getResultNumber();
    } else if (isMemoryEffectFree(each.getDefiningOp()) &&
               each.getDefiningOp()->getNumRegions() == 0 &&
               seen.insert(each).second) {
      llvm::append_range(open, each.getDefiningOp()->getOperands());
    }
    if (!number || llvm::is_contained(numbers, *number))
      continue;
    std::optional<std::int64_t> start = startOf(*number);
    if (!start)
      return false;
    numbers.push_back(*number);
    starts.push_back(*start);
    open.push_back(inner.getYieldedValues()[*number]);
  }
  return true;
}

Numbers CarriedNumbers::known(ArrayRef<std::int64_t> now) const {
  Numbers all;
  for (auto [number, value] : llvm::zip(numbers, now)) {
    Value argument = inner.getRegionIterArgs()[number];
    unsigned bits = argument.getType().isIndex()
                        ? 64
                        : argument.getType().getIntOrFloatBitWidth();
    llvm::APInt is(bits, static_cast<std::uint64_t>(value), /*isSigned=*/true,
                   /*implicitTrunc=*/true);
    all.try_emplace(argument, is);
    all.try_emplace(inner.getResult(number), is);
  }
  return all;
}

std::optional<llvm::SmallVector<std::int64_t>>
CarriedNumbers::next(Numbers &known) const {
  llvm::SmallVector<std::int64_t> all;
  for (unsigned number : numbers) {
    std::optional<llvm::APInt> value =
        numberOf(inner.getYieldedValues()[number], known);
    if (!value || value->getBitWidth() > 64)
      return std::nullopt;
    all.push_back(value->getSExtValue());
  }
  return all;
}

} // namespace heddle::equivalence
