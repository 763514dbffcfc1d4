//===- AssignLatencies.cpp - Loads that run ahead -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedProduct.h"
#include "CopiedLoad.h"
#include "LoopBlocks.h"
#include "LoopSchedule.h"
#include "RecomputedIndices.h"
#include "ReloadedFactors.h"
#include "SharedRoom.h"
#include "StoredMemory.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/ir/Traits.h"
#include "heddle/ir/Ttng.h"
#include "heddle/transforms/Passes.h"
#include "mlir/IR/Remarks.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONGPUASSIGNLATENCIES
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

remark::RemarkOpts remarkOpts(llvm::StringRef name) {
  return remark::RemarkOpts::name(name).category("tritongpu-assign-latencies");
}

/// Ops that keep their meaning when loads of later iterations run before them.
/// What has no effects does, too.
bool allowsLoadsBefore(Operation *op) {
  return isa<tt::LoadOp, tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp,
             tt::DescriptorLoadOp, tt::DescriptorStoreOp,
             tt::DescriptorReduceOp, ttg::LocalAllocOp, ttg::LocalLoadOp,
             ttg::LocalStoreOp, ttg::LocalDeallocOp, ttng::WarpGroupDotOp,
             ttng::WarpGroupDotWaitOp>(op);
}

/// An op that keeps a loop as it is; null if there is none.
Operation *obstacleIn(scf::ForOp loop) {
  Operation *obstacle = nullptr;
  loop.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isLoop = isa<LoopLikeOpInterface>(op);
    bool isGroup = op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
    if (!isLoop && (isGroup || isMemoryEffectFree(op) || allowsLoadsBefore(op)))
      return WalkResult::advance();
    obstacle = op;
    return WalkResult::interrupt();
  });
  return obstacle;
}

/// Bytes of shared memory that a loop takes.
struct LoopRoom {
  /// Of a buffer of each copy, and of those that have one less than stages.
  std::uint64_t perStage = 0, saved = 0;
  std::uint64_t others = 0;
  std::uint64_t with(unsigned stages) const {
    return stages * perStage - saved + others;
  }
};

class LatencyAssigner {
public:
  LatencyAssigner(scf::ForOp loop, unsigned stages, bool isAsked,
                  const AxisFacts &facts, const Target &target)
      : loop(loop), stages(stages), isAsked(isAsked), facts(facts),
        target(target), stored(loop) {}

  void run();

private:
  void runInRegisters();
  std::optional<std::string> reasonAgainst(Operation *load);
  void chooseLoads();
  OpSet filledBuffers() const;
  unsigned levelOf(Operation *load);
  void dropDeepLoads();
  OpSet refilled() const;
  bool endsBefore(ttng::WarpGroupDotOp product, const CopiedLoad &copied) const;
  LoopRoom roomOfCopies();
  std::uint64_t blocksWith(std::uint64_t sharedBytes) {
    return blocksBeside(loop, sharedBytes, target);
  }
  void shrink();
  void endProduct();
  void leaveBlocks();
  unsigned deepestLevel();
  unsigned latency();
  void assign();
  void assignNumbers();
  bool needsRoomForBlocks();
  void remarkKept(Operation *op, const std::string &why) const;

  scf::ForOp loop;
  unsigned stages;
  bool isAsked;
  const AxisFacts &facts;
  const Target &target;
  StoredMemory stored;
  llvm::SetVector<Operation *> loads;
  std::vector<CopiedLoad> copies;
  llvm::DenseMap<Operation *, unsigned> levels;
  /// Does a product that could go on end in its iteration?
  bool waitsAtOnce = false;
};

void LatencyAssigner::remarkKept(Operation *op, const std::string &why) const {
  remark::missed(op->getLoc(), remarkOpts("not-pipelined"))
      << remark::reason("{0}", why);
}

/// Ops that compute where a load reads.
OpSet addressOf(scf::ForOp loop, Operation *load) {
  llvm::SmallVector<Value> values(load->getOperands());
  if (auto byThreads = dyn_cast<tt::LoadOp>(load)) {
    values = {byThreads.getPtr()};
    if (byThreads.getMask())
      values.push_back(byThreads.getMask());
  }
  return makersOf(loop, values);
}

