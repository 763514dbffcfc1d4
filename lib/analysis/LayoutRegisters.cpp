//===- LayoutRegisters.cpp - What layouts cost in registers ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/LayoutRegisters.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/ir/Ttg.h"
#include "heddle/target/Occupancy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace heddle {

using namespace mlir;

namespace {

constexpr unsigned WordBits = 32, ByteBits = 8;

/// Of all of a tensor.
std::uint64_t bytesOf(ShapedType type) {
  return static_cast<std::uint64_t>(type.getNumElements()) *
         ir::elementBits(type) / ByteBits;
}

unsigned stagesAt(Operation *op, int stages) {
  auto loop = op->getParentOfType<scf::ForOp>();
  std::int64_t count =
      loop ? numberIn(loop, NumStagesAttr).value_or(stages) : 1;
  return static_cast<unsigned>(std::max<std::int64_t>(count, 1));
}

} // namespace

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

LayoutRegisters::LayoutRegisters(Operation *root, LayoutGraph &graph,
                                 const Target &target, int stages)
    : graph(graph), target(target), warps(1) {
  if (!target.timing)
    return;
  root->walk([&](FunctionOpInterface function) {
    warps = ir::warpsAt(function).value_or(1);
  });
  number(root);
  findBuffers(root, stages);
}

void LayoutRegisters::number(Operation *op) {
  auto first = static_cast<unsigned>(ops.size());
  ops.push_back(op);
  // In the program's order, so that operands are known.
  for (Value result : op->getResults())
    if (op->getNumRegions() == 0)
      isHeld(result);
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      number(&inner);
  // What an op with regions results in is there after them.
  if (op->getNumRegions() > 0)
    ops.push_back(op);
  numbers[op] = {first, static_cast<unsigned>(ops.size() - 1)};
}

// What is copied by several stages, and what programs have in shared memory
// already, unless that is one of these copies.
void LayoutRegisters::findBuffers(Operation *root, int stages) {
  const llvm::SetVector<Operation *> &copies = graph.copiedLoads();
  root->walk([&](Operation *op) {
    if (copies.contains(op) || isa<tt::DescriptorLoadOp>(op)) {
      sharedBytes += stagesAt(op, stages) *
                     bytesOf(cast<ShapedType>(op->getResult(0).getType()));
    } else if (auto buffer = dyn_cast<ttg::LocalAllocOp>(op)) {
      Value source =
          buffer.getSrc() ? beforeConversions(buffer.getSrc()) : Value();
      Operation *load = source ? source.getDefiningOp() : nullptr;
      if (!copies.contains(load) &&
          !isa_and_nonnull<tt::DescriptorLoadOp>(load))
        sharedBytes += bytesOf(cast<ShapedType>(buffer.getType()));
    }
  });
}

// Not what a thread computes of scalars and ranges when it needs it, be it
// offsets that a loop counts up.
bool LayoutRegisters::isHeld(Value value, unsigned depth) {
  constexpr unsigned MostDepth = 64;
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || isa<tt::PointerType>(type.getElementType()) ||
      ir::elementBits(type) < ByteBits)
    return false;
  // That of operands is known mostly, but for what a loop passes on.
  if (depth > MostDepth)
    return true;
  // What a loop carries depends on itself.
  auto [found, isNew] = known.try_emplace(value, false);
  if (!isNew)
    return found->second;
  bool result = true;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop =
        dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
    OpOperand *init = loop ? loop.getTiedLoopInit(argument) : nullptr;
    OpOperand *next = loop ? loop.getTiedLoopYieldedValue(argument) : nullptr;
    result = !isa<IntegerType>(type.getElementType()) || init == nullptr ||
             next == nullptr || isHeld(init->get(), depth + 1) ||
             isHeld(next->get(), depth + 1);
  } else if (Operation *op = value.getDefiningOp(); op->getNumRegions() == 0 &&
                                                    isMemoryEffectFree(op) &&
                                                    !isProduct(op)) {
    result = llvm::any_of(op->getOperands(), [&](Value operand) {
      return isHeld(operand, depth + 1);
    });
  }
  return known[value] = result;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// At all points.
class LayoutRegisters::Words {
public:
  explicit Words(std::size_t points) : more(points + 1, 0) {}

  void add(std::int64_t words, Interval life) {
    more[life.first] += words;
    more[life.last] -= words;
  }
  /// The most registers, and the first point where there are so many.
  std::pair<unsigned, unsigned> registers() const {
    std::vector<std::int64_t> words(more.size());
    std::partial_sum(more.begin(), more.end(), words.begin());
    auto most = std::ranges::max_element(words);
    return {static_cast<unsigned>(*most) + OtherRegisters,
            static_cast<unsigned>(most - words.begin())};
  }

private:
  /// Than at the point before.
  std::vector<std::int64_t> more;
};

