//===- Schedule.cpp - How instructions are ordered and timed --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "heddle/ir/Rocdl.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

namespace heddle {

using namespace mlir;

namespace {

LogicalResult hint(LoweringContext &context, Operation *op,
                   simt::ScheduleHint hint,
                   llvm::ArrayRef<std::int32_t> values) {
  context.make<simt::ScheduleOp>(op->getLoc(), hint, values);
  return success();
}

LogicalResult emitPriority(LoweringContext &context, ROCDL::SetPrioOp op) {
  return hint(context, op, simt::ScheduleHint::Priority,
              {static_cast<std::int32_t>(op.getPriority())});
}

LogicalResult emitBarrier(LoweringContext &context, rocdl::SchedBarrierOp op) {
  return hint(context, op, simt::ScheduleHint::Barrier,
              {static_cast<std::int32_t>(op.getMask())});
}

LogicalResult emitGroup(LoweringContext &context,
                        rocdl::SchedGroupBarrierOp op) {
  return hint(context, op, simt::ScheduleHint::Group,
              {static_cast<std::int32_t>(op.getMask()),
               static_cast<std::int32_t>(op.getSize()),
               static_cast<std::int32_t>(op.getGroupId())});
}

LogicalResult emitStrategy(LoweringContext &context, ROCDL::IglpOpt op) {
  return hint(context, op, simt::ScheduleHint::Strategy,
              {static_cast<std::int32_t>(op.getVariant())});
}

LogicalResult emitSleep(LoweringContext &context, ROCDL::SSleepOp op) {
  return hint(context, op, simt::ScheduleHint::Sleep,
              {static_cast<std::int32_t>(op.getCount())});
}

LogicalResult emitNop(LoweringContext &context, ROCDL::SNopOp op) {
  return hint(context, op, simt::ScheduleHint::Nop,
              {static_cast<std::int32_t>(op.getCount())});
}

} // namespace

void registerScheduleEmitters(EmitterTable &table) {
  table.add<ROCDL::SetPrioOp>(emitPriority);
  table.add<rocdl::SchedBarrierOp>(emitBarrier);
  table.add<rocdl::SchedGroupBarrierOp>(emitGroup);
  table.add<ROCDL::IglpOpt>(emitStrategy);
  table.add<ROCDL::SSleepOp>(emitSleep);
  table.add<ROCDL::SNopOp>(emitNop);
}

} // namespace heddle
