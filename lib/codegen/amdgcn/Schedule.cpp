//===- Schedule.cpp - How instructions are ordered and timed --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

namespace heddle::codegen::amdgcn {

using namespace mlir;
namespace id = llvm::Intrinsic;

static id::ID idOf(simt::ScheduleHint hint) {
  switch (hint) {
  case simt::ScheduleHint::Priority:
    return id::amdgcn_s_setprio;
  case simt::ScheduleHint::Barrier:
    return id::amdgcn_sched_barrier;
  case simt::ScheduleHint::Group:
    return id::amdgcn_sched_group_barrier;
  case simt::ScheduleHint::Strategy:
    return id::amdgcn_iglp_opt;
  case simt::ScheduleHint::Sleep:
    return id::amdgcn_s_sleep;
  case simt::ScheduleHint::Nop:
    return id::amdgcn_s_nop;
  }
  llvm_unreachable("all hints are above");
}

static void emitSchedule(EmissionContext &context, simt::ScheduleOp schedule) {
  llvm::Function *function = llvm::Intrinsic::getOrInsertDeclaration(
      &context.module, idOf(schedule.getHint()));
  llvm::SmallVector<llvm::Value *> values;
  for (auto [value, type] :
       llvm::zip(schedule.getValues(), function->getFunctionType()->params()))
    values.push_back(llvm::ConstantInt::getSigned(type, value));
  context.builder.CreateCall(function, values);
}

void addSchedule(EmitterTable &table) {
  table.add<simt::ScheduleOp>(emitSchedule);
}

} // namespace heddle::codegen::amdgcn
