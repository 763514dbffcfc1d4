//===- heddle-mutants.cpp - Does the simulator notice ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reasons.h"
#include "RunSetup.h"
#include "heddle/sim/Simulator.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>

namespace heddle {

using namespace mlir;

namespace {

struct Options {
  RunOptions run;
  std::string target;
  std::vector<std::uint32_t> grid = {1};
  /// How many mistakes are made, of all that there are.
  std::size_t most = ~std::size_t(0);
};

/// What a kernel left behind.
struct Run {
  /// Null if the simulator refused it.
  std::optional<sim::Outcome> outcome;
  sim::GlobalMemory memory;

  bool isLike(Run &other) {
    auto &mine = memory.all(), &theirs = other.memory.all();
    for (std::size_t index = 0; index < mine.size(); ++index)
      if (mine[index].bytes != theirs[index].bytes ||
          mine[index].isDefined != theirs[index].isDefined)
        return false;
    return true;
  }
};

/// What is given to a kernel, and the order of warps that the seed chooses.
struct Inputs {
  sim::GlobalMemory memory;
  std::vector<std::uint64_t> arguments;
  std::uint64_t seed;
};

/// The same with another integer for one of the arguments, of each a few: loops
/// that have no iterations, one, and more than before. Those that are known to
/// be multiples of 16 stay so.
std::vector<Inputs> withOtherIntegers(simt::KernelOp kernel,
                                      const Inputs &inputs) {
  std::vector<Inputs> all;
  for (auto [index, type] :
       llvm::enumerate(kernel.getBody().getArgumentTypes())) {
    if (!type.isInteger(32) || index >= inputs.arguments.size())
      continue;
    constexpr std::uint64_t One = 16, Times = 3;
    for (std::uint64_t other :
         {std::uint64_t(0), One, Times * inputs.arguments[index]}) {
      all.push_back(inputs);
      all.back().arguments[index] = other;
    }
  }
  return all;
}

/// The same buffers with other contents: all turned round by some elements, so
/// that what was an index still is one. A maximum shows one mistake with these
/// numbers, another with those.
sim::GlobalMemory turned(const sim::GlobalMemory &memory, unsigned quarters) {
  constexpr std::size_t Step = 16;
  sim::GlobalMemory other = memory;
  for (sim::Buffer &buffer : other.all()) {
    if (buffer.name.starts_with("the tensor map of "))
      continue;
    auto by = static_cast<std::ptrdiff_t>(buffer.bytes.size() / 4 * quarters /
                                          Step * Step);
    std::rotate(buffer.bytes.begin(), buffer.bytes.begin() + by,
                buffer.bytes.end());
  }
  return other;
}

template <class Op> void eraseAll(simt::KernelOp kernel) {
  kernel.walk([](Op op) { op.erase(); });
}

class Mutants {
public:
  Mutants(simt::KernelOp kernel, const Target &target,
          const sim::GlobalMemory &memory, sim::Launch launch)
      : kernel(kernel), target(target), memory(memory),
        launch(std::move(launch)), seed(this->launch.seed) {
    add({memory, this->launch.arguments, seed});
    isFirstRight = !contents.empty();
  }

  /// Whether the kernel comes to its end with what it is given.
  bool isRight() const { return isFirstRight; }

  /// How the mistake is noticed, or why there is nothing to notice.
  nlohmann::ordered_json judge(const Mutation &mutation) {
    nlohmann::ordered_json json = {{"mutant", describe(kernel, mutation)}};
    std::string place;
    kernel.walk([&, number = 0U](Operation *op) mutable {
      if (number++ == mutation.op)
        llvm::raw_string_ostream(place) << op->getLoc();
    });
    json["location"] = place;
    std::string noticed = difference(contents.front(), mutation);
    if (noticed.empty())
      addOtherContents();
    for (Given &given : llvm::drop_begin(contents))
      if (noticed.empty())
        noticed = difference(given, mutation);
    if (noticed.empty())
      json["survives"] = survival(mutation);
    else
      json["noticed"] = noticed;
    return json;
  }

private:
  /// What the kernel is given and what comes out of that.
  struct Given {
    Inputs inputs;
    Run right;
  };

  /// Unless the kernel does not come to its end with them.
  void add(Inputs inputs) {
    Run right = run(inputs, [](simt::KernelOp) {});
    bool isRight = right.outcome && !right.outcome->trap;
    if (contents.empty() && right.outcome) {
      // What goes on for much longer than it should never ends.
      constexpr std::uint64_t Times = 4, AtLeast = 100000;
      std::uint64_t all = 0;
      for (std::uint64_t each : right.outcome->counters.instructions)
        all += each;
      launch.maxInstructions = Times * all + AtLeast;
    }
    if (isRight)
      contents.push_back(
          {.inputs = std::move(inputs), .right = std::move(right)});
  }

