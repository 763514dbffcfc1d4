//===- RemoveLayoutConversions.cpp - Fewer conversions --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses layouts for the whole program (LayoutProblem.h) and gives them to it:
// types change in place, all conversions go, and where a value is used with
// another layout than it has, it is made once more if that is cheaper than
// converting it, and converted otherwise.
//
//===----------------------------------------------------------------------===//

#include "ChangeLayout.h"
#include "WishedLayouts.h"
#include "heddle/analysis/LayoutRegisters.h"
#include "heddle/analysis/Rematerialization.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/transforms/LayoutChoice.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "rules/RulePhases.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONGPUREMOVELAYOUTCONVERSIONS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// A block of an op of this one that has all users in it; null if there is
/// none, or if it is run again and again: a conversion is priced for one time,
/// and its operand takes registers during the loop if its result does not.
Block *blockWithin(Block &block, llvm::ArrayRef<Operation *> users) {
  Operation *around = block.findAncestorOpInBlock(*users.front());
  if (around == users.front() || isa<LoopLikeOpInterface>(around))
    return nullptr;
  for (Region &region : around->getRegions())
    for (Block &inner : region)
      if (llvm::all_of(users, [&](Operation *user) {
            return inner.findAncestorOpInBlock(*user) != nullptr;
          }))
        return &inner;
  return nullptr;
}

/// Gives a program the layouts that a graph has chosen.
class LayoutRewriter {
public:
  LayoutRewriter(Operation *root, LayoutGraph &graph)
      : root(root), graph(graph), again(graph) {}

  void run();

private:
  using Wanted = std::pair<Value, Attribute>;
  struct Replacement {
    OpOperand *operand;
    Value value;
  };

  Value provide(Value value, Attribute layout);
  Value remake(LayoutPort port, Attribute layout);
  Value convert(Value value, Attribute layout);
  void retype(const LayoutSite &site);
  void sink(ttg::ConvertLayoutOp convert);
  void eraseDead();

  Operation *root;
  LayoutGraph &graph;
  Rematerialization again;
  llvm::DenseMap<Wanted, Value> provided;
  std::vector<ttg::ConvertLayoutOp> conversions;
};

Value LayoutRewriter::provide(Value value, Attribute layout) {
  Attribute now = graph.layoutOf(value);
  if (now == layout)
    return value;
  auto known = provided.find({value, layout});
  if (known != provided.end())
    return known->second;
  Value result = again.isMadeAgain(value, layout)
                     ? remake(*graph.definition(value), layout)
                     : convert(value, layout);
  provided[{value, layout}] = result;
  return result;
}

Value LayoutRewriter::remake(LayoutPort port, Attribute layout) {
  const LayoutSite &site = graph.sites()[port.site];
  const PortLayouts &layouts =
      graph.recipe(site.defs[port.port], layout).layouts;
  llvm::SmallVector<Value, 4> operands;
  for (auto [i, use] : llvm::enumerate(site.uses))
    operands.push_back(
        provide(beforeConversions(use->get()), layouts[site.defs.size() + i]));
  OpBuilder builder(site.op->getContext());
  builder.setInsertionPointAfter(site.op);
  Operation *again = builder.clone(*site.op);
  for (auto [use, operand] : llvm::zip(site.uses, operands))
    again->setOperand(use->getOperandNumber(), operand);
  for (auto [i, def] : llvm::enumerate(site.defs))
    setLayout(again->getResult(cast<OpResult>(def).getResultNumber()),
              layouts[i]);
  setLayoutOfElements(again);
  return again->getResult(
      cast<OpResult>(site.defs[port.port]).getResultNumber());
}

Value LayoutRewriter::convert(Value value, Attribute layout) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  auto type = cast<RankedTensorType>(value.getType()).cloneWithEncoding(layout);
  auto op = ttg::ConvertLayoutOp::create(builder, value.getLoc(), type, value);
  conversions.push_back(op);
  return op;
}

void LayoutRewriter::retype(const LayoutSite &site) {
  for (auto [i, def] : llvm::enumerate(site.defs))
    setLayout(def, site.layouts[i]);
  if (site.kind == LayoutSite::Kind::Computation)
    setLayoutOfElements(site.op);
}

