//===- Optimize.cpp - LLVM's passes that kernels need ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/common/Optimize.h"
#include "EqualPhis.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/PassRegistry.h"
#include "llvm/Passes/PassBuilder.h"

namespace heddle::codegen {

namespace {

// Instructions are combined once, when loops are in their last form: nothing
// before it needs them to be.
constexpr llvm::StringRef Pipeline =
    "function(early-cse<memssa>,merge-equal-phis,loop-simplify,lcssa,loop-mssa("
    "loop-rotate,licm)"
    ","
    "loop(loop-unroll-full),"
    "instcombine<max-iterations=1;no-verify-fixpoint>,"
    "early-cse,simplifycfg,dce)";

} // namespace

void runPasses(llvm::Module &module, llvm::TargetMachine &machine,
               llvm::StringRef pipeline) {
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
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef name, llvm::FunctionPassManager &passes,
         llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (name != MergeEqualPhis::Name)
          return false;
        passes.addPass(MergeEqualPhis());
        return true;
      });
  llvm::ModulePassManager passes;
  llvm::cantFail(builder.parsePassPipeline(passes, pipeline));
  passes.run(module, modules);
}

void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  runPasses(module, machine, Pipeline);
}

void AssemblyPasses::add(llvm::Pass *pass) {
  const llvm::PassRegistry &known = *llvm::PassRegistry::getPassRegistry();
  for (llvm::StringRef name : {"slsr", "nary-reassociate"})
    if (const llvm::PassInfo *info = known.getPassInfo(name);
        info != nullptr && info->getTypeInfo() == pass->getPassID()) {
      delete pass;
      return;
    }
  llvm::legacy::PassManager::add(pass);
}

} // namespace heddle::codegen
