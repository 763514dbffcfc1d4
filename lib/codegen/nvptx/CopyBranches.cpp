//===- CopyBranches.cpp - Branches around copies of boxes -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyBranches.h"
#include "PtxText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle::codegen {

namespace {

llvm::StringRef textOf(const llvm::CallInst &call) {
  const auto *assembly =
      llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  return assembly != nullptr ? assembly->getAsmString() : llvm::StringRef();
}

bool isCopy(const llvm::CallInst *call) {
  return textOf(*call).contains("cp.async.bulk.tensor") ||
         textOf(*call).contains("cp.reduce.async.bulk.tensor");
}

/// The predicate of an instruction without results; null if it has none that
/// only a run knows. It is the last operand.
llvm::Value *predicateOf(const llvm::CallInst *call) {
  if (call == nullptr || call->arg_empty() || !call->getType()->isVoidTy())
    return nullptr;
  unsigned last = call->arg_size() - 1;
  llvm::Value *predicate = call->getArgOperand(last);
  return textOf(*call).starts_with(predicateText(last)) &&
                 !llvm::isa<llvm::Constant>(predicate)
             ? predicate
             : nullptr;
}

/// The same without its predicate, at a place.
void addUnconditionally(const llvm::CallInst &call, llvm::Instruction *before) {
  const auto *assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  unsigned last = call.arg_size() - 1;
  llvm::SmallVector<llvm::Value *> operands(call.args());
  operands.pop_back();
  llvm::SmallVector<llvm::Type *> types;
  for (llvm::Value *operand : operands)
    types.push_back(operand->getType());
  // Constraints of operands come before clobbers.
  llvm::SmallVector<llvm::StringRef> constraints;
  llvm::StringRef(assembly->getConstraintString()).split(constraints, ',');
  constraints.erase(constraints.begin() + last);
  auto *without = llvm::InlineAsm::get(
      llvm::FunctionType::get(call.getType(), types, /*isVarArg=*/false),
      textOf(call).drop_front(predicateText(last).size()),
      llvm::join(constraints, ","), assembly->hasSideEffects());
  auto *added =
      llvm::CallInst::Create(without, operands, "", before->getIterator());
  added->setConvergent();
  added->setDebugLoc(call.getDebugLoc());
}

/// Instructions that take place by the same predicate, with nothing between
/// them that could not as well come before.
struct Run {
  llvm::Value *predicate = nullptr;
  llvm::SmallVector<llvm::CallInst *> calls;
  llvm::SmallVector<llvm::Instruction *> between;

  void branchAround() const {
    for (llvm::Instruction *instruction : between)
      instruction->moveBefore(calls.front()->getIterator());
    llvm::Instruction *end = llvm::SplitBlockAndInsertIfThen(
        predicate, calls.front()->getIterator(), /*Unreachable=*/false);
    for (llvm::CallInst *call : calls) {
      addUnconditionally(*call, end);
      call->eraseFromParent();
    }
  }
};

std::vector<Run> runsOf(llvm::BasicBlock &block) {
  std::vector<Run> runs;
  Run run;
  llvm::SmallVector<llvm::Instruction *> between;
  auto finish = [&] {
    if (llvm::any_of(run.calls, isCopy))
      runs.push_back(run);
    run = {};
    between.clear();
  };
  for (llvm::Instruction &instruction : block) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (llvm::Value *predicate = predicateOf(call)) {
      if (predicate != run.predicate)
        finish();
      run.predicate = predicate;
      run.calls.push_back(call);
      llvm::append_range(run.between, between);
      between.clear();
    } else if (instruction.mayHaveSideEffects() ||
               instruction.mayReadFromMemory()) {
      finish();
    } else if (run.predicate != nullptr) {
      between.push_back(&instruction);
    }
  }
  finish();
  return runs;
}

} // namespace

void branchAroundCopies(llvm::Function &function) {
  std::vector<Run> runs;
  for (llvm::BasicBlock &block : function)
    llvm::append_range(runs, runsOf(block));
  for (const Run &run : runs)
    run.branchAround();
}

} // namespace heddle::codegen