  /// Once a mistake was not noticed with what is given.
  void addOtherContents() {
    if (std::exchange(hasOtherContents, true))
      return;
    constexpr unsigned Quarters = 4;
    for (unsigned quarters = 1; quarters < Quarters; ++quarters)
      add({turned(memory, quarters), launch.arguments, seed + quarters});
    std::uint64_t another = seed + Quarters;
    for (Inputs &other :
         withOtherIntegers(kernel, {memory, launch.arguments, seed})) {
      other.seed = another++;
      add(std::move(other));
    }
  }

  /// Nothing if the mistake makes none.
  std::string difference(Given &given, const Mutation &mutation) {
    Run changed =
        run(given.inputs, [&](simt::KernelOp copy) { mutate(copy, mutation); });
    if (!changed.outcome)
      return "refused";
    if (changed.outcome->trap)
      return "trap: " + changed.outcome->trap->message;
    return changed.isLike(given.right) ? "" : "other results";
  }

  /// Why nothing was to be noticed, if that is known.
  std::string survival(const Mutation &mutation) {
    if (mutation.mistake == Mistake::NoBarrier && mayOrderGlobalMemory(kernel))
      return "order of global memory, not seen";
    auto traps = [&](llvm::function_ref<void(simt::KernelOp)> change) {
      return llvm::any_of(contents, [&](Given &given) {
        Run other = run(given.inputs, change);
        return !other.outcome || other.outcome->trap;
      });
    };
    auto meets = [&](Probe probe) {
      return traps(
          [&](simt::KernelOp copy) { insertProbe(copy, mutation, probe); });
    };
    // A loop without masks may have no iterations with these numbers.
    if (!meets(Probe::All))
      return "not executed";
    if (mutation.mistake == Mistake::NoBarrier)
      return barrierSurvival(mutation, traps);
    if (mutation.mistake == Mistake::NoFence && !threadsUseSharedMemory(kernel))
      return "no thread accesses shared memory";
    if (mutation.mistake == Mistake::NoFence)
      return traps(eraseAll<simt::ProxyFenceOp>) ? "another fence suffices"
                                                 : "unnoticed";
    // A copy that nobody waits for comes too late. Since nothing is different,
    // this one has been waited for all the same.
    if (mutation.mistake == Mistake::NoCommit)
      return traps(eraseAll<simt::AsyncCommitOp>) ? "another group suffices"
                                                  : "unnoticed";
    if (isUnused(mutation))
      return "the mbarrier is not used";
    if (mutation.mistake == Mistake::NoBoxOp ||
        mutation.mistake == Mistake::LaterBoxWait)
      return traps([&](simt::KernelOp copy) { eraseAllLike(copy, mutation); })
                 ? "another one suffices"
                 : "unnoticed";
    if (isOfBox(mutation))
      return "unnoticed";
    if (isOfCopy(mutation))
      return traps(eraseAll<simt::AsyncWaitOp>) ? "another wait suffices"
                                                : "unnoticed";
    // What is under way cannot be looked at.
    if (isOfProduct(mutation) && mutation.mistake != Mistake::OtherFragment &&
        mutation.mistake != Mistake::OtherScale)
      return "unnoticed";
    if (!meets(Probe::Changed))
      return isOfPredicate(mutation) ? "same predicate" : "same values";
    if (isOfProduct(mutation))
      return "unnoticed";
    if (!isOfPredicate(mutation)) {
      if (!traps([&](simt::KernelOp copy) { forgetChanged(copy, mutation); }))
        return "of no use in these lanes";
      return reachesTheSameLanes(kernel, mutation) ? "same lanes, other order"
                                                   : "lost in what follows";
    }
    if (!meets(Probe::Lost))
      return "more lanes, same results";
    // What some lanes no longer store or copy others do, the same: all may, or,
    // of copies, which must not meet, all others may instead.
    Mutation all = {.mistake = Mistake::TruePredicate, .op = mutation.op},
             none = {.mistake = Mistake::FalsePredicate, .op = mutation.op};
    bool isMany = mutation.mistake != Mistake::FalsePredicate &&
                  (isNoticed(none) || !isNoticed(all));
    return isMany ? "other lanes, same results" : "unnoticed";
  }

  bool isNoticed(const Mutation &mutation) {
    return llvm::any_of(contents, [&](Given &given) {
      return !difference(given, mutation).empty();
    });
  }

