//===- Schedule.cpp - When warps do what ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <utility>

namespace heddle::sim {

Recording *recordingOf(const ThreadBlock &block) {
  Recording *recording = block.execution.recording;
  return recording != nullptr && !recording->isFull() &&
                 block.program == *block.execution.launch.timed
             ? recording
             : nullptr;
}

Step *Recording::current(unsigned warp) {
  return executing == warp ? &steps[warp].back() : nullptr;
}

void Recording::passBarrier(std::uint64_t warps, std::uint64_t begin) {
  ++events;
  for (unsigned warp = 0; warp < steps.size(); ++warp) {
    if ((warps >> warp & 1U) != 0)
      steps[warp].back().barrier = events;
    if ((begin >> warp & 1U) != 0)
      begins[warp] = events;
  }
}

std::uint32_t Recording::phaseOf(std::uint32_t at, std::uint64_t phase) {
  std::uint32_t &event = phases[{at, phase}];
  if (event == 0)
    event = ++events;
  return event;
}

void Recording::forgetPhases(std::uint32_t at) {
  std::erase_if(phases,
                [&](const auto &each) { return each.first.first == at; });
}

// A warp that stops before a wait comes to it again.
bool Recording::run(Warp &warp, const Instruction &each) {
  std::deque<Step> &own = steps[warp.number];
  Step &step = own.emplace_back(Step{.instruction = warp.next - 1});
  if (auto begin = begins.find(warp.number); begin != begins.end()) {
    step.begin = begin->second;
    begins.erase(begin);
  }
  executing = warp.number;
  const Profile &profile = warp.block->profile;
  AccessCounts before = profile.of(each);
  bool goesOn = each.run(warp, each);
  AccessCounts after = profile.of(each);
  auto grown = [&](std::uint64_t AccessCounts::*what) {
    return static_cast<std::uint32_t>(after.*what - before.*what);
  };
  step.accesses = grown(&AccessCounts::instructions);
  step.wavefronts = grown(&AccessCounts::wavefronts);
  step.sectors = grown(&AccessCounts::sectors);
  executing.reset();
  if (warp.state == WarpState::AtMbarrier) {
    if (step.begin != 0)
      begins[warp.number] = step.begin;
    own.pop_back();
    return goesOn;
  }
  ++count;
  return goesOn;
}

namespace {

/// Of the shared memory of another block, an estimate too.
constexpr double DistributedLatency = 200;
constexpr double GlobalLatency = 500, SectorsPerCycle = 2, SpecialCycles = 8;

class Scheduler {
public:
  Scheduler(const Code &code, const Recording &recording, const Target &target)
      : code(code), recording(recording), costs(target.costs),
        dependences(dependencesOf(code)),
        issueFree(static_cast<std::size_t>(
            std::max(1L, std::lround(1 / target.costs.issue)))),
        warps(recording.steps.size()) {
    for (WarpTime &warp : warps)
      warp.ready.resize(dependences.numbers);
    for (const std::deque<Step> &steps : recording.steps)
      for (const Step &step : steps) {
        ++events[step.barrier].missing;
        ++events[step.arrives].missing;
      }
  }

  Timeline run() {
    timeline.isCut = recording.isFull();
    while (std::optional<unsigned> next = chooseWarp())
      execute(*next);
    for (Span &span : timeline.spans)
      timeline.cycles = std::max(timeline.cycles, span.end);
    std::sort(timeline.spans.begin(), timeline.spans.end(),
              [](const Span &a, const Span &b) {
                return std::tuple(a.begin, a.warp, a.end) <
                       std::tuple(b.begin, b.warp, b.end);
              });
    timeline.warps = static_cast<unsigned>(warps.size());
    return std::move(timeline);
  }

private:
  using Ready = std::pair<double, std::uint32_t>;
  struct WarpTime {
    std::size_t next = 0;
    /// When the next instruction can be looked at.
    double free = 0;
    /// The barrier where it is, and what that takes once all have come.
    std::optional<std::uint32_t> barrier;
    double barrierCycles = 0;
    /// For each op, when its results are available, and which instruction
    /// produced them.
    std::vector<Ready> ready;
    /// The last span, that more instructions may be added to.
    std::size_t last = NoSpan;
    /// When the last copy of each group arrives, oldest first, and the last of
    /// those that are in none yet.
    std::vector<Ready> copyGroups;
    Ready copies;
  };
  static constexpr std::size_t NoSpan = ~std::size_t(0);
  /// A barrier or a phase: who is still to come there, and when the last did.
  struct Event {
    std::size_t missing = 0;
    double last = 0;
  };