std::optional<std::string> LatencyAssigner::reasonAgainst(Operation *load) {
  for (Operation *user : load->getUsers())
    if (user == loop.getBody()->getTerminator())
      return "its result is kept for the next iteration";
  auto writtenBy = [&](Operation *each) -> std::optional<std::string> {
    if (Operation *writer = stored.writerOf(each))
      return nameOf(writer) + " in the loop may write what it reads, or "
                              "orders the loads behind it";
    return std::nullopt;
  };
  if (auto reason = writtenBy(load))
    return reason;
  for (Operation *maker : addressOf(loop, load)) {
    if (maker == load)
      return "its address depends on what it loaded an iteration before";
    if (!canRunEarly(maker))
      return "its address depends on " + nameOf(maker);
    if (isa<tt::LoadOp, tt::DescriptorLoadOp>(maker))
      if (auto reason = writtenBy(maker))
        return "of its address, " + *reason;
  }
  return std::nullopt;
}

void LatencyAssigner::chooseLoads() {
  for (Operation *load : loads) {
    if (std::optional<std::string> reason = reasonAgainst(load)) {
      remarkKept(load, *reason);
      continue;
    }
    Result<CopiedLoad> copied = CopiedLoad::plan(load, facts, target);
    if (copied)
      copies.push_back(*copied);
    else
      remarkKept(load, copied.error().reason);
  }
}

/// Buffers that copies fill.
OpSet LatencyAssigner::filledBuffers() const {
  OpSet buffers;
  for (const CopiedLoad &copied : copies)
    buffers.insert(copied.buffers.begin(), copied.buffers.end());
  return buffers;
}

/// How many loads there are on the longest path from the load to a use that is
/// no address.
unsigned LatencyAssigner::levelOf(Operation *load) {
  auto known = levels.find(load);
  if (known != levels.end())
    return known->second;
  unsigned level = 0;
  for (const CopiedLoad &other : copies)
    if (addressOf(loop, other.load).contains(load))
      level = std::max(level, 1 + levelOf(other.load));
  return levels[load] = level;
}

// With too few stages, what is far from its use is loaded right before it is an
// address, by a stage that runs ahead anyway.
void LatencyAssigner::dropDeepLoads() {
  for (const CopiedLoad &copied : copies)
    levelOf(copied.load);
  std::erase_if(copies, [&](const CopiedLoad &copied) {
    return levels.lookup(copied.load) + 1 >= stages;
  });
}

/// Buffers of which there will be a second one, for a product that goes on, or
/// that has its left factor in registers (FactorAhead.h).
OpSet LatencyAssigner::refilled() const {
  OpSet buffers;
  ttng::WarpGroupDotOp product = onlyProductOf(loop);
  if (!product || !isCarried(loop, product) || waitsAtOnce)
    return buffers;
  const OpSet filled = filledBuffers();
  for (Value factor : {Value(product.getA()), Value(product.getB())})
    if (ttg::LocalAllocOp buffer = filledByThreads(loop, factor);
        buffer && !filled.contains(buffer))
      buffers.insert(buffer);
  return buffers;
}

/// Is what was copied read before the copies of later iterations, which stand
/// behind the product? They need no buffer of their own then.
bool LatencyAssigner::endsBefore(ttng::WarpGroupDotOp product,
                                 const CopiedLoad &copied) const {
  // The engine's copies of a group have as many buffers each, and a product
  // that goes on still reads.
  if (!product || copied.isOfEngine() || levels.lookup(copied.load) != 0)
    return false;
  bool goesOn = carriedProductOf(loop) == product && !waitsAtOnce;
  auto ends = [&](Operation *reader) {
    return reader != nullptr &&
           (reader->isBeforeInBlock(product) || (reader == product && !goesOn));
  };
  return llvm::all_of(copied.readersIn(loop), [&](Operation *reader) {
    // A conversion may read where its result is wanted.
    return ends(reader) && (!isa<ttg::ConvertLayoutOp>(reader) ||
                            llvm::all_of(usersInBody(loop, reader), ends));
  });
}

LoopRoom LatencyAssigner::roomOfCopies() {
  constexpr std::uint64_t BarrierBytes = 8;
  OpSet gone;
  LoopRoom room;
  ttng::WarpGroupDotOp product = productBeforeCopies(loop, filledBuffers());
  for (CopiedLoad &copied : copies) {
    if (endsBefore(product, copied))
      room.saved += copied.bytes;
    room.perStage += copied.bytes + (copied.isOfEngine() ? BarrierBytes : 0);
    gone.insert(copied.load);
    for (ttg::LocalAllocOp buffer : copied.buffers)
      gone.insert(buffer);
    for (Operation *read : copied.directReads)
      gone.insert(read);
  }
  room.others = sharedBytesDuring(loop, gone, target);
  for (Operation *buffer : refilled())
    room.others += bytesOfBuffer(cast<ttg::LocalAllocOp>(buffer));
  room.others += bytesOfReloadedFactors(loop);
  return room;
}

