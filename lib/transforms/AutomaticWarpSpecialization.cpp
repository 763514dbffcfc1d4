//===- AutomaticWarpSpecialization.cpp - Warps that only load -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockExchange.h"
#include "BufferViews.h"
#include "DelayedProduct.h"
#include "EngineCopies.h"
#include "LoadsInRegion.h"
#include "LoopSchedule.h"
#include "RecomputedIndices.h"
#include "SharedRoom.h"
#include "SpecializedWarps.h"
#include "heddle/analysis/EngineBlocks.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/ir/Traits.h"
#include "heddle/transforms/Passes.h"
#include "mlir/IR/Remarks.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONGPUAUTOMATICWARPSPECIALIZATION
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

constexpr llvm::StringLiteral WarpSpecializeAttr = "tt.warp_specialize";

//===----------------------------------------------------------------------===//
// Partitions
//===----------------------------------------------------------------------===//

class Specializer {
public:
  /// Do those who multiply also do what comes behind the loops? `delayed`: of
  /// each nest, the product that is to run an iteration late, if any.
  Specializer(LoadingSequence &sequence, std::int32_t buffers, bool movesRest,
              llvm::ArrayRef<std::optional<DelayedProduct>> delayed)
      : sequence(sequence), movesRest(movesRest), delayed(delayed),
        builder(sequence.first()), loc(sequence.first().getLoc()) {
    rings.buffers = buffers;
  }

  void run();

private:
  void allocate();
  llvm::SmallVector<Value> captures() const;
  ttg::WarpSpecializeOp makePartitions(ArrayRef<Value> captured);
  void makeProducer(Block *block, ArrayRef<Value> captured);
  void moveLoops(ttg::WarpSpecializeOp partitions);
  void delay(LoadingNest &nest, const DelayedProduct &late,
             llvm::ArrayRef<OpSet> made) const;
  static void eraseUnused(Block &block);
  void eraseLastArrivals(Region &region) const;

  LoadingSequence &sequence;
  bool movesRest;
  llvm::ArrayRef<std::optional<DelayedProduct>> delayed;
  OpBuilder builder;
  Location loc;
  Rings rings;
};

// Those behind the first nest use the same.
void Specializer::allocate() {
  const LoadingNest &nest = sequence.nests.front();
  for (const CopiedLoad *copied : nest.copies())
    rings.sharing |= sharingBlocks(copied->type(), copied->memory);
  std::int32_t arrivals =
      countOfBlocks(rings.sharing) *
      static_cast<std::int32_t>(ir::warpsAt(nest.inner).value_or(1));
  auto loading = static_cast<std::int32_t>(nest.loadingThreads());
  for (const LoadingNest::Group &group : nest.groups) {
    Ring &ring = rings.each.emplace_back();
    // The bytes of the engine are expected by one thread.
    std::int32_t fillings = (group.bytesOfEngine() != 0 ? 1 : 0) +
                            (group.hasCopiesOfThreads() ? loading : 0);
    for (const CopiedLoad &copied : group.copies)
      ring.memory.push_back(allocateForEngine(
          builder, copied.load->getLoc(),
          buffersFor(copied.type(), rings.buffers, copied.memory)));
    ring.filled = allocateBarriers(builder, loc, rings.buffers, fillings);
    ring.free = allocateBarriers(builder, loc, rings.buffers, arrivals);
  }
}

/// Numbers that are computed in front of the loops and used by those who load.
llvm::SmallVector<Value> Specializer::captures() const {
  llvm::SetVector<Value> captured;
  for (const LoadingNest &nest : sequence.nests)
    for (Value value : nest.handed())
      captured.insert(value);
  return captured.takeVector();
}