  const Step &stepOf(const WarpTime &warp, unsigned number) const {
    return recording.steps[number][warp.next];
  }
  static Ready lastOf(const WarpTime &warp, const Dependences::Numbers &all) {
    Ready last;
    for (std::uint32_t each : all)
      last = std::max(last, warp.ready[each]);
    return last;
  }
  template <class Op> Op opOf(const Instruction &each) const {
    return each.kind == InstructionClass::Fence
               ? dyn_cast<Op>(code.ops[each.op].op)
               : Op();
  }
  /// Groups of copies that the instruction waits for.
  std::span<const Ready> waitedFor(const WarpTime &warp,
                                   const Instruction &each) const {
    auto wait = opOf<simt::AsyncWaitOp>(each);
    if (!wait)
      return {};
    std::size_t all = warp.copyGroups.size();
    return std::span(warp.copyGroups)
        .first(all - std::min<std::size_t>(all, wait.getPending()));
  }
  /// When the operands are available, and where the last of them comes from.
  Ready readyAt(const WarpTime &warp, unsigned number,
                const Instruction &each) const {
    Ready last = lastOf(warp, dependences.uses[each.op]);
    for (const Ready &group : waitedFor(warp, each))
      last = std::max(last, group);
    const Step &step = stepOf(warp, number);
    if (step.awaits != 0)
      last = std::max(last, {events.at(step.awaits).last, each.op});
    return last;
  }
  /// Nobody is missing where it waits. What is cut off nobody waits for.
  bool canStart(const Step &step) const {
    auto isOver = [&](std::uint32_t event) {
      auto found = events.find(event);
      return event == 0 || found == events.end() ||
             found->second.missing == 0 || timeline.isCut;
    };
    return isOver(step.awaits) && isOver(step.begin);
  }
  void arrive(const Step &step, double time) {
    if (step.arrives == 0)
      return;
    Event &event = events[step.arrives];
    --event.missing;
    event.last = std::max(event.last, time);
  }
  /// Begins and ends groups of copies.
  void group(WarpTime &warp, const Instruction &each) {
    if (opOf<simt::AsyncCommitOp>(each))
      warp.copyGroups.push_back(std::exchange(warp.copies, {}));
    auto begin = warp.copyGroups.begin();
    auto done = static_cast<std::ptrdiff_t>(waitedFor(warp, each).size());
    warp.copyGroups.erase(begin, begin + done);
  }
  /// The values carried into the next iteration.
  void handOn(WarpTime &warp, std::uint32_t loop) {
    llvm::SmallVector<Ready> carried;
    for (const Dependences::Carried &each : dependences.carried[loop])
      carried.push_back(lastOf(warp, each.from));
    for (auto [each, ready] : llvm::zip(dependences.carried[loop], carried))
      warp.ready[each.number] = ready;
  }
  bool isBusy(const Instruction &each) const {
    return each.cost != 0 || isAccess(each.kind);
  }
  double startOf(unsigned number) const {
    const WarpTime &warp = warps[number];
    const Instruction &each =
        code.instructions[stepOf(warp, number).instruction];
    double start = std::max(warp.free, readyAt(warp, number, each).first);
    if (std::uint32_t begin = stepOf(warp, number).begin)
      start = std::max(start, events.at(begin).last);
    if (isBusy(each))
      start = std::max(start, issueFree[number % issueFree.size()]);
    return start;
  }
  /// Nothing if all have ended. Warps at a barrier that others have not come to
  /// go on if there are no others.
  std::optional<unsigned> chooseWarp() {
    std::optional<unsigned> best;
    bool isWaiting = false;
    double earliest = 0;
    for (unsigned number = 0; number < warps.size(); ++number) {
      const WarpTime &warp = warps[number];
      isWaiting |= warp.barrier.has_value();
      if (warp.barrier || warp.next == recording.steps[number].size() ||
          !canStart(stepOf(warp, number)))
        continue;
      double start = startOf(number);
      if (!best || start < earliest)
        best = number, earliest = start;
    }
    if (best || !isWaiting)
      return best;
    for (std::uint32_t barrier : barriersWhereWarpsAre())
      passBarrier(barrier);
    return chooseWarp();
  }
  std::set<std::uint32_t> barriersWhereWarpsAre() const {
    std::set<std::uint32_t> found;
    for (const WarpTime &warp : warps)
      if (warp.barrier)
        found.insert(*warp.barrier);
    return found;
  }
  void passBarrier(std::uint32_t barrier) {
    double last = 0, cycles = 0;
    for (const WarpTime &warp : warps)
      if (warp.barrier == barrier) {
        last = std::max(last, warp.free);
        cycles = warp.barrierCycles;
      }
    events[barrier].last = last + cycles;
    for (WarpTime &warp : warps) {
      if (warp.barrier != barrier)
        continue;
      warp.barrier.reset();
      warp.free = last + cycles;
      timeline.spans[warp.last].end = warp.free;
    }
  }

