//===- ExternalLibrary.cpp - Functions of a device library ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExternalLibrary.h"
#include "Families.h"
#include "heddle/codegen/common/Optimize.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/IPO/Internalize.h"

#include <cstdlib>
#include <optional>

namespace heddle::codegen {

using namespace mlir;
using mlir::failure;

namespace {

llvm::Value *emitCall(EmissionContext &context, simt::ExternalCallOp call,
                      llvm::ArrayRef<llvm::Value *> operands) {
  llvm::SmallVector<llvm::Type *> types;
  for (llvm::Value *operand : operands)
    types.push_back(operand->getType());
  auto *type = llvm::FunctionType::get(
      typeOf(context, getElementTypeOrSelf(call.getType())), types, false);
  return context.builder.CreateCall(
      context.module.getOrInsertFunction(call.getFunction(), type), operands);
}

std::optional<std::string> findLibrary() {
  for (const char *variable : {"HEDDLE_LIBDEVICE", "TRITON_LIBDEVICE_PATH"})
    if (const char *named = std::getenv(variable))
      return std::string(named);
  llvm::SmallVector<std::string> folders;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *home = std::getenv(variable))
      folders.emplace_back(home);
  folders.emplace_back("/usr/local/cuda");
  for (const std::string &folder : folders)
    if (std::string path = folder + "/nvvm/libdevice/libdevice.10.bc";
        llvm::sys::fs::exists(path))
      return path;
  return std::nullopt;
}

/// What is called has to be in the library, with the types of the call.
LogicalResult checkCall(simt::ExternalCallOp call, const llvm::Module &code,
                        const llvm::Module &library) {
  const llvm::Function *called = code.getFunction(call.getFunction());
  const llvm::Function *found = library.getFunction(call.getFunction());
  if (found == nullptr || found->isDeclaration())
    return call.emitError()
           << "expects a function of " << library.getModuleIdentifier()
           << ", but got " << call.getFunction() << ", which it lacks";
  if (called->getFunctionType() == found->getFunctionType())
    return success();
  std::string has, wants;
  llvm::raw_string_ostream(has) << *found->getFunctionType();
  llvm::raw_string_ostream(wants) << *called->getFunctionType();
  return call.emitError() << "expects " << call.getFunction() << " of the type "
                          << has << ", but calls it as " << wants;
}

/// Calls become what they compute. Libraries ask `__nvvm_reflect` whether
/// subnormal numbers are zeros: they are told so, as Triton tells them.
void inlineLibrary(llvm::Module &code, llvm::TargetMachine &machine) {
  code.addModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", 1);
  runPasses(code, machine,
            "nvvm-reflect,function(nvvm-intr-range),always-inline,"
            "function(simplifycfg,sroa,early-cse,simplifycfg),globaldce");
}

} // namespace

LogicalResult linkExternalLibrary(ModuleOp module, llvm::Module &code,
                                  llvm::TargetMachine &machine,
                                  const std::string &given) {
  llvm::SmallVector<simt::ExternalCallOp> calls;
  module.walk([&](simt::ExternalCallOp call) { calls.push_back(call); });
  if (calls.empty())
    return success();
  std::optional<std::string> path =
      given.empty() ? findLibrary() : std::optional(given);
  if (!path) {
    for (simt::ExternalCallOp call : calls) {
      InFlightDiagnostic error = call.emitError();
      error << "expects a library that has " << call.getFunction()
            << ", of which there is no program, but got none";
      error.attachNote() << "add --libdevice FILE, CUDA's libdevice.10.bc, or "
                            "set CUDA_HOME to the folder that has it";
    }
    return failure();
  }
  llvm::SMDiagnostic wrong;
  std::unique_ptr<llvm::Module> library =
      llvm::parseIRFile(*path, wrong, code.getContext());
  if (library == nullptr)
    return calls.front().emitError()
           << "expects a library in LLVM's bitcode, but got " << *path << ": "
           << wrong.getMessage();
  bool areThere = true;
  for (simt::ExternalCallOp call : calls)
    areThere &= succeeded(checkCall(call, code, *library));
  if (!areThere)
    return failure();
  library->setTargetTriple(code.getTargetTriple());
  library->setDataLayout(code.getDataLayout());
  // What is not called is not linked, and what is linked is this module's own.
  auto hide = [](llvm::Module &linked, const llvm::StringSet<> &names) {
    llvm::internalizeModule(linked, [&](const llvm::GlobalValue &value) {
      return !value.hasName() || !names.contains(value.getName());
    });
  };
  if (llvm::Linker::linkModules(code, std::move(library),
                                llvm::Linker::LinkOnlyNeeded, hide))
    return module.emitError() << "expects a library that can be linked, but "
                                 "got "
                              << *path;
  inlineLibrary(code, machine);
  return success();
}

void addExternalCalls(EmitterTable &table) {
  table.addElementwise<simt::ExternalCallOp>(emitCall);
}

} // namespace heddle::codegen
