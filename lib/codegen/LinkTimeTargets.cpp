//===- LinkTimeTargets.cpp - Targets that lld does not need ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For optimization at link time lld initializes every target of LLVM, and asks
// LLVM's extensions for their passes. Code objects are linked from machine
// code: with these functions, which do nothing, the programs do not need the
// archives of two dozen other processors.
//
//===----------------------------------------------------------------------===//

#include "llvm/Plugins/PassPlugin.h"

// Those that are linked have their own. A macro KEEPS_X makes KEEPS_X_NAME the
// second of three arguments.
#define HEDDLE_KEEPS_AMDGPU ,
#define HEDDLE_KEEPS_NVPTX ,
#define HEDDLE_SECOND(FIRST, SECOND, ...) SECOND
#define HEDDLE_CHOOSE(...) HEDDLE_SECOND(__VA_ARGS__)
#define HEDDLE_NOTHING(TARGET, PART)
#define HEDDLE_EMPTY(TARGET, PART)                                             \
  extern "C" void LLVMInitialize##TARGET##PART() {}
#define HEDDLE_INITIALIZE(TARGET, PART)                                        \
  HEDDLE_CHOOSE(HEDDLE_KEEPS_##TARGET HEDDLE_NOTHING, HEDDLE_EMPTY, )          \
  (TARGET, PART)

#define LLVM_TARGET(TARGET)                                                    \
  HEDDLE_INITIALIZE(TARGET, Target)                                            \
  HEDDLE_INITIALIZE(TARGET, TargetInfo)                                        \
  HEDDLE_INITIALIZE(TARGET, TargetMC)
#include "llvm/Config/Targets.def"

#define LLVM_ASM_PRINTER(TARGET) HEDDLE_INITIALIZE(TARGET, AsmPrinter)
#include "llvm/Config/AsmPrinters.def"

#define LLVM_ASM_PARSER(TARGET) HEDDLE_INITIALIZE(TARGET, AsmParser)
#include "llvm/Config/AsmParsers.def"

#define HANDLE_EXTENSION(NAME)                                                 \
  llvm::PassPluginLibraryInfo get##NAME##PluginInfo() { return {}; }
#include "llvm/Support/Extension.def"
