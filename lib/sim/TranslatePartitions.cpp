//===- TranslatePartitions.cpp - Partitions as instructions --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TranslatorTable.h"

namespace heddle::sim {

using namespace mlir;
using mlir::failure;

namespace {

/// Each of the other warps is in one partition at most.
LogicalResult checkWarps(Translator &translator, simt::OtherPartitionsOp op) {
  unsigned end = translator.code.kernelWarps;
  llvm::SmallVector<std::pair<unsigned, unsigned>> ranges;
  for (auto [first, warps] : llvm::zip(op.getFirst(), op.getWarps()))
    ranges.emplace_back(first, warps);
  llvm::sort(ranges);
  for (auto [first, warps] : ranges) {
    if (first < end)
      return op.emitOpError()
             << "expects partitions of different warps behind the kernel's "
             << translator.code.kernelWarps << ", but got one that begins at "
             << first << " where " << end << " is the next";
    end = first + warps;
  }
  return success();
}

LogicalResult translatePartitions(Translator &translator,
                                  simt::PartitionsOp op) {
  if (op->getParentOfType<simt::PartitionsOp>())
    return translator.refuse(op) << ": it is in a partition";
  simt::OtherPartitionsOp others = op.others();
  if (failed(checkWarps(translator, others)))
    return failure();
  PartitionTable table;
  table.exchange = simt::registerExchangeOf(op);
  table.begin = static_cast<std::uint32_t>(translator.here());
  for (Value capture : others.getCaptures())
    table.captures.push_back(
        {.from = translator.of(capture), .bytes = bytesOf(capture.getType())});
  Code &code = translator.code;
  code.isTracked = true;
  Instruction &begin = translator.add(op, translator.runs.runPartitions);
  begin.immediate = code.partitions.size();
  begin.kind = InstructionClass::BlockBarrier;
  begin.cost = 1;
  code.partitions.push_back(std::move(table));
  for (Value result : op.getResults())
    translator.define(result);
  if (failed(translator.translateRegion(op.getFirst())))
    return failure();
  std::size_t end = translator.jump(op);
  // Where the others' code is says nothing of the chip's.
  code.instructions[end].kind = InstructionClass::None;
  code.instructions[end].cost = 0;
  if (failed(translator.translateRegion(op.getOthers())))
    return failure();
  translator.land(end);
  return success();
}

LogicalResult translateOthers(Translator &translator,
                              simt::OtherPartitionsOp op) {
  std::size_t number = translator.code.partitions.size() - 1;
  for (auto [region, first, warps] :
       llvm::zip(op.getRegions(), op.getFirst(), op.getWarps())) {
    PartitionTable::Partition partition = {
        .first = static_cast<unsigned>(first),
        .warps = static_cast<unsigned>(warps),
        .begin = static_cast<std::uint32_t>(translator.here()),
        .arguments = {}};
    for (Value argument : region.getArguments())
      partition.arguments.push_back(translator.define(argument));
    if (failed(translator.translateRegion(region)))
      return failure();
    translator.code.partitions[number].partitions.push_back(
        std::move(partition));
  }
  return success();
}

void translateYield(Translator &translator, simt::PartitionYieldOp yield) {
  translator.copyAll(yield, yield->getParentOp()->getResults(),
                     yield.getResults());
  translator.add(yield, translator.runs.runPartitionsEnd);
}

} // namespace

void addPartitions(TranslatorTable &table) {
  table.addBranching<simt::PartitionsOp>(translatePartitions);
  table.addBranching<simt::OtherPartitionsOp>(translateOthers);
  table.add<simt::PartitionYieldOp>(translateYield);
}

} // namespace heddle::sim
