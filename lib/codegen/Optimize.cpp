//===- Optimize.cpp - LLVM's passes that kernels need ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Optimize.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/PassRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle {

namespace {

// Instructions are combined once, when loops are in their last form: nothing
// before it needs them to be.
constexpr llvm::StringRef Pipeline =
    "function(early-cse<memssa>,loop-simplify,lcssa,loop-mssa(loop-rotate,licm)"
    ","
    "loop(loop-unroll-full),"
    "instcombine<max-iterations=1;no-verify-fixpoint>,"
    "early-cse,simplifycfg,dce)";

using Values = llvm::DenseSet<const llvm::Value *>;

/// Of registers; conditions have their own.
unsigned wordsOf(const llvm::Type *type) {
  if (const auto *record = llvm::dyn_cast<llvm::StructType>(type)) {
    unsigned words = 0;
    for (const llvm::Type *element : record->elements())
      words += wordsOf(element);
    return words;
  }
  unsigned bits = type->isPointerTy()
                      ? 64
                      : static_cast<unsigned>(
                            type->getPrimitiveSizeInBits().getFixedValue());
  return bits == 1 ? 0 : (bits + 31) / 32;
}

bool needsRegister(const llvm::Value *value) {
  return llvm::isa<llvm::Instruction>(value) && wordsOf(value->getType()) > 0;
}

/// What is live behind a block, its own phis' operands not among it.
Values
liveBehind(const llvm::BasicBlock &block,
           const llvm::DenseMap<const llvm::BasicBlock *, Values> &liveBefore) {
  Values live;
  for (const llvm::BasicBlock *next : llvm::successors(&block)) {
    if (auto found = liveBefore.find(next); found != liveBefore.end())
      live.insert_range(found->second);
    for (const llvm::PHINode &phi : next->phis())
      if (const llvm::Value *source = phi.getIncomingValueForBlock(&block);
          needsRegister(source))
        live.insert(source);
  }
  return live;
}

/// Makes what is live behind a block what is live before it; the most words on
/// the way.
unsigned walkUp(const llvm::BasicBlock &block, Values &live) {
  unsigned words = 0;
  for (const llvm::Value *value : live)
    words += wordsOf(value->getType());
  unsigned most = words;
  for (const llvm::Instruction &each : llvm::reverse(block)) {
    if (live.erase(&each))
      words -= wordsOf(each.getType());
    if (llvm::isa<llvm::PHINode>(each))
      continue;
    for (const llvm::Value *operand : each.operands())
      if (needsRegister(operand) && live.insert(operand).second)
        words += wordsOf(operand->getType());
    most = std::max(most, words);
  }
  return most;
}

} // namespace

void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  llvm::cantFail(builder.parsePassPipeline(passes, Pipeline));
  passes.run(module, modules);
}

void PtxPasses::add(llvm::Pass *pass) {
  const llvm::PassRegistry &known = *llvm::PassRegistry::getPassRegistry();
  for (llvm::StringRef name : {"slsr", "nary-reassociate"})
    if (const llvm::PassInfo *info = known.getPassInfo(name);
        info != nullptr && info->getTypeInfo() == pass->getPassID()) {
      delete pass;
      return;
    }
  llvm::legacy::PassManager::add(pass);
}

unsigned liveWords(const llvm::Function &function) {
  llvm::DenseMap<const llvm::BasicBlock *, Values> liveBefore;
  unsigned most = 0;
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const llvm::BasicBlock *block : llvm::post_order(&function)) {
      Values live = liveBehind(*block, liveBefore);
      most = std::max(most, walkUp(*block, live));
      Values &before = liveBefore[block];
      hasChanged = hasChanged || before.size() != live.size();
      before = std::move(live);
    }
  }
  return most;
}

} // namespace heddle
