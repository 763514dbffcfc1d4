//===- Counters.cpp - What was executed -----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/sim/Counters.h"

#include <algorithm>

namespace heddle::sim {

AccessCounts &AccessCounts::operator+=(const AccessCounts &other) {
  instructions += other.instructions;
  requests += other.requests;
  wavefronts += other.wavefronts;
  idealWavefronts += other.idealWavefronts;
  conflicts += other.conflicts;
  sectors += other.sectors;
  idealSectors += other.idealSectors;
  lines += other.lines;
  return *this;
}

std::uint64_t Counters::allInstructions() const {
  std::uint64_t all = 0;
  for (std::uint64_t each : instructions)
    all += each;
  return all - of(InstructionClass::None);
}

AccessCounts Counters::sharedAccesses() const {
  AccessCounts all = copies;
  all.requests = all.sectors = all.idealSectors = all.lines = 0;
  all += sharedLoads;
  return all += sharedStores;
}

AccessCounts Counters::globalAccesses() const {
  AccessCounts all = copies;
  all.wavefronts = all.idealWavefronts = all.conflicts = 0;
  all += boxCopies;
  all += globalLoads;
  all += globalStores;
  all += globalAtomics;
  return all += globalReductions;
}

void Counters::count(InstructionClass kind, const AccessCounts &accesses) {
  count(kind, accesses.instructions);
  switch (kind) {
  case InstructionClass::GlobalLoad:
    globalLoads += accesses;
    break;
  case InstructionClass::GlobalStore:
    globalStores += accesses;
    break;
  case InstructionClass::GlobalAtomic:
    globalAtomics += accesses;
    break;
  case InstructionClass::GlobalReduction:
    globalReductions += accesses;
    break;
  case InstructionClass::SharedLoad:
  case InstructionClass::MatrixLoad:
    sharedLoads += accesses;
    break;
  case InstructionClass::SharedStore:
  case InstructionClass::MatrixStore:
    sharedStores += accesses;
    break;
  case InstructionClass::SharedAtomic:
    sharedAtomics += accesses;
    break;
  case InstructionClass::DistributedLoad:
    distributedLoads += accesses;
    break;
  case InstructionClass::DistributedStore:
    distributedStores += accesses;
    break;
  case InstructionClass::AsyncCopy:
    copies += accesses;
    break;
  case InstructionClass::BoxCopy:
    boxCopies += accesses;
    break;
  default:
    break;
  }
}

Counters &Counters::operator+=(const Counters &other) {
  for (std::size_t kind = 0; kind < InstructionClasses; ++kind)
    instructions[kind] += other.instructions[kind];
  globalLoads += other.globalLoads;
  globalStores += other.globalStores;
  globalAtomics += other.globalAtomics;
  globalReductions += other.globalReductions;
  sharedLoads += other.sharedLoads;
  sharedStores += other.sharedStores;
  sharedAtomics += other.sharedAtomics;
  distributedLoads += other.distributedLoads;
  distributedStores += other.distributedStores;
  copies += other.copies;
  boxCopies += other.boxCopies;
  peakLiveRegisters = std::max(peakLiveRegisters, other.peakLiveRegisters);
  sharedBytes = std::max(sharedBytes, other.sharedBytes);
  lanes = std::max(lanes, other.lanes);
  return *this;
}

namespace {

using enum InstructionClass;
using Number = std::uint64_t;

template <InstructionClass... Kinds> Number warps(const Counters &counters) {
  return (counters.of(Kinds) + ...);
}

template <InstructionClass... Kinds> Number threads(const Counters &counters) {
  return warps<Kinds...>(counters) * counters.lanes;
}

template <AccessCounts Counters::*Accesses, Number AccessCounts::*What>
Number accesses(const Counters &counters) {
  return counters.*Accesses.*What;
}

/// Loads and copies: the hardware counts them together.
template <Number AccessCounts::*What>
Number loadsAndCopies(const Counters &counters) {
  return counters.globalLoads.*What + counters.copies.*What;
}

template <Number Counters::*What> Number itself(const Counters &counters) {
  return counters.*What;
}

Number none(const Counters & /*counters*/) { return 0; }
Number all(const Counters &counters) { return counters.allInstructions(); }

using C = Counters;
using A = AccessCounts;
constexpr const char *Warp = "warp instructions",
                     *Thread = "thread instructions";

// clang-format off
constexpr Metric Table[] = {
    {"smsp__inst_executed.sum", Warp, all},
    {"instructions.integer", Warp, warps<Integer>},
    {"instructions.half", Warp, warps<Half>},
    {"instructions.float", Warp, warps<Float>},
    {"instructions.double", Warp, warps<Double>},
    {"instructions.conversion", Warp, warps<Conversion>},
    {"instructions.special", Warp, warps<Special>},
    {"smsp__inst_executed_pipe_tensor.sum", Warp, warps<MatrixProduct>},
    {"instructions.shuffle", Warp, warps<Shuffle>},
    {"instructions.branch", Warp, warps<Branch>},
    {"instructions.fence", Warp, warps<Fence>},
    {"instructions.fence.cluster", Warp, warps<ClusterFence>},
    {"instructions.barrier.warp", Warp, warps<WarpBarrier>},
    {"instructions.barrier.block", Warp, warps<BlockBarrier>},
    {"instructions.barrier.cluster", Warp, warps<ClusterBarrier>},
    {"smsp__sass_thread_inst_executed_op_integer_pred_on.sum", Thread, threads<Integer>},
    {"smsp__sass_thread_inst_executed_op_fp16_pred_on.sum", Thread, threads<Half>},
    {"smsp__sass_thread_inst_executed_op_fp32_pred_on.sum", Thread, threads<Float>},
    {"smsp__sass_thread_inst_executed_op_fp64_pred_on.sum", Thread, threads<Double>},
    {"smsp__sass_thread_inst_executed_op_conversion_pred_on.sum", Thread, threads<Conversion>},
    {"smsp__sass_thread_inst_executed_op_inter_thread_communication_pred_on.sum", Thread, threads<Shuffle>},
    {"smsp__inst_executed_op_global_ld.sum", Warp, warps<GlobalLoad>},
    {"smsp__inst_executed_op_global_st.sum", Warp, warps<GlobalStore>},
    {"smsp__inst_executed_op_global_atom.sum", Warp, warps<GlobalAtomic>},
    {"smsp__inst_executed_op_global_red.sum", Warp, warps<GlobalReduction>},
    {"smsp__inst_executed_op_shared_ld.sum", Warp, warps<SharedLoad>},
    {"smsp__inst_executed_op_shared_st.sum", Warp, warps<SharedStore>},
    {"smsp__inst_executed_op_shared_atom.sum", Warp, warps<SharedAtomic>},
    {"smsp__inst_executed_op_ldsm.sum", Warp, warps<MatrixLoad>},
    {"instructions.matrix_store", Warp, warps<MatrixStore>},
    {"instructions.distributed_load", Warp, warps<DistributedLoad>},
    {"instructions.distributed_store", Warp, warps<DistributedStore>},
    {"smsp__inst_executed_op_ldgsts.sum", Warp, warps<AsyncCopy>},
    {"instructions.box_copy", Warp, warps<BoxCopy>},
    {"instructions.mbarrier", Warp, warps<Mbarrier>},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "wavefronts", accesses<&C::sharedLoads, &A::wavefronts>, accesses<&C::sharedLoads, &A::idealWavefronts>},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "wavefronts", accesses<&C::sharedStores, &A::wavefronts>, accesses<&C::sharedStores, &A::idealWavefronts>},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "wavefronts", accesses<&C::sharedLoads, &A::conflicts>, none},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "wavefronts", accesses<&C::sharedStores, &A::conflicts>, none},
    {"shared_load.wavefronts.ideal", "wavefronts", accesses<&C::sharedLoads, &A::idealWavefronts>, nullptr, false},
    {"shared_store.wavefronts.ideal", "wavefronts", accesses<&C::sharedStores, &A::idealWavefronts>, nullptr, false},
    {"async_copy.wavefronts", "wavefronts", accesses<&C::copies, &A::wavefronts>, accesses<&C::copies, &A::idealWavefronts>},
    {"async_copy.bank_conflicts", "wavefronts", accesses<&C::copies, &A::conflicts>, none},
    {"async_copy.wavefronts.ideal", "wavefronts", accesses<&C::copies, &A::idealWavefronts>, nullptr, false},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "requests", loadsAndCopies<&A::requests>},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "requests", accesses<&C::globalStores, &A::requests>},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", "requests", accesses<&C::globalAtomics, &A::requests>},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", "requests", accesses<&C::globalReductions, &A::requests>},
    {"async_copy.requests", "requests", accesses<&C::copies, &A::requests>},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "sectors", loadsAndCopies<&A::sectors>, loadsAndCopies<&A::idealSectors>},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "sectors", accesses<&C::globalStores, &A::sectors>, accesses<&C::globalStores, &A::idealSectors>},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", "sectors", accesses<&C::globalAtomics, &A::sectors>, accesses<&C::globalAtomics, &A::idealSectors>},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", "sectors", accesses<&C::globalReductions, &A::sectors>, accesses<&C::globalReductions, &A::idealSectors>},
    {"async_copy.sectors", "sectors", accesses<&C::copies, &A::sectors>, accesses<&C::copies, &A::idealSectors>},
    {"global_load.sectors.ideal", "sectors", accesses<&C::globalLoads, &A::idealSectors>, nullptr, false},
    {"global_store.sectors.ideal", "sectors", accesses<&C::globalStores, &A::idealSectors>, nullptr, false},
    {"async_copy.sectors.ideal", "sectors", accesses<&C::copies, &A::idealSectors>, nullptr, false},
    {"box_copy.requests", "requests", accesses<&C::boxCopies, &A::requests>},
    {"box_copy.sectors", "sectors", accesses<&C::boxCopies, &A::sectors>, accesses<&C::boxCopies, &A::idealSectors>},
    {"box_copy.sectors.ideal", "sectors", accesses<&C::boxCopies, &A::idealSectors>, nullptr, false},
    {"global_load.lines", "lines", accesses<&C::globalLoads, &A::lines>},
    {"global_store.lines", "lines", accesses<&C::globalStores, &A::lines>},
    {"async_copy.lines", "lines", accesses<&C::copies, &A::lines>},
    {"peak_live_registers", "words a thread", itself<&C::peakLiveRegisters>},
    {"shared_bytes", "bytes a block", itself<&C::sharedBytes>},
};
// clang-format on

} // namespace

std::span<const Metric> metrics() { return Table; }

const Metric *findMetric(std::string_view name) {
  const auto *found = std::ranges::find(Table, name, &Metric::name);
  return found == std::end(Table) ? nullptr : found;
}

std::vector<std::pair<std::string_view, std::uint64_t>>
listCounters(const Counters &counters) {
  std::vector<std::pair<std::string_view, std::uint64_t>> list;
  for (const Metric &metric : Table)
    list.emplace_back(metric.name, metric.of(counters));
  return list;
}

} // namespace heddle::sim
