//===- LayoutProblem.h - The choice of layouts as labels --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All layouts of a program at once, as one problem of labels (LabelChoice.h),
/// so that the cheapest of them can be found, and how far an answer can be from
/// it.
///
/// *Offers*: each layout that some op starts from is spread over the sites that
/// it reaches, and each site takes it at the port where it arrives first.
///
/// *Sites* are variables, whose labels are what they have and what they were
/// offered; a label costs what the op does with these layouts. But an op of one
/// result that may be done again is none: it is done once for each layout that
/// somebody needs and that is cheaper computed than converted.
///
/// *Values* are variables for each layout in which they may be wanted, which
/// say how the value is had in it:
///
///     no                  what wants it then is not possible
///     made                by its op, on operands that are had in the layouts
///                         that this takes
///     converted from L    from what is made with layout L, of a few that are
///                         near; or from whatever the value's site has
///
/// So each conversion is paid once, whoever shares it, and what is made again
/// shares its operands, as in Rematerialization.h. A value of one use that can
/// not be made again has a cost for each pair of layouts instead.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_LAYOUTPROBLEM_H
#define HEDDLE_ANALYSIS_LAYOUTPROBLEM_H

#include "heddle/analysis/Rematerialization.h"
#include "heddle/solve/LabelChoice.h"

namespace heddle {

class LayoutProblem {
public:
  /// Which conversions are planned for their price.
  enum class Planned {
    /// Those that may cost less than all does now. Others have a lower bound as
    /// their price, and no choice that is better than the graph has them.
    Useful,
    All
  };
  /// With the layouts that ops start from, those of the graph, and more if
  /// there are any, which are offered to all values that may have them.
  explicit LayoutProblem(LayoutGraph &graph, Planned planned = Planned::Useful,
                         llvm::ArrayRef<mlir::Attribute> more = {});

  const LabelChoice &labels() const { return choice; }
  /// What is paid in any case, beside the costs of labels.
  std::int64_t constant() const { return fixedCost; }
  /// The graph as it was; values are made again or converted as is cheapest.
  std::vector<unsigned> start();
  /// Gives the graph the layouts of these labels. A value that is made with
  /// several gets the one from which it is converted, or the first.
  void apply(llvm::ArrayRef<unsigned> labels);

  /// A conversion that labels stand for.
  struct Conversion {
    mlir::Value value;
    mlir::Attribute from, to;
  };
  std::vector<Conversion> conversions(llvm::ArrayRef<unsigned> labels) const;

  /// A variable and one of its labels.
  using Label = std::pair<unsigned, unsigned>;
  /// A value that is in registers in a layout where all of these labels, two at
  /// most, are chosen.
  struct Held {
    enum class By : std::uint8_t {
      Definition, ///< in the layout that the value has itself
      Making,     ///< for those who use it in this layout
      Conversion  ///< the same, where they do
    };
    mlir::Value value;
    mlir::Attribute layout;
    By by = By::Definition;
    llvm::SmallVector<Label, 2> labels = {};
  };
  /// All that may be; those that are with these labels.
  std::vector<Held> held() const;
  std::vector<Held> held(llvm::ArrayRef<unsigned> labels) const;
  /// May a use take its value in that layout?
  bool mayWant(const LayoutGraph::Use &use, mlir::Attribute layout) const;

  /// How to do without a conversion.
  enum class Without {
    Making, ///< its value is made in the new layout
    Using   ///< nothing uses its value in the new layout
  };
  /// What all costs more then than a solution that has the conversion, if the
  /// others change as is cheapest, with these costs of the problem's labels;
  /// nothing where that cannot be. Not negative if the solution is the cheapest
  /// with these costs.
  std::optional<std::int64_t> excess(LabelChoice labels,
                                     llvm::ArrayRef<unsigned> solution,
                                     const Conversion &conversion,
                                     Without without) const;

private:
  /// The layouts with which a value's op makes it, and what the op costs then;
  /// null if it cannot.
  struct Making {
    const PortLayouts *layouts = nullptr;
    double cycles = 0;
  };
  /// A value in a layout.
  struct Wanted {
    mlir::Value value;
    mlir::Attribute layout;
    /// What defines the value, and whether that is done as often as is needed.
    std::optional<LayoutPort> port;
    bool isFree;
    Making making;
    /// Labels, in this order: no; made, if that is possible; converted from
    /// each of these layouts, or, if there are none, from what the site has.
    llvm::SmallVector<mlir::Attribute, 2> sources;
    /// What it costs to convert from each.
    llvm::SmallVector<std::int64_t, 2> sourceCosts;