ttg::WarpSpecializeOp Specializer::makePartitions(ArrayRef<Value> captured) {
  OperationState state(loc, ttg::WarpSpecializeOp::getOperationName());
  const std::int32_t warps[] = {static_cast<std::int32_t>(
      sequence.loadingWarps())},
                     registers[] = {static_cast<std::int32_t>(
                         sequence.loadingRegisters())};
  state.addAttribute("partitionNumWarps", builder.getDenseI32ArrayAttr(warps));
  state.addAttribute("requestedRegisters",
                     builder.getDenseI32ArrayAttr(registers));
  if (!movesRest)
    state.addTypes(TypeRange(ValueRange(sequence.results())));
  state.addRegion()->emplaceBlock();
  state.addRegion()->emplaceBlock();
  auto partitions = cast<ttg::WarpSpecializeOp>(builder.create(state));
  OpBuilder inside =
      OpBuilder::atBlockBegin(&partitions.getPartitionOpHolder().front());
  OperationState holder(loc,
                        ttg::WarpSpecializePartitionsOp::getOperationName());
  holder.addOperands(captured);
  Block &block = holder.addRegion()->emplaceBlock();
  for (Value value : captured)
    block.addArgument(value.getType(), loc);
  inside.create(holder);
  return partitions;
}

void Specializer::makeProducer(Block *block, ArrayRef<Value> captured) {
  IRMapping inside;
  inside.map(captured, block->getArguments());
  Rings seen = rings;
  for (Ring &ring : seen.each) {
    for (Value &memory : ring.memory)
      memory = inside.lookup(memory);
    ring.filled = inside.lookup(ring.filled);
    ring.free = inside.lookup(ring.free);
  }
  OpBuilder body = OpBuilder::atBlockEnd(block);
  makeLoadingLoops(body, sequence.nests, seen, inside);
  ttg::WarpReturnOp::create(body, loc);
}

/// To those who multiply.
void Specializer::moveLoops(ttg::WarpSpecializeOp partitions) {
  Block *block = &partitions.getDefaultRegion().front();
  llvm::SmallVector<Value> results;
  if (!movesRest)
    results = sequence.results();
  Operation *end = movesRest ? sequence.first()->getBlock()->getTerminator()
                             : sequence.last()->getNextNode();
  for (Operation *op = sequence.first(); op != end;) {
    Operation *next = op->getNextNode();
    op->moveBefore(block, block->end());
    op = next;
  }
  for (auto [value, result] : llvm::zip_equal(results, partitions.getResults()))
    value.replaceUsesWithIf(result, [&](OpOperand &use) {
      return !partitions->isAncestor(use.getOwner());
    });
  OpBuilder body = OpBuilder::atBlockEnd(block);
  ttg::WarpYieldOp::create(body, loc, results);
}

/// `made` wait for what the groups load, and free it.
void Specializer::delay(LoadingNest &nest, const DelayedProduct &late,
                        ArrayRef<OpSet> made) const {
  OpSet with;
  for (auto [group, ops] : llvm::zip_equal(nest.groups, made))
    if (group.first.getOperation() == late.second)
      with.insert(ops.begin(), ops.end());
  // Tiles of a nest usually begin with a barrier, that of their first factor,
  // behind which groups are together again: each has a delay. Loops that follow
  // each other have none between.
  bool isFirst = &nest == &sequence.nests.front();
  std::uint64_t warps = ir::warpsAt(nest.inner).value_or(1),
                lanes = ir::lanesAt(nest.inner).value_or(32);
  bool isStaggered = isFirst && late.pays(nest.inner, warps, lanes);
  late.delay(nest.inner, with, isStaggered ? late.staggerOf(warps, lanes) : 0);
}