// Behind accesses to memory that do not wait for it, and out of the way until
// it is needed.
void LayoutRewriter::sink(ttg::ConvertLayoutOp convert) {
  llvm::SmallVector<Operation *> users(convert->getUsers());
  Block *block = convert->getBlock();
  bool isElsewhere = llvm::any_of(users, [&](Operation *user) {
    return block->findAncestorOpInBlock(*user) == nullptr;
  });
  if (users.empty() || isElsewhere)
    return;
  while (Block *inner = blockWithin(*block, users))
    block = inner;
  Operation *first = nullptr;
  for (Operation *user : users) {
    Operation *at = block->findAncestorOpInBlock(*user);
    if (first == nullptr || at->isBeforeInBlock(first))
      first = at;
  }
  convert->moveBefore(first);
}

void LayoutRewriter::eraseDead() {
  std::vector<Operation *> ops;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op))
      op->erase();
}

void LayoutRewriter::run() {
  // A kept value has the type that it keeps; the others get theirs first, so
  // that what is made from them has it too.
  llvm::SmallVector<std::pair<const LayoutGraph::Use *, Attribute>> wanted;
  for (const auto &[value, uses] : graph.uses())
    for (const LayoutGraph::Use &use : uses)
      wanted.emplace_back(&use, graph.wantedBy(use));
  for (const LayoutSite &site : graph.sites())
    retype(site);
  llvm::SmallVector<Replacement> replacements;
  for (auto [use, layout] : wanted)
    replacements.push_back({use->operand, provide(use->source, layout)});
  for (auto [operand, value] : replacements)
    operand->set(value);
  for (ttg::ConvertLayoutOp convert : llvm::reverse(conversions))
    sink(convert);
  eraseDead();
}

/// What was chosen, of which problem, and what registers said if anything.
struct ChosenLayouts {
  std::optional<LayoutProblem> problem;
  LabelSolution solution;
  std::optional<RegisterAnswer> registers = std::nullopt;
};

/// Of what was chosen, without the price of its registers.
double cyclesWithoutRegisters(const ChosenLayouts &chosen) {
  std::int64_t cost = chosen.solution.cost + chosen.problem->constant();
  if (chosen.registers)
    cost -= chosen.registers->with.cost;
  return cyclesOfCost(cost);
}

PricedRegisters priced(const RegisterUse &use) {
  return {.location = use.fullest->getLoc(),
          .registers = use.registers,
          .blocks = use.blocks,
          .cycles = cyclesOfCost(use.cost)};
}

// Choosing stops earlier.
std::int64_t proof(const LabelChoice &labels, const LabelSolution &known) {
  constexpr LabelEffort Proof = {
      .mostEntries = 250'000'000, .mostMerges = 40, .mostPace = 1000};
  if (known.isCheapest())
    return known.bound;
  return cheapestLabels(labels, known.labels, Proof).bound;
}

std::int64_t boundOf(const ChosenLayouts &chosen) {
  if (!chosen.registers)
    return proof(chosen.problem->labels(), chosen.solution);
  const RegisterAnswer &answer = *chosen.registers;
  if (answer.solution.isCheapest())
    return answer.solution.bound;
  auto proofOf = [&](const LabelChoice &labels) {
    return proof(labels, {.labels = answer.solution.labels,
                          .cost = costOf(labels, answer.solution.labels),
                          .bound = 0});
  };
  return std::max(answer.solution.bound,
                  std::min({proofOf(answer.labels) - answer.offset,
                            proofOf(chosen.problem->labels()) + answer.mostCost,
                            answer.solution.cost}));
}

LayoutChoice explain(const ChosenLayouts &chosen) {
  const LayoutProblem &problem = *chosen.problem;
  const LabelSolution &solution = chosen.solution;
  LayoutChoice choice = {
      .cycles = cyclesOfCost(solution.cost + problem.constant()),
      .bound = cyclesOfCost(boundOf(chosen) + problem.constant()),
      .conversions = {},
      .wishes = {}};
  if (chosen.registers) {
    choice.registers = priced(chosen.registers->with);
    if (chosen.registers->isDecisive())
      choice.decision = {.without = priced(chosen.registers->without),
                         .paid = cyclesOfCost(chosen.registers->paid)};
  }
  using Without = LayoutProblem::Without;
  for (const LayoutProblem::Conversion &each :
       problem.conversions(solution.labels)) {
    auto excess = [&](Without without) {
      const LabelChoice &labels =
          chosen.registers ? chosen.registers->labels : problem.labels();
      std::optional<std::int64_t> cost =
          problem.excess(labels, solution.labels, each, without);
      return cost ? std::optional(cyclesOfCost(*cost)) : std::nullopt;
    };
    choice.conversions.push_back({.location = each.value.getLoc(),
                                  .from = each.from,
                                  .to = each.to,
                                  .madeOtherwise = excess(Without::Making),
                                  .usedOtherwise = excess(Without::Using)});
  }
  return choice;
}

