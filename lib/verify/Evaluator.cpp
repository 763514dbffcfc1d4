//===- Evaluator.cpp - Executes tensor programs -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle::equivalence {

using namespace mlir;

std::size_t numberOf(ArrayRef<std::int64_t> place,
                     ArrayRef<std::int64_t> shape) {
  std::size_t number = 0;
  for (auto [coordinate, size] : llvm::zip(place, shape))
    number = number * static_cast<std::size_t>(size) +
             static_cast<std::size_t>(coordinate);
  return number;
}

Shape placeOf(std::size_t number, ArrayRef<std::int64_t> shape) {
  Shape place(shape.size(), 0);
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    auto size = static_cast<std::size_t>(shape[axis]);
    place[axis] = static_cast<std::int64_t>(number % size);
    number /= size;
  }
  return place;
}

namespace {

const ExecutorTable &executors() {
  static const ExecutorTable table = [] {
    ExecutorTable made;
    addTensorExecutors(made);
    addReductionExecutors(made);
    addProductExecutors(made);
    addFlowExecutors(made);
    addGlobalExecutors(made);
    addBoxExecutors(made);
    addBufferExecutors(made);
    addPartitionExecutors(made);
    return made;
  }();
  return table;
}

/// Of what a value is, so that equal values have equal ones.
std::uint64_t hashOf(const Datum &datum) {
  const auto *tensor = std::get_if<TensorRef>(&datum);
  if (tensor == nullptr)
    return 0;
  std::uint64_t hash =
      mix((*tensor)->elements.size(), widthOf((*tensor)->element));
  for (Bits bits : (*tensor)->elements)
    hash = mix(hash, bits);
  return hash;
}

/// Element by element; operands that are scalars count for all elements.
bool runElementwise(Evaluator &evaluator, Operation *op,
                    const ElementFunction &function) {
  constexpr unsigned MostOperands = 16;
  unsigned count = op->getNumOperands();
  if (count > MostOperands)
    return evaluator.refuse(op);
  std::array<const Tensor *, MostOperands> operands{};
  const Tensor *largest = nullptr;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    operands[index] = &evaluator.tensor(operand);
    if (!largest || operands[index]->elements.size() > largest->elements.size())
      largest = operands[index];
  }
  Tensor result;
  result.element = getElementTypeOrSelf(op->getResult(0).getType());
  if (largest != nullptr)
    result.shape = largest->shape;
  std::size_t size = largest == nullptr ? 1 : largest->elements.size();
  if (!evaluator.spend(op, size))
    return false;
  result.elements.resize(size);
  std::array<Bits, MostOperands> bits{};
  for (std::size_t at = 0; at < size; ++at) {
    for (unsigned index = 0; index < count; ++index) {
      const std::vector<Bits> &elements = operands[index]->elements;
      bits[index] = elements[elements.size() == 1 ? 0 : at];
    }
    result.elements[at] = function(bits.data());
  }
  evaluator.set(op->getResult(0), std::move(result));
  return true;
}

} // namespace

bool Evaluator::fail(Stop::Kind kind, Operation *op,
                     const llvm::Twine &message) {
  // The first of several partitions.
  if (!stop)
    stop = Stop{kind, op, message.str()};
  return false;
}

bool Evaluator::refuse(Operation *op) {
  return fail(Stop::Kind::Unknown, op,
              "'" + op->getName().getStringRef() +
                  "' cannot be executed tensor by tensor");
}

bool Evaluator::spend(Operation *op, std::uint64_t more) {
  work += more;
  return work <= MostWork || fail(Stop::Kind::Long, op, "this takes too long");
}

llvm::SmallVector<Datum> Evaluator::allOf(ValueRange range) {
  return llvm::map_to_vector(range, [&](Value value) { return values[value]; });
}

std::uint64_t Evaluator::scratch(std::uint64_t bytes) {
  constexpr std::uint64_t Alignment = 256;
  if (!scratchEnd)
    scratchEnd = memory.addRegion(IntegerType::get(context, 8), "scratch");
  std::uint64_t begin = *scratchEnd;
  *scratchEnd += (bytes + Alignment - 1) / Alignment * Alignment;
  return begin;
}

void Evaluator::note(Operation &op) {
  if (watcher != nullptr)
    watcher->executed(*this, op);
  if (traced == nullptr)
    return;
  TraceEntry &entry = traced->emplace_back();
  entry.op = &op;
  for (Value value : op.getOperands())
    entry.operands.push_back(hashOf(values[value]));
  for (Value value : op.getResults())
    entry.results.push_back(hashOf(values[value]));
}

bool Evaluator::runOp(Operation &op) {
  ++executions;
  if (!spend(&op, 1))
    return false;
  bool isDone = false;
  if (const Executor *executor = executors().find(&op))
    isDone = (*executor)(*this, &op);
  else if (ElementFunction function = elementFunction(&op))
    isDone = runElementwise(*this, &op, function);
  else
    isDone = refuse(&op);
  if (isDone)
    note(op);
  return isDone;
}

bool Evaluator::runBlock(Block &block, ArrayRef<Datum> arguments,
                         llvm::SmallVectorImpl<Datum> &results) {
  for (auto [argument, datum] : llvm::zip(block.getArguments(), arguments))
    values[argument] = datum;
  if (watcher != nullptr)
    watcher->entered(*this, block);
  for (Operation &op : block.without_terminator())
    if (!runOp(op))
      return false;
  if (block.mightHaveTerminator())
    results = allOf(block.getTerminator()->getOperands());
  return true;
}

std::optional<Stop> Evaluator::run(tt::FuncOp function,
                                   ArrayRef<Datum> arguments) {
  llvm::SmallVector<Datum> results;
  stop.reset();
  context = function.getContext();
  underWay.begin(function);
  runRegion(function.getBody(), arguments, results);
  return stop;
}

} // namespace heddle::equivalence