void LatencyAssigner::shrink() {
  const LoopRoom room = roomOfCopies();
  unsigned wanted = stages;
  while (stages > 1 && room.with(stages) > target.sharedBytes)
    --stages;
  if (stages != wanted)
    remark::missed(loop.getLoc(), remarkOpts("fewer-stages"))
        << remark::reason("{0} stages do not fit in {1} bytes of shared memory",
                          wanted, target.sharedBytes)
        << remark::metric("stages", stages);
}

// Threads fill a second buffer while a product goes on, and copies do not reuse
// what it reads. Where that leaves one block alone that would have another one
// beside it, the other one's product runs while this one's threads fill theirs.
void LatencyAssigner::endProduct() {
  ttng::WarpGroupDotOp product = carriedProductOf(loop);
  if (!product || refilled().empty())
    return;
  constexpr std::uint64_t Enough = 2;
  if (blocksWith(roomOfCopies().with(stages)) >= Enough)
    return;
  waitsAtOnce = true;
  waitsAtOnce = blocksWith(roomOfCopies().with(stages)) >= Enough;
  if (waitsAtOnce)
    product->setDiscardableAttr(WaitsAtOnceAttr,
                                UnitAttr::get(loop.getContext()));
}

// A block whose products wait for what goes through registers leaves the tensor
// cores idle meanwhile, if there is no other block: in three stages, which left
// room for one, products of MXFP4 took 1.35 times as long on an H200 as in two,
// attention with 128 numbers a head and a reloaded factor 1.3 times. Where one
// product is a factor of another one, a block waits for most of its iteration,
// and each further block helps: attention in tiles of 64 by 128, four warps,
// took 1.09 times as long in three stages and two blocks as in two and three.
// Recurrences keep their stages: they are one long chain, and the few blocks of
// their grids are often alone anyway.
void LatencyAssigner::leaveBlocks() {
  const RegisterSources sources = registerSources(loop, filledBuffers());
  const bool hasLoads = sources.haveLoads || bytesOfReloadedFactors(loop) != 0;
  if ((!hasLoads && !sources.haveProducts) || isRecurrence(loop))
    return;
  const LoopRoom room = roomOfCopies();
  const std::uint64_t most = blocksWith(room.with(2)),
                      enough = sources.haveProducts
                                   ? most
                                   : std::min<std::uint64_t>(2, most);
  const std::uint64_t blocks = blocksWith(room.with(stages));
  unsigned wanted = stages;
  // A third block is worth less than copies of addresses that run ahead.
  auto isEnough = [&, ahead = deepestLevel() + 2] {
    const std::uint64_t left = blocksWith(room.with(stages));
    return left >= enough || (left >= 2 && stages <= ahead);
  };
  while (stages > 2 && !isEnough())
    --stages;
  if (stages != wanted)
    remark::missed(loop.getLoc(), remarkOpts("fewer-stages"))
        << remark::reason("{0} stages leave room for {1} on a multiprocessor, "
                          "and a product has a factor that goes through "
                          "registers; a loop with tt.num_stages keeps them",
                          wanted,
                          blocks == 1
                              ? "one block"
                              : llvm::formatv("{0} blocks", blocks).str())
        << remark::metric("stages", stages);
}

unsigned LatencyAssigner::deepestLevel() {
  unsigned deepest = 0;
  for (const CopiedLoad &copied : copies)
    deepest = std::max(deepest, levelOf(copied.load));
  return deepest;
}

/// Iterations between a copy and its use.
unsigned LatencyAssigner::latency() {
  return (stages - 1) / (deepestLevel() + 1);
}

/// Would few warps be alone on their multiprocessor, but for the buffer more
/// that copies before the reads of an iteration take?
bool LatencyAssigner::needsRoomForBlocks() {
  constexpr std::uint64_t FewWarps = 4;
  std::uint64_t perIteration = 0;
  for (const CopiedLoad &copied : copies) {
    if (copied.isOfEngine())
      return false;
    perIteration += copied.bytes;
  }
  if (ir::warpsAt(loop).value_or(1) > FewWarps ||
      !loop.getBody()->getOps<ttng::WarpGroupDotOp>().empty())
    return false;
  const std::uint64_t behind = roomOfCopies().others + latency() * perIteration;
  return blocksWith(behind + perIteration) < 2 && blocksWith(behind) >= 2;
}

