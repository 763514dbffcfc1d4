//===- LockStep.cpp - Registers beside tensors ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LockStep.h"
#include "ElementGroups.h"
#include "heddle/ir/Amdg.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Ttng.h"
#include "heddle/layout/Padding.h"
#include "heddle/layout/Reshape.h"
#include "heddle/simt/Vectors.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/Support/FormatVariadic.h"

namespace heddle::equivalence {

using namespace mlir;

/// Is it a block of a function, and not of a reduction's scalars?
static bool isOfFunction(Block *block) {
  Operation *parent = block->getParentOp();
  return isa<tt::FuncOp, ttg::WarpSpecializeOp, ttg::WarpSpecializePartitionsOp,
             ttg::MaskOp>(parent) ||
         isa_and_nonnull<scf::SCFDialect>(parent->getDialect());
}

LockStep::LockStep(ModuleOp module, ArrayRef<Value> observed,
                   const Tolerance &tolerance)
    : observed(observed), tolerance(tolerance) {
  values.insert(observed.begin(), observed.end());
  module.walk([&](Block *block) {
    if (block->getParentOp() != module && isOfFunction(block))
      blocks.insert(block);
  });
}

//===----------------------------------------------------------------------===//
// The tensor program
//===----------------------------------------------------------------------===//

void LockStep::begin(Contents like) {
  contents = like;
  programs.clear();
  memory = nullptr;
}

std::optional<LockStep::Number> LockStep::lastOf(Value value) const {
  const Program &program = programs.back();
  auto found = program.of.find(value);
  if (found == program.of.end())
    return std::nullopt;
  return found->second.back();
}

void LockStep::add(Evaluator &evaluator, Value value) {
  if (!values.contains(value))
    return;
  Program &program = programs.back();
  program.of[value].push_back(static_cast<Number>(program.steps.size()));
  Step &step = program.steps.emplace_back();
  step.value = value;
  step.datum = evaluator.get(value);
  step.executions = program.executions.size();
}

/// Of operands that have one value only.
LockStep::Freedom LockStep::freedomOf(Operation &op) {
  if (auto reshape = dyn_cast<tt::ReshapeOp>(op))
    return reshape.getAllowReorder() ? Freedom::Order : Freedom::None;
  if (isa<tt::CatOp>(op))
    return Freedom::Order;
  // What was there when they came, in some order.
  bool isAtomic =
      isa<tt::AtomicRMWOp, tt::AtomicCASOp, amdg::BufferAtomicRMWOp>(op);
  bool isOne = op.getNumResults() == 1 &&
               !isa<RankedTensorType>(op.getResult(0).getType());
  return isAtomic && !isOne ? Freedom::Values : Freedom::None;
}

/// Are results the same for elements in another order?
static bool ignoresOrder(Operation &op) {
  return isa<tt::HistogramOp>(op) ||
         (isa<tt::ReduceOp>(op) &&
          llvm::none_of(op.getResultTypes(),
                        [](Type type) { return isa<RankedTensorType>(type); }));
}

void LockStep::entered(Evaluator &evaluator, Block &block) {
  if (!isFollowed(&block))
    return;
  Program &program = programs.back();
  Block *&last = program.last[block.getParent()];
  Operation *by =
      block.isEntryBlock() ? block.getParentOp() : last->getTerminator();
  last = &block;
  program.executions.push_back({.op = by, .isBranch = true});
  for (BlockArgument argument : block.getArguments())
    add(evaluator, argument);
}

void LockStep::executed(Evaluator &evaluator, Operation &op) {
  if (!isFollowed(op.getBlock()))
    return;
  Program &program = programs.back();
  Execution execution = {.op = &op};
  auto addView = [&](Value value) {
    if (const auto *view = std::get_if<ViewRef>(&evaluator.get(value)))
      execution.views.push_back(*view);
  };
  llvm::for_each(op.getOperands(), addView);
  llvm::for_each(op.getResults(), addView);
  if (op.getNumOperands() != 0 &&
      isa<tt::PointerType>(getElementTypeOrSelf(op.getOperand(0).getType())))
    if (const auto *tensor =
            std::get_if<TensorRef>(&evaluator.get(op.getOperand(0))))
      execution.pointers = *tensor;
  for (Value result : op.getResults()) {
    std::size_t number = program.steps.size();
    add(evaluator, result);
    if (program.steps.size() == number)
      continue;
    Step &step = program.steps.back();
    // Registers that nobody uses may hold anything.
    step.freedom = result.use_empty() ? Freedom::Values : freedomOf(op);
    step.pointers = isa<tt::LoadOp>(op) ? execution.pointers : nullptr;
    if (auto index = dyn_cast<ttg::MemDescIndexOp>(op))
      step.index = evaluator.integer(index.getIndex());
    for (Value operand : op.getOperands()) {
      std::optional<Number> from = lastOf(operand);
      if (!from)
        continue;
      step.operands.push_back(*from);
      Freedom passed = program.steps[*from].freedom;
      if (passed != Freedom::Order || !ignoresOrder(op))
        step.freedom = std::max(step.freedom, passed);
      const auto *view = std::get_if<ViewRef>(&evaluator.get(operand));
      if (view != nullptr && std::holds_alternative<TensorRef>(step.datum))
        step.readings.push_back({*from, *view, contentsOf(**view)});
    }
  }
  program.executions.push_back(std::move(execution));
}

//===----------------------------------------------------------------------===//
// The threads' program
//===----------------------------------------------------------------------===//

void LockStep::simulate(sim::GlobalMemory &used, AddressMap map) {
  memory = &used;
  addresses = std::move(map);
}

Word LockStep::Places::indexAt(unsigned index, unsigned lane, unsigned warp,
                               unsigned block) const {
  Word at = 0;
  const Word *basis = bases.data();
  for (auto [number, bits] :
       {std::pair(index, registerBits), std::pair(lane, laneBits),
        std::pair(warp, warpBits), std::pair(block, blockBits)})
    for (unsigned bit = 0; bit < bits; ++bit, ++basis)
      at ^= (number >> bit & 1U) != 0 ? *basis : 0;
  return at;
}

/// Null of what has no layout.
const LockStep::Places *LockStep::placesOf(Type type) {
  auto [found, isNew] = places.try_emplace(type);
  if (!isNew)
    return found->second ? &*found->second : nullptr;
  Result<LinearLayout> all = ir::linearLayoutOf(type);
  // Registers that are only copies of others are left out.
  Result<LinearLayout> layout =
      all ? removeZeroBases(*all, Dim::Register) : std::move(all);
  if (!layout)
    return nullptr;
  Places made = {.registerBits = layout->inBits(Dim::Register),
                 .laneBits = layout->inBits(Dim::Lane),
                 .warpBits = layout->inBits(Dim::Warp),
                 .blockBits = layout->inBits(Dim::Block),
                 .bases = {}};
  for (Dim dim : {Dim::Register, Dim::Lane, Dim::Warp, Dim::Block})
    for (Word basis : layout->bases(dim))
      made.bases.push_back(rowMajorIndex(*layout, basis));
  found->second = std::move(made);
  return &*found->second;
}

/// An address as the simulator has it.
Bits LockStep::expected(Bits bits, Type element, bool &isKnown) const {
  if (!isa<tt::PointerType>(element))
    return bits;
  std::optional<std::uint64_t> address = addresses(bits);
  isKnown = address.has_value();
  return address.value_or(0);
}

void LockStep::observe(const sim::Observation &seen) {
  Program &program = programs[seen.program[0]];
  Value value = observed[seen.number];
  Number &count = program.shown[{seen.block, seen.warp}][value];
  auto found = program.of.find(value);
  if (found == program.of.end() || count >= found->second.size()) {
    if (!program.extra)
      program.extra = value;
    return;
  }
  Step &step = program.steps[found->second[count++]];
  ++step.warps;
  if (isa<ttg::MemDescType>(value.getType()))
    compareBase(program, step, seen);
  else if (std::holds_alternative<TensorRef>(step.datum) &&
           step.freedom == Freedom::None && step.wrong.empty())
    compareRegisters(step, seen);
}

void LockStep::compareBase(Program &program, Step &step,
                           const sim::Observation &seen) {
  auto base = static_cast<std::uint32_t>(seen.bits(0, 0));
  if (!step.base)
    step.base = base;
  auto index = step.value.getDefiningOp<ttg::MemDescIndexOp>();
  if (!index || step.operands.empty())
    return;
  std::optional<std::uint32_t> array =
      program.steps[step.operands.front()].base;
  if (!array)
    return;
  // Blocks of a cluster may each have a part.
  unsigned blocks = ir::blocksAt(index).value_or(1);
  auto bytes = static_cast<std::int64_t>(
      sizeOf(index.getType().getShape()) *
      simt::bytesOf(index.getType().getElementType()) / blocks);
  std::int64_t distance = std::int64_t(base) - std::int64_t(*array);
  bool isRight = step.index == 0 ? distance == 0
                                 : distance % step.index == 0 &&
                                       distance / step.index >= bytes;
  if (!isRight)
    step.wrong = llvm::formatv("buffer {0} of {1} bytes begins {2} bytes "
                               "behind the first one",
                               step.index, bytes, distance);
}

static std::string placeText(std::size_t number, ArrayRef<std::int64_t> shape) {
  std::string text = "(";
  for (auto [axis, coordinate] : llvm::enumerate(placeOf(number, shape)))
    text += (axis == 0 ? "" : ", ") + std::to_string(coordinate);
  return text + ")";
}

void LockStep::compareRegisters(Step &step, const sim::Observation &seen) {
  const Tensor &tensor = *std::get<TensorRef>(step.datum);
  Type type = step.value.getType();
  bool isTensor = isa<RankedTensorType>(type);
  const Places *where = isTensor ? placesOf(type) : nullptr;
  if (isTensor && where == nullptr)
    return;
  for (unsigned index = 0; index < seen.registers; ++index)
    for (unsigned lane = 0; lane < seen.lanes; ++lane) {
      std::size_t element =
          where == nullptr
              ? 0
              : where->indexAt(index, lane, seen.warpInPartition, seen.block);
      if (!seen.isDefined(index, lane)) {
        if (!std::exchange(step.isUndefined, true))
          lookIntoMemory(programs[seen.program[0]], step, element, seen);
        continue;
      }
      bool isKnown = true;
      Bits right = expected(tensor.elements[element], tensor.element, isKnown);
      Bits bits = seen.bits(index, lane);
      bool isPointer = isa<tt::PointerType>(tensor.element);
      if (!isPointer)
        bits = cut(bits, tensor.element);
      if (!isKnown || (isPointer ? bits == right
                                 : areClose(right, bits, tensor.element,
                                            tolerance, contents)))
        continue;
      unsigned thread = seen.warp * seen.lanes + lane;
      std::string place =
          where == nullptr
              ? llvm::formatv("the value in thread {0}", thread).str()
              : llvm::formatv("element {0}, in register {1} of thread {2},",
                              placeText(element, tensor.shape), index, thread)
                    .str();
      step.wrong = isPointer ? llvm::formatv("{0} is {1} bytes off", place,
                                             std::int64_t(bits - right))
                                   .str()
                             : llvm::formatv("{0} is {1} instead of {2}", place,
                                             numberText(bits, tensor.element),
                                             numberText(right, tensor.element))
                                   .str();
      lookIntoMemory(programs[seen.program[0]], step, element, seen);
      return;
    }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void LockStep::lookIntoMemory(Program &program, Step &step, std::size_t element,
                              const sim::Observation &seen) {
  for (const Reading &reading : step.readings)
    if (!step.wrongCell)
      lookIntoBuffer(program, step, reading, seen);
  if (!step.pointers)
    return;
  const Tensor &loaded = *std::get<TensorRef>(step.datum);
  const std::vector<Bits> &all = step.pointers->elements;
  Bits from = all[all.size() == 1 ? 0 : element];
  std::optional<std::uint64_t> address = addresses(from);
  unsigned bytes = bytesOf(loaded.element);
  for (const sim::Buffer &buffer : memory->all()) {
    if (!address || *address < buffer.address ||
        *address + bytes > buffer.address + buffer.bytes.size())
      continue;
    Bits bits = 0;
    std::memcpy(&bits, buffer.bytes.data() + (*address - buffer.address),
                bytes);
    if (!areClose(loaded.elements[element], bits, loaded.element, tolerance,
                  contents))
      step.wrongAddress = from;
  }
}

/// Where parts of a buffer begin is no number that a register has.
static bool isPart(Value memory) {
  while (Operation *op = memory.getDefiningOp()) {
    if (isa<ttg::MemDescSubsliceOp, ttg::MemDescReinterpretOp>(op))
      return true;
    if (!isa<ttg::MemDescIndexOp, ttg::MemDescTransOp, ttg::MemDescReshapeOp>(
            op))
      return false;
    memory = op->getOperand(0);
  }
  return false;
}

void LockStep::lookIntoBuffer(Program &program, Step &step,
                              const Reading &reading,
                              const sim::Observation &seen) {
  const Step &view = program.steps[reading.base];
  auto type = cast<ttg::MemDescType>(view.value.getType());
  Result<TensorType> described = ir::tensorType(type);
  Result<LinearLayout> layout = ir::linearLayoutOf(type);
  if (!view.base || !layout || !described || described->leadingDims() != 0 ||
      isPart(view.value))
    return;
  std::span<const Padding> paddings = paddingsOf(*ir::encodingOf(type));
  unsigned bytes = simt::bytesOf(type.getElementType());
  Word block = 0;
  for (auto [bit, basis] : llvm::enumerate(layout->bases(Dim::Block)))
    block ^= (seen.block >> bit & 1U) != 0 ? basis : 0;
  std::uint64_t size = layout->inSize(Dim::Offset);
  for (std::uint64_t offset = 0; offset < size; ++offset) {
    Word place = block;
    for (auto [bit, basis] : llvm::enumerate(layout->bases(Dim::Offset)))
      place ^= (offset >> bit & 1U) != 0 ? basis : 0;
    Word element = rowMajorIndex(*layout, place);
    std::uint64_t at = *view.base + paddedOffset(paddings, offset) * bytes;
    if (at + bytes > seen.shared.size())
      return;
    Bits bits = 0;
    std::memcpy(&bits, seen.shared.data() + at, bytes);
    bits = cut(bits, reading.contents.element);
    if (areClose(reading.contents.elements[element], bits,
                 reading.contents.element, tolerance, contents))
      continue;
    step.wrongCell = {reading.view->cells.get(), reading.view->at[element]};
    return;
  }
}

static bool writesBuffer(Operation *op) {
  if (auto alloc = dyn_cast<ttg::LocalAllocOp>(op))
    return alloc.getSrc() != nullptr;
  return isa<ttg::LocalStoreOp, ttg::LocalScatterOp,
             ttg::AsyncCopyGlobalToLocalOp, amdg::BufferLoadToLocalOp,
             ttng::AsyncTMACopyGlobalToLocalOp>(op);
}

static bool writesPointers(Operation *op) {
  return isa<tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp, tt::AtomicStoreOp>(
      op);
}

//===----------------------------------------------------------------------===//
// Who is to blame
//===----------------------------------------------------------------------===//

/// The op that makes a value, or passes it on as an argument of its block.
static Operation *makerOf(Value value) {
  if (Operation *op = value.getDefiningOp())
    return op;
  return value.getParentBlock()->getParentOp();
}

LockStep::Culprit LockStep::blame(const Program &program,
                                  const Step &step) const {
  Operation *op = makerOf(step.value);
  for (std::size_t at = step.executions; at-- > 0;) {
    const Execution &each = program.executions[at];
    bool isWriter = false;
    if (step.wrongCell && writesBuffer(each.op))
      isWriter = llvm::any_of(each.views, [&](const ViewRef &view) {
        return view->cells.get() == step.wrongCell->first &&
               llvm::is_contained(view->at, step.wrongCell->second);
      });
    else if (step.wrongAddress && each.pointers && writesPointers(each.op))
      isWriter =
          llvm::is_contained(each.pointers->elements, *step.wrongAddress);
    if (isWriter)
      return {.op = each.op,
              .message = llvm::formatv("memory is wrong where '{0}' reads it",
                                       op->getName()),
              .isOfBuffer = step.wrongCell.has_value()};
  }
  std::string message = step.wrong;
  if (auto argument = dyn_cast<BlockArgument>(step.value))
    message = llvm::formatv("in argument {0} of its body, {1}",
                            argument.getArgNumber(), message);
  return {.op = op, .message = std::move(message)};
}

/// Are results undefined for some operands?
static bool canBeUndefined(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::FloorDivSIOp, arith::CeilDivSIOp, arith::CeilDivUIOp,
             arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp, ub::PoisonOp>(op);
}

std::optional<LockStep::Culprit>
LockStep::undefinedIn(const Program &program) const {
  for (const Step &step : program.steps) {
    Operation *op = step.value.getDefiningOp();
    if (!step.isUndefined || op == nullptr || canBeUndefined(op) ||
        llvm::any_of(step.operands, [&](Number operand) {
          return program.steps[operand].isUndefined;
        }))
      continue;
    Culprit found = blame(program, step);
    if (found.op == op)
      found.message = "registers are never written";
    return found;
  }
  return std::nullopt;
}

std::optional<LockStep::Culprit> LockStep::culprit(bool hasTrapped) const {
  if (memory == nullptr) // Nothing was simulated.
    return std::nullopt;
  for (const Program &program : programs) {
    for (const Step &step : program.steps) {
      if (!step.wrong.empty())
        return blame(program, step);
      if (step.warps != 0 || hasTrapped)
        continue;
      for (std::size_t at = step.executions; at-- > 0;)
        if (program.executions[at].isBranch)
          return Culprit{.op = program.executions[at].op,
                         .message = "what it leads to is not executed"};
    }
    if (program.extra)
      return Culprit{.op = Value(program.extra).getParentBlock()->getParentOp(),
                     .message = "its body is executed more often"};
  }
  for (const Program &program : programs)
    if (std::optional<Culprit> found = undefinedIn(program))
      return found;
  return std::nullopt;
}

} // namespace heddle::equivalence