unsigned LayoutRegisters::definedAt(Value value) const {
  if (Operation *op = value.getDefiningOp())
    return numbers.lookup(op).second;
  return numbers.lookup(value.getParentBlock()->getParentOp()).first;
}

// A loop that uses it from outside does so in each iteration. Blocks of a
// region are taken to run in their order.
LayoutRegisters::Interval LayoutRegisters::usedWithin(Value value,
                                                      Operation *user) const {
  unsigned used = numbers.lookup(user).first;
  Interval interval = {.first = used, .last = used};
  for (Operation *op = user;
       op->getParentRegion() != value.getParentRegion();) {
    op = op->getParentOp();
    if (isa<LoopLikeOpInterface>(op)) {
      auto [first, last] = numbers.lookup(op);
      interval = {.first = first, .last = last};
    }
  }
  return interval;
}

// Conversions are done where their results are wanted first, but not in loops.
LayoutRegisters::Interval
LayoutRegisters::lifeOf(const LayoutProblem &problem,
                        const LayoutProblem::Held &held) const {
  using By = LayoutProblem::Held::By;
  unsigned defined = definedAt(held.value);
  Interval life = {.first = defined, .last = defined};
  auto found = graph.uses().find(held.value);
  if (found == graph.uses().end())
    return life;
  // What is made for others may be wanted in layouts that no op was offered.
  auto mayWant = [&](const LayoutGraph::Use &use) {
    return problem.mayWant(use, held.layout);
  };
  bool isOffered =
      held.by != By::Definition && llvm::any_of(found->second, mayWant);
  std::optional<unsigned> first;
  for (const LayoutGraph::Use &use : found->second) {
    // Conversions read what was defined.
    if (isOffered && !mayWant(use))
      continue;
    auto [from, until] = usedWithin(held.value, use.operand->getOwner());
    first = std::min(first.value_or(from), from);
    life.last = std::max(life.last, until);
  }
  if (held.by == By::Conversion && first)
    life.first = std::max(defined, *first);
  return life;
}

std::int64_t LayoutRegisters::wordsOf(const LayoutProblem::Held &held) {
  if (!isHeld(held.value))
    return 0;
  unsigned bits = ir::elementBits(cast<RankedTensorType>(held.value.getType()));
  return std::ceil(graph.elementsOfThread(held.value, held.layout) * bits /
                   WordBits);
}

std::int64_t LayoutRegisters::priceWords(LabelChoice &choice,
                                         const LayoutProblem &problem,
                                         unsigned point,
                                         std::int64_t costOfWord) {
  llvm::DenseMap<std::pair<unsigned, unsigned>, LabelPair *> pairs;
  for (LabelPair &pair : choice.pairs)
    pairs[{pair.first, pair.second}] = &pair;
  std::int64_t fixed = 0;
  for (const LayoutProblem::Held &held : problem.held()) {
    std::int64_t words = wordsOf(held);
    if (words == 0 || !lifeOf(problem, held).contains(point))
      continue;
    auto add = [&](std::int64_t &cost) {
      cost = std::min(cost + words * costOfWord, ForbiddenCost);
    };
    if (held.labels.empty()) {
      fixed += words;
      continue;
    }
    auto [variable, label] = held.labels.front();
    if (held.labels.size() == 1) {
      add(choice.single[variable][label]);
      continue;
    }
    auto [other, otherLabel] = held.labels.back();
    if (LabelPair *pair = pairs.lookup({variable, other}))
      add(pair->cost[label * choice.single[other].size() + otherLabel]);
  }
  return fixed;
}

//===----------------------------------------------------------------------===//
// The price
//===----------------------------------------------------------------------===//

std::int64_t LayoutRegisters::Price::operator()(unsigned registers) const {
  auto over = [&](unsigned start) -> std::int64_t {
    unsigned counted = std::min(registers, most);
    return counted > start ? counted - start : 0;
  };
  return rise * over(other) + (steepRise - rise) * over(knee);
}

std::int64_t LayoutRegisters::Price::riseAt(unsigned registers) const {
  unsigned counted = std::min(registers, most);
  return counted > knee ? steepRise : counted > other ? rise : 0;
}

// An instruction of ours is less than one of the hardware, whose times these
// are.
LayoutRegisters::Price
LayoutRegisters::priceOf(const LayoutProblem &problem,
                         const LabelSolution &found) const {
  const auto &[gpu, unit, fitted] = *target.timing;
  double cycles = cyclesOfCost(found.cost + problem.constant());
  double busy = cycles * fitted.instructionSlots;
  double waiting = fitted.globalTrip +
                   fitted.instructionCycles * cycles * unit.issueSlots / warps;
  double registersOfBlocks =
      static_cast<double>(unit.registers) / (warps * target.lanes);
  std::optional<Occupancy> others = occupancyOf(
      {.warps = warps, .sharedBytes = sharedBytes, .registers = {}}, target);
  auto blocks = static_cast<double>(std::max<std::uint64_t>(others->blocks, 1));
  // Of w / n, for one register more.
  double rise = waiting / registersOfBlocks;
  Price price;
  price.other = static_cast<unsigned>(registersOfBlocks / blocks);
  price.knee = std::max(price.other, static_cast<unsigned>(busy / rise));
  price.most = unit.mostRegisters;
  price.steepRise = roundedCycles(rise / fitted.instructionSlots);
  price.rise =
      roundedCycles(fitted.overlapLeft * rise / fitted.instructionSlots);
  return price;
}