/// What only the warps that load need now: else passes behind this one would
/// make room for its loads.
void Specializer::eraseUnused(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

/// Does anything wait for an mbarrier behind the op, before the region ends?
bool isWaitBehind(Operation *op, Region &region) {
  auto waits = [](Operation *each) {
    return each
        ->walk([](ttng::WaitBarrierOp) { return WalkResult::interrupt(); })
        .wasInterrupted();
  };
  for (Operation *next = op->getNextNode(); next != nullptr;
       next = next->getNextNode())
    if (waits(next))
      return true;
  if (op->getParentRegion() == &region)
    return false;
  Operation *around = op->getParentOp();
  return isa<LoopLikeOpInterface>(around) || isWaitBehind(around, region);
}

/// Nobody waits until what is read last is free again.
void Specializer::eraseLastArrivals(Region &region) const {
  llvm::SmallVector<ttng::ArriveBarrierOp> last;
  region.walk([&](ttng::ArriveBarrierOp arrive) {
    auto element = arrive.getAlloc().getDefiningOp<ttg::MemDescIndexOp>();
    bool isOfRing = element && llvm::any_of(rings.each, [&](const Ring &ring) {
                      return ring.free == element.getSrc();
                    });
    if (isOfRing && !isWaitBehind(arrive, region))
      last.push_back(arrive);
  });
  llvm::SmallSetVector<Operation *, 8> unused(last.begin(), last.end());
  while (!unused.empty()) {
    Operation *op = unused.pop_back_val();
    llvm::SmallVector<Value> operands(op->getOperands());
    op->erase();
    for (Value operand : operands)
      if (Operation *maker = operand.getDefiningOp();
          maker != nullptr && isOpTriviallyDead(maker))
        unused.insert(maker);
  }
}

void Specializer::run() {
  for (Operation *op : sequence.between)
    op->moveBefore(sequence.first());
  allocate();
  llvm::SmallVector<Value> captured = captures();
  llvm::append_range(captured, rings.values());
  ttg::WarpSpecializeOp partitions = makePartitions(captured);
  makeProducer(
      &partitions.getPartitionOp().getPartitionRegions().front().front(),
      captured);
  moveLoops(partitions);
  // The query of attention, say, arrives beside the first keys then.
  moveLoadsInto(partitions.getDefaultRegion(), partitions);
  auto made = useRings(sequence.nests, rings);
  for (LoadingNest &nest : sequence.nests)
    for (scf::ForOp loop : {nest.inner, nest.outer})
      eraseUnused(*loop.getBody());
  for (auto [nest, late, ops] : llvm::zip_equal(sequence.nests, delayed, made))
    if (late)
      delay(nest, *late, ops);
  eraseLastArrivals(partitions.getDefaultRegion());
  eraseUnused(*partitions->getBlock());
  builder.setInsertionPointAfter(partitions);
  for (const Ring &ring : rings.each) {
    endBarriers(builder, loc, ring.filled);
    endBarriers(builder, loc, ring.free);
    for (Value memory : ring.memory)
      ttg::LocalDeallocOp::create(builder, loc, memory);
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

class TritonGPUAutomaticWarpSpecialization
    : public impl::TritonGPUAutomaticWarpSpecializationBase<
          TritonGPUAutomaticWarpSpecialization> {
public:
  using Base::Base;

  void runOnOperation() final {
    const Target *target = ir::nearestTargetOf(getOperation());
    if (target == nullptr || !target->hasBoxCopies)
      return;
    llvm::SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (isInnermost(loop) && !loop->hasAttr(LastStageAttr) &&
          (isAskedFor(loop) || DelayedProduct::match(loop)))
        loops.push_back(loop);
    });
    if (loops.empty())
      return;
    for (scf::ForOp loop : loops)
      if (mayPay(loop))
        recomputeIndices(loop, *target);
    const AxisFacts facts(getOperation());
    OpSet done;
    for (scf::ForOp loop : loops)
      if (!done.contains(loop))
        specialize(loop, facts, *target, done);
  }

private:
  bool isAskedFor(scf::ForOp loop) const {
    for (Operation *op = loop; op != nullptr; op = op->getParentOp())
      if (op->hasAttr(WarpSpecializeAttr))
        return true;
    return all;
  }

  /// Is its second product to be late, if nothing speaks against it?
  static bool mayPay(scf::ForOp loop) {
    Result<DelayedProduct> delayed = DelayedProduct::match(loop);
    return delayed && ir::blocksAt(loop).value_or(1) == 1 &&
           delayed->pays(loop, ir::warpsAt(loop).value_or(1),
                         ir::lanesAt(loop).value_or(32));
  }

  /// Loops that are not to be looked at again are added to `done`.
  void specialize(scf::ForOp loop, const AxisFacts &facts, const Target &target,
                  OpSet &done);
};

/// Of a block.
constexpr std::uint64_t MostWarps = 32;

/// Of each thread of a block of so many warps, beside the group that loads.
std::uint64_t registersAtLaunch(std::uint64_t warps, std::uint64_t lanes) {
  return AllRegisters /
         ((llvm::alignTo(warps, WarpsOfGroup) + WarpsOfGroup) * lanes);
}

/// What comes behind a loop alone is done when its buffers are free again, by
/// threads that have no more registers than at the launch: these have to hold
/// what the loop yields, and some more. A nest goes on loading meanwhile.
bool movesRest(const LoadingSequence &sequence, std::uint64_t warps) {
  constexpr std::uint64_t WordBytes = 4, Others = 32;
  const LoadingNest &nest = sequence.nests.front();
  if (nest.inner != nest.outer)
    return true;
  std::uint64_t lanes = ir::lanesAt(nest.outer).value_or(32), words = Others;
  for (Value result : sequence.results())
    if (auto tensor = dyn_cast<RankedTensorType>(result.getType()))
      words += bytesOfTensor(tensor) / (warps * lanes * WordBytes);
  return words > registersAtLaunch(warps, lanes);
}

/// The product of the loop that runs an iteration late, if any.
std::optional<DelayedProduct> delayedProduct(const LoadingNest &nest,
                                             std::uint64_t warps,
                                             std::uint64_t lanes) {
  Result<DelayedProduct> delayed = DelayedProduct::match(nest.inner);
  bool isOnce = llvm::all_of(nest.groups, [](const LoadingNest::Group &group) {
    return group.first == group.last;
  });
  if (!delayed || !isOnce ||
      !delayed->fits(nest.inner, warps, lanes, nest.loadingRegisters()))
    return std::nullopt;
  return *delayed;
}

/// Do the threads that load leave registers to the others, of those that the
/// launch gives to all of them?
bool leavesRegisters(const LoadingSequence &sequence, std::uint64_t warps,
                     std::uint64_t lanes) {
  constexpr std::uint64_t MostOfLoading = 128, Least = LoadingRegisters,
                          Unit = 8;
  std::uint64_t loading = sequence.loadingRegisters(),
                others = llvm::alignTo(warps, WarpsOfGroup),
                all = others + WarpsOfGroup,
                ofThread = registersAtLaunch(warps, lanes);
  auto limit =
      sequence.first()->getParentOfType<ModuleOp>()->getAttrOfType<IntegerAttr>(
          ttg::MaxRegistersAttr);
  if (limit && limit.getInt() > 0)
    ofThread = std::min(ofThread, static_cast<std::uint64_t>(limit.getInt()));
  return loading <= MostOfLoading &&
         all * llvm::alignDown(ofThread, Unit) >=
             WarpsOfGroup * loading + others * Least;
}

/// With two barriers of 8 bytes for each group, what the warps that load are
/// handed, and what these exchange.
std::int64_t buffersThatFit(const LoadingSequence &sequence, bool movesRest,
                            const Target &target) {
  constexpr std::uint64_t BarrierBytes = 16, HandedBytes = 512;
  OpSet gone = sequence.replaced();
  std::uint64_t others = 0;
  for (const LoadingNest &each : sequence.nests)
    others = std::max(others,
                      movesRest ? sharedBytesFrom(each.outer, gone, target)
                                : sharedBytesDuring(each.outer, gone, target));
  others += HandedBytes;
  const LoadingNest &nest = sequence.nests.front();
  for (const LoadingNest &each : sequence.nests)
    others += each.exchangedBytes();
  return others > target.sharedBytes
             ? 0
             : static_cast<std::int64_t>(
                   (target.sharedBytes - others) /
                   (nest.bytes() + nest.groups.size() * BarrierBytes));
}

/// Of the loops, and perhaps of what comes behind them.
bool mayExchangeIn(const LoadingSequence &sequence, bool movesRest) {
  if (ir::blocksAt(sequence.first()).value_or(1) == 1)
    return false;
  Operation *end = movesRest ? nullptr : sequence.last()->getNextNode();
  for (Operation *op = sequence.first(); op != end; op = op->getNextNode())
    if (op->walk([](Operation *each) {
            return mayExchangeBetweenBlocks(each) ? WalkResult::interrupt()
                                                  : WalkResult::advance();
          }).wasInterrupted())
      return true;
  return false;
}

remark::RemarkOpts remarkOpts(llvm::StringRef name) {
  return remark::RemarkOpts::name(name).category(
      "tritongpu-automatic-warp-specialization");
}

void TritonGPUAutomaticWarpSpecialization::specialize(scf::ForOp loop,
                                                      const AxisFacts &facts,
                                                      const Target &target,
                                                      OpSet &done) {
  auto missed = [&](const std::string &why) {
    if (isAskedFor(loop))
      remark::missed(loop.getLoc(), remarkOpts("not-specialized"))
          << remark::reason("{0}", why);
  };
  Result<LoadingSequence> sequence =
      LoadingSequence::match(loop, facts, target);
  if (!sequence)
    return missed(sequence.error().reason);
  const auto warps = static_cast<std::uint64_t>(ir::warpsAt(loop).value_or(1));
  const auto lanes = static_cast<std::uint64_t>(ir::lanesAt(loop).value_or(32));
  llvm::SmallVector<std::optional<DelayedProduct>> delayed;
  bool pays = false;
  for (const LoadingNest &nest : sequence->nests) {
    delayed.push_back(delayedProduct(nest, warps, lanes));
    pays = pays || (delayed.back() && ir::blocksAt(loop).value_or(1) == 1 &&
                    delayed.back()->pays(nest.inner, warps, lanes));
  }
  if (!isAskedFor(loop) && !pays)
    return;
  if (loop->getParentOfType<FunctionOpInterface>()
          ->walk([](ttg::WarpSpecializeOp) { return WalkResult::interrupt(); })
          .wasInterrupted())
    return missed("the kernel has partitions already");
  bool isWhole = movesRest(*sequence, warps);
  if (mayExchangeIn(*sequence, isWhole))
    return missed(isWhole ? "blocks of the cluster exchange elements in it or "
                            "behind it"
                          : "blocks of the cluster exchange elements in it");
  // It takes a group of warps for itself, behind those of the kernel.
  if (llvm::alignTo(warps, WarpsOfGroup) + WarpsOfGroup > MostWarps)
    return missed("a block has no room for one more warp");
  if (!leavesRegisters(*sequence, warps, lanes))
    return missed("the warps that load would leave too few registers");
  std::int64_t stages = numberIn(loop, NumStagesAttr).value_or(numStages);
  for (const LoadingNest &nest : llvm::drop_begin(sequence->nests))
    stages = std::min(stages,
                      numberIn(nest.inner, NumStagesAttr).value_or(numStages));
  if (stages < 2)
    return missed("it has one stage only");
  stages = std::min(stages, buffersThatFit(*sequence, isWhole, target));
  if (stages < 2)
    return missed("two buffers do not fit in shared memory");
  for (auto [nest, late] : llvm::zip_equal(sequence->nests, delayed)) {
    remark::passed(nest.inner.getLoc(), remarkOpts("specialized"))
        << remark::metric("buffers", stages)
        << remark::metric("loading warps",
                          static_cast<std::int64_t>(nest.loadingWarps()))
        << remark::metric("late products", late ? 1 : 0);
    done.insert(nest.inner);
  }
  Specializer(*sequence, static_cast<std::int32_t>(stages), isWhole, delayed)
      .run();
}

} // namespace
} // namespace heddle