  Span &addSpan(unsigned number, Span::Kind kind, double begin, double end,
                const Instruction &each) {
    warps[number].last = timeline.spans.size();
    return timeline.spans.emplace_back(Span{.kind = kind,
                                            .warp = number,
                                            .begin = begin,
                                            .end = end,
                                            .op = code.ops[each.op].op,
                                            .instruction = each.kind});
  }
  void execute(unsigned number) {
    WarpTime &warp = warps[number];
    const Step &step = stepOf(warp, number);
    const Instruction &each = code.instructions[step.instruction];
    double start = startOf(number);
    auto [ready, source] = readyAt(warp, number, each);
    group(warp, each);
    ++warp.next;
    if (each.kind == InstructionClass::Integer)
      handOn(warp, each.op);
    if (!isBusy(each)) {
      // It only says where values are, which waits for nothing.
      warp.ready[each.op] =
          std::max(warp.ready[each.op], std::pair(ready, source));
      return;
    }
    // A warp that has not begun waits for nothing.
    if (step.begin != 0)
      warp.free = std::max(warp.free, events.at(step.begin).last);
    // Arithmetic that waits for arithmetic is one run.
    if (ready > warp.free && ready - warp.free > costs.aluLatency) {
      Span &wait = addSpan(number, Span::Kind::Wait, warp.free, ready, each);
      wait.op = code.ops[source].op;
      wait.instruction = InstructionClass::None;
    }
    if (isAccess(each.kind))
      return access(number, start, step, each);
    if (each.kind == InstructionClass::BlockBarrier ||
        each.kind == InstructionClass::ClusterBarrier) {
      addSpan(number, Span::Kind::Barrier, start, start, each).instructions = 1;
      warp.free = start;
      warp.barrier = step.barrier;
      warp.barrierCycles = each.kind == InstructionClass::ClusterBarrier
                               ? costs.clusterBarrier
                               : costs.blockBarrier;
      // A barrier that the program did not pass is 0.
      if (--events[step.barrier].missing == 0 && step.barrier != 0)
        passBarrier(step.barrier);
      return;
    }
    if (each.kind == InstructionClass::WarpBarrier) {
      warp.free = start + costs.warpBarrier;
      addSpan(number, Span::Kind::Barrier, start, warp.free, each)
          .instructions = 1;
      return;
    }
    compute(number, start, each);
    arrive(step, warp.free);
  }