// Until its last use, a value is in registers in one layout at least that its
// op makes.
unsigned LayoutRegisters::leastRegisters(const LayoutProblem &problem) {
  struct Least {
    std::int64_t words;
    Interval life;
  };
  llvm::DenseMap<Value, Least> least;
  for (const LayoutProblem::Held &held : problem.held()) {
    if (held.by != LayoutProblem::Held::By::Definition || !isHeld(held.value))
      continue;
    std::int64_t words = wordsOf(held);
    auto [found, isNew] = least.try_emplace(held.value);
    if (isNew)
      found->second = {.words = words, .life = lifeOf(problem, held)};
    found->second.words = std::min(found->second.words, words);
  }
  Words words(ops.size());
  for (const auto &[value, each] : least)
    words.add(each.words, each.life);
  return words.registers().first;
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

RegisterUse LayoutRegisters::useOf(const LayoutProblem &problem,
                                   llvm::ArrayRef<unsigned> labels,
                                   const Price &price, unsigned least) {
  Words words(ops.size());
  for (const LayoutProblem::Held &held : problem.held(labels))
    if (std::int64_t own = wordsOf(held); own > 0)
      words.add(own, lifeOf(problem, held));
  RegisterUse use;
  std::tie(use.registers, use.point) = words.registers();
  use.fullest = ops[use.point];
  const Multiprocessor &has = target.timing->multiprocessor;
  // More of them are spilled.
  unsigned given =
      std::clamp(use.registers, has.leastRegisters, has.mostRegisters);
  use.blocks =
      occupancyOf(
          {.warps = warps, .sharedBytes = sharedBytes, .registers = given},
          target)
          ->blocks;
  use.cost = price(use.registers) - price(least);
  return use;
}

bool LayoutRegisters::matter(const LayoutProblem &problem,
                             const LabelSolution &found) {
  constexpr std::int64_t Part = 100;
  if (!target.timing)
    return false;
  Price price = priceOf(problem, found);
  std::int64_t least = (found.cost + problem.constant()) / Part;
  RegisterUse use = useOf(problem, found.labels, price, /*least=*/0);
  if (use.cost <= least)
    return false;
  return use.cost - price(leastRegisters(problem)) > least;
}

RegisterAnswer LayoutRegisters::cheapest(const LayoutProblem &problem,
                                         const LabelSolution &found) {
  constexpr unsigned Rounds = 4;
  // The choice is nearly the same mostly.
  constexpr LabelEffort Effort = {.mostSweeps = 5};
  Price price = priceOf(problem, found);
  unsigned least = leastRegisters(problem);
  RegisterUse use = useOf(problem, found.labels, price, least);
  RegisterAnswer answer = {.solution = found,
                           .without = use,
                           .with = use,
                           .labels = problem.labels()};
  answer.solution.cost += use.cost;
  answer.mostCost = price(price.most) - price(least);
  std::vector<unsigned> labels = found.labels;
  llvm::SmallVector<unsigned, Rounds> points;
  for (unsigned round = 0; round < Rounds; ++round) {
    if (!llvm::is_contained(points, use.point))
      points.push_back(use.point);
    LabelChoice priced = problem.labels();
    std::int64_t rise = price.riseAt(answer.with.registers);
    std::int64_t offset =
        rise * std::min(answer.with.registers, price.most) - answer.with.cost;
    for (auto [i, point] : llvm::enumerate(points)) {
      std::int64_t part = rise / static_cast<std::int64_t>(points.size() - i);
      rise -= part;
      offset -=
          part * (OtherRegisters + priceWords(priced, problem, point, part));
    }
    LabelSolution solution = cheapestLabels(priced, labels, Effort);
    std::int64_t bound =
        std::min(solution.bound - offset, found.bound + answer.mostCost);
    if (round == 0 || bound > answer.solution.bound) {
      answer.labels = std::move(priced);
      answer.offset = offset;
      answer.solution.bound = std::max(answer.solution.bound, bound);
    }
    if (solution.labels == labels)
      break;
    labels = std::move(solution.labels);
    use = useOf(problem, labels, price, least);
    std::int64_t cost = heddle::costOf(problem.labels(), labels);
    if (cost + use.cost >= answer.solution.cost)
      continue;
    answer.solution.labels = labels;
    answer.solution.cost = cost + use.cost;
    answer.with = use;
    answer.paid = cost - found.cost;
  }
  answer.solution.bound = std::min(answer.solution.bound, answer.solution.cost);
  return answer;
}

} // namespace heddle
