//===- LoopTerms.cpp - Control flow as terms ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionTerms.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

constexpr unsigned DeepestLoop = 60, DeepestCall = 32;

bool isPlainBuffer(Type type) { return isa<ttg::MemDescType>(type); }

} // namespace

std::optional<bool> FunctionTerms::executeFlow(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<bool>>(op)
      .Case<scf::ForOp, scf::WhileOp, scf::IfOp, ttg::MaskOp, tt::CallOp>(
          [&](auto flow) { return execute(flow); })
      .Default(std::nullopt);
}

void FunctionTerms::dropBuffersBehind(std::size_t count) {
  buffers.resize(count);
  regions.resize(firstBuffer() + count);
}

FunctionTerms::CarriedState FunctionTerms::enterLoop(Operation *loop,
                                                     ValueRange arguments,
                                                     TermList first) {
  CarriedState state;
  state.values = first.size();
  state.first = std::move(first);
  llvm::append_range(state.first, regions);
  for (std::size_t number = 0; number < state.first.size(); ++number) {
    bool isValue = number < state.values;
    Type type = isValue ? arguments[number].getType() : Type();
    // The contents of a buffer have the type of what it was made with.
    if (!isValue && number - state.values >= firstBuffer())
      type = state.first[number]->type;
    unsigned bits =
        isValue ? indexBitsOf(type)
        : number - state.values < firstBuffer()
            ? 0
            : buffers[number - state.values - firstBuffer()].indexBits;
    unsigned claim = claims.claimOf(
        {.key = {side, path, reinterpret_cast<std::uintptr_t>(loop), number},
         .type = elementOf(type),
         .indexBits = bits,
         .depth = depth});
    state.claims.push_back(claim);
    TermRef value = claims.value(claim, state.first[number]);
    if (isValue)
      values[arguments[number]] = value;
    else
      regions[number - state.values] = value;
    mark(value, loop);
  }
  return state;
}

void FunctionTerms::leaveIteration(const CarriedState &state,
                                   llvm::ArrayRef<TermRef> next) {
  // Buffers of an iteration end with it.
  dropBuffersBehind(state.first.size() - state.values - firstBuffer());
  for (auto [number, claim] : llvm::enumerate(state.claims))
    claims.record(claim, state.first[number],
                  number < state.values ? next[number]
                                        : regions[number - state.values]);
}

bool FunctionTerms::execute(scf::ForOp loop) {
  if (depth >= DeepestLoop)
    return stop(loop, "cannot follow loops nested this deeply");
  TermRef first = valueOf(loop.getLowerBound()),
          end = valueOf(loop.getUpperBound()), step = valueOf(loop.getStep());
  CarriedState state =
      enterLoop(loop, loop.getRegionIterArgs(), valuesOf(loop.getInitArgs()));
  Type type = loop.getInductionVar().getType();
  Polynomial done = Polynomial::of(integerWidth(type), terms.iteration(depth));
  values[loop.getInductionVar()] = terms.ofPolynomial(
      type, terms.polynomial(first) + terms.polynomial(step) * done);
  existing.push_back(
      loop.getUnsignedCmp()
          ? nullptr
          : terms.compareLess(valueOf(loop.getInductionVar()), end, true));
  ++depth;
  bool isDone = executeBlock(*loop.getBody());
  --depth;
  existing.pop_back();
  if (!isDone)
    return false;
  leaveIteration(state, valuesOf(loop.getYieldedValues()));
  TermRef count = terms.count(first, end, step, loop.getUnsignedCmp());
  for (auto [number, claim] : llvm::enumerate(state.claims)) {
    TermRef last = claims.valueAfter(claim, state.first[number], count);
    if (number < state.values)
      set(loop.getResult(static_cast<unsigned>(number)), last);
    else
      regions[number - state.values] = last;
  }
  return true;
}

bool FunctionTerms::execute(scf::WhileOp loop) {
  if (depth >= DeepestLoop)
    return stop(loop, "cannot follow loops nested this deeply");
  CarriedState state =
      enterLoop(loop, loop.getBeforeArguments(), valuesOf(loop.getInits()));
  unsigned around = depth++;
  existing.push_back(nullptr);
  bool isDone = executeBlock(*loop.getBeforeBody());
  scf::ConditionOp end = loop.getConditionOp();
  TermRef condition = isDone ? valueOf(end.getCondition()) : nullptr;
  TermList passed = valuesOf(end.getArgs());
  // Buffers of the first region end with it, whether it is the last time or
  // not.
  dropBuffersBehind(state.first.size() - state.values - firstBuffer());
  TermList memoryAtEnd = regions;
  if (isDone) {
    for (auto [argument, term] : llvm::zip(loop.getAfterArguments(), passed))
      values[argument] = term;
    isDone = executeBlock(*loop.getAfterBody());
  }
  --depth;
  existing.pop_back();
  if (!isDone)
    return false;
  leaveIteration(state, valuesOf(loop.getYieldOp().getOperands()));
  for (auto [result, term] : llvm::zip(loop.getResults(), passed))
    set(result, terms.awaited(around, condition, term));
  for (auto [number, term] : llvm::enumerate(memoryAtEnd))
    regions[number] = terms.awaited(around, condition, term);
  return true;
}

bool FunctionTerms::execute(scf::IfOp branch) {
  TermRef condition = valueOf(branch.getCondition());
  TermList before = regions;
  std::size_t count = buffers.size();
  TermList yes, no;
  if (!executeBody(branch.getThenRegion(), {}, yes))
    return false;
  dropBuffersBehind(count);
  TermList after = regions;
  regions = before;
  if (branch.elseBlock() != nullptr &&
      !executeBody(branch.getElseRegion(), {}, no))
    return false;
  for (auto [result, one, other] : llvm::zip(branch.getResults(), yes, no)) {
    if (isPlainBuffer(result.getType()) && one != other)
      return stop(branch, "cannot follow a choice between buffers");
    set(result, terms.select(condition, one, other));
  }
  // Buffers of a branch end with it.
  dropBuffersBehind(count);
  for (auto [number, region] : llvm::enumerate(regions)) {
    region = terms.select(condition, after[number], region);
    mark(region, branch);
  }
  return true;
}

