//===- ProgramOrder.cpp - Which program a block executes ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramOrder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::codegen {

namespace {

using llvm::Intrinsic::ID;

llvm::Value *readAlong(EmissionContext &context, simt::KernelOp kernel,
                       unsigned axis, const std::array<ID, 3> &ofBlocks,
                       const std::array<ID, 3> &ofClusters) {
  bool areClusters = kernel.getClusterBlocks() != 1;
  return context.builder.CreateIntrinsic(
      (areClusters ? ofClusters : ofBlocks)[axis], {});
}

/// In which order hardware starts them.
llvm::Value *startedAlong(EmissionContext &context, simt::KernelOp kernel,
                          unsigned axis) {
  using namespace llvm::Intrinsic;
  return readAlong(context, kernel, axis,
                   {nvvm_read_ptx_sreg_ctaid_x, nvvm_read_ptx_sreg_ctaid_y,
                    nvvm_read_ptx_sreg_ctaid_z},
                   {nvvm_read_ptx_sreg_clusterid_x,
                    nvvm_read_ptx_sreg_clusterid_y,
                    nvvm_read_ptx_sreg_clusterid_z});
}

llvm::Value *countAlong(EmissionContext &context, simt::KernelOp kernel,
                        unsigned axis) {
  using namespace llvm::Intrinsic;
  return readAlong(context, kernel, axis,
                   {nvvm_read_ptx_sreg_nctaid_x, nvvm_read_ptx_sreg_nctaid_y,
                    nvvm_read_ptx_sreg_nctaid_z},
                   {nvvm_read_ptx_sreg_nclusterid_x,
                    nvvm_read_ptx_sreg_nclusterid_y,
                    nvvm_read_ptx_sreg_nclusterid_z});
}

llvm::Value *smaller(llvm::IRBuilderBase &builder, llvm::Value *a,
                     llvm::Value *b) {
  return builder.CreateSelect(builder.CreateICmpULT(a, b), a, b);
}

/// Are there fewer than 2^32 programs? Each count has at most 31 bits, and
/// those along y and z 16.
llvm::Value *areFew(llvm::IRBuilderBase &builder, const GridNumbers &counts) {
  llvm::Value *all = builder.getInt64(1);
  for (llvm::Value *count : counts)
    all =
        builder.CreateMul(all, builder.CreateZExt(count, builder.getInt64Ty()));
  return builder.CreateICmpULT(all, builder.getInt64(std::uint64_t(1) << 32U));
}

} // namespace

GridNumbers programOf(llvm::IRBuilderBase &builder, const GridNumbers &block,
                      const GridNumbers &counts, simt::ProgramOrder order,
                      unsigned most) {
  auto slow = static_cast<unsigned>(order.axis);
  unsigned fast = slow == 0 ? 1 : 0, middle = slow == 2 ? 1 : 2;
  auto times = [&](llvm::Value *a, llvm::Value *b) {
    return builder.CreateMul(a, b);
  };
  auto minus = [&](llvm::Value *a, llvm::Value *b) {
    return builder.CreateSub(a, b);
  };
  llvm::Value *number = builder.CreateAdd(
      block[0], times(counts[0],
                      builder.CreateAdd(block[1], times(counts[1], block[2]))));
  llvm::Value *others = times(counts[fast], counts[middle]);
  // Of the others in a section, and in this one: the last may have fewer.
  llvm::Value *width =
      smaller(builder, others,
              builder.CreateUDiv(builder.getInt32(most), counts[slow]));
  llvm::Value *isNone = builder.CreateICmpEQ(width, builder.getInt32(0));
  width = builder.CreateSelect(isNone, builder.getInt32(1), width);
  llvm::Value *all = times(counts[slow], width);
  llvm::Value *section = builder.CreateUDiv(number, all);
  llvm::Value *inside = minus(number, times(section, all));
  llvm::Value *first = times(section, width);
  llvm::Value *own = smaller(builder, width, minus(others, first));

  GridNumbers program;
  llvm::Value *along = builder.CreateUDiv(inside, own);
  llvm::Value *other =
      builder.CreateAdd(first, minus(inside, times(along, own)));
  program[slow] = order.isDescending
                      ? minus(minus(counts[slow], builder.getInt32(1)), along)
                      : along;
  program[middle] = builder.CreateUDiv(other, counts[fast]);
  program[fast] = minus(other, times(program[middle], counts[fast]));
  return program;
}

void orderPrograms(EmissionContext &context, simt::KernelOp kernel) {
  std::optional<simt::ProgramOrder> order = simt::programOrderOf(kernel);
  if (!order)
    return;
  llvm::IRBuilder<> &builder = context.builder;
  GridNumbers block, counts;
  for (unsigned axis = 0; axis < block.size(); ++axis) {
    block[axis] = startedAlong(context, kernel, axis);
    counts[axis] = countAlong(context, kernel, axis);
  }
  llvm::BasicBlock *entry = builder.GetInsertBlock();
  llvm::BasicBlock *ordered = addBlock(context, "ordered"),
                   *begin = addBlock(context, "begin");
  builder.CreateCondBr(areFew(builder, counts), ordered, begin);
  builder.SetInsertPoint(ordered);
  GridNumbers program = programOf(builder, block, counts, *order,
                                  context.target.timing->gpu.orderedPrograms());
  builder.CreateBr(begin);
  builder.SetInsertPoint(begin);
  for (unsigned axis = 0; axis < block.size(); ++axis) {
    llvm::PHINode *chosen = builder.CreatePHI(builder.getInt32Ty(), 2);
    chosen->addIncoming(block[axis], entry);
    chosen->addIncoming(program[axis], ordered);
    context.programs[axis] = chosen;
  }
}

llvm::Value *programAlong(EmissionContext &context, simt::ProgramOp program) {
  auto axis = static_cast<unsigned>(program.getAxis());
  if (llvm::Value *known = context.programs[axis])
    return known;
  return startedAlong(context, program->getParentOfType<simt::KernelOp>(),
                      axis);
}

llvm::Value *programsAlong(EmissionContext &context,
                           simt::ProgramsOp programs) {
  return countAlong(context, programs->getParentOfType<simt::KernelOp>(),
                    static_cast<unsigned>(programs.getAxis()));
}

} // namespace heddle::codegen