class TritonGPURemoveLayoutConversions
    : public impl::TritonGPURemoveLayoutConversionsBase<
          TritonGPURemoveLayoutConversions> {
public:
  using Base = impl::TritonGPURemoveLayoutConversionsBase<
      TritonGPURemoveLayoutConversions>;
  explicit TritonGPURemoveLayoutConversions(
      const TritonGPURemoveLayoutConversionsOptions &options = {},
      LayoutChoice *choice = nullptr)
      : Base(options), choice(choice) {}

  void runOnOperation() final {
    if (costModel == CostModel::Triton)
      removeByRules();
    else
      chooseLayouts();
  }

private:
  void removeByRules() {
    rules::RuleOptions options = {.phases = {},
                                  .splits = !disableRematSplitting};
    for (const std::string &name : phases) {
      std::optional<rules::RulePhase> phase = rules::phaseNamed(name);
      if (!phase) {
        getOperation().emitError()
            << "expects one of "
            << llvm::join(llvm::make_first_range(rules::PhaseNames), ", ")
            << " as 'phases', but got '" << name << "'";
        return signalPassFailure();
      }
      options.phases.push_back(*phase);
    }
    rules::removeConversions(getOperation(), options);
  }

  void chooseLayouts() {
    ModuleOp module = getOperation();
    const Target &target = ir::assumedTargetOf(module);
    FailureOr<std::vector<LayoutWish>> said = layoutWishes(module);
    if (failed(said))
      return signalPassFailure();
    WishedLayouts wishes(module, target, numStages, std::move(*said));
    LayoutGraph graph(module, target, numStages, wishes.all());
    graph.improve();
    using Planned = LayoutProblem::Planned;
    ChosenLayouts chosen;
    LayoutProblem &problem =
        chosen.problem.emplace(graph, choice ? Planned::All : Planned::Useful);
    chosen.solution = cheapestLabels(problem.labels(), problem.start());
    if (!wishes.all().empty() &&
        (wishes.ruleOutWhatIsKept() ||
         chosen.solution.cost + problem.constant() >= ForbiddenCost)) {
      wishes.report(wishes.conflict());
      return signalPassFailure();
    }
    problem.apply(chosen.solution.labels);
    priceRegisters(graph, chosen);
    if (choice != nullptr) {
      *choice = explain(chosen);
      choice->wishes = wishes.prices(graph, cyclesWithoutRegisters(chosen));
    }
    LayoutRewriter(module, graph).run();
  }

  /// Chooses again where others take so few registers that more blocks fit.
  /// What is dear may be worth it then, so that all conversions are planned.
  void priceRegisters(LayoutGraph &graph, ChosenLayouts &chosen) {
    LayoutRegisters registers(getOperation(), graph,
                              ir::assumedTargetOf(getOperation()), numStages);
    auto choose = [&] {
      chosen.registers.reset();
      if (registers.matter(*chosen.problem, chosen.solution))
        chosen.registers = registers.cheapest(*chosen.problem, chosen.solution);
      return chosen.registers && chosen.registers->isDecisive();
    };
    if (choose()) {
      chosen.problem.emplace(graph, LayoutProblem::Planned::All);
      chosen.solution =
          cheapestLabels(chosen.problem->labels(), chosen.problem->start());
      choose();
    }
    if (!chosen.registers)
      return;
    chosen.solution = chosen.registers->solution;
    chosen.problem->apply(chosen.solution.labels);
  }

  LayoutChoice *choice;
};

} // namespace

std::unique_ptr<Pass>
createTritonGPURemoveLayoutConversions(unsigned stages, LayoutChoice *choice) {
  TritonGPURemoveLayoutConversionsOptions options;
  options.numStages = static_cast<std::int32_t>(stages);
  return std::make_unique<TritonGPURemoveLayoutConversions>(options, choice);
}

} // namespace heddle