    static constexpr unsigned No = 0, Made = 1;
    bool canBeMade() const { return making.layouts != nullptr; }
    unsigned firstConversion() const { return canBeMade() ? 2 : 1; }
    unsigned labels() const {
      return firstConversion() +
             std::max(1U, static_cast<unsigned>(sources.size()));
    }
  };
  using WantedKey = std::pair<mlir::Value, mlir::Attribute>;

  void findLeastWork();
  void offerAll(llvm::ArrayRef<LayoutOffer> spread);
  /// Is the op, or that of the value, done as often as is needed?
  static bool isFreeSite(const LayoutSite &site);
  bool isFree(mlir::Value value) const;
  /// What a conversion costs, at least if it is not planned; nothing if the
  /// value is made again for no more.
  std::optional<double> cheaperConversion(mlir::Value value,
                                          mlir::Attribute from,
                                          mlir::Attribute to);
  /// Is a value made for no more than it is converted, in each layout that its
  /// op was offered?
  bool isMadeForLess(mlir::Value value);
  bool needsVariables(mlir::Value value,
                      llvm::ArrayRef<LayoutGraph::Use> uses) const;
  void want(mlir::Value value, mlir::Attribute layout);
  void findHowToMake(Wanted &each);
  /// Of what is made, each operand and the layout that it takes.
  template <typename Function>
  void forOperands(const Wanted &each, Function function) const;
  void findWanted();
  /// Finds layouts in which a value is made and from which it may be converted.
  void findSources(Wanted &each, llvm::ArrayRef<mlir::Attribute> made);
  void findLabels();
  void addSites();
  void addWanted(const Wanted &each);
  void addSources(const Wanted &each);
  void addUse(const LayoutGraph::Use &use);
  void addDirectUse(const LayoutGraph::Use &use);
  /// Adds to what two labels cost together.
  void charge(unsigned first, unsigned firstLabel, unsigned second,
              unsigned secondLabel, std::int64_t cost);
  void forbid(unsigned first, unsigned firstLabel, unsigned second,
              unsigned secondLabel) {
    charge(first, firstLabel, second, secondLabel, ForbiddenCost);
  }
  /// Forbids all labels of the second but one with that of the first.
  void allowOnly(unsigned first, unsigned firstLabel, unsigned second,
                 unsigned secondLabel);
  /// The costs of two variables, the first of which has the lower number.
  LabelPair &pairOf(unsigned first, unsigned second);
  /// The layouts of a port with each of its site's labels.
  llvm::SmallVector<mlir::Attribute> layoutsAt(LayoutPort port) const;
  /// Has the value as the graph, as it is, would have it.
  void provide(const Wanted &each, std::vector<unsigned> &labels);
  /// `others` is what labels with the conversion cost beside it, more than the
  /// least that their variables cost.
  std::int64_t converting(mlir::Value value, mlir::Attribute from,
                          mlir::Attribute to, double others = 0);
  /// What an op costs with a label of its site more than with the cheapest.
  double excessOf(unsigned site, unsigned label) const {
    return work[site][label] - leastWork[site];
  }
  /// With the labels that may be chosen.
  template <typename Filter, typename Function>
  void forHeld(Filter mayBe, Function function) const;
  const Wanted *find(mlir::Value value, mlir::Attribute layout) const;
  /// Forbids labels with which a port has another layout.
  void insist(LabelChoice &labels, LayoutPort port,
              mlir::Attribute layout) const;
  void insist(LabelChoice &labels, const Wanted &each, unsigned label) const;
  /// False if nothing may be chosen there.
  bool makeInNew(LabelChoice &labels, const Conversion &conversion) const;
  bool useInOld(LabelChoice &labels, const Conversion &conversion) const;
  unsigned variableOf(const Wanted &each) const {
    return static_cast<unsigned>(offers.size() + (&each - wanted.data()));
  }

  LayoutGraph &graph;
  Rematerialization now;
  /// Conversions that cost so much at least are not planned: the whole cost
  /// now, less what ops cost at least.
  double mostCycles;
  /// Of each site, what it has first.
  std::vector<llvm::SmallVector<PortLayouts, 2>> offers;
  /// What the op costs with each of them, and the least of that.
  std::vector<llvm::SmallVector<double, 2>> work;
  std::vector<double> leastWork;
  /// Their variables stand behind those of the sites.
  std::vector<Wanted> wanted;
  llvm::DenseMap<WantedKey, unsigned> numbers;
  llvm::SetVector<mlir::Value> withVariables;
  LabelChoice choice;
  /// The numbers of the choice's pairs, by their variables in order.
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> pairs;
  std::int64_t fixedCost = 0;
};

} // namespace heddle

#endif // HEDDLE_ANALYSIS_LAYOUTPROBLEM_H