  /// Nobody misses an mbarrier that is neither made nor ended, and nobody waits
  /// for ever if it wants more arrivals.
  bool isUnused(const Mutation &mutation) {
    auto init = dyn_cast<simt::MbarrierInitOp>(findOp(kernel, mutation.op));
    if (!init || !isOfBox(mutation) ||
        isNoticed({.mistake = Mistake::MoreArrivals, .op = mutation.op}))
      return false;
    return llvm::all_of(contents, [&](Given &given) {
      Run other = run(given.inputs, [&](simt::KernelOp copy) {
        eraseMbarrier(copy, mutation);
      });
      return other.outcome && !other.outcome->trap && other.isLike(given.right);
    });
  }

  /// A barrier of the source may be needed by nothing: then the compiler puts
  /// none there. Of those that it puts before arrivals, for others to have left
  /// their waits, one in each iteration may do.
  std::string barrierSurvival(
      const Mutation &mutation,
      llvm::function_ref<bool(llvm::function_ref<void(simt::KernelOp)>)>
          traps) {
    if (!needsBarrier(kernel, mutation))
      return "no access needs it";
    if (!needsBarrierInLoops(kernel, mutation))
      return "of use only to loops without iterations";
    return isBeforeArrival(kernel, mutation) && traps(eraseBeforeArrivals)
               ? "another barrier suffices"
               : "unnoticed";
  }

  Run run(const Inputs &inputs,
          llvm::function_ref<void(simt::KernelOp)> change) {
    OwningOpRef<ModuleOp> module = ModuleOp::create(kernel.getLoc());
    auto copy = cast<simt::KernelOp>(kernel->clone());
    module->push_back(copy);
    change(copy);
    Run done = {.outcome = {}, .memory = inputs.memory};
    sim::Launch changed = launch;
    changed.arguments = inputs.arguments;
    changed.seed = inputs.seed;
    auto outcome = sim::simulate(copy, target, done.memory, changed);
    if (succeeded(outcome))
      done.outcome = std::move(*outcome);
    return done;
  }

  simt::KernelOp kernel;
  const Target &target;
  const sim::GlobalMemory &memory;
  sim::Launch launch;
  /// Of the first contents; others have others.
  std::uint64_t seed;
  std::vector<Given> contents;
  bool isFirstRight = false, hasOtherContents = false;
};

int fail(const std::string &message) {
  std::cerr << "heddle-mutants: error: " << message << "\n";
  return 1;
}

int runMutants(Options options) {
  Result<const Target *> target = findTarget(options.target);
  if (!target)
    return fail(target.error().text());
  options.run.compile.target = *target;
  std::copy(options.grid.begin(), options.grid.end(), options.run.grid.begin());
  Reported<RunSetup> setup = RunSetup::make(options.run);
  if (!setup)
    return 1;
  sim::GlobalMemory memory;
  sim::Launch launch;
  launch.grid = options.run.grid;
  launch.arguments = placeArguments(setup->arguments, memory);
  launch.seed = options.run.seed;
  Mutants mutants(setup->kernel, **target, memory, launch);
  if (!mutants.isRight())
    return fail("expects a kernel that comes to its end");
  std::vector<Mutation> all = findMutations(setup->kernel), some;
  std::mt19937_64 random(options.run.seed);
  std::sample(all.begin(), all.end(), std::back_inserter(some),
              static_cast<std::ptrdiff_t>(std::min(options.most, all.size())),
              random);
  for (const Mutation &mutation : some)
    std::cout << mutants.judge(mutation).dump() << std::endl;
  return 0;
}

} // namespace

} // namespace heddle

int main(int argc, char **argv) {
  heddle::Options options;
  CLI::App program("Makes mistakes in a kernel, one at a time, and prints "
                   "whether the simulator notices: a line of JSON for each.");
  program.add_option("FILE", options.run.compile.input, "TTIR or TTGIR")
      ->required();
  program.add_option("--target", options.target, "the GPU")->required();
  program.add_option("--num-warps", options.run.compile.numWarps, "of TTIR");
  program.add_option("--num-ctas", options.run.compile.numCTAs,
                     "blocks of a cluster, of TTIR");
  program.add_option("--entry", options.run.compile.entry, "the kernel");
  program.add_option("--grid", options.grid, "programs along x,y,z")
      ->delimiter(',')
      ->expected(1, 3);
  program
      .add_option("--arg", options.run.arguments, "KEY=VALUE, as of heddle sim")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  program.add_option("--seed", options.run.seed, "as of heddle sim");
  program.add_option("--most", options.most,
                     "so many mistakes, chosen by the seed");
  CLI11_PARSE(program, argc, argv);
  return heddle::runMutants(options);
}
