//===- LayoutGraph.h - Which layouts a program could have -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The choice of layouts, as a graph. Conversions are left out: a value is
/// whatever they are made from, and wherever it is used with another layout
/// than it has, one is needed.
///
/// What moves no data between threads may have any layout that passes through
/// it (LayoutFlow.h), and is a *site*: an elementwise op, a view, a range, a
/// reduction, what a loop carries, what a branch results in, what is waited
/// for. Its *ports* are the tensors that it defines and uses; they get layouts
/// together. Accesses of memory, gathers, prints take any layout too, at the
/// cost that their accesses have with it; each of their tensors is a site of
/// its own where the others do not matter. Whatever else consumes or produces a
/// tensor keeps its layout: loads of loops, which may be pipelined; accesses
/// whose pointers are arguments of the function, of whose addresses nothing is
/// known; products.
///
///     %p = tt.load %q : L1                       keeps L1
///     %c = ttg.convert_layout %p : L1 -> L0      left out
///     %e = math.exp2 %c : L0                     a site: L0, or L1
///     %s = ttg.convert_layout %e : L0 -> L1      left out
///     tt.store %q, %s : L1                       keeps L1
///
/// With L0 two conversions are needed, with L1 none. The graph costs what its
/// sites do (LayoutCosts.h), and, for each value and each layout beside its own
/// in which it is used, a conversion or, if that is cheaper, what the value is
/// made of once more (Rematerialization.h). What is in a loop counts several
/// times.
///
/// `improve` looks for the least cost. It lets the layout of an op that keeps
/// its layout flow to all the sites that it reaches; each of these can keep
/// what it has or take what it was offered, which is a choice between two ways
/// for each (BinaryChoice.h), made at once for all. That is repeated with the
/// next layout, until none makes the program cheaper. Costs never rise, and
/// what was found is consistent at each step. From there LayoutProblem.h goes
/// on, which chooses among all layouts at once.
///
/// It cannot express that two ops of one site have different layouts, or one
/// site two layouts, but for what can be made once more.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_LAYOUTGRAPH_H
#define HEDDLE_ANALYSIS_LAYOUTGRAPH_H

#include "heddle/analysis/LayoutCosts.h"
#include "heddle/analysis/LayoutWishes.h"
#include "heddle/ir/Ttng.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <deque>

namespace heddle {

/// Layouts of a site's ports: of what it defines, then of what it uses.
using PortLayouts = llvm::SmallVector<mlir::Attribute, 4>;

struct LayoutSite {
  enum class Kind : std::uint8_t {
    /// An op, or the part of one whose layouts go together.
    Computation,
    /// All ports have one layout.
    Carried
  };
  Kind kind;
  mlir::Operation *op;
  llvm::SmallVector<mlir::Value, 2> defs;
  llvm::SmallVector<mlir::OpOperand *, 2> uses;
  PortLayouts layouts;
  /// What the op costs with these.
  double cycles = 0;
  /// May the op be done again (`isCheap`)?
  bool isRepeatable = false;
  /// Layouts that are offered to others from here, by ports. Of an access of
  /// global memory: the one that was chosen for coalescing, and the one without
  /// gaps if it has some (NarrowLayout.h), at the first port. Of a block of a
  /// descriptor: that in which threads have rows, likewise.
  /// Of what moves data along an axis: those with which it moves less
  /// (AxisLayouts.h), at the first operand. What authors ask for, at the first
  /// port.
  llvm::SmallVector<std::pair<mlir::Attribute, unsigned>, 1> starts;

  unsigned ports() const {
    return static_cast<unsigned>(defs.size() + uses.size());
  }
  mlir::Value valueAt(unsigned port) const {
    return port < defs.size() ? defs[port] : uses[port - defs.size()]->get();
  }
};

/// A port of a site.
struct LayoutPort {
  unsigned site;
  unsigned port;
};

/// How an op is done once more to have its result in some layout.
struct Recipe {
  PortLayouts layouts;
  /// What it costs then; `ImpossibleCycles` if it may not be done again, or if
  /// there is no such layout for some of its tensors.
  double cycles = ImpossibleCycles;

  bool isPossible() const { return cycles < ImpossibleCycles; }
};

/// What a site could have.
struct LayoutOffer {
  unsigned site;
  PortLayouts layouts;
  /// What its op costs with these.
  double cycles;
};

/// A layout and the shape of the tensors that have it: with another shape the
/// same text may be another map.
using LayoutStart = std::pair<mlir::Attribute, llvm::ArrayRef<std::int64_t>>;

/// Costs as integers, for choices (BinaryChoice.h).
std::int64_t roundedCycles(double cycles);
double cyclesOfCost(std::int64_t cost);

/// May the op, or some of its tensors, have another layout than it has?
bool takesOtherLayouts(mlir::Operation *op);

/// What a value is before all conversions.
mlir::Value beforeConversions(mlir::Value value);

/// The layouts of all ports if one has this layout; none if there is no such
/// layout for some.
PortLayouts layoutsAround(const LayoutSite &site, unsigned port,
                          mlir::Attribute layout);

class LayoutGraph {
public:
  /// Of a program whose loops have so many stages, but for those that ask for
  /// another number. O(program).
  LayoutGraph(mlir::Operation *root, const Target &target, int stages,
              llvm::ArrayRef<LayoutWish> wishes = {});

  /// Chooses other layouts as long as the program gets cheaper. About as many
  /// cuts as there are layouts, some times over.
  void improve();

  /// The layouts of ops that keep theirs, in the program's order.
  llvm::SetVector<LayoutStart> startingLayouts() const;
  /// What each site that a layout reaches from such ops could have then: as it
  /// arrives first. O(program), and found once: whatever sites have now, it is
  /// the same.
  const std::vector<LayoutOffer> &spread(const LayoutStart &start);
  /// The same of a layout that no op starts from, as if each site did whose
  /// tensor may have it.
  std::vector<LayoutOffer> spreadEverywhere(mlir::Attribute layout);
  /// Gives a site these layouts.
  void assign(unsigned site, PortLayouts layouts);

