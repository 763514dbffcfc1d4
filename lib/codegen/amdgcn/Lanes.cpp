//===- Lanes.cpp - Threads, and what they exchange ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "Families.h"
#include "heddle/codegen/common/Requirements.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

namespace heddle::codegen::amdgcn {

using namespace mlir;
namespace id = llvm::Intrinsic;

namespace {

void emitThread(EmissionContext &context, simt::ThreadOp thread) {
  context.set(thread,
              {context.builder.CreateIntrinsic(id::amdgcn_workitem_id_x, {})});
}

void emitProgram(EmissionContext &context, simt::ProgramOp program) {
  constexpr id::ID Ids[] = {id::amdgcn_workgroup_id_x,
                            id::amdgcn_workgroup_id_y,
                            id::amdgcn_workgroup_id_z};
  context.set(program, {context.builder.CreateIntrinsic(
                           Ids[static_cast<unsigned>(program.getAxis())], {})});
}

// Hidden arguments hidden_block_count_x, _y, _z, the first ones. (LLVM, "User
// Guide for AMDGPU Backend", code object version 5.)
void emitPrograms(EmissionContext &context, simt::ProgramsOp programs) {
  llvm::IRBuilder<> &builder = context.builder;
  llvm::Value *hidden = builder.CreateIntrinsic(id::amdgcn_implicitarg_ptr, {});
  auto axis = static_cast<std::uint64_t>(programs.getAxis());
  llvm::Value *count = builder.CreatePtrAdd(hidden, builder.getInt64(4 * axis));
  llvm::LoadInst *load =
      builder.CreateAlignedLoad(builder.getInt32Ty(), count, llvm::Align(4));
  load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                    llvm::MDNode::get(context.module.getContext(), {}));
  context.set(programs, {load});
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

constexpr unsigned RowLanes = 16;

/// A lane of the same group of 16 by the pattern of a data-parallel move.
/// (CDNA3 ISA, "Data Parallel Processing (DPP)": DPP_CTRL.)
llvm::Value *moveInRow(EmissionContext &context, llvm::Value *word,
                       unsigned control) {
  llvm::IRBuilder<> &builder = context.builder;
  constexpr unsigned AllRows = 0xF, AllBanks = 0xF;
  return builder.CreateIntrinsic(
      id::amdgcn_update_dpp, {builder.getInt32Ty()},
      {llvm::PoisonValue::get(builder.getInt32Ty()), word,
       builder.getInt32(control), builder.getInt32(AllRows),
       builder.getInt32(AllBanks), builder.getTrue()});
}

/// The pattern in which lanes read those whose numbers differ in these bits;
/// nothing if there is none. Rows of RDNA have one for each mask.
std::optional<unsigned> patternOfXor(unsigned lanes, const Target &target) {
  constexpr unsigned RowXmask = 0x160, RowRotate = 0x120, RowMirror = 0x140,
                     RowHalfMirror = 0x141;
  if (lanes >= RowLanes)
    return std::nullopt;
  if (isRdna(target))
    return RowXmask + lanes;
  if (lanes < 4) {
    unsigned permutation = 0;
    for (unsigned lane = 0; lane < 4; ++lane)
      permutation |= (lane ^ lanes) << (2 * lane);
    return permutation;
  }
  switch (lanes) {
  case 7:
    return RowHalfMirror;
  case 8:
    return RowRotate + 8;
  case 15:
    return RowMirror;
  default:
    return std::nullopt;
  }
}

/// A lane of the other row of 32 lanes, whose number differs in these bits,
/// too. (RDNA3 ISA, V_PERMLANEX16_B32: lane i of a row reads the lane that four
/// bits of the selectors name.)
llvm::Value *moveToOtherRow(EmissionContext &context, llvm::Value *word,
                            unsigned lanes) {
  llvm::IRBuilder<> &builder = context.builder;
  std::uint64_t selectors = 0;
  for (std::uint64_t lane = 0; lane < RowLanes; ++lane)
    selectors |= (lane ^ lanes) << (4 * lane);
  auto half = [&](unsigned by) {
    return builder.getInt32(static_cast<std::uint32_t>(selectors >> by));
  };
  return builder.CreateIntrinsic(id::amdgcn_permlanex16, {builder.getInt32Ty()},
                                 {llvm::PoisonValue::get(builder.getInt32Ty()),
                                  word, half(0), half(32), builder.getFalse(),
                                  builder.getFalse()});
}

/// The lane whose number differs by 16 or 32. (CDNA4 ISA, V_PERMLANE16_SWAP_B32
/// and V_PERMLANE32_SWAP_B32: the odd rows of the first operand change places
/// with the even ones of the second. Of one word twice that makes one of even
/// rows, which odd ones want, and one of odd rows.) Three instructions cost
/// more issue slots than ds_bpermute, but who waits for the result waits less.
llvm::Value *swapRows(EmissionContext &context, llvm::Value *word,
                      unsigned lanes) {
  constexpr std::uint64_t OddOf16 = 0xFFFF0000FFFF0000, OddOf32 = ~0ULL << 32;
  llvm::IRBuilder<> &builder = context.builder;
  bool isRow = lanes == RowLanes;
  llvm::Value *both = builder.CreateIntrinsic(
      isRow ? id::amdgcn_permlane16_swap : id::amdgcn_permlane32_swap, {},
      {word, word, builder.getFalse(), builder.getFalse()});
  llvm::Value *isOdd =
      builder.CreateIntrinsic(id::amdgcn_inverse_ballot, {builder.getInt64Ty()},
                              {builder.getInt64(isRow ? OddOf16 : OddOf32)});
  return builder.CreateSelect(isOdd, builder.CreateExtractValue(both, 0),
                              builder.CreateExtractValue(both, 1));
}

llvm::Value *readLane(EmissionContext &context, llvm::Value *word,
                      llvm::Value *lane) {
  llvm::IRBuilder<> &builder = context.builder;
  return builder.CreateIntrinsic(id::amdgcn_ds_bpermute, {},
                                 {builder.CreateShl(lane, 2), word});
}

void emitShuffleXor(EmissionContext &context, simt::ShuffleXorOp shuffle) {
  llvm::IRBuilder<> &builder = context.builder;
  llvm::Value *word = context.scalar(shuffle.getSrc());
  unsigned lanes = shuffle.getLanes();
  constexpr unsigned SwizzledLanes = 32;
  llvm::Value *moved = nullptr;
  if (auto pattern = patternOfXor(lanes, context.target))
    moved = moveInRow(context, word, *pattern);
  else if (isRdna(context.target))
    moved = moveToOtherRow(context, word, lanes - RowLanes);
  else if (context.target.permlaneSwap &&
           (lanes == RowLanes || lanes == 2 * RowLanes))
    moved = swapRows(context, word, lanes);
  else if (lanes < SwizzledLanes)
    // Bits 14 to 10 flip those of the lane, 4 to 0 keep them. (CDNA3 ISA,
    // DS_SWIZZLE_B32.)
    moved = builder.CreateIntrinsic(
        id::amdgcn_ds_swizzle, {},
        {word, builder.getInt32(lanes << 10 | (SwizzledLanes - 1))});
  else
    moved = readLane(
        context, word,
        builder.CreateXor(laneNumber(context), builder.getInt32(lanes)));
  context.set(shuffle, {moved});
}

/// Any mask of a wave: by `ds_bpermute` where there is nothing cheaper.
bool hasXor(simt::ShuffleXorOp shuffle, const Target &target) {
  return shuffle.getLanes() < target.lanes;
}

void emitShuffleIndex(EmissionContext &context, simt::ShuffleIndexOp shuffle) {
  context.set(shuffle, {readLane(context, context.scalar(shuffle.getSrc()),
                                 context.scalar(shuffle.getLane()))});
}

// The selector has a byte for each byte, not a hex digit. (CDNA3 ISA,
// V_PERM_B32: 0 to 3 are bytes of the second operand.)
void emitBytePermute(EmissionContext &context, simt::BytePermuteOp permute) {
  llvm::IRBuilder<> &builder = context.builder;
  auto spread = [&](llvm::Value *bits, unsigned by, std::uint32_t kept) {
    return builder.CreateAnd(
        builder.CreateOr(bits, builder.CreateShl(bits, by)),
        builder.getInt32(kept));
  };
  llvm::Value *digits = builder.CreateAnd(context.scalar(permute.getSelector()),
                                          builder.getInt32(0xFFFF));
  llvm::Value *selector = spread(spread(digits, 8, 0x00FF00FF), 4, 0x0F0F0F0F);
  context.set(permute, {builder.CreateIntrinsic(id::amdgcn_perm, {},
                                                {context.scalar(permute.getB()),
                                                 context.scalar(permute.getA()),
                                                 selector})});
}

//===----------------------------------------------------------------------===//
// Together
//===----------------------------------------------------------------------===//

void emitBarrier(EmissionContext &context, simt::BarrierOp barrier) {
  using enum llvm::AtomicOrdering;
  bool isWave = barrier.getScope() == simt::Scope::Warp;
  // A fence of the work-group would wait for copies that are under way. In one
  // of a wave, what a work-group does in global memory is in order anyway: its
  // waves share a cache. (LLVM, "User Guide for AMDGPU Backend", "Memory Model
  // gfx942": without threadgroup split mode.)
  bool hasCopies = context.copies.written != nullptr;
  llvm::StringRef scope = isWave || hasCopies ? Wavefront : Workgroup;
  emitFence(context, scope, Release);
  if (!isWave && hasCopies)
    emitSharedWait(context);
  context.builder.CreateIntrinsic(
      isWave ? id::amdgcn_wave_barrier : id::amdgcn_s_barrier, {});
  emitFence(context, scope, Acquire);
}

/// One grid ends before the next one starts.
void emitNoDependency(EmissionContext & /*context*/,
                      simt::GridDependencyOp /*op*/) {}

// A counter of 100 MHz. (CDNA3 ISA, S_MEMREALTIME.)
void emitClock(EmissionContext &context, simt::ClockOp clock) {
  constexpr std::uint64_t Nanoseconds = 10;
  llvm::IRBuilder<> &builder = context.builder;
  context.set(clock, {builder.CreateMul(
                         builder.CreateIntrinsic(id::readsteadycounter, {}),
                         builder.getInt64(Nanoseconds))});
}

} // namespace

llvm::Value *laneNumber(EmissionContext &context) {
  llvm::IRBuilder<> &builder = context.builder;
  llvm::Value *thread = builder.CreateIntrinsic(id::amdgcn_workitem_id_x, {});
  return builder.CreateAnd(thread, builder.getInt32(context.target.lanes - 1));
}

void emitFence(EmissionContext &context, llvm::StringRef scope,
               llvm::AtomicOrdering order) {
  context.builder.CreateFence(
      order, context.module.getContext().getOrInsertSyncScopeID(scope));
}

void addLanes(EmitterTable &table) {
  table.add<simt::ThreadOp>(emitThread);
  table.add<simt::ProgramOp>(emitProgram);
  table.add<simt::ProgramsOp>(emitPrograms);
  table.add<simt::ShuffleXorOp>(emitShuffleXor, hasXor);
  table.add<simt::ShuffleIndexOp>(emitShuffleIndex, hasShuffleIndex);
  table.add<simt::BytePermuteOp>(emitBytePermute, hasBytePermute);
  table.add<simt::BarrierOp>(emitBarrier);
  table.add<simt::GridDependencyOp>(emitNoDependency);
  table.add<simt::ClockOp>(emitClock);
}

} // namespace heddle::codegen::amdgcn
