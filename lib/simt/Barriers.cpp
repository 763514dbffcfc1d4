//===- Barriers.cpp - Who waits for whom ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "heddle/simt/RegisterLimit.h"
#include "heddle/simt/Simt.h"

namespace heddle::simt {

using namespace mlir;
using mlir::failure;
using enum InstructionClass;

static LogicalResult verifyIsOfAllWarps(Operation *op) {
  if (!op->getParentOfType<PartitionsOp>())
    return success();
  return op->emitOpError()
         << "expects the threads of a partition to wait for each other, but "
            "got a barrier of the cluster, to which the block's other warps do "
            "not come";
}

LogicalResult BarrierOp::verify() {
  return getScope() == Scope::Cluster ? verifyIsOfAllWarps(*this) : success();
}

//===----------------------------------------------------------------------===//
// Barriers of the cluster in two halves
//===----------------------------------------------------------------------===//

bool canFollowArrival(Operation *op) {
  return !op->walk([](Operation *each) {
              bool waits = synchronizedBy(each) ||
                           isa<ClusterArriveOp, ClusterWaitOp>(each);
              return waits || sharedAccessOf(each) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
            }).wasInterrupted();
}

ClusterArriveOp ClusterWaitOp::arrival() {
  for (Operation *op = (*this)->getPrevNode(); op != nullptr;
       op = op->getPrevNode()) {
    if (auto arrive = dyn_cast<ClusterArriveOp>(op))
      return arrive;
    if (isa<ClusterWaitOp>(op))
      break;
  }
  return {};
}

LogicalResult ClusterArriveOp::verify() {
  if (failed(verifyIsOfAllWarps(*this)))
    return failure();
  for (Operation *op = (*this)->getNextNode(); op != nullptr;
       op = op->getNextNode()) {
    if (isa<ClusterWaitOp>(op))
      return success();
    if (canFollowArrival(op))
      continue;
    InFlightDiagnostic error =
        emitOpError() << "expects nothing that accesses shared memory or waits "
                         "for others up to simt.cluster_wait, but got '"
                      << op->getName() << "'";
    error.attachNote(op->getLoc()) << "here";
    return error;
  }
  return emitOpError() << "expects simt.cluster_wait behind it in its block";
}

LogicalResult ClusterWaitOp::verify() {
  return arrival() ? success()
                   : emitOpError() << "expects simt.cluster_arrive in front of "
                                      "it in its block";
}

//===----------------------------------------------------------------------===//
// mbarriers
//===----------------------------------------------------------------------===//

static LogicalResult verifyNumber(Operation *op, const char *what,
                                  std::uint32_t number) {
  constexpr std::uint32_t Most = (1U << 20U) - 1;
  if (number >= 1 && number <= Most)
    return success();
  return op->emitOpError() << "expects 1 to " << Most << " " << what
                           << ", but got " << static_cast<std::int32_t>(number);
}

template <class Op>
static LogicalResult verifyArrival(Op op, const char *what,
                                   std::uint32_t number) {
  if (failed(verifyNumber(op, what, number)))
    return failure();
  return op.getIsDistributed() ? verifyHasPeers(op) : success();
}

LogicalResult MbarrierInitOp::verify() {
  return verifyNumber(*this, "arrivals", getCount());
}
LogicalResult MbarrierArriveOp::verify() {
  if (getIsOfWarp() && getIsDistributed())
    return emitOpError() << "expects an mbarrier of the own block where each "
                            "warp arrives";
  return verifyArrival(*this, "arrivals", getCount());
}
LogicalResult MbarrierExpectOp::verify() {
  return verifyArrival(*this, "bytes", getBytes());
}

// What others do meanwhile stays on its side.
using Effects = llvm::SmallVectorImpl<MemoryEffects::EffectInstance>;

void MbarrierInitOp::getEffects(Effects &effects) { addAllEffects(effects); }
void MbarrierEndOp::getEffects(Effects &effects) { addAllEffects(effects); }
void MbarrierArriveOp::getEffects(Effects &effects) { addAllEffects(effects); }
void MbarrierExpectOp::getEffects(Effects &effects) { addAllEffects(effects); }
void MbarrierArriveCopiesOp::getEffects(Effects &effects) {
  addAllEffects(effects);
}
void MbarrierWaitOp::getEffects(Effects &effects) { addAllEffects(effects); }

//===----------------------------------------------------------------------===//
// Partitions
//===----------------------------------------------------------------------===//

static LogicalResult verifyRegisters(Operation *op, std::int32_t registers) {
  constexpr auto Least = static_cast<std::int32_t>(LeastExchangedRegisters),
                 Most = static_cast<std::int32_t>(MostExchangedRegisters),
                 Unit = static_cast<std::int32_t>(RegisterUnit);
  if (registers >= Least && registers <= Most && registers % Unit == 0)
    return success();
  return op->emitOpError() << "expects a multiple of 8 from 24 to 256 as the "
                              "number of registers, but got "
                           << registers;
}

LogicalResult PartitionsOp::verify() {
  auto yield = dyn_cast<PartitionYieldOp>(getFirst().front().back());
  if (!yield)
    return emitOpError() << "expects simt.partition_yield at the end of the "
                            "first partition";
  if (yield.getOperandTypes() != getResultTypes())
    return emitOpError() << "expects the first partition to yield "
                         << getResultTypes() << ", but got "
                         << yield.getOperandTypes();
  if (!isa<OtherPartitionsOp>(getOthers().front().front()))
    return emitOpError() << "expects simt.other_partitions behind 'others'";
  if (std::optional<std::uint32_t> registers = getRegisters())
    return verifyRegisters(*this, static_cast<std::int32_t>(*registers));
  return success();
}

OtherPartitionsOp PartitionsOp::others() {
  return cast<OtherPartitionsOp>(getOthers().front().front());
}

/// Warps of one group have as many registers.
static LogicalResult verifyGroups(OtherPartitionsOp others) {
  std::optional<ArrayRef<std::int32_t>> registers = others.getRegisters();
  auto op = cast<PartitionsOp>(others->getParentOp());
  if (!registers) {
    if (op.getTakesAtOnce() && !op.getRegisters())
      return op.emitOpError()
             << "expects registers that are taken at once, but "
                "its partitions have no 'registers'";
    return success();
  }
  auto kernel = op->getParentOfType<KernelOp>();
  llvm::SmallDenseMap<unsigned, std::int32_t> ofGroups;
  auto enter = [&](unsigned first, unsigned warps, std::int32_t each) {
    for (unsigned group = first / GroupWarps;
         group * GroupWarps < first + warps; ++group)
      if (ofGroups.try_emplace(group, each).first->second != each)
        return group;
    return ~0U;
  };
  if (std::optional<std::uint32_t> own = op.getRegisters(); own && kernel)
    enter(0, kernel.getWarps(), static_cast<std::int32_t>(*own));
  for (auto [first, warps, each] :
       llvm::zip(others.getFirst(), others.getWarps(), *registers))
    if (unsigned group = enter(static_cast<unsigned>(first),
                               static_cast<unsigned>(warps), each);
        group != ~0U)
      return others.emitOpError()
             << "expects as many registers in all warps of a group of "
             << GroupWarps << ", but got " << ofGroups.lookup(group) << " and "
             << each << " from warp " << group * GroupWarps << " on";
  return success();
}

LogicalResult OtherPartitionsOp::verify() {
  std::size_t count = getRegions().size();
  for (ArrayRef<std::int32_t> numbers : {getWarps(), getFirst()})
    if (numbers.size() != count)
      return emitOpError() << "expects a number for each of " << count
                           << " partitions, but got " << numbers.size();
  if (std::optional<ArrayRef<std::int32_t>> registers = getRegisters()) {
    if (registers->size() != count)
      return emitOpError() << "expects registers of " << count
                           << " partitions, but got " << registers->size();
    for (std::int32_t each : *registers)
      if (failed(verifyRegisters(*this, each)))
        return failure();
  }
  for (auto [warps, first] : llvm::zip(getWarps(), getFirst()))
    if (warps < 1 || first < 1)
      return emitOpError() << "expects warps behind those of the kernel, but "
                              "got "
                           << warps << " from " << first << " on";
  if (failed(verifyGroups(*this)))
    return failure();
  for (Region &region : getRegions()) {
    if (region.empty() ||
        region.front().getArgumentTypes() != getCaptures().getTypes())
      return emitOpError()
             << "expects the captures as arguments of each partition";
    if (!isa<PartitionYieldOp>(region.back().back()) ||
        region.back().back().getNumOperands() != 0)
      return emitOpError() << "expects simt.partition_yield of nothing at the "
                              "end of each partition";
  }
  return success();
}

unsigned blockWarps(KernelOp kernel) {
  unsigned all = kernel.getWarps();
  bool hasRegisters = false;
  kernel.walk([&](OtherPartitionsOp others) {
    hasRegisters |= others.getRegisters().has_value();
    for (auto [warps, first] : llvm::zip(others.getWarps(), others.getFirst()))
      all = std::max(all, static_cast<unsigned>(first + warps));
  });
  // Registers are given to groups of warps.
  return hasRegisters ? llvm::alignTo(all, GroupWarps) : all;
}

unsigned mostWarps(KernelOp kernel) {
  unsigned most = kernel.getWarps();
  kernel.walk([&](OtherPartitionsOp others) {
    for (std::int32_t warps : others.getWarps())
      most = std::max(most, static_cast<unsigned>(warps));
  });
  return most;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

InstructionCounts BarrierOp::getInstructions() {
  switch (getScope()) {
  case Scope::Warp:
    return one(WarpBarrier, 1);
  case Scope::Block:
    return one(BlockBarrier, 1);
  case Scope::Cluster:
    return {{ClusterFence, 1}, {ClusterBarrier, 1}};
  }
  return {};
}
MemoryAccesses BarrierOp::getAccesses() { return {}; }
std::optional<Scope> BarrierOp::getSynchronizedScope() { return getScope(); }

InstructionCounts ClusterArriveOp::getInstructions() {
  return one(getIsOwn() ? Fence : ClusterFence, 1);
}
MemoryAccesses ClusterArriveOp::getAccesses() { return {}; }
std::optional<Scope> ClusterArriveOp::getSynchronizedScope() {
  return std::nullopt;
}
InstructionCounts ClusterWaitOp::getInstructions() {
  return one(ClusterBarrier, 1);
}
MemoryAccesses ClusterWaitOp::getAccesses() { return {}; }
std::optional<Scope> ClusterWaitOp::getSynchronizedScope() {
  return Scope::Cluster;
}

// All of the block's warps wait for each other at the ends of partitions.
InstructionCounts PartitionsOp::getInstructions() {
  return one(BlockBarrier, 1);
}
MemoryAccesses PartitionsOp::getAccesses() { return {}; }
std::optional<Scope> PartitionsOp::getSynchronizedScope() {
  return Scope::Block;
}
InstructionCounts PartitionYieldOp::getInstructions() {
  return one(BlockBarrier, 1);
}
MemoryAccesses PartitionYieldOp::getAccesses() { return {}; }
std::optional<Scope> PartitionYieldOp::getSynchronizedScope() {
  return Scope::Block;
}

//===----------------------------------------------------------------------===//
// mbarriers
//===----------------------------------------------------------------------===//

/// Of the eight bytes of an mbarrier.
static MemoryAccess mbarrierAccess(Value address, Value predicate,
                                   bool writes) {
  constexpr unsigned Bytes = 8;
  MemoryAccess access = {.space = Space::Shared,
                         .reads = true,
                         .writes = writes,
                         .completion = Completion::AtOnce};
  access.addresses = address;
  access.form = MemoryAccess::Form::Vector;
  access.bytes = Bytes;
  access.instructions.push_back({0, 0});
  access.predicates = predicate;
  return access;
}

/// Where the thread arrives, what it and others did with `address` before is
/// done; null: with anything. No other thread may still wait for a phase then:
/// whom the arrival lets go on may complete the next one too, which would look
/// to that thread as if its phase were not complete.
static MemoryAccess arrivalAt(Value address) {
  return beginning(Asynchrony::Arrivals, Space::Shared, /*reads=*/true,
                   /*writes=*/true, address);
}

InstructionCounts MbarrierInitOp::getInstructions() { return one(Mbarrier, 1); }
MemoryAccesses MbarrierInitOp::getAccesses() {
  return {mbarrierAccess(getAddress(), getPredicate(), /*writes=*/true)};
}
std::optional<Scope> MbarrierInitOp::getSynchronizedScope() {
  return std::nullopt;
}

InstructionCounts MbarrierEndOp::getInstructions() { return one(Mbarrier, 1); }
MemoryAccesses MbarrierEndOp::getAccesses() {
  return {mbarrierAccess(getAddress(), getPredicate(), /*writes=*/true)};
}
std::optional<Scope> MbarrierEndOp::getSynchronizedScope() {
  return std::nullopt;
}

InstructionCounts MbarrierArriveOp::getInstructions() {
  return one(Mbarrier, 1);
}
/// At the own block's mbarrier, or another's.
template <class Op> static MemoryAccesses arrivalsOf(Op op) {
  if (!op.getIsDistributed())
    return {arrivalAt(Value())};
  return {arrivalAt(Value()), peerMbarrier(op.getAddress())};
}

MemoryAccesses MbarrierArriveOp::getAccesses() {
  if (!getIsOfWarp())
    return arrivalsOf(*this);
  // Who makes the mbarrier has told all warps before.
  MemoryAccess arrival = arrivalAt(Value());
  arrival.isOfWarp = true;
  return {mbarrierAccess(getAddress(), /*predicate=*/Value(),
                         /*writes=*/false),
          arrival};
}
std::optional<Scope> MbarrierArriveOp::getSynchronizedScope() {
  return std::nullopt;
}

InstructionCounts MbarrierExpectOp::getInstructions() {
  return one(Mbarrier, 1);
}
MemoryAccesses MbarrierExpectOp::getAccesses() { return arrivalsOf(*this); }
std::optional<Scope> MbarrierExpectOp::getSynchronizedScope() {
  return std::nullopt;
}

InstructionCounts MbarrierArriveCopiesOp::getInstructions() {
  return one(Mbarrier, 1);
}
MemoryAccesses MbarrierArriveCopiesOp::getAccesses() {
  return {arrivalAt(getAddress())};
}
std::optional<Scope> MbarrierArriveCopiesOp::getSynchronizedScope() {
  return std::nullopt;
}

// Behind it, each thread that has waited may use what has been copied: nobody
// has to wait for others. What is copied lives until then.
InstructionCounts MbarrierWaitOp::getInstructions() { return one(Mbarrier, 1); }
MemoryAccesses MbarrierWaitOp::getAccesses() {
  auto endOf = [](Asynchrony asynchrony) {
    return ending(asynchrony, /*reads=*/false, /*writes=*/false);
  };
  return {mbarrierAccess(getAddress(), getPredicate(), /*writes=*/false),
          endOf(Asynchrony::ThreadCopies), endOf(Asynchrony::BoxLoads)};
}
std::optional<Scope> MbarrierWaitOp::getSynchronizedScope() {
  return std::nullopt;
}

} // namespace heddle::simt