/// Where its condition is false, its results are not said: of the same values
/// they are the same.
bool FunctionTerms::execute(ttg::MaskOp mask) {
  TermRef condition = valueOf(mask.getPred());
  TermList before = regions, results;
  std::size_t count = buffers.size();
  if (!executeBody(mask.getRegion(), {}, results))
    return false;
  dropBuffersBehind(count);
  for (auto [result, term] : llvm::zip(mask.getResults(), results)) {
    if (isPlainBuffer(result.getType()))
      return stop(mask, "cannot follow a choice between buffers");
    unsigned bits = indexBitsOf(result.getType());
    TermRef unknown = terms.raw({.kind = TermKind::Whole,
                                 .type = elementOf(result.getType()),
                                 .name = mask->getName().getAsOpaquePointer(),
                                 .data = {result.getResultNumber(), bits},
                                 .operands = {condition, term}});
    unknown = terms.elements(unknown, bits);
    set(result, terms.select(condition, term, unknown));
  }
  for (auto [region, old] : llvm::zip(regions, before)) {
    region = terms.select(condition, region, old);
    mark(region, mask);
  }
  return true;
}

bool FunctionTerms::execute(tt::CallOp call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<tt::FuncOp>(
      call, call.getCalleeAttr());
  if (!callee || callee.isExternal())
    return stop(call, "cannot follow a call of a function without a body");
  if (callDepth >= DeepestCall)
    return stop(call, "cannot follow calls nested this deeply");
  TermList results;
  std::uintptr_t outside = path;
  path = static_cast<std::uintptr_t>(
      llvm::hash_combine(path, call.getOperation()));
  std::size_t count = buffers.size();
  ++callDepth;
  bool isDone =
      executeBranches(callee.getBody(), valuesOf(call.getOperands()), results);
  --callDepth;
  path = outside;
  if (!isDone)
    return false;
  dropBuffersBehind(count);
  for (auto [result, term] : llvm::zip(call.getResults(), results))
    set(result, term);
  return true;
}

namespace {

/// What control flow brings along: under a condition, values and memory.
struct Arrival {
  TermRef condition;
  llvm::SmallVector<TermRef> values;
  llvm::SmallVector<TermRef> memory;
};

/// Exactly one of the conditions holds where control flow arrives.
Arrival joined(Terms &terms, llvm::ArrayRef<Arrival> arrivals) {
  Arrival all = arrivals.front();
  for (const Arrival &each : arrivals.drop_front()) {
    for (auto [value, other] : llvm::zip(all.values, each.values))
      value = terms.select(each.condition, other, value);
    for (auto [value, other] : llvm::zip(all.memory, each.memory))
      value = terms.select(each.condition, other, value);
    all.condition = terms.sum(all.condition, each.condition);
  }
  return all;
}

} // namespace

/// Of the blocks of a function without loops: each once, under the condition
/// that control flow gets there.
bool FunctionTerms::executeBranches(Region &body,
                                    llvm::ArrayRef<TermRef> arguments,
                                    TermList &results) {
  Operation *parent = body.getParentOp();
  Type truth = IntegerType::get(parent->getContext(), 1);
  llvm::DenseMap<Block *, llvm::SmallVector<Arrival>> arrivals;
  llvm::SmallPtrSet<Block *, 8> visited;
  llvm::SmallVector<Arrival> ends;
  std::size_t count = buffers.size();
  arrivals[&body.front()].push_back(
      {terms.integer(truth, 1), TermList(arguments), regions});
  llvm::ReversePostOrderTraversal<Region *> order(&body);
  for (Block *block : order) {
    Arrival arrival = joined(terms, arrivals[block]);
    regions = arrival.memory;
    visited.insert(block);
    for (auto [argument, term] :
         llvm::zip(block->getArguments(), arrival.values))
      values[argument] = term;
    if (!executeBlock(*block))
      return false;
    dropBuffersBehind(count);
    Operation *end = block->getTerminator();
    auto arrive = [&](Block *target, TermRef condition, ValueRange passed) {
      arrivals[target].push_back({condition, valuesOf(passed), regions});
    };
    if (isa<tt::ReturnOp>(end)) {
      ends.push_back(
          {arrival.condition, valuesOf(end->getOperands()), regions});
    } else if (auto jump = dyn_cast<cf::BranchOp>(end)) {
      arrive(jump.getDest(), arrival.condition, jump.getDestOperands());
    } else if (auto fork = dyn_cast<cf::CondBranchOp>(end)) {
      TermRef yes = valueOf(fork.getCondition());
      arrive(fork.getTrueDest(), terms.both(arrival.condition, yes),
             fork.getTrueDestOperands());
      arrive(fork.getFalseDest(),
             terms.both(arrival.condition, terms.isNot(yes)),
             fork.getFalseDestOperands());
    } else {
      return stop(end, "cannot follow '" + end->getName().getStringRef() + "'");
    }
    for (Block *target : block->getSuccessors())
      if (visited.contains(target))
        return stop(end, "cannot follow loops of branches between blocks");
  }
  if (ends.empty())
    return stop(parent, "cannot follow a function that does not return");
  Arrival end = joined(terms, ends);
  regions = end.memory;
  results = end.values;
  return true;
}

} // namespace heddle::equivalence