  void access(unsigned number, double start, const Step &step,
              const Instruction &each) {
    WarpTime &warp = warps[number];
    bool isShared = code.accesses[each.immediate].isShared;
    bool isDistributed = code.accesses[each.immediate].isDistributed;
    bool isCopy = each.kind == InstructionClass::AsyncCopy;
    bool isBox = each.kind == InstructionClass::BoxCopy;
    bool isLoad = !code.accesses[each.immediate].isStore ||
                  each.kind == InstructionClass::GlobalAtomic ||
                  each.kind == InstructionClass::SharedAtomic;
    double &unit = isShared ? sharedFree : globalFree;
    double wavefront = costs.wavefront + (isDistributed ? costs.piece : 0);
    double busy =
        isShared ? step.wavefronts * wavefront : step.sectors / SectorsPerCycle;
    double issued = start + std::max<double>(step.accesses, 1);
    double begin = std::max(unit, start), end = begin + busy;
    unit = end;
    issueFree[number % issueFree.size()] = issued;
    warp.free = issued;
    // Nothing is modelled of how its bytes come into shared memory.
    if (isBox)
      arrive(step, std::max(issued, end) + GlobalLatency);
    else if (isCopy)
      warp.copies = std::max(warp.copies,
                             {std::max(issued, end) + GlobalLatency, each.op});
    else if (isLoad)
      warp.ready[each.op] = {std::max(issued, end) +
                                 (isDistributed ? DistributedLatency
                                  : isShared
                                      ? costs.sharedLatency - costs.wavefront
                                      : GlobalLatency),
                             each.op};
    Span &span = addSpan(number, Span::Kind::Access, start, issued, each);
    span.instructions = step.accesses;
    span.wavefronts = step.wavefronts;
    span.sectors = step.sectors;
  }

  void compute(unsigned number, double start, const Instruction &each) {
    WarpTime &warp = warps[number];
    bool isShuffle = each.kind == InstructionClass::Shuffle;
    double cycles = 1;
    if (each.kind == InstructionClass::Integer)
      cycles = std::max(1.0, costs.alu * static_cast<double>(issueFree.size()));
    else if (each.kind == InstructionClass::Special)
      cycles = SpecialCycles;
    double end = start + cycles * each.cost;
    issueFree[number % issueFree.size()] = end;
    warp.free = end;
    if (isShuffle) {
      sharedFree = std::max(sharedFree, start) + costs.shuffle * each.cost;
      warp.ready[each.op] = {
          std::max(end, sharedFree) - 1 + costs.shuffleLatency, each.op};
    } else {
      warp.ready[each.op] = {end - cycles + costs.aluLatency, each.op};
    }
    Span::Kind kind = isShuffle ? Span::Kind::Shuffle : Span::Kind::Compute;
    if (warp.last != NoSpan) {
      Span &last = timeline.spans[warp.last];
      if (last.kind == kind && start - last.end <= costs.aluLatency) {
        last.end = end;
        last.instructions += each.cost;
        return;
      }
    }
    addSpan(number, kind, start, end, each).instructions = each.cost;
  }

  const Code &code;
  const Recording &recording;
  const Costs &costs;
  Dependences dependences;
  std::map<std::uint32_t, Event> events;
  /// When each scheduler can start the next instruction, and units that all
  /// share what comes next.
  std::vector<double> issueFree;
  double sharedFree = 0, globalFree = 0;
  std::vector<WarpTime> warps;
  Timeline timeline;
};

} // namespace

Timeline schedule(const Code &code, const Recording &recording,
                  const Target &target) {
  return Scheduler(code, recording, target).run();
}

} // namespace heddle::sim
