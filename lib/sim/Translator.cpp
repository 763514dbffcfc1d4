//===- Translator.cpp - From a kernel to instructions ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Translator.h"
#include "TranslatorTable.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/PostOrderIterator.h"

#include <tuple>

namespace heddle::sim {

using namespace mlir;
using mlir::failure;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Operand Translator::of(Value value, unsigned parts) {
  Slot slot = registers.at(value);
  if (slot.count == 0) {
    // Every op that is there has been translated before those that it
    // dominates, so that this is a mistake of ours; an answer would be wrong.
    current->emitOpError() << "uses a value that was not computed before it";
    isBroken = true;
  }
  if (slot.parts == parts)
    return slot.where;
  Slot other = registers.take(slot.count, slot.bytes, parts);
  copy(current, other, slot);
  lent.push_back(other);
  return other.where;
}

void Translator::addConstant(Value constant,
                             llvm::ArrayRef<std::uint64_t> numbers) {
  unsigned count = simt::registerCount(constant.getType());
  unsigned bytes = bytesOf(constant.getType());
  std::vector<std::uint8_t> elements(std::size_t(count) * bytes * code.lanes);
  std::uint8_t *next = elements.data();
  for (std::uint64_t number : numbers)
    for (unsigned lane = 0; lane < code.lanes; ++lane, next += bytes)
      std::memcpy(next, &number, bytes);
  constants.push_back({.where = registers.defineForGood(constant),
                       .count = count,
                       .elements = std::move(elements)});
}

// What is used in another block of a graph keeps its registers, and constants
// do.
void Translator::findLastUses(Block &block) {
  llvm::DenseMap<Operation *, unsigned> order;
  unsigned number = 0;
  for (Operation &op : block)
    order[&op] = number++;
  for (Operation &op : block) {
    if (op.hasTrait<OpTrait::ConstantLike>() || isa<simt::SharedOp>(op))
      continue;
    for (Value result : op.getResults()) {
      Operation *last = &op;
      for (Operation *user : result.getUsers()) {
        Operation *above = block.findAncestorOpInBlock(*user);
        if (above == nullptr) {
          last = nullptr;
          break;
        }
        if (order.lookup(above) > order.lookup(last))
          last = above;
      }
      if (last != nullptr)
        lastUses[last].push_back(result);
    }
  }
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

Instruction &Translator::add(Operation *op, Run run) {
  auto [found, isNew] =
      numbers.try_emplace(op, static_cast<std::uint32_t>(code.ops.size()));
  if (isNew)
    code.ops.push_back({.op = op, .loc = op->getLoc()});
  OpFacts &facts = code.ops[found->second];
  facts.liveWords = std::max(facts.liveWords, registers.takeLiveWords());
  Instruction &each = code.instructions.emplace_back();
  each.run = run;
  each.op = found->second;
  return each;
}

// The bits of a condition have one mask each.
Instruction &Translator::addSimple(Operation *op, Run run, unsigned parts) {
  std::array<Operand, 3> operands;
  for (auto [index, operand] : llvm::enumerate(op->getOperands()))
    operands[index] =
        of(operand, bytesOf(operand.getType()) == parts ? parts : 1);
  Operand result = define(op->getResult(0), parts);
  Instruction &each = add(op, run);
  each.count = simt::registerCount(op->getResult(0).getType());
  each.parts = parts;
  each.result = result;
  std::tie(each.a, each.b, each.c) = std::tuple_cat(operands);
  return each;
}

void Translator::copy(Operation *op, const Slot &to, const Slot &from) {
  Run run = to.parts == from.parts ? runs.copyRun(to.bytes)
            : to.parts == 1        ? runs.runMeetParts
                                   : runs.runSpreadParts;
  Instruction &each = add(op, run);
  each.count = to.count;
  each.parts = std::max(to.parts, from.parts);
  each.result = to.where;
  each.a = from.where;
}

void Translator::expectNotRead(Operation *op, ValueRange values) {
  std::vector<std::uint32_t> readers;
  for (Value value : values)
    llvm::append_range(readers, groups.readersOf(value));
  if (readers.empty())
    return;
  add(op, runs.runExpectNotRead).immediate = code.readers.size();
  code.readers.push_back(std::move(readers));
}

void Translator::copyAll(Operation *op, ValueRange to, ValueRange from) {
  llvm::SmallVector<std::pair<Slot, Slot>> moves;
  llvm::SmallVector<Value> written;
  for (auto [target, source] : llvm::zip(to, from)) {
    Slot there = registers.at(target), here = registers.at(source);
    if (there == here)
      continue;
    moves.emplace_back(there, here);
    written.push_back(target);
  }
  expectNotRead(op, written);
  for (auto &move : moves) {
    Slot &source = move.second;
    bool isOverwritten = llvm::any_of(moves, [&](const auto &other) {
      return registers.doOverlap(other.first, source);
    });
    if (!isOverwritten)
      continue;
    Slot aside = registers.take(source.count, source.bytes, source.parts);
    copy(op, aside, source);
    source = aside;
    lent.push_back(aside);
  }
  for (const auto &[target, source] : moves)
    copy(op, target, source);
}

std::size_t Translator::jump(Operation *op) {
  Instruction &each = add(op, runs.runJump);
  each.kind = InstructionClass::Branch;
  each.cost = 1;
  return here() - 1;
}

std::size_t Translator::jumpUnless(Operation *op, Value condition) {
  Operand where = of(condition);
  Instruction &each = add(op, runs.runJumpUnless);
  each.a = where;
  each.kind = InstructionClass::Branch;
  each.cost = 1;
  return here() - 1;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

LogicalResult Translator::translateOp(Operation *op) {
  for (Type type : op->getResultTypes())
    if (!isKnown(type))
      return refuse(op) << ": it has " << type;
  // Those of ops with regions are copied where these end.
  if (op->getNumRegions() == 0)
    expectNotRead(op, op->getResults());
  return translators().find(op)(*this, op);
}

LogicalResult Translator::translateRegion(Region &region) {
  for (Block &block : region)
    findLastUses(block);
  // What a block uses is computed in those that dominate it, which need not
  // stand before it but come before it in this order.
  for (Block *block : llvm::ReversePostOrderTraversal<Region *>(&region)) {
    begins[block] = here();
    if (failed(translateBlock(*block)))
      return failure();
  }
  return success();
}

LogicalResult Translator::translateBlock(Block &block) {
  // What the op around has been lent it keeps.
  std::vector<Slot> lentOutside = std::exchange(lent, {});
  Operation *outside = current;
  for (Operation &op : block) {
    current = &op;
    if (failed(translateOp(&op)) || isBroken)
      return failure();
    for (const Slot &slot : lent)
      registers.release(slot);
    lent.clear();
    if (auto last = lastUses.find(&op); last != lastUses.end())
      for (Value value : last->second)
        registers.release(value);
  }
  if (registers.hasUncountedWords()) {
    Instruction &nothing = add(&block.back(), runs.copyRun(1));
    nothing.count = 0;
    nothing.result = nothing.a = {.data = 0, .masks = 0};
  }
  lent = std::move(lentOutside);
  current = outside;
  return success();
}

Code Translator::finish() {
  for (auto [at, block] : open)
    code.instructions[at].immediate = begins.lookup(block);
  // Anything that is read without having been computed looks odd.
  constexpr std::uint8_t Garbage = 0xA5;
  code.data.assign(registers.dataBytes(), Garbage);
  code.masks.assign(registers.maskCount() + MasksTogether, 0);
  for (const Constant &constant : constants) {
    std::ranges::copy(constant.elements,
                      code.data.begin() + constant.where.data);
    std::fill_n(code.masks.begin() + constant.where.masks, constant.count,
                allLanes(code.lanes));
  }
  return std::move(code);
}

FailureOr<Code> translate(simt::KernelOp kernel, const Executors &runs) {
  Translator translator(kernel, runs);
  Code &code = translator.code;
  code.kernelWarps = kernel.getWarps();
  code.warps = simt::blockWarps(kernel);
  code.startRegisters = simt::registersAtStart(kernel).value_or(0);
  code.lanes = translator.registers.lanes = kernel.getLanes();
  code.sharedBytes = kernel.getSharedBytes();
  code.clusterBlocks = kernel.getClusterBlocks();
  constexpr unsigned Most = 64;
  if (code.warps > Most)
    return translator.refuse(kernel) << ": it has " << code.warps << " warps";
  if (kernel.getLanes() != 32 && kernel.getLanes() != 64)
    return translator.refuse(kernel)
           << ": it has " << kernel.getLanes() << " lanes";
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (!isKnown(argument.getType()))
      return translator.refuse(kernel) << ": it has " << argument.getType();
  for (BlockArgument argument : kernel.getBody().getArguments())
    code.arguments.push_back({.where = translator.define(argument),
                              .bytes = bytesOf(argument.getType())});
  for (Block &block : llvm::drop_begin(kernel.getBody()))
    for (BlockArgument argument : block.getArguments())
      translator.define(argument);
  if (failed(translator.translateRegion(kernel.getBody())))
    return failure();
  return translator.finish();
}

} // namespace heddle::sim