  struct Use {
    mlir::OpOperand *operand;
    mlir::Value source;
    std::optional<LayoutPort> port;
    /// `definition(source)`.
    std::optional<LayoutPort> definition;
  };

  const std::vector<LayoutSite> &sites() const { return allSites; }
  /// Of each value, before conversions, its uses in the program's order.
  const llvm::MapVector<mlir::Value, std::vector<Use>> &uses() const {
    return usesOf;
  }
  /// The site that defines a value; none if its layout is kept.
  std::optional<LayoutPort> definition(mlir::Value value) const;
  mlir::Attribute layoutOf(mlir::Value value) const;
  /// Of its source.
  mlir::Attribute givenTo(const Use &use) const;
  mlir::Attribute wantedBy(const Use &use) const;

  /// A conversion of a value where it is defined; impossible for the result of
  /// an asynchronous product that nothing has waited for.
  double conversion(mlir::Value value, mlir::Attribute from,
                    mlir::Attribute to);
  /// What it costs about, and at least.
  double estimatedConversion(mlir::Value value, mlir::Attribute from,
                             mlir::Attribute to);
  double leastConversion(mlir::Value value, mlir::Attribute from,
                         mlir::Attribute to);
  /// Do both layouts have its elements in the same places?
  bool isSame(mlir::Value value, mlir::Attribute a, mlir::Attribute b);
  /// An op with these layouts, where it is.
  double work(const LayoutSite &site, const PortLayouts &layouts);
  /// The same where the op is done with the layouts `now`, too.
  double workAgain(const LayoutSite &site, const PortLayouts &now,
                   const PortLayouts &layouts);
  /// Of a value; one is found once.
  const Recipe &recipe(mlir::Value value, mlir::Attribute layout);
  /// A value and all that it is made of, once more; impossible if something of
  /// that is not cheap, or `depth` ops deep.
  double remaking(mlir::Value value, mlir::Attribute layout,
                  unsigned depth = 0);
  /// How many of a tensor's elements a thread holds with that layout, copies
  /// once.
  double elementsOfThread(mlir::Value value, mlir::Attribute layout) {
    return costs.elementsOfThread(
        mlir::cast<mlir::RankedTensorType>(value.getType()), layout);
  }
  /// Loads that loops are likely to run ahead as copies to shared memory.
  const llvm::SetVector<mlir::Operation *> &copiedLoads() const {
    return copies;
  }
  /// The cost of all, by estimates of conversions. Each value that is made once
  /// more pays for all that it is made of; `Rematerialization` may find less.
  double cost();

private:
  friend class LayoutProposal;

  void addSites(mlir::Operation *op);
  void addComputation(mlir::Operation *op, llvm::ArrayRef<mlir::Value> defs,
                      llvm::ArrayRef<mlir::OpOperand *> uses);
  void addCarried(mlir::Operation *op, llvm::ArrayRef<mlir::Value> defs,
                  llvm::ArrayRef<mlir::OpOperand *> uses);
  void addLoop(mlir::scf::ForOp loop);
  void addLoop(mlir::scf::WhileOp loop);
  void addBranch(mlir::scf::IfOp branch);
  void addWait(ttng::WarpGroupDotWaitOp wait);
  void addUses(mlir::Operation *op);
  void add(LayoutSite site);
  void addStarts(LayoutSite &site) const;
  /// Whether a layout made the program cheaper than the least so far.
  bool tryLayout(const LayoutStart &start, double &least);
  bool isUnderWay(mlir::Value value) const;
  double timesOf(mlir::Block *block);
  using PriceOfConversion = double (LayoutCosts::*)(mlir::RankedTensorType,
                                                    mlir::Attribute,
                                                    mlir::Attribute);
  /// A price of a conversion where the value is defined; of what a loop copies,
  /// what `conversion` says.
  double withoutPlan(mlir::Value value, mlir::Attribute from,
                     mlir::Attribute to, PriceOfConversion price);
  double providing(mlir::Value value, mlir::Attribute from, mlir::Attribute to);
  /// What it costs more to have all registers of a value with that layout, and
  /// of what it is made of, where accesses alone would need few of them.
  double havingAll(mlir::Value value, mlir::Attribute layout,
                   unsigned depth = 0);

  const Target &target;
  AxisFacts facts;
  LayoutCosts costs;
  llvm::SetVector<mlir::Operation *> copies;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<LayoutWish, 1>> wishesOf;
  std::vector<LayoutSite> allSites;
  llvm::DenseMap<mlir::Value, LayoutPort> definitions;
  llvm::DenseMap<mlir::OpOperand *, LayoutPort> users;
  llvm::MapVector<mlir::Value, std::vector<Use>> usesOf;
  /// What waits for products take.
  llvm::DenseSet<mlir::Value> awaited;
  llvm::DenseMap<std::pair<mlir::Value, mlir::Attribute>, double> remade,
      havings;
  llvm::DenseMap<std::tuple<mlir::Value, mlir::Attribute, mlir::Attribute>,
                 double>
      provisions;
  /// They stay where they are.
  std::deque<Recipe> allRecipes;
  llvm::DenseMap<std::pair<mlir::Value, mlir::Attribute>, const Recipe *>
      recipes;
  llvm::DenseMap<LayoutStart, std::vector<LayoutOffer>> offersOf;
  llvm::DenseMap<mlir::Block *, double> times;
};

} // namespace heddle

#endif // HEDDLE_ANALYSIS_LAYOUTGRAPH_H
