//===- Lowering.cpp - From tensors to one thread --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/lowering/Lowering.h"
#include "EmitterTable.h"
#include "Emitters.h"
#include "FunctionScope.h"
#include "GlobalScratch.h"
#include "LowerOps.h"
#include "TensorBoxes.h"
#include "heddle/analysis/LongestLoops.h"
#include "heddle/ir/Layout.h"
#include "heddle/simt/ProgramOrder.h"
#include "heddle/simt/RegisterLimit.h"
#include "mlir/IR/Verifier.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

/// The bits of a thread's number in the kernels of a function.
static FailureOr<ThreadBits> threadBitsOf(tt::FuncOp function) {
  ThreadBits threads;
  for (auto [count, bits] : {std::pair(ir::lanesAt(function), &threads.lane),
                             std::pair(ir::warpsAt(function), &threads.warp)}) {
    if (!count)
      return function.emitOpError()
             << "expects a module with ttg.num-warps and "
                "ttg.threads-per-warp, but got none";
    *bits = llvm::Log2_32(*count);
  }
  threads.block = llvm::Log2_32(ir::blocksAt(function).value_or(1));
  return threads;
}

/// Says no where the target has no clusters, or none so large.
static LogicalResult checkCluster(tt::FuncOp function, ThreadBits threads,
                                  const Target &target) {
  unsigned blocks = 1U << threads.block;
  if (blocks <= target.clusterBlocks)
    return success();
  if (target.clusterBlocks == 1)
    return refuse(function) << "it is for clusters of " << blocks
                            << " blocks, but " << target.name << " has none";
  return refuse(function) << "it is for clusters of " << blocks
                          << " blocks, but " << target.name
                          << " has clusters of at most "
                          << target.clusterBlocks;
}

/// Hands on what the module says of registers, as Triton's option maxnreg does.
static LogicalResult limitRegisters(simt::KernelOp kernel,
                                    tt::FuncOp function) {
  auto limit =
      function->getParentOfType<ModuleOp>()->getAttrOfType<IntegerAttr>(
          ttg::MaxRegistersAttr);
  if (!limit)
    return success();
  if (limit.getInt() <= 0)
    return function.emitOpError()
           << "expects a positive '" << ttg::MaxRegistersAttr << "', but got "
           << limit.getInt();
  simt::setRegisterLimit(kernel, static_cast<unsigned>(limit.getInt()));
  return success();
}

/// Hands on which programs start first.
static LogicalResult orderPrograms(simt::KernelOp kernel, tt::FuncOp function) {
  if (failed(simt::verifyProgramOrder(function, ProgramOrderAttr)))
    return failure();
  if (auto order = function->getAttrOfType<StringAttr>(ProgramOrderAttr))
    simt::setProgramOrder(kernel, order.getValue());
  return success();
}

/// Says of descriptors which tensor maps they are.
static LogicalResult describeMaps(simt::KernelOp kernel, tt::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    auto type = dyn_cast<tt::TensorDescType>(argument.getType());
    if (!type)
      continue;
    FailureOr<simt::TensorMapArgument> map = tensorMapFor(function, type);
    if (failed(map))
      return failure();
    simt::setTensorMap(kernel, argument.getArgNumber(), *map);
  }
  return success();
}

/// The kernel of a function, where the builder stands.
static LogicalResult lowerKernel(LoweringContext &context,
                                 tt::FuncOp function) {
  if (!function.getFunctionType().getResults().empty())
    return refuse(function) << "kernels return nothing";
  FailureOr<ThreadBits> threads = threadBitsOf(function);
  if (failed(threads) ||
      failed(checkCluster(function, *threads, context.target)))
    return failure();
  context.threads = *threads;
  for (Type type : function.getFunctionType().getInputs())
    if (!type.isIntOrFloat() && !isa<tt::PointerType, tt::TensorDescType>(type))
      return refuse(function) << "it has an argument of " << type;
  OpBuilder &builder = context.builder;
  llvm::SmallVector<Type> types =
      context.lowered(TypeRange(function.getFunctionType().getInputs()));
  auto kernel = context.make<simt::KernelOp>(
      function.getLoc(), function.getSymName(),
      builder.getFunctionType(types, {}), 1U << threads->warp,
      1U << threads->lane, /*sharedBytes=*/0U, ArrayAttr(), ArrayAttr(),
      1U << threads->block);
  if (failed(limitRegisters(kernel, function)) ||
      failed(orderPrograms(kernel, function)) ||
      failed(describeMaps(kernel, function)))
    return failure();
  OpBuilder::InsertionGuard guard(builder);
  Block *entry = builder.createBlock(&kernel.getBody());
  for (auto [argument, type] : llvm::zip(function.getArguments(), types))
    context.set(argument, entry->addArgument(type, argument.getLoc()));
  FunctionScope scope(context, function);
  if (failed(lowerBlocks(context, function.getBody(), entry)))
    return failure();
  finishGlobalScratch(context, kernel);
  return success();
}

FailureOr<OwningOpRef<ModuleOp>>
lowerToSimt(ModuleOp module, const Target &target,
            const ArithmeticOptions &arithmetic, LoweringRecord *record) {
  LoweringRecord unread;
  if (record == nullptr)
    record = &unread;
  module.getContext()->getOrLoadDialect<simt::SimtDialect>();
  AxisFacts facts(module);
  OwningOpRef<ModuleOp> result = ModuleOp::create(module.getLoc());
  OpBuilder builder(module.getContext(), record);
  for (tt::FuncOp function : module.getOps<tt::FuncOp>()) {
    if (!function.isPublic())
      continue;
    builder.setInsertionPointToEnd(result->getBody());
    LoweringContext context(facts, target, arithmetic, builder, *record,
                            emitters());
    if (failed(lowerKernel(context, function)))
      return failure();
  }
  if (failed(verify(*result)))
    return failure();
  return result;
}

std::string loweringSourceOf(OperationName name) {
  const Emitter *emitter = emitters().find(name);
  if (emitter == nullptr)
    return {};
  // From the root of the sources on, wherever they were compiled.
  llvm::StringRef file = emitter->registered.file_name();
  file = file.substr(std::min(file.rfind("lib/lowering/"), file.size()));
  return (file + ":" + llvm::Twine(emitter->registered.line())).str();
}

} // namespace heddle