void LatencyAssigner::assign() {
  const unsigned latency = this->latency();
  if (needsRoomForBlocks())
    loop->setAttr(CopiesBehindAttr, UnitAttr::get(loop.getContext()));
  Builder builder(loop.getContext());
  for (CopiedLoad &copied : copies) {
    copied.load->setAttr(
        LatencyAttr, builder.getI32IntegerAttr(static_cast<int32_t>(latency)));
    remark::passed(copied.load->getLoc(), remarkOpts("pipelined"))
        << remark::metric("latency", latency)
        << remark::metric("bytes-per-copy",
                          copied.isOfEngine()
                              ? copied.bytes
                              : copied.atOnce *
                                    copied.type().getElementTypeBitWidth() / 8);
  }
}

// A number that is not loaded ahead holds up all of the iteration: multi-
// processors return what is loaded in the order of the loads, so it arrives
// behind the copies for later iterations that were issued before it. It needs
// no buffer: a register has it until the next iteration.
void LatencyAssigner::assignNumbers() {
  Builder builder(loop.getContext());
  OpSet early;
  for (const CopiedLoad &copied : copies) {
    OpSet makers = addressOf(loop, copied.load);
    early.insert(makers.begin(), makers.end());
  }
  for (auto load : loop.getBody()->getOps<tt::LoadOp>()) {
    if (isTensorLoad(load) || early.contains(load) || !canRunEarly(load) ||
        reasonAgainst(load))
      continue;
    load->setAttr(LatencyAttr, builder.getI32IntegerAttr(1));
    remark::passed(load.getLoc(), remarkOpts("pipelined"))
        << remark::metric("latency", 1);
  }
}

void LatencyAssigner::run() {
  loads = loadsAhead(loop);
  if (loads.empty())
    return;
  if (Operation *obstacle = obstacleIn(loop))
    return remarkKept(loop, "it contains " + nameOf(obstacle));
  if (std::optional<std::string> reason = reasonNotToExpand(loop))
    return remarkKept(loop, "it " + *reason);
  if (!target.asyncCopies.reachAnywhere())
    return runInRegisters();
  chooseLoads();
  dropDeepLoads();
  shrink();
  endProduct();
  if (!isAsked)
    leaveBlocks();
  if (stages < 2)
    return;
  dropDeepLoads();
  if (copies.empty())
    return;
  assign();
  assignNumbers();
  recomputeIndices(loop, target);
}

// A load by pointers whose result is no address: what it reads is in registers
// until it is used, and the loads of its address run where it does.
void LatencyAssigner::runInRegisters() {
  OpSet addresses;
  for (Operation *load : loads) {
    OpSet makers = addressOf(loop, load);
    addresses.insert(makers.begin(), makers.end());
  }
  Builder builder(loop.getContext());
  auto latency = static_cast<int32_t>(stages - 1);
  for (Operation *load : loads) {
    if (addresses.contains(load) || !isa<tt::LoadOp>(load))
      continue;
    if (std::optional<std::string> reason = reasonAgainst(load)) {
      remarkKept(load, *reason);
      continue;
    }
    load->setAttr(LatencyAttr, builder.getI32IntegerAttr(latency));
    remark::passed(load->getLoc(), remarkOpts("pipelined"))
        << remark::metric("latency", latency);
  }
}

class TritonGPUAssignLatencies
    : public impl::TritonGPUAssignLatenciesBase<TritonGPUAssignLatencies> {
public:
  using Base::Base;

  void runOnOperation() final {
    const Target *target = ir::nearestTargetOf(getOperation());
    if (target == nullptr ||
        (!target->asyncCopies.reachAnywhere() && !inRegisters))
      return;
    std::optional<AxisFacts> facts;
    getOperation().walk([&](scf::ForOp loop) {
      std::optional<std::int64_t> asked = numberIn(loop, NumStagesAttr);
      std::int64_t stages = asked.value_or(numStages);
      // Triton asks for that behind an unrolled loop, for what is left of it.
      if (asked && stages < 2 && isInnermost(loop) && !loadsAhead(loop).empty())
        remark::missed(loop.getLoc(), remarkOpts("not-pipelined"))
            << remark::reason("it asks for one stage (tt.num_stages)");
      if (stages < 2 || stages > MostStages || !isInnermost(loop) ||
          loop->getParentOfType<ttg::WarpSpecializeOp>() ||
          loop->hasAttr(LastStageAttr))
        return;
      if (!facts)
        facts.emplace(getOperation());
      LatencyAssigner(loop, static_cast<unsigned>(stages), asked.has_value(),
                      *facts, *target)
          .run();
    });
  }

private:
  /// More would need more buffers than there is memory.
  static constexpr std::int64_t MostStages = 256;
};

} // namespace
} // namespace heddle
